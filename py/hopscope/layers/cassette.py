"""Placeholder."""


def unwrap(source):
    return None


def unwrap_json(reading):
    return None
