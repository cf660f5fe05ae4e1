"""Parameter expansion: ``$name`` and ``${...}`` with every operator."""

from __future__ import annotations

from runtime.bash.charset import narrow
from runtime.bash.errors import ExpansionError
from runtime.bash.expand import parameter_operators, subscripts
from runtime.bash.expand.expansion import Bare, Choice, Expansion, Fixed, Many, Scalar, merged
from runtime.bash.expand.indirect import indirect
from runtime.bash.expand.reference import UNBOUND_STATUS, Reference, plain, refer, required
from runtime.bash.expand.slices import sliced
from runtime.bash.expand.special_parameters import is_special
from runtime.bash.state import ReadOnly
from runtime.bash.variables import Indexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.compiler_port import WordCompilerPort
    from runtime.bash.expand.parameter_operators import Operator
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Parameter

    Handler = Callable[[WordCompilerPort, Parameter, Reference, bool], Expansion]

__all__ = ["expansion"]


def expansion(words: WordCompilerPort, node: Parameter, quoted: bool) -> Expansion:
    """Compile one parameter expansion."""
    operator = node.operator
    if operator in {"names@", "names*"}:
        return _names(node, quoted)
    if operator == "keys":
        name = node.name
        return Many(lambda st: subscripts.indexes(st, name), node.subscript == "*", quoted)
    if node.indirect:
        return indirect(words, node, quoted, expansion)
    if not operator and node.subscript is None and not is_special(node.name):
        return Scalar(plain(node.name), quoted)
    reference = refer(node.name, node.subscript, words.arithmetic, words.text)
    if not node.bare and "=" not in operator:
        # Between braces the name stands without its dollar.
        reference.label = reference.label.removeprefix("$")
    return _HANDLERS[operator](words, node, reference, quoted)


def _names(node: Parameter, quoted: bool) -> Expansion:
    prefix = node.name

    def names(st: State) -> list[str]:
        return sorted(
            name
            for name, held in st.vars.items()
            if name.startswith(prefix) and (isinstance(held, str) or st.variable(name) is not None)
        )

    return Many(names, node.operator == "names*", quoted)


