"""Questions that reach what bundles say: their own constants in the places that they read, and values next to those.

A question that is drawn fits the closed schema. What is drawn depends on the bundles, the seed and the number alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

from runtime.contracts import canonical
from runtime.policy.bundle import Bundle
from runtime.policy.meaning.input_schema import input_schema
from runtime.policy.syntax import Path

_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`')
_NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?![\w.])")
_MOST_CONSTANTS = 2_000
_USUAL: dict[str, tuple[Any, ...]] = {
    "risk": ("read_only", "safe_write", "dangerous"),
    "determinism": ("pure", "deterministic", "nondeterministic"),
    "source": ("builtin", "wasm"),
    "kind": ("agent", "user"),
    "weekday": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "digest": ("blake3:" + "0" * 64,),
    "version": ("1.0.0",),
    "hour": tuple(range(24)),
    "minute": tuple(range(60)),
}
_USUAL_LISTS = {
    "side_effects": ("none", "fs_read", "fs_write", "net_read", "process_spawn"),
    "roles": ("reader", "deployer"),
}
_ARGUMENTS = ("path", "command", "url", "text")


class QuestionMaker:
    """Draws questions to bundles."""

    def __init__(self, bundles: Iterable[Bundle], input_paths: Iterable[Path], seed: int) -> None:
        """Gather what the bundles name; ``input_paths`` are what they read of the question."""
        self._random = random.Random(seed)  # noqa: S311  # repeatable, and no secret
        texts, numbers = {"a", "src/a.py"}, {0, 1}
        for bundle in bundles:
            for module in bundle.policies:
                texts.update(one or other for one, other in _STRING.findall(module.text))
                numbers.update(int(found) for found in _NUMBER.findall(module.text))
            _constants(bundle.data, texts, numbers)
        self._texts = sorted(texts)[:_MOST_CONSTANTS]
        self._numbers = sorted({n + step for n in numbers for step in (-1, 0, 1) if n + step >= 0})
        named = sorted({path for path in input_paths if path[:2] == ("input", "arguments")})
        self._arguments = [path[2:] for path in named if len(path) > 2]
        self._principals = [t for t in self._texts if re.fullmatch(r"[a-z]+:\S+", t)] or ["agent:a"]

    def draw(self, count: int) -> Iterator[bytes]:
        """So many questions."""
        schema = input_schema()
        for _ in range(count):
            question = self._object(schema)
            question["arguments"] = self._drawn_arguments()
            question["principal"]["id"] = principal = self._random.choice(self._principals)
            question["principal"]["kind"] = principal.partition(":")[0]
            yield canonical.encode(question)

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {name: self._value(name, part) for name, part in schema.get("properties", {}).items()}

    def _value(self, name: str, schema: dict[str, Any]) -> Any:
        kind = schema.get("type")
        if kind == "object":
            return self._object(schema)
        if kind == "array":
            if schema.get("items", {}).get("type") != "string":
                return []
            usual = _USUAL_LISTS.get(name, ())
            return sorted({self._text(usual) for _ in range(self._random.choice((1, 1, 2, 0)))})
        if kind == "boolean":
            return self._random.random() < 0.5
        if kind == "integer":
            return self._random.choice(_USUAL.get(name) or self._numbers)
        return self._text(_USUAL.get(name, ()))

    def _text(self, usual: tuple[Any, ...]) -> str:
        if usual and self._random.random() < 0.8:
            return str(self._random.choice(usual))
        return self._random.choice(self._texts)

    def _drawn_arguments(self) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        for path in self._arguments:
            if self._random.random() < 0.7:
                place = arguments
                for part in path[:-1]:
                    below = place.get(part)
                    place[part] = place = below if isinstance(below, dict) else {}
                place[path[-1]] = self._argument()
        if self._random.random() < 0.5:
            arguments.setdefault(self._random.choice(_ARGUMENTS), self._argument())
        return arguments

    def _argument(self) -> Any:
        chance, text = self._random.random(), self._random.choice(self._texts)
        if chance < 0.45:
            return text
        if chance < 0.8:
            other = self._random.choice(self._texts)
            return self._random.choice(
                (f"{text}/{other}", f"/{text}", text.upper(), f"{text} {other}", f"{text}x")
            )
        if chance < 0.9:
            return self._random.choice(self._numbers)
        return self._random.choice(([text], [], True, False, None, {}))


def _constants(value: Any, texts: set[str], numbers: set[int]) -> None:
    if isinstance(value, str):
        texts.add(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        numbers.add(value)
    elif isinstance(value, dict):
        texts.update(value)
        for part in value.values():
            _constants(part, texts, numbers)
    elif isinstance(value, list):
        for part in value:
            _constants(part, texts, numbers)
