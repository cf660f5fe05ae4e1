"""Bounds on Rego source that hold before any parser sees it.

The engine's parser takes time that doubles with each nested literal (25 deep: 84 s) and overflows the stack on
long chains (``a.b.c...``, ``1 + 1 + ...``), so both are counted here, by a scanner that knows just enough of
the language to tell code from strings and comments. Where it could disagree with the parser about what is a
string, the source is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from runtime.policy.bundle import RegoFile
from runtime.policy.problem import PolicyProblem, problem_at

MAX_NESTING = 16
MAX_CHAIN = 100
"""Brackets and operators on the way down to one value: the depth of the syntax tree."""
MAX_COST = 2**22
"""Tokens, each counted as often as a parser that tries each literal twice reads it: about 0.4 us each."""

_TOKEN = re.compile(
    r"""
    (?P<space>    [ \t]+ | \r(?=\n) | \#[^\n\r]* )
  | (?P<newline>  \n )
  | (?P<string>   "(?:[^"\\\x00-\x1f]|\\[^\x00-\x1f])*" | `[^`]*` )
  | (?P<open>     [\[({] )
  | (?P<close>    [\])}] )
  | (?P<break>    [,;] )
  | (?P<operator> [-+*/%&|<>=!.:]+ | (?:in|not)\b )
  | (?P<word>     \w+ )
    """,
    re.VERBOSE,
)
_PAIRS = {"]": "[", ")": "(", "}": "{"}


class _Scan:
    """Where the scanner stands: the open brackets, and how deep the value at hand lies."""

    def __init__(self) -> None:
        self.brackets: list[tuple[str, int]] = []  # with the chain length at which each was opened
        self.chain = 0
        self.cost = 0
        self.last = "newline"
        self.line_ended = False

    def take(self, kind: str, text: str) -> str | None:
        """Count one token; the complaint where a bound is passed."""
        if self.line_ended and kind not in ("operator", "open"):
            self.chain = self._base()  # the line before was complete: a new statement begins
        self.line_ended = False
        complaint = None
        if kind == "open":
            self.chain += 1
            self.brackets.append((text, self.chain))
        elif kind == "close":
            complaint = self._close(text)
        elif kind == "break":
            self.chain = self._base()
        elif kind == "operator":
            self.chain += 1
        self.cost += 1 << min(len(self.brackets), MAX_NESTING + 1)
        self.last = kind
        return complaint or self._excess()

    def newline(self) -> None:
        self.line_ended = self.last not in ("operator", "open")

    def _base(self) -> int:
        return self.brackets[-1][1] if self.brackets else 0

    def _close(self, text: str) -> str | None:
        if not self.brackets or self.brackets[-1][0] != _PAIRS[text]:
            return f"{text!r} closes nothing"
        # The chain goes on behind the bracket: a[1][2][3] is three deep.
        self.chain = self.brackets.pop()[1]
        return None

    def _excess(self) -> str | None:
        if len(self.brackets) > MAX_NESTING:
            return f"brackets are nested more than {MAX_NESTING} deep"
        if self.chain > MAX_CHAIN:
            return f"an expression chains more than {MAX_CHAIN} operators, references or brackets"
        if self.cost > MAX_COST:
            return "the file nests too much for the engine's parser; move literals into data.json"
        return None


def scan(module: RegoFile) -> PolicyProblem | None:
    """The first thing in the source that a parser must not be given, or None."""
    text, position, state = module.text, 0, _Scan()
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            return problem_at(module.path, text, position, _unreadable(text[position]))
        kind = token.lastgroup or ""
        if kind == "newline":
            state.newline()
        elif kind != "space" and (complaint := state.take(kind, token.group())):
            return problem_at(module.path, text, position, complaint)
        position = token.end()
    if state.brackets:
        return problem_at(module.path, text, len(text), f"{state.brackets[-1][0]!r} is never closed")
    return None


def tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Kind, begin and end of each token, up to the first thing that is none."""
    position = 0
    while position < len(text) and (token := _TOKEN.match(text, position)):
        yield token.lastgroup or "", position, token.end()
        position = token.end()


def _unreadable(character: str) -> str:
    if character in '"`':
        return "the string does not end"
    return f"{character!a} has no meaning in Rego outside strings"
