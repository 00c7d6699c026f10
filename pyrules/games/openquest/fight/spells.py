"""Spells in a fight: those that last, and those that the other one may resist.

Sections "Cast Spell", "Resisting Spells" and "Dodge". Spells themselves stand in other chapters: what a fight knows of
them is a row of spells.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ....engine.fight.acts import ANYBODY, FOE, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.state import Held
from ....engine.inputs import OWN, Option
from ....engine.procedure import Roll, counted
from ....engine.sheet.sheet import OWN_CONDITIONS
from ....engine.sheet.sources import Bindings
from ....engine.sheet.values import Matchup
from ..rolls.defense import DODGE
from ..sheet.bindings import me
from ..sheet.conditions import ACT, CAST, DODGES
from ..skills.resist_spell import KINDS
from ..skills.skill import SUCCESSES
from ..tables import FACTS
from . import reactions
from .acting import action
from .facts import BERSERK, SPELL, SPELL_AT, SPELL_HITS, now
from .lines import begins, ends, gets_through, hurt, note

SPELLS = FACTS.table("spells")
SPELL_SKILL: Bindings = {"skill.base": me.casting}
LASTING = ("protection", "weapon_enhance", "enhance", "berserk", "spirit_shield", "thunders_voice")
"""The spells of the table that last for rounds."""
HURTING = tuple(row["id"] for row in SPELLS.rows if row["dice"])
"""The spells of the table that do damage unless resisted."""
UNRESISTED = "unresisted"


# Spells that last


def spell_asks(here: Here) -> tuple[Ask, ...]:
    """The spell, which a condition of the target's own may describe, and its rounds (OQ-ACT-03)."""
    who = here.to or here.who
    own = getattr(here.state[who].given.held, OWN_CONDITIONS, ())
    mine = tuple(Option(f"{OWN}.{index}", one.name) for index, one in enumerate(own))
    rows = (SPELLS.row(one) for one in LASTING)
    spells = tuple(Option(row["id"], row["label"], row["rule"]) for row in rows)
    rounds = tuple(Option(str(one), counted(one, "round")) for one in (12, 1, 2, 3, 4, 5, 6, 8, 10, 24, 60, 120))
    return (Ask("spell", "Spell", (*mine, *spells)), Ask("rounds", "Lasts", rounds))


