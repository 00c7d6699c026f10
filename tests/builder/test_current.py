"""A site is current only while its sources, its tools and its own files are those of its build."""

from collections.abc import Callable
from pathlib import Path

import pytest

from web.builder.site import current


class Place:
    """A small project with a site that has just been built."""

    def __init__(self, folder: Path) -> None:
        self.source = folder / "web" / "page.html"
        self.beside = folder / "README.md"
        self.tool = folder / "stamp"
        self.built = folder / "site" / "index.html"
        self.added = folder / "web" / "new.html"
        for path in (self.source, self.beside, self.tool, self.built):
            path.parent.mkdir(exist_ok=True)
            path.write_text("as built")
        self.site = self.built.parent


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    place = Place(tmp_path)
    monkeypatch.setattr(current, "ROOT", tmp_path)
    monkeypatch.setattr(current, "SOURCES", (tmp_path / "web",))
    monkeypatch.setattr(current, "TOOLS", (place.tool,))
    monkeypatch.setattr(current, "RECORD", tmp_path / ".cache" / "built.json")
    (tmp_path / ".cache").mkdir()
    current.record(place.site, "/", current.made_of("/"))
    return place


def test_a_site_that_has_just_been_built_is_current(place: Place) -> None:
    assert current.is_current(place.site, "/")


CHANGES: dict[str, Callable[[Place], object]] = {
    "a source": lambda place: place.source.write_text("changed"),
    "a file at the root": lambda place: place.beside.write_text("changed"),
    "a new source": lambda place: place.added.write_text("new"),
    "a lost source": lambda place: place.source.unlink(),
    "a tool": lambda place: place.tool.write_text("changed"),
    "a built file": lambda place: place.built.write_text("changed"),
    "a lost built file": lambda place: place.built.unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_any_change_makes_a_site_stale(place: Place, change: Callable[[Place], object]) -> None:
    change(place)

    assert not current.is_current(place.site, "/")


def test_a_site_for_another_base_path_is_stale(place: Place) -> None:
    assert not current.is_current(place.site, "/tableside/")


def test_a_source_that_changes_during_the_build_leaves_the_site_stale(place: Place) -> None:
    before = current.made_of("/")
    place.source.write_text("changed during the build")

    current.record(place.site, "/", before)

    assert not current.is_current(place.site, "/")
