# Everything a person or a machine does with Fracas starts here. Needs only make and python3 (3.11 or newer).

PYTHON ?= python3
ARGS ?=
SCENARIO ?= crisis_mode/first-duel
JOBS ?= 2
PORT ?= 8123
LAN ?=
OPT ?= 2
PURE ?=

# Whatever checks or measures Fracas runs its sources; `make play` and `make serve` take what `make compile` made of them.
export FRACAS_PURE = 1

# Modules are compiled once for all processes, under build/: also where the environment wants no such files beside the
# sources, as containers do. Dozens of processes are started to check Fracas, and each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX = $(CURDIR)/build/pycache

VENV := .venv
PY := $(VENV)/bin/python
# Stamps: the environment is made, what Fracas runs on is in it, what checks it too, what builds the site too.
MADE := $(VENV)/.made
READY := $(VENV)/.ready
DEV := $(VENV)/.dev
DOCS := $(VENV)/.docs
# What the system must have: installed where it may be, else asked for.
NEEDS = command -v "$(PYTHON)" >/dev/null || { echo "Fracas needs Python 3.11 or newer, and there is no $(PYTHON) here. Name one: make PYTHON=/path/to/python3" >&2; exit 1; }; \
    "$(PYTHON)" tools/needs.py
# The locks are whole and name hashes, so nothing is left to resolve; modules are compiled when they are first used.
PIP := $(PY) -m pip install -qq --disable-pip-version-check --no-deps --no-compile
# Tests of browsers and servers wait half of the time, so there are two workers to a core. Who runs out of tests takes some
# of the others', so that nobody idles at the end and tests of a file mostly stay together.
WORKERS ?= $(shell expr 2 \* $(JOBS))
SHARED = -n $(WORKERS) --dist worksteal
# Long counts on the compiled kernel: `soak` shakes tables and servers, `bots` looks at how well the bots play.
LONG = FRACAS_LONG=1 $(PY) tools/compile.py --opt $(OPT) --jobs $(JOBS) -- -m pytest $(SHARED) -p tools.compiled_only -m "not pure"
BOTS := tests/lab/test_blunders.py tests/session/test_matches.py tests/session/test_bots_in_twin_worlds.py
LOCK := build/locker/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
    --custom-compile-command "make lock" --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup needs play serve compile pure wheel ui ui-test ui-types screenshots test lint style types layers ui-ready units browsers test-compiled soak bots prove bench bench-table docs site format lock clean

help: ## List what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(DEV) ## Install everything into .venv (other targets install what they need by themselves)

$(MADE):
	@$(NEEDS) venv
	@echo "Making $(VENV), once ..."
	@"$(PYTHON)" -m venv $(VENV)
	@touch $@

# The stamps are older than their sources only after a lock or pyproject change, so every other run starts at once.
$(READY): requirements.lock pyproject.toml | $(MADE)
	@echo "Installing the Python packages Fracas runs on ..."
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-build-isolation -e .
	@touch $@

$(DEV): requirements-dev.lock | $(READY)
	@echo "Installing the Python packages that check it ..."
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

$(DOCS): requirements-docs.lock | $(READY)
	@echo "Installing the Python packages that build the site ..."
	@$(PIP) --require-hashes -r requirements-docs.lock
	@touch $@

play: $(READY) ## Play an encounter in the terminal (SCENARIO=crisis_3d6/bar-brawl ARGS='--bots --plain --seed 1')
	@FRACAS_PURE=$(PURE) $(VENV)/bin/fracas play $(SCENARIO) $(ARGS)

# Python packages and pages are two downloads that do not wait for each other.
serve: $(MADE) ## Serve the web table (PORT=8123, LAN=1 for phones on your network, ARGS='--data DIR')
	@$(MAKE) --no-print-directory -s -j2 $(READY) ui
	@FRACAS_PURE=$(PURE) $(VENV)/bin/fracas serve --port $(PORT) $(if $(LAN),--lan) $(ARGS)

compile: $(DEV) ## Compile the kernel into .venv, for play, serve and .venv/bin/fracas; after a change the sources run again (OPT=0..3)
	$(PY) tools/compile.py --opt $(OPT) --jobs $(JOBS) --install
	@FRACAS_PURE= $(VENV)/bin/fracas --version

pure: $(DEV) ## Remove the compiled kernel from .venv
	$(PY) tools/compile.py --remove
	@$(VENV)/bin/fracas --version

wheel: $(DEV) ## Build a wheel with the compiled kernel into dist/ (PURE=1 for one that runs anywhere)
	$(if $(PURE),,FRACAS_COMPILED=1) $(PY) -m hatchling build -t wheel

ui: $(MADE) ## Build the pages of the web table into the package, if they changed
	@$(PY) tools/ui.py build

ui-test: $(MADE) ## Check the pages: types and component tests
	$(PY) tools/ui.py test

