# Everything one needs; each target sets itself up from a bare Python >= 3.11.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
# Modules are compiled once, and not by each process that the tests start.
export PYTHONDONTWRITEBYTECODE =

.PHONY: play test pytest style types test-long test-pages soak fuzz crash crowd contract lint bench format clean
.DEFAULT_GOAL := play

play: $(VENV)/.play          ## start the table with its demo match
	$(BIN)/croupier play

test: $(VENV)/.test style    ## all tests, after ruff and beside mypy
	$(MAKE) --jobs 2 types pytest

pytest: $(VENV)/.test        ## all tests
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile

test-long: $(VENV)/.test     ## an hour: a thousand matches of every house, ten thousand sequences, matches seen by the eye
	$(BIN)/python -m pytest -m "long or hypothesis" --hypothesis-profile=long tests/scoring
	$(BIN)/python -m pytest -m long tests/api tests/vision tests/models

test-pages: $(VENV)/.test    ## ten minutes: whole matches of every game in the browser, in every way
	$(BIN)/python -m pytest -m long tests/api

soak: $(VENV)/.test          ## an hour of clips before a camera that fails a hundred times
	$(BIN)/python -m tests.soak

fuzz: $(VENV)/.test          ## ten minutes: evenings of careless players, of which nothing wrong may be entered
	$(BIN)/python -m tests.fuzz

crash: $(VENV)/.test         ## some minutes: the server is killed a thousand times in the middle of play
	$(BIN)/python -m tests.crash

crowd: $(VENV)/.test         ## fifty watch and ten play: how soon a play is on every page
	$(BIN)/python -m tests.crowd
	$(BIN)/python -m tests.crowd 30 1

contract: $(VENV)/.test      ## a hundred requests of every kind against the API's own description
	CROUPIER_TRIES=100 $(BIN)/python -m pytest tests/api/test_contract.py

lint: style types            ## ruff and mypy

style: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

format: $(VENV)/.test        ## let ruff set the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.test         ## speeds and sizes against their bars
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache dist

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Croupier needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[test]'
	@touch $@ $(VENV)/.play
