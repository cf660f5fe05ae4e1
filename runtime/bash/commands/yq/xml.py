"""XML as values and back, as yq has it: attributes with a prefix, repeated elements as arrays. Entities are refused."""

from __future__ import annotations

from runtime.bash.commands.yq.yaml_read import BadYaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from runtime.bash.commands.yq.settings import Settings
    from runtime.bash.commands.yq.yaml_read import Looks

__all__ = ["read", "written"]

_DEEPEST = 300
_CHUNK = 65_536
_INSTRUCTION = "+p_"
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_IN_ATTRIBUTES = {**_ESCAPES, '"': "&#34;"}


class _Element:
    __slots__ = ("members", "name", "text")

    def __init__(self, name: str) -> None:
        self.name = name
        self.members: dict[str, Any] = {}
        self.text: list[str] = []


class _Builder:
    """What the parser calls."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.stack = [_Element("")]

    def begin(self, name: str, attributes: list[str]) -> None:
        if len(self.stack) > _DEEPEST:
            raise BadYaml(f"exceeded max depth of {_DEEPEST}")
        self.settings.budget.cells(2 + len(attributes))
        element = _Element(name)
        for key, value in zip(attributes[::2], attributes[1::2], strict=True):
            element.members[self.settings.attribute + key] = value
        self.stack.append(element)

    def end(self, name: str) -> None:
        element = self.stack.pop()
        self.add(name, _value(element, self.settings.content))

    def add(self, name: str, value: Any) -> None:
        members = self.stack[-1].members
        if name not in members:
            members[name] = value
        elif type(members[name]) is _Several:
            members[name].append(value)
        else:
            members[name] = _Several([members[name], value])

    def text(self, data: str) -> None:
        self.settings.budget.text(len(data))
        self.stack[-1].text.append(data)

    def instruction(self, target: str, data: str) -> None:
        self.add(_INSTRUCTION + target, data)

    def declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        del standalone
        shown = f'version="{version}"' + (f' encoding="{encoding}"' if encoding else "")
        self.add(f"{_INSTRUCTION}xml", shown)

    def refuse(self, *what: object) -> int:
        """An entity can name files, and can double itself without end."""
        del what
        raise BadYaml("entities are not supported")


class _Several(list):  # type: ignore[type-arg]
    """Elements of one name: not a value that an element had."""


def _value(element: _Element, content: str) -> Any:
    text = "".join(element.text).strip()
    members = {name: list(item) if type(item) is _Several else item for name, item in element.members.items()}
    if not members:
        return text or None
    if text:
        members = {content: text, **members}
    return members


def read(data: bytes, settings: Settings, looks: Looks) -> Iterator[Any]:
    """The document as a mapping. Raises BadYaml."""
    del looks
    from xml.parsers import expat

    builder = _Builder(settings)
    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = builder.begin
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.ProcessingInstructionHandler = builder.instruction
    parser.XmlDeclHandler = builder.declaration
    parser.EntityDeclHandler = parser.ExternalEntityRefHandler = builder.refuse
    try:
        for at in range(0, len(data), _CHUNK):
            parser.Parse(data[at : at + _CHUNK], False)
            settings.budget.check()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise BadYaml(f"XML syntax error: {expat.ErrorString(error.code)}", error.lineno) from None
    yield _value(builder.stack[0], settings.content)


def _escaped(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(char, char) for char in text)


def written(value: Any, settings: Settings, spell: Callable[[Any], str]) -> str:
    """A value as XML."""
    if type(value) is list:
        raise BadYaml("cannot encode !!seq to XML - only maps can be encoded")
    if type(value) is not dict:
        return _escaped(spell(value), _ESCAPES) + "\n"
    return _Printer(settings, spell).text(value, 0)


class _Printer:
    def __init__(self, settings: Settings, spell: Callable[[Any], str]) -> None:
        self.settings = settings
        self.spell = spell

    def text(self, value: dict[str, Any], depth: int) -> str:
        """The members together, refused where a value that is small because it repeats itself has a huge text."""
        held: list[str] = []
        size = 0
        for piece in self.members(value, depth):
            held.append(piece)
            size += len(piece)
            self.settings.budget.meter.text(size)
        return "".join(held)

    def members(self, value: dict[str, Any], depth: int) -> Iterator[str]:
        if depth > _DEEPEST:
            raise BadYaml(f"exceeded max depth of {_DEEPEST}")
        for name, item in value.items():
            if name.startswith(_INSTRUCTION):
                yield f"<?{name[len(_INSTRUCTION) :]} {self.spell(item)}?>\n"
            elif not name.startswith(self.settings.attribute) and name != self.settings.content:
                for one in item if type(item) is list else [item]:
                    yield from self._element(name, one, depth)

    def _element(self, name: str, value: Any, depth: int) -> Iterator[str]:
        self.settings.budget.tick()
        margin = " " * (self.settings.indent * depth)
        if type(value) is list:
            value = {name: value}
        if type(value) is not dict:
            yield f"{margin}<{name}>{_escaped(self.spell(value), _ESCAPES)}</{name}>\n"
            return
        prefix, content = self.settings.attribute, self.settings.content
        attributes = "".join(
            f' {key[len(prefix) :]}="{_escaped(self.spell(item), _IN_ATTRIBUTES)}"'
            for key, item in value.items()
            if key.startswith(prefix) and key != content and type(item) not in (dict, list)
        )
        text = _escaped(self.spell(value[content]), _ESCAPES) if content in value else ""
        inner = self.text(value, depth + 1)
        lead = "\n" if inner else ""
        yield f"{margin}<{name}{attributes}>{text}{lead}{inner}{margin if inner else ''}</{name}>\n"
