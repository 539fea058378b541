# Two commands do everything: `make serve` starts a server with something to see, `make test` checks all.
# Versions are pinned in requirements.lock; `make lock` renews them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 7421
DATA ?= data
TOGETHER ?= auto

# Where modules are compiled in place on install: a change of one of them installs again.
COMPILED := $(shell git ls-files 'games/infoset_games/*.py' 'protocol/infoset_protocol/*.py' \
	'server/infoset_server/*.py' 'bots/infoset_bots/*.py' 2>/dev/null)

# pip reads these for what is installed and for what builds it (older and newer pip in turn).
export PIP_CONSTRAINT := $(CURDIR)/requirements.lock
export PIP_BUILD_CONSTRAINT := $(CURDIR)/requirements.lock
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo-polyglot serve play screenshots test lint types imports unit uncompiled pure-rules bench docs sdk page-screenshots lock clean

serve: $(VENV)/installed
	$(BIN)/infoset serve --demo --port $(PORT) --data $(DATA)

# The window for people; it can start a server of its own.
play: $(VENV)/installed
	$(BIN)/python -c 'import pygame' 2>/dev/null || $(BIN)/pip install -q -e '.[gui]'
	$(BIN)/infoset play

# Every screen of the window in both themes and three sizes; fails where a text is not as it should be.
screenshots: $(VENV)/installed-dev
	$(BIN)/python -m infoset_gui.gallery build/screenshots

# Everything that CI checks.
test: lint types imports unit uncompiled

lint: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/codespell

types: $(VENV)/installed-dev
	$(BIN)/mypy
	$(BIN)/basedpyright

imports: $(VENV)/installed-dev
	$(BIN)/lint-imports

unit: $(VENV)/installed-dev
	-bash tests/tools/postgresql.sh
	-bash tests/tools/faketime.sh
	-bash tests/tools/strace.sh
	-bash tests/tools/chromium.sh
	-bash tests/tools/bubblewrap.sh
	$(BIN)/python -m pytest -q -n $(TOGETHER)

# Again without the compiled form: one source, two ways to run it. What has no compiled form of its own
# (or, of the two larger games, takes long without it) is not run again. `pure-rules` is the rules alone.
ALIKE := $(addprefix --ignore tests/server/,store accounts console hosted ladder tournaments) \
	$(addprefix --ignore tests/games/,brackets catan crossfire tournaments)
uncompiled: $(VENV)/installed-dev
	$(BIN)/python tests/tools/uncompiled.py -q -n $(TOGETHER) tests/games tests/protocol tests/server \
		tests/bots/search $(ALIKE)

pure-rules: $(VENV)/installed-dev
	$(BIN)/python tests/tools/uncompiled.py -q tests/games

bench: $(VENV)/installed-dev
	$(BIN)/pip install -q -e '.[bench]'
	for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

# A mixed night: for each game a match between programs in as many languages as are installed.
demo-polyglot: $(VENV)/installed
	$(BIN)/python benchmarks/polyglot.py

# Rewrites what is generated and committed; `git diff` shows what it changed.
docs: $(VENV)/installed-dev
	$(BIN)/python protocol/tools/publish.py
	$(BIN)/python -c "from infoset_server.config import *; print(reference_page(), end='')" > docs/configuration.md

# The generated parts of the SDKs in all languages, from the schemas that `docs` has written.
sdk: docs
	$(BIN)/python clients/sdk/generate.py

# Every view of the page in both themes and four sizes, to be looked at.
page-screenshots: $(VENV)/installed-dev
	-bash tests/tools/chromium.sh
	$(BIN)/python -m tests.page.screenshots build/page

lock: $(VENV)/installed-dev
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile --upgrade --universal --python-version 3.11 --all-extras --no-header \
		--no-annotate --no-emit-index-url --quiet --output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find protocol games clients bots server -name '*.so' -delete

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml requirements.lock hatch_build.py $(COMPILED)
	$(BIN)/pip install -q -e .
	touch $@

$(VENV)/installed-dev: $(VENV)/bin/python pyproject.toml requirements.lock hatch_build.py $(COMPILED)
	$(BIN)/pip install -q -e '.[dev]'
	touch $(VENV)/installed $@
