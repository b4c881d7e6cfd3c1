"""`python -m hopscope`: the engine from a terminal."""

from hopscope.cli import run

run()
