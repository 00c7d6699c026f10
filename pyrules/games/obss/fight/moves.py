"""Moving, guarding and aiming: what takes Actions and mostly has no roll.

"Actions in a round", "Movement", "Combat Mastery", "Prepare Defense", "Total Defense", "Taking Aim", "Getting Up from
Prone". Costs stand in actions.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ....engine.fight.acts import FOE, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import turn_end
from ....engine.fight.events import free, hold, spend
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted, total
from ..modifiers.aim import aim_bonus
from ..movement.stand_up import ROUND_LOST
from ..movement.stand_up import STANDS as STOOD
from ..round.stance import BOLD, GUARDED, STANCES, limit
from ..sheet.conditions import IDLE
from ..table_rules import CAPS
from ..tables import FACTS
from ..turns.action_costs import ACTION, DASH, IMMEDIATE
from .attacks_made import AIMS, ENGAGED, GUARDS, is_ranged, others
from .budget import ACTIONS, ROWS, cost_of, next_turn, to_next_turn
from .choices import has_second
from .effects import note
from .lost import in_hand

PRONE, DASHED = "prone", "dashed"
PREPARED, PARRYING, TOTAL = "prepared", "parrying", "total_defense"
MOVE, DISENGAGE, STAND = "move", "disengage", "stand_up"


def action(row_id: str, **more: Any) -> FightAct:
    """An act with the label, rule and cost of a row of the table of actions."""
    row = ROWS.row(row_id)
    given = {"at": SELF, "cost": cost_of(row_id), "bars": IDLE, "any_time": row["kind"] not in (ACTION, IMMEDIATE)}
    return FightAct(**{"id": row_id, "label": row["label"], "rule": row["rule"], **given, **more})


# Moving


def leaves(here: Here) -> Iterator[Proposed]:
    """Who moves loses an aim, and may leave melee."""
    for held in here.state.of(here.who):
        if held.id == AIMS:
            yield Proposed(free(here.who, AIMS, held.to), f"{here.actor.name}: the aim is lost")
    yield from (leaves_melee(here, other) for other in dict.fromkeys(others(here, here.who)))


def leaves_melee(here: Here, other: str) -> Proposed:
    """The actor and somebody else are no longer in melee."""
    text = f"{here.actor.name} and {here.state[other].name} are no longer in melee"
    who, to = (here.who, other) if here.state.find(here.who, ENGAGED, other) else (other, here.who)
    return Proposed(free(who, ENGAGED, to), text)


def moved(times: int) -> Any:
    """What follows from moving so many times the Movement (OBSS-MOVE-01, OBSS-MOVE-03)."""

    def follows(here: Here, roll: Roll | None) -> Iterable[Proposed]:
        yield from leaves(here)
        meters = here.me["speed_now"] * times
        hard = f", {meters // FACTS.number('difficult_divisor')} on difficult terrain"
        yield note(f"{here.actor.name} moves {meters} m{hard}")
        if times > 1:
            held = Held(here.who, DASHED, ends=to_next_turn(here.state, here.who))
            defense = figure(FACTS.number("dash_defense"), signed=True)
            yield Proposed(
                hold(held), f"{here.actor.name}: Defense {defense}, attacks at a die fewer until the next turn"
            )

    return follows


def no_dash(here: Here) -> str:
    """Why there is no further Dash (OBSS-MOVE-04, EXT-15)."""
    if here.actor.did.count(DASH) >= FACTS.number("dashes_per_round"):
        return f"{FACTS.number('dashes_per_round')} Dashes are the most in a round."
    return no_move(here)


def no_move(here: Here) -> str:
    """Why nobody moves from a grapple (OBSS-GRAP-06)."""
    return "Nobody moves out of a grapple: break free first." if here.me["is_grappled"] else ""


# The ground


def is_prone(here: Here) -> bool:
    """Whether the actor lies on the ground."""
    return here.state.holds(here.who, PRONE)


def stands(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """On the feet, or still prone; a Critical Failure ends all Actions (OBSS-PRON-01 to -03)."""
    if roll is None or roll.outcome == STOOD:
        yield Proposed(free(here.who, PRONE), f"{here.actor.name}: stands up")
    elif roll.outcome == ROUND_LOST and here.actor.budget.get(ACTIONS):
        left = here.actor.budget[ACTIONS]
        yield Proposed(spend(here.who, ACTIONS, left), f"{here.actor.name}: {counted(left, 'Action')} lost")


def drops_down(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Prone."""
    yield Proposed(hold(Held(here.who, PRONE)), f"{here.actor.name}: prone")


# Guarding


def guards(here: Here, condition: str, worth: int) -> Proposed:
    """More Defense until the next turn."""
    text = f"{here.actor.name}: Defense {figure(worth, signed=True)} until the next turn"
    return Proposed(hold(Held(here.who, condition, ends=to_next_turn(here.state, here.who))), text)


