# Two commands on a fresh machine with python3 (3.11 or later), a C++20 compiler and make:
#   make solve   sets everything up in .venv and solves positions/prop1.yaml
#   make test    sets everything up and runs every check and every test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

SOURCES := pyproject.toml $(shell find analyzer specs -type f -not -name '*.pyc' -not -name '*.so')

.PHONY: solve test lint install clean

solve: $(VENV)/.installed
	$(BIN)/tarok-analyze solve positions/prop1.yaml

test: lint
	$(BIN)/pytest -n $(JOBS) --dist worksteal

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

install: $(VENV)/.installed

$(VENV)/.pip:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	touch $@

# Not an editable install: what is tested is what a wheel holds.
$(VENV)/.installed: $(VENV)/.pip $(SOURCES)
	$(BIN)/python -m pip install --quiet .
	touch $@

$(VENV)/.tools: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
