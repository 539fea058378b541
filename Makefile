# Two commands do everything: `make serve` starts a server with something to see, `make test` checks all.
# Versions are pinned in requirements.lock; `make lock` renews them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 7421
DATA ?= data
# Tests that run at once: one more than there are processors, since many wait for programs they have started.
TOGETHER ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

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

# The window for people; it can start a server of its own. What the extra `gui` adds is installed by its name:
# with the extra, everything would be compiled a second time.
play: $(VENV)/installed
	$(BIN)/python -c 'import pygame' 2>/dev/null || $(BIN)/pip install -q pygame-ce
	$(BIN)/infoset play

# Every screen of the window in both themes and three sizes; fails where a text is not as it should be.
screenshots: $(VENV)/installed-dev
	$(BIN)/python -m infoset_gui.gallery build/screenshots

# Everything that CI checks. What only reads the source runs beside the compiler and the tests; what it has
# to say comes last.
test: lint
	@mkdir -p build
	@nice -n 10 $(MAKE) imports types >build/reading.log 2>&1 & reading=$$!; \
	$(MAKE) unit uncompiled; failed=$$?; \
	wait $$reading || failed=1; cat build/reading.log; exit $$failed

lint: $(VENV)/libraries
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/codespell

types: $(VENV)/libraries
	$(BIN)/mypy
	$(BIN)/basedpyright

imports: $(VENV)/libraries
	$(BIN)/lint-imports

# Who has nothing left to do takes from whoever has most: neighbours, which share what they start, stay together.
MANY := -q -n $(TOGETHER) --dist worksteal --durations 25
unit: $(VENV)/installed-dev
	-bash tests/tools/postgresql.sh
	-bash tests/tools/faketime.sh
	-bash tests/tools/strace.sh
	-bash tests/tools/chromium.sh
	-bash tests/tools/bubblewrap.sh
	$(BIN)/python -m pytest $(MANY)

# Again without the compiled form: one source, two ways to run it. What has no compiled form of its own
# (or, of the two larger games, takes long without it) is not run again: nor what measures how well a bot
# plays, nor the guide's example. `pure-rules` is the rules alone.
ALIKE := $(addprefix --ignore tests/server/,accounts admin bus commands contests http storage uploads) \
	$(addprefix --ignore tests/server/,compute/test_pool.py network/test_tls.py programs/sandbox) \
	$(addprefix --ignore tests/games/,catan contests crossfire test_new_game_doc.py) \
	--ignore tests/bots/search/test_strength.py -k 'not (search and crossfire)'
uncompiled: $(VENV)/installed-dev
	$(BIN)/python tests/tools/uncompiled.py $(MANY) tests/games tests/protocol tests/server \
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
	$(BIN)/python protocol/tools/freeze.py
	$(BIN)/python -c "from infoset_server.config import *; print(reference_page(), end='')" > docs/configuration.md
	$(BIN)/python -m infoset_server.commands.routes docs

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
	@ls games/*.so >/dev/null 2>&1 || echo 'NOT COMPILED, so searches are slow: `$(BIN)/pip install -v -e .` says why'
	touch $@

# All that the tools for the source need. Extensions that were there are gone then.
$(VENV)/libraries: $(VENV)/bin/python pyproject.toml requirements.lock
	INFOSET_PURE=1 $(BIN)/pip install -q -e '.[build,dev]'
	rm -f $(VENV)/installed
	touch $@

$(VENV)/installed-dev: $(VENV)/libraries hatch_build.py $(COMPILED)
	$(BIN)/pip install -q --no-build-isolation --no-deps -e .
	touch $(VENV)/installed $@
