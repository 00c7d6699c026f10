"""The table of output kinds: pages draw each kind that says so, and each is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.outputs import KINDS
from web.worker.render import kinds, views
from web.worker.render.drawing import Picture, drawing

MODULES = {path.stem for path in Path(kinds.__file__).parent.glob("*.py")} - {"__init__"}


def with_columns(outputs: Iterable[Output]) -> Iterator[Output]:
    for output in outputs:
        yield output
        yield from with_columns(output.columns)


OUTPUTS = [output for game in pyrules.GAMES for one in game.calculators for output in with_columns(one.outputs)]


def test_the_kinds_that_are_drawn_are_those_with_a_module() -> None:
    assert {name for name, kind in KINDS.items() if kind.is_drawn} == MODULES


def test_every_output_has_a_kind_of_the_table_and_every_kind_has_an_output() -> None:
    assert {id(output.kind) for output in OUTPUTS} == {id(kind) for kind in KINDS.values()}


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_drawing_has_the_macros_that_it_needs(name: str) -> None:
    found = drawing(KINDS[name])
    macros = vars(views.macros(found.template))

    assert not isinstance(found, Picture) or macros.keys() >= {"picture", "table"}


def test_a_column_that_fits_no_cell_opens_to_a_picture() -> None:
    folded = [column for output in OUTPUTS if output.kind.has_rows for column in output.columns]

    assert folded
    assert all(column.kind.is_cell or isinstance(drawing(column.kind), Picture) for column in folded)
