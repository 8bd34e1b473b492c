# Everything starts here: `make demo` shows what autogm does, `make play` opens the table in a browser,
# `make test` checks that all of it works, in minutes, and `make thorough` does so at length.
# Python 3.11 or later and make are all that is needed; PYTHON chooses another interpreter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
DEMO := scenarios/lizardfolk-camp.yaml
SOURCES := $(wildcard autogm tests evaluation)

.PHONY: setup demo play test thorough checks interpreted soak clean

setup: $(READY)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "autogm needs Python 3.11 or later: make PYTHON=python3.12 setup"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[test]'
	@$(BIN)/python -m compileall -q -j 0 $(VENV)/lib >/dev/null || true  # on all cores; pip takes one
	@$(BIN)/autogm cache --build
	@touch $@

demo: setup
	$(BIN)/autogm simulate $(DEMO) -n 100 --seed 1

play: setup
	$(BIN)/autogm play

PYTEST := $(BIN)/pytest --numprocesses 2 --dist worksteal

# Many tests start Python: what it has read once is kept, whatever the environment says.
test thorough: export PYTHONDONTWRITEBYTECODE =

# A third of the scenarios a test, and fewer examples: see `tests/soak.py`.
test: export AUTOGM_BRIEF = 1
test thorough: setup
	@$(MAKE) --no-print-directory --jobs 2 checks interpreted
	$(PYTEST)

# Types are checked on one core, and the engine without compiled code on the other.
checks:
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/lint-imports
	$(BIN)/mypy

interpreted:
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/engine tests/scenes/cards/test_reference.py

# What `make test` does a few times at random, a thousand times and more: hours.
soak: setup
	AUTOGM_SOAK=1 $(BIN)/pytest tests/session tests/page tests/test_mangled.py tests/scenes/cards tests/game -k "kill or mangled"

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
