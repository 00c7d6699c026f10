"""What search engines read of a site, and the public address that build.py takes."""

import argparse
from pathlib import Path
from xml.etree import ElementTree

import pytest

import build
from web.builder.site import assets, crawlers

URL = "https://example.org/tableside/"


def test_the_sitemap_lists_every_page(tmp_path: Path) -> None:
    crawlers.write_sitemap(tmp_path, URL, ["", "wwn/attack/", "a&b/"])

    found = [entry.text for entry in ElementTree.parse(tmp_path / "sitemap.xml").iter() if entry.tag.endswith("}loc")]
    assert found == [URL, f"{URL}wwn/attack/", f"{URL}a&b/"]


def test_robots_txt_names_the_sitemap_of_a_known_address(tmp_path: Path) -> None:
    crawlers.write_robots(tmp_path, URL)
    assert f"Sitemap: {URL}sitemap.xml" in (tmp_path / "robots.txt").read_text()

    crawlers.write_robots(tmp_path, "")
    assert (tmp_path / "robots.txt").read_text() == "User-agent: *\nAllow: /\n"


@pytest.mark.parametrize("name", ["cards/wwn/attack.png", "robots.txt", "sitemap.xml"])
def test_what_no_page_shows_is_not_saved_for_offline_use(name: str) -> None:
    assert name.startswith(assets.ONLINE_ONLY)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://example.org", "https://example.org/"),
        ("https://example.org/tableside", URL),
        ("http://127.0.0.1:8000/my app/", "http://127.0.0.1:8000/my%20app/"),
        ("https://example.org/my%20app", "https://example.org/my%20app/"),
    ],
)
def test_a_public_address_ends_with_a_slash(text: str, address: str) -> None:
    assert build.public_address(text) == address


@pytest.mark.parametrize(
    "text", ["", "/tableside/", "example.org", "ftp://example.org/", "https:///x", "https://a/?b", "https://a/#b"]
)
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="must be an address like"):
        build.public_address(text)


def test_a_site_is_built_for_a_path_or_a_public_address() -> None:
    parse = build.command_line().parse_args

    assert (parse(["build"]).base, parse(["build"]).url) == ("/", None)
    assert parse(["build", "--base", "tableside"]).base == "/tableside/"
    assert parse(["build", "--url", URL]).url == URL
    with pytest.raises(SystemExit):
        parse(["build", "--base", "/elsewhere/", "--url", URL])