def cast(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The spell begins and lasts for its rounds, this one included (OQ-OTH-01)."""
    if roll is None or roll.end not in SUCCESSES:
        return
    spell, rounds = spell_asks(here)
    who, chosen, count = here.to or here.who, here.option(spell), int(here.option(rounds))
    until = (round_end(now(here.state) + count - 1),)
    label = next(one.label for one in spell.options if one.id == chosen)
    is_condition = chosen == BERSERK or chosen.startswith(f"{OWN}.")
    held = Held(who, chosen, ends=until) if is_condition else Held(who, SPELL, ends=until, note=str(label))
    by_hand = "" if is_condition else ", its numbers by hand"
    yield begins(held, f"{here.state[who].name}: {label} for {counted(count, 'round')}{by_hand}")


# Spells that are resisted


def _another(kind: str, label: str) -> Option:
    return Option(kind, f"Another, resisted by {label}", "OQ-MGC-05")


OFFENSIVE = Ask(
    "spell",
    "Spell",
    (
        *(Option(one, SPELLS.row(one)["label"], SPELLS.row(one)["rule"]) for one in HURTING),
        *(_another(one.id, str(one.label)) for one in KINDS),
        Option(UNRESISTED, "Another, without resistance", "OQ-MGC-05"),
    ),
)
MAGNITUDE = Ask("magnitude", "Magnitude", tuple(Option(str(one), str(one)) for one in range(1, 13)))
_BY_LABEL = {one.label: one for one in KINDS}
RESISTED_BY = {one.id: one for one in KINDS} | {one: _BY_LABEL[SPELLS.row(one)["resist"]] for one in HURTING}
"""The skill that resists each spell that can be resisted, by the note of the fact."""


def casts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The spell reaches the other one, who may resist it (OQ-MGC-05)."""
    if roll is None or roll.end not in SUCCESSES:
        return
    spell = here.option(OFFENSIVE)
    label = SPELLS.row(spell)["label"] if spell in HURTING else "a spell"
    if spell == UNRESISTED:
        yield note(f"{here.target.name}: {label} takes effect, by hand")
        yield from gets_through(here.state, here.to, missile=True)
        return
    held = Held(here.who, SPELL_AT, here.to, number=int(here.option(MAGNITUDE)), note=spell)
    yield begins(held, f"{here.target.name}: may resist {label} by {RESISTED_BY[spell].label}")


def spell_of(here: Here) -> Held | None:
    """The spell of the target that the actor may resist; None for one that this version does not know."""
    held = here.fact(SPELL_AT, back=True)
    return held if held and held.note in RESISTED_BY else None


def kind_of(here: Here) -> str:
    """The skill that resists it."""
    held = spell_of(here)
    return RESISTED_BY[held.note].id if held else ""


def no_resistance(here: Here) -> str:
    """Why somebody cannot resist: helpless, or without a dodge (OQ-DEF-06)."""
    if here.me["is_helpless"]:
        return f"{here.actor.name} cannot act, and resists nothing."
    if kind_of(here) == DODGE and here.me.barred(DODGES):
        return f"{here.actor.name} cannot dodge now."
    return ""


def resist_inputs(here: Here) -> Mapping[str, Any]:
    """The skill; a dodge is a reaction with the penalty that it has now (OQ-DEF-06, OQ-DEF-17)."""
    kind = kind_of(here)
    change = reactions.modifier_now(_caster(here), DODGE) if kind == DODGE else 0
    return {"kind": kind, "skill.base": here.me[f"{kind}_skill"], "spell_mod": change, "defence_given_up": False}


def _caster(here: Here) -> Here:
    return replace(here, who=here.to, to=here.who)


def resists(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Resisted, or the spell does its work (OQ-MGC-05)."""
    assert roll is not None  # the test is rolled
    if kind_of(here) == DODGE:
        yield from reactions.defended(_caster(here), DODGE, 1)
    yield from _settled(here, is_resisted=roll.end.grade in SUCCESSES)


def _settled(here: Here, *, is_resisted: bool) -> Iterable[Proposed]:
    held = spell_of(here)
    if held is None:
        return
    name = here.actor.name
    yield ends(held, f"{name}: {'resists' if is_resisted else 'does not resist'} the spell")
    if is_resisted:
        return
    yield from gets_through(here.state, here.who, missile=kind_of(here) != DODGE)
    if held.note in HURTING:
        label = SPELLS.row(held.note)["label"]
        yield begins(held._replace(id=SPELL_HITS), f"{name}: {label} hurts at magnitude {held.number}")
    else:
        yield note(f"{name}: the spell takes effect, by hand")


def spell_hit(here: Here) -> Held | None:
    """The spell of the actor that hurts the target; None for one that this version does not know."""
    held = here.fact(SPELL_HITS)
    return held if held and held.note in HURTING else None


def harm_inputs(here: Here) -> Mapping[str, Any]:
    """The dice of the spell for each magnitude; armor does not count (EXT-18)."""
    held = spell_hit(here)
    dice = SPELLS.row(held.note)["dice"] if held else ""
    return {"damage": f"{held.number if held else 1}{dice.removeprefix('1')}", "damage_mod": "0", "ap": 0}


def hurts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The damage of the spell."""
    assert roll is not None  # the damage is rolled
    yield from hurt(here, here.to, int(roll.end))
    if held := spell_hit(here):
        yield ends(held, f"{here.actor.name}: the spell has done its damage")


def _lasting(act_id: str, at: str) -> FightAct:
    return action(
        act_id,
        label="Cast a spell that lasts",
        at=at,
        calculator="skill_test",
        bars=(ACT, CAST),
        bindings=SPELL_SKILL,
        asks=spell_asks,
        figures=("p_success",),
        follows=cast,
    )


SPELLS_AT_OTHERS = (
    action(
        "cast_at",
        label="Cast a spell to be resisted",
        at=FOE,
        calculator="skill_test",
        bars=(ACT, CAST),
        bindings=SPELL_SKILL,
        asks=lambda here: (OFFENSIVE, MAGNITUDE),
        figures=("p_success",),
        follows=casts,
    ),
    FightAct(
        id="resist_spell",
        label="Resist the spell",
        rule="OQ-MGC-05",
        at=ANYBODY,
        calculator="resist_spell",
        any_time=True,
        offered=lambda here: spell_of(here) is not None,
        why_not=no_resistance,
        inputs=resist_inputs,
        figures=("p_resisted",),
        follows=resists,
    ),
    FightAct(
        id="yield_to_spell",
        label="Do not resist the spell",
        rule="OQ-MGC-05",
        at=ANYBODY,
        any_time=True,
        offered=lambda here: spell_of(here) is not None,
        follows=lambda here, roll: _settled(here, is_resisted=False),
    ),
    FightAct(
        id="spell_damage",
        label="Damage of the spell",
        rule="EXT-18",
        at=ANYBODY,
        calculator="damage",
        any_time=True,
        offered=lambda here: spell_hit(here) is not None,
        sides=lambda here: Matchup(here.me, None, here.they, None),
        inputs=harm_inputs,
        figures=("mean",),
        follows=hurts,
    ),
    _lasting("cast_lasting", ANYBODY),
)
SPELL_ON_SELF = (_lasting("cast_on_self", SELF),)
