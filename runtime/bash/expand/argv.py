"""Arguments: words to the list of fields that a command is called with.

A word is one of three things once it is compiled: constant fields, one text that is always exactly one field, or
something that appends any number of fields. Most words are the first or the second, and most of the third are ``$x``
with a value that neither splits nor matches anything: each has its short way.
"""

from __future__ import annotations

import re

from runtime.bash.expand.expansion import Expansion, Fixed, Many, Scalar, closure
from runtime.bash.expand.fields import Fields, append_split
from runtime.bash.expand.pattern import is_magic
from runtime.bash.expand.special_parameters import is_special
from runtime.bash.syntax.tree import Literal, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.braces import Braces
    from runtime.bash.expand.compiler_port import WordCompilerPort
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Word

    Text = Callable[[State], str]
    Append = Callable[[State, list[str]], None]
    Argv = tuple[str, ...] | Callable[[State], list[str]]

__all__ = ["argv"]

_DEFAULT_IFS = " \t\n"
# A text that the default IFS leaves in one piece and that is no pattern.
_whole = re.compile(r"[^ \t\n*?\[(]*\Z").match
# Lists up to this length are not worth a question to the meter.
_SMALL = 64
_SMALL_TEXT = 65_536
# A field of so few parts may be made before it is weighed.
_FEW = 8


class One:
    """A word that is always one field."""

    __slots__ = ("text",)

    def __init__(self, text: Text) -> None:
        self.text = text


if TYPE_CHECKING:
    Compiled = tuple[str, ...] | One | Append


def argv(words: WordCompilerPort, given: tuple[Word, ...]) -> Argv:
    """Compile a command's words."""
    made: list[Compiled] = []
    # Constant fields are collected in a list: tuples that are joined word by word cost the square of their number.
    fixed: list[str] = []
    for word in given:
        compiled = _braced(words, word)
        if isinstance(compiled, tuple):
            fixed += compiled
            continue
        if fixed:
            made.append(tuple(fixed))
            fixed = []
        made.append(compiled)
    if fixed:
        made.append(tuple(fixed))
    if not made:
        return ()
    if len(made) == 1 and isinstance(made[0], tuple):
        return made[0]
    head: tuple[str, ...] = ()
    if isinstance(made[0], tuple):
        head = made[0]
        del made[0]
    if all(isinstance(one, One | tuple) for one in made):
        return _template(head, made)
    if len(made) == 1:
        return _headed(head, made[0])  # type: ignore[arg-type]
    return _sequence(head, made)


def _template(head: tuple[str, ...], made: list[Compiled]) -> Argv:
    """Every word is one field: a list whose places are filled in."""
    if len(made) == 1 and isinstance(made[0], One):
        text = made[0].text
        return lambda st: [*head, text(st)]
    if len(made) == 2 and isinstance(made[0], One) and isinstance(made[1], One):
        first, second = made[0].text, made[1].text
        return lambda st: [*head, first(st), second(st)]
    fields = list(head)
    holes: list[tuple[int, Text]] = []
    for one in made:
        if isinstance(one, One):
            holes.append((len(fields), one.text))
            fields.append("")
        elif isinstance(one, tuple):
            fields += one

    def run(st: State) -> list[str]:
        out = fields.copy()
        for at, text in holes:
            out[at] = text(st)
        return out

    return run


def _headed(head: tuple[str, ...], append: Append) -> Argv:
    def run(st: State) -> list[str]:
        out = [*head]
        append(st, out)
        return out

    return run


def _sequence(head: tuple[str, ...], made: list[Compiled]) -> Argv:
    appends = [_append(one) for one in made]

    def run(st: State) -> list[str]:
        out = [*head]
        for append in appends:
            append(st, out)
        return out

    return run


def _append(one: Compiled) -> Append:
    if isinstance(one, tuple):
        fixed = one
        return lambda st, out: out.extend(fixed)  # noqa: ARG005
    if isinstance(one, One):
        text = one.text
        return lambda st, out: out.append(text(st))
    return one


# One word


def _braced(words: WordCompilerPort, word: Word) -> Compiled:
    if not any(isinstance(part, Literal) and "{" in part.text for part in word.parts):
        return _word(words, word)
    from runtime.bash.expand import braces

    expansion = braces.expansion(word)
    if expansion is None:
        return _word(words, word)
    if expansion.count <= braces.FOLDED:
        on = _in_turn([_word(words, one) for one in expansion.words()])
    else:
        on = _generated(words, expansion)
    return _if_braces(on, lambda: _append(_word(words, word)))


def _in_turn(made: list[Compiled]) -> Append:
    appends = [_append(one) for one in made]

    def every(st: State, out: list[str]) -> None:
        for append in appends:
            append(st, out)

    return every


