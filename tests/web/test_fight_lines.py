"""The line of a target in drawn fights of every game says what the panel opened from it says first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import pyrules
from tests.extent import by_extent
from tests.games.test_fights import Fighting, fighting
from tests.rotation import seed
from web.worker.render import fight as page
from web.worker.render.fight_acts import DROPS, ActLine, lines_odds, percent_text
from web.worker.requests.fight_request import Asked, Entries

EVENTS = by_extent(20, 40, 200)
WALKS = 60_000
"""The first number of these fights; other tests draw fights of lower numbers."""


Opened = list[tuple[Fighting, str | None, list[ActLine]]]


@pytest.fixture(scope="module", params=pyrules.games.FIGHTS)
def opened(request: pytest.FixtureRequest) -> Opened:
    """A drawn fight of each game: the line of each target, and the acts of the panel that a tap on it opens."""
    fight = fighting(request.param, EVENTS, WALKS, seed())
    return [(fight, line, acts) for line, acts in panels(fight)]


def asked(fight: Fighting, entries: Entries, **view: Any) -> Asked:
    return Asked({}, fight.rules, fight.table, entries, [], view)


def panels(fight: Fighting) -> Iterator[tuple[str | None, list[ActLine]]]:
    """Every third moment has a pinned act, drawn from those with odds; one without gives the line of the best act."""
    entries = fight.rules.replay(fight.events)
    random = Random(f"{seed()} pins")
    for number in range(len(entries)):
        at = asked(fight, entries[:number])
        there = [one for one in at.state.combatants if one.id != at.who and not fight.rules.is_down(at.state, one.id)]
        if not at.acting or not there:
            continue
        acts = page._Page(asked(fight, entries[:number], panel="target", to=there[0].id)).acts(there[0])
        with_odds = [one.pin for one in acts if one.figures]
        pinned = [random.choice(with_odds)] if with_odds and number % 3 == 0 else []
        lines = lines_odds(asked(fight, entries[:number], pinned=pinned))
        for one in there:
            opened_at = asked(fight, entries[:number], panel="target", to=one.id, who=at.who, pinned=pinned)
            yield lines.get(one.id), page._Page(opened_at).acts(one)


def first_figures(act: ActLine) -> str:
    """The first figure of an act, and the chance to put the target down unless it is 0, as a line has them."""
    (text, label), *others = act.figures
    none = percent_text(Fraction(0))
    drops = [f" · {DROPS} {chance}" for chance, label in others if label == DROPS and chance != none]
    return "".join([text if text.endswith("%") else f"{text} {label}", *drops])


def test_the_line_of_a_target_has_the_figures_of_the_first_act_of_its_panel(opened: Opened) -> None:
    compared = [(line, first_figures(acts[0])) for _, line, acts in opened if line is not None]
    assert len(compared) > EVENTS / 5
    for line, figures in compared:
        assert line == figures


def test_a_target_without_a_line_has_no_possible_act_that_the_list_compares(opened: Opened) -> None:
    for fight, line, acts in opened:
        if line is None:
            comparable = [one for one in acts if (fight.rules.act(one.id).ranked or one.pinned) and not one.why_not]
            assert all(not one.figures for one in comparable)


def test_a_figure_reads_on_in_small_letters_but_for_names_and_terms(opened: Opened) -> None:
    for fight, _, acts in opened:
        # A fighter may get another name in the course of a fight.
        names = tuple({one.name for state in fight.states for one in state.combatants})
        for _, label in (figure for act in acts for figure in act.figures):
            assert not label[:1].isupper() or label.startswith((*names, "Shock")), label
