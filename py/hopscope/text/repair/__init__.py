"""Broken JSON mended: the edits that make any text strict JSON, each named by its rule."""

from hopscope.text.repair._lexical import rewrite
from hopscope.text.repair._literal import LONGEST, Literal, literal
from hopscope.text.repair._mender import Cut, Doubt, Guess, Mark, Mended, TooDeep
from hopscope.text.repair._objects import MEMBERS, OBJECT, printed
from hopscope.text.repair._repairing import repair
from hopscope.text.repair.rules import CODE, PYTHON, PYTHON_SIGNS, RULES, WRAPPERS, Rule

__all__ = [
    "CODE",
    "LONGEST",
    "MEMBERS",
    "OBJECT",
    "PYTHON",
    "PYTHON_SIGNS",
    "RULES",
    "WRAPPERS",
    "Cut",
    "Doubt",
    "Guess",
    "Literal",
    "Mark",
    "Mended",
    "Rule",
    "TooDeep",
    "literal",
    "printed",
    "repair",
    "rewrite",
]
