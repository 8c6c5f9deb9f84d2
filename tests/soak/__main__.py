"""``python -m tests.soak [OPTION..]`` builds the program and runs it with those options."""

import os
import sys

from tests.soak.build import build

program = build()
os.execv(program, [str(program), *sys.argv[1:]])
