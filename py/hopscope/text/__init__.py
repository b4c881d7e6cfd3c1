"""JSON text and the values in it, each with its place; knows nothing of tools."""