screenshots: needs $(DEV) ui ## Pictures of every page and state, both widths and themes, into build/screens
	$(PY) tools/screens.py $(ARGS)

ui-types: $(READY) ## TypeScript types of the server's messages, from its OpenAPI document
	$(PY) tools/ui.py types

# Python's packages and those of the pages are two downloads that do not wait for each other. Style is quick; the other
# checks run on one core while tests begin on the other.
test: needs ## Install what is missing, then run every check: lint, types, layer rules, pages and all tests
	@$(MAKE) --no-print-directory -s $(MADE)
	@$(MAKE) --no-print-directory -j2 $(DEV) ui-ready
	@$(MAKE) --no-print-directory -j2 style types layers ui-test units

# Browser tests drive a real browser, power-cut tests record real system calls: without these nothing is skipped.
needs: ## Install what the tests need from the system, if it is missing (FRACAS_NO_INSTALL=1 forbids it)
	@$(NEEDS) venv chromium strace libatomic1

lint: style ui-ready ## Check style and formatting, Python and pages

style: $(DEV)
	$(PY) -m ruff check
	$(PY) -m ruff format --check

# What checks the pages builds them too, so its packages come first.
ui-ready: $(MADE)
	$(PY) tools/ui.py lint build

types: $(DEV) ## Check types (mypy strict)
	$(PY) -m mypy

layers: $(DEV) ## Check who may import whom
	$(VENV)/bin/lint-imports --no-logo

units: needs $(DEV) ui ## Run the tests alone (ARGS='tests/engine -x')
	$(PY) -m pytest $(SHARED) $(ARGS)

browsers: needs $(DEV) ui ## The browser tests in every ruleset and the tutorial's (ARGS='tests/browser/test_phone.py')
	FRACAS_LONG=1 $(PY) -m pytest $(SHARED) $(if $(ARGS),$(ARGS),tests/browser)

test-compiled: needs $(DEV) ui ## Compile the kernel under build/ and run the tests against it (OPT=0..3)
	$(PY) tools/compile.py --opt $(OPT) --jobs $(JOBS) -- -m pytest tests $(SHARED) -p tools.compiled_only -m "not pure" $(ARGS)

soak: needs $(DEV) ui ## The long counts: kills, cuts, collisions, twin worlds, properties, terminal (about an hour; ARGS='tests/server/test_kill.py')
	$(LONG) $(if $(ARGS),$(ARGS),tests/server tests/properties tests/cli)

bots: $(DEV) ## Fights of bots by the hundred: fair must beat easy, and no turn may show a blunder
	$(LONG) $(if $(ARGS),$(ARGS),$(BOTS))

prove: $(READY) ## Blank each rule in turn: some worked example must fail
	$(PY) tools/blank.py $(ARGS)

bench: $(DEV) ## Measure all rulesets and 0.1.0, pure and compiled, against chess, Showdown and others, into bench/results.md
	PYTHONPATH=tools $(PY) -m bench --jobs $(JOBS) $(ARGS)

bench-table: needs $(DEV) ui ## Measure the web table, page and server, also over real sockets beside a bare hub, into bench/table.md
	$(PY) tools/bench_table.py $(ARGS)
	$(PY) tools/bench_sockets.py
	$(PY) tools/bench_servers.py
	$(PY) tools/bench_page.py

docs: $(READY) ## Rewrite the pages that are generated: protocol, server, coverage, options, schemas
	$(PY) tools/docs.py $(ARGS)

site: $(DOCS) ## Build the documentation as pages with search, into build/site
	@$(PY) tools/ui.py install
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet
	@echo "build/site is made; to look at it: $(PY) -m http.server -d build/site"

format: $(DEV) ## Format the code and fix what can be fixed automatically
	$(PY) -m ruff check --fix-only
	$(PY) -m ruff format
	$(PY) tools/ui.py format

lock: ## Choose the newest allowed versions and write the locks
	@"$(PYTHON)" -m venv build/locker
	@build/locker/bin/python -m pip install -qq --disable-pip-version-check uv
	$(LOCK) --upgrade pyproject.toml --extra build --extra dev -o requirements-dev.lock
	$(LOCK) --upgrade pyproject.toml --extra build --constraint requirements-dev.lock -o requirements.lock
	$(LOCK) --upgrade pyproject.toml --extra docs --constraint requirements-dev.lock -o requirements-docs.lock
	$(LOCK) --upgrade web/node.in -o web/node.lock
	$(LOCK) --upgrade bench/peers/peers.in --constraint requirements-dev.lock -o bench/peers/peers.lock
	@! grep -nE '://|^--' requirements*.lock web/node.lock bench/peers/peers.lock || { echo "A lock names a place to download from; it must not" >&2; exit 1; }

clean: ## Remove .venv and everything built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
