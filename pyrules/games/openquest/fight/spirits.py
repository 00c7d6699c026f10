"""Spirit combat in a fight: test after test within one turn, until one side has no magic points.

Section "Spirit Combat". Creatures without a body fight in no other way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....engine.fight.acts import ANYBODY, FOE, Ask, FightAct, Here, Proposed
from ....engine.fight.events import track
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ....engine.sheet.sources import Bindings, theirs, under
from ..sheet.bindings import SPIRIT_FIGHTER, me
from ..sheet.conditions import ACT
from ..spirits.spirits import AFTERMATH, BANISHED
from ..tables import FACTS
from .acting import COST
from .facts import AWAY, BODILESS, IN_SPIRIT
from .lines import begins, ends, lost

MAGIC_POINTS = "magic_points"
FREE = "free"
BOTH: Bindings = under("b", theirs({**SPIRIT_FIGHTER, "skill.base": me.spirit_skill, "kind": me.spirit_kind}))


def is_spirit(here: Here) -> bool:
    """Whether one of the two has no body."""
    return here.state.holds(here.who, BODILESS) or here.state.holds(here.to, BODILESS)


def no_spirit_combat(here: Here) -> str:
    """Why there is no spirit combat: one of the two has no magic points."""
    for one in (here.actor, here.target):
        if one.tracks[MAGIC_POINTS] <= 0:
            return f"{one.name} has no magic points left."
    return ""


def spirit_fight(here: Here) -> Held | None:
    """The spirit combat of the two that has begun."""
    return here.fact(IN_SPIRIT) or here.fact(IN_SPIRIT, back=True)


def tested(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The magic points that the loser of the test has lost; at 0 the combat is over (OQ-SPI-06, OQ-SPI-08)."""
    assert roll is not None  # the test is rolled
    left = {here.who: roll.end.a, here.to: roll.end.b}
    for who, points in left.items():
        fighter = here.state[who]
        if lost := fighter.tracks[MAGIC_POINTS] - points:
            text = f"{fighter.name}: {counted(lost, 'magic point')} lost, {points} left"
            yield Proposed(track(who, MAGIC_POINTS, -lost), text)
    held = spirit_fight(here)
    beaten = next((who for who, points in left.items() if points <= 0), "")
    if not beaten:
        if held is None:
            yield begins(Held(here.who, IN_SPIRIT, here.to), f"{here.actor.name}: the spirit combat goes on at once")
        return
    if held:
        yield ends(held, f"{here.state[beaten].name} has lost the spirit combat")
    yield from _after(here, beaten)


def _after(here: Here, beaten: str) -> Iterable[Proposed]:
    """What becomes of the one who has lost (OQ-SPI-09 to OQ-SPI-11)."""
    name = here.state[beaten].name
    if here.state.holds(beaten, BODILESS):
        row: dict[str, Any] = AFTERMATH.row(BANISHED)
        yield begins(Held(beaten, AWAY), f"{name}: {row['label'].lower()}, unless a shaman binds it")
        return
    chosen = here.option(possession_ask(here, beaten))
    if chosen != FREE:
        label = str(FACTS.table("conditions").row(chosen)["label"])
        yield begins(Held(beaten, chosen), f"{name}: {label[:1].lower()}{label[1:]}")
        spirit = here.to if beaten == here.who else here.who
        if here.state.holds(spirit, BODILESS):
            yield begins(Held(spirit, AWAY), f"{here.state[spirit].name}: in the body of {name}")


def begins_fight(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The first test is the action of the round, and ends what any other action ends (OQ-RNG-04)."""
    yield from lost(here.state, here.who)
    yield from tested(here, roll)


def possession_ask(here: Here, beaten: str) -> Ask:
    """Whether the spirit possesses the one who has lost, and how; most do it covertly (OQ-SPI-11, OQ-POS-03)."""
    rows = [FACTS.table("conditions").row(one) for one in ("covert", "dominant")]
    options = (*(Option(row["id"], row["label"], row["rule"]) for row in rows), Option(FREE, "Not possessed"))
    return Ask("possession", here.state[beaten].name, options)


def possessions(here: Here, roll: Roll) -> tuple[Ask, ...]:
    """The choice after a test that leaves a mortal no magic points."""
    left = {here.who: roll.end.a, here.to: roll.end.b}
    beaten = next((who for who, points in left.items() if points <= 0), "")
    return (possession_ask(here, beaten),) if beaten and not here.state.holds(beaten, BODILESS) else ()


def _spirit(act_id: str, label: str, **more: Any) -> FightAct:
    return FightAct(
        id=act_id,
        label=label,
        calculator="spirit_combat",
        why_not=no_spirit_combat,
        bindings=BOTH,
        figures=("p_a", "p_win_a", "mean_tests"),
        ranked="p_a",
        names=lambda here: {"Your side": here.actor.name, "The other side": here.target.name},
        later=possessions,
        **{"follows": tested, **more},
    )


SPIRITS = (
    _spirit(
        "spirit_combat",
        "Spirit combat",
        rule="OQ-SPI-02",
        at=FOE,
        cost=COST,
        bars=(ACT,),
        follows=begins_fight,
        offered=lambda here: is_spirit(here) and spirit_fight(here) is None,
    ),
    _spirit(
        "spirit_test",
        "Spirit combat, next test",
        rule="OQ-SPI-03",
        at=ANYBODY,
        any_time=True,
        offered=lambda here: here.is_up and spirit_fight(here) is not None,
    ),
)
