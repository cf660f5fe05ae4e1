"""Links of the pages as the site has them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from docs import site_pages


def pointed(source: str, markdown: str) -> str:
    page: Any = SimpleNamespace(file=SimpleNamespace(src_uri=source))
    return site_pages.on_page_markdown(markdown, page)


@pytest.mark.parametrize(
    ("page", "written", "in_the_site"),
    [
        ("index.md", "[policy](docs/policy.md#the-answer)", "[policy](policy.md#the-answer)"),
        ("index.md", "[pages](docs/policy/)", "[pages](policy/README.md)"),
        ("audit.md", "[form](../schemas/record.schema.json)", "[form](files/schemas/record.schema.json)"),
        ("policy/roles.md", "[back](../policy.md)", "[back](../policy.md)"),
        ("embedding.md", "[start](../README.md)", "[start](index.md)"),
        ("tools.md", "[programs](../examples)", "programs"),
        ("tools.md", "[elsewhere](https://example.org/a.md)", "[elsewhere](https://example.org/a.md)"),
        ("tools.md", "[here](#names)", "[here](#names)"),
    ],
)
def test_a_link_leads_to_where_the_site_has_its_target(page: str, written: str, in_the_site: str) -> None:
    assert pointed(page, written) == in_the_site
