"""The built-in functions that a Wasm module of OPA's asks its host for.

They are the embedded engine's, mended where that is needed: what agrees with OPA there agrees here, and what does not is
an error, which denies. Values cross as text. Imports nothing of the runtime: the policy worker loads this file by its path.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

HostFunction = Callable[..., "str | None"]


class HostRefusal(ValueError):
    """The answer is not known to be OPA's."""


class HostBuiltins:
    """Functions by name. Those written in Python take sets; those of the embedded engine take what JSON holds."""

    def __init__(
        self,
        expressions: Mapping[str, str],
        python: Mapping[str, Any],
        values: Any,
        make_engine: Callable[[str], Any],
    ) -> None:
        """Put them together.

        Args:
            expressions: For each name of the embedded engine's, its guarded call on the members of ``input``.
            python: Functions of Python by name, each with its arity.
            values: The module that reads and writes values.
            make_engine: Gives an embedded engine with the text of a module.
        """
        self._expressions = expressions
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
        if name in self._python:
            return self._of_python(self._python[name][1])
        return self._of_engine(self._expressions[name])

    def _of_python(self, function: Callable[..., Any]) -> HostFunction:
        def call(*texts: str) -> str | None:
            try:
                return str(self._values.write(function(*map(self._values.read, texts))))
            except (ValueError, TypeError, AttributeError, RecursionError) as error:
                raise HostRefusal(str(error)) from None

        return call

    def _of_engine(self, expression: str) -> HostFunction:
        engine: Any = None

        def call(*texts: str) -> str | None:
            nonlocal engine
            engine = engine or self._make_engine(f"package host\n\nanswer := {expression}\n")
            try:
                # Not by way of Python's numbers: the engine reads each as it was written.
                asked = "[" + ",".join(texts) + "]"
                json.loads(asked, parse_int=str, parse_float=str)
                engine.set_input_json(asked)
                answer = str(engine.eval_rule_as_json("data.host.answer")).strip()
            except BaseException as error:
                engine = None
                if isinstance(error, (KeyboardInterrupt, SystemExit)):
                    raise
                raise HostRefusal(str(error).partition("\nStack backtrace:")[0]) from None
            return None if answer in ("", '"<undefined>"') else answer

        return call
