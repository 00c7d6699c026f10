"""How long the page of a fight takes to draw an event, and then all odds of the fighter who acts."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyrules
from pyrules.engine.fight.acts import Here
from pyrules.engine.fight.events import Event, track
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import FightState
from pyrules.engine.fight.odds import roll, why_not
from web.builder.dev.serve import Server

from .chromium import Chromium, Visitor
from .table import Row, Table, milliseconds

FIGHTERS, EVENTS = 12, 200
LIMIT_MS = 100
ODDS_LIMIT_MS = 300

HERO = "f0"
"""The fighter who acts; all others are foes."""
SKILLS = {
    "obss": "wp",
    "openquest": "close_combat",
    "raiders": "warrior",
    "stepdie": "fighting",
    "wwn": "overrides.attack_bonus",
}
"""The entry of each game's sheet that changes the odds of all attacks."""
NEW_ODDS, KNOWN_ODDS = "another skill", "undo"
"""The event after which no odds are known to Python, and the one after which all are."""

Json = dict[str, Any]
_STEPS = (Path(__file__).parent / "fights.js").read_text(encoding="utf-8")


def tables(chromium: Chromium, site: Path, runs: int) -> Iterator[Table]:
    """The times of events, and the times of odds."""
    with Server(site) as served, chromium.visitor(service_workers="block") as visitor:
        found = {game: _measured(visitor, served, game, runs) for game in pyrules.games.FIGHTS}
    yield Table(
        f"An event of a fight with {FIGHTERS} fighters and {EVENTS} events, from click to redraw, ms, {runs} runs",
        f"{LIMIT_MS} ms in the median, once Python has started, with the event in storage",
        ("game", "event", "median", "slowest"),
        [_row((game, name), each["drawn"], LIMIT_MS) for game, times in found.items() for name, each in times.items()],
    )
    yield Table(
        f"All odds of a turn against {FIGHTERS - 1} targets, from the redraw of an event, ms, {runs} runs",
        f"{ODDS_LIMIT_MS} ms in the median, once Python has started",
        ("game", "odds", "median", "slowest"),
        [
            _row((game, odds), times[name]["odds"], ODDS_LIMIT_MS)
            for game, times in found.items()
            for odds, name in (("new", NEW_ODDS), ("known", KNOWN_ODDS))
        ],
        "New odds follow from another skill of the fighter, known ones from undoing that.",
    )


def _row(names: tuple[str, str], times: list[float], limit: int) -> Row:
    median = statistics.median(times)
    return Row((*names, *(milliseconds(ms / 1000) for ms in (median, max(times)))), median > limit)


def _measured(visitor: Visitor, served: Server, game: str, runs: int) -> dict[str, dict[str, list[float]]]:
    """The milliseconds of each event, by its name: `drawn` until the redraw, then `odds` until all odds are drawn."""
    rules = pyrules.fight_rules(game)
    events, state = long_fight(rules)
    visitor.open(f"{served.url}{game}/fight/")
    visitor.until("document.readyState === 'complete'", "the whole page")
    measured = measured_events(rules, state, runs + 1)
    asked = {"system": game, "events": events, "measured": measured, "targets": FIGHTERS - 1}
    found: dict[str, dict[str, list[float]]] = visitor.ask(_STEPS, asked)
    return found


def measured_events(rules: FightRules, state: FightState, times: int) -> dict[str, list[Json]]:
    """What a player adds most in the turn of the hero, by name: each event so many times.

    Each change of the skill is to another value, and so there are at most as many as the skill has values.
    """
    key, target = SKILLS[rules.sheet.game_id], state.combatants[-1].id
    done = attack(rules, state, HERO, target, Random(0))
    assert done, f"{rules.sheet.game_id}: the hero cannot attack"
    once = {
        "attack": done.to_json(),
        "one wound": track(target, rules.track, -1).to_json(),
        "next turn": {"do": "next"},
    }
    skill: Any = rules.values(state, HERO).value(key.rpartition(".")[-1])
    others = [number for number in range(skill.input.low, skill.input.high + 1) if number != skill.held]
    changes = [{"do": "edit", "who": HERO, "own": [[key, str(number)]]} for number in others[:times]]
    return {**{name: [event] * times for name, event in once.items()}, NEW_ODDS: changes}


def long_fight(rules: FightRules) -> tuple[list[Json], FightState]:
    """A fight of at least EVENTS events, and its state in the turn of the hero: nobody is down."""
    random = Random(rules.sheet.game_id)
    events: list[Json] = []
    state = FightState()
    coming = [*joins(rules), {"do": "begin"}]
    while coming or len(events) < EVENTS or HERO not in rules.fight.acting(state):
        coming = coming or turn(rules, state, random)
        event = rules.recorded(state, coming.pop(0))
        events.append(event.to_json())
        state = rules.fight.play(state, event).after
    return events, state


def joins(rules: FightRules) -> list[Json]:
    """FIGHTERS come in one by one: the ready-made characters, then foes of the table, with one weapon after another."""
    sheet, foes = rules.sheet, rules.foes
    sheets = [sheet.to_pairs(sheet.parse(dict(example.data))) for example in sheet.examples]
    for n in range(FIGHTERS - len(sheets)):
        row = foes.rows[n % len(foes.rows)]
        sheets.append(foes.pairs(row.id, foes.weapons[n % len(foes.weapons)].id if row.bears_weapon else ""))
    party, others = (side.id for side in rules.sides)
    return [
        {
            "do": "join",
            "side": others if n else party,
            "schema": sheet.schema,
            "sheet": [list(pair) for pair in pairs],
            "fighters": [{"id": f"f{n}", "name": f"Fighter {n + 1}"}],
        }
        for n, pairs in enumerate(sheets)
    ]


def turn(rules: FightRules, state: FightState, random: Random) -> list[Json]:
    """A turn of the fighter who acts: an attack that puts nobody down, its healing, and the end of the turn."""
    who = rules.fight.acting(state)[0]
    to = random.choice([one.id for one in state.combatants if one.side != state[who].side])
    end: Json = {"do": "next"}
    done = attack(rules, state, who, to, random)
    if done is None:
        return [end]
    entry = rules.fight.play(state, rules.recorded(state, done.to_json()))
    if any(rules.is_down(entry.after, one.id) for one in entry.after.combatants):
        return [end]
    healed = {"do": "track", "who": to, "name": rules.track, "to": state[to].tracks[rules.track]}
    return [done.to_json(), healed, end]


def attack(rules: FightRules, state: FightState, who: str, to: str, random: Random) -> Event | None:
    """A rolled act of those that the list of targets compares; None if none of them is possible."""
    offered = rules.offered(Here(rules=rules, state=state, who=who, to=to))
    possible = [(act, here) for act, here in offered if act.ranked and not why_not(act, here)]
    if not possible:
        return None
    act, here = random.choice(possible)
    return roll(act, here, lambda sides: random.randint(1, sides)).event
