"""Fights of every game: drawn events and as many undos lead back to the start, and figures are the calculators'."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

import pyrules
from pyrules.engine.errors import InvalidInput
from pyrules.engine.fight.acts import FightAct, Here
from pyrules.engine.fight.durations import round_end, turn_start
from pyrules.engine.fight.events import (
    MOST_HELD,
    MOST_ROUNDS,
    MOST_SHEETS,
    Event,
    free,
    hold,
    read_events,
    spend,
    track,
)
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import FightState
from pyrules.engine.fight.odds import inputs_of, odds, roll, why_not
from pyrules.engine.fight.replay import Log
from pyrules.engine.fight.state import Held
from pyrules.engine.inputs.choices import Choice
from tests.extent import by_extent
from tests.rotation import seed

EVENTS = by_extent(150, 500, 500)
MATCHUPS = by_extent(60, 200, 1_000)

each_game = pytest.mark.parametrize("game", pyrules.games.FIGHTS)

Json = dict[str, Any]


class Fighting(NamedTuple):
    """A drawn fight: its rules and table rules, all events, and the state before each of them and after the last."""

    rules: FightRules
    table: Json
    events: tuple[Event, ...]
    states: tuple[FightState, ...]


# Drawing a fight


def drawn_table(game: str, random: Random) -> Json:
    """A value for each table rule that is a choice."""
    found = pyrules.table_rules(game).items()
    return {
        name: random.choice([option.id for option in field.input.options])
        for name, field in found
        if isinstance(field.input, Choice)
    }


def joins(rules: FightRules, random: Random) -> Iterator[Json]:
    """The ready-made characters, three foes of one kind and two of another, and a quick foe."""
    sheet, foes = rules.sheet, rules.foes
    for example in sheet.examples:
        pairs = sheet.to_pairs(sheet.parse(dict(example.data)))
        yield joined(rules, "party", pairs, example.data["name"])
    for kind, count in zip(random.sample(foes.rows, 2), (3, 2), strict=True):
        weapon = random.choice(foes.weapons).id if kind.bears_weapon else ""
        yield joined(rules, "foes", foes.pairs(kind.id, weapon), *(f"{kind.label[:30]} {n}" for n in range(count)))
    yield joined(rules, random.choice(["party", "foes"]), foes.of_quick(foes.quick()), "Quick")


def joined(rules: FightRules, side: str, pairs: Any, *names: str) -> Json:
    fighters = [{"id": name.lower()[:36].replace(" ", "_"), "name": name} for name in names]
    return {
        "do": "join",
        "side": side,
        "schema": rules.sheet.schema,
        "sheet": [[*pair] for pair in pairs],
        "fighters": fighters,
    }


def order(rules: FightRules, state: FightState, random: Random, table: Json) -> Json | None:
    """An order, rolled in one of the game's ways."""
    if not rules.modes:
        return None
    mode = random.choice(rules.modes)
    places = mode.roll(rules, state, lambda sides: random.randint(1, sides), table).places
    assert places.keys() == {one.id for one in state.combatants}
    return {"do": "order", "mode": mode.id, "places": {who: list(place) for who, place in places.items()}}


def legal_acts(rules: FightRules, state: FightState, who: str, to: str, table: Json) -> list[tuple[FightAct, Here]]:
    """The acts that a fighter can do to another, or alone if `to` is empty."""
    offered = rules.offered(Here(rules=rules, state=state, who=who, to=to, table=table))
    return [(act, here) for act, here in offered if not why_not(act, here)]


def done(act: FightAct, here: Here, random: Random) -> Json | None:
    """A rolled act with drawn options; None if the calculator refuses it."""
    options = {ask.name: random.choice(ask.options).id for ask in act.asks(here)}
    chosen = Here(
        rules=here.rules,
        state=here.state,
        who=here.who,
        to=here.to,
        weapon_at=here.weapon_at,
        options=options,
        table=here.table,
    )
    try:
        rolled = roll(act, chosen, lambda sides: random.randint(1, sides))
    except InvalidInput:
        return None
    faces = iter(rolled.event.get("faces", ()))
    assert roll(act, chosen, lambda sides: next(faces)) == rolled, "a page that is opened again asks with these faces"
    if rolled.asks:
        later = {ask.name: random.choice(ask.options).id for ask in rolled.asks}
        faces, first = iter(rolled.event.get("faces")), rolled
        rolled = roll(act, replace(chosen, options={**options, **later}), lambda sides: next(faces))
        assert rolled.roll == first.roll, "a choice after the roll changes nothing of it"
    names = [one.name for one in here.state.combatants]
    for line in rolled.proposed:
        assert line.text and any(name in line.text for name in names), (act.id, line.text)
    return rolled.event.to_json()


