"""What can go wrong when something is measured."""

__all__ = ["BenchError"]


class BenchError(Exception):
    """A figure cannot be had. The message says which, and why."""
