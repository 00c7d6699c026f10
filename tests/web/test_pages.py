"""The templates of pages: each page has a title and a description."""

from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[2] / "web" / "templates" / "pages"
PAGES = [
    path for path in sorted(TEMPLATES.glob("*.html")) if '{% extends "pages/base.html" %}' in path.read_text("utf-8")
]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
@pytest.mark.parametrize("block", ["title", "description", "main"])
def test_a_page_has_a_title_a_description_and_a_main_part(path: Path, block: str) -> None:
    source = path.read_text("utf-8")
    text = source.partition(f"{{% block {block} %}}")[2]
    assert text.partition("{% endblock")[0].strip(), f"{path.name} needs the block {block!r}"
