# Each target sets up what it needs; a second call is quick. `make help` lists them.
PYTHON ?= python3.11
BIN := .venv/bin

# Players of `make play` and the time for each move in seconds.
WHITE ?= sim
RED ?= greedy
MOVETIME ?= 0.05
# Configuration of the simulation that `make sim` builds.
CONFIG ?= hx8k
# Board of `make bitstream` and `make program`.
BOARD ?= hx8k
# Boards and units of `make ledger`; none: the HX8K breakout board and all units.
LEDGER ?=
# Boards and number of games of `make netlist-games`.
BOARDS ?= hx8k
GAMES ?= 10
# More options for the measurements: BENCH_ARGS="--puzzles 100", LADDER_ARGS="--games 100 exec:./engine", and for the fit
# of the evaluation: FIT_ARGS="--games 16000 --keep".
BENCH_ARGS ?=
LADDER_ARGS ?=
FIT_ARGS ?=
# Proofs of `make proofs`, for example PROOFS="queue timer"; none: all.
PROOFS ?=
# Units of `make mutants`, for example MUTANTS="uart line"; none: all.
MUTANTS ?=
# What `make fuzz` does to the line, `make fuzz FUZZ_ARGS=--help` tells.
FUZZ_ARGS ?= --lines 1000000 --resets 2000 --moments 3600
# More options for pytest, for example PYTEST_ARGS="-k uart -x".
PYTEST_ARGS ?= -n auto --dist loadfile

.PHONY: help .venv play test lint sim bitstream bitstreams program ledger ledger-quick ledger-accept netlist-games
.PHONY: proofs mutants fuzz bench ladder fit clean

help:  ## list the targets
	@sed -n 's/^\([-.a-z]*\):.*## /  make \1\t/p' Makefile

.venv: .venv/.stamp  ## the virtual environment with everything that the other targets need

.venv/.stamp: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,lint]'
	@touch $@

play: .venv  ## one game on the screen: WHITE against RED
	$(BIN)/icetrax play $(WHITE) $(RED) --movetime $(MOVETIME)

test: .venv  ## all tests
	$(BIN)/pytest $(PYTEST_ARGS)

proofs: .venv  ## PROOFS of hardware units, their covers and mutants
	$(BIN)/python -m tests.proofs $(PROOFS)

mutants: .venv  ## small bugs planted in the hardware units MUTANTS: do the tests catch them?
	$(BIN)/python -m tests.mutants $(MUTANTS)

lint: .venv  ## style and types
	$(BIN)/ruff check .
	$(BIN)/mypy

sim: .venv  ## build the simulation of CONFIG
	$(BIN)/python -m icetrax_sim $(CONFIG)

bitstream: .venv  ## build/BOARD/BOARD.bin for BOARD
	$(BIN)/python -m icetrax_synth bitstream $(BOARD)

bitstreams: .venv  ## a bitstream for every board
	$(BIN)/python -m icetrax_synth bitstream all

program: .venv  ## load the bitstream into BOARD
	$(BIN)/python -m icetrax_synth program $(BOARD)

ledger: .venv  ## sizes and speeds against those accepted before, constraints/baseline.json
	$(BIN)/python -m icetrax_synth ledger $(LEDGER)

ledger-quick: .venv  ## the same with one seed of place and route for each
	$(BIN)/python -m icetrax_synth ledger --quick $(LEDGER)

ledger-accept: .venv  ## accept them
	$(BIN)/python -m icetrax_synth ledger --accept $(LEDGER)

netlist-games: .venv  ## the netlists of BOARDS play GAMES games like the design
	NETLIST_BOARDS="$(BOARDS)" NETLIST_GAMES=$(GAMES) $(BIN)/pytest -m netlist tests/netlist

fuzz: .venv  ## a million lines with all that can go wrong on the line
	$(BIN)/python -m tests.fuzz $(FUZZ_ARGS)

bench: .venv  ## speed of the hardware, depth of its search, puzzles: build/bench.json
	$(BIN)/python -m icetrax_bench $(BENCH_ARGS)

ladder: .venv  ## matches of the hardware against others: docs/strength.md
	$(BIN)/python -m icetrax_bench.ladder $(LADDER_ARGS)

fit: .venv  ## values of paths from games of the search with itself; kept if they play better
	$(BIN)/python -m icetrax_fit $(FIT_ARGS)

clean:  ## remove what was built; the virtual environment stays
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find rtl sim synth host bench fit tests -name __pycache__ -type d -prune -exec rm -rf {} +
