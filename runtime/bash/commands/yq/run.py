"""The command line of yq, and the loop: every document through the filter, every result printed."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded, opened, text_of, whole
from runtime.bash.commands.jq.compile import program as compiled
from runtime.bash.commands.jq.files import Inputs
from runtime.bash.commands.jq.lexer import SyntaxFault
from runtime.bash.commands.jq.parser import parse
from runtime.bash.commands.jq.run import Halt, Run
from runtime.bash.commands.jq.scope import FIRST, Scope
from runtime.bash.commands.jq.tree import Identity
from runtime.bash.commands.jq.values import Breaking, JqError
from runtime.bash.commands.yq.formats import DECODERS, ENCODERS, NAMES
from runtime.bash.commands.yq.program import rewritten
from runtime.bash.commands.yq.settings import Settings
from runtime.bash.commands.yq.yaml_read import BadYaml, Looks, scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.scope import Many
    from runtime.bash.option_table import Given, Options
    from runtime.bash.utility_context import Context

__all__ = ["run"]

_EVERY = frozenset({"ea", "eval-all"})
_EACH = frozenset({"e", "eval"})
_SWITCHES = {"unwrapScalar": "--wrapped", "r": "--wrapped"}
_ASSIGNED = re.compile(r"-([A-Za-z0-9])=(.*)|--([A-Za-z-]+)=(true|false)", re.DOTALL)
_TAKES_VALUE = frozenset("Ipo")
_WRITE = 0o1101  # O_WRONLY | O_CREAT | O_TRUNC
_BY_EXTENSION = {
    "json": "json", "xml": "xml", "csv": "csv", "tsv": "tsv", "toml": "toml", "properties": "props", "ini": "ini",
}  # fmt: skip
_VERSION = "yq (Cathedral Runtime, after mikefarah's yq) version v4.44.3\n"


class _Fault(Exception):
    """What is said behind ``Error: ``."""


class _Call:
    """One call: what was asked for, and the documents."""

    def __init__(self, cx: Context, given: Given, *, all_at_once: bool) -> None:
        self.cx = cx
        self.given = given
        self.all_at_once = all_at_once
        self.looks = Looks()
        self.expression = ""
        self.files: list[str] = []
        self.task = Run(cx, {}, Inputs(cx, []), lambda: None)
        self._operands(given.operands)
        self.incoming = self._format("p", self._by_name())
        outgoing = "yaml" if self.incoming == "toml" or "p" in given else self.incoming
        self.outgoing = "json" if "j" in given else self._format("o", outgoing)
        self.settings = Settings(
            self.task,
            self.looks,
            plainly="P" in given,
            indent=_number(given.get("I", "2")),
            unwrap=self._unwraps(),
            attribute=given.get("xml-attribute-prefix", "+@"),
            content=given.get("xml-content-name", "+content"),
            separator=given.get("csv-separator", ","),
        )

    def _operands(self, operands: list[str]) -> None:
        given, cx = self.given, self.cx
        rest = list(operands)
        if "expression" in given:
            self.expression = given["expression"]
        elif "from-file" in given:
            self.expression = text_of(self.read(given["from-file"]))
        elif rest and not (rest[0] == "-" or _is_file(cx, rest[0])):
            self.expression = rest.pop(0)
        self.files = rest

    def _by_name(self) -> str:
        extension = self.files[0].rpartition(".")[2].lower() if self.files and "." in self.files[0] else ""
        return _BY_EXTENSION.get(extension, "yaml")

    def _format(self, key: str, default: str) -> str:
        wish = self.given.get(key, "auto")
        if wish in {"auto", "a"}:
            return default
        table = DECODERS if key == "p" else ENCODERS
        name = NAMES.get(wish, wish)
        if name not in table:
            raise _Fault(f"unknown format '{wish}' please use [{'|'.join(table)}]")
        return name

    def _unwraps(self) -> bool:
        if "wrapped" in self.given:
            return False
        return "r" in self.given or self.outgoing != "json"

    def read(self, name: str) -> bytes:
        """A file of the virtual file system, whole."""
        try:
            stream = opened(self.cx, name)
        except OSError as error:
            from runtime.bash.commands._shared.quoting import reason

            why = reason(error)
            raise _Fault(f"open {name}: {why[:1].lower()}{why[1:]}") from None
        try:
            return whole(self.cx, stream)
        finally:
            stream.release()

    def decoded(self, name: str, form: str = "") -> list[Any]:
        """The documents of one file."""
        try:
            return list(DECODERS[form or self.incoming](self.read(name), self.settings, self.looks))
        except BadYaml as bad:
            line = f"line {bad.line}: " if bad.line > 1 else ""
            raise _Fault(f"bad file '{name}': {form or self.incoming}: {line}{bad.message}") from None

    def value_of(self, kind: str, name: str) -> Any:
        """What ``env(X)``, ``strenv(X)`` and ``load("f")`` are."""
        if kind == "load":
            found = self.decoded(name, _BY_EXTENSION.get(name.rpartition(".")[2].lower(), "yaml"))
            return found[0] if found else None
        if name not in self.cx.env:
            if kind == "strenv":
                raise _Fault(f"value for env variable '{name}' not provided in env()")
            return None
        text = self.cx.env[name]
        if kind == "strenv":
            return text
        if text[:1] in {"{", "["}:
            return next(iter(DECODERS["yaml"](encoded(text), self.settings, self.looks)), None)
        return scalar(text)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 2:
        raise _Fault(f'invalid argument "{text}" for "-I, --indent" flag')
    return int(text)


def _is_file(cx: Context, name: str) -> bool:
    return bool(name) and "\0" not in name and len(name) < 4096 and cx.fs.is_file(cx.path(name))


def _plain_words(args: list[str]) -> list[str]:
    """The command line as `Options` reads it: ``-o=json`` and ``--flag=false`` are other libraries' ways."""
    words: list[str] = []
    for number, word in enumerate(args):
        found = _ASSIGNED.fullmatch(word)
        if word == "--":
            return words + args[number:]
        if found is None:
            words.append(word)
        elif found[1] and found[1] in _TAKES_VALUE:
            words += [f"-{found[1]}", found[2]] if found[2] else [word]
        elif (found[2] or found[4]) == "false":
            name = found[1] or found[3]
            words += [_SWITCHES[name]] if name in _SWITCHES else []
        else:
            words.append(f"-{found[1]}" if found[1] else f"--{found[3]}")
    return words


