"""``python -m icetrax_sim [CONFIG]`` builds the simulation and prints the path of the program."""

import sys

from icetrax_rtl.config import HX8K, by_name

from .build import build
from .errors import SimBuildError


def main() -> None:
    """Build the configuration named on the command line."""
    try:
        config = by_name(sys.argv[1]) if len(sys.argv) > 1 else HX8K
        print(build(config, notify=lambda line: print(line, file=sys.stderr)))
    except (ValueError, SimBuildError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)


main()
