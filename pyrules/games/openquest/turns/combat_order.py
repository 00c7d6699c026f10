"""The order of a round by skill, with waiting, bonus attacks and set weapons in their places.

"Combat Rounds", step 3, with "Movement Actions", "Delay", "Two Weapons" and "Set Weapon".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator
from ....engine.explain import note, notes
from ....engine.inputs import Option
from ....engine.procedure import Modifier, Procedure, Step, total
from ..skills.skill import base_of, skill_modifiers
from ..tables import FACTS
from .order_inputs import ACTIONS, OPEN_ACTIONS, Combatant, Order, own_modifier, refuse_impossible, turn_by, turn_skill

MAIN, BONUS, SET_ATTACK = "main", "bonus", "set_attack"
SIMULTANEOUS = "simultaneous"
ENTRIES = (
    Option(MAIN, "Action", "OQ-RND-04"),
    Option(BONUS, "Bonus attack", "OQ-TWO-04"),
    Option(SET_ATTACK, "Set weapon strikes", "OQ-CC-15"),
)


class Entry(NamedTuple):
    """One action of the round, and what decides its place."""

    who: Combatant
    kind: str
    key: int
    base: int


Places = tuple[tuple[Entry, ...], ...]
"""The places of the round in order; entries of one place happen at once."""


# Places.


def main_entry(a: Order, c: Combatant) -> Entry:
    """The combatant's action."""
    held = turn_skill(a, c)
    return Entry(c, MAIN, total(place_modifiers(a, c)), base_of(held))


def place_modifiers(a: Order, c: Combatant) -> tuple[Modifier, ...]:
    """The parts of the combatant's place; the action's modifier counts only by the table rule (OQ-RND-07)."""
    return skill_modifiers(turn_skill(a, c), *own_modifier(ACTIONS.row(c.action), a.action_order))


def bonus_entry(a: Order, c: Combatant) -> Entry:
    """The bonus attack, at half the skill, or directly behind the main attack (OQ-TWO-04)."""
    main = main_entry(a, c)
    at_once = a.offhand_order == "immediate"
    return main._replace(
        kind=BONUS, key=main.key if at_once else main.key // FACTS.number("bonus_attack_order_divisor")
    )


def set_entry(c: Combatant) -> Entry:
    """The attack of a set weapon."""
    return Entry(c, SET_ATTACK, total(skill_modifiers(c.skill)), base_of(c.skill))


def in_places(a: Order, entries: Iterable[Entry]) -> Places:
    """The entries by skill, with ties broken or not; equal entries share a place, in input order."""

    def by_rank(entry: Entry) -> tuple[int, ...]:
        return rank(a, entry)

    return tuple(tuple(equal) for _, equal in groupby(sorted(entries, key=by_rank), key=by_rank))


def rank(a: Order, entry: Entry) -> tuple[int, ...]:
    """What the entries are sorted by: the lowest comes first, and equal ones happen at once (OQ-RND-04)."""
    if a.tie_policy == SIMULTANEOUS:
        return (-entry.key,)
    return -entry.key, -entry.base, -entry.who.dex


# The round.


def round_of(a: Order) -> Places:
    """Every action of the round, in order."""
    acting = [c for c in a.combatants if not c.surprised]
    entries = [main_entry(a, c) for c in acting if c.delay_after is None]
    if a.offhand_order == "half":
        entries += [bonus_entry(a, c) for c in acting if c.bonus_attack]
    by_input = sorted(entries, key=lambda entry: a.combatants.index(entry.who))
    return tuple(place for equal in in_places(a, by_input) for place in _with_attached_entries(a, acting, equal))


def _with_attached_entries(a: Order, acting: list[Combatant], place: tuple[Entry, ...]) -> Iterator[tuple[Entry, ...]]:
    """A place with the set weapons before it, and the bonus attacks and waiting combatants behind it."""
    names = {entry.who.name for entry in place if entry.kind == MAIN}
    yield from in_places(a, (set_entry(c) for c in acting if c.set_against in names))
    yield place
    if a.offhand_order == "immediate":
        yield from in_places(a, (bonus_entry(a, c) for c in acting if c.bonus_attack and c.name in names))
    for waiting in in_places(a, (main_entry(a, c) for c in acting if c.delay_after in names)):
        yield from _with_attached_entries(a, acting, waiting)


# Outputs.


