# Two commands on a fresh machine with python3 (3.11 or later), a C++20 compiler and make:
#   make solve   sets everything up in .venv and solves positions/prop1.yaml
#   make test    sets everything up and runs every check and every test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto
# What is compiled once is not compiled again by every program that a test starts.
unexport PYTHONDONTWRITEBYTECODE

SOURCES := pyproject.toml $(shell find analyzer specs -type f -not -name '*.pyc' -not -name '*.so')

SANITIZED := build/sanitized
ASAN := $(shell $(CXX) -print-file-name=libasan.so)
RUNTIME := $(ASAN) $(shell $(CXX) -print-file-name=libstdc++.so.6)
RACING := build/racing
TSAN := $(shell $(CXX) -print-file-name=libtsan.so)

.PHONY: wheel solve shell test quick budget thorough lowest lint types sanitize sanitize-changed browser firefox screenshots docs freeze catalogue fuzz mutants compared bench bench-compare guesses tail plans plan-figures page page-where-possible page-tested page-bench install clean

solve: $(VENV)/.installed
	$(BIN)/tarok-analyze solve positions/prop1.yaml
	@echo "To type tarok-analyze by itself:  . $(VENV)/bin/activate   (or: make shell)"

# A shell in which `tarok-analyze` is a command.
shell: $(VENV)/.installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" VIRTUAL_ENV="$(CURDIR)/$(VENV)" $${SHELL:-sh}

# Every kind of check, each with a part of what is left to chance: another part after every change of the program.
# The page without a server and the site have targets of their own, page-tested and docs.
APART := --ignore tests/page --ignore tests/docs/test_site.py
test: $(VENV)/.tools
	$(MAKE) -j2 lint types browser sanitize-changed
	$(BIN)/pytest -n $(JOBS) --dist worksteal $(APART)

# What a folder of tests may cost, measured anew into tests/budget.toml: for a commit that means to change it.
budget: $(VENV)/.tools browser
	WRITE_BUDGET=yes $(BIN)/pytest -q -n $(JOBS) --dist worksteal $(APART)

# While one works: lint, types, and for so many seconds the tests nearest to what changed since the last commit.
QUICK_SECONDS ?= 40
quick: $(VENV)/.tools
	$(MAKE) -j2 lint types
	near=`$(PYTHON) tests/nearest.py`; [ -z "$$near" ] || \
	  QUICK_SECONDS=$(QUICK_SECONDS) $(BIN)/pytest -q -r fE -n $(JOBS) --dist worksteal $$near

# Every test with all that is left to chance, Firefox and the page without a server too, and the tests of the tools.
thorough: $(VENV)/.tools browser firefox page-where-possible
	HYPOTHESIS_PROFILE=fuzz $(BIN)/pytest -n $(JOBS) --dist worksteal tests tools

