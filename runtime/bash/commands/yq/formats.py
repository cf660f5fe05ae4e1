"""The formats of yq: what reads them into values, and what prints a value in them."""

from __future__ import annotations

import re

from runtime.bash.commands.jq.numbers import Literal, spelled, whole
from runtime.bash.commands.jq.writer import Style
from runtime.bash.commands.yq.yaml_read import BadYaml, documents, scalar
from runtime.bash.commands.yq.yaml_write import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.budget import Budget
    from runtime.bash.commands.yq.settings import Settings
    from runtime.bash.commands.yq.yaml_read import Looks

    Decode = Callable[[bytes, Settings, Looks], Iterator[Any]]
    Encode = Callable[[Any, Settings], str]

__all__ = ["DECODERS", "ENCODERS", "NAMES"]

NAMES = {
    "y": "yaml", "yml": "yaml", "j": "json", "p": "props", "properties": "props", "c": "csv", "t": "tsv", "x": "xml",
    "i": "ini", "s": "shell", "shell": "shell",
}  # fmt: skip
_CONTAINERS = (dict, list)
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_NAME = re.compile(r"[^A-Za-z0-9_]+")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SHELL_SAFE = re.compile(r"[A-Za-z0-9_./:@%+-]+")
_DEEPEST = 500
_PROPS_NAME = {"\\": "\\\\", ":": "\\:", " ": "\\ ", "=": "\\="}
_PROPS_VALUE = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}
# More than a double holds.
_LARGEST = 10**308


# -- YAML and JSON


def _from_yaml(data: bytes, settings: Settings, looks: Looks) -> Iterator[Any]:
    yield from documents(data, settings.budget, looks)


def _to_yaml(value: Any, settings: Settings) -> str:
    writer = Writer(settings.budget, settings.looks, settings.indent, plainly=settings.plainly)
    if type(value) is str:
        return f"{value if settings.unwrap else writer.small(value)}\n"
    if type(value) in _CONTAINERS:
        return writer.document(value)
    return f"{writer.small(value)}\n"


def _from_json(data: bytes, settings: Settings, looks: Looks) -> Iterator[Any]:
    del looks
    from runtime.bash.commands.jq.reader import Malformed, Reader

    reader = Reader(data.decode("utf-8", "replace"))
    try:
        while True:
            settings.budget.cells(1)
            yield reader.next()
    except EOFError:
        return
    except Malformed as bad:
        raise BadYaml(bad.message) from None


def _to_json(value: Any, settings: Settings) -> str:
    if type(value) is str and settings.unwrap:
        return f"{value}\n"
    return (
        Style(indent=" " * settings.indent).text(_computed(value, settings.budget, 0), settings.budget) + "\n"
    )


def _computed(value: Any, budget: Budget, depth: int, made: dict[int, Any] | None = None) -> Any:
    """A value whose numbers are spelled as JSON has them; what aliases share stays shared."""
    if type(value) is Literal:
        return value if _JSON_NUMBER.fullmatch(value.text) and abs(value) >= 1 << 53 else whole(float(value))
    if type(value) not in _CONTAINERS:
        return value
    if depth > _DEEPEST * 2:
        raise BadYaml(f"exceeded max depth of {_DEEPEST * 2}")
    made = {} if made is None else made
    copy = made.get(id(value))
    if copy is None:
        budget.cells(len(value))
        if type(value) is dict:
            copy = {key: _computed(item, budget, depth + 1, made) for key, item in value.items()}
        else:
            copy = [_computed(item, budget, depth + 1, made) for item in value]
        made[id(value)] = copy
    return copy


def _text(value: Any, null: str = "") -> str:
    """A scalar as plain text."""
    if type(value) is str:
        return value
    if value is None or type(value) is bool:
        return {None: null, True: "true", False: "false"}[value]
    return spelled(value)


# -- properties, INI, TOML, shell variables


