"""The built-in functions that a Wasm module of OPA's asks its host for.

They are the embedded engine's, mended where that is needed: what agrees with OPA there agrees here, and what does not is
an error, which denies. Values cross as text. Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

HostFunction = Callable[..., "str | None"]


_TEXTS = "texts"
_OF_TEXTS = frozenset({"strings.any_prefix_match", "strings.any_suffix_match"})
"""Their arguments are strings, and collections of strings alone."""
_TOTAL = ".is_valid"
"""Names that end so say no of what is no text, instead of having no value."""
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_ODD_NUMBER = re.compile(r"\.\d*0(?!\d)|[eE](?![+-])|E|-0(?![.\d])|9\d{18}|\d{20}")
"""``1.0`` and ``1e3`` are not 1 and 1000 to each of OPA's functions. The host writes each number in one way, so these stand in the rules."""
_FIRST = {'"': "s", "t": "b", "f": "b", "n": "n", "[": "a"}


def _asked(expression: str, sets: frozenset[int]) -> str:
    """The expression with sets in the place of the arrays that JSON has for them."""
    for number in sets:
        expression = expression.replace(f"input[{number}]", f"{{member | some member in input[{number}]}}")
    return expression


def _has_odd_number(text: str) -> bool:
    if text[:1] == '"' or not _ODD_NUMBER.search(text):
        return False
    return (
        _ODD_NUMBER.search(_TEXT.sub('""', text).replace("true", "").replace("false", "").replace("set", ""))
        is not None
    )


class HostRefusal(ValueError):
    """The answer is not known to be OPA's."""


class HostBuiltins:
    """Functions by name. Those written in Python take sets; those of the embedded engine take what JSON holds."""

    def __init__(
        self,
        expressions: Mapping[str, str],
        kinds: Mapping[str, list[str]],
        python: Callable[[str], Callable[..., Any] | None],
        values: Any,
        make_engine: Callable[[str], Any],
    ) -> None:
        """Put them together.

        Args:
            expressions: For each name of the embedded engine's, its guarded call on the members of ``input``.
            kinds: For each name what kinds its arguments are of, and last those of its result.
            python: Gives the function of a name where it is written in Python.
            values: The module that reads and writes values.
            make_engine: Gives an embedded engine with the text of a module.
        """
        self._expressions = expressions
        self._kinds = kinds
        self._python = python
        self._values = values
        self._make_engine = make_engine
        self._now_ns = 0

    def begin(self) -> None:
        """An evaluation begins: it sees one moment, as in OPA."""
        self._now_ns = time.time_ns()

    def supply(self, name: str) -> HostFunction:
        """The function of that name, which the runtime has looked for before."""
        if name == "time.now_ns":
            return lambda: str(self._now_ns)
        function = self._python(name)
        *arguments, result = self._kinds[name]
        if name in _OF_TEXTS:
            arguments = [_TEXTS] * len(arguments)
        if name.endswith(_TOTAL):
            arguments = ["*"] * len(arguments)
        if function is not None:
            return self._of_kinds(arguments, self._of_python(function))
        return self._of_kinds(
            arguments, self._of_engine(self._expressions[name], not set(result) & set("aoS*"))
        )

    def _of_kinds(self, wanted: list[str], function: HostFunction) -> HostFunction:
        """The function, undefined for arguments of other kinds: OPA's is an error there, and its modules go on without a value."""

        def call(*texts: str) -> str | None:
            if any(_has_odd_number(text) for text in texts):
                raise HostRefusal("a number with an exponent, or with a fraction that ends in 0")
            are_right = all(self._is_of(text, kinds) for text, kinds in zip(texts, wanted, strict=True))
            return function(*texts) if are_right else None

        return call

    def _is_of(self, text: str, kinds: str) -> bool:
        if "*" in kinds:
            return True
        if kinds == _TEXTS:
            value = self._values.read(text)
            items = [value] if isinstance(value, str) else value
            return isinstance(items, list | frozenset) and all(isinstance(item, str) for item in items)
        if text[:1] == "{":
            both = set(kinds) & set("oS")
            return bool(both) and (len(both) == 2 or self._values.is_set(text) == ("S" in both))
        first = "S" if text.startswith("set(") else _FIRST.get(text[:1], "#")
        return first in kinds

    def _of_python(self, function: Callable[..., Any]) -> HostFunction:
        def call(*texts: str) -> str | None:
            try:
                return str(self._values.write(function(*map(self._values.read, texts))))
            except Exception as error:  # noqa: BLE001  # whatever it is, it is no answer of OPA's
                if getattr(error, "is_opas", False):
                    return None
                raise HostRefusal(str(error)) from None

        return call

    def _of_engine(self, expression: str, takes_sets: bool) -> HostFunction:
        """The engine's own function. It answers in JSON, so it takes sets where its answer can hold none."""
        engines: dict[frozenset[int], Any] = {}

        def call(*texts: str) -> str | None:
            sets: frozenset[int] = frozenset()
            if takes_sets:
                sets = frozenset(
                    n
                    for n, text in enumerate(texts)
                    if text == "set()" or (text[:1] == "{" and self._values.is_set(text))
                )
                texts = tuple(
                    self._values.to_json(text) if n in sets else text for n, text in enumerate(texts)
                )
            engine = engines.get(sets) or self._make_engine(
                f"package host\n\nanswer := {_asked(expression, sets)}\n"
            )
            engines[sets] = engine
            try:
                # Not by way of Python's numbers: the engine reads each as it was written.
                asked = "[" + ",".join(texts) + "]"
                json.loads(asked, parse_int=str, parse_float=str)
                engine.set_input_json(asked)
                answer = str(engine.eval_rule_as_json("data.host.answer")).strip()
            except BaseException as error:
                engines.clear()
                if isinstance(error, (KeyboardInterrupt, SystemExit)):
                    raise
                raise HostRefusal(str(error).partition("\nStack backtrace:")[0]) from None
            return None if answer in ("", '"<undefined>"') else answer

        return call
