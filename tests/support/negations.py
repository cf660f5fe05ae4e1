"""The forms that a negation can take, and inputs for them: the cases of ``negations.json``."""

from __future__ import annotations

from typing import Any

HEAD = """package runtime.authz

import data.lists as settings

default decision := {"allow": false}

decision := {"allow": true} if held

secret(path) if endswith(path, ".env")

size(path) := n if {
	n := count(path)
	n > 0
}

closed if endswith(input.arguments.path, ".env")

names contains name if some name in input.arguments.names

by_path[path] := true if {
	path := input.arguments.path
	path != ""
}

"""

FORMS = [
    # A call of a built-in function, on what may be missing.
    'not endswith(input.arguments.path, ".env")',
    'not startswith(input.arguments.path, "/")',
    'not contains(input.arguments.path, "..")',
    "not regex.match(`\\.env$`, input.arguments.path)",
    'not glob.match("*.env", ["/"], input.arguments.path)',
    'not endswith(lower(input.arguments.path), ".env")',
    'not endswith(concat("/", [input.arguments.path, "x"]), ".env")',
    'not endswith(concat("/", ["x", input.arguments.path]), ".env/x")',
    "not is_string(input.arguments.path)",
    'not object.get(input.arguments, "path", "") == ""',
    'not object.get(input.arguments.options, "force", false)',
    "not count(input.arguments.names) > 1",
    "not count(input.arguments.names) == 1",
    "not count(input.arguments.names)",
    "not to_number(input.arguments.size) > 10",
    # A function of the bundle.
    "not secret(input.arguments.path)",
    "not secret(lower(input.arguments.path))",
    "not size(input.arguments.path) > 4",
    "not size(input.arguments.path) == 4",
    "not size(input.arguments.path)",
    # A reference, a comparison, a membership.
    "not input.arguments.path",
    "not input.arguments.options.force",
    'not input.arguments.path == ".env"',
    'not input.arguments.path = ".env"',
    'not ".env" == input.arguments.path',
    'not input.arguments.path != ".env"',
    "not input.arguments.size > 10",
    "not input.arguments.size + 1 > 10",
    "not input.arguments.size + 1 == 11",
    "not -1 > input.arguments.size",
    'not ".env" in input.arguments.names',
    "not input.arguments.path in settings.closed",
    'not input.arguments.path in {".env", "a"}',
    'not 0, ".env" in input.arguments.names',
    "not input.arguments.path in input.arguments.names",
    "not input.arguments.path == input.arguments.names[0]",
    'not [input.arguments.path] == [".env"]',
    'not {"p": input.arguments.path} == {"p": ".env"}',
    'not {input.arguments.path} == {".env"}',
    'not {input.arguments.path} & {".env"} == {".env"}',
    'not {input.arguments.path} - {".env"} == set()',
    "not [input.arguments.path]",
    'not {"p": input.arguments.path}.p == ".env"',
    "not input.arguments.names[input.arguments.size]",
    'not input.arguments.names[input.arguments.size] == ".env"',
    "not settings.sizes[input.arguments.path]",
    "not settings.sizes[input.arguments.path] > 1",
    "not settings.sizes[lower(input.arguments.path)]",
    # Other rules.
    "not closed",
    "not names[input.arguments.path]",
    "not input.arguments.path in names",
    "not by_path[input.arguments.path]",
    "not names == set()",
    "not count(names) > 1",
    # What iterates, binds, replaces.
    'not endswith([n | some n in input.arguments.names][0], ".env")',
    "not count([n | some n in input.arguments.names; n == input.arguments.path]) > 0",
    'some n in input.arguments.names; not endswith(n, ".env")',
    "some n in input.arguments.names; not n == input.arguments.path",
    "some n in input.arguments.names; not startswith(n, input.arguments.path)",
    "every n in input.arguments.names { not endswith(n, input.arguments.path) }",
    "x := [n | some n in input.arguments.names; not endswith(n, input.arguments.path)]; count(x) > 0",
    'p := input.arguments.path; not endswith(p, ".env")',
    'not endswith(input.arguments.path, ".env") with input.arguments.path as "a.env"',
    'not endswith(input.arguments.path, ".env") with input.arguments as input.arguments.options',
    "not closed with input.arguments.path as lower(input.arguments.path)",
    "not secret(input.arguments.path) with data.lists.closed as []",
]

# With `import future.keywords.not`: undefined anywhere inside means that the negation holds.
WIDE = [
    'not endswith(input.arguments.path, ".env")',
    "not secret(lower(input.arguments.path))",
    'not ".env" in input.arguments.names',
    "not input.arguments.size + 1 > 10",
    'not { endswith(input.arguments.path, ".env") }',
    "not { input.arguments.options.force }",
    'not { input.arguments.path == ".env" }',
    'not { input.arguments.path == "a"; input.arguments.size > 3 }',
    'not { some n in input.arguments.names; endswith(n, ".env") }',
    'not { p := input.arguments.path; endswith(p, ".env") }',
]

# Without it, braces are a set.
SETS = [
    "not {input.arguments.path}",
    "not {input.arguments.options.force}",
    'not {endswith(input.arguments.path, ".env")}',
]

DATA: dict[str, Any] = {"lists": {"closed": [".env", "id_rsa"], "sizes": {"a": 1, ".env": 2}}}

ARGUMENTS: list[dict[str, Any]] = [
    {},
    {"path": ".env", "names": [".env"], "size": 10, "options": {"force": True}},
    {"path": "a", "names": [], "size": 11, "options": {"force": False}},
    {"path": "a", "names": ["a", ".env"], "size": 0, "options": {}},
    {"path": "", "names": ["a"], "size": -2},
    {"path": None, "names": None, "size": None, "options": None},
    {"path": 7, "names": "a", "size": "12", "options": []},
    {"path": [".env"], "names": {"0": ".env"}, "size": 1},
    {"path": False, "names": [False, True], "size": False},
    {"names": [".env", "b"], "size": 1},
    {"path": "x.env", "options": {"path": "b.env"}},
    {"path": ".ENV", "names": [".ENV", "x"], "options": {"force": "yes"}},
]


def bundles() -> list[tuple[str, str]]:
    """Each form, and the module that it makes."""
    made = [(form, f"{HEAD}held if {{ {form} }}\n") for form in FORMS + SETS]
    made += [(f"{form}  # alone", f"{HEAD}held if {form}\n") for form in FORMS[:3] + FORMS[15:17]]
    wide = HEAD.replace("import ", "import future.keywords.not\nimport ", 1)
    return made + [(f"{form}  # wide", f"{wide}held if {{ {form} }}\n") for form in WIDE]
