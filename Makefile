# `make play` and `make test` are the two to know. Everything is set up inside the checkout, in .venv.
PY ?= python3
GAME ?=
AGAINST ?=
PLAY ?=
GROUP ?=

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAYABLE := $(VENV)/.playable
BENCHABLE := $(VENV)/.benchable

# The tests start a hundred processes; each would compile the bot anew, and each pytest worker the tests.
export PYTHONDONTWRITEBYTECODE :=

# Empty, unless the system's Python was replaced under the packages in .venv.
REPLACED := $(if $(wildcard $(VENV)/bin),$(shell \
	$(BIN)/python -c 'import sys; from importlib.util import find_spec; sys.exit(not find_spec("discord"))' 2>&1 || echo yes))

.PHONY: play play-terminal test soak bench strength check check-types check-style check-imports collected run format pictures fit lock clean python anew

play: $(PLAYABLE) ## the bot in the browser, with no token: make play, make play GAME=match PLAY="--seats 3"
	@exec $(BIN)/python -m bot playground $(if $(GAME),--game $(GAME)) $(PLAY)

play-terminal: python ## a duel in the terminal: make play-terminal GAME=match AGAINST=hard
	@exec $(PY) -m games $(or $(GAME),siege) $(if $(AGAINST),--against $(AGAINST))

test: ALSO = collected
test: check ## all checks, then all tests but the long ones, on all cores
	$(BIN)/python -m pytest -n auto --dist worksteal --durations=10

# pytest fails where it finds nothing to run, and so does this.
soak: $(READY) ## all other tests: those that take minutes, and many similar cases
	$(BIN)/python -m pytest -n auto --dist worksteal -m soak --durations=10

bench: $(BENCHABLE) ## how fast all is, next to something alike, and how well the computer plays: make bench GROUP=rules
	@$(BIN)/python -m tests.benchmark $(GROUP)
	@$(if $(GROUP),,$(BIN)/python -m tools.strength --duels 1000)

strength: $(READY) ## how well the computer plays, to half a percent: make strength GAME=siege
	@$(BIN)/python -m tools.strength --duels 20000 $(GAME)

check: $(READY) ## lint, layout, types and architecture, beside each other; each output is in one piece
	@$(MAKE) --no-print-directory --jobs --keep-going --output-sync=target check-types check-style check-imports $(ALSO)

# Beside the check of types, which leaves a core idle: here pytest compiles the tests once, and not once in each worker.
# What is wrong with one is told by the run that follows.
collected:
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null || true

check-types:
	$(BIN)/mypy

check-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check-imports:
	$(BIN)/lint-imports --no-logo

run: $(READY) ## the bot itself, with the settings of .env
	@$(BIN)/python -m bot run

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pictures: $(READY) ## draws the pictures that have no file yet, with Chromium
	@$(BIN)/python tools/draw_pictures.py

fit: $(READY) ## makes players/match.bin and players/siege.bin anew; needs g++ and some minutes
	@$(BIN)/python -m tools.fit_match
	@$(BIN)/python -m tools.fit_siege

# uv resolves for every Python from 3.11 on at once; it stands apart because .venv is made from what it writes.
lock: python
	$(PY) -m venv --clear .venv-lock
	.venv-lock/bin/python -m pip install --quiet uv
	.venv-lock/bin/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --upgrade --quiet \
		--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		--output-file requirements.lock
	rm -rf .venv-lock

clean: # the database and .env are not ours to delete
	rm -rf $(VENV) .venv-lock .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build *.egg-info
	find bot games players storage tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp comes last, so that an interrupted setup starts anew.
$(READY): requirements.lock $(if $(REPLACED),anew) | python
	$(PY) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	@touch $@

# What the playground needs is a part of what the tests need, at the same versions.
$(PLAYABLE): requirements.lock pyproject.toml $(if $(REPLACED),anew) | python
	@if ! [ $(READY) -nt requirements.lock ]; then \
		echo "Setting up the playground in $(VENV) ..."; \
		$(PY) -m venv --clear $(VENV) && \
		$(BIN)/python -c '$(NEEDS)' | $(BIN)/python -m pip install --quiet --disable-pip-version-check \
			--constraint requirements.lock --requirement /dev/stdin; \
	fi
	@touch $@

# What is measured against: large, and for nothing else.
$(BENCHABLE): $(READY) pyproject.toml
	@$(BIN)/python -c '$(MEASURED)' | $(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint requirements.lock --requirement /dev/stdin
	@touch $@

anew:
	@echo "Python was replaced under the packages in $(VENV): they are installed anew."
	@rm -f $(READY) $(PLAYABLE)

define NEEDS
import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
print(*p["dependencies"], *p["optional-dependencies"]["playground"], sep="\n")
endef

define MEASURED
import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["bench"], sep="\n")
endef

python:
	@command -v $(PY) >/dev/null || { echo "Python 3.11 or newer is needed, and there is no $(PY) here." >&2; exit 1; }
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; $(PY) is $$($(PY) --version 2>&1). Name another: make PY=python3.12 ..." >&2; exit 1; }
