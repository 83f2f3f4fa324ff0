# Everything a person or a machine does with Fracas starts here. Needs only make and python3 (3.11 or newer, with venv).

PYTHON ?= python3
ARGS ?=
SCENARIO ?= crisis_mode/first-duel
JOBS ?= 2
PORT ?= 8123
LAN ?=
OPT ?= 2

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.stamp

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup needs play serve ui ui-test ui-types screenshots test lint types layers units test-compiled soak prove bench bench-table docs format lock clean

help: ## List what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## Install everything into .venv (the other targets do this by themselves)

# The stamp is older than its sources only after a lock or pyproject change, so every other run starts at once.
$(READY): requirements.lock pyproject.toml
	@command -v "$(PYTHON)" >/dev/null || { echo "Fracas needs Python 3.11 or newer, and there is no $(PYTHON) here. Name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Fracas needs Python 3.11 or newer, and $(PYTHON) is $$("$(PYTHON)" --version 2>&1). Name another: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' || { echo "This Python cannot make virtual environments: install its venv package (python3-venv on Debian and Ubuntu)." >&2; exit 1; }
	@echo "Setting up $(VENV), once ..."
	@"$(PYTHON)" -m venv $(VENV)
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@$(PY) -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

play: $(READY) ## Play an encounter in the terminal (SCENARIO=crisis_3d6/bar-brawl ARGS='--bots --plain --seed 1')
	@$(VENV)/bin/fracas play $(SCENARIO) $(ARGS)

serve: $(READY) ui ## Serve the web table (PORT=8123, LAN=1 for the phones in the room, ARGS='--data DIR')
	@$(VENV)/bin/fracas serve --port $(PORT) $(if $(LAN),--lan) $(ARGS)

ui: $(READY) ## Build the pages of the web table into the package, where they changed
	@$(PY) tools/ui.py build

ui-test: $(READY) ## Check the pages: types and component tests
	$(PY) tools/ui.py test

screenshots: $(READY) ui ## Pictures of every page and state, both widths and themes, into build/screens
	$(PY) tools/screens.py $(ARGS)

ui-types: $(READY) ## TypeScript types of the server's messages, anew from its OpenAPI document
	$(PY) tools/ui.py types

test: needs lint types layers ui-test units ## Run every check: lint, types, layer rules, pages and all tests

# Browser tests drive a real browser, power-cut tests record real system calls: without these nothing is skipped.
needs:
	@command -v "$${FRACAS_CHROMIUM:-chromium}" >/dev/null || command -v google-chrome >/dev/null || { echo "The tests need Chromium: apt-get install chromium, or name one with FRACAS_CHROMIUM=/path/to/it" >&2; exit 1; }
	@command -v strace >/dev/null || { echo "The tests need strace: apt-get install strace" >&2; exit 1; }

lint: $(READY) ## Check style and formatting
	$(PY) -m ruff check
	$(PY) -m ruff format --check

types: $(READY) ## Check types (mypy strict)
	$(PY) -m mypy

layers: $(READY) ## Check who may import whom
	$(VENV)/bin/lint-imports --no-logo

units: $(READY) ui ## Run the tests alone (ARGS='tests/engine -x')
	$(PY) -m pytest -n $(JOBS) $(ARGS)

test-compiled: $(READY) ## Compile the kernel under build/ and run the tests against it (OPT=0..3)
	$(PY) tools/compile.py --opt $(OPT) --jobs $(JOBS) -- -m pytest tests -n $(JOBS) -p tools.compiled_only -m "not pure" $(ARGS)

soak: $(READY) ui ## The long counts: kills, cuts, collisions, twin worlds, properties (hours; ARGS='tests/server/test_kill.py')
	FRACAS_LONG=1 $(PY) tools/compile.py --opt $(OPT) --jobs $(JOBS) -- -m pytest -n $(JOBS) -p tools.compiled_only -m "not pure" $(if $(ARGS),$(ARGS),tests/server tests/properties)

prove: $(READY) ## Blank each rule in turn: some worked example must notice
	$(PY) tools/blank.py $(ARGS)

bench: $(READY) ## Measure random play, pure and compiled, into bench/results.md
	$(PY) tools/compile.py --opt 3 --whole --into build/fast
	$(PY) tools/bench.py $(ARGS)

bench-table: $(READY) ui ## Measure the web table with 60 combatants on 60 by 60 squares, page and server, into bench/table.md
	$(PY) tools/bench_page.py
	$(PY) tools/bench_table.py $(ARGS)

docs: $(READY) ## Make the pages anew that are made, not written: protocol, server, coverage, options, schemas
	$(PY) tools/docs.py $(ARGS)

format: $(READY) ## Format the code and fix what can be fixed by itself
	$(PY) -m ruff check --fix-only
	$(PY) -m ruff format

lock: ## Choose the newest allowed versions anew and write requirements.lock
	@"$(PYTHON)" -m venv build/locker
	@build/locker/bin/python -m pip install -qq --disable-pip-version-check uv
	build/locker/bin/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --upgrade \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet -o requirements.lock
	build/locker/bin/uv pip compile web/node.in --universal --python-version 3.11 --generate-hashes --upgrade \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet -o web/node.lock
	@! grep -nE '://|^--' requirements.lock web/node.lock || { echo "requirements.lock names a place to download from; it must not" >&2; exit 1; }

clean: ## Remove .venv and everything built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
