"""The hardware player compiled into a cycle-accurate native program."""

from .build import build
from .cache import build_root
from .errors import SimBuildError, SimError
from .process import SimProcess
from .stamps import Answer, StampReader

__all__ = ["Answer", "SimBuildError", "SimError", "SimProcess", "StampReader", "build", "build_root"]
