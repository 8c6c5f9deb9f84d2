"""What can go wrong with a fit."""

__all__ = ["FitError"]


class FitError(Exception):
    """The values cannot be fitted. The message is one line that says why."""
