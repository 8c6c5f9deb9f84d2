"""All proofs."""

from tests.proofs import lines, position, serial, streams, text

__all__ = ["PROOFS"]

PROOFS = [*streams.PROOFS, *serial.PROOFS, *text.PROOFS, *position.PROOFS, *lines.PROOFS]
