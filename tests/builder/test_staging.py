"""Each source is laid out and compiled once, until it changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from web.builder.pyodide import packers, sources, staging


class Compiling(packers.Packers):
    """Packers that write what they compile, and note it."""

    def __init__(self, cache: Path) -> None:
        super().__init__(cache)
        self.compiled: list[str] = []

    def carry_out(self, tasks: Iterable[Sequence[str]]) -> None:
        for task, *names in tasks:
            assert task == "compile"
            self.compiled += names
            for name in names:
                source = staging.folder(self.cache) / name
                source.with_name("__pycache__").mkdir(exist_ok=True)
                (source.parent / "__pycache__" / f"{source.stem}.cpython-313.pyc").write_bytes(source.read_bytes())


@pytest.fixture
def ours(tmp_path: Path) -> dict[str, Path]:
    written = {"a/one.py": "1", "a/two.py": "2", "a/table.toml": "x = 1"}
    for name, text in written.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return {name: tmp_path / name for name in written}


@pytest.fixture
def compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiling:
    monkeypatch.setattr(sources, "write_library", lambda target: target.write_text("library"))
    return Compiling(tmp_path / "cache")


def lay_out(compiling: Compiling, ours: dict[str, Path], tools: dict[str, Path] | None = None) -> list[str]:
    """What has been compiled for these sources."""
    compiling.compiled.clear()
    staging.lay_out(compiling, ours, tools or {})
    return sorted(compiling.compiled)


def test_only_what_has_changed_is_compiled_again(compiling: Compiling, ours: dict[str, Path]) -> None:
    assert lay_out(compiling, ours) == ["a/one.py", "a/two.py"]
    assert lay_out(compiling, ours) == []
    ours["a/one.py"].write_text("one")
    ours["a/table.toml"].write_text("x = 2")

    assert lay_out(compiling, ours) == ["a/one.py"]
    staged = {path.name: path.read_text() for path in staging.sources_in(staging.folder(compiling.cache))}
    assert staged == {"one.py": "one", "two.py": "2", "table.toml": "x = 2"}


def test_a_source_that_is_gone_takes_its_code_along(compiling: Compiling, ours: dict[str, Path]) -> None:
    lay_out(compiling, ours)
    gone = ours.pop("a/two.py")
    lay_out(compiling, ours)

    assert not list(staging.folder(compiling.cache).rglob("*two*"))
    assert lay_out(compiling, {**ours, "a/two.py": gone}) == ["a/two.py"]


def test_other_tools_compile_everything_again(compiling: Compiling, ours: dict[str, Path], tmp_path: Path) -> None:
    lay_out(compiling, ours)
    tool = tmp_path / "tool.py"
    tool.write_text("new")

    assert lay_out(compiling, ours, {"tool.py": tool}) == ["a/one.py", "a/two.py"]


def test_tasks_are_shared_by_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    sizes = {"large": 5, "b": 2, "c": 1, "d": 1, "e": 1}

    assert staging.shares(sizes) == [["large"], ["b", "c", "d", "e"]]
    assert staging.shares({"b": 2, "c": 1}) == [["b", "c"]]
    assert staging.shares({}) == []
