# Everything here works on a machine with python3 (3.11 or newer, with venv) and make.
# `make play` and `make test` set up what they need first.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
MANIFESTS := $(wildcard core/pyproject.toml plugins/*/pyproject.toml examples/brook/pyproject.toml)
MEMBERS := $(patsubst %/pyproject.toml,%,$(MANIFESTS))
# What a player has no use for.
EXTRAS := plugins/arena plugins/journal
PINS := $(VENV)/pins.txt
# Where the systems that `make bench` compares with are installed; outside the tree, and only if wanted.
PEERS ?= ../peers
# One set of arguments, two installers: uv where it is at hand, pip everywhere.
UV := $(shell command -v uv 2>/dev/null)
INSTALL = $(if $(UV),$(UV) pip install --python $(PY),$(PY) -m pip install --disable-pip-version-check) --quiet --constraint $(PINS)

.DEFAULT_GOAL := help
.PHONY: help play games install test lint format type docs schemas schemas-write bench soak wheels pins clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.player  ## play Octopus in the terminal; without a terminal, watch two bots play it
	@if test -t 0 && test -t 1; \
	then $(VENV)/bin/tileyard play octopus --players 2 --bots human,greedy; \
	else $(VENV)/bin/tileyard watch octopus --players 2 --bots greedy,random; fi

games: $(VENV)/.player  ## set up .venv for playing: the core and the games, and list them
	@$(VENV)/bin/tileyard games

install: $(VENV)/.developer  ## set up .venv for developing: every workspace member, editable, and the tools

test: install  ## run the whole suite
	$(PY) -m pytest -n 2 $(ARGS)

lint: install  ## ruff and the import contracts
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/lint-imports

format: install  ## sort, fix and format
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format

type: install  ## pyright, strict
	$(VENV)/bin/pyright --pythonpath $(PY)

docs: install  ## build the pages into docs/_build/html, warnings are errors
	$(PY) -m sphinx -W -n --keep-going -q -b html docs docs/_build/html

schemas: install  ## fail if the committed schemas are not those of the code
	$(VENV)/bin/tileyard schema --out schemas --check

schemas-write: install  ## write the schemas of the code
	$(VENV)/bin/tileyard schema --out schemas

bench: install  ## print the ratios against hand-written loops, and against the systems installed in PEERS
	$(PY) tests/benchmarks/run.py $(ARGS)
	$(PY) tests/benchmarks/peers/run.py --peers $(PEERS) $(ARGS)

soak: install  ## 10,000 random games of each game, then the suite with many more examples; takes hours
	$(PY) tests/soak/run.py $(GAMES)
	$(PY) -m pytest -n 2 --hypothesis-profile=soak $(ARGS)

wheels: install  ## build every member's wheel into dist/
	rm -rf dist
	for member in $(MEMBERS); do $(PY) -m build --wheel --no-isolation --outdir dist $$member || exit 1; done

pins: install  ## print the versions now installed, for constraint-dependencies in pyproject.toml
	$(PY) -m pip freeze --exclude-editable

clean:  ## remove what was set up or built
	rm -rf $(VENV) dist docs/_build .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage htmlcov

$(PINS): pyproject.toml
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@$(PY) -c 'import sys; sys.exit("Tileyard needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["tool"]["uv"]["constraint-dependencies"], sep="\n")' > $@.new
	$(if $(UV),,$(PY) -m pip install --disable-pip-version-check --quiet --constraint $@.new --upgrade "pip>=25.1")
	mv $@.new $@

# What playing needs: the core and the games. The build backend comes first and pinned, so no build downloads its own.
$(VENV)/.player: $(PINS) $(MANIFESTS)
	$(INSTALL) --group build
	$(INSTALL) --no-build-isolation $(addprefix --editable ,$(filter-out $(EXTRAS),$(MEMBERS)))
	touch $@

$(VENV)/.developer: $(VENV)/.player
	$(INSTALL) --no-build-isolation $(addprefix --editable ,$(EXTRAS))
	$(INSTALL) --group dev --group docs --group bench
	touch $@
