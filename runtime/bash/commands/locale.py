"""locale: the language and character set of the machine: C.UTF-8."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION...] NAME\n[OPTION...] [-a|-m]",
    "Get locale-specific information.",
    ("a", "all-locales", "", "write names of available locales"),
    ("m", "charmaps", "", "write names of available charmaps"),
    ("c", "category-name", "", "write names of selected categories"),
    ("k", "keyword-name", "", "write names of selected keywords"),
    ("v", "verbose", "", "ignored"),
    origin="GNU libc 2.36",
)
_CATEGORIES = (
    *("CTYPE", "NUMERIC", "TIME", "COLLATE", "MONETARY", "MESSAGES", "PAPER", "NAME", "ADDRESS"),
    *("TELEPHONE", "MEASUREMENT", "IDENTIFICATION"),
)
# Keyword: (category, value, whether it is a text).
_KEYWORDS = {
    "charmap": ("LC_CTYPE", "UTF-8", True),
    "decimal_point": ("LC_NUMERIC", ".", True),
    "thousands_sep": ("LC_NUMERIC", "", True),
    "grouping": ("LC_NUMERIC", "-1", False),
    "abday": ("LC_TIME", "Sun;Mon;Tue;Wed;Thu;Fri;Sat", True),
    "day": ("LC_TIME", "Sunday;Monday;Tuesday;Wednesday;Thursday;Friday;Saturday", True),
    "abmon": ("LC_TIME", "Jan;Feb;Mar;Apr;May;Jun;Jul;Aug;Sep;Oct;Nov;Dec", True),
    "mon": (
        "LC_TIME",
        "January;February;March;April;May;June;July;August;September;October;November;December",
        True,
    ),
    "am_pm": ("LC_TIME", "AM;PM", True),
    "d_t_fmt": ("LC_TIME", "%a %b %e %H:%M:%S %Y", True),
    "d_fmt": ("LC_TIME", "%m/%d/%y", True),
    "t_fmt": ("LC_TIME", "%H:%M:%S", True),
    "yesexpr": ("LC_MESSAGES", "^[yY]", True),
    "noexpr": ("LC_MESSAGES", "^[nN]", True),
}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "a" in given:
        cx.write("C\nC.utf8\nPOSIX\n")
        return 0
    if "m" in given:
        cx.write("UTF-8\n")
        return 0
    if not given.operands:
        cx.write(_settings(cx))
        return 0
    status = 0
    for name in given.operands:
        keyword = _KEYWORDS.get(name)
        if keyword is None:
            status = 1
            cx.stderr.write(f'locale: unknown name "{name}"\n'.encode("utf-8", "surrogateescape"))
            continue
        category, value, quoted = keyword
        if "c" in given:
            cx.write(f"{category}\n")
        shown = f'"{value}"' if quoted else value
        cx.write(f"{name}={shown}\n" if "k" in given else f"{value}\n")
    return status


def _settings(cx: Context) -> str:
    env = cx.env
    whole = env.get("LC_ALL", "")
    lines = [f"LANG={env.get('LANG', '')}", f"LANGUAGE={env.get('LANGUAGE', '')}"]
    for category in _CATEGORIES:
        name = f"LC_{category}"
        set_here = not whole and env.get(name)
        lines.append(f"{name}={set_here}" if set_here else f'{name}="{whole or env.get("LANG") or "POSIX"}"')
    return "\n".join([*lines, f"LC_ALL={whole}"]) + "\n"
