"""hostname: the name of the virtual machine."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[-a|-A|-d|-f|-i|-I|-s|-y]",
    "Print the name of this machine.",
    ("a", "alias", "", "alias names (none)"),
    ("A", "all-fqdns", "", "all long names"),
    ("b", "boot", "", "set a default name if there is none"),
    ("d", "domain", "", "the domain (what follows the first dot)"),
    ("f", "fqdn long", "", "the long name"),
    ("F", "file", "FILE", "set the name from a file"),
    ("i", "ip-address", "", "addresses for the name"),
    ("I", "all-ip-addresses", "", "all addresses"),
    ("s", "short", "", "the name up to the first dot"),
    ("y", "yp nis", "", "the NIS domain name (none)"),
    ("V", "", "", "the same as --version"),
    ("h", "", "", "the same as --help"),
    status=255,
    hint="",
    origin="hostname 3.23",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.any("Vh"):
        OPTIONS.parse(cx, ["--help" if "h" in given else "--version"])
    if given.operands or given.any("bF"):
        return cx.fail("you must be root to change the host name")
    short, _, domain = cx.hostname.partition(".")
    shown = {"s": short, "d": domain, "a": "", "i": "127.0.0.1", "I": "", "A": cx.hostname, "f": cx.hostname}
    if "y" in given:
        return cx.fail("Local domain name not set")
    cx.write(shown.get(given.last("sdaiIAf"), cx.hostname) + "\n")
    return 0