def explanation(a: Order) -> Procedure[Any]:
    """The parts of each combatant's place."""
    ties = "at the same time" if a.tie_policy == "simultaneous" else "the higher unmodified skill, then the higher DEX"
    counted = "counts" if a.action_order == "counts" else "does not count"
    awake = () if any(c.surprised for c in a.combatants) else (note("Nobody is surprised", "OQ-SUR-06"),)
    return notes(
        *(step for c in a.combatants for step in _explanation(a, c)),
        note(f"What an action adds by itself, such as a Great Attack, {counted}", "OQ-RND-07", also=("OQ-RND-04",)),
        note(f"Equal skills: {ties}", "OQ-RND-04"),
        *awake,
    )


def _explanation(a: Order, c: Combatant) -> Iterator[Step[Any]]:
    if c.surprised:
        yield note(f"{c.name} is surprised: no action", "OQ-SUR-06")
        return
    label, by = ACTIONS.row(c.action)["label"], turn_by(a, c)
    rule = {"skill": "OQ-RND-04", "athletics": "OQ-MOV-02", "casting": "OQ-OTH-01"}[by]
    yield note(f"{c.name}, {label}: place in the order", rule, place_modifiers(a, c), also=("OQ-RND-04", "OQ-RND-07"))
    if c.bonus_attack:
        entry = bonus_entry(a, c)
        where = "right behind it" if a.offhand_order == "immediate" else f"at half the skill, {entry.key}"
        yield note(f"{c.name}, bonus attack: {where}", "OQ-TWO-04", also=("OQ-RND-04",))
    if c.delay_after is not None:
        yield note(f"{c.name} waits, to act right after {c.delay_after}", "OQ-OTH-02", also=("OQ-RND-04",))
    if c.set_against is not None:
        yield note(f"{c.name}'s set weapon strikes before {c.set_against}", "OQ-CC-15", also=("OQ-RND-04",))


def _values(a: Order) -> dict[str, Any]:
    places = round_of(a)
    return {
        "first": [entry.who.name for entry in places[0]] if places else [],
        "order": [
            {"step": place, "who": entry.who.name, "entry": entry.kind, "action": entry.who.action, "key": entry.key}
            for place, equal in enumerate(places, 1)
            for entry in equal
        ],
        "steps": [
            {
                "step": place,
                "entries": [{"name": entry.who.name, "entry": entry.kind, "key": entry.key} for entry in equal],
            }
            for place, equal in enumerate(places, 1)
        ],
        "no_entry": [c.name for c in a.combatants if c.surprised],
    }


ENTRY_COLUMNS = (
    out.word("name", "Who"),
    out.word("entry", "What", ENTRIES),
    out.figure("key", "Skill", unit="%"),
)

COMBAT_ORDER = Calculator(
    id="openquest.combat_order",
    title="Order of the round",
    summary="Who acts when, with everybody who waits, strikes twice or meets a charge.",
    inputs=Order,
    keeps_state=True,
    outputs=(
        out.listing("first", "acts first", rule="OQ-RND-04", headline=True),
        out.rows(
            "order",
            "The round; the same number means at the same time",
            (
                out.figure("step", "Place"),
                out.word("who", "Who"),
                out.word("entry", "What", ENTRIES),
                out.word("action", "Declared", OPEN_ACTIONS),
                out.figure("key", "Skill", unit="%"),
            ),
            rule="OQ-RND-04",
        ),
        out.listing("no_entry", "Surprised: no action, only defense", rule="OQ-SUR-06"),
        api_only(
            out.rows("steps", "Steps", (out.figure("step", "Step"), out.rows("entries", "Entries", ENTRY_COLUMNS)))
        ),
    ),
    compute=_values,
    check=refuse_impossible,
    explain=explanation,
    also=(*(option.rule for option in OPEN_ACTIONS), "OQ-ACT-07"),
    start={
        "combatants": [
            {"name": "Ada", "action": "close_attack", "skill": {"base": 70}, "bonus_attack": True},
            {"name": "Bor", "action": "set_weapon", "skill": {"base": 55}, "set_against": "Raider"},
            {"name": "Raider", "action": "charge", "skill": {"base": 60}, "athletics": {"base": 45}},
            {"name": "Archer", "action": "ranged_attack", "skill": {"base": 50}, "delay_after": "Raider"},
        ]
    },
)
