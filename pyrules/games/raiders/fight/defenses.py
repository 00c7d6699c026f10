"""The defense against an attack, asked before its roll: Dodge, Parry, none, or a friend's block.

Chapter "Swords, Slings, and Arrows": Defense, Stealth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.events import free, spend
from ....engine.fight.fighters import Fighter
from ....engine.inputs import Option
from ..sheet.values import guard
from ..tables import FACTS
from ..turn import cost_of

ACTIONS = "actions"
RANGE, UNAWARE, AMBUSHED = "range", "unaware", "ambushed"
BEST, DODGE, PARRY, NEITHER, BLOCK = "best", "dodge", "parry", "neither", "block:"


def range_between(here: Here) -> int:
    """The challenge for the range between the actor and the target (RR-RANGE-01)."""
    held = here.fact(RANGE) or here.fact(RANGE, back=True)
    return held.number if held else FACTS.number("default_range_challenge")


def is_ambushed(here: Here) -> bool:
    """Whether the target has neither Dodge nor Parry against the actor (RR-STEALTH-01)."""
    return here.they is not None and bool(here.they["is_ambushed"])


def defense_now(here: Here) -> int:
    """The best that the target can do against this attack; without Dodge and Parry the range counts (RR-STEALTH-02)."""
    defense: int = _worth(here, NEITHER) if _has_neither(here) else here.matchup["matchup.target_defense"]
    return defense


def _has_neither(here: Here) -> bool:
    """Whether the target has neither Dodge nor Parry against this attack (RR-STEALTH-01)."""
    return bool(_no_dodge(here) and _no_parry(here))


def asks(here: Here) -> tuple[Ask, ...]:
    """The target's defense, with what each is worth now; the best possible one is the default (RR-DMG-03)."""
    if here.they is None:
        return ()
    return (Ask("defense", f"Defense of {here.target.name}", tuple(_options(here))),)


def _options(here: Here) -> Iterator[Option]:
    best = defense_now(here)
    label = _best_label(here, best)
    yield Option(BEST, f"{label} {best}", "RR-DMG-03")
    for one, called, why in ((DODGE, "Dodge", _no_dodge(here)), (PARRY, "Parry", _no_parry(here))):
        if called != label:
            yield Option(one, f"{called} {_worth(here, one)}{why and f', but {why}'}", "RR-DEF-01")
    yield Option(NEITHER, f"Neither: {_worth(here, NEITHER)}", "RR-STEALTH-02")
    yield from _blocks(here)


def _blocks(here: Here) -> Iterator[Option]:
    for friend, parry in _blockers(here):
        left = "" if friend.budget.get(ACTIONS, 0) >= cost_of("assist_block") else ", but no action is left"
        yield Option(f"{BLOCK}{friend.id}", f"{friend.name} blocks with Parry {parry}{left}", "RR-ASSIST-01")


def block_asks(here: Here) -> tuple[Ask, ...]:
    """Which friend blocks; empty if none of them knows of the attack and helps the target (RR-ASSIST-01)."""
    friends = tuple(_blocks(here)) if here.they is not None else ()
    return (Ask("block", f"For {here.target.name}", friends),) if friends else ()


def parry_of_block(here: Here) -> int:
    """The Parry of the friend who blocks."""
    who = _blocker(here)
    return next(parry for friend, parry in _blockers(here) if friend.id == who)


def _blocker(here: Here) -> str:
    return here.option(block_asks(here)[0]).removeprefix(BLOCK)


def _best_label(here: Here, best: int) -> str:
    if is_ambushed(here):
        return "Neither, unaware:"
    if is_down(here):
        return "Neither, down:"
    if best == _worth(here, PARRY) and not _no_parry(here):
        return "Parry"
    return "Dodge" if best == _worth(here, DODGE) and not _no_dodge(here) else "Defense"


def is_down(here: Here) -> bool:
    """Whether the target is down, and neither defends itself nor leaps clear."""
    return here.they is not None and bool(here.they["is_down"])


def _no_defense(here: Here) -> str:
    """Why the target has neither Dodge nor Parry: it does not see the attack, or is down (RR-STEALTH-01)."""
    if is_ambushed(here):
        return "the attack is not seen"
    return f"{here.target.name} is down" if is_down(here) else ""


def _no_dodge(here: Here) -> str:
    they: Any = here.they
    return _no_defense(here) or ("there is no room" if they["is_cornered"] else "")


def _no_parry(here: Here) -> str:
    return _no_defense(here) or ("" if _parriable(here) else "this cannot be parried")


def _parriable(here: Here) -> bool:
    return here.weapon is None or bool(here.weapon["parriable"])


def _worth(here: Here, defense: str) -> int:
    they: Any = here.they
    if defense == NEITHER:
        return FACTS.number("ambush_challenge") + range_between(here)
    return int(they["parry_now"] if defense == PARRY else they["dodge"] + guard(they))


def _blockers(here: Here) -> Iterator[tuple[Fighter, int]]:
    """The target's friends who know of the attack and parry better than the target (RR-ASSIST-01, RR-DEF-04)."""
    if not _parriable(here):
        return
    own = defense_now(here)
    for friend in here.state.combatants:
        beside = friend.side == here.target.side and friend.id not in (here.to, here.who)
        if beside and not here.rules.is_down(here.state, friend.id):
            values = here.rules.values(here.state, friend.id, here.who, here.table)
            if values["parry_now"] > own and not values["is_ambushed"]:
                yield friend, values["parry_now"]


def chosen(here: Here) -> str:
    """The chosen defense; without a choice the best one, for which no friend has to be asked."""
    return here.option(asks(here)[0]) if "defense" in here.options else BEST


def inputs(here: Here) -> Mapping[str, Any]:
    """The challenge of the attack, if it is not the one of the sheets."""
    if here.they is None:
        return {}
    if (one := chosen(here)) == BEST:
        return {"defense": defense_now(here)} if _has_neither(here) else {}
    if one.startswith(BLOCK):
        return {"defense": next(parry for friend, parry in _blockers(here) if f"{BLOCK}{friend.id}" == one)}
    return {"defense": _worth(here, one)}


def met(here: Here) -> Iterable[Proposed]:
    """The action of a friend who blocks, if one does."""
    one = chosen(here)
    if one.startswith(BLOCK):
        yield _block_spent(here, one.removeprefix(BLOCK))


def blocked(here: Here) -> Iterable[Proposed]:
    """The action of the friend who blocks an ambush."""
    yield _block_spent(here, _blocker(here))


def _block_spent(here: Here, friend: str) -> Proposed:
    cost = cost_of("assist_block")
    text = f"{here.state[friend].name} blocks: {here.rules.spent_text(here.state, friend, ACTIONS, cost)}"
    return Proposed(spend(friend, ACTIONS, cost), text)


def aware(here: Here) -> Iterable[Proposed]:
    """A target who knows of the attack once it is made (RR-STEALTH-01)."""
    if here.fact(UNAWARE, back=True):
        yield Proposed(free(here.to, UNAWARE, here.who), f"{here.target.name}: knows of {here.actor.name} now")
    if here.state.holds(here.to, AMBUSHED):
        yield Proposed(free(here.to, AMBUSHED), f"{here.target.name}: no longer ambushed")
