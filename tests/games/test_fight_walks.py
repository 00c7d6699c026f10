"""What holds at each moment of drawn fights of every game: acts, those who are down, numbers, and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

import pyrules
from pyrules.engine.errors import InvalidInput
from pyrules.engine.fight.acts import FightAct, Here
from pyrules.engine.fight.odds import roll, why_not
from pyrules.engine.inputs import input_fields
from tests.extent import EXTENT, LONG, by_extent
from tests.rotation import seed
from web.worker.render.fight_words import log_line

from .test_fights import Fighting, fighting

EVENTS = by_extent(50, 120, 300)
WALKS = 40_000
"""The first number of these fights; other tests draw fights of lower numbers."""

SEED = seed() if EXTENT == LONG else 1
"""Only the long run draws other fights each time: the lists below may lack an act whose fault is open."""

UNAWARE = {
    "obss": {"life_save"},
    "openquest": {
        *("fortune", "spare", "wake"),
        *("fumble", "fumble_nothing", "fumble_other"),
        *("resist_spell", "spell_damage", "yield_to_spell"),
    },
    "raiders": set[str](),
    "stepdie": {"wake"},
    "wwn": {"luck_miss", "wake"},
}
"""The acts that those who are down are offered.

They wake, stay alive, or the table settles what happened before they fell: a fumble, a spell, luck, how a blow was
meant.
"""

FLAW = re.compile(r"[{}<>]|\bNone\b|\bTrue\b|\bFalse\b|Fraction\(|\bHeld\(|  |\s[.,;:!?]|\.\.|[a-z]_[a-z]|^\s|\s$|^$")
"""What no sentence has: a placeholder, a name of Python, an id, or a space too many."""


@pytest.fixture(scope="module", params=pyrules.games.FIGHTS)
def fight(request: pytest.FixtureRequest) -> Fighting:
    """A fight of each game, drawn once."""
    return fighting(request.param, EVENTS, WALKS, SEED)


def game_of(fight: Fighting) -> str:
    return fight.rules.sheet.game_id


def moments(fight: Fighting) -> Iterator[Here]:
    """After each event somebody, drawn, before somebody else or alone."""
    random = Random(f"{SEED} {game_of(fight)} moments")
    for state in fight.states:
        ids = [one.id for one in state.combatants]
        if len(ids) > 1:
            who, to = random.sample(ids, 2)
            yield Here(rules=fight.rules, state=state, who=who, to=random.choice([to, to, ""]), table=fight.table)


def offers(fight: Fighting) -> Iterator[tuple[FightAct, Here, str]]:
    """The acts that each moment offers, and why each is impossible."""
    for here in moments(fight):
        for act, one in fight.rules.offered(here):
            yield act, one, why_not(act, one)


def test_an_act_that_is_possible_accepts_its_defaults_and_can_be_recorded(fight: Fighting) -> None:
    rules, random = fight.rules, Random(f"{SEED} {game_of(fight)} defaults")
    for act, here, why in offers(fight):
        assert rules.checked(act, here).weapon_at == here.weapon_at
        for ask in act.asks(here):
            assert len({option.id for option in ask.options}) == len(ask.options) > 0, (act.id, ask.name)
        try:
            rolled = roll(act, here, lambda sides: random.randint(1, sides))
        except InvalidInput as refused:
            assert why, (act.id, refused.text)
            continue
        event = rules.recorded(here.state, rolled.event.to_json(), fight.table)
        entry = rules.fight.play(here.state, event)
        assert entry.refused is None, (act.id, entry.reason)
        shown = [
            *(one.text for one in rolled.proposed),
            *(option.label for ask in rolled.asks for option in ask.options),
        ]
        for text in (*shown, *lines_of(fight, entry)):
            assert not FLAW.search(text), (act.id, text)


def test_those_who_are_down_are_offered_nothing_that_needs_awareness(fight: Fighting) -> None:
    rules = fight.rules
    for state in fight.states[:: max(1, EVENTS // 50)]:
        for who in (one.id for one in state.combatants if rules.is_down(state, one.id)):
            for to in ("", next(one.id for one in state.combatants if one.id != who)):
                here = Here(rules=rules, state=state, who=who, to=to, table=fight.table)
                possible = {act.id for act, one in rules.offered(here) if not why_not(act, one)}
                assert possible <= UNAWARE[game_of(fight)]


def test_numbers_stay_within_the_bounds_of_the_sheet(fight: Fighting) -> None:
    kinds = {field.name: field.input for field in input_fields(fight.rules.sheet.character)}
    for state in fight.states:
        for one in state.combatants:
            for name, value in one.tracks.items():
                kind = kinds[name]
                assert kind.low <= value <= min(kind.high, one.most.get(name, kind.high)), (one.name, name)
            assert min(one.budget.values(), default=0) >= 0, one.name


def test_no_sentence_has_a_placeholder(fight: Fighting) -> None:
    for entry in fight.rules.replay(fight.events):
        for text in lines_of(fight, entry):
            assert not FLAW.search(text), text
    for state in fight.states:
        for due in fight.rules.due(fight.rules, state, fight.table):
            assert not FLAW.search(due.text), due
    for act, here, why in offers(fight):
        assert not why or (why.endswith(".") and not FLAW.search(why)), (act.id, why)
        for option in (option for ask in act.asks(here) for option in ask.options):
            assert option.label == "None" or not FLAW.search(option.label), (act.id, option)


def lines_of(fight: Fighting, entry: object) -> list[str]:
    """An entry of the log, what it has changed, and what has ended."""
    line = log_line(fight.rules, 0, entry)  # type: ignore[arg-type]
    return [line["text"], *(one["text"] for one in line["then"]), *line["ended"]]


@pytest.mark.parametrize(
    "text", ["{who} falls", "Ada: None", "Ada  falls", "Ada falls .", "was_below", "Fraction(1, 2)"]
)
def test_flaws_are_found(text: str) -> None:
    assert FLAW.search(text)
    assert not FLAW.search("Ada: 2 damage, −3 hit points (until round 2)")
