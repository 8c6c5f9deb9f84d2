# Each target sets up what it needs; a second call is quick. `make help` lists them.
PYTHON ?= python3.11
BIN := .venv/bin

# Players of `make play` and the time for each move in seconds.
WHITE ?= sim
RED ?= greedy
MOVETIME ?= 0.05
# Configuration of the simulation that `make sim` builds.
CONFIG ?= hx8k
# More options for the measurements: BENCH_ARGS="--puzzles 100", LADDER_ARGS="--games 100 exec:./engine".
BENCH_ARGS ?=
LADDER_ARGS ?=
# More options for pytest, for example PYTEST_ARGS="-k uart -x".
PYTEST_ARGS ?= -n auto --dist loadfile

.PHONY: help .venv play test lint sim bench ladder clean

help:  ## list the targets
	@sed -n 's/^\([.a-z]*\):.*## /  make \1\t/p' Makefile

.venv: .venv/.stamp  ## the virtual environment with everything that the other targets need

.venv/.stamp: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,lint]'
	@touch $@

play: .venv  ## one game on the screen: WHITE against RED
	$(BIN)/icetrax play $(WHITE) $(RED) --movetime $(MOVETIME)

test: .venv  ## all tests
	$(BIN)/pytest $(PYTEST_ARGS)

lint: .venv  ## style and types
	$(BIN)/ruff check .
	$(BIN)/mypy

sim: .venv  ## build the simulation of CONFIG
	$(BIN)/python -m icetrax_sim $(CONFIG)

bench: .venv  ## speed of the hardware, depth of its search, puzzles: build/bench.json
	$(BIN)/python -m icetrax_bench $(BENCH_ARGS)

ladder: .venv  ## matches of the hardware against others: docs/strength.md
	$(BIN)/python -m icetrax_bench.ladder $(LADDER_ARGS)

clean:  ## remove what was built; the virtual environment stays
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find rtl sim host bench tests -name __pycache__ -type d -prune -exec rm -rf {} +
