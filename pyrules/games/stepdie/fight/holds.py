"""Holds in a fight: tackle, the holder's turn, letting go, and tries to escape, of which the third failure knocks out.

"Universal combat actions": Tackle. The fact `holds` counts the failed tries of the one who is held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, Ask, FightAct, Here, Proposed
from ....engine.fight.events import free
from ....engine.fight.odds import inputs_of
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ....engine.sheet.sources import theirs, under
from ..exchange.strike import ACTIONS, PLAIN
from ..rolls.conditions import ACT, FREE_ACT
from ..rolls.rolls import HIGHER
from ..sheet.bindings import HOLD
from ..sheet.conditions import ANY_ACTION, ESCAPE
from ..tables import FACTS
from ..turns.fighter import Is
from . import defenses
from .attacks import BARE_HANDS, bare_inputs
from .gear import FLUNG, in_hand, put
from .lines import TURN, begins, changed, falls, named
from .prepared import roll_bonus

HOLDS = "holds"
IN_A_HOLD = (ACT, FREE_ACT)


def failures_to_pass_out(table: Mapping[str, Any]) -> int:
    """The failed tries to escape that knock out; a table rule (S2-TACKLE-05)."""
    most: int = table.get("failures_to_ko", FACTS.number("failures_to_ko"))
    return most


def is_holding(here: Here) -> bool:
    """Whether the actor holds the target."""
    return here.fact(HOLDS) is not None


def is_held(here: Here) -> bool:
    """Whether the target holds the actor."""
    return here.fact(HOLDS, back=True) is not None


def lets_go(here: Here, roll: Roll | None = None) -> Iterable[Proposed]:
    """The end of the actor's hold of the target."""
    yield Proposed(free(here.who, HOLDS, here.to), f"{here.actor.name}: no longer holds {here.target.name}")


# Tackle


def tackles(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The tackler is down; a target that loses is down and held, and lets go of all others (S2-TACKLE-01, -03)."""
    assert roll is not None  # a tackle is rolled
    yield from falls(here, here.who)
    if not roll.end.held:
        return
    yield from falls(here, here.to)
    for one in here.state.of(here.to):
        if one.id == HOLDS:
            yield Proposed(free(here.to, HOLDS, one.to), f"{here.target.name}: lets go of {here.state[one.to].name}")
    yield begins(Held(here.who, HOLDS, here.to, number=0), f"{here.actor.name}: holds {here.target.name}")


# The holder's turn


def strikes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of an unarmed attack in the hold; a miss ends the hold (S2-TACKLE-08)."""
    assert roll is not None  # the attack is rolled
    calculator, inputs, _, _ = inputs_of(here.rules.act("strike_held"), here)
    yield from defenses.answered(here)
    yield from changed(here, here.to, calculator.roll_option(None).sheet_change(inputs, roll.end))
    if not roll.end.hits:
        yield from lets_go(here)


def _items(here: Here) -> Ask:
    worn = Option("worn", "Something worn loosely")
    return Ask("item", "Item", (*(Option(name[:40], name) for name in in_hand(here, here.to)), worn))


def takes_item(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The item is the actor's; a lost contest ends the hold (S2-TACKLE-07, S2-TACKLE-08)."""
    assert roll is not None  # the contest is rolled
    if roll.end.result != HIGHER:
        yield from lets_go(here)
        return
    item = next(option for option in _items(here).options if option.id == here.option(_items(here)))
    if item.id != "worn":
        yield from put(here, here.to, item.label, FLUNG, f"{item.label} is taken by {here.actor.name}")


# Escape


def escapes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Free, or one failure more; the last one knocks out and ends the hold (S2-TACKLE-04, S2-TACKLE-05)."""
    assert roll is not None  # an escape is rolled
    held, name = here.fact(HOLDS, back=True), here.actor.name
    over = Proposed(free(here.to, HOLDS, here.who), f"{here.target.name}: no longer holds {name}")
    if roll.end.result == HIGHER:
        yield over
        return
    failures, most = (held.number if held else 0) + 1, failures_to_pass_out(here.table)
    if failures < most:
        yield begins(Held(here.to, HOLDS, here.who, number=failures), f"{name}: {failures} of {most} tries failed")
        return
    yield begins(Held(here.who, Is.UNCONSCIOUS), f"{name}: {failures} of {most} tries failed, unconscious")
    yield over


CONTEST = {**under("a", HOLD), **under("b.0", theirs(HOLD))}
"""Strength and Fighting of both, in a hold."""
CONTESTANTS = named(("the one who acts", "One"), ("Other",))


def _in_a_hold(act_id: str, label: str, **more: Any) -> FightAct:
    """Something that the holder does with the one who is held."""
    given: dict[str, Any] = {"rule": "S2-TACKLE-07", "at": ANYBODY, "cost": {TURN: 1}, "bars": IN_A_HOLD}
    return FightAct(id=act_id, label=label, **{**given, "offered": is_holding, **more})


def _bare(action: str) -> Callable[[Here], Mapping[str, Any]]:
    return bare_inputs(ACTIONS[action])


HOLDING = (
    FightAct(
        id="tackle",
        label="Tackle",
        rule="S2-TACKLE-02",
        calculator="tackle",
        roll="tackle_alone",
        cost={TURN: 1},
        bars=ANY_ACTION,
        inputs=roll_bonus("tackle", "tackler"),
        names=named(("Tackler",), ("Target",)),
        figures=("p_tackle", "p_knocked_out"),
        follows=tackles,
    ),
    _in_a_hold(
        "strike_held",
        "Strike in the hold",
        rule="S2-TACKLE-08",
        calculator="attack",
        bindings=BARE_HANDS,
        inputs=_bare(PLAIN),
        figures=("p_hit", "expected_damage"),
        ranked="expected_damage",
        asks=lambda here: defenses.ask(here),
        follows=strikes,
    ),
    _in_a_hold(
        "take_item",
        "Take an item",
        calculator="opposed",
        bindings=CONTEST,
        figures=("p_a_higher",),
        names=CONTESTANTS,
        asks=lambda here: (_items(here),),
        follows=takes_item,
    ),
    _in_a_hold("let_go", "Let go", rule="S2-TACKLE-06", cost={}, any_time=True, bars=(), follows=lets_go),
    FightAct(
        id="escape",
        label="Break free",
        rule="S2-TACKLE-04",
        calculator="opposed",
        at=ANYBODY,
        cost={TURN: 1},
        bars=(ESCAPE,),
        offered=is_held,
        bindings=CONTEST,
        figures=("p_a_higher",),
        names=CONTESTANTS,
        follows=escapes,
    ),
)
