"""What can go wrong on the way to a bitstream."""

__all__ = ["BitstreamError"]


class BitstreamError(Exception):
    """There is no bitstream. The message is one line that says why, and what to change."""
