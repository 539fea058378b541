# Two commands do everything: `make serve` starts a server with something to see, `make test` checks all.
# Versions and hashes of all that is installed are in requirements/; `make lock` renews them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 7421
DATA ?= data
# The first of the thousand seeds with which a cluster is simulated: CI's, and a thousand for each day.
FIRST ?= 0
TODAY := $(shell date -u +%Y%j)
# Tests that run at once: twice as many as there are processors, since many wait for programs they have started, or for
# a time to pass. With one more than processors a fifth of both was idle.
TOGETHER ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')

# Where modules are compiled in place on install: a change of one of them installs again.
COMPILED := $(shell git ls-files 'games/infoset_games/*.py' 'protocol/infoset_protocol/*.py' \
	'server/infoset_server/*.py' 'bots/infoset_bots/*.py' 2>/dev/null)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start programs by the hundred: each would compile its sources again, a third of a server's start.
unexport PYTHONDONTWRITEBYTECODE
# Nothing is installed but what the lock names, and no file of it but those whose hashes it knows.
LOCKED := $(BIN)/pip install -q --require-hashes
# A server imports few of the modules of its libraries: those are compiled to bytecode when it first does, not all
# of them on install, which takes two fifths of it.
UNREAD := $(LOCKED) --no-compile
# Our own code, built with what the lock has installed. The wheel first, because pip keeps to itself how far the
# compiler has come; what a wheel in dist/ has compiled of this source is taken from it.
WHEEL := $(BIN)/hatchling build -t wheel
OURS := $(BIN)/pip install -q --no-build-isolation --no-deps -e .

# Two terminals may both begin with `make`.
INSTALLING := $(VENV)/bin/python server/tools/installing.py
UP_TO_DATE := $(INSTALLING) alone $(MAKE) --no-print-directory $(VENV)/installed
SERVE := $(BIN)/infoset serve --demo --port $(PORT) --data $(DATA)

.PHONY: uncompiled-install site changelog cluster demo-polyglot serve play screenshots test lint types imports unit uncompiled pure-rules seeds seeds-of-today bench bench-quick docs sdk page-screenshots lock wheel local-libraries own-wheel keep-release release-check clean

# The first time, you wait for what is downloaded alone: a server runs while the compiler works, and makes way at once.
serve: $(VENV)/bin/python
	@test -e $(VENV)/installed || { $(UNREAD) -r requirements/build.lock && $(INSTALLING) serve \
		--compile 'env INFOSET_COMPILED=1 $(WHEEL)' --prepare '$(MAKE) --no-print-directory uncompiled-install' \
		--serve '$(SERVE) --set times.shutdown_grace_s=0' --install '$(OURS)'; }
	@$(UP_TO_DATE)
	$(SERVE)

uncompiled-install: local-libraries
	INFOSET_PURE=1 $(OURS)

# A wheel for this system and this Python, in dist/.
wheel: $(VENV)/installed
	$(WHEEL)

# The window for people; it can start a server of its own.
play: $(VENV)/bin/python
	@$(UP_TO_DATE)
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
	bash tests/tools/programs.sh
	$(BIN)/python -m pytest $(MANY)

# Each artefact of a release as strangers get it: fetches and installs a lot, and takes a quarter of an hour.
release-check: $(VENV)/installed-dev
	$(BIN)/python -m pytest -q -s tests/release/check_*.py

# Version N of the changelog from the fragments in changes/: `make changelog VERSION=0.2.0`.
changelog: $(VENV)/bin/python
	$(BIN)/python changes/gather.py $(VERSION)

# What a server of this version stores, kept so that later ones are held to read it.
keep-release: $(VENV)/installed-dev
	$(BIN)/python -m tests.released.keep

# Again without the compiled form: one source, two ways to run it. What has no compiled form of its own
# (or, of the two larger games, takes long without it) is not run again: nor what measures how well a bot
# plays or how often what is said comes true, nor the guide's example. `pure-rules` is the rules alone.
ALIKE := $(addprefix --ignore tests/server/,accounts admin bus commands contests http storage uploads) \
	$(addprefix --ignore tests/server/,compute/test_pool.py network/test_tls.py programs/sandbox) \
	$(addprefix --ignore tests/games/,catan contests crossfire test_new_game_doc.py) \
	--ignore tests/bots/search/test_strength.py -k 'not (search and crossfire) and not comes_true_as_often'
