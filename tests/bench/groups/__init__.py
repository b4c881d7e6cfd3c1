"""One module a group: `measure(lab)` gives its table."""
