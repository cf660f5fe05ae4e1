"""A changed document as its own text with the changes in it: comments, anchors, quotes and indentation stay.

The old and the new value are walked side by side over the places of the old text. What has another value is replaced in its
place, what is new at the end of a mapping or sequence is added there, what is gone is cut out by the line. Whether the text then
reads as the new value is checked by reading it: where it does not, or where it would lose a comment, there is no patch.
"""

from __future__ import annotations

from runtime.bash.commands.jq.numbers import spelled
from runtime.bash.commands.yq.yaml_read import BadYaml, Looks, documents
from runtime.bash.commands.yq.yaml_write import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.commands.jq.budget import Budget
    from runtime.bash.commands.yq.settings import Settings

__all__ = ["commented", "patched"]


_CONTAINERS = (dict, list)


class _Unpatchable(Exception):
    """This change has no place in the old text."""


class _Node:
    """A node's place: of a container the members, of a mapping keys and values in turn."""

    __slots__ = ("column", "end", "flow", "kind", "members", "start", "style")

    def __init__(self, event: Any, kind: str) -> None:
        self.kind = kind
        self.start: int = event.start_mark.index
        self.end: int = event.end_mark.index
        self.column: int = event.start_mark.column
        self.flow = bool(getattr(event, "flow_style", False))
        self.style: str = getattr(event, "style", None) or ""
        self.members: list[_Node] = []

    def last(self) -> int:
        """Where its own text ends: of a block behind its last member, not at what comes next."""
        node = self
        while node.kind in {"map", "seq"} and not node.flow and node.members:
            node = node.members[-1]
        return node.end


def commented(data: bytes) -> bool:
    """Whether there may be a comment in a text."""
    return any(
        b"#" in line and (line.lstrip().startswith(b"#") or b" #" in line) for line in data.splitlines()
    )


def _placed(text: str) -> _Node | None:
    """The only document of a text."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    stack: list[_Node] = []
    root: _Node | None = None
    for event in yaml.parse(text, Loader=loader):
        kind = {"Scal": "leaf", "Alia": "alias", "Mapp": "map", "Sequ": "seq"}.get(type(event).__name__[:4])
        if kind is None:
            continue
        if type(event).__name__.endswith("EndEvent"):
            done = stack.pop()
            done.end = event.end_mark.index
            continue
        node = _Node(event, kind)
        if stack:
            stack[-1].members.append(node)
        else:
            root = node
        if kind in {"map", "seq"}:
            stack.append(node)
    return root


def patched(data: bytes, old: Any, new: Any, settings: Settings) -> str | None:
    """The text with the changes that make ``old`` into ``new``; None where that cannot be."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    if not isinstance(old, (dict, list)) or type(old) is not type(new) or "\ufeff" in text or "\r" in text:
        return None
    root = _placed(text)
    if root is None:
        return None
    patch = _Patch(text, settings)
    try:
        patch.compare(root, old, new)
        made = patch.applied()
        looks = Looks()
        read = list(documents(made.encode(), settings.budget, looks))
    except (_Unpatchable, BadYaml, RecursionError):
        return None
    return made if len(read) == 1 and _same(read[0], new, settings.budget) else None


def _same(left: Any, right: Any, budget: Budget) -> bool:
    """Equal, with keys in the same order and nothing true that is only 1. What aliases repeat is compared once."""
    stack = [(left, right)]
    seen: set[tuple[int, int]] = set()
    while stack:
        left, right = stack.pop()
        if left is right:
            continue
        budget.tick()
        if type(left) in _CONTAINERS and type(left) is type(right):
            pair = (id(left), id(right))
            if pair in seen:
                continue
            seen.add(pair)
            if len(left) != len(right) or (type(left) is dict and list(left) != list(right)):
                return False
            stack += (
                zip(left.values(), right.values(), strict=True)
                if type(left) is dict
                else zip(left, right, strict=True)
            )
        elif type(left) in _CONTAINERS or type(right) in _CONTAINERS or not _equal(left, right):
            return False
    return True


def _equal(left: Any, right: Any) -> bool:
    words = (bool, type(None), str)
    if isinstance(left, words) or isinstance(right, words):
        return type(left) is type(right) and bool(left == right)
    return spelled(left) == spelled(right)


