# Everything runs inside .venv. The targets set it up and update it when something changed.

VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.installed-run
DEV_STAMP := $(VENV)/.installed-dev
BENCH_STAMP := $(VENV)/.installed-bench
CLUSTER_STAMP := $(VENV)/.installed-cluster
DOCS_STAMP := $(VENV)/.installed-docs
MCP_STAMP := $(VENV)/.installed-mcp
AUDIT_STAMP := $(VENV)/audit/.installed
WHEELS := $(VENV)/wheels
WEB_STAMP := node_modules/.installed
BOARDGAME := tests/scenarios/boardgame
BOARDGAME_STAMP := $(BOARDGAME)/node_modules/.installed
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --strip-extras

# The Python for .venv: PYTHON=… on the command line, or the first one that is new enough.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)

# Some distributions create environments without pip. Then the outer pip installs into .venv.
PIP = $$(if test -x $(BIN)/pip; then echo $(BIN)/python -m pip; \
	else echo $(PYTHON) -m pip --python $(BIN)/python; fi) --disable-pip-version-check
# Three workers on two cores, because many tests wait for a server or a browser.
WORKERS := $(shell $(PYTHON) -c 'import os; print(min(8, (3 * (os.cpu_count() or 1) + 1) // 2))')
PYTEST = $(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal
# Python compiles modules when it imports them. Compiling all packages here would double the time.
INSTALL = $(PIP) install --quiet --no-compile
INSTALL_PINNED = $(BIN)/python -m tools.install $(1) $(PIP) install --no-compile --no-deps --require-hashes -r $(1)

# If the environment forbids bytecode files, every process compiles its imports again, which doubled the
# time of the tests.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help programs setup play quick test long coverage mutation browser torture power simulate explore nodes siege first-minute load bench cluster mcp lengths levels calibration train gpu kernels pictures screens tour art puzzles docs site format lock audit clean

help: ## Show this list
	@echo "Cartagena. Targets:"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

setup: $(DEV_STAMP) ## Set up .venv with everything needed to play, develop and test
	@echo "Ready: $(BIN)/cartagena"

play: $(RUN_STAMP) ## Play in the browser (in the terminal: cartagena play)
	@$(BIN)/cartagena serve --open --log-level warning

quick: $(DEV_STAMP) $(WEB_STAMP) ## Run the checks that take a minute: format, lint, types, layers, fast tests
	@$(BIN)/python -m tools.checks $(PYTEST) -m "not browser and not long and not slow"
	@echo "== the quick checks passed"

test: $(DEV_STAMP) programs $(WEB_STAMP) ## Run every check: format, lint, types, layers, all tests
	@$(BIN)/python -m tools.checks $(PYTEST)
	@echo "== all checks passed"

long: $(DEV_STAMP) programs $(WEB_STAMP) ## Run the tests of which `make test` runs a sample
	@$(PYTEST) -m long

coverage: $(DEV_STAMP) programs $(WEB_STAMP) ## Run the tests and report their coverage (not traced inside the compiled rules)
	@$(PYTEST) --cov --cov-report term

browser: $(DEV_STAMP) programs $(WEB_STAMP) ## Test the browser client in full, in every language and in Firefox, and measure its frame rate
	@$(BIN)/python -m tools.system_packages Firefox
	@$(PYTEST) tests/web -m "browser or not long"
	@$(BIN)/python -m tests.web.smoothness

local: $(DEV_STAMP) $(WEB_STAMP) ## Compare 10,000 positions of local tables in the browser with those of the server
	@mkdir -p build
	@$(BIN)/python -m tests.web.local.reference build/local-tables.jsonl --positions 10000
	@node tests/web/local/compare.mjs build/local-tables.jsonl

torture: $(DEV_STAMP) programs ## Kill table servers 200 times on each database during games
	@$(BIN)/python -m tests.scenarios.torture

power: $(DEV_STAMP) ## Let the power fail after every write of SQLite, and open what is left
	@$(BIN)/python -m tests.power --events 1000

mutation: $(DEV_STAMP) ## Change the rules and the tables in 500 ways each, and count what the tests notice (takes hours)
	@$(BIN)/python -m tools.mutation rules
	@$(BIN)/python -m tools.mutation tables

SEEDS ?= 10000
simulate: $(DEV_STAMP) ## Simulate three nodes, a database and twenty clients for 10,000 seeds (SEEDS=100000 for more)
	@$(BIN)/python -m tests.simulation 1 $(SEEDS)

DEPTH ?= 5
explore: $(DEV_STAMP) ## Explore all tables that two players, a stranger and the server reach in five steps (DEPTH=6 for more)
	@$(BIN)/python -m tests.exploration --depth $(DEPTH)

EXAMPLES ?= 200
nodes: $(DEV_STAMP) programs ## Try sequences of requests of several people at two nodes (EXAMPLES=1000 for more)
	@$(BIN)/python -m tests.scenarios.two_nodes --examples $(EXAMPLES)

siege: $(DEV_STAMP) ## Attack a table server from one address while 20 tables play from others
	@$(BIN)/python -m tests.scenarios.siege

first-minute: $(DEV_STAMP) programs ## Measure the time from make play in a fresh clone to the player's first turn
	@$(BIN)/python -m tests.scenarios.first_minute
	@$(BIN)/python -m tests.scenarios.first_minute --busy

load: $(DEV_STAMP) programs $(BOARDGAME_STAMP) ## Measure a table server with 1000 tables and 5000 streams, compared with boardgame.io
	@$(BIN)/python -m tests.scenarios.load --beside 3 --most
	@$(BIN)/python -m tests.scenarios.load --postgresql

bench: $(RUN_STAMP) $(BENCH_STAMP) ## Measure the speed of the rules on one core
	@$(BIN)/cartagena bench

lengths: $(RUN_STAMP) ## Play 10,000 random games of every preset and write docs/lengths.md
	@$(BIN)/python -m cartagena.lab.bench.lengths docs/lengths.md

levels: $(DEV_STAMP) ## Let the bot levels play each other and write the table in docs/bots.md (takes an hour or two)
	@$(BIN)/python -m tools.levels

calibration: $(DEV_STAMP) ## Compare the chances of analyses with the results of the legend's games and write docs/analysis.md (takes an hour)
	@$(BIN)/python -m tools.calibration_games build/calibration/games.jsonl
	@$(BIN)/python -m tools.calibration --fit

train: $(DEV_STAMP) ## Learn to play Jamaica from scratch and write build/training.html (takes a few minutes)
	@$(BIN)/python -m tools.train

gpu: $(RUN_STAMP) ## Compare the rules on a CUDA GPU with the CPU (needs the extra gpu)
	@$(BIN)/python -m cartagena.lab.bench.gpu

pictures: $(RUN_STAMP) ## Redraw the pictures of the documentation
	@$(BIN)/python -m tools.pictures

screens: $(DEV_STAMP) programs ## Retake the screenshots of the browser client for the documentation
	@$(BIN)/python -m tests.web.screenshots

tour: $(DEV_STAMP) programs ## Play as a newcomer in five window sizes, count presses and seconds, and take pictures of every screen at seven sizes
	@$(BIN)/python -m tests.web.tour

art: $(DEV_STAMP) ## Regenerate the drawings, icons, lessons, examples, catalogues and types of the browser client
	@$(BIN)/python -m tools.art
	@$(BIN)/python -m tools.icons
	@$(BIN)/python -m tools.sounds
	@$(BIN)/python -m tools.previews
	@$(BIN)/python -m tools.lessons
	@$(BIN)/python -m tools.worked_examples
	@$(BIN)/python -m tools.catalogues
	@$(BIN)/python -m tools.catalogue_fixture
	@$(BIN)/python -m tools.client_types
	@$(BIN)/python -m tools.translate

puzzles: $(DEV_STAMP) ## Find new puzzles in games of bots (takes a few minutes)
	@$(BIN)/python -m tools.puzzles

docs: $(RUN_STAMP) $(DOCS_STAMP) ## Build the documentation site in build/site and fail on dead links
	@$(BIN)/python -m tools.docs_site

site: docs ## Build the browser client for static hosts in build/web, with the documentation
	@$(BIN)/python -m tools.static_site

cluster: $(DEV_STAMP) $(CLUSTER_STAMP) ## Install Ray and play an arena on it
	@$(BIN)/pytest tests/lab/arena/test_workers_on_ray.py

mcp: $(DEV_STAMP) $(MCP_STAMP) ## Install what `cartagena mcp` needs and let an MCP client play
	@$(BIN)/pytest tests/cli/test_mcp.py

format: $(DEV_STAMP) ## Format the code and fix what the linter can
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix
	@if test -x node_modules/.bin/biome; then node_modules/.bin/biome check --write; fi

kernels: $(DEV_STAMP) ## Compile the rules and bots for all platforms and browsers, after a change of their sources
	@$(BIN)/python -m tools.kernels

lock: $(DEV_STAMP) ## Pin the newest versions in requirements/
	$(LOCK) --upgrade pyproject.toml requirements/build.in --extra server -o requirements/run.txt
	$(LOCK) --upgrade pyproject.toml requirements/build.in -c requirements/run.txt --extra dev -o requirements/dev.txt
	$(LOCK) --upgrade pyproject.toml requirements/build.in -c requirements/run.txt -c requirements/dev.txt --extra postgres -o requirements/server.txt
	$(LOCK) --upgrade requirements/audit.in -o requirements/audit.txt
	$(LOCK) --upgrade pyproject.toml -c requirements/run.txt --extra bench -o requirements/bench.txt
	$(LOCK) --upgrade pyproject.toml -c requirements/run.txt --extra cluster -o requirements/cluster.txt
	$(LOCK) --upgrade pyproject.toml -c requirements/run.txt -c requirements/dev.txt --extra mcp -o requirements/mcp.txt
	$(LOCK) --upgrade pyproject.toml -c requirements/run.txt --extra docs -o requirements/docs.txt

audit: $(AUDIT_STAMP) ## Check the pinned packages for known vulnerabilities (needs the network)
	@for file in run dev server docs mcp cluster bench; do \
		echo "== requirements/$$file.txt"; \
		$(VENV)/audit/bin/pip-audit --disable-pip --require-hashes -r requirements/$$file.txt || exit 1; \
	done

clean: ## Remove .venv, caches and reports
	rm -rf $(VENV) .coverage .coverage.* htmlcov build dist .hypothesis
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || { \
		echo "Cartagena needs Python 3.11 or newer. Choose one with: make PYTHON=/path/to/python3" >&2; \
		exit 1; }
	@echo "Creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 \
		|| { rm -rf $(VENV); $(PYTHON) -m pip --version >/dev/null 2>&1 \
			&& $(PYTHON) -m venv --without-pip $(VENV); } \
		|| { rm -rf $(VENV); \
			echo "$(PYTHON) cannot create a virtual environment. Install its venv module (on Debian and Ubuntu: apt install python3-venv) and try again." >&2; \
			exit 1; }

$(RUN_STAMP): requirements/run.txt pyproject.toml | $(BIN)/python
	@echo "Installing the packages to run Cartagena (requirements/run.txt)"
	@$(call INSTALL_PINNED,requirements/run.txt)
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(DEV_STAMP): requirements/dev.txt $(RUN_STAMP) | $(BIN)/python
	@echo "Installing the packages for the checks (requirements/dev.txt)"
	@$(call INSTALL_PINNED,requirements/dev.txt)
	@echo "Downloading the wheels of requirements/run.txt for the test of the package"
	@rm -rf $(WHEELS)
	@$(PIP) download --quiet --no-deps --require-hashes --only-binary :all: -r requirements/run.txt -d $(WHEELS)
	@touch $@

# Install Chromium, PostgreSQL, nginx and npm before any test begins.
programs: | $(BIN)/python
	@$(BIN)/python -m tools.system_packages

# The packages that check the browser client. The client itself has no dependencies.
$(WEB_STAMP): package-lock.json | programs
	@echo "Installing the packages that check the browser client (package-lock.json)"
	@npm ci --silent --no-audit --no-fund --ignore-scripts && touch $@ \
		|| echo "Not available: skipping some checks of the browser client."

# The boardgame.io server that ours is compared with.
$(BOARDGAME_STAMP): $(BOARDGAME)/package-lock.json | programs
	@echo "Installing the boardgame.io server for the comparison ($(BOARDGAME)/package-lock.json)"
	@npm ci --silent --no-audit --no-fund --ignore-scripts --prefix $(BOARDGAME) && touch $@ \
		|| echo "Not available: skipping the comparison."

# The packages that Cartagena is compared with. They are not available for every machine.
$(BENCH_STAMP): requirements/bench.txt $(RUN_STAMP) | $(BIN)/python
	@echo "Installing the packages for the comparison (requirements/bench.txt)"
	@$(INSTALL) --no-deps --require-hashes --only-binary :all: -r requirements/bench.txt && touch $@ \
		|| echo "Not available: skipping the comparison."

# Ray, for arenas on many machines. It is too large to install by default.
$(CLUSTER_STAMP): requirements/cluster.txt $(RUN_STAMP) | $(BIN)/python
	@echo "Installing the packages for a cluster (requirements/cluster.txt)"
	@$(INSTALL) --no-deps --require-hashes --only-binary :all: -r requirements/cluster.txt
	@touch $@

# The seat for a language model.
$(MCP_STAMP): requirements/mcp.txt $(RUN_STAMP) | $(BIN)/python
	@echo "Installing the packages for a language model's seat (requirements/mcp.txt)"
	@$(INSTALL) --no-deps --require-hashes --only-binary :all: -r requirements/mcp.txt
	@touch $@

# The auditor, in an environment of its own.
$(AUDIT_STAMP): requirements/audit.txt | $(BIN)/python
	@$(PYTHON) -m venv $(VENV)/audit
	@$(VENV)/audit/bin/pip install --quiet --no-deps --require-hashes -r requirements/audit.txt
	@touch $@

# The generator of the documentation site.
$(DOCS_STAMP): requirements/docs.txt $(RUN_STAMP) | $(BIN)/python
	@echo "Installing the packages for the documentation site (requirements/docs.txt)"
	@$(INSTALL) --no-deps --require-hashes -r requirements/docs.txt
	@touch $@
