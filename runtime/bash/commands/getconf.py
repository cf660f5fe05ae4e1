"""getconf: what the system is made for."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[-v specification] variable_name [pathname]\n-a [pathname]",
    "Get the configuration value for variable VAR, or for variable PATH_VAR for path PATH.",
    ("v", "", "SPEC", "ignored"),
    ("a", "", "", "print all"),
    permute=False,
    origin="GNU libc 2.36",
)
_SYSTEM = {
    "ARG_MAX": "2097152",
    "CHILD_MAX": "1000",
    "CLK_TCK": "100",
    "GNU_LIBC_VERSION": "glibc 2.36",
    "HOST_NAME_MAX": "64",
    "INT_MAX": "2147483647",
    "INT_MIN": "-2147483648",
    "LINE_MAX": "2048",
    "LOGIN_NAME_MAX": "256",
    "LONG_BIT": "64",
    "LONG_MAX": "9223372036854775807",
    "NGROUPS_MAX": "65536",
    "OPEN_MAX": "1024",
    "PAGESIZE": "4096",
    "PAGE_SIZE": "4096",
    "PATH": "/bin:/usr/bin",
    "SSIZE_MAX": "32767",
    "UINT_MAX": "4294967295",
    "ULONG_MAX": "18446744073709551615",
    "WORD_BIT": "32",
    "_NPROCESSORS_CONF": "1",
    "_NPROCESSORS_ONLN": "1",
    "_POSIX_VERSION": "200809",
    "_XOPEN_VERSION": "700",
}
_PLACES = {"LINK_MAX": "65000", "NAME_MAX": "255", "PATH_MAX": "4096", "PIPE_BUF": "4096", "MAX_INPUT": "255"}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    names = given.operands
    if "a" in given:
        both = {**_PLACES, **_SYSTEM}
        cx.write("".join(f"{name:<35}{value}\n" for name, value in both.items()))
        return 0
    if not 1 <= len(names) <= 2:
        raise _usage(cx)
    table = _PLACES if len(names) == 2 else _SYSTEM
    if names[0] not in table:
        if names[0] in _SYSTEM or names[0] in _PLACES:
            raise _usage(cx)
        cx.stderr.write(f"getconf: Unrecognized variable `{names[0]}'\n".encode("utf-8", "surrogateescape"))
        return 2
    if len(names) == 2:
        try:
            cx.fs.stat(cx.path(names[1]))
        except OSError as error:
            return cx.fail(f"{names[1]}: {reason(error)}", 3)
    cx.write(f"{table[names[0]]}\n")
    return 0


def _usage(cx: Context) -> Done:
    cx.stderr.write(
        b"Usage: getconf [-v specification] variable_name [pathname]\n       getconf -a [pathname]\n"
    )
    return Done(2)