def drawn_act(rules: FightRules, state: FightState, random: Random, table: Json) -> Json | None:
    """Something that one of those who act can do, or anybody at any time."""
    everybody = [one.id for one in state.combatants]
    acting = rules.fight.acting(state)
    who = random.choice(acting or everybody) if random.random() < 0.8 else random.choice(everybody)
    foes = [one for one in everybody if state[one].side != state[who].side]
    to = random.choice(["", *foes, *foes, *(one for one in everybody if one != who)])
    legal = legal_acts(rules, state, who, to, table)
    return done(*random.choice(legal), random) if legal else None


def due_act(rules: FightRules, state: FightState, random: Random, table: Json) -> Json | None:
    """Something that the rules ask for now."""
    asked = [one for one in rules.due(rules, state, table) if one.act]
    if not asked:
        return None
    one = random.choice(asked)
    offered = rules.offered(Here(rules=rules, state=state, who=one.who, to=one.to, table=table))
    mine = [(act, here) for act, here in offered if act.id == one.act]
    assert mine or state.round < 2 or one.text, "what is due is offered"
    return done(*random.choice(mine), random) if mine else None


def by_hand(rules: FightRules, state: FightState, random: Random) -> Json:
    """A change that a player makes by hand."""
    everybody = [one.id for one in state.combatants]
    who, other = random.sample(everybody, 2)
    number = max(1, state.round) + random.randint(0, 2)
    ends = random.choice([(), (round_end(number),), (turn_start(other, number),)])
    conditions = [option.id for option in rules.sheet.conditions.options]
    fact = random.choice([fact.id for fact in rules.facts if fact.by_hand])
    held = random.choice(list(state.held) or [Held(who, conditions[0])])
    change = random.choice(
        [
            track(who, random.choice(rules.sheet.pools).name, random.randint(-4, 3)),
            hold(Held(who, random.choice(conditions), ends=ends)),
            hold(Held(who, fact, other, ends=ends)),
            free(held.who, held.id, held.to),
            spend(who, random.choice(rules.budget).name, random.choice([1, -1])),
            Event("place", who, {"place": [random.randint(0, 3)], "once": random.random() < 0.5}),
            Event("note", "", {"text": "Rain"}),
            Event("edit", who, {"name": f"{state[who].name[:50]}+"}),
        ]
    )
    return change.to_json()


def next_event(rules: FightRules, state: FightState, random: Random, table: Json) -> Json:
    """A drawn event that is possible now."""
    chance = random.random()
    if chance < 0.2:
        return {"do": "next"}
    if chance < 0.3:
        return by_hand(rules, state, random)
    if chance < 0.31 and (again := order(rules, state, random, table)):
        return again
    if chance < 0.45 and (asked := due_act(rules, state, random, table)):
        return asked
    return drawn_act(rules, state, random, table) or {"do": "next"}


def fighting(game: str, count: int, more: int = 0, of: int | None = None) -> Fighting:
    """A fight of `count` events, drawn with the seed of the run or another one."""
    rules, random = pyrules.fight_rules(game), Random(f"{seed() if of is None else of} {game} {more}")
    table = drawn_table(game, random)
    states, events = [rules.state([])], []

    def add(given: Json) -> None:
        event = rules.recorded(states[-1], given, table)
        entry = rules.fight.play(states[-1], event)
        assert entry.refused is None, (given, entry.reason)
        events.append(event)
        states.append(entry.after)

    for join in joins(rules, random):
        add(join)
    if first := order(rules, states[-1], random, table):
        add(first)
    add({"do": "begin"})
    while len(events) < count:
        add(next_event(rules, states[-1], random, table))
    return Fighting(rules, table, tuple(events), tuple(states))


# What holds for each


@pytest.fixture(scope="module", params=pyrules.games.FIGHTS)
def fight(request: pytest.FixtureRequest) -> Fighting:
    """A long fight of each game, drawn once."""
    return fighting(request.param, EVENTS)


def test_as_many_undos_as_events_lead_back_to_the_start(fight: Fighting) -> None:
    """Byte for byte, whether the events are replayed from the log in memory or from its exported text."""
    exported = json.dumps([event.to_json() for event in fight.events])
    log = Log(read_events(json.loads(exported)), len(fight.events))
    entries = fight.rules.replay(log.done)
    assert repr(entries[-1].after) == repr(fight.states[-1])
    for index in reversed(range(len(fight.events))):
        log = log.undo()
        assert log.cursor == index
        assert repr(entries[index].before) == repr(fight.states[index])
    assert repr(fight.rules.state(log.done)) == repr(FightState())
    for cursor in Random(seed()).sample(range(len(fight.events)), 8):
        assert repr(fight.rules.state(log.undo_to(cursor).done)) == repr(fight.states[cursor])


