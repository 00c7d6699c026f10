"""Each effect of each condition is seen on a sheet, on the side that it changes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

import pyrules
from pyrules.engine.sheet.conditions import INCOMING, Effect
from pyrules.engine.sheet.sheet import CONDITIONS, Sheet
from pyrules.engine.sheet.sources import sources_of
from pyrules.engine.sheet.values import Matchup, Values

EFFECTS = [
    pytest.param(game, effect, id=f"{game}-{effect.condition}-{effect.on or effect.bars or effect.sets}-{index}")
    for game in pyrules.GAME_IDS
    for index, effect in enumerate(pyrules.sheet(game).conditions.all_effects())
]


MORE: dict[str, tuple[dict[str, Any], ...]] = {"wwn": ({"armor": "grand_plate", "weapons": [{"damage": "1d8"}]},)}
"""Characters with gear that an effect needs and no ready-made character has."""


FEW = 40

WITH_OTHERS = {
    # The calculator reads the effect; the sheet gives it the flag of the same condition.
    ("stepdie", "grounded", "attack"),
    ("stepdie", "grounded", "defense"),
    ("stepdie", "chilled", "agility"),
    ("stepdie", "arm_maimed", "attack_die"),
    ("stepdie", "arm_maimed", "parry_die"),
    ("stepdie", "leg_maimed", "dodge_die"),
}
"""Effects that a sheet shows only together with the other effects of their condition."""

FOLLOWS: dict[str, dict[str, Any]] = {
    **{f"fatigued_{level}": {"fatigue": level} for level in range(1, 7)},
    "fainted": {"hit_points": 4, "nonlethal": 5},
    "dying": {"hit_points": -1},
    "dead": {"hit_points": -40},
}
"""The values from which a condition follows that a player cannot choose; all others are facts of a fight."""


@cache
def characters(game: str) -> tuple[dict[str, Any], ...]:
    """The ready-made characters, and more."""
    return (*(dict(one.data) for one in pyrules.sheet(game).examples), *MORE.get(game, ()))


def values(sheet: Sheet, data: dict[str, Any], *conditions: str) -> Values:
    chosen = [one for one in conditions if one in {option.id for option in sheet.conditions.options}]
    more = {name: value for one in conditions for name, value in FOLLOWS.get(one, {}).items() if one not in chosen}
    facts = tuple(one for one in conditions if one not in chosen and one not in FOLLOWS)
    return Values(sheet, sheet.parse({**data, **more, CONDITIONS: chosen}), also=facts)


def without_effect(sheet: Sheet, effect: Effect) -> Sheet:
    """The same sheet, whose condition has all effects but this one."""
    known = copy(sheet.conditions)
    known.__dict__.pop("_barring", None)
    known.__dict__.pop("_setters", None)
    rest = tuple(one for one in known._effects[effect.condition] if one is not effect)
    known._effects = {**known._effects, effect.condition: rest}
    return replace(sheet, conditions=known)


Held = tuple[Sheet, tuple[str, ...]]
"""A sheet and the conditions that hold on it."""


def matchups(game: str, condition: str, without: Held, held: Held, incoming: bool) -> Iterator[tuple[Matchup, Matchup]]:
    """Every character with every weapon against every other, on both sheets: `without` something, and with it `held`.

    The difference is on one side, with `incoming` the target's. It may show only beside another condition of either
    side, such as a charge.
    """
    others = [option.id for option in pyrules.sheet(game).conditions.options if option.id != condition]
    for mine_too, theirs_too in ((), ()), *(((one,), ()) for one in others), *(((), (one,)) for one in others):
        for mine in characters(game):
            for theirs in characters(game):
                for at_me in (False,) if incoming else (True, False):
                    (before, after) = [
                        (
                            values(sheet, mine, *mine_too, *(conditions if at_me else ())),
                            values(sheet, theirs, *theirs_too, *(() if at_me else conditions)),
                        )
                        for sheet, conditions in (without, held)
                    ]
                    for index in range(len(before[0].weapons())):
                        yield in_hand(*before, index), in_hand(*after, index)


def in_hand(me: Values, target: Values, index: int) -> Matchup:
    return Matchup(me, me.weapons()[index], target, next(iter(target.weapons()), None))


def bound(game: str, matchup: Matchup) -> list[Any]:
    """The value of every source of every binding, and which acts are offered."""
    acts = pyrules.sheet(game).acts
    offered = [act.when(matchup.weapon if act.per_weapon else matchup.me) for act in acts]
    return [*odds(game, matchup), *offered]


def odds(game: str, matchup: Matchup) -> list[Any]:
    """The value of every source of every binding."""
    return [matchup[one] for one in bound_sources(game)]


@cache
def bound_sources(game: str) -> tuple[str, ...]:
    bindings = pyrules.sheet(game).bindings.values()
    return tuple({one for given in bindings for source in given.values() for one in sources_of(source)})


def blocked(game: str, matchup: Matchup) -> list[str]:
    """Why each act is impossible."""
    acts = pyrules.sheet(game).acts
    return [act.why_blocked(matchup.weapon if act.per_weapon else matchup.me) for act in acts]


@pytest.mark.parametrize("game, effect", EFFECTS)
def test_each_effect_is_seen_on_a_sheet(game: str, effect: Effect) -> None:
    """A changed roll or flag reaches the input of a calculator; a barred act says why on its button."""
    seen = blocked if effect.bars else bound
    sheet, one = pyrules.sheet(game), (effect.condition,)
    together = (game, effect.condition, effect.on or effect.bars) in WITH_OTHERS
    without = (sheet, ()) if together else (without_effect(sheet, effect), one)
    pairs = matchups(game, effect.condition, without, (sheet, one), effect.on == INCOMING)
    found = any(seen(game, without) != seen(game, held) for without, held in pairs)
    assert found, f"{effect} changes nothing: no derived value reads it, no binding reads that, or no act has the bar."


@pytest.mark.parametrize("game", pyrules.GAME_IDS)
def test_each_word_of_the_vocabulary_is_used(game: str) -> None:
    """A game declares no change, kind of attack, act or flag that no condition has."""
    known = pyrules.sheet(game).conditions
    used = list(known.all_effects())
    assert known.words() == {
        "on": {one.on for one in used if one.on},
        "bars": {one.bars for one in used if one.bars},
        "sets": {one.sets for one in used if one.sets},
    }


@pytest.mark.parametrize("game", pyrules.GAME_IDS)
def test_each_rule_of_an_effect_exists(game: str) -> None:
    facts = pyrules.facts(game)
    assert all(facts.rule(one.rule) for one in pyrules.sheet(game).conditions.all_effects())


@pytest.mark.parametrize("game", pyrules.GAME_IDS)
def test_a_condition_without_effects_changes_no_odds(game: str) -> None:
    """A sheet does not look at such conditions when it says what each condition changes."""
    known = pyrules.sheet(game).conditions
    for option in known.options:
        if not known.changes_odds(option.id):
            sheet = pyrules.sheet(game)
            pairs = matchups(game, option.id, (sheet, ()), (sheet, (option.id,)), incoming=False)
            for without, held in islice(pairs, FEW):
                assert odds(game, without) == odds(game, held), option.id
