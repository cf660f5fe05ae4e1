"""The words of a page, whatever its author did to the markup."""

from __future__ import annotations

import html.parser
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.tools._html import words


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("plain", "plain"),
        ("a  b\n\tc", "a b c"),
        ("<p>a<p>b", "a\nb"),
        ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"),
        ("<b>bo</b>ld <i>and</i><em>em</em>", "bold andem"),
        ("&lt;b&gt; &amp;amp; &eacute; &#8364; &#x1F389; &nope; &", "<b> &amp; é € 🎉 &nope; &"),
        ("<title>T</title><p>x", "T\nx"),
        ("<pre>a\n  b\n\n\n\nc</pre>d", "a\n  b\n\nc\nd"),
        ("<pre>\n\n</pre>x", "x"),
        ("<pre><pre>a\nb</pre> c\n d</pre>e", "a\nb\n c\n d\ne"),
        ("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "a b\nc d"),
        ("a<!-- <p>no --> b<!doctype html><?xml no?>c", "a bc"),
        ("a<!-- never ends <p>no", "a"),
        ("a<p title='never ends>b<p title='nor this>c", "a\nc"),
        ("x<script>if (a < b) '</p>'</script>y<style>p{}</STYLE >z", "xyz"),
        ("x<script>never ends", "x"),
        ("<textarea><b>raw</b></textarea>", "<b>raw</b>"),
        ("<svg><p>no</p><text>no</text></svg>yes", "yes"),
        ("<template>no<template>no</template>no</template>yes", "yes"),
        ("</svg>yes", "yes"),
        ("<a href='x>y' title=\">\">link</a>", "link"),
        ("<a title='never ends>x", "x"),
        ("1 < 2 && 3 > 2 <", "1 < 2 && 3 > 2 <"),
        ("a</>b</ p>c", "abc"),
        ("<p class=x>a</p", "a"),
        ("İ<script>no</script>x<SCRIPT>no</script>y", "İxy"),
        ("", ""),
        ("<", "<"),
    ],
)
def test_words_are_what_a_reader_sees(page, text) -> None:
    assert words(page) == text


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 200_000, "<p><b id=1>" * 90_000, '<a "' * 250_000, "<a '\"" * 200_000, "<!--" * 250_000, "<script>" * 120_000,
        "&" * 1_000_000, "&#" * 500_000, "<" * 1_000_000, "<svg></video>" * 80_000, "</" * 500_000, "<pre>" * 200_000, "<textarea>" * 100_000,
        "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" * 28_000,
    ],
    ids=lambda page: page[:12],
)  # fmt: skip
def test_a_hostile_page_takes_time_in_proportion_to_its_size(page) -> None:
    """T-TOOL-09: the quadratic ones took minutes with a tree; the bound is generous to a busy machine."""
    begun = time.process_time()
    words(page)
    assert time.process_time() - begun < 15


@given(st.text(alphabet="<>/!-ab \n&;\"'=pre", max_size=200))
def test_any_text_is_a_page(page) -> None:
    text = words(page)
    assert "\n\n\n" not in text
    assert text == text.strip("\n")


@given(
    st.lists(
        st.sampled_from(["<p>", "</p>", "<b>", "x ", "y", "<br>", "<div>", "</div>", "&lt;", "\n"]),
        max_size=40,
    )
)
def test_the_letters_are_those_that_pythons_parser_finds(parts) -> None:
    class Letters(html.parser.HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.found: list[str] = []

        def handle_data(self, data: str) -> None:
            self.found.append(data)

    parser = Letters()
    parser.feed("".join(parts))
    parser.close()
    assert "".join(words("".join(parts)).split()) == "".join("".join(parser.found).split())
