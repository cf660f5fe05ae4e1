"""tsort: order what depends on each other."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded, held, opened, text_of, whole
from runtime.bash.commands._shared.quoting import maybe, quote, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION] [FILE]",
    "Write totally ordered list consistent with the partial ordering in FILE.",
)


class _Item:
    __slots__ = ("after", "before", "name", "printed")

    def __init__(self, name: str) -> None:
        self.name = name
        self.before = 0  # how many must come before it
        self.after: list[_Item] = []  # which come after it, the last one named first
        self.printed = False


def main(cx: Context) -> int:
    names = OPTIONS.parse(cx).operands
    if len(names) > 1:
        raise OPTIONS.refuse(cx, f"extra operand {quote(names[1])}")
    name = names[0] if names else "-"
    try:
        stream = opened(cx, name)
    except IsADirectoryError:
        return 0
    except OSError as error:
        return cx.fail(f"{maybe(name)}: {reason(error)}")
    try:
        words = text_of(whole(cx, stream)).split()
    finally:
        stream.release()
    held(cx, len(words))
    if len(words) % 2:
        return cx.fail(f"{maybe(name)}: input contains an odd number of tokens")
    return _Order(cx, name, words).run()


class _Order:
    def __init__(self, cx: Context, name: str, words: list[str]) -> None:
        self.cx = cx
        self.name = name
        self.items: dict[str, _Item] = {}
        for word in words:
            if word not in self.items:
                self.items[word] = _Item(word)
        for first, second in zip(words[::2], words[1::2], strict=True):
            if first != second:
                self.items[first].after.append(self.items[second])
                self.items[second].before += 1

    def run(self) -> int:
        """Write the order; 1 when there is none, a loop being broken where it is found."""
        status = 0
        # Those that come first stand in the order of the alphabet, as in a tree that is walked.
        pending = sorted(self.items.values(), key=_key)
        while pending:
            self._write([item for item in pending if not item.before])
            pending = [item for item in pending if not item.printed]
            if pending:
                status = self.cx.fail(f"{maybe(self.name)}: input contains a loop:")
                self._break(pending)
        return status

    def _write(self, queue: list[_Item]) -> None:
        out = []
        for item in queue:  # it grows while it is walked
            item.printed = True
            out.append(f"{item.name}\n")
            if not len(out) & 4095:
                self.cx.meter.check()
            for other in reversed(item.after):
                other.before -= 1
                if not other.before:
                    queue.append(other)
        self.cx.write("".join(out))

    def _break(self, pending: list[_Item]) -> None:
        """Name one loop, and take its last relation away."""
        links: dict[_Item, _Item | None] = {}
        loop: _Item | None = None
        while True:
            for item in pending:
                self.cx.meter.check()
                if not item.before:
                    continue
                if loop is None:
                    loop = item
                    links[item] = None
                elif loop in item.after:
                    if links.get(item) is not None:
                        self._tell(item, loop, links)
                        return
                    if item is not loop or item not in links or links[item] is None:
                        links[item] = loop
                        loop = item

    def _tell(self, item: _Item, loop: _Item, links: dict[_Item, _Item | None]) -> None:
        first = loop
        at: _Item | None = loop
        while at is not None:
            self.cx.complain(at.name)
            if at is item:
                break
            at = links[at]
        # Of relations that were given twice the later one goes.
        place = len(item.after) - 1 - item.after[::-1].index(first)
        del item.after[place]
        first.before -= 1


def _key(item: _Item) -> bytes:
    return encoded(item.name)
