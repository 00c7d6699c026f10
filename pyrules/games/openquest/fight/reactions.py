"""The reaction to an attack, asked before its roll: Parry, Dodge or none, with the penalty that each has now.

Sections "Defensive Reactions" and "Multiple Defences in a Single Combat Round". A reaction is rolled only after an
attack that has succeeded, and counts only then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Modifier, Roll
from ....engine.sheet.values import Values
from ..close.unarmed import UNARMED
from ..rolls.defense import BEST, DODGE, PARRY, again
from ..rolls.results import NONE
from ..sheet.conditions import DODGES, PARRIES
from ..sheet.fields import UNARMED as BARE
from ..skills.skill import CRITICAL, GRADE_WORDS, MODIFIER
from ..tables import FACTS
from ..turns.round_modifiers import PARRYING, RETREAT
from .facts import (
    BY_PARRY,
    COUNTERSTRIKE,
    DEFENDED,
    HIGHER,
    OFF_HAND,
    action_now,
    defenses,
    in_hand,
    schedule,
    shield_of,
    this_round,
)
from .lines import begins, fumbles, lost
from .mounts import reaction_bonus, weapon_skill

SHIELDS = FACTS.table("shields")
SKILLS = {PARRY: "close_combat_skill", DODGE: "dodge_skill", UNARMED: "unarmed_skill"}
LABELS = {PARRY: "Parry", DODGE: "Dodge", UNARMED: "Parry with bare hands"}
PARRIED = str(FACTS.table("reactions").row(PARRY)["label"])
"""How the label of a rolled parry ends."""
COUNTER = "counter"


# What a reaction is worth now


def penalty(state: FightState, they: Values, who: str, kind: str, more: int = 0) -> Modifier:
    """The penalty on the next defense of a round, or on one after `more` others (OQ-DEF-17)."""
    return again(schedule(state, they, who), kind, defenses(state, who) + more)


def _of_action(state: FightState, they: Values, who: str) -> int:
    """What the action of the round adds to parries (OQ-MOV-09, OQ-OTH-07, OQ-SHD-09)."""
    row = action_now(state, who)
    if row is None or row["id"] not in PARRYING:
        return 0
    shield = shield_of(state, they, who)
    return int(SHIELDS.row(shield)["retreat_bonus"] if row["id"] == RETREAT and shield != NONE else row["parry"])


def situation(here: Here, kind: str) -> int:
    """What the situation adds to a reaction of the target, without the penalty for earlier ones."""
    they: Any = here.they
    parries = _of_action(here.state, they, here.to) if kind != DODGE else 0
    row = FACTS.table("close_modifiers").row
    higher = row("higher_or_riding")[PARRY] if here.fact(HIGHER, back=True) else 0
    lower = row("lower_or_vs_mounted")[PARRY] if here.fact(HIGHER) else 0
    return int(they["defence_mods"]) + parries + higher + lower + reaction_bonus(here, kind)


def skill_of(here: Here, kind: str) -> int:
    """The target's skill of a reaction; a rider parries no better than Riding (OQ-DEF-03, OQ-MNT-05)."""
    they: Any = here.they
    if kind == PARRY and not parries_bare(here):
        return weapon_skill(they, int(they[SKILLS[PARRY]]))
    return int(they[SKILLS[UNARMED if kind == PARRY else kind]])


def parries_bare(here: Here) -> bool:
    """Whether the target has lost all that it could parry with, and parries with bare hands (OQ-DEF-03)."""
    if here.they is None or shield_of(here.state, here.they, here.to) != NONE:
        return False
    has_some = any(one["skill"] != BARE for one in here.they.weapons())
    return has_some and all(one["skill"] == BARE for one in in_hand(here.state, here.they, here.to))


def modifier_now(here: Here, kind: str) -> int:
    """All that changes a reaction of the target now."""
    they: Any = here.they
    return max(MODIFIER[0], situation(here, kind) + penalty(here.state, they, here.to, kind).value)


def open_reactions(here: Here) -> list[str]:
    """The reactions that the conditions of the target leave: parry comes first and wins a tie (OQ-DEF-18)."""
    if here.they is None:
        return []
    bars = {PARRY: PARRIES, DODGE: DODGES}
    return [one for one, bar in bars.items() if not here.they.barred(bar)]


# The question


def label_of(here: Here) -> str:
    """The question for the target's reaction, which it rolls only after an attack that has succeeded (OQ-DEF-01)."""
    return f"If it hits, {here.target.name} reacts with"


def _label(here: Here, kind: str) -> str:
    change = modifier_now(here, kind)
    changed = f", {figure(change, signed=True)} now" if change else ""
    label = LABELS[UNARMED if kind == PARRY and parries_bare(here) else kind]
    return f"{label} {max(0, skill_of(here, kind) + change)} %{changed}"


def asks(here: Here) -> tuple[Ask, ...]:
    """The target's reaction if the attack succeeds; the better one is the default (OQ-DEF-01)."""
    found = open_reactions(here)
    if not found:
        return ()
    each = [Option(one, _label(here, one), "OQ-DEF-02") for one in found]
    better = f"The better of {' and '.join(one.label for one in each)}"
    options = (*((Option(BEST, better, "OQ-DEF-01"),) if len(each) > 1 else ()), *each, _nothing())
    return (Ask("defense", label_of(here), options),)


