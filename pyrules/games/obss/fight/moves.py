"""Moving, guarding, waiting and handling gear: what takes Actions and mostly has no roll.

"Actions in a round", "Movement", "Combat Mastery", "Prepare Defense", "Total Defense", "Taking Aim", "Getting Up from
Prone". Costs stand in actions.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import FOE, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end, turn_end
from ....engine.fight.events import Event, free, hold, spend
from ....engine.fight.fighters import FightState
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
from ..turns.action_costs import ACTION, DASH, DRAW, IMMEDIATE
from .budget import ACTIONS, ROWS, cost_of, next_turn, to_next_turn
from .effects import note
from .swings import AIMS, ENGAGED, GUARDS, has_second, is_ranged, others

PRONE, DASHED, DISARMED, DELAYS, READIED = "prone", "dashed", "disarmed", "delays", "readied"
PREPARED, PARRYING, TOTAL, DISTRACTED = "prepared", "parrying", "total_defense", "distracted"
MOVE, DISENGAGE, STAND, ENTER = "move", "disengage", "stand_up", "enter"


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
    worth, parry = FACTS.number("prepare_defense"), any(one["parry"] for one in here.me.weapons())
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


# Waiting


def delays(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The Actions left wait; they are lost as the round ends (OBSS-ACT-09)."""
    left = here.actor.budget.get(ACTIONS, 0)
    held = Held(here.who, DELAYS, ends=(round_end(here.state.round),), number=max(1, left))
    yield Proposed(
        hold(held), f"{here.actor.name} holds back {counted(left, 'Action')} for later in round {here.state.round}"
    )


def place_before(state: FightState, who: str) -> list[int]:
    """The first place at the initiative of those who act now (OBSS-ACT-09)."""
    order = [fighter for place in state.order for fighter in place if fighter.id != who]
    now = next((f for f in order if f.turn != "done" and not state.holds(f.id, DELAYS)), order[-1] if order else None)
    base = now.place[0] if now and now.place else 0
    ahead = min((f.place[1] for f in order if f.place[:1] == (base,) and len(f.place) > 1), default=0)
    own = state[who].place[2] if len(state[who].place) > 2 else 0
    return [base, ahead - 1, own]


def enters(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """First at the initiative of those who act now, in later rounds as well (OBSS-ACT-09)."""
    yield Proposed(free(here.who, DELAYS), f"{here.actor.name} comes in")
    place = place_before(here.state, here.who)
    known = {} if here.actor.initiative is None else {"initiative": -place[0]}
    yield Proposed(Event("place", here.who, {"place": place, **known}), f"{here.actor.name} acts here from now on")


def readies(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The Actions left wait for a trigger, and the place stays (OBSS-ACT-10)."""
    held = Held(here.who, READIED, ends=to_next_turn(here.state, here.who))
    yield Proposed(hold(held), f"{here.actor.name} waits for a trigger; end the turn, and act when it comes")


def has_action(here: Here) -> str:
    """Why there is nothing to hold back."""
    if not here.state.begun:
        return "The fight has not begun yet."
    return "" if here.actor.budget.get(ACTIONS) else f"{here.actor.name} has no Action left."


# Gear and the rest


def draw_cost(here: Here) -> Mapping[str, int]:
    """An Action, or nothing once with each movement of this round (OBSS-ACT-17)."""
    free = 0
    for one in here.actor.did:
        if one == DRAW:
            free = max(0, free - 1)
        elif (row := ROWS.find("id", one)) and row["moves"]:
            free += FACTS.number("free_draws_per_move")
    return {} if free else {ACTIONS: FACTS.number("draw_actions")}


def picked_up(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """What was lost is in hand again."""
    if held := here.state.find(here.who, DISARMED):
        one = Event("free", here.who, {"id": DISARMED, "note": held.note})
        yield Proposed(one, f"{here.actor.name}: {held.note or 'what was lost'} is in hand again")


OTHER_ROWS = (
    *("identify_creature", "hide", "skill_check", "search_backpack", "take_from_belt", "use_item", "give_potion"),
    *("use_magic_item", "concentrate", "dialogue", "break_door", "force_door", "mount", "command_mount"),
)
OTHER = Ask(
    "what",
    "What",
    tuple(
        Option(one, f"{ROWS.row(one)['label']}, {ROWS.row(one)['cost']}", ROWS.row(one)["rule"]) for one in OTHER_ROWS
    ),
)


def casts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A spell; one who attacks or dashes in the same round is Distracted (OBSS-ACT-14)."""
    busy = any(ROWS.row(one)["attacks"] or ROWS.row(one)["dashes"] for one in here.actor.did if ROWS.find("id", one))
    fighting = any(True for _ in others(here, here.who))
    if (busy or fighting) and not here.state.holds(here.who, DISTRACTED):
        held = Held(here.who, DISTRACTED, ends=(round_end(max(1, here.state.round)),))
        yield Proposed(hold(held), f"{here.actor.name}: Distracted, the spell takes a Magic Check")


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
    FightAct(
        id="delay",
        label="Delay",
        rule="OBSS-ACT-09",
        at=SELF,
        bars=IDLE,
        offered=lambda here: not here.holds(DELAYS),
        why_not=has_action,
        follows=delays,
    ),
    FightAct(
        id=ENTER,
        label="Come in",
        rule="OBSS-ACT-09",
        at=SELF,
        any_time=True,
        offered=lambda here: here.state.holds(here.who, DELAYS),
        follows=enters,
    ),
    FightAct(
        id="ready",
        label="Ready an Action",
        rule="OBSS-ACT-10",
        at=SELF,
        bars=IDLE,
        offered=lambda here: not here.holds(READIED),
        why_not=has_action,
        follows=readies,
    ),
    action(DRAW, label="Draw or sheathe", cost=draw_cost),
    FightAct(
        id="pick_up",
        label="Pick up what was lost",
        rule="OBSS-ACTT-16",
        at=SELF,
        cost=cost_of("take_from_belt"),
        bars=IDLE,
        offered=lambda here: here.state.holds(here.who, DISARMED),
        follows=picked_up,
    ),
    action("drop_prone", offered=lambda here: not is_prone(here), follows=drops_down),
    action("cast_spell", follows=casts),
    action("drink_potion"),
    FightAct(
        id="other",
        label="Something else",
        rule="OBSS-ACT-06",
        at=SELF,
        cost=lambda here: cost_of(here.option(OTHER)),  # type: ignore[arg-type, return-value]
        bars=IDLE,
        asks=lambda here: (OTHER,),
        follows=lambda here, roll: (note(f"{here.actor.name}: {ROWS.row(here.option(OTHER))['label']}"),),
    ),
)