def _generated(words: WordCompilerPort, expansion: Braces) -> Append:
    """Too many to keep: made anew each time, after they are charged."""

    def generate(st: State, out: list[str]) -> None:
        st.meter.fields(len(out) + expansion.count)
        texts = expansion.texts()
        if texts is not None:
            out += texts
            return
        for number, one in enumerate(expansion.words()):
            if not number & 63:
                st.meter.check()
            _append(_word(words, one))(st, out)

    return generate


def _if_braces(on: Append, off: Callable[[], Append]) -> Append:
    """``set +B`` leaves braces alone."""

    def append(st: State, out: list[str]) -> None:
        (on if "braceexpand" in st.options.on else off())(st, out)

    return append


def _word(words: WordCompilerPort, word: Word) -> Compiled:
    parts = words.parts(word)
    if all(isinstance(part, Fixed) for part in parts):
        return _fixed(parts)  # type: ignore[arg-type]
    if len(parts) == 1:
        return _single(parts[0], word)
    if not all(isinstance(part, Fixed | Scalar) for part in parts):
        return _general(parts)
    if any(
        isinstance(part, Fixed) and not part.quoted and is_magic(part.value, extglob=True) for part in parts
    ):
        return _general(parts)
    if all(part.quoted for part in parts if isinstance(part, Scalar)):
        return One(closure(words.joined(parts)))
    return _mixed(parts)


def _fixed(parts: list[Fixed]) -> Compiled:
    text = "".join(part.value for part in parts)
    if any(is_magic(part.value, extglob=True) for part in parts if not part.quoted):
        return _general(list(parts))
    return (text,) if text or any(part.quoted for part in parts) else ()


def _general(parts: list[Expansion]) -> Append:
    emits = [part.emit() for part in parts]

    def append(st: State, out: list[str]) -> None:
        fields = Fields(st, out)
        for emit in emits:
            emit(st, fields)
        fields.done()

    return append


def _single(part: Expansion, word: Word) -> Compiled:
    if isinstance(part, Scalar):
        if part.quoted:
            return One(part.read)
        node = word.parts[0]
        if isinstance(node, Parameter) and not node.operator and node.subscript is None and not node.indirect:
            return _name(node.name, part.read) if not is_special(node.name) else _value(part.read)
        return _value(part.read)
    if isinstance(part, Many) and part.quoted and not part.star:
        return _each(part.values)
    return _general([part])


def _each(values: Callable[[State], list[str]]) -> Append:
    def append(st: State, out: list[str]) -> None:
        found = values(st)
        if len(found) > _SMALL:
            st.meter.fields(len(out) + len(found))
        out += found

    return append


def _name(name: str, read: Text) -> Append:
    """An unquoted ``$name``: one lookup and one check where the value is of letters and digits."""

    def append(st: State, out: list[str]) -> None:
        value = st.vars.get(name)
        if type(value) is str:
            if value.isalnum() and st.ifs_plain:
                out.append(value)
                return
        else:
            value = read(st)
        if value:
            if st.ifs == _DEFAULT_IFS and _whole(value):
                out.append(value)
            else:
                append_split(st, out, value)

    return append


def _value(read: Text) -> Append:
    """Any other unquoted expansion that stands alone."""

    def append(st: State, out: list[str]) -> None:
        value = read(st)
        if value.isalnum() and st.ifs_plain:
            out.append(value)
        elif value:
            if st.ifs == _DEFAULT_IFS and _whole(value):
                out.append(value)
            else:
                append_split(st, out, value)

    return append


def _mixed(parts: list[Expansion]) -> Append:
    """Texts and values in one word: ``-n$x``, ``$dir/$name.txt``. One field, unless a value has to be looked at."""
    texts: list[str | Text] = []
    bare: list[int] = []
    for at, part in enumerate(parts):
        texts.append(part.value if isinstance(part, Fixed) else part.text())
        if isinstance(part, Scalar) and not part.quoted:
            bare.append(at)
    many = len(texts) > _FEW
    solid = any(isinstance(part, Fixed) or part.quoted for part in parts)

    def append(st: State, out: list[str]) -> None:
        made = [text if type(text) is str else text(st) for text in texts]  # type: ignore[operator]
        ordinary = st.ifs == _DEFAULT_IFS
        for at in bare:
            value = made[at]
            if not ((value.isalnum() and st.ifs_plain) or (ordinary and _whole(value))):
                _looked_at(st, out, parts, made)
                return
        if solid or any(made):
            if many:
                st.meter.text(sum(map(len, made)))
            field = "".join(made)
            if len(field) > _SMALL_TEXT:
                st.meter.text(len(field))
            out.append(field)

    return append


def _looked_at(st: State, out: list[str], parts: list[Expansion], made: list[str]) -> None:
    """The long way for values that are read already."""
    fields = Fields(st, out)
    for part, text in zip(parts, made, strict=True):
        if part.quoted:
            fields.quoted(text)
        elif isinstance(part, Fixed):
            fields.plain(text)
        else:
            fields.split(text)
    fields.done()
