"""docs/settings.md: every setting with its type, default, variable of the environment, and meaning."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import typing
from pathlib import Path
from types import NoneType, UnionType
from typing import Any

import msgspec

from runtime.host import settings

_HEAD = """\
# Settings

<!-- Generated from runtime/host/settings.py by `just docs`; edit that file. -->

A workspace's `runtime.toml` holds its settings, or the table `[tool.runtime]` of its `pyproject.toml` does. The closest file upwards counts
alone; without one, `config.toml` of your own configuration folder counts, then the system's. A variable of the environment
overrides a file. `runtime init` writes a `runtime.toml`, and `runtime doctor` says which file counts. A wrong setting is an error that
names it:

```console
$ echo '[polcy]' > runtime.toml
$ runtime call list_dir
Error [config.invalid]: runtime.toml: polcy: there is no such setting
  Did you mean policy?
```

A variable holds a list as JSON (`["/opt/tools"]`), or one name alone. Tools and grants have no variable: a file that you accepted names them.
"""
_PLACES = {"trust": "In your own `config.toml` only: it says what you waive."}


def render() -> dict[str, str]:
    """The page by its path."""
    sections: dict[str, type[msgspec.Struct]] = {}
    single: dict[str, Any] = {}
    hints = typing.get_type_hints(settings.Settings)
    for field in msgspec.structs.fields(settings.Settings):
        kind = hints[field.name]
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            sections[field.name] = kind
        else:
            single[field.name] = field
    sections["trust"] = settings.TrustSettings
    docs: dict[tuple[str, str], str] = {}
    for module in {settings.Settings.__module__, *(section.__module__ for section in sections.values())}:
        docs |= _docstrings(Path(inspect.getsourcefile(sys.modules[module]) or ""))
    parts = [_HEAD]
    for name, section in sorted(sections.items()):
        title = (inspect.getdoc(section) or "").partition(": ")[2].partition("\n")[0]
        parts.append(f"\n## `[{name}]`\n\n{title[:1].upper()}{title[1:]}\n")
        if name in _PLACES:
            parts.append(f"\n{_PLACES[name]}\n")
        parts += [_entry(name, section, field, docs) for field in msgspec.structs.fields(section)]
    for name in single:
        parts.append(f"\n## `[{name}]`\n\n{docs['Settings', name]}\n")
    return {"docs/settings.md": "".join(parts)}


def _entry(name: str, section: type[msgspec.Struct], field: Any, docs: dict[tuple[str, str], str]) -> str:
    kind = typing.get_type_hints(section, include_extras=True)[field.name]
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    variable = f"`{settings.variable(name, field.name)}`" if settings.has_variable(name) else "none"
    meaning = docs.get((section.__name__, field.name), "")
    return (
        f"\n### `{name}.{field.name}`\n\n{meaning}\n\n"
        f"- Value: {_words(kind)}\n- Default: `{_toml(default)}`\n- Variable: {variable}\n"
    )


def _words(kind: Any) -> str:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        metas = [m for m in arguments[1:] if isinstance(m, msgspec.Meta)]
        bounds = [f"over {m.gt:g}" for m in metas if m.gt is not None]
        bounds += [f"at least {m.ge:g}" for m in metas if m.ge is not None]
        bounds += [f"at most {m.le:g}" for m in metas if m.le is not None]
        return " ".join([_words(arguments[0]), ", ".join(bounds)]).strip()
    if origin is typing.Literal:
        return " or ".join(f'`"{value}"`' for value in arguments)
    if origin is tuple:
        return f"a list of {_words(arguments[0])}"
    if origin is dict:
        return "a table"
    if origin in (typing.Union, UnionType):
        return " or ".join(_words(one) for one in arguments if one is not NoneType)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return "a table"
    return {str: "text", bool: "`true` or `false`", float: "a number", int: "a whole number"}.get(kind, "any")


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict | msgspec.Struct):
        return "{}"
    return f'"{value}"' if isinstance(value, str) else "none" if value is None else str(value)


def _docstrings(file: Path) -> dict[tuple[str, str], str]:
    """The text under each field, by class and field."""
    found: dict[tuple[str, str], str] = {}
    for node in ast.parse(file.read_text("utf-8")).body:
        if not isinstance(node, ast.ClassDef):
            continue
        for before, after in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(before, ast.AnnAssign)
                and isinstance(before.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
            ):
                text = re.sub(r"\s+", " ", inspect.cleandoc(str(after.value.value)))
                found[node.name, before.target.id] = text.replace("``", "`")
    return found
