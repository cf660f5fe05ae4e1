"""What a script may use instead of a program that is often called and is not part of the shell."""

from __future__ import annotations

__all__ = ["INSTEAD"]

_PACKAGES = "packages cannot be installed; `help` and NAME --help tell what there is"
_REMOTE = "other machines are reached by curl and wget alone, where the embedder allows it"
INSTEAD = {
    **dict.fromkeys(("apk", "apt", "apt-get", "dnf", "dpkg", "yum"), _PACKAGES),
    **dict.fromkeys(("npm", "npx", "pip", "pip3", "yarn"), _PACKAGES),
    **dict.fromkeys(("ftp", "nc", "ping", "scp", "sftp", "ssh", "telnet"), _REMOTE),
    "rsync": "cp -a copies folders",
    **dict.fromkeys(("emacs", "nano", "vi", "vim"), "sed -i, patch and here-documents change files"),
    **dict.fromkeys(
        ("node", "perl", "python", "python3", "ruby"), "awk, jq, sed and bc compute and transform"
    ),
    **dict.fromkeys(("docker", "kubectl", "systemctl", "service"), "there are no services and no containers"),
}