def one_ask(here: Here) -> tuple[Ask, ...]:
    """The target's one reaction to a disarming attack, the better one first."""
    return _one_of(here, open_reactions(here))


def bare_ask(here: Here) -> tuple[Ask, ...]:
    """The target's reaction to bare hands; a successful unarmed one may turn the attack around (OQ-UN-03, -04)."""
    found = open_reactions(here)
    if PARRY in found:
        found = [UNARMED if one == PARRY and parries_bare(here) else one for one in found]
        found += [] if UNARMED in found else [UNARMED]
    return _one_of(here, found)


def _one_of(here: Here, kinds: list[str]) -> tuple[Ask, ...]:
    if not kinds:
        return ()
    by_worth = sorted(kinds, key=lambda one: -(skill_of(here, one) + modifier_now(here, one)))
    options = [Option(one, _label(here, one), "OQ-DEF-02") for one in by_worth]
    if UNARMED in kinds and here.target.budget.get("action"):
        options.insert(1 + by_worth.index(UNARMED), _counter(here))
    return (Ask("defense", label_of(here), (*options, _nothing())),)


def _counter(here: Here) -> Option:
    return Option(COUNTER, f"{_label(here, UNARMED)}, to turn it around", "OQ-UN-04")


def _nothing() -> Option:
    return Option(NONE, "None", "OQ-CC-03")


def chosen(here: Here, found: tuple[Ask, ...]) -> str:
    """The chosen reaction; none if the target has none left."""
    return here.option(found[0]) if found else NONE


# Inputs of calculators


def inputs(here: Here) -> Mapping[str, Any]:
    """The reaction to one attack."""
    changes = {f"{one}.mods": modifier_now(here, one) for one in (DODGE, PARRY)}
    return {"defence": chosen(here, asks(here)), **changes, **_capped(here)}


def one_inputs(here: Here) -> Mapping[str, Any]:
    """The reaction to a disarming attack."""
    return {**inputs(here), "defence": chosen(here, one_ask(here))}


def round_inputs(here: Here) -> Mapping[str, Any]:
    """The reactions to two attacks; the calculator counts the penalties on."""
    they: Any = here.they
    changes = {f"{one}.mods": situation(here, one) for one in (DODGE, PARRY)}
    counts = {
        "schedule": schedule(here.state, they, here.to),
        "prior_defences": min(20, defenses(here.state, here.to)),
    }
    return {"defence": chosen(here, asks(here)), **changes, **counts, **_capped(here)}


def _capped(here: Here) -> Mapping[str, Any]:
    """The parry of a rider or with bare hands; a target of unknown skills keeps the calculator's default."""
    changed = here.they is not None and (here.they["is_mounted"] or parries_bare(here))
    return {"parry.base": skill_of(here, PARRY)} if changed else {}


# What follows


def defended(here: Here, kind: str, count: int) -> Iterable[Proposed]:
    """The defenses that the target has rolled, and what they use up (OQ-DEF-17, OQ-TWO-02, OQ-RNG-04)."""
    if not count:
        return
    state, they = here.state, here.they
    assert they is not None  # somebody defends
    made = defenses(state, here.to) + count
    following = penalty(state, they, here.to, kind, count).value
    how = f"the next at {figure(following, signed=True)} %" if following else "the next without a penalty"
    yield begins(
        this_round(state, here.to, DEFENDED, number=made), f"{here.target.name}: defense {made} of the round, {how}"
    )
    if kind == PARRY and made > 1 and schedule(state, they, here.to) == "extra_parry" and not _off_hand_used(here):
        held = this_round(state, here.to, OFF_HAND, note=BY_PARRY)
        yield begins(held, f"{here.target.name}: the off hand has made its extra parry")
    yield from lost(state, here.to, acts=False)


def _off_hand_used(here: Here) -> bool:
    return here.state.holds(here.to, OFF_HAND)


def fumbled(here: Here, end: Any) -> Iterator[Proposed]:
    """The fumbles of both sides of an exchange."""
    weapon = str(here.weapon["name"]) if here.weapon else ""
    if end.attacker_fumbles:
        yield fumbles(here.state, here.who, weapon)
    if end.defender_fumbles:
        yield fumbles(here.state, here.to)


def strikes_back(here: Here, roll: Roll) -> Iterator[Proposed]:
    """A critical parry in Shield Defense, of one of several attacks too, has an automatic counterstrike (OQ-SHD-09)."""
    row = action_now(here.state, here.to)
    parries = (step for step in roll.steps if step.label.endswith(PARRIED))
    if row and row["id"] == "shield_defence" and any(step.text == GRADE_WORDS[CRITICAL] for step in parries):
        text = f"{here.target.name}: strikes back at {here.actor.name} without a roll to hit"
        yield begins(Held(here.to, COUNTERSTRIKE, here.who), text)
