"""A build replaces the site whole, or not at all."""

from pathlib import Path

import pytest

from web.builder import output


@pytest.fixture
def old_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(output, "CACHE", tmp_path)
    site = tmp_path / "site"
    site.mkdir()
    (site / output.MARKER).touch()
    (site / "old.html").touch()
    return site


def content(site: Path) -> set[str]:
    return {path.name for path in site.iterdir()}


def test_a_finished_build_takes_the_place_of_the_old_site(old_site: Path) -> None:
    with output.replacing(old_site) as fresh:
        (fresh / "new.html").touch()

    assert content(old_site) == {output.MARKER, "new.html"}


def test_a_failed_build_leaves_the_old_site(old_site: Path) -> None:
    with pytest.raises(ZeroDivisionError), output.replacing(old_site) as fresh:
        (fresh / "new.html").touch()
        raise ZeroDivisionError

    assert content(old_site) == {output.MARKER, "old.html"}
