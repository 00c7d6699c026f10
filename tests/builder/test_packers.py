"""Processes in which the site's Python packs itself: what they say when a task fails, and when they end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.builder import BuildError
from web.builder.pyodide import packers, runtime, sources, stock

from .test_packs import Workshop, content, trimmed


@pytest.fixture
def several(site: Path) -> Iterator[packers.Packers]:
    with packers.Packers(stock.cache_folder()) as started:
        yield started


def test_a_task_that_fails_says_why_and_the_next_one_is_carried_out(several: packers.Packers) -> None:
    [packer] = several.start(1)

    with pytest.raises(BuildError, match=r"(?s)at pack no-such-pack.*KeyError.*no-such-pack"):
        packer.carry_out(["pack", "no-such-pack"])
    packer.carry_out(["pack"])


def test_a_process_that_ends_is_named_with_its_exit_code(several: packers.Packers) -> None:
    [packer] = several.start(1)
    packer._process.terminate()

    with pytest.raises(BuildError, match="exit code"):
        packer.carry_out(["pack"])


def test_closing_ends_the_processes_and_others_may_start(several: packers.Packers) -> None:
    [first] = several.start(1)
    several.close()
    assert first._process.poll() is not None

    [second] = several.start(1)
    assert second._process.poll() is None


@trimmed
@pytest.mark.long
def test_packers_that_started_with_another_library_do_not_pack(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = Workshop(tmp_path)
    changed = tmp_path / "packs.py"
    changed.write_text((sources.LOADER / "packs.py").read_text() + "\n\nADDED = 'a new tool'\n")
    present = sources.packages
    monkeypatch.setattr(sources, "packages", lambda: present() | {"packs.py": changed})
    with packers.Packers(workshop.cache) as waiting:
        waiting.start(1)
        made, _ = runtime.packs(waiting, workshop.sources, keeps_trace=True)

    assert b"a new tool" in content(made["std"])
