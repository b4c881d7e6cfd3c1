"""`python -m hopscope`: the engine from a terminal."""

import sys

from hopscope.cli import main

sys.exit(main(sys.argv[1:]))
