PYTHON ?= python3.11
PYTHONS ?= python3.10 python3.12 python3.13
VENV ?= .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check
PIP_INSTALL = $(PIP) install -q -c requirements/constraints.txt

.PHONY: install demo test allennlp test-allennlp test-pythons lint bench clean

install: $(VENV)/.base

demo: $(VENV)/.base
	$(BIN)/sacrerouge-litepyramid demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q --ignore=tests/allennlp

allennlp: $(VENV)/.allennlp

test-allennlp: $(VENV)/.allennlp
	LITEPYRAMID_REQUIRE_ALLENNLP=1 $(BIN)/python -m pytest -q tests/allennlp

# The sample is scored on the other Pythons that are supported.
test-pythons:
	for python in $(PYTHONS); do $(MAKE) demo PYTHON=$$python VENV=.venv-$$(basename $$python) || exit 1; done

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/lexical_throughput.py
	$(BIN)/python benchmarks/resampling_throughput.py
	$(BIN)/python benchmarks/extraction_throughput.py
	$(BIN)/python benchmarks/nli_throughput.py --size tiny
	$(BIN)/python benchmarks/encoder_throughput.py

clean:
	rm -rf $(VENV) .venv-* build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache

$(VENV)/.base: setup.py requirements/sacrerouge.txt requirements/constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) -e .
	$(PIP_INSTALL) --no-deps -r requirements/sacrerouge.txt
	touch $@

$(VENV)/.allennlp: $(VENV)/.dev requirements/allennlp.txt requirements/allennlp-no-deps.txt
	$(PIP_INSTALL) -r requirements/allennlp.txt
	$(PIP_INSTALL) --no-deps -r requirements/allennlp-no-deps.txt
	touch $@

$(VENV)/.dev: $(VENV)/.base requirements/dev.txt
	$(PIP_INSTALL) -e ".[all]" -r requirements/dev.txt
	touch $@