# What is proved, and how command lines and files are read, with the oldest libraries that pyproject.toml allows.
LOWEST := build/lowest
OLDEST = import tomllib; print(*(each.partition(",")[0].replace(">=", "==") \
  for each in tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"]), sep="\n")
lowest: $(VENV)/.tools
	rm -rf $(LOWEST)
	mkdir -p build
	$(BIN)/python -c '$(OLDEST)' > build/oldest.txt
	$(BIN)/python -m pip install --quiet --target $(LOWEST) -r build/oldest.txt
	PYTHONPATH=$(LOWEST) $(BIN)/pytest -q -n $(JOBS) tests/claims tests/proofs tests/knowledge tests/position/files tests/cli/test_help.py

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

types: $(VENV)/.tools
	$(BIN)/mypy

# The core under the address and undefined behaviour sanitizers: its parts by themselves, then all of it held against the
# plain reference; then its threads under theirs. Where the compiler brings no sanitizer that can be preloaded, it says so.
# The digest of the sources that were green last stands in git, so that `make test` runs this when the core or its tests change.
UNDER_SANITIZERS := tests/search/engine/test_native_agrees.py tests/search/engine/test_seats.py
GREEN := analyzer/core/tests/sanitized.sha256
WATCHED := $(sort $(shell find analyzer/core -name '*.?pp' -o -name '*.inc' -o -name '*.pyi' -o -name CMakeLists.txt)) $(UNDER_SANITIZERS) \
  tests/agreement.py tests/plain_seats.py tests/positions_strategy.py
DIGEST = $(shell cat $(WATCHED) | \
  $(PYTHON) -c "import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())")
sanitize-changed: $(VENV)/.tools
	@if [ "$(DIGEST)" = "`cat $(GREEN)`" ]; \
	  then echo "the core is as it was when it was last green under the sanitizers (make sanitize runs them)"; \
	  else $(MAKE) sanitize; fi
sanitize: $(VENV)/.tools
ifeq ($(wildcard $(ASAN)),)
	@echo "$(CXX) has no libasan.so: the core is not run under the sanitizers"
else
	$(MAKE) $(SANITIZED)/.installed
	$(SANITIZED)/analyzer/core/core_tests
	LD_PRELOAD="$(RUNTIME)" ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$(SANITIZED) \
	  $(BIN)/pytest -q -n $(JOBS) -p no:cacheprovider $(UNDER_SANITIZERS)
endif
ifeq ($(wildcard $(TSAN)),)
	@echo "$(CXX) has no libtsan.so: its threads are not watched"
else
	$(MAKE) $(RACING)/.installed
	$(RACING)/analyzer/core/core_tests thread
endif
	$(if $(and $(wildcard $(ASAN)),$(wildcard $(TSAN))),echo $(DIGEST) > $(GREEN))

# The board is tested in Chromium: the machine's own, or one that CHROMIUM names; dictionaries find words of another
# language. On Debian root installs them; elsewhere it is said what is missing, and without a Chromium nothing goes on.
CHROMIUM ?= $(shell command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome)
HUNSPELL ?= $(shell command -v hunspell)
APT := apt-get install -y -qq --no-install-recommends
browser:
	@if [ -n "$(CHROMIUM)" ] && [ -n "$(HUNSPELL)" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && \
	  $(APT) hunspell hunspell-da hunspell-en-us hunspell-fr && \
	  { $(APT) chromium-headless-shell || $(APT) chromium; }; \
	else [ -n "$(HUNSPELL)" ] || echo "There is no hunspell here: words of another language are not looked for"; \
	  [ -n "$(CHROMIUM)" ] || { echo "The tests of the board need Chromium: install it, or name it with CHROMIUM=PATH"; exit 1; }; fi

# What matters most is asked in Firefox too by a thorough run and by page-tested: the machine's own, or one that FIREFOX names.
FIREFOX ?= $(shell command -v firefox-esr || command -v firefox)
firefox:
	@if [ -n "$(FIREFOX)" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && $(APT) firefox-esr; \
	else echo "There is no Firefox here: what is tested in it is left out; FIREFOX=PATH names one"; fi

# The pictures of the board's views in docs/board.
screenshots: $(VENV)/.tools browser
	PYTHONPATH=tests $(BIN)/python -P tests/web/screenshots.py docs/board

# The site, in build/docs; pages of rules, files, answers and commands are made by the program, what is printed is printed, and the
# board is drawn as it is today.
docs: $(VENV)/.tools browser
	$(BIN)/sphinx-build -q -W --keep-going -d build/doctrees docs build/docs
	$(BIN)/pytest -q tests/docs/test_site.py
	PYTHONPATH=tests $(BIN)/python -P tests/web/screenshots.py build/docs/_images
	@echo "build/docs/index.html"

# Long fuzzing, FUZZ_SECONDS for each target: the core against the plain reference, with and without the sanitizers
# (disagreements are kept as files under positions/kept); OpenSpiel's games, where it is installed; then, guided by
# coverage, the readers of files, and the core through its binding. What makes them fail is left in build/fuzz. In the end
# the board: 500 clients that hang, and 10,000 questions that nobody waits for.
FUZZ_SECONDS ?= 300
FROM_TOOLS := PYTHONPATH=tests:tools $(BIN)/python -P -m
fuzz: $(VENV)/.fuzz $(if $(wildcard $(ASAN)),$(SANITIZED)/.installed)
	mkdir -p build/fuzz/reader build/fuzz/binding
	$(FROM_TOOLS) fuzz.differential --seconds $(FUZZ_SECONDS)
	$(if $(wildcard $(ASAN)),LD_PRELOAD="$(RUNTIME)" ASAN_OPTIONS=detect_leaks=0 \
	  PYTHONPATH=$(SANITIZED):tests:tools $(BIN)/python -P -m fuzz.differential --seconds $(FUZZ_SECONDS))
	if $(BIN)/python -c "import pyspiel"; then $(FROM_TOOLS) fuzz.peer --seconds $(FUZZ_SECONDS); fi
	$(FROM_TOOLS) fuzz.reader -max_total_time=$(FUZZ_SECONDS) -max_len=2000 -artifact_prefix=build/fuzz/ \
	  build/fuzz/reader positions specs docs/studies
	$(FROM_TOOLS) fuzz.binding -max_total_time=$(FUZZ_SECONDS) -max_len=64 -len_control=0 -artifact_prefix=build/fuzz/ \
	  build/fuzz/binding
	$(FROM_TOOLS) fuzz.board --clients 500 --questions 10000

# Rules made wrong on purpose in a copy, MUTANTS of them within MUTANT_SECONDS, each judged by the tests nearest to its module;
# those that no test saw are printed. The same MUTANT_SEED draws the same ones.
MUTANTS ?= 40
MUTANT_SECONDS ?= 1800
MUTANT_SEED ?= 1
mutants: $(VENV)/.mutants
	$(FROM_TOOLS) fuzz.mutants --mutants $(MUTANTS) --seconds $(MUTANT_SECONDS) --seed $(MUTANT_SEED)

# The core, the plain search, the checker of certificates and Z3 held against each other on random endings of every game of
# card points and every number of seats, the Fool in every place it can be in; it prints how many of each there were.
ENDINGS ?= 100000
agree: $(VENV)/.tools
	$(FROM_TOOLS) fuzz.agree --endings $(ENDINGS)

# What `compare` says of every pair of shipped rule sets, and of each with each reading of its options, held against what both
# rule sets' own commands say of the files of its cases. The tests take a sample of the readings.
compared: $(VENV)/.tools
	PAIRS=1000 $(BIN)/pytest -q -n $(JOBS) tests/claims/test_compare_answers.py

# How fast the search is: a table, and build/bench.json. Nodes are the same on every machine, times are not. Then what a start
# costs and which modules are dearest to load, how many calls of Python are answered in a second, and the board, in a browser.
bench: $(VENV)/.tools browser
	mkdir -p build
	$(BIN)/pytest -q -p no:cacheprovider tools/bench/bench_search.py --benchmark-only --benchmark-quiet \
	  --benchmark-timer=time.process_time --benchmark-json=build/bench.json
	$(BIN)/pytest -q tools/bench
	$(FROM_TOOLS) bench.table build/bench.json
	if $(BIN)/python -c "import distributed" 2>/dev/null; then $(FROM_TOOLS) bench.cluster; fi
	$(FROM_TOOLS) bench.start
	$(FROM_TOOLS) bench.calls
	$(FROM_TOOLS) bench.board

# The page without a server: processor seconds of its start and of some questions, beside those here.
page-bench: page
	$(FROM_TOOLS) bench.without_server

# Another revision of the search and the present one, the same questions put to both in turn: make bench-compare BASE=rev
BASE ?= HEAD
ROWS ?=
bench-compare: $(VENV)/.tools
	rm -rf build/base
	mkdir -p build/base/source
	git archive $(BASE) | tar -x -C build/base/source
	$(BIN)/python -m pip install --quiet --no-deps --target build/base/site --config-settings build-dir=build/base/core \
	  ./build/base/source
	$(FROM_TOOLS) bench.compare --base build/base/site --rows "$(ROWS)"

# Wheels that need no compiler, in dist/: one for CPython 3.11, one (abi3) for 3.12 and all later ones. On Linux they are
# repaired so that other machines take them; the abi3 one is audited; each is installed where no compiler is, and asked, under
# every Python named here that there is.
PYTHONS ?= python3.11 python3.12
LATER ?= python3.13 python3.14
wheel: $(VENV)/.wheels
	rm -rf build/wheels
	mkdir -p build/wheels dist
	rm -f dist/*.whl
	for python in $(PYTHONS); do \
	  if $$python -c "" 2>/dev/null; then $$python -m pip wheel . --quiet --no-deps -w build/wheels || exit 1; \
	  else echo "$$python is not here: no wheel is built for it"; fi; done
	if $(BIN)/python -c "import sys; sys.exit(sys.platform != 'linux')"; \
	  then PATH="$(BIN):$$PATH" $(BIN)/auditwheel repair -w dist build/wheels/*.whl; \
	  else cp build/wheels/*.whl dist/; fi
	if ls dist/*-abi3-*.whl >/dev/null 2>&1; then $(BIN)/abi3audit --strict dist/*-abi3-*.whl; \
	  else echo "no wheel is abi3, so none is audited"; fi
	$(BIN)/python tests/wheel.py dist $(PYTHONS) $(LATER)

# The answers and texts of today in place of those that tests/frozen holds: for a commit that means to change some of them.
freeze: $(VENV)/.tools
	$(BIN)/python tests/frozen/make.py

# The page without a server, in build/page: any file server serves it. It wants Node.js with npm, and the headers of CPython
# 3.12 or later (PYTHON_HEADERS=DIR names them); what is missing is said, and nothing else hangs on it.
page: build/page/manifest.json
build/page/manifest.json: $(SOURCES) $(shell find page -type f) | $(VENV)/.page
	$(BIN)/python page/build.py build/page

# Built where it can be, and then tests/page asks it; where it cannot, it is said why.
page-where-possible: $(VENV)/.page
	$(BIN)/python page/build.py build/page --where-possible
page-tested: page-where-possible browser firefox
	[ ! -e build/page/manifest.json ] || $(BIN)/pytest -q -n $(JOBS) --dist worksteal tests/page

# Plans over random claims: every plan of 10,000 of them played by the rules alone; and how long plans are with six, eight
# and ten tricks to go, and what they take.
CLAIMS ?= 10000
plans: $(VENV)/.tools
	$(FROM_TOOLS) bench.plans check --claims $(CLAIMS)

plan-figures: $(VENV)/.tools
	$(FROM_TOOLS) bench.plans figures --claims 100

# How often a guess is right, by tricks, side and goal, of so many deals, those that are proved within so many seconds.
COUNT ?= 100
TIMEOUT ?= 30
guesses: $(VENV)/.tools
	for tricks in 12 14 16 18 20 25; do \
	  $(FROM_TOOLS) bench guesses --tricks $$tricks --count $(COUNT) --timeout $(TIMEOUT); done

# Whole hands by who asks, as a table of docs/performance.md: about ten minutes on two idle processors. What was asked stands
# in build/tail.jsonl, and a second run goes on from there: make tail SECONDS=60 asks once more what is open.
NODES ?= 100000000
SECONDS ?= 20
tail: $(VENV)/.tools
	$(FROM_TOOLS) bench.tail --nodes $(NODES) --seconds $(SECONDS)

# The Danish catalogue from the messages in the code; what lacks a Danish text is printed.
catalogue: $(VENV)/.tools
	$(BIN)/python tests/catalogue.py

install: $(VENV)/.installed

$(VENV)/.made:
	$(PYTHON) -m venv $(VENV)
	touch $@

# A pip that knows the groups of libraries in pyproject.toml.
$(VENV)/.pip: | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	touch $@

# Not an editable install: what is tested is what a wheel holds. What is built is laid beside its sources too, so that
# `python -m analyzer` and `import analyzer` work in the checkout, where the source folder goes before what is installed.
BUILT = $$($(BIN)/python -I -c "import analyzer; print(*analyzer.__path__)")
$(VENV)/.installed: $(SOURCES) | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --config-settings cmake.define.TAROK_THIS_MACHINE=ON ".[board,print]"
	$(BIN)/python -m compileall -q "$(BUILT)"
	rm -f analyzer/core/_core*.so
	cp "$(BUILT)"/core/_core*.so analyzer/core/
	cp -r "$(BUILT)"/specs/compiled "$(BUILT)"/specs/schema specs/
	cp -r "$(BUILT)"/positions/schema positions/
	touch $@

$(VENV)/.tools: $(VENV)/.installed $(VENV)/.pip
	$(BIN)/python -m pip install --quiet --group dev
	$(BIN)/python -m pip install --quiet --only-binary :all: --group peers \
	  || echo "OpenSpiel has no wheel for this machine: the tests do without its games"
	$(BIN)/python -m pip install --quiet --no-deps --group tarot-peer \
	  || echo "the tests do without the games of another program of French tarot"
	touch $@

$(VENV)/.wheels: $(VENV)/.pip
	$(BIN)/python -m pip install --quiet --group wheels
	touch $@

$(VENV)/.page: $(VENV)/.tools
	$(BIN)/python -m pip install --quiet --group page
	touch $@

$(VENV)/.fuzz: $(VENV)/.tools
	$(BIN)/python -m pip install --quiet --group fuzz
	touch $@

$(VENV)/.mutants: $(VENV)/.tools
	$(BIN)/python -m pip install --quiet --group mutants
	touch $@

$(SANITIZED)/.installed: $(VENV)/.tools $(SOURCES)
	rm -rf $(SANITIZED)
	$(BIN)/python -m pip install --quiet --no-deps --target $(SANITIZED) --config-settings cmake.define.TAROK_SANITIZE=ON \
	  --config-settings build-dir=build/sanitizing .
	touch $@

$(RACING)/.installed: $(VENV)/.tools $(SOURCES)
	rm -rf $(RACING)
	$(BIN)/python -m pip install --quiet --no-deps --target $(RACING) --config-settings cmake.define.TAROK_SANITIZE=thread \
	  --config-settings build-dir=build/racing-core .
	touch $@

clean:
	rm -f analyzer/core/_core*.so
	rm -rf specs/compiled specs/schema positions/schema
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
