# Two commands on a fresh machine with python3 (3.11 or later), a C++20 compiler and make:
#   make solve   sets everything up in .venv and solves positions/prop1.yaml
#   make test    sets everything up and runs every check and every test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

SOURCES := pyproject.toml $(shell find analyzer specs -type f -not -name '*.pyc' -not -name '*.so')

SANITIZED := build/sanitized
ASAN := $(shell $(CXX) -print-file-name=libasan.so)
RUNTIME := $(ASAN) $(shell $(CXX) -print-file-name=libstdc++.so.6)

.PHONY: solve test lint sanitize install clean

solve: $(VENV)/.installed
	$(BIN)/tarok-analyze solve positions/prop1.yaml

test: lint sanitize
	$(BIN)/pytest -n $(JOBS) --dist worksteal

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# The core under the address and undefined behaviour sanitizers, held against the plain reference; where the compiler
# brings no sanitizer that can be preloaded, it says so.
ifeq ($(wildcard $(ASAN)),)
sanitize:
	@echo "$(CXX) has no libasan.so: the core is not run under the sanitizers"
else
sanitize: $(SANITIZED)/.installed
	LD_PRELOAD="$(RUNTIME)" ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$(SANITIZED) \
	  $(BIN)/pytest -q -p no:cacheprovider tests/search/test_native_agrees.py
endif

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

$(SANITIZED)/.installed: $(VENV)/.tools $(SOURCES)
	rm -rf $(SANITIZED)
	$(BIN)/python -m pip install --quiet --no-deps --target $(SANITIZED) -C cmake.define.TAROK_SANITIZE=ON \
	  -C build-dir=build/sanitizing .
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
