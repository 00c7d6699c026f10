"""A build replaces the site whole, or not at all."""

import os
from pathlib import Path

import pytest

from web.builder import BuildError
from web.builder.site import output

NO_PROCESS = "999999999"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(output, "CACHE", tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def old_site(tmp_path: Path, cache: Path) -> Path:
    site = tmp_path / "site"
    site.mkdir()
    (site / output.MARKER).touch()
    (site / "old.html").touch()
    return site


def content(site: Path) -> set[str]:
    return {path.name for path in site.iterdir()}


def test_a_finished_build_takes_the_place_of_the_old_site(old_site: Path, cache: Path) -> None:
    with output.replacing(old_site) as fresh:
        (fresh / "new.html").touch()

    assert content(old_site) == {output.MARKER, "new.html"}
    assert content(cache) == set()


def test_a_failed_build_leaves_the_old_site(old_site: Path) -> None:
    with pytest.raises(ZeroDivisionError), output.replacing(old_site) as fresh:
        (fresh / "new.html").touch()
        raise ZeroDivisionError

    assert content(old_site) == {output.MARKER, "old.html"}


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_build_broken_off_while_it_takes_the_place_brings_the_old_site_back(
    old_site: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    rename = Path.rename

    def second_fails(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise error
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", second_fails)
    with pytest.raises((BuildError, KeyboardInterrupt)), output.replacing(old_site) as fresh:
        (fresh / "new.html").touch()

    assert content(old_site) == {output.MARKER, "old.html"}


def test_the_old_site_of_a_killed_build_comes_back_and_its_leftovers_go(old_site: Path, cache: Path) -> None:
    left = cache / f"site-{NO_PROCESS}"
    (left / "new").mkdir(parents=True)
    old_site.rename(left / "old")

    with pytest.raises(ZeroDivisionError), output.replacing(old_site):
        raise ZeroDivisionError

    assert content(old_site) == {output.MARKER, "old.html"}
    assert content(cache) == set()


def test_the_folder_of_a_build_that_still_runs_is_left_alone(old_site: Path, cache: Path) -> None:
    other = cache / f"site-{os.getppid()}"
    other.mkdir(parents=True)

    with output.replacing(old_site):
        pass

    assert other.is_dir()


def test_a_folder_that_cannot_be_written_is_one_sentence(
    old_site: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.write_text("a file in the way")

    with pytest.raises(BuildError, match=r"The build cannot write beside .*site"), output.replacing(old_site):
        raise AssertionError("it began to build")
