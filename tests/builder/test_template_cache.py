"""Compiled templates are used again only for the same text and the same Python."""

from collections.abc import Iterator
from pathlib import Path

import jinja2
import pytest

from web.builder import template_cache


class Compiling(jinja2.Environment):
    """Counts what it compiles."""

    compiled = 0

    def compile(self, *given: object, **more: object) -> object:  # type: ignore[override]
        self.compiled += 1
        return super().compile(*given, **more)  # type: ignore[call-overload]


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of our sources, with one module."""
    (tmp_path / "pyrules").mkdir()
    (tmp_path / "pyrules" / "dice.py").write_text("SIDES = 6\n")
    monkeypatch.setattr(template_cache, "ROOT", tmp_path)
    monkeypatch.setattr(template_cache, "FOLDER", tmp_path / "templates")
    template_cache._place.cache_clear()
    yield tmp_path
    template_cache._place.cache_clear()


def test_a_template_is_compiled_once_for_each_name_and_text(sources: Path) -> None:
    environment = Compiling()
    first, again, renamed, changed = (
        template_cache.module(environment, name, text)
        for name, text in (("a.html", "{{ x }}"), ("a.html", "{{ x }}"), ("b.html", "{{ x }}"), ("a.html", "{{ y }}"))
    )

    assert first == again == environment.compile("{{ x }}", "a.html", "a.html", raw=True, defer_init=True)
    assert len({first, renamed, changed}) == 3
    assert environment.compiled == 4, "three by the cache, and one above"


def test_another_python_of_ours_compiles_again(sources: Path) -> None:
    environment = Compiling()
    template_cache.module(environment, "a.html", "{{ x }}")
    (sources / "pyrules" / "dice.py").write_text("SIDES = 20\n")
    template_cache._place.cache_clear()
    template_cache.module(environment, "a.html", "{{ x }}")

    assert environment.compiled == 2
    assert len(list((sources / "templates").iterdir())) == 1, "what was compiled before is removed"
