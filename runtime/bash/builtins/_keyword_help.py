"""What ``help`` knows beside the builtins: the commands that are grammar, each with its usage and a word on it."""

from __future__ import annotations

__all__ = ["TOPICS"]

# Topic: (usage, text whose first line is its summary).
TOPICS = {
    "%": (
        "job_spec [&]",
        """Brings a job to the foreground.

The same as `fg job_spec'; with `&' behind it, as `bg job_spec'.""",
    ),
    "(( ... ))": (
        "(( expression ))",
        """Evaluates an arithmetic expression.

The same as `let "expression"': succeeds when the value is not 0.""",
    ),
    "[[ ... ]]": (
        "[[ expression ]]",
        """Tests a condition.

The tests are those of `test', joined by && and ||, turned by ! and grouped by ( ). Words are neither split nor globbed.
Behind == and != stands a pattern, behind =~ a regular expression.""",
    ),
    "case": (
        "case WORD in [PATTERN [| PATTERN]...) COMMANDS ;;]... esac",
        """Runs the commands behind the first pattern that WORD matches.

;; ends the search, ;& goes on with the next commands, ;;& with the next test.""",
    ),
    "coproc": (
        "coproc [NAME] command [redirections]",
        """Runs a command in the background with pipes to its input and from its output.

The descriptors are ${NAME[0]} for reading and ${NAME[1]} for writing; the name is COPROC unless given.""",
    ),
    "for": (
        "for NAME [in WORDS ... ] ; do COMMANDS; done",
        """Runs commands once for each word.

Without `in' the words are the positional parameters.""",
    ),
    "for ((": (
        "for (( exp1; exp2; exp3 )); do COMMANDS; done",
        """Runs commands while an arithmetic condition holds.

EXP1 is evaluated once at the start, EXP2 before each round, EXP3 behind it; an absent one counts as 1.""",
    ),
    "function": (
        "function name { COMMANDS ; } or name () { COMMANDS ; }",
        """Defines a function.

Called as a command, with its arguments as positional parameters and its name in FUNCNAME.""",
    ),
    "if": (
        "if COMMANDS; then COMMANDS; [ elif COMMANDS; then COMMANDS; ]... [ else COMMANDS; ] fi",
        """Runs commands when others succeed.

Status 0 when no condition held.""",
    ),
    "select": (
        "select NAME [in WORDS ... ;] do COMMANDS; done",
        """Asks for one of several words, again and again.

The words are shown with numbers on standard error, the prompt is PS3, the answer goes to REPLY and the word to NAME; ends
at the end of input or by `break'.""",
    ),
    "time": (
        "time [-p] pipeline",
        """Reports how long a pipeline took.

-p gives the format of POSIX; otherwise TIMEFORMAT says what is shown.""",
    ),
    "until": ("until COMMANDS; do COMMANDS-2; done", """Runs commands as long as others fail."""),
    "variables": (
        "variables - Names and meanings of some shell variables",
        """Variables that the shell sets or looks at.

Among them: BASH_VERSION, CDPATH, HOME, HOSTNAME, IFS, LINENO, OLDPWD, PATH, PIPESTATUS, PS3, PS4, PWD, RANDOM, REPLY,
SECONDS, TIMEFORMAT.""",
    ),
    "while": ("while COMMANDS; do COMMANDS-2; done", """Runs commands as long as others succeed."""),
    "{ ... }": (
        "{ COMMANDS ; }",
        """Groups commands into one.

They run in this shell; redirections behind the brace are for all of them.""",
    ),
}
