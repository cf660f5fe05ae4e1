"""The argument vector of a wrapped command: words with places for arguments, and no shell between.

A word is a text with ``{parameter}`` in it (``{{`` and ``}}`` stand for braces), a list of words that is left out where one of its parameters has no value, or
``{when = "parameter", words = [...]}`` for words that a true boolean brings in. A word that is a list's parameter alone becomes a word for each item.

What a model writes is data to the command, never an option: where a text begins a word and no ``--`` stands before it, a value that begins with ``-`` is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from runtime.contracts.errors import ToolError

_PLACE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_SHELLS = frozenset({"ash", "bash", "dash", "fish", "ksh", "mksh", "sh", "zsh", "csh", "tcsh", "busybox"})
TYPES = ("string", "integer", "number", "boolean", "array")


class TemplateInvalid(ValueError):
    """The template cannot be one: why."""


class _Word(NamedTuple):
    parts: tuple[str | None, ...]
    """Texts, and None where an argument goes."""
    names: tuple[str, ...]
    guarded: bool
    """Whether a ``--`` stands before it."""


class _Group(NamedTuple):
    when: str
    words: tuple[_Word | _Group, ...]


class Template:
    """A checked argument vector."""

    def __init__(self, argv: Any, parameters: Mapping[str, Mapping[str, Any]]) -> None:
        """Check it.

        Args:
            argv: As the file holds it.
            parameters: The schemas of the parameters by name.

        Raises:
            TemplateInvalid: it is none.
        """
        self._parameters = parameters
        self._used: set[str] = set()
        if not isinstance(argv, list) or not argv or not isinstance(argv[0], str):
            raise TemplateInvalid("argv must be a list that begins with the command")
        self.command = argv[0]
        self._check_command()
        self._guarded = False
        self._words = tuple(self._read(item) for item in argv[1:])
        if unused := sorted(parameters.keys() - self._used):
            raise TemplateInvalid(f"the parameter {unused[0]!r} stands nowhere in argv")

    def check(self, arguments: Mapping[str, Any]) -> None:
        """Refuse arguments that would be options, or no words.

        Raises:
            ToolError: they are.
        """
        for _ in self._render(self._words, arguments):
            pass

    def render(self, arguments: Mapping[str, Any]) -> tuple[str, ...]:
        """The argument vector of a call; raises as `check`."""
        return (self.command, *self._render(self._words, arguments))

    def _check_command(self) -> None:
        name = self.command.rpartition("/")[2]
        if (
            not name
            or any(c in self.command for c in "{}\0")
            or ("/" in self.command and not self.command.startswith("/"))
        ):
            raise TemplateInvalid(
                "the command must be a name, or an absolute path, without places for arguments"
            )
        if name in _SHELLS:
            raise TemplateInvalid(f"{name} is a shell: a model's text in its words would be code")

    def _read(self, item: Any) -> _Word | _Group:
        if isinstance(item, str):
            return self._word(item)
        if isinstance(item, list) and item and all(isinstance(one, str) for one in item):
            words = tuple(self._word(one) for one in item)
            if not any(word.names for word in words):
                raise TemplateInvalid(
                    f"the list {item!r} has no place for an argument, so it is never left out"
                )
            return _Group("", words)
        if isinstance(item, dict) and item.keys() == {"when", "words"} and isinstance(item["words"], list):
            when = item["when"]
            if self._type(when) != "boolean":
                raise TemplateInvalid(f"when: {when!r} is no boolean parameter")
            self._used.add(when)
            return _Group(when, tuple(self._read(one) for one in item["words"]))
        raise TemplateInvalid(f"{item!r} is no text, no list of texts and no table of when and words")

    def _word(self, text: str) -> _Word:
        parts: list[str | None] = []
        names: list[str] = []
        end = 0
        for found in _PLACE.finditer(text):
            parts.append(text[end : found.start()])
            end = found.end()
            if found[0] in ("{{", "}}"):
                parts.append(found[0][0])
                continue
            name = found[1]
            if name is None or self._type(name) is None:
                raise TemplateInvalid(f"{text!r}: {found[0]!r} names no parameter")
            if self._type(name) == "boolean":
                raise TemplateInvalid(f"{text!r}: {name!r} is a boolean, which brings words in with `when`")
            if self._type(name) == "array" and text != f"{{{name}}}":
                raise TemplateInvalid(f"{text!r}: the list {name!r} must be a word of its own")
            self._used.add(name)
            parts.append(None)
            names.append(name)
        parts.append(text[end:])
        word = _Word(tuple(part for part in parts if part != ""), tuple(names), self._guarded)
        self._guarded |= text == "--"
        return word

    def _type(self, name: Any) -> str | None:
        found = self._parameters.get(name, {}).get("type") if isinstance(name, str) else None
        return found if found in TYPES else None

    def _render(self, words: tuple[_Word | _Group, ...], arguments: Mapping[str, Any]) -> Iterator[str]:
        for word in words:
            if isinstance(word, _Word):
                yield from self._words_of(word, arguments)
            elif arguments.get(word.when) is True if word.when else _has_all(word.words, arguments):
                yield from self._render(word.words, arguments)

    def _words_of(self, word: _Word, arguments: Mapping[str, Any]) -> Iterator[str]:
        if word.names and self._type(word.names[0]) == "array":
            for value in arguments.get(word.names[0]) or ():
                yield self._one(word, [value])
        elif all(arguments.get(name) is not None for name in word.names):
            yield self._one(word, [arguments[name] for name in word.names])

    def _one(self, word: _Word, values: list[Any]) -> str:
        left = list(values)
        text = "".join(_text(left.pop(0)) if part is None else part for part in word.parts)
        is_text = word.parts[:1] == (None,) and isinstance(values[0], str)
        if is_text and text.startswith("-") and not word.guarded:
            raise ToolError(
                "invalid_argument",
                f"{word.names[0]} must not begin with -: the command would take it for an option",
                suggestion="Write ./ before the name of a file.",
            )
        if "\0" in text:
            raise ToolError(
                "invalid_argument", f"{word.names[0]} holds a NUL character", suggestion="Leave it out."
            )
        return text


def _has_all(words: tuple[_Word | _Group, ...], arguments: Mapping[str, Any]) -> bool:
    names = [name for word in words if isinstance(word, _Word) for name in word.names]
    return all(arguments.get(name) not in (None, []) for name in names)


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