def test_a_fight_goes_on_over_rounds_and_fighters_fall(fight: Fighting) -> None:
    """The drawn fights are no empty ones."""
    last = fight.states[-1]
    assert last.round > 2 or all(fight.rules.is_down(last, one.id) for one in last.combatants)
    kinds = {event.get("act") for event in fight.events if event.do == "act"}
    assert len(kinds) > 4


def matchups(game: str) -> Iterator[tuple[FightAct, Here]]:
    """Acts with odds and plans in drawn fights, one of each moment."""
    for more in range(1_000):
        fight = fighting(game, 60, more + 1)
        random = Random(f"{seed()} {game} {more}")
        for state in fight.states[-50:]:
            who, to = random.sample([one.id for one in state.combatants], 2)
            here = Here(rules=fight.rules, state=state, who=who, to=random.choice([to, to, ""]), table=fight.table)
            offered = (*fight.rules.offered(here), *fight.rules.planned(here))
            found = [(act, one) for act, one in offered if act.calculator]
            if found:
                yield random.choice(found)


@each_game
def test_the_figures_of_an_act_are_those_of_its_calculator(game: str) -> None:
    """The inputs of each act, written into a link and read again, give the same answer."""
    for act, here in islice(matchups(game), MATCHUPS):
        found = odds(act, here)
        if found.inputs is None or found.answer is None:
            assert found.why.endswith(".") or not act.known(here), act.id
            continue
        calculator = found.calculator
        again, problems = calculator.from_text(calculator.to_pairs(found.inputs, spelled=calculator.table_rules))
        assert not problems and again == found.inputs, (act.id, problems)
        assert calculator.answer(again).values == found.answer.values
        assert set(act.shown(here)) <= found.answer.values.keys()
        assert found.drops is None or 0 <= found.drops <= 1
        assert inputs_of(act, here)[1] == found.inputs


@each_game
def test_no_fact_says_how_long_it_lasts(game: str) -> None:
    """Pages add "(this round)" to what ends with the round."""
    assert not [fact.id for fact in pyrules.fight_rules(game).facts if "this round" in fact.label]


# Bounds: a fight comes from files and links, and a replay of the largest takes seconds


@each_game
def test_a_fight_has_room_for_so_many_conditions(game: str) -> None:
    rules = pyrules.fight_rules(game)
    state = _one_fighter(rules)
    condition = rules.sheet.conditions.options[0].id
    room = MOST_HELD - len(state.held)
    holds = [hold(Held("f0", condition, note=str(index))) for index in range(room + 1)]
    entries = rules.fight.replay(state, holds)

    assert [entry.reason for entry in entries if entry.refused] == [
        f"A fight has room for {MOST_HELD} conditions and facts."
    ]
    assert len(entries[-1].after.held) == MOST_HELD
    assert not rules.fight.play(entries[-1].after, holds[0]).refused, "one that holds already takes no more room"


@each_game
def test_a_fight_has_room_for_so_many_rounds(game: str) -> None:
    rules = pyrules.fight_rules(game)
    entries = rules.fight.replay(_one_fighter(rules), [Event("begin"), *[Event("next")] * (MOST_ROUNDS + 1)])

    assert entries[-1].after.round == MOST_ROUNDS
    assert [entry.reason for entry in entries if entry.refused] == [f"A fight has room for {MOST_ROUNDS} rounds."]


@each_game
def test_a_fight_reads_so_many_sheets(game: str) -> None:
    rules = pyrules.fight_rules(game)
    join = {"do": "join", "side": "foes", "schema": rules.sheet.schema, "sheet": [], "fighters": []}
    fighters = [{"id": f"f{index}", "name": ""} for index in range(50)]
    events = [{**join, "fighters": fighters}] * (MOST_SHEETS // 50)
    read_events(events)
    with pytest.raises(InvalidInput, match=f"At most {MOST_SHEETS}"):
        read_events([*events, {"do": "edit", "who": "f0", "own": []}])


def _one_fighter(rules: FightRules) -> FightState:
    foe = rules.foes.rows[0]
    weapon = rules.foes.weapons[0].id if foe.bears_weapon else ""
    join = {
        "do": "join",
        "side": "foes",
        "schema": rules.sheet.schema,
        "sheet": [list(pair) for pair in rules.foes.pairs(foe.id, weapon)],
        "fighters": [{"id": "f0", "name": "One"}],
    }
    return rules.state(read_events([join]))
