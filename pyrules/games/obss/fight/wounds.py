"""Wounds in a fight: damage, First Aid, magic that heals, and the states between life and death.

"Life and Death". The numbers are those of the hit point tracker.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ....engine.answer import Answer
from ....engine.fight.acts import ALLY, ANYBODY, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.events import Event, hold, track
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ..life.first_aid import first_aid_brings, first_aid_dc
from ..life.hit_points import ACTIVE, DEAD, DYING, FAINTED, UNCONSCIOUS, ZERO
from ..life.optional_recovery import THREE_FAILURES, save_dcs
from ..sheet.bindings import me
from ..sheet.conditions import IDLE, state_at
from ..tables import FACTS
from .budget import ACTIONS

HIT_POINTS, HURT_LIGHTLY, FALLS = "hit_points", "nonlethal", "falls"
BELOW, FAILED, LIFE_SAVE = "was_below", "saves_failed", "life_save"
DOWN = frozenset({FAINTED, UNCONSCIOUS, DYING, DEAD})
LETHAL, LIGHT, LIGHT_WITH_LETHAL = "lethal", "nonlethal", "nonlethal_with_lethal"


def harm_ask(here: Here) -> Ask:
    """Whether the attack is to kill, or to knock out (OBSS-NONL-01, OBSS-NONL-03)."""
    penalty = figure(FACTS.number("nonlethal_penalty"), signed=True)
    options = (
        Option(LETHAL, "Lethal", "OBSS-LIFE-02"),
        Option(LIGHT_WITH_LETHAL, f"Non-lethal with a lethal weapon, {penalty}", "OBSS-NONL-03"),
        Option(LIGHT, "Non-lethal, made for it", "OBSS-NONL-01"),
    )
    return Ask("harm", "Damage", options)


def label_of(state: str) -> str:
    """A state in lower case: "dying"."""
    label: str = FACTS.table("life_states").row(state)["label"]
    return label.lower()


def hurt(here: Here, damage: int, *, light: bool = False) -> Iterable[Proposed]:
    """The damage of the target, and the state that it brings (OBSS-LIFE-02, OBSS-NONL-02)."""
    fighter, they = here.target, here.rules.values(here.state, here.to, table=here.table)
    name, hp, nonlethal = fighter.name, fighter.tracks[HIT_POINTS], fighter.tracks[HURT_LIGHTLY]
    if not damage:
        return
    pool, change = (HURT_LIGHTLY, damage) if light else (HIT_POINTS, -damage)
    after = (hp, nonlethal + damage) if light else (hp - damage, nonlethal)
    state = state_at(they, *after)
    becomes = "" if state in (ACTIVE, they["state"]) else f", {label_of(state)}"
    left = f"{damage} damage, {hit_points(hp - damage)}"
    told = f"{damage} non-lethal damage, {nonlethal + damage} against {hit_points(hp)}" if light else left
    yield Proposed(track(here.to, pool, change), f"{name}: {told}{becomes}")


def hit_points(number: int) -> str:
    """Hit points with their noun: "1 hit point", "-3 hit points"."""
    return f"{figure(number)} hit point{'' if number == 1 else 's'}"


def to_down(here: Here) -> int:
    """The damage that puts the target down: from its hit points less non-lethal damage (OBSS-LIFE-02, -20)."""
    tracks = here.target.tracks
    return max(0, tracks[HIT_POINTS] - tracks[HURT_LIGHTLY])


def drops(here: Here, act: FightAct, answer: Answer) -> Fraction | None:
    """The chance that an act puts its target down."""
    if not here.to or here.rules.is_down(here.state, here.to):
        return None
    chances: Mapping[str, Fraction] | None = answer.values.get("p_at_least")
    return None if chances is None else chances.get(str(to_down(here)))


# Care


def is_patient(here: Here) -> bool:
    """Whether First Aid can help the target now: it is dying, or unconscious at 0 (OBSS-LIFE-04, OBSS-LIFE-09)."""
    return here.target.tracks[HIT_POINTS] <= ZERO and not here.state.holds(here.to, DEAD)


def aid_cost(here: Here) -> Mapping[str, int]:
    """The Actions of First Aid; at exactly 0 a table rule has them (OBSS-LIFE-04, OBSS-LIFE-09)."""
    most = FACTS.number("first_aid_actions")
    at_zero = here.to and here.target.tracks[HIT_POINTS] == ZERO
    return {ACTIONS: here.table.get("first_aid_at_zero", most) if at_zero else most}


def aid_inputs(here: Here) -> Mapping[str, Any]:
    """The DC of First Aid (OBSS-LIFE-09, OBSS-LIFE-10)."""
    tracks = here.target.tracks
    return {"dc": first_aid_dc(tracks[HIT_POINTS], max(1, tracks[FALLS]))}


def aided(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The hit points after First Aid that works (OBSS-LIFE-04, OBSS-LIFE-09)."""
    assert roll is not None  # First Aid is rolled
    if roll.end.success:
        yield healed_to(here, first_aid_brings(here.target.tracks[HIT_POINTS]))


