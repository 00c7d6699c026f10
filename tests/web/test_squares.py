"""Maps of squares: every square in its place, told apart without color, the table beside it whole."""

from __future__ import annotations

from fractions import Fraction

from markupsafe import Markup

from pyrules.engine import answer as out
from pyrules.engine.inputs import Option
from web.worker.render import charts
from web.worker.render.drawing import Picture, drawing
from web.worker.render.kinds import squares

ATTACKS = (Option("attack", "Attack"), Option("avoid", "Avoid armor"), Option("power", "Power"))
BEST = out.squares(
    "best", "Best attack", across="Armor", down="Defense", options=ATTACKS, value=out.figure("damage", "Damage")
)
CHANCES = out.squares(
    "lands", "Where it lands", across="Right", down="Beyond", value=out.percent("p", "Chance"), rule="X-1"
)


def _best() -> dict[str, object]:
    half = Fraction(1, 2)
    return out.board([0, 1], [5, 6], [[("attack", half), ("power", half)], [("attack", half), ("avoid", Fraction(2))]])


def test_squares_fill_the_map_row_by_row_and_stay_inside_the_picture() -> None:
    drawn = squares.squares(BEST, _best())

    assert [cell.text for cell in drawn.cells] == ["A", "P", "A", "AA"]
    first, right, below, _ = drawn.cells
    assert (right.x > first.x, right.y == first.y) == (True, True)
    assert (below.x == first.x, below.y > first.y) == (True, True)
    assert max(cell.x for cell in drawn.cells) + drawn.side <= charts.WIDTH
    assert max(cell.y for cell in drawn.cells) + drawn.side <= drawn.height


def test_each_word_has_a_letter_of_its_own_and_the_legend_tells_it() -> None:
    drawn = squares.squares(BEST, _best())

    assert [(mark, words) for mark, words, _ in drawn.legend] == [
        ("A", "Attack"),
        ("AA", "Avoid armor"),
        ("P", "Power"),
    ]
    assert len({shade for _, _, shade in drawn.legend}) == 3


def test_a_full_map_has_a_table_of_its_shape_and_a_sparse_one_a_list() -> None:
    full = squares.squares(BEST, _best())
    sparse = squares.squares(CHANCES, out.board([0, 1], [1, 0], [[None, ("", Fraction(1, 4))], [("X", None), None]]))

    assert full.matrix == (("5", ("Attack 0.50", "Power 0.50")), ("6", ("Attack 0.50", "Avoid armor 2")))
    assert not full.listed
    assert sparse.listed == (("1", "1", "25 %"), ("0", "0", "X"))
    assert not sparse.matrix


def test_a_higher_number_is_darker_and_is_written_where_it_fits() -> None:
    row: list[out.Square] = [("", Fraction(1, 10)), ("", Fraction(1, 2)), None]
    wide = squares.squares(CHANCES, out.board("abc", "x", [row]))
    narrow = squares.squares(CHANCES, out.board(range(25), "x", [[*row, *[None] * 22]]))

    assert wide.cells[0].shade < wide.cells[1].shade
    assert [cell.text for cell in wide.cells] == ["10", "50"]
    assert [cell.text for cell in narrow.cells] == ["", ""], "a number that does not fit stands in the table alone"
    assert len(narrow.across) < 25, "labels that would touch are left out"


def test_the_picture_is_drawn_with_title_legend_and_table() -> None:
    drawn_by = drawing(BEST.kind)
    assert isinstance(drawn_by, Picture)
    chart = drawn_by.chart(BEST, _best())
    html = drawn_by.draw(BEST, chart, lambda *_: Markup())
    table = drawn_by.as_table(BEST, chart)

    assert html.count("<rect ") == 4 + 3
    assert "across: armor; up and down: defense" in html
    assert table.count("<td>Attack 0.50</td>") == 2


def test_a_place_has_letters_and_marked_squares_but_no_axes() -> None:
    place = out.squares("place", "Places", across="", down="", value=out.figure("yours", "Yours"))
    drawn = squares.squares(place, out.board("abc", "x", [[("A", 1), ("G", None), ("X", None)]]))

    assert [cell.text for cell in drawn.cells] == ["A", "G", "X"]
    assert [bool(cell.shade) for cell in drawn.cells] == [True, False, False]
    assert (drawn.across, drawn.down) == ((), ())