def _leaves(
    value: Any, settings: Settings, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every scalar with the way to it."""
    if len(path) > _DEEPEST:
        raise BadYaml(f"exceeded max depth of {_DEEPEST}")
    settings.budget.tick()
    if type(value) is dict:
        for key, item in value.items():
            yield from _leaves(item, settings, (*path, key))
    elif type(value) is list:
        for number, item in enumerate(value):
            yield from _leaves(item, settings, (*path, str(number)))
    else:
        yield path, value


def _from_props(data: bytes, settings: Settings, looks: Looks) -> Iterator[Any]:
    del looks
    found: dict[str, Any] = {}
    for line in re.sub(r"\\\r?\n[ \t]*", "", data.decode("utf-8", "replace")).splitlines():
        if not line.strip() or line.lstrip()[0] in "#!":
            continue
        name, _, value = re.sub(r"\s*[=:]\s*|(?<=\S)\s+", "\0", line.strip(), count=1).partition("\0")
        _placed(found, name.split("."), value, settings)
    yield found


def _placed(root: dict[str, Any], path: list[str], value: Any, settings: Settings) -> None:
    if len(path) > _DEEPEST:
        raise BadYaml(f"exceeded max depth of {_DEEPEST}")
    settings.budget.cells(len(path))
    for name in path[:-1]:
        inner = root.get(name)
        if type(inner) is not dict:
            inner = root[name] = {}
        root = inner
    root[path[-1]] = value


def _to_props(value: Any, settings: Settings) -> str:
    if type(value) not in _CONTAINERS:
        return _text(value) + "\n"
    return _joined(_props_lines(value, settings), settings)


def _props_lines(value: Any, settings: Settings) -> Iterator[str]:
    for path, leaf in _leaves(value, settings):
        name = "".join(_PROPS_NAME.get(char, char) for char in ".".join(path))
        yield f"{name} = {''.join(_PROPS_VALUE.get(char, char) for char in _text(leaf))}\n"


def _joined(lines: Iterator[str], settings: Settings) -> str:
    """The lines together, refused where a value that is small because it repeats itself has a huge text."""
    held: list[str] = []
    size = 0
    for line in lines:
        held.append(line)
        # A line of Python takes some fifty bytes however short it is.
        size += len(line) + 50
        settings.budget.meter.text(size)
    return "".join(held)


def _from_ini(data: bytes, settings: Settings, looks: Looks) -> Iterator[Any]:
    del looks
    found: dict[str, Any] = {}
    section = found
    for number, raw in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        line = raw.strip()
        if not line or line[0] in ";#":
            continue
        settings.budget.cells(1)
        if line[0] == "[" and line[-1] == "]":
            section = found.setdefault(line[1:-1].strip(), {})
            continue
        name, mark, value = line.partition("=")
        if not mark:
            raise BadYaml(f"key-value delimiter not found: {line}", number)
        section[name.strip()] = value.strip().strip('"')
    yield found


def _to_ini(value: Any, settings: Settings) -> str:
    if type(value) is not dict:
        raise BadYaml("ini encoding supports maps only")
    return _joined(_ini_lines(value, settings), settings)


def _ini_lines(value: dict[str, Any], settings: Settings) -> Iterator[str]:
    lead = ""
    for key, item in value.items():
        if type(item) not in _CONTAINERS:
            yield f"{key} = {_text(item)}\n"
            lead = "\n"
    for key, item in value.items():
        if type(item) is dict:
            yield f"{lead}[{key}]\n"
            yield from (f"{'.'.join(path)} = {_text(leaf)}\n" for path, leaf in _leaves(item, settings))
            lead = "\n"


def _to_shell(value: Any, settings: Settings) -> str:
    return _joined(_shell_lines(value, settings), settings)


def _shell_lines(value: Any, settings: Settings) -> Iterator[str]:
    for path, leaf in _leaves(value, settings):
        name = _NAME.sub("_", "_".join(path)) or "value"
        text = _text(leaf)
        shown = text if _SHELL_SAFE.fullmatch(text) else "'" + text.replace("'", "'\"'\"'") + "'"
        yield f"{'_' if name[0].isdigit() else ''}{name}={shown}\n"


def _from_toml(data: bytes, settings: Settings, looks: Looks) -> Iterator[Any]:
    del looks
    import tomllib

    # The parser calls itself for every bracket and looks at no clock.
    depth = max(_nesting(data), 0)
    if depth > 200:
        raise BadYaml("nested too deeply")
    settings.budget.meter.text(len(data) * 4)
    try:
        yield _unmade(tomllib.loads(data.decode()))
    except tomllib.TOMLDecodeError as error:
        raise BadYaml(str(error)) from None
    except ValueError:
        # No UTF-8, a date that is none, or a number of thousands of digits.
        raise BadYaml("invalid text, date or number") from None


def _nesting(data: bytes) -> int:
    """No less than the levels of brackets, or of dots in one key."""
    level = deepest = 0
    for byte in data:
        if byte in b"[{":
            level += 1
            deepest = max(deepest, level)
        elif byte in b"]}":
            level = max(level - 1, 0)
    return max(deepest, max((line.partition(b"=")[0].count(b".") for line in data.splitlines()), default=0))


def _unmade(value: Any) -> Any:
    """Dates and times as they are written."""
    if isinstance(value, dict):
        return {key: _unmade(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_unmade(item) for item in value]
    if isinstance(value, int) and abs(value) > _LARGEST:
        return float("inf") if value > 0 else float("-inf")
    return value if isinstance(value, (str, int, float)) else value.isoformat()


def _to_toml(value: Any, settings: Settings) -> str:
    if type(value) is not dict:
        if type(value) is list:
            return _toml_value(value, settings, 0) + "\n"
        return _text(value) + "\n"
    return _joined(_toml_table(value, settings, ()), settings)


def _toml_table(table: dict[str, Any], settings: Settings, path: tuple[str, ...]) -> Iterator[str]:
    if len(path) > _DEEPEST // 5:
        raise BadYaml("nested too deeply")
    inner = {key: item for key, item in table.items() if type(item) is dict}
    several = {key: item for key, item in table.items() if _is_tables(item)}
    for key, item in table.items():
        if key not in inner and key not in several and item is not None:
            yield f"{_toml_key(key)} = {_toml_value(item, settings, 0)}\n"
    for key, item in inner.items():
        here = (*path, key)
        yield f"\n[{'.'.join(map(_toml_key, here))}]\n"
        yield from _toml_table(item, settings, here)
    for key, items in several.items():
        here = (*path, key)
        for item in items:
            yield f"\n[[{'.'.join(map(_toml_key, here))}]]\n"
            yield from _toml_table(item, settings, here)


def _is_tables(value: Any) -> bool:
    return type(value) is list and bool(value) and all(type(item) is dict for item in value)


def _toml_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    from json import dumps

    return dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml_value(value: Any, settings: Settings, depth: int) -> str:
    settings.budget.tick()
    if depth > _DEEPEST // 5:
        raise BadYaml("nested too deeply")
    if type(value) is str:
        return _quoted(value)
    if type(value) is list:
        return "[" + ", ".join(_toml_value(item, settings, depth + 1) for item in value) + "]"
    if type(value) is dict:
        members = (
            f"{_toml_key(key)} = {_toml_value(item, settings, depth + 1)}" for key, item in value.items()
        )
        return "{ " + ", ".join(members) + " }"
    return _text(value, '""')


# -- separated values


def _from_separated(separator: str) -> Decode:
    def decode(data: bytes, settings: Settings, looks: Looks) -> Iterator[Any]:
        del looks
        from runtime.bash.commands._shared.csv_lines import BadRow, read_rows, text_lines

        made = []
        try:
            rows = read_rows(
                text_lines(data, errors="replace"), settings.budget.check, separator or settings.separator
            )
            names = next(rows, None)
            for row in rows:
                settings.budget.cells(len(row) + 1)
                made.append({name: scalar(cell) for name, cell in zip(names or (), row, strict=False)})
        except BadRow as error:
            raise BadYaml(str(error)) from None
        yield made

    return decode


def _to_separated(separator: str) -> Encode:
    def encode(value: Any, settings: Settings) -> str:
        from runtime.bash.commands._shared.csv_lines import BadRow, line_writer

        mark = separator or settings.separator
        if type(value) is not list:
            raise BadYaml(
                "csv encoding only works for arrays, got: " + ("!!map" if type(value) is dict else "!!str")
            )
        if value and type(value[0]) is dict:
            names = list(dict.fromkeys(key for row in value if type(row) is dict for key in row))
            rows: list[list[Any]] = [list(names)]
            rows += [[row.get(name) if type(row) is dict else None for name in names] for row in value]
        elif value and type(value[0]) is list:
            rows = value
        else:
            rows = [value]
        for row in rows:
            settings.budget.cells(len(row))
            if any(type(cell) in _CONTAINERS for cell in row):
                raise BadYaml("csv encoding only works for arrays of scalars")
        try:
            line = line_writer(mark)
        except BadRow as error:
            raise BadYaml(str(error)) from None
        return "".join(line([_text(cell) for cell in row]) for row in rows)

    return encode


def _from_xml(data: bytes, settings: Settings, looks: Looks) -> Iterator[Any]:
    from runtime.bash.commands.yq.xml import read

    yield from read(data, settings, looks)


def _to_xml(value: Any, settings: Settings) -> str:
    from runtime.bash.commands.yq.xml import written

    return written(value, settings, _text)


DECODERS: dict[str, Decode] = {
    "yaml": _from_yaml,
    "json": _from_json,
    "props": _from_props,
    "csv": _from_separated(""),
    "tsv": _from_separated("\t"),
    "xml": _from_xml,
    "toml": _from_toml,
    "ini": _from_ini,
}
ENCODERS: dict[str, Encode] = {
    "yaml": _to_yaml,
    "json": _to_json,
    "props": _to_props,
    "csv": _to_separated(""),
    "tsv": _to_separated("\t"),
    "xml": _to_xml,
    "toml": _to_toml,
    "ini": _to_ini,
    "shell": _to_shell,
}
