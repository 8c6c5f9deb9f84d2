"""``python -m tests.mutants [UNIT..]`` tries all mutants, or those of the units named, and tells which survive.

What was found out is kept in ``build/mutants/results.jsonl`` and not tried again until the hardware or a test changes.
"""

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from icetrax_sim.cache import build_root, digest
from tests.mutants.catalogue import MUTANTS, WHOLE
from tests.mutants.planter import ROOT, SOURCES, Mutant, mutated, try_out

_PROCESSES = 2


def _key(mutant: Mutant, common: str) -> str:
    return digest(common, mutant.unit, mutated(mutant), *mutant.tests)


def _common() -> str:
    """All that every outcome depends on."""
    tests = [file for name in ("cocotb", "proofs", "rtl") for file in (ROOT / "tests" / name).glob("*.py")]
    files = sorted([*SOURCES.rglob("*.py"), *SOURCES.rglob("*.txt"), *tests])
    return digest(*(file.read_text(encoding="utf-8") for file in files))


def _known(results: Path) -> dict[str, dict[str, str]]:
    lines = results.read_text().splitlines() if results.exists() else []
    return {row["key"]: row for row in map(json.loads, lines)}


def main() -> None:
    """Try what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("units", nargs="*", metavar="UNIT", help="whose mutants to try (default: all)")
    units = parser.parse_args().units
    known_units = dict.fromkeys(mutant.unit for mutant in MUTANTS)
    if unknown := [unit for unit in units if unit not in known_units]:
        parser.error(f"no mutants of {unknown[0]!r}: choose from {', '.join(known_units)}")
    chosen = [mutant for mutant in [*WHOLE, *MUTANTS] if not units or mutant.unit in units]

    folder = build_root() / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / "results.jsonl"
    known, common = _known(results), _common()
    workers: SimpleQueue[Path] = SimpleQueue()
    for number in range(_PROCESSES):
        workers.put(folder / f"worker{number}")

    def answer_for(mutant: Mutant) -> str:
        key = _key(mutant, common)
        if key in known:
            return known[key]["answer"]
        worker = workers.get()
        begun = time.monotonic()
        try:
            outcome = try_out(mutant, worker)
        finally:
            workers.put(worker)
        seconds = round(time.monotonic() - begun, 1)
        print(f"{outcome.answer:8} {seconds:5.1f} s  {mutant}\n{'':19}{outcome.reason}", flush=True)
        row = {"key": key, "mutant": str(mutant), "answer": outcome.answer, "reason": outcome.reason,
               "seconds": seconds}  # fmt: skip
        if outcome.answer != "broken":
            with results.open("a") as file:
                file.write(json.dumps(row) + "\n")
        return outcome.answer

    with ThreadPoolExecutor(_PROCESSES) as pool:
        answers = list(zip(chosen, pool.map(answer_for, chosen), strict=True))
    print()
    bad = 0
    counts: Counter[tuple[str, str]] = Counter()
    for mutant, answer in answers:
        expected = "caught" if mutant.old else "survived"
        if answer != expected:
            bad += 1
            print(f"{answer.upper()}: {mutant}")
        if mutant.old:
            counts[mutant.unit, answer] += 1
    for unit in dict.fromkeys(unit for unit, _ in counts):
        print(f"{unit}: {counts[unit, 'caught']} of {sum(n for (u, _), n in counts.items() if u == unit)} caught")
    print(f"{len(answers) - bad} passed, {bad} failed")
    sys.exit(bad > 0)


main()
