"""Where text can stand, and which characters mean something there.

The scanner is one loop over runs of plain characters; a context says what ends a run. The quotes, escapes and dollars
that a context knows are in the table of its handlers (see `words` and `dollars`).
"""

from __future__ import annotations

from runtime.bash.syntax.lazy_regex import LazyRegex

__all__ = [
    "ARITHMETIC",
    "BRACE",
    "BRACE_HERE",
    "BRACE_QUOTED",
    "BRACKETS",
    "CONDITION",
    "DOUBLE",
    "ELEMENT",
    "GROUP",
    "HERE",
    "INDEX",
    "LENGTH",
    "META",
    "OFFSET",
    "PATTERN",
    "REGEX",
    "SUBSCRIPT",
    "WORD",
    "LexicalContext",
]


class LexicalContext(LazyRegex):
    """One place where text can stand.

    Attributes:
        match: matches a run of characters that are plain here.
        quoted: double-quote rules hold: ``'`` is plain, a backslash keeps itself before all but ``escapes``.
        escapes: what a backslash quotes where ``quoted``.
        opens, closes: characters that nest: each of ``opens`` counts one up; one of ``closes`` counts down or, at zero,
            ends the text.
        ends: characters that end the text at any count.
        wanted: what bash says it was looking for when the text ends too early; "" where the end of the input is an end.
        special: characters with a handler here.
        double: ``"`` opens double quotes here; ``flat``: they have no meaning and are dropped.
    """

    __slots__ = ("closes", "double", "ends", "escapes", "flat", "opens", "quoted", "special", "wanted")

    def __init__(
        self,
        plain: str,
        special: str,
        *,
        escapes: str = "",
        opens: str = "",
        closes: str = "",
        ends: str = "",
        wanted: str = "",
    ) -> None:
        super().__init__(plain)
        self.special = special.replace('"', "")
        self.double = '"' in special
        self.quoted = bool(escapes)
        self.flat = self.quoted and "}" not in escapes
        self.escapes = escapes
        self.opens = opens
        self.closes = closes
        self.ends = ends
        self.wanted = wanted


META = " \t\n;&|<>()"
# A word of a command. `(` has a handler: it may begin an extended pattern.
WORD = LexicalContext(r"[^ \t\n;&|<>()'\"`$\\]+", "\\'\"`$<>(", ends=META)
# A word of `[[ ]]`: extended patterns are always read there.
CONDITION = LexicalContext(r"[^ \t\n;&|<>()'\"`$\\]+", "\\'\"`$<>(", ends=META)
# The right side of `=~`: `|` is plain, and parentheses nest.
REGEX = LexicalContext(r"[^ \t\n;&<>()'\"`$\\]+", "\\'\"`$<>(", ends=" \t\n;&<>()")
# Inside the parentheses of an extended pattern or of a regular expression.
GROUP = LexicalContext(r"[^()'\"`$\\]+", "\\'\"`$", opens="(", closes=")", wanted=")")
DOUBLE = LexicalContext(r"[^\"`$\\]+", "\\`$", escapes='$`"\\\n', ends='"', wanted='"')
HERE = LexicalContext(r"[^`$\\]+", "\\`$", escapes="$`\\\n")
BRACE = LexicalContext(r"[^}'\"`$\\<>]+", "\\'\"`$<>", ends="}", wanted="}")
BRACE_QUOTED = LexicalContext(r"[^}\"`$\\]+", '\\"`$', escapes='$`"\\\n}', ends="}", wanted="}")
# The same in a here-document, where `$'...'` has no meaning.
BRACE_HERE = LexicalContext(r"[^}\"`$\\]+", '\\"`$', escapes='$`"\\\n}', ends="}", wanted="}")
# The pattern of `${x/pattern/replacement}`.
PATTERN = LexicalContext(r"[^/}'\"`$\\<>]+", "\\'\"`$<>", ends="/}", wanted="}")
# The offset and the length of `${x:offset:length}`; `?` counts so that `${x:a?b:c:d}` splits at its last colon.
OFFSET = LexicalContext(
    r"[^()?:}'\"`$\\]+", "\\'\"`$", escapes='$`"\\\n', opens="(?", closes="):", ends="}", wanted="}"
)
LENGTH = LexicalContext(
    r"[^()}'\"`$\\]+", "\\'\"`$", escapes='$`"\\\n', opens="(", closes=")", ends="}", wanted="}"
)
ARITHMETIC = LexicalContext(r"[^()'\"`$\\]+", "\\'\"`$", escapes='$`"\\\n', opens="(", closes=")", wanted=")")
BRACKETS = LexicalContext(r"[^\[\]'\"`$\\]+", "\\'\"`$", escapes='$`"\\\n', opens="[", closes="]", wanted="]")
# A subscript inside `${...}`, which a brace ends in any case.
INDEX = LexicalContext(r"[^\[\]}'\"`$\\]+", "\\'\"`$", opens="[", closes="]", ends="}", wanted="}")
SUBSCRIPT = LexicalContext(r"[^\[\]'\"`$\\]+", "\\'\"`$", opens="[", closes="]", wanted="]")
# A subscript in an argument of a declaration builtin: blanks and operators end the word.
ELEMENT = LexicalContext(r"[^ \t\n;&|<>()\[\]'\"`$\\]+", "\\'\"`$<>", opens="[", closes="]", ends=META)
# A part of `for ((a; b; c))`.
CLAUSE = LexicalContext(
    r"[^();'\"`$\\]+", "\\'\"`$", escapes='$`"\\\n', opens="(", closes=")", ends=";", wanted=")"
)
