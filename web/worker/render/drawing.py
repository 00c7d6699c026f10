"""How a page draws an output that is more than one line of text: what each kind's module in `kinds/` defines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from markupsafe import Markup

from pyrules.engine.formatting import NOTHING, percent
from pyrules.engine.outputs.output import Kind, Output

from . import views

TABLES, MAPS, PICTURES, RECORDS = "tables", "maps", "pictures", "records"
"""The places of an answer, in their order where it has pictures; a map comes behind the first table."""

Fold = Callable[..., Markup | None]
"""`fold(kind, *address)`: the content of the fold that this request fills, empty until then; None for no fold."""


class Drawing:
    """How values of one kind of output are drawn; a module of `kinds/` has one as `DRAWING`.

    - `place` is where in an answer it stands, and `template` the file with its macros.
    - `is_compared`: two values are drawn on one axis (`compare`).
    """

    place = PICTURES
    template: str
    is_compared = False

    def chart(self, output: Output, value: Any) -> Any:
        """The value as the template draws it. A page leaves out a chart that equals an earlier one."""
        raise NotImplementedError

    def caption(self, output: Output, chart: Any) -> str:
        """What stands small beside the label."""
        return output.unit

    def draw(self, output: Output, chart: Any, fold: Fold) -> Markup:
        """The whole of it, with its folds."""
        raise NotImplementedError

    def compare(self, output: Output, this: Any, pinned: Any) -> Iterator[ComparedPicture]:
        """The pictures of two values that differ."""
        raise NotImplementedError

    @property
    def macros(self) -> Any:
        """The macros of its template."""
        return views.macros(self.template)


class Picture(Drawing):
    """A picture with its numbers in a fold. Its template has the macros `picture` and `table`."""

    def picture(self, output: Output, chart: Any, name: str) -> Markup:
        """The picture alone; `name` tells it from others of the page."""
        drawn: Markup = self.macros.picture(output, chart, name)
        return drawn

    def draw(self, output: Output, chart: Any, fold: Fold) -> Markup:
        """The picture in its frame."""
        framed: Markup = views.macros("picture.html").framed(
            output,
            self.caption(output, chart),
            self.picture(output, chart, output.name),
            fold("as_table", output.name),
            fold("explain", output.name),
        )
        return framed

    def as_table(self, output: Output, chart: Any, whose: str = "") -> str:
        """The numbers of the picture; `whose` names the row that it stands in."""
        table = self.macros.table(output, chart)
        return views.template("as_table.html").render(output=output, table=table, whose=whose)


@cache
def drawing(kind: Kind) -> Drawing:
    """The drawing of a kind that is drawn. Its module is imported with the first such value."""
    found: Drawing = import_module(f"{__package__}.kinds.{kind.name}").DRAWING
    return found


# Two values beside each other


class Titles(NamedTuple):
    """What both sides of a comparison are called."""

    this: str = "This"
    pinned: str = "Pinned"


class Row(NamedTuple):
    """One value on both sides, as text, and how they differ."""

    label: str
    this: str
    pinned: str
    difference: str


class Readings(NamedTuple):
    """A table of both sides: the id and the label of the way to read them, empty if there is one way, and its rows."""

    id: str
    label: str
    rows: list[Row]


class ComparedPicture(NamedTuple):
    """A picture of both sides. It is drawn, with their titles, and its tables are made on demand."""

    name: str
    title: str
    caption: str
    draw: Callable[[Titles], Markup]
    tables: Callable[[], list[Readings]]


def chance_row(label: str, this: Any, pinned: Any) -> Row:
    """Two chances and the difference of their percentages; None for one that does not apply."""
    ours, theirs = (NOTHING if p is None else f"{percent(p)} %" for p in (this, pinned))
    by = NOTHING if this is None or pinned is None else percent(this - pinned, signed=True)
    return Row(label, ours, theirs, by)