def run(cx: Context, options: Options) -> int:
    """One call of yq."""
    args = _plain_words(cx.args)
    all_at_once = bool(args) and args[0] in _EVERY
    if all_at_once or (args and args[0] in _EACH):
        args = args[1:]
    given = options.parse(cx, args)
    if "h" in given or not cx.args:
        cx.write(options.help(cx.name))
        return 0
    if "V" in given:
        cx.write(_VERSION)
        return 0
    try:
        return _called(_Call(cx, given, all_at_once=all_at_once))
    except Halt as halt:
        return halt.status
    except (_Fault, BadYaml, JqError, SyntaxFault, Breaking, RecursionError) as error:
        cx.stderr.write(encoded(f"Error: {_worded(error)}\n"))
        return 1


def _worded(error: BaseException) -> str:
    if isinstance(error, JqError):
        return error.value if type(error.value) is str else "not a string"
    if isinstance(error, SyntaxFault):
        return f"{error.message} in the expression (a filter of jq)"
    if isinstance(error, Breaking):
        return "break"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def _called(call: _Call) -> int:
    given = call.given
    if "i" in given and ("n" in given or not call.files):
        raise _Fault("write in place flag only applicable when giving an expression and at least one file")
    groups = [(name, call.decoded(name)) for name in call.files or (() if "n" in given else ("-",))]
    text, named = rewritten(call.expression, call.value_of, all_at_once=call.all_at_once)
    call.task.named.update(named, __files=[documents for _, documents in groups])
    program = parse(text)
    many = compiled(program.body or Identity(), program.functions, Scope(), frozenset(call.task.named)).many
    results = list(_results(call, groups, many))
    if "i" in given:
        _replace(call, groups[0], results)
    else:
        for piece in _printed(call, results):
            call.cx.stdout.write(encoded(piece))
    if "e" in given and all(value is None or value is False for _, value in results):
        raise _Fault("no matches found")
    return 0


def _results(call: _Call, groups: list[tuple[str, list[Any]]], many: Many) -> Iterator[tuple[int, Any]]:
    """Every result with the number of its document."""
    task = call.task
    env = (task, FIRST - 2)
    if "n" in call.given:
        inputs: Iterable[Any] = [None]
    elif call.all_at_once:
        inputs = [[value for _, documents in groups for value in documents]]
    else:
        inputs = [value for _, documents in groups for value in documents]
    for number, document in enumerate(inputs):
        task.renew()
        for value in many(env, document):
            task.cells(1)
            call.looks.hand_on(document, value, task)
            yield number, value


def _printed(call: _Call, results: list[tuple[int, Any]]) -> Iterator[str]:
    encode = ENCODERS[call.outgoing]
    before = None
    for number, value in results:
        text = encode(value, call.settings)
        if "0" in call.given:
            yield text.removesuffix("\n") + "\0"
            continue
        between = (
            call.outgoing == "yaml" and before is not None and before != number and "N" not in call.given
        )
        yield ("---\n" if between else "") + text
        before = number


def _replace(call: _Call, group: tuple[str, list[Any]], results: list[tuple[int, Any]]) -> None:
    """``-i``: the first file becomes what was printed, or its own text with the changes in it."""
    name, documents = group
    data = call.read(name)
    text = None
    if call.incoming == call.outgoing == "yaml" and "P" not in call.given:
        from runtime.bash.commands.yq.yaml_patch import commented, patched

        if len(documents) == 1 and len(results) == 1:
            text = patched(data, documents[0], results[0][1], call.settings)
        if text is None and commented(data):
            raise _Fault(
                f"'{name}' has comments, which a change of this kind would lose: print to another file instead"
            )
    if text is None:
        text = "".join(_printed(call, results))
    stream = call.cx.open(name, _WRITE)
    try:
        stream.write(encoded(text))
    finally:
        stream.release()
