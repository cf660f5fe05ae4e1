"""Imports: of what exists, once, and under a name that no rule has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.policy.meaning.terms import Complaint, Path
from runtime.policy.syntax import flat

KEYWORDS = ("contains", "every", "if", "in", "not")
"""The ``future.keywords`` that the engine knows; OPA's ``and`` and ``or`` it does not."""


def check_imports(tree: dict[str, Any], source: bytes, rule_names: set[str]) -> Iterator[Complaint]:
    """What is wrong with a module's imports."""
    seen: set[str] = set()
    for imported in tree["imports"]:
        offset = imported["span"]["start"]
        whole, path = flat(imported["refr"])
        alias = imported.get("as")
        name = source[alias["start"] : alias["end"]].decode() if alias else path[-1]
        if not whole:
            yield Complaint(offset, "an import names its path in full")
        elif path[0] in ("future", "rego"):
            if complaint := _keyword(path):
                yield Complaint(offset, complaint)
            continue
        elif path[0] not in ("data", "input"):
            yield Complaint(offset, f"imports begin with data. or input.; {path[0]} is neither")
        if name in ("data", "input") and (alias or len(path) > 1):
            yield Complaint(offset, f"an import must not be called {name}")
        if name in seen:
            yield Complaint(offset, f"a second import is called {name}; name it with: as ...")
        if name in rule_names:
            yield Complaint(
                offset, f"a rule of this package is called {name} as well; name the import with: as ..."
            )
        seen.add(name)


def _keyword(path: Path) -> str | None:
    if path == ("rego", "v1") or path == ("future", "keywords"):
        return None
    if path[:2] == ("future", "keywords") and len(path) == 3:
        if path[2] in KEYWORDS:
            return None
        return f"{path[2]} is no keyword that this engine knows; it knows {', '.join(KEYWORDS)}"
    return f"{'.'.join(path)} does not exist; there are rego.v1 and future.keywords"
