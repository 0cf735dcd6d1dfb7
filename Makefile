# Everything runs in .venv, which is made from pyproject.toml; all you need is Python 3.11 and make.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := engine bot cogs sandbox tests bench
# Six workers even on two cores, because tests wait now and then. `make test WORKERS=` uses none.
WORKERS := --numprocesses 6 --dist worksteal
LEFT := slow or postgres

.PHONY: run test test-left test-all lint format bench screenshots decks palettes clean

run: .venv/ready
	$(BIN)/python -m bot

test: .venv/ready-dev
	$(BIN)/python -m pytest -q $(WORKERS) -m 'not ($(LEFT))'

test-left: .venv/ready-dev
	$(BIN)/python -m pytest -q $(WORKERS) -m '$(LEFT)'

test-all: test test-left

lint: .venv/ready-dev
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy

format: .venv/ready-dev
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

bench: .venv/ready-dev
	$(BIN)/python -m engine.ai
	$(BIN)/python -m bench.start
	$(BIN)/python -m bench.panels
	$(BIN)/python -m bench.pictures
	$(BIN)/python -m bench.play
	$(BIN)/python -m bench.replays
	$(BIN)/python -m bench.restart
	$(BIN)/python -m bench.load --tables 60 --seconds 15 --behind 60 --four 40 --rates 4 8 12
	$(BIN)/python -m bench.load flood
	$(BIN)/python -m bench.load clocks --tables 100 --start 45
	$(BIN)/python -m bench.scale
	$(BIN)/python -m bench.computers
	$(BIN)/python -m bench.computers compiling
	$(BIN)/python -m bench.alone --hands 1
	$(BIN)/python -m bench.ai
	$(BIN)/python -m pytest -q tests/engine -k lockstep --hands 10000 --seed $$(date +%s) --timeout 0
	$(BIN)/python -m bench.ai soak --level hard --games 5
	$(BIN)/python -m bench.gentle
	$(BIN)/python -m bench.evening --tables 20 --minutes 2 --kill-every 60

# Counts the colours of the pictures again, after cards or colours have changed.
palettes: .venv/ready
	$(BIN)/python -m bot.painting.colours

# Takes all that the guides show: pictures, the bot's face, and how it looks in a chat. It needs Debian's chromium (or CHROMIUM
# set to another one), and fonts-noto-color-emoji for the emoji.
screenshots: .venv/ready-dev
	$(BIN)/python -m tests.bot.pictures.samples docs
	$(BIN)/python -m engine.ai
	$(BIN)/python -m tests.browser.screenshots docs/screenshots

# Draws every card, tile and sign on sheets in build/decks, to look at after a change.
decks: .venv/ready-dev
	$(BIN)/python -m bot.painting.sheets build/decks

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=…" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv

# uv is several times as quick as pip. But pip may have been told of an index that uv does not know, and is asked then.
# numba is not compiled: where there is no wheel of it, as with musl or on 32-bit ARM, all else is installed without it.
comma := ,
WHEELS := --only-binary numba --only-binary llvmlite
pip = { $(BIN)/python -m pip install --quiet --disable-pip-version-check uv && \
	$(BIN)/uv pip install --quiet --python $(BIN)/python $(WHEELS) --editable '.[$(1)]' || \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile $(WHEELS) --editable '.[$(1)]'; }
install = $(call pip,$(1)$(comma)fast) 2>/dev/null || { $(call pip,$(1)) && \
	echo "There is no numba for this Python: computers play by rules of thumb, and there are no hints and reviews."; }

.venv/ready: .venv/bin/python pyproject.toml
	$(call install,sandbox)
	touch $@

.venv/ready-dev: .venv/bin/python pyproject.toml
	$(call install,dev)
	touch .venv/ready $@