def prepares(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Prepare Defense, better with a Parry weapon (OBSS-PREP-01, OBSS-PREP-02)."""
    worth = FACTS.number("prepare_defense")
    parry = any(one["parry"] for one in in_hand(here.state, here.who, here.me))
    yield guards(here, PARRYING if parry else PREPARED, worth + FACTS.number("parry_defense") * parry)


def no_second(here: Here) -> str:
    """Why the Defense is not prepared again (OBSS-PREP-01)."""
    return f"{here.actor.name} has prepared already." if here.me["has_prepared"] else ""


def mastery_ask(here: Here) -> Ask:
    """The ways and steps of Combat Mastery that the Weapon Proficiency allows (OBSS-MAST-01, -02, -04)."""
    most = limit(here.me["wp"], here.table.get("cap", CAPS[0].id), GUARDED)
    bold = limit(here.me["wp"], here.table.get("cap", CAPS[0].id), BOLD)
    ways = (*((GUARDED, n) for n in range(1, most + 1)), *((BOLD, n) for n in range(1, bold + 1)))
    return Ask(
        "way", "Combat Mastery", tuple(Option(f"{way}:{n}", worth(way, n), STANCES.row(way)["rule"]) for way, n in ways)
    )


def worth(way: str, steps: int) -> str:
    """What steps of Combat Mastery give and take: "Defense +1, attacks -2"."""
    row = STANCES.row(way)
    attack, defense = (figure(row[name] * steps, signed=True) for name in ("attack", "defense"))
    return f"Defense {defense}, attacks {attack}"


def masters(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Combat Mastery until the next turn; the last choice counts (OBSS-MAST-01 to -03)."""
    way, _, steps = here.option(mastery_ask(here)).partition(":")
    held = Held(here.who, way, ends=to_next_turn(here.state, here.who), number=int(steps))
    yield Proposed(hold(held), f"{here.actor.name}: {worth(way, int(steps))} until the next turn")


def one_way(here: Here) -> str:
    """Why Combat Mastery goes no other way (OBSS-MAST-02)."""
    way = here.option(mastery_ask(here)).partition(":")[0]
    other = BOLD if way == GUARDED else GUARDED
    return "Combat Mastery goes one way until the next turn." if here.state.holds(here.who, other) else ""


# Aim


def aims(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A round of aiming more, up to the third (OBSS-AIM-01)."""
    before = here.fact(AIMS)
    rounds = min(FACTS.number("aim_rounds"), 1 + (before.number if before else 0))
    bonus = figure(total(aim_bonus(rounds)), signed=True)
    ends = (turn_end(here.who, next_turn(here.state, here.who)),)
    text = f"{here.actor.name}: {bonus} on the next shot at {here.target.name}"
    for held in here.state.of(here.who):
        if held.id == AIMS and held.to != here.to:
            yield Proposed(
                free(here.who, AIMS, held.to), f"{here.actor.name}: no longer aims at {here.state[held.to].name}"
            )
    yield Proposed(hold(Held(here.who, AIMS, here.to, ends=ends, number=rounds)), text)


def no_aim(here: Here) -> str:
    """Why there is no aim: one a round, and no movement (OBSS-AIM-01, OBSS-AIM-03)."""
    if "aim" in here.actor.did:
        return f"{here.actor.name} has aimed this round."
    has_moved = any(one in here.actor.did for one in (MOVE, DASH, "charge"))
    return "Nobody aims in a round with a Movement Action." if has_moved else ""


MOVES = (
    action(MOVE, label="Move", why_not=no_move, follows=moved(1)),
    action(DASH, why_not=no_dash, follows=moved(FACTS.number("dash_factor"))),
    action(
        DISENGAGE,
        why_not=no_move,
        offered=lambda here: any(True for _ in others(here, here.who)),
        follows=lambda here, roll: leaves(here),
    ),
    action(STAND, label="Stand up", offered=is_prone, follows=stands),
    action(
        "acrobatic_stand",
        label="Spring up",
        calculator="stand_up",
        offered=is_prone,
        figures=("p_stands_free",),
        follows=stands,
    ),
    action("prepare_defense", why_not=no_second, follows=prepares),
    action("total_defense", follows=lambda here, roll: (guards(here, TOTAL, FACTS.number("total_defense")),)),
    FightAct(
        id="mastery",
        label="Combat Mastery",
        rule="OBSS-MAST-01",
        at=SELF,
        bars=IDLE,
        offered=lambda here: bool(mastery_ask(here).options),
        why_not=one_way,
        asks=lambda here: (mastery_ask(here),),
        follows=masters,
    ),
    FightAct(
        id="guard_with_second",
        label="Guard with the second weapon",
        rule="OBSS-TWF-05",
        at=SELF,
        bars=IDLE,
        offered=has_second,
        why_not=lambda here: f"{here.actor.name} guards with it already." if here.holds(GUARDS) else "",
        follows=lambda here, roll: (guards(here, GUARDS, FACTS.number("offhand_defense")),),
    ),
    action(
        "aim",
        label="Aim",
        at=FOE,
        per_weapon=True,
        offered=is_ranged,
        why_not=no_aim,
        follows=aims,
    ),
    action("drop_prone", offered=lambda here: not is_prone(here), follows=drops_down),
)