def healed_to(here: Here, points: int) -> Proposed:
    """The target at these hit points, and its state if that is another one then."""
    values, tracks = here.rules.values(here.state, here.to), here.target.tracks
    was, will_be = (state_at(values, hp, tracks[HURT_LIGHTLY]) for hp in (tracks[HIT_POINTS], points))
    text = f"{here.target.name}: {hit_points(points)}{f', {label_of(will_be)}' if will_be != was else ''}"
    return Proposed(Event("track", here.to, {"name": HIT_POINTS, "to": points}), text)


HEALS = Ask("heals", "Hit points", tuple(Option(str(n), str(n), "OBSS-LIFE-13") for n in (*range(1, 21), 25, 30, 40)))


def healed(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Magic brings the dying to 1, and all others the points that it heals (OBSS-LIFE-03, OBSS-LIFE-13)."""
    hp, most = here.target.tracks[HIT_POINTS], here.target.most[HIT_POINTS]
    woken = FACTS.number("magic_wakes_hp")
    yield healed_to(here, woken if hp < ZERO else min(most, hp + int(here.option(HEALS))))


# The optional save


def saves_for_life(here: Here) -> list[int]:
    """The DCs of the optional saves that are left (OBSS-OPTR-03, OBSS-OPTR-05)."""
    before = here.actor.tracks[FALLS] - here.state.holds(here.who, BELOW)
    dcs = save_dcs(max(0, before), here.table.get("rule", THREE_FAILURES))
    return dcs[here.state.number(here.who, FAILED) :]


def may_save(here: Here) -> bool:
    """Whether the actor can still fight for life, at tables with this optional rule (OBSS-OPTR-01)."""
    low = here.actor.tracks[HIT_POINTS] <= ZERO and not here.state.holds(here.who, DEAD)
    return bool(here.table.get("fight_for_life", False)) and low and bool(saves_for_life(here))


def saves(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Awake with 1 hit point and fatigued, or a failure more; the last one kills (OBSS-OPTR-01 to -04)."""
    assert roll is not None  # a save is rolled
    name = here.actor.name
    if roll.end.success:
        points = FACTS.number("optional_save_hp")
        one = Event("track", here.who, {"name": HIT_POINTS, "to": points})
        yield Proposed(one, f"{name}: awake with {hit_points(points)}")
        if not here.state.holds(here.who, BELOW):  # the return from below 0 brings the fatigue
            tired = FACTS.number("optional_save_fatigue")
            yield Proposed(track(here.who, "fatigue", tired), f"{name}: Fatigue {figure(tired, signed=True)}")
    elif len(saves_for_life(here)) > 1:
        failed = here.state.number(here.who, FAILED) + 1
        yield Proposed(hold(Held(here.who, FAILED, number=failed)), f"{name}: {counted(failed, 'save')} failed")
    else:
        line = here.me["dead_at"]
        yield Proposed(
            Event("track", here.who, {"name": HIT_POINTS, "to": line}), f"{name}: the last save failed, dead"
        )


CARE = (
    FightAct(
        id="first_aid_dying",
        label="First Aid",
        rule="OBSS-LIFE-09",
        calculator="check",
        at=ANYBODY,
        cost=aid_cost,
        bars=IDLE,
        offered=is_patient,
        bindings={"modifier": me.first_aid_now, "dice": me.first_aid_dice},
        inputs=aid_inputs,
        figures=("p_success",),
        follows=aided,
    ),
    FightAct(
        id=LIFE_SAVE,
        label="Fight for your life",
        rule="OBSS-OPTR-01",
        calculator="check",
        at=SELF,
        any_time=True,
        offered=may_save,
        why_not=lambda here: f"{here.actor.name} has saved this round." if LIFE_SAVE in here.actor.did else "",
        bindings={"modifier": me.fortitude, "dice": me.save_dice},
        inputs=lambda here: {"dc": saves_for_life(here)[0]},
        figures=("p_success",),
        follows=saves,
    ),
    FightAct(
        id="magic_heals",
        label="Healed by magic",
        rule="OBSS-LIFE-13",
        at=ALLY,
        any_time=True,
        bars=IDLE,
        offered=lambda here: not here.state.holds(here.to, DEAD),
        asks=lambda here: (HEALS,),
        follows=healed,
    ),
)