class _Patch:
    def __init__(self, text: str, settings: Settings) -> None:
        self.text = text
        self.writer = Writer(settings.budget, settings.looks, settings.indent, plainly=settings.plainly)
        self.budget = settings.budget
        self.edits: list[tuple[int, int, str]] = []

    def applied(self) -> str:
        text, at, parts = self.text, 0, []
        for start, end, replacement in sorted(self.edits):
            if start < at:
                raise _Unpatchable
            parts += [text[at:start], replacement]
            at = end
        return "".join(parts) + text[at:]

    def replace(self, start: int, end: int, by: str) -> None:
        if "#" in self.text[start:end] and commented(self.text[start:end].encode("utf-8", "replace")):
            raise _Unpatchable
        self.edits.append((start, end, by))

    def compare(self, node: _Node, old: Any, new: Any, *, flow: bool = False) -> None:
        """Edits for one node, whose value may have changed."""
        self.budget.tick()
        if old is new or _same(old, new, self.budget):
            return
        if node.kind == "alias":
            raise _Unpatchable
        if node.flow or flow:
            self._in_line(node, old, new)
        elif node.kind == "map" and isinstance(new, dict):
            self._mapping(node, old, new)
        elif node.kind == "seq" and isinstance(new, list):
            self._sequence(node, old, new)
        else:
            raise _Unpatchable

    def _in_line(self, node: _Node, old: Any, new: Any) -> None:
        """A node of a container that is written in one line."""
        members = list(zip(node.members[::2], node.members[1::2], strict=True)) if node.kind == "map" else []
        if (
            node.kind == "map"
            and isinstance(new, dict)
            and list(old) == list(new)
            and len(members) == len(old)
        ):
            for (_, place), name in zip(members, old, strict=True):
                self.compare(place, old[name], new[name], flow=True)
        elif node.kind == "seq" and isinstance(new, list) and len(old) == len(new) == len(node.members):
            for place, before, after in zip(node.members, old, new, strict=True):
                self.compare(place, before, after, flow=True)
        else:
            self.replace(node.start, node.end, self.writer.in_line(new))

    # -- blocks

    def _mapping(self, node: _Node, old: dict[str, Any], new: dict[str, Any]) -> None:
        places = dict(zip(old, zip(node.members[::2], node.members[1::2], strict=True), strict=False))
        if len(node.members) != 2 * len(old) or not new:
            raise _Unpatchable
        kept = [name for name in old if name in new]
        if [name for name in new if name in old] != kept or list(new)[: len(kept)] != kept or not kept:
            raise _Unpatchable
        for name in old:
            key, value = places[name]
            if name not in new:
                self._cut(key, value)
            elif (
                value.kind == "leaf"
                or not isinstance(new[name], (dict, list))
                or type(old[name]) is not type(new[name])
            ):
                if not _same(old[name], new[name], self.budget):
                    self._member(node, key, value, new[name])
            else:
                self._inner(node, key, value, old[name], new[name])
        added = {name: new[name] for name in new if name not in old}
        if added:
            self._insert(node, self.writer.lines(added, " " * node.column))

    def _inner(self, node: _Node, key: _Node, value: _Node, old: Any, new: Any) -> None:
        """A container that is one still; written anew where its change has no place."""
        before = len(self.edits)
        try:
            self.compare(value, old, new)
        except _Unpatchable:
            del self.edits[before:]
            if value.kind == "alias":
                raise
            self._member(node, key, value, new)

    def _member(self, node: _Node, key: _Node, value: _Node, new: Any) -> None:
        """Another value behind a key."""
        if value.kind == "alias":
            raise _Unpatchable
        scalar = value.kind == "leaf" and not isinstance(new, (dict, list))
        if scalar and value.style not in {"|", ">"} and value.end > value.start:
            style = value.style if isinstance(new, str) else ""
            self.replace(value.start, value.end, self.writer.leaf(new, style, " " * node.column))
            return
        colon = self.text.index(":", key.end) + 1
        end = max(value.last(), colon)
        tail = "\n" if self.text[end - 1 : end] == "\n" else ""
        self.replace(colon, end, self.writer.behind(new, " " * node.column).removesuffix("\n") + tail)

    def _sequence(self, node: _Node, old: list[Any], new: list[Any]) -> None:
        if len(node.members) != len(old) or not new:
            raise _Unpatchable
        if len(new) < len(old):
            self._thinned(node, old, new)
            return
        for place, before, after in zip(node.members, old, new, strict=False):
            if place.kind == "leaf" and not isinstance(after, (dict, list)) and place.style not in {"|", ">"}:
                if not _same(before, after, self.budget):
                    style = place.style if isinstance(after, str) else ""
                    self.replace(place.start, place.end, self.writer.leaf(after, style, " " * node.column))
            else:
                self.compare(place, before, after)
        if len(new) > len(old):
            self._insert(node, self.writer.lines(new[len(old) :], " " * node.column))

    def _thinned(self, node: _Node, old: list[Any], new: list[Any]) -> None:
        rest = iter(new)
        wanted = next(rest, _END)
        for place, value in zip(node.members, old, strict=True):
            if wanted is not _END and _same(value, wanted, self.budget):
                wanted = next(rest, _END)
            else:
                self._cut(place, place)
        if wanted is not _END:
            raise _Unpatchable

    def _cut(self, first: _Node, last: _Node) -> None:
        """Take out the lines of an entry."""
        start = self.text.rfind("\n", 0, first.start) + 1
        lead = self.text[start : first.start]
        if lead.strip(" ") not in ({""} if first is not last else {"-"}):
            raise _Unpatchable
        self.edits.append((start, self._line_end(last.last()), ""))

    def _insert(self, node: _Node, lines: str) -> None:
        at = self._line_end(node.last())
        lead = "" if self.text[at - 1 : at] == "\n" else "\n"
        self.edits.append((at, at, lead + lines))

    def _line_end(self, at: int) -> int:
        if self.text[at - 1 : at] == "\n":
            return at
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1


_END: Any = object()
