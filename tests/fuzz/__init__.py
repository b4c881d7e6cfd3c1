"""Damaged inputs without end for the door and each reader; `python3 build.py fuzz` runs them, some run in the tests."""
