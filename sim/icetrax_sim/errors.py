"""What can go wrong with the simulation."""

__all__ = ["SimBuildError", "SimError"]


class SimError(Exception):
    """The simulation does not do what it was asked for. The message is one line that says why."""


class SimBuildError(SimError):
    """The simulation cannot be built."""
