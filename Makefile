# Skald: `make run` starts it, `make test` proves it. Needs nothing but make; setup sees to the rest.

PORT ?= 8000
HOST ?= 127.0.0.1
PYTHON := .venv/bin/python

# Each process of ours would compile all its sources anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run test lint types coverage-rules mutants screenshots services bench

help: ## list what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## make .venv, or bring it up to date when the requirements changed
	@sh bin/setup

run: setup ## run Skald on http://127.0.0.1:8000/ until Ctrl-C; PORT=8001 moves it
	@exec $(PYTHON) manage.py up --host $(HOST) --port $(PORT) --with-parent

test: setup ## run every test; REQUIRE_ALL=1 installs what is missing and allows no skip
	@if [ "$(REQUIRE_ALL)" = "1" ]; then sh bin/services; fi
	@sh bench/setup
	@$(PYTHON) -m tests.everything

lint: setup ## check style, format and the direction of imports
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff format --check .
	@PYTHONPATH=. .venv/bin/lint-imports

types: setup ## check types, strictly in rules/ and eventstore/
	@$(PYTHON) -m mypy --strict --cache-dir .mypy_cache_strict rules eventstore
	@$(PYTHON) -m mypy manage.py config web jobs matches campaigns tournaments

coverage-rules: setup ## list the rules without a test; fail when there is one
	@$(PYTHON) -m tests.coverage_rules

mutants: setup ## change the code a little, many times, and tell which change no test sees; MUTANTS="istra" for some of them
	@$(PYTHON) -m tests.mutants $(MUTANTS)

screenshots: setup ## take pictures of every page of the demo, at three widths, light and dark, into var/screenshots/
	@sh bin/services
	@$(PYTHON) -m tests.screenshots

services: ## install and start what the whole test run wants: PostgreSQL, Redis, Chromium
	@sh bin/services

bench: setup ## measure Skald against its peers, and write docs/performance.md; BENCH="--quick" or names of benchmarks
	@sh bench/setup
	@$(PYTHON) -m bench $(BENCH)
