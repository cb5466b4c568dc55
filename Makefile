# `make demo` and `make test` set everything up themselves; they need Python 3.11 or later and make.
PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif

# Python keeps what it has read, whatever the environment says: tests start hundreds of processes
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test tested tested-pages checked compiled kernels wheel fresh browser bench peers docs published fuzz format clean

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --editable ".[page]"
	touch $@

# The package is there: only what its extras need is added, and it is not built once more
$(VENV)/installed-test: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --no-compile "linkwork[test]"
	touch $@

$(VENV)/installed-docs: $(VENV)/installed-test
	$(BIN)/python -m pip install --quiet --no-compile "linkwork[test,docs]"
	touch $@

demo: $(VENV)/installed  ## run a real mechanism; leaves a figure and a page in demo/
	$(BIN)/linkwork demo

browser:  ## Debian's Chromium where there is none and it may be installed; without one the tests of the page are skipped
	@{ for name in chromium chromium-browser google-chrome; do command -v $$name && exit 0; done; \
	  test "$$(id -u)" = 0 && command -v apt-get && export DEBIAN_FRONTEND=noninteractive; } >/dev/null 2>&1 || exit 0; \
	  echo "installing chromium for the tests of the page"; \
	  { apt-get -qq install -y chromium || { apt-get -qq update && apt-get -qq install -y chromium; }; } >/dev/null 2>&1 || true

# Several workers share the cores in the tests: threads of linear algebra would only wait for each other
test: export OPENBLAS_NUM_THREADS := 1
test:  ## lint, type check, all tests; kernels are compiled while the rest is installed and checked
	$(MAKE) --jobs=3 compiled checked browser
	$(MAKE) --jobs=2 tested tested-pages

tested:  ## all tests but those of the page
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal --durations 25 --durations-min 2 --ignore tests/page

tested-pages:  ## with one browser: several that draw by software wait for each other
	@$(BIN)/python -m pytest --durations 10 --durations-min 2 tests/page > $(VENV)/pages.log 2>&1; \
	  status=$$?; echo "tests of the page:"; cat $(VENV)/pages.log; exit $$status

checked: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

compiled: $(VENV)/installed  ## all kernels, before workers start side by side
	$(BIN)/python -m linkwork.warm

kernels: $(VENV)/installed  ## all code compiled into one library, which later runs load at once
	$(BIN)/linkwork kernels

wheel: $(VENV)/installed  ## in dist/: the pure wheel, and that of this platform with its kernels compiled
	$(BIN)/python -m pip install --quiet --no-compile build ziglang
	$(BIN)/linkwork kernels --portable --out build/kernels
	$(BIN)/python -m build --wheel --outdir dist .
	LINKWORK_WHEEL=build/kernels $(BIN)/python -m build --wheel --outdir dist .

fresh: wheel  ## examples, gallery and published numbers from the platform's wheel alone: no numba, no C compiler, an empty home folder
	$(PYTHON) -m venv --clear build/fresh
	build/fresh/bin/python -m pip install --quiet "$$(ls -t $(CURDIR)/dist/linkwork-*.whl | grep -v any.whl | head -n 1)[test]"
	build/fresh/bin/python -m pip uninstall --quiet --yes numba llvmlite
	mkdir -p build/fresh/home
	env -u PYTHONPATH -u LINKWORK_CACHE -u LINKWORK_KERNELS HOME=$(CURDIR)/build/fresh/home PATH=$(CURDIR)/build/fresh/bin \
	  $(CURDIR)/build/fresh/bin/python -m pytest -p no:cacheprovider tests/published tests/examples/test_examples.py tests/examples/test_gallery.py

bench: $(VENV)/installed  ## processor time of the benchmark problems, beside the other programs that are installed
	$(BIN)/python -m bench

peers: $(VENV)/installed  ## install the other programs of the benchmark, those that have wheels for this platform
	$(BIN)/python -m bench.peers.install

published: $(VENV)/installed-test  ## one line for every number of the literature
	cd tests && ../$(BIN)/python -m published

fuzz: $(VENV)/installed-test  ## spoiled models, misused calls, damaged files and messages by the thousand; FUZZ="--seed 2" for others
	cd tests && ../$(BIN)/python -m fuzz $(FUZZ)

docs: $(VENV)/installed-docs  ## the documentation site, in site/
	cd tests && ../$(BIN)/python -m published --page ../docs/published.md --errata ../docs/errata-numbers.md > /dev/null
	$(BIN)/python docs/make_figures.py
	$(BIN)/python docs/make_gallery.py
	$(BIN)/python docs/make_course.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/python docs/check_site.py site

format: $(VENV)/installed-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) demo site build dist
