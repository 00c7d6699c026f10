"""Yes and no in a list, and sentences in a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyrules.engine import answer as out
from pyrules.engine.calculator import Calculator
from pyrules.engine.inputs import many, toggle
from web.builder.site.forms import form
from web.worker.render import views

LONG = "The target goes back 3 meters, 1 more or less for each size."


@dataclass(frozen=True, kw_only=True)
class Hits:
    """Which attacks hit."""

    hits: tuple[bool, ...] = many("Hits", toggle("Hit", help="It hit."), 0, 5, (), help="Which attacks hit.")


def _values(a: Hits) -> dict[str, Any]:
    rows = [{"name": "Push", "does": LONG, "count": 3}, {"name": "Trip", "does": "Prone.", "count": 12}]
    return {"count": sum(a.hits), "rows": rows}


COUNTED = Calculator(
    id="wwn.counted",
    title="Counted",
    summary="Hits.",
    inputs=Hits,
    outputs=(
        out.figure("count", "hits", headline=True),
        out.rows("rows", "Rows", (out.word("name", "Name"), out.word("does", "Does"), out.figure("count", "Count"))),
    ),
    compute=_values,
    start={"hits": [True, False]},
)


def test_a_yes_or_no_in_a_list_is_chosen_and_a_new_one_says_no() -> None:
    drawn = form(COUNTED, COUNTED.parse(dict(COUNTED.start)))["open"][0]
    assert [(one["kind"], one["text"]) for one in drawn["elements"]] == [("choice", "yes"), ("choice", "no")]
    assert (drawn["blank"]["kind"], drawn["blank"]["text"]) == ("choice", "no")


def test_only_a_column_with_a_sentence_breaks_into_lines() -> None:
    inputs = COUNTED.parse(dict(COUNTED.start))
    html = views.answer_html(COUNTED, inputs, COUNTED.answer(inputs))
    assert html.count('class="sentence"') == 2
    assert f'<td class="sentence">{LONG}</td>' in html and '<td class="sentence">Prone.</td>' in html
