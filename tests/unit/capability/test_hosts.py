"""Allowlist entries and addresses, in the spellings that forged requests use."""

from __future__ import annotations

import pytest

from runtime.capability import hosts


@pytest.mark.parametrize(
    ("entry", "spelled"),
    [
        ("Example.COM.", "example.com"),
        ("https://Example.com:443/", "https://example.com:443"),
        ("*", "*"),
        ("*:443", "*:443"),
        ("*.Example.com", "*.example.com"),
        ("[0:0::1]:80", "[::1]:80"),
        ("192.0.2.1", "192.0.2.1"),
        ("xn--mnchen-3ya.de", "xn--mnchen-3ya.de"),
        ("my_db:5432", "my_db:5432"),
    ],
)
def test_an_entry_has_one_spelling(entry: str, spelled: str) -> None:
    assert str(hosts.parse(entry)) == spelled


@pytest.mark.parametrize(
    "entry",
    [
        "", "a b", "a..b", ".a", "-a.de", "*.*.com", "a.*.com", "*a.com", "**", "a:0", "a:65536", "a:b", "://a", "a/b",
        "user@a", "127.1", "0x7f.1", "2130706433", "0177.0.0.1", "1.2.3.4.5", "*.1.2.3.4", "::1", "[::1", "[fe80::1%eth0]",
        "[1.2.3.4]", "münchen.de", "a" * 64 + ".de", "a." * 130 + "de", "a\0b", "a\n",
    ],
)  # fmt: skip
def test_what_is_no_host_is_refused(entry: str) -> None:
    with pytest.raises(ValueError):
        hosts.parse(entry)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "100.100.100.200", "192.0.0.192", "168.63.129.16", "224.0.0.1", "255.255.255.255", "198.18.0.1", "::", "::1",
        "[::1]", "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe",
        "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:1:2::",
    ],
)  # fmt: skip
def test_an_address_of_the_machine_its_network_or_its_cloud_is_not_public(address: str) -> None:
    """T-CAP-05"""
    assert not hosts.is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert hosts.is_public(address)


def test_a_name_is_no_address() -> None:
    with pytest.raises(ValueError):
        hosts.is_public("localhost")


@pytest.mark.parametrize(
    "host",
    ["localhost", "x.localhost", "printer.local", "metadata.google.internal", "nas.home.arpa", "db", "local"],
)
def test_a_local_name_needs_an_entry_of_its_own(host: str) -> None:
    """T-CAP-05"""
    assert not hosts.allows(("*",), "http", host, 80)
    assert hosts.allows((host,), "http", host, 80)


def test_the_apex_is_not_beneath_itself() -> None:
    """T-CAP-05"""
    assert hosts.allows(("*.example.com",), "https", "a.b.example.com", 443)
    assert not hosts.allows(("*.example.com",), "https", "example.com", 443)
    assert not hosts.allows(("*.example.com",), "https", "badexample.com", 443)


def test_a_server_is_compared_in_its_one_spelling() -> None:
    assert hosts.allows(("example.com",), "HTTPS", "EXAMPLE.com.", 443)
    assert hosts.allows(("[::1]:80",), "http", "0:0:0::1", 80)
    assert not hosts.allows(("127.0.0.1",), "http", "127.1", 80)
    assert not hosts.allows(("*",), "http", "a b", 80)


def test_an_unreadable_entry_allows_nothing_and_breaks_nothing() -> None:
    """T-CAP-05"""
    assert not hosts.allows(("a b",), "http", "a b", 80)
    assert hosts.meet(("a b", "example.com"), ("a b", "*")) == ("a b", "example.com")
    assert hosts.join(("a b",), ("*", "a.com")) == ("*", "a b")


def test_meeting_entries_keeps_what_either_side_names() -> None:
    assert hosts.meet(("https://*.example.com",), ("a.example.com:8443",)) == ("https://a.example.com:8443",)
    assert hosts.meet(("http://a.com",), ("https://a.com",)) == ()
    assert hosts.meet(("a.com:1",), ("a.com:2",)) == ()
    assert hosts.meet(("*.com",), ("*.example.com",)) == ("*.example.com",)
