"""Every limit of the engine, in one place: told by `describe`, and passing one is a finding."""

from __future__ import annotations

TEXT_SIZE = 64 * 1024 * 1024  # characters of one text
DEPTH = 500  # levels of nesting, for every verb
LINK_ENCODED = 64 * 1024  # characters of a share link
LINK_INFLATED = 16 * 1024 * 1024  # bytes of a link's state
CHECK_SECONDS = 2.0  # one schema check
DIFF_STEPS = 500_000  # elements and members that one comparison looks at; past it, large parts are compared as a whole
DIFF_SECONDS = 5.0  # the same limit in seconds, for a machine on which the steps take very long
MEMORY = 4 * 1024 * 1024  # characters of parts of texts whose judgement is kept, of each kind, for later requests
FINDINGS = 200  # findings listed for one call or one check; the rest are counted


def told() -> dict[str, float | int]:
    """The limits as `describe` tells them."""
    return {
        "text_size": TEXT_SIZE,
        "depth": DEPTH,
        "link_encoded": LINK_ENCODED,
        "link_inflated": LINK_INFLATED,
        "check_seconds": CHECK_SECONDS,
        "diff_steps": DIFF_STEPS,
        "diff_seconds": DIFF_SECONDS,
        "memory": MEMORY,
        "findings_per_call": FINDINGS,
    }
