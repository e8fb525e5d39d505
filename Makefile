# Every target sets itself up from nothing. `make run` opens the demo, `make test` runs all tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := resources/demo
# Python compiles what it imports by itself; pip would compile ten times as much, one after the other.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint packaging/constraints.txt
# What runs on kernels, and is tested with uncompiled ones too.
OF_KERNELS := $(addprefix tests/engine/,align errors formats heads metrics prepare tgrep)
# None of them is called by these readers: they would say the same twice.
OF_KERNELS += $(patsubst %,--ignore=tests/engine/formats/test_%.py,derivations export graphs tigerxml)
# Some tests wait more than they work: one more at a time than there are cores.
TESTS := $(BIN)/python -m pytest -n $(shell expr $$(nproc 2>/dev/null || echo 2) + 1) --dist worksteal
# Modules are compiled once, also where the environment says otherwise: processes that tests start would compile all anew.
unexport PYTHONDONTWRITEBYTECODE
# Qt draws into memory unless a display is there.
export QT_QPA_PLATFORM ?= $(if $(DISPLAY)$(WAYLAND_DISPLAY),,offscreen)

.PHONY: setup run test check bench soak fuzz folder deb clean

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml setup.py packaging/system-libraries.sh packaging/constraints.txt $(wildcard engine/kernels/*.py)
	PYTHON=$(PYTHON) sh packaging/system-libraries.sh
	$(PYTHON) -m venv $(VENV)
	$(PIP) 'setuptools>=77' Cython
	$(PIP) --no-build-isolation --editable '.[test,bench]'
	@touch $@
	@$(BIN)/treelens --version

ifeq ($(QT_QPA_PLATFORM),offscreen)
run: setup
	$(BIN)/treelens rank $(DEMO)/gold.mrg $(DEMO)/berkeley.mrg --by e-dice,t-dice
	@mkdir -p figures
	$(BIN)/treelens figure $(DEMO)/gold.mrg $(DEMO)/berkeley.mrg --sentence 15,17 --width page --scores -o 'figures/demo-{n}.svg'
	$(BIN)/treelens figure $(DEMO)/gold.mrg $(DEMO)/berkeley.mrg --sentence 15,17 --width page --align t --fold --theme print -o 'figures/demo-{n}.pdf'
	$(BIN)/treelens demo --goto 15 --screenshot figures/window.png
	@echo "There is no display here: figures/ has two sentences and the window. On a desktop, open it with: $(BIN)/treelens demo"
else
run: setup
	$(BIN)/treelens demo
endif

test: setup
	@sh packaging/system-libraries.sh tests
	$(TESTS)
	TREELENS_PURE=1 $(TESTS) -m 'not slow' $(OF_KERNELS)

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# edist is compared with, never built on: it is not among the dependencies.
bench: setup
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check edist
	$(BIN)/python tests/benchmarks/run.py

# Every reader and language against inputs that nobody thought of, each for SECONDS; FUZZ names some, or --compiled.
SECONDS := 60
fuzz: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris
	nice $(BIN)/python tests/fuzz/run.py --seconds $(SECONDS) $(FUZZ)

# An hour of random clicks without a leak. SOAK_MINUTES=10 is shorter; SEED=7 does the same things again.
soak: setup
	$(BIN)/python tests/soak/run.py

# The program without Python, in dist/; see packaging/README.md.
folder:
	PYTHON=$(PYTHON) sh packaging/build-folder.sh

deb: folder
	sh packaging/build-deb.sh

clean:
	rm -rf $(VENV) build dist *.egg-info
	find engine -name '*.so' -delete
