"""Executions: a minute of preparation, and one attack on somebody who suspects nothing. Section "Execution Attacks"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import FOE, Ask, FightAct, Here, Proposed
from ....engine.fight.events import Event
from ....engine.fight.odds import inputs_of
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..attack.execution import UNCONSCIOUS, felled_status
from ..attack.execution_setup import Execution
from ..sheet.conditions import ACT, MAIN_ACTION
from ..sheet.sheet import cannot_strike
from ..tables import FACTS
from ..wounds.wounds import CONDITIONS
from .facts import HOLDS, LONG_RANGE, PREPARES, in_melee, toward
from .gear import PRECISE, can_spare, traits
from .lines import HARM, HIT_POINTS, NONLETHAL, begins, ends, fallen, hurt
from .luck import has_luck, luck_spent
from .moves import action

EXTREME = "extreme"
BANDS = FACTS.table("range_bands").options()
PLAIN = "unaware"
TARGET = Ask(
    "target",
    "The target",
    (
        Option(PLAIN, "Suspects nothing", "WWN-EXEC-01"),
        Option("defenseless", "Bound or held", "WWN-EXEC-01"),
    ),
)

REROLL = "reroll"
LUCK = Ask("luck", "Veteran's Luck", (Option("no", "Not used"), Option(REROLL, "Rerolls a miss", "WWN-EXEC-13")))


def prepared(here: Here) -> int:
    """The rounds of preparation so far."""
    held = here.fact(PREPARES)
    return held.number if held else 0


def needed() -> int:
    """The rounds that an execution takes to prepare (WWN-EXEC-02)."""
    return FACTS.number("execution_prep_rounds")


def can_prepare(here: Here) -> bool:
    """Whether a minute is still to be prepared; never against one who holds the actor (WWN-EXEC-01, WWN-EXEC-02)."""
    return prepared(here) < needed() and not here.fact(HOLDS, back=True)


def why_not_unseen(here: Here) -> str:
    """A target in melee knows of the danger, unless somebody holds it (WWN-EXEC-01, WWN-EXEC-05)."""
    helpless = here.they is not None and (here.they["is_incapacitated"] or toward(here.state, HOLDS, here.to))
    if in_melee(here) and not helpless:
        return f"{here.target.name} is in melee with {here.actor.name} and knows of the danger."
    return ""


def prepares(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """One more round of preparation."""
    count = prepared(here) + 1
    text = f"{here.actor.name} has prepared {count} of {needed()} rounds against {here.target.name}"
    yield begins(Held(here.who, PREPARES, here.to, number=count), text)


def why_not_yet(here: Here) -> str:
    """An execution takes a full minute (WWN-EXEC-02)."""
    if (count := prepared(here)) < needed():
        return f"{here.actor.name} has prepared {count} of {needed()} rounds."
    return cannot_strike(here.weapon) if here.weapon else ""


def range_asked(here: Here) -> Ask:
    """The range of a shot; long range between the two comes first."""
    far = here.fact(LONG_RANGE) or here.fact(LONG_RANGE, back=True)
    order = {EXTREME: 0} if far else {"normal": 0}
    return Ask("range_band", "Range", tuple(sorted(BANDS, key=lambda band: order.get(band.id, 1))))


def asks(here: Here) -> tuple[Ask, ...]:
    """What the table knows: the target, the range of a shot, and whether to spare."""
    if here.weapon is None:
        return (TARGET,)
    shot = (range_asked(here),) if here.weapon["kind"] != "melee" else ()
    luck = (LUCK,) if shot and has_luck(here.rules, here.state, here.who) else ()
    return (TARGET, *shot, *luck, *((HARM,) if can_spare(here.weapon) else ()))


def rerolls(here: Here) -> bool:
    """Whether Veteran's Luck rerolls a shot that misses (WWN-EXEC-13)."""
    return LUCK in asks(here) and here.option(LUCK) == REROLL


def inputs(here: Here) -> Mapping[str, Any]:
    """What the fight knows of an execution. `why_not` says what is lacking; the odds are those of a prepared one."""
    return {
        "prep_rounds": max(prepared(here), needed()),
        "defenseless": here.option(TARGET) != PLAIN,
        "range_band": here.option(range_asked(here)),
        "precise": here.weapon is not None and PRECISE in traits(here.weapon),
        "nonlethal": here.option(HARM) == NONLETHAL,
        "veterans_luck": rerolls(here),
    }


def struck(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Felled, or the highest damage; the preparation is over (WWN-EXEC-15, WWN-EXEC-16, WWN-EXEC-17)."""
    if roll is None:
        return
    if roll.end.saved:
        yield from hurt(here, here.to, roll.end.damage)
    elif roll.end.hit:
        yield from felled(here)
    if rerolls(here) and not roll.end.at_once:
        yield luck_spent(here)
    if held := here.fact(PREPARES):
        yield ends(held, f"{here.actor.name}: the execution of {here.target.name} is made")


def felled(here: Here) -> Iterable[Proposed]:
    """The condition of somebody who has failed the save."""
    _, given, _, _ = inputs_of(here.rules.act("execution"), here)
    assert isinstance(given, Execution)  # it has been rolled
    status, name = felled_status(given), here.target.name
    if status == UNCONSCIOUS:
        yield begins(Held(here.to, UNCONSCIOUS), f"{name}: unconscious")
        return
    yield Proposed(Event("track", here.to, {"name": HIT_POINTS, "to": 0}), f"{name}: 0 hit points left")
    for held in here.state.of(here.to):
        if held.id in here.rules.down:
            yield ends(held, f"{name}: no longer {CONDITIONS.row(held.id)['label'].lower()}")
    yield begins(fallen(here.state, here.to, status), f"{name}: {CONDITIONS.row(status)['label'].lower()}")


EXECUTIONS = (
    FightAct(
        id="prepare_execution",
        label="Prepare an execution",
        rule="WWN-EXEC-02",
        at=FOE,
        cost={"main": 1},
        bars=(ACT, MAIN_ACTION),
        offered=can_prepare,
        why_not=why_not_unseen,
        follows=prepares,
    ),
    action(
        "execution_attack",
        id="execution",
        label="Execution",
        at=FOE,
        calculator="execution",
        per_weapon=True,
        bars=(ACT, MAIN_ACTION),
        offered=lambda here: prepared(here) > 0 or (here.they is not None and here.they["is_incapacitated"]),
        why_not=why_not_yet,
        asks=asks,
        inputs=inputs,
        figures=("p_target_dropped", "p_hit"),
        follows=struck,
    ),
)
