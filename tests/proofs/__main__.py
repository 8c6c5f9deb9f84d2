"""``python -m tests.proofs [NAME..]`` checks all proofs, or those named, and tells every answer."""

import argparse
import sys
import time

from tests.proofs.catalogue import PROOFS
from tests.proofs.prover import ProofError, check


def main() -> None:
    """Check what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="proof to check (default: all)")
    names = parser.parse_args().names
    known = {proof.name: proof for proof in PROOFS}
    if unknown := [name for name in names if name not in known]:
        parser.error(f"unknown proof {unknown[0]!r}: choose from {', '.join(known)}")
    failures = 0
    for name in names or known:
        begun = time.monotonic()
        try:
            check(known[name], lambda line: print("  ", line, flush=True))
            print(f"{name}: proven, {time.monotonic() - begun:.0f} s", flush=True)
        except ProofError as error:
            failures += 1
            print(f"{name}: NOT PROVEN: {error}", flush=True)
    print(f"{len(names or known) - failures} passed, {failures} failed")
    sys.exit(failures > 0)


main()
