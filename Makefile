# Two commands do everything on a fresh machine with Python: `make run` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
CPP := $(shell find cpp -type f)
KERNELS := CMakeLists.txt pyproject.toml $(CPP) $(wildcard build_backend/*.py)
PAGES := $(shell find frontend -type f -not -path '*/node_modules/*')
SANITIZED := build/sanitized
.DEFAULT_GOAL := help

.PHONY: help run test test-slow lint types format stubs sanitize bench gallery pictures clean

help:  ## Say what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 12

.venv/bin/python:
	$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }
	$(BIN)/python -m pip install --quiet --upgrade pip

.venv/.installed: .venv/bin/python $(KERNELS) $(PAGES)
	$(BIN)/python -m pip install --quiet --editable '.[png,voronoi,web]'
	touch $@

.venv/.dev: .venv/.installed
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

run: .venv/.installed  ## Set up, then start the app in the browser
	@$(BIN)/puzzlery serve

test: .venv/.dev  ## Set up, then run all tests
	@status=0; \
	$(BIN)/python -m pytest -q -n auto --maxprocesses 8 --dist loadfile --no-loadscope-reorder \
	  -m "not slow and not timing" || status=1; \
	$(BIN)/python -m pytest -q -m "timing and not slow" tests || status=1; \
	exit $$status

test-slow: .venv/.dev  ## Run the long proofs too
	$(BIN)/python -m pytest -q -m "slow or not slow"

lint: .venv/.dev  ## Check style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run -Werror $(CPP)
	$(BIN)/python build_backend/frontend.py lint
	$(BIN)/python frontend/make_types.py --check

types: .venv/.dev  ## Write the TypeScript types of the web API anew
	$(BIN)/python frontend/make_types.py

format: .venv/.dev  ## Put the code into its usual form
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)
	$(BIN)/python build_backend/frontend.py format

stubs: .venv/.dev  ## Write down the types of the kernels anew
	$(BIN)/python -m nanobind.stubgen -q -m puzzlery._core -o src/puzzlery/_core.pyi
	$(BIN)/ruff format --quiet src/puzzlery/_core.pyi

sanitize: .venv/.dev  ## Run the kernel tests under the address and undefined-behaviour sanitizers
	./.ci/sanitize $(BIN)/python $(SANITIZED)

bench: .venv/.dev  ## Measure ours beside its rivals, and write docs/benchmarks.md
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/python -m benchmarks

gallery: .venv/.installed  ## Draw the pictures of the docs anew
	$(BIN)/python docs/make_gallery.py
	$(BIN)/python docs/make_pieces.py
	$(BIN)/python docs/make_packing.py

pictures: .venv/.dev  ## Take the pictures of the app anew
	PYTHONPATH=. $(BIN)/python docs/make_app_pictures.py
	PYTHONPATH=. $(BIN)/python docs/make_walks.py
	PYTHONPATH=. $(BIN)/python docs/make_notebook_picture.py

clean:  ## Remove all that was built
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	rm -rf frontend/node_modules src/puzzlery/web/static
