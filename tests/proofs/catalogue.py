"""All proofs."""

from tests.proofs import serial, streams

__all__ = ["PROOFS"]

PROOFS = [*streams.PROOFS, *serial.PROOFS]
