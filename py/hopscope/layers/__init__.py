"""Wrappers round JSON, one file each, taken off in any nesting."""

from hopscope.layers._base import Part, Peeled, Piece, Wrapping
from hopscope.layers._peeling import DEEPEST, Choose, followed, peel, peel_string

__all__ = ["DEEPEST", "Choose", "Part", "Peeled", "Piece", "Wrapping", "followed", "peel", "peel_string"]