uncompiled: $(VENV)/installed-dev
	$(BIN)/python tests/tools/uncompiled.py $(MANY) tests/games tests/protocol tests/server \
		tests/bots/search $(ALIKE)

pure-rules: $(VENV)/installed-dev
	$(BIN)/python tests/tools/uncompiled.py -q tests/games

# Evenings of a simulated cluster under faults, half of them with all matches at the hall: two thousand, two hundred with
# a ladder, and a hundred with a tournament. CI's second half.
seeds: $(VENV)/installed-dev
	$(MAKE) --no-print-directory -j 2 seeds-hall seeds-even
seeds-%:
	$(BIN)/python -m tests.simulated.simulate --first $(FIRST) --seeds 1000 --place $*
	$(BIN)/python -m tests.simulated.simulate --first $(FIRST) --seeds 100 --place $* --ladder
	$(BIN)/python -m tests.simulated.simulate --first $(FIRST) --seeds 50 --place $* --tournament

# As many that are nobody's yet: other ones each day. A fault that one evening in a thousand shows is found by these.
seeds-of-today: $(VENV)/installed-dev
	$(MAKE) --no-print-directory seeds FIRST=$(TODAY)000

bench: $(VENV)/installed-dev
	for file in $(filter-out benchmarks/quick.py benchmarks/ratios.py,$(wildcard benchmarks/*.py)); do echo "== $$file"; $(BIN)/python $$file || exit 1; done

# All promised ratios within five minutes, and which are worse than in benchmarks/ratios.json.
bench-quick: $(VENV)/installed-dev
	$(BIN)/python benchmarks/quick.py

# A cluster on this machine, with PostgreSQL and NATS of its own: matches go on while servers are killed.
# STAY=1 leaves it running until Ctrl-C.
cluster: $(VENV)/installed-dev
	$(BIN)/python -m tests.faults.cluster_demo $(if $(STAY),--stay)

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
	bash tests/tools/programs.sh chromium
	$(BIN)/python -m tests.page.screenshots build/page

# The documents as a web site, in build/site. It needs no network.
site: $(VENV)/libraries
	$(BIN)/python docs/site/build_site.py

# The others hold what `all` does, or less of it.
COMPILE = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --quiet
BUILDERS = import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['build'], sep='\n')
lock: $(VENV)/installed-dev
	$(BIN)/pip install -q uv
	$(COMPILE) pyproject.toml --upgrade --all-extras --output-file requirements/all.lock
	$(COMPILE) pyproject.toml --constraint requirements/all.lock --extra build --extra play --extra server --output-file requirements/local.lock
	$(COMPILE) pyproject.toml --constraint requirements/all.lock --extra build --extra server --output-file requirements/server.lock
	$(BIN)/python -c "$(BUILDERS)" | $(COMPILE) - --constraint requirements/all.lock --output-file requirements/build.lock

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find protocol games clients bots server -name '*.so' -delete

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# What compiles comes first: while it translates to C, which takes one processor, another installs all else.
$(VENV)/installed: $(VENV)/bin/python pyproject.toml requirements/build.lock requirements/local.lock hatch_build.py $(COMPILED)
	$(UNREAD) -r requirements/build.lock
	$(MAKE) --no-print-directory -j 2 local-libraries own-wheel
	$(OURS)
	@ls games/*.so >/dev/null 2>&1 || echo 'NOT COMPILED, so searches are slow: `$(OURS) -v` says why'
	touch $@

local-libraries:
	$(UNREAD) -r requirements/local.lock
own-wheel:
	$(WHEEL)

# All that the tools for the source need. Extensions that were there are gone then.
# What has to be built is built with what `local` has: what pip would fetch for that, no lock would name.
$(VENV)/libraries: $(VENV)/bin/python pyproject.toml requirements/local.lock requirements/all.lock
	$(LOCKED) -r requirements/local.lock
	$(LOCKED) --no-build-isolation -r requirements/all.lock
	INFOSET_PURE=1 $(OURS)
	rm -f $(VENV)/installed
	touch $@

$(VENV)/installed-dev: $(VENV)/libraries hatch_build.py $(COMPILED)
	$(WHEEL)
	$(OURS)
	touch $(VENV)/installed $@
