# make demo: set up and run the main job.   make check: what CI runs besides the tests.
# make docs: the documentation as a site in dist/docs.
# make test: set up and run the tests.      make quick: those without many processes, browsers, torch and long sums.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: demo test quick check docs clean

demo: $(VENV)/.runtime
	$(BIN)/mhclient demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --dist worksteal

quick: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not storm and not browser and not slow" --hypothesis-profile quick \
		--ignore tests/mhclient/providers/local --ignore tests/mhclient/providers/batches/test_sdk_types.py

# Tests start many processes of ours: without bytecode each of them would compile all modules anew.
test quick: export PYTHONDONTWRITEBYTECODE =

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy perf scripts
	$(BIN)/lint-imports
	$(BIN)/python scripts/check_dependencies.py

docs: $(VENV)/.dev
	$(BIN)/python scripts/write_reference.py
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs dist/docs

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mhclient needs Python 3.11 or newer; set PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: $(VENV)/bin/python pyproject.toml constraints.txt
	$(PIP) -e .
	touch $@

# torch is named with its exact release: the bare name would take the registry's newest, with gigabytes of CUDA.
$(VENV)/.dev: $(VENV)/bin/python pyproject.toml constraints.txt
	$(PIP) torch==2.13.0
	$(PIP) -e '.[dev,local]'
	touch $@ $(VENV)/.runtime

clean:
	rm -rf $(VENV) dist mhclient-demo .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
