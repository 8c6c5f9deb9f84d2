"""``python -m tests.fuzz [OPTION..]`` builds the program and runs it with those options."""

import os
import sys

from tests.fuzz.build import build

program = build()
os.execv(program, [str(program), *sys.argv[1:]])
