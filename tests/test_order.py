"""The tests that take longest come first: at the end of a run no process waits for another's long test."""

from tests.conftest import HERE, LONGEST_FIRST, _place


def test_the_tests_that_drive_a_browser_come_first_and_the_short_ones_last() -> None:
    folders = ("other_browsers", "browser", "builder", "web")
    places = [_place(HERE / folder / "test_it.py") for folder in folders]

    assert places == [0, 1, 2, 3]
    assert _place(HERE / "test_it.py") == _place(HERE / "games" / "wwn" / "test_it.py") == places[-1]
    assert all((HERE / folder).is_dir() for folder in LONGEST_FIRST)
