"""From the hardware player to bitstreams for boards, with open tools; and what was synthesized as a simulation."""

from .bitstream import build_bitstream
from .errors import BitstreamError
from .report import Report

__all__ = ["BitstreamError", "Report", "build_bitstream"]
