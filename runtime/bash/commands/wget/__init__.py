"""wget: retrieve files, through the network that the embedder injected and never otherwise."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [URL]...",
    "Retrieve files from the web.",
    ("", "auth-no-challenge", "", "ignored: user and password are always sent"),
    ("", "body-data", "STRING", "send STRING as data; --method must be set"),
    ("", "body-file", "FILE", "send contents of FILE; --method must be set"),
    ("c", "continue", "", "resume getting a partially-downloaded file"),
    ("", "content-disposition", "", "honor the Content-Disposition header when choosing local file names"),
    ("", "content-on-error", "", "output the received content on server errors"),
    ("", "connect-timeout dns-timeout read-timeout", "SECONDS", "the same as --timeout"),
    ("", "header", "STRING", "insert STRING among the headers"),
    ("", "http-user user", "USER", "set user to USER"),
    ("", "http-password password", "PASS", "set password to PASS"),
    ("i", "input-file", "FILE", "download URLs found in FILE"),
    ("", "max-redirect", "NUM", "maximum redirections allowed per page; default 20"),
    ("", "method", "METHOD", "use METHOD in the request"),
    ("", "no-check-certificate", "", "ignored: the network decides"),
    ("", "no-clobber", "", "skip downloads that would download to existing files"),
    ("", "no-verbose", "", "turn off verboseness, without being quiet"),
    ("O", "output-document", "FILE", "write documents to FILE"),
    ("o", "output-file", "FILE", "log messages to FILE"),
    ("", "post-data", "STRING", "use the POST method; send STRING as the data"),
    ("", "post-file", "FILE", "use the POST method; send contents of FILE"),
    ("P", "directory-prefix", "PREFIX", "save files to PREFIX/.."),
    ("q", "quiet", "", "quiet (no output)"),
    ("", "referer", "URL", "include 'Referer: URL' in the request"),
    ("", "retry-connrefused", "", "retry even if connection is refused"),
    ("S", "server-response", "", "print server response"),
    ("", "show-progress", "", "ignored: progress is that of the log"),
    ("", "spider", "", "don't download anything"),
    ("t", "tries", "NUMBER", "set number of retries to NUMBER (0 unlimits); default 20"),
    ("T", "timeout", "SECONDS", "set all timeout values to SECONDS"),
    ("U", "user-agent", "AGENT", "identify as AGENT instead of Wget/VERSION"),
    ("", "waitretry", "SECONDS", "wait 1..SECONDS between retries of a retrieval"),
    ("V", "", "", "the same as --version"),
    ("h", "", "", "the same as --help"),
    ("4", "inet4-only", "", "ignored: the network decides"),
    ("6", "inet6-only", "", "ignored: the network decides"),
    ("", "no-cookies no-cache no-hsts no-proxy no-dns-cache", "", "ignored: nothing is kept"),
    status=2,
    hint="Usage: {name} [OPTION]... [URL]...\n\nTry `{name} --help' for more options.",
    origin="GNU Wget 1.21",
)
# Letters of two that getopt_long does not know.
_PAIRS = {"-nv": "--no-verbose", "-nc": "--no-clobber", "-nd": "", "-nH": "", "-np": "", "-x": ""}


def main(cx: Context) -> int:
    from runtime.bash.commands.wget.transfer import Retrieval

    args = [_PAIRS.get(word, word) for word in cx.args]
    given = OPTIONS.parse(cx, [word for word, asked in zip(args, cx.args, strict=True) if word or not asked])
    if "V" in given or "h" in given:
        OPTIONS.parse(cx, ["--version" if "V" in given else "--help"])
    if not given.operands and "i" not in given:
        cx.stderr.write(
            b"wget: missing URL\nUsage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.\n"
        )
        return 1
    return Retrieval(cx, given).run()
