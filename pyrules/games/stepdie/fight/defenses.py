"""The defense against an attack, asked before its roll, and the attacks that each fighter has met this round.

"Defensive options": Dodge, Parry, Block, and the Cumulative Attacker Penalty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.durations import round_end, turn_end
from ....engine.fight.events import hold
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ..defense.volley import ATTACK
from ..exchange.defense import BEST, BLOCK, DEFENSES, DODGE, PARRY
from ..exchange.fighters import MOST_BEFORE
from ..sheet.conditions import ANY_ACTION, DEFEND
from ..tables import FACTS
from ..turns.fighter import Is
from .lines import TURN, attacks, begins, turn_spent

MET, DODGE_MOVE = "met", "dodge_move"
GIVE_UP, MOUNT = "give_up", "mount"
"""The choices to give up the turn for a block against this attack, and to attack the mount in place of the rider."""


def this_round(state: FightState) -> int:
    """The round that is running, or the first one before it begins."""
    return max(1, state.round)


def met_before(here: Here, who: str, attacker: str) -> int:
    """The attacks or the attackers that a fighter has met before in this round; a table rule says which (S2-CAP-01)."""
    met = [one for one in here.state.of(who) if one.id == MET]
    if here.table.get("cap_per", ATTACK) == ATTACK:
        return min(MOST_BEFORE, sum(one.number for one in met))
    return min(MOST_BEFORE, len({one.to for one in met} - {attacker}))


def may_block(here: Here, who: str) -> bool:
    """Whether a fighter has a shield and a turn to give up for it (S2-BLOCK-01, S2-BLOCK-03)."""
    they = here.rules.values(here.state, who, table=here.table)
    free = here.state[who].budget.get(TURN, 0) and not here.state.holds(who, Is.BLOCKING)
    return bool(free and they["block"] is not None and not they.barred(*ANY_ACTION))


def ask(
    here: Here,
    best: str = "",
    *,
    ranged: bool = False,
    thrown: bool = False,
    must_dodge: bool = False,
    one_answer: bool = True,
) -> tuple[Ask, ...]:
    """The defense of the target, with the penalty that it has now; `best` is the id of the best one if it is known.

    `one_answer` is False for what the calculator lets the target meet with its best defense alone.
    """
    if here.they is None or here.they.barred(DEFEND):
        return ()
    first = Option(BEST, f"Best defense{_named(best)}{_penalty(here)}", "S2-CHOICE-01")
    if must_dodge:
        options = [Option(DODGE, "Dodge", "S2-DODGE-01")]
    else:
        options = [*_options(here, ranged=ranged, thrown=thrown, one_answer=one_answer)]
    if one_answer and here.they["is_riding"]:
        options.append(Option(MOUNT, "The mount is attacked, and dodges", "S2-DODGE-04"))
    return (Ask("defense", f"Defense of {here.target.name}", (first, *options)),)


def _named(best: str) -> str:
    return next((f": {one.label}" for one in DEFENSES if one.id == best), "")


def _options(here: Here, *, ranged: bool, thrown: bool, one_answer: bool) -> Iterator[Option]:
    they: Any = here.they
    if one_answer:
        yield Option(DODGE, "Dodge", "S2-DODGE-01")
        parry = here.matchup["matchup.target_parry_of_throw" if thrown else "matchup.target_parry"]
        shield = they["shield_parry"] is not None
        if parry is not None and (not ranged or shield):
            yield Option(PARRY, "Parry", "S2-PARRY-01")
        if they["is_blocking"]:
            yield Option(BLOCK, "Block", "S2-BLOCK-01")
    if may_block(here, here.to):
        yield Option(GIVE_UP, "Block, which takes the turn", "S2-BLOCK-01")


def _penalty(here: Here) -> str:
    they: Any = here.they
    before = met_before(here, here.to, here.who)
    step = here.table.get("cap_step", FACTS.number("default_cap_step"))
    if not before or not step or they["is_blocking"]:
        return ""
    return f", {figure(-step * before, signed=True)} after {attacks(before)}"


def chosen(here: Here) -> str:
    """The chosen defense, or the best one."""
    return here.options.get("defense", BEST)


def is_at_mount(here: Here) -> bool:
    """Whether the attack is aimed at the mount of the target (S2-DODGE-04)."""
    return chosen(here) == MOUNT


def inputs(here: Here, path: str = "defender", *, one_answer: bool = True) -> Mapping[str, Any]:
    """The defense that is chosen, and the attacks that the target has met before."""
    found: dict[str, Any] = {f"{path}.cap_count": met_before(here, here.to, here.who)}
    defense = chosen(here)
    if defense == GIVE_UP:
        found[f"{path}.blocking"] = True
        defense = BLOCK
    if defense == MOUNT:
        return {**found, f"{path}.mount_targeted": True}
    if one_answer and defense != BEST:
        found["defence"] = defense
    return found


def met(here: Here, who: str, attacker: str) -> Proposed:
    """One more attack that a fighter has met in this round (S2-CAP-01)."""
    number = here.state.number(who, MET, attacker) + 1
    total = sum(one.number for one in here.state.of(who) if one.id == MET) + 1
    one = Held(who, MET, attacker, ends=(round_end(this_round(here.state)),), number=number)
    return begins(one, f"{here.state[who].name}: {attacks(total)} met this round")


def blocks(here: Here, who: str) -> Iterable[Proposed]:
    """The shield's Block until the round ends (S2-BLOCK-01, S2-BLOCK-02)."""
    until = Held(who, Is.BLOCKING, ends=(round_end(this_round(here.state)),))
    yield begins(until, f"{here.state[who].name}: blocks until the round ends")


def answered(here: Here, defense: str = "", *, hit: bool = True) -> Iterable[Proposed]:
    """What the target's defense brings: a turn that is given up, one more attack met, a move after a dodge."""
    if chosen(here) == GIVE_UP:
        yield turn_spent(here, here.to, "block")
        yield from blocks(here, here.to)
    yield met(here, here.to, here.who)
    they: Any = here.they
    if defense == DODGE and not hit and they["has_room"] and not they["is_riding"]:
        until = (turn_end(here.who, this_round(here.state)),)
        text = f"{here.target.name}: may move {FACTS.number('dodge_move_zones')} zone after the attacks of this turn"
        yield Proposed(hold(Held(here.to, DODGE_MOVE, ends=until)), text)
