# The project's chores. `just` comes with the extra "dev"; every recipe runs in the active environment.

set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes.
default:
    @just --list --unsorted

# Everything that must hold before a commit.
check: lint types imports generated test

# Tests, in parallel, beside a PostgreSQL server where one is installed; arguments go to pytest: `just test tests/unit -x`.
test *arguments:
    python tests/support/postgres_cluster.py python -m pytest -n auto {{ arguments }}

# Style and formatting.
lint:
    ruff check .
    ruff format --check .

# Static types, strict.
types:
    mypy

# The layers, and who may import what.
imports:
    lint-imports --no-logo

# Generated files are what the code says.
generated:
    python -m docs.generate --check

# Branch coverage of the package and the tools; fails below 95 %.
coverage:
    python tests/support/postgres_cluster.py python -m pytest -n auto --cov --cov-report=term --cov-fail-under=95

# Write the generated pages of docs/.
docs:
    python -m docs.generate contents decisions errors manpages settings tools utilities

# The pages of docs/ as a site with search, in dist/site; a link that leads nowhere is an error. Needs `pip install -c constraints.txt -e '.[site]'`.
site:
    NO_MKDOCS_2_WARNING=1 mkdocs build --quiet

# Write schemas/*.schema.json.
schemas:
    python -m docs.generate schemas

# Rewrite golden lists and constraints.txt after a change on purpose; read the diff.
golden:
    python -m pytest tests/architecture tests/packaging tests/docs --write-golden
    git --no-pager diff --stat -- tests/golden constraints.txt

# Ask GNU bash 5.2 again what every case of tests/spec gives; read the diff.
record *chapters:
    python tests/spec/record.py {{ chapters }}
    python tests/spec/record_sessions.py {{ chapters }}
    python tests/spec/record_generated.py
    python tests/spec/utilities/record_samples.py
    git --no-pager diff --stat -- tests/spec

# Figures, each beside its floor measured in the same run; or one: `just bench audit`.
bench name="*":
    for file in benchmarks/{{ name }}.py; do echo "== $file"; python "$file"; done

# Build the modules of wasm_tools/ anew and compare them with what their manifests pin; `--write` replaces both.
wasm *arguments:
    python wasm_tools/build.py {{ arguments }}

# The same for the modules of examples/.
examples *arguments:
    python wasm_tools/build.py --examples {{ arguments }}

# The long proofs: crashes, races, fuzzing with fresh seeds.
soak:
    HYPOTHESIS_PROFILE=soak python tests/support/postgres_cluster.py python -m pytest -m soak
    HOSTILE_TIMEOUT_S=5 python -m pytest tests/security/test_hostile_shell.py
    HYPOTHESIS_PROFILE=soak python -m pytest -n auto tests/property

# What continuous integration runs.
ci:
    .ci/run

# The tests of frameworks that are too heavy for every environment, in one of their own.
integrations *arguments:
    python -m venv .venv-integrations
    .venv-integrations/bin/python -m pip install --quiet -c constraints.txt -e '.[dev,claude-agent,inspect]'
    .venv-integrations/bin/python -m pytest tests/integrations {{ arguments }}
