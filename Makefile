# Everything sets itself up: Python 3.11 or later with pip, and make, are enough.
#
#   make demo      a whole game by bots, with the explained score sheet
#   make test      all tests

PYTHON ?= python3
VENV   ?= .venv
RUN    := $(VENV)/bin/python
PIP    := $(RUN) -m pip --disable-pip-version-check --quiet
JOBS   ?= auto

export PIP_DISABLE_PIP_VERSION_CHECK = 1
export NO_MKDOCS_2_WARNING = 1

.DEFAULT_GOAL := help
.PHONY: help demo play test lint format types pages docs examples bench soak search planted agree changes wheel house-rules fuzz mutate check clean

help:            ## show these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1@\2/p' $(MAKEFILE_LIST) | awk -F@ '{printf "%-20s%s\n", $$1, $$2}'

$(RUN):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3"; exit 1; }
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 \
	  || { rm -rf $(VENV); $(PYTHON) -m venv --without-pip $(VENV) \
	       && $(PYTHON) -m pip --quiet --python $(RUN) install pip; }

# Two stamps: playing needs little, developing needs all.
$(VENV)/ready-to-play: pyproject.toml | $(RUN)
	@echo "Installing the library and its command line …"
	@$(PIP) install -e '.[cli]'
	@touch $@

$(VENV)/ready-to-develop: pyproject.toml | $(RUN)
	@echo "Installing the library and the tools of its developers …"
	@$(PIP) install -e '.[dev]'
	@touch $@ $(VENV)/ready-to-play

demo: $(VENV)/ready-to-play       ## a whole game by bots, with the explained score sheet
	@$(RUN) examples/bot_game.py

play: $(VENV)/ready-to-play       ## play against bots in the terminal
	@$(RUN) -m carcassonne play

test: $(VENV)/ready-to-develop    ## all tests (ARGS="tests/read -k faces" for some of them)
	$(RUN) -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

lint: $(VENV)/ready-to-develop    ## ruff: likely faults, names, imports, docstrings
	$(RUN) -m ruff check .

format: $(VENV)/ready-to-develop  ## let ruff repair what it can, and put the code in form
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

types: $(VENV)/ready-to-develop   ## mypy, strict
	$(RUN) -m mypy

pages: $(VENV)/ready-to-develop   ## write the words of the language into docs/words.md and docs/expansions.md
	$(RUN) docs/generate.py

docs: $(VENV)/ready-to-develop    ## build the documentation in site/
	$(RUN) -m mkdocs --quiet build --strict

examples: $(VENV)/ready-to-develop  ## run every program in examples/
	@for program in examples/*.py; do \
	  echo "$$program"; $(RUN) $$program > $(VENV)/example.txt || { cat $(VENV)/example.txt; exit 1; }; done

bench: $(VENV)/ready-to-develop   ## print the figures of speed (ARGS=--quick for a short run)
	$(RUN) benchmarks/speed.py $(ARGS)

soak: $(VENV)/ready-to-develop    ## random games of all modules for as long as one likes (ARGS="--minutes 60")
	$(RUN) tests/soak.py $(ARGS)

search: $(VENV)/ready-to-develop  ## the randomised tests with a hundred times the examples
	$(RUN) -m pytest --hypothesis-profile=soak -n $(JOBS) $(ARGS) tests/oracle tests/properties

planted: $(VENV)/ready-to-develop ## plant faults in the engine and see that the test kit finds them
	$(RUN) -m pytest -n $(JOBS) $(ARGS) tests/planted

agree: $(VENV)/ready-to-develop   ## compare with games saved by another program (ARGS=FOLDER)
	$(RUN) tests/agree.py $(ARGS)

changes: $(VENV)/ready-to-develop ## what the next release notes would say
	@$(RUN) -m towncrier build --draft --version next

wheel: $(VENV)/ready-to-develop   ## build wheel and source archive in dist/
	$(RUN) -m build --no-isolation

HOUSE := $(VENV)/house-rules
house-rules: $(VENV)/ready-to-develop  ## the project in examples/house-rules, as a stranger has it: with the wheel, by itself
	@rm -rf $(HOUSE)
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir $(HOUSE) .
	@$(PYTHON) -m venv --without-pip $(HOUSE)/venv
	@$(PIP) --python $(HOUSE)/venv/bin/python install $(HOUSE)/carcassonne-*.whl './examples/house-rules[test]'
	cd examples/house-rules && $(abspath $(HOUSE))/venv/bin/python -m pytest

$(VENV)/ready-to-fuzz: pyproject.toml | $(VENV)/ready-to-develop
	@$(PIP) install -e '.[fuzz]'
	@touch $@

fuzz: $(VENV)/ready-to-fuzz       ## look for inputs that break the readers (ARGS="reader --minutes 5")
	$(RUN) tests/fuzz/run.py $(ARGS)

$(VENV)/ready-to-mutate: pyproject.toml | $(VENV)/ready-to-develop
	@$(PIP) install -e '.[mutation]'
	@touch $@

mutate: $(VENV)/ready-to-mutate   ## change the engine and see whether a test notices (ARGS="carcassonne/score --sample 20")
	$(RUN) tests/mutation/run.py $(ARGS)

check: lint types docs examples test  ## everything that is checked before a change is taken

clean:           ## remove what these targets made
	rm -rf $(VENV) site dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis .fuzz .mutation
