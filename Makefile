# make demo: set up and run the main job.   make check: what CI runs besides the tests.   make lines: how large each room is.
# make docs: the documentation as a site in dist/docs.   make lock: constraints.txt and requirements.lock anew, with uv.
# make dist: wheel and source archive, checked and installed in a new environment, and the list of parts (SBOM).
# make test: set up and run the tests.      make quick: those without many processes, browsers, torch and long sums.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# uv, where it is there, installs many times faster. pip takes torch: uv would take the CUDA build.
UV     := $(shell command -v uv 2> /dev/null)
INSTALL := $(if $(UV),$(UV) pip install --quiet --python $(BIN)/python -c constraints.txt,$(PIP))

.PHONY: demo test quick check lines docs lock dist clean

demo: $(VENV)/.runtime
	$(BIN)/mhclient demo

# Tests wait a third of their time, for servers and programs they start: two workers a core.
WORKERS ?= $(shell echo $$((2 * $$(nproc 2> /dev/null || getconf _NPROCESSORS_ONLN))))

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

quick: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not storm and not browser and not slow and not torch" \
		--hypothesis-profile quick --ignore tests/mhclient/providers/local --ignore-glob '*_types.py'

# 76 tests of store and report wait 2,344 times for the disk: tests lie in memory, where there is 4 GB of room and
# programs may start.
MEMORY = $(shell grep ' /dev/shm ' /proc/mounts 2> /dev/null | grep -vq noexec && df -Pk /dev/shm | \
	awk 'END { if ($$4 > 4000000) print "/dev/shm" }')
TMPDIR ?= $(MEMORY)
test quick: export TMPDIR := $(TMPDIR)

# Tests start many processes of ours: without bytecode each of them would compile all modules anew.
test quick: export PYTHONDONTWRITEBYTECODE =

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy perf scripts
	$(BIN)/lint-imports
	$(BIN)/python scripts/check_dependencies.py

# A room's lines and modules; a change that adds more than 300 says what it took away.
lines:
	@for room in parsers benchmark cache mhclient mhclient/* "parsers benchmark cache mhclient" tests "scripts perf"; do \
		set -- $$(find $$room -name '*.py' 2> /dev/null | grep -c .) $$(find $$room -name '*.py' -exec cat {} + 2> /dev/null | wc -l); \
		[ $$2 -lt 1000 ] || printf '%8d lines %5d modules  %s\n' $$2 $$1 "$$room"; done
	@printf '%8d bytes  docs/decisions\n%8d bytes  CHANGELOG.md\n' $$(cat docs/decisions/* | wc -c) $$(wc -c < CHANGELOG.md)

docs: $(VENV)/.dev
	$(BIN)/python scripts/write_reference.py
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs dist/docs

# Versions that stand in the files stay where they fit. torch brings CUDA's packages, which the CPU build does not need:
# they are no part of the list. The image builds the package with hatchling, which stands in the lock, too.
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header
NO_CUDA := cuda-bindings cuda-pathfinder cuda-toolkit triton

lock:
	sed -n '/^#/p' constraints.txt > constraints.new
	$(COMPILE) --extra dev --extra local --extra figures --extra fuzz $(NO_CUDA:%=--no-emit-package %) \
		-o constraints.txt pyproject.toml > /dev/null
	grep -v '^nvidia-' constraints.txt >> constraints.new && mv constraints.new constraints.txt
	echo hatchling | $(COMPILE) --generate-hashes -c constraints.txt -o requirements.lock pyproject.toml - > /dev/null

# Tools of a release have an environment of their own: cyclonedx-py lists what a new environment with the wheel has.
# It knows no version but one that is written in pyproject.toml.
dist: $(VENV)/bin/python
	rm -rf dist/tools dist/installed dist/*.whl dist/*.tar.gz
	$(BIN)/python -m venv dist/tools
	dist/tools/bin/pip install --quiet --disable-pip-version-check 'build>=1.3' 'twine>=6.2' 'cyclonedx-bom>=7.2'
	dist/tools/bin/python -m build --outdir dist .
	dist/tools/bin/twine check --strict dist/*.whl dist/*.tar.gz
	$(BIN)/python -m venv dist/installed
	dist/installed/bin/pip install --quiet --disable-pip-version-check -c constraints.txt dist/*.whl
	cd dist && installed/bin/mhclient build --sample --out installed/sample
	sed "s/^dynamic = \[\"version\"\]/version = \"$$(dist/installed/bin/mhclient --version | cut -d' ' -f2)\"/" \
		pyproject.toml > dist/pyproject.toml
	dist/tools/bin/cyclonedx-py environment --pyproject dist/pyproject.toml --output-reproducible --of JSON \
		-o dist/mhclient.cdx.json dist/installed/bin/python
	rm -rf dist/tools dist/installed dist/pyproject.toml

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mhclient needs Python 3.11 or newer; set PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: $(VENV)/bin/python pyproject.toml constraints.txt
	$(INSTALL) -e .
	touch $@

# torch is named with its exact release: the bare name would take the registry's newest, with gigabytes of CUDA.
$(VENV)/.dev: $(VENV)/bin/python pyproject.toml constraints.txt
	$(PIP) torch==2.13.0
	$(INSTALL) -e '.[dev,local]'
	touch $@ $(VENV)/.runtime

clean:
	rm -rf $(VENV) dist mhclient-demo .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