def _value(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:  # noqa: ARG001
    if reference.values is not None:
        return Many(reference.values, reference.star, quoted)
    return Scalar(required(reference), quoted)


def _length(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:  # noqa: ARG001
    values = reference.values
    if values is not None:
        name, positional = reference.name, reference.subscript is None

        def count(st: State) -> str:
            if positional:
                return str(len(st.args))
            held = subscripts.array(st, name)
            if isinstance(held, Indexed):
                return str(len(held.items))
            if held is None and st.nounset:
                # Unlike other unset ones this does not end the shell.
                raise ExpansionError(f"{name}: unbound variable")
            return str(len(values(st)))

        return Scalar(count, quoted)
    read = required(reference)
    return Scalar(lambda st: str(len(narrow(read(st)) if st.narrow else read(st))), quoted)


# ${x-word} and its kin


def _absent(reference: Reference, null_too: bool) -> Callable[[State], bool]:
    """Whether the word of ``-``, ``=``, ``?`` is used."""
    values, maybe = reference.values, reference.maybe
    if values is not None:
        if null_too:
            return lambda st: not any(values(st)) and len(values(st)) < 2
        return lambda st: not values(st)
    if null_too:
        return lambda st: not maybe(st)
    return lambda st: maybe(st) is None


def _itself(reference: Reference, quoted: bool) -> Expansion:
    if reference.values is not None:
        return Many(reference.values, reference.star, quoted)
    maybe = reference.maybe
    return Scalar(lambda st: maybe(st) or "", quoted)


def _default(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:
    word = words.pieces(node.argument, quoted)
    chosen = _absent(reference, node.operator[0] == ":")
    if isinstance(word, Fixed) and reference.values is None and (quoted or isinstance(word, Bare)):
        return Scalar(_with_default(reference, word.value, node.operator), quoted)
    return Choice(chosen, _itself(reference, quoted), word, quoted)


def _with_default(reference: Reference, value: str, operator: str) -> Callable[[State], str]:
    maybe = reference.maybe
    if operator == ":-":
        return lambda st: maybe(st) or value

    def read(st: State) -> str:
        found = maybe(st)
        return value if found is None else found

    return read


def _alternative(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:
    absent = _absent(reference, node.operator[0] == ":")
    nothing: Expansion | None = None
    if reference.values is not None and not reference.star:
        # "${@+word}" without parameters is no field, "${x+word}" is an empty one.
        values = reference.values
        nothing = Many(lambda st: [] if not values(st) else [""], star=False, quoted=quoted)
    return Choice(lambda st: not absent(st), nothing, words.pieces(node.argument, quoted), quoted)


def _assigning(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:
    absent = _absent(reference, node.operator[0] == ":")
    word = words.as_text(node.argument)
    name, label, subscript = reference.name, reference.label, reference.subscript
    index = words.as_text(node.subscript) if subscript is not None and not reference.values else None
    special = is_special(name)
    whole = subscript in {"@", "*"}

    def assigned(st: State) -> str:
        value = word(st)
        if whole and not isinstance(subscripts.array(st, name), dict):
            raise ExpansionError(f"{label}: bad array subscript")
        if special:
            raise ExpansionError(f"{label}: cannot assign in this way")
        try:
            if subscript is None:
                st.assign(name, value)
            else:
                subscripts.assign_at(st, name, subscript if index is None else index(st), value)
        except ReadOnly as refused:
            raise ExpansionError(refused.message) from None
        return value if reference.maybe(st) is None else reference.maybe(st) or ""

    return Choice(absent, _itself(reference, quoted), Scalar(assigned, quoted), quoted)


def _demanding(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:
    absent = _absent(reference, node.operator[0] == ":")
    message = words.as_text(node.argument)
    usual = "parameter null or not set" if node.operator[0] == ":" else "parameter not set"
    label = reference.label.lstrip("$") or "$"

    def refused(st: State) -> str:
        text = message(st) if node.argument is not None and node.argument.parts else usual
        raise ExpansionError(f"{label}: {text}", fatal=True, status=UNBOUND_STATUS)

    return Choice(absent, _itself(reference, quoted), Scalar(refused, quoted), quoted)


# Operators that work value by value


def _changed(operator: Operator, reference: Reference, quoted: bool) -> Expansion:
    values, prepare, direct = reference.values, operator.prepare, operator.direct
    if values is not None:
        return Many(
            lambda st: parameter_operators.mapped(st, prepare(st), values(st)), reference.star, quoted
        )
    read = required(reference)
    if direct is not None:
        return Scalar(
            lambda st: prepare(st)(read(st)) if st.narrow else direct(st, read(st)),
            quoted,
        )
    return Scalar(lambda st: prepare(st)(read(st)), quoted)


def _trim(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:
    return _changed(
        parameter_operators.trimmed(node.operator, words.pattern_of(node.argument)), reference, quoted
    )


def _replace(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:
    plain_text = escaped = None
    if node.replacement is not None:
        plain_text = words.text(node.replacement)
        escaped = words.replacement(node.replacement)
    operator = parameter_operators.replaced(
        node.operator, words.pattern_of(node.argument), plain_text, escaped
    )
    if reference.values is not None:
        return _changed(operator, reference, quoted)
    # In what is unset nothing is replaced, not even the empty match that an empty value has.
    maybe, strict, prepare = reference.maybe, required(reference), operator.prepare
    direct = operator.direct

    def replaced(st: State) -> str:
        value = maybe(st)
        if value is None:
            return strict(st) if st.nounset else ""
        return prepare(st)(value) if direct is None or st.narrow else direct(st, value)

    return Scalar(replaced, quoted)


def _case(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:
    text = None if node.argument is None else words.pattern(node.argument)
    return _changed(parameter_operators.cased(node.operator, text), reference, quoted)


def _transform(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:
    from runtime.bash.expand import transform

    operator = node.operator
    if operator == "@P":

        def prompt(st: State) -> Callable[[str], str]:
            from runtime.bash.expand.prompt import decoded

            return lambda value: decoded(st, value, words)

        return _changed(parameter_operators.Operator(prompt), reference, quoted)
    if operator in {"@A", "@a"} or (operator in {"@K", "@k"} and reference.subscript in {"@", "*"}):
        return _described(operator, reference, quoted)
    change = transform.CHANGES[operator]
    if operator in {"@Q", "@K", "@k"} and reference.values is None:
        # An unset one stays nothing (no field even), an empty one is ''.
        maybe = reference.maybe
        strict = required(reference)
        return Scalar(lambda st: strict(st) if maybe(st) is None else change(strict(st)), quoted)
    return _changed(parameter_operators.of_value(change), reference, quoted)


def _described(operator: str, reference: Reference, quoted: bool) -> Expansion:
    from runtime.bash.expand import transform

    name, values = reference.name, reference.values
    if values is None:
        maybe, special = reference.maybe, is_special(name)
        if operator == "@a":
            return Scalar(lambda st: transform.attributes(st, name), quoted)
        return Scalar(lambda st: "" if special else transform.declaration(st, name, maybe(st)), quoted)
    if operator == "@K":

        def text(st: State) -> list[str]:
            listed = transform.listed(st, name)
            return [merged(st, listed, "")] if listed else []

        return Many(text, reference.star, quoted)
    describe = {"@a": transform.letters_of_each, "@A": transform.array_declaration, "@k": transform.words}[
        operator
    ]
    return Many(lambda st: describe(st, name), reference.star, quoted)


_HANDLERS: dict[str, Handler] = {
    "": _value,
    "#len": _length,
    ":": sliced,
    **dict.fromkeys(["-", ":-"], _default),
    **dict.fromkeys(["+", ":+"], _alternative),
    **dict.fromkeys(["=", ":="], _assigning),
    **dict.fromkeys(["?", ":?"], _demanding),
    **dict.fromkeys(["#", "##", "%", "%%"], _trim),
    **dict.fromkeys(["/", "//", "/#", "/%"], _replace),
    **dict.fromkeys(["^", "^^", ",", ",,", "~", "~~"], _case),
    **dict.fromkeys(["@Q", "@E", "@P", "@A", "@a", "@K", "@k", "@U", "@u", "@L"], _transform),
}
