"""Derived values that need both sides: attack modifiers, and the target's best reaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....engine.inputs import choice, number, toggle
from ....engine.procedure import Modifier, total
from ....engine.sheet.derived import derived
from ....engine.sheet.values import Matchup
from ..close.unarmed import ANSWERS as UNARMED_ANSWERS
from ..close.unarmed import UNARMED
from ..rolls.close_modifiers import FOE
from ..rolls.defense import BEST, DODGE, ONE_DEFENSE, PARRY
from ..rolls.results import NONE
from ..rolls.shields import shield
from ..shooting.missile_reactions import ANSWERS as THROW_ANSWERS
from ..skills.skill import MODIFIER, PERCENT
from ..tables import FACTS
from .conditions import CLOSE
from .fields import UNARMED as BARE

SHIELD_PARRY = "shield_parry"
STOPPING_THROWS = FACTS.table("reactions").row(SHIELD_PARRY)["shields"]
SKILLS = {DODGE: "dodge_skill", PARRY: "close_combat_skill", SHIELD_PARRY: "close_combat_skill"} | {
    UNARMED: "unarmed_skill"
}
"""The target's skill for each reaction."""

AMPLE = -min(FACTS.number("all_out_penalty"), FACTS.number("bonus_attack_penalty"))
"""The modifier that keeps a master's attack certain despite the penalty of any attack option."""


def _of_both(own: str) -> Callable[[Matchup], int]:
    """The modifier of a close attack from the conditions of both sides (OQ-CCM-02, OQ-CCM-04)."""

    def compute(matchup: Matchup) -> int:
        return total((Modifier("Own state", matchup[own], "OQ-CCM-10"), *matchup.incoming(CLOSE)))

    return compute


close_modifiers, bare_modifiers = _of_both("close_mods"), _of_both("bare_mods")


def _with_bare_hands(matchup: Matchup) -> bool:
    return bool(matchup["weapon.skill"] == BARE)


def blow_modifiers(matchup: Matchup) -> int:
    """The modifier for the skill of the weapon in hand."""
    return bare_modifiers(matchup) if _with_bare_hands(matchup) else close_modifiers(matchup)


def berserk_modifiers(matchup: Matchup) -> int:
    """The modifier for being berserk with the weapon in hand; only Close Combat has it (EXT-18)."""
    own: int = matchup["berserk_mods"]
    return 0 if _with_bare_hands(matchup) else own


# Every attack on a helpless target is a critical (OQ-CCM-01). The plain attack has an input for it. All other options
# have only a skill, and get a master's, which cannot fail (EXT-05).


def sure_skill(matchup: Matchup) -> int:
    """The Close Combat skill without the weapon in hand, as for a shield bash."""
    return _sure(matchup, matchup["close_combat_skill"])


def sure_modifiers(matchup: Matchup) -> int:
    """The modifier of that skill."""
    return AMPLE if matchup["target.is_helpless"] else close_modifiers(matchup)


def sure_blow_skill(matchup: Matchup) -> int | None:
    """The skill of the weapon in hand; the rule covers Close Combat, so bare hands must roll."""
    known: int | None = matchup["weapon.close_skill"]
    return known if known is None or _with_bare_hands(matchup) else _sure(matchup, known)


def sure_blow_modifiers(matchup: Matchup) -> int:
    """The modifier of that skill, without the weapon's bonus."""
    if not matchup["target.is_helpless"] or _with_bare_hands(matchup):
        return blow_modifiers(matchup)
    bonus: int = matchup["weapon.close_bonus"] or 0
    return AMPLE - min(0, bonus)


def _sure(matchup: Matchup, skill: int) -> int:
    return max(skill, FACTS.number("master_skill")) if matchup["target.is_helpless"] else skill


def _open(matchup: Matchup) -> tuple[str, ...]:
    """The target's open reactions; parry comes first and wins a tie."""
    held = matchup["target.defence"]
    return (PARRY, DODGE) if held == BEST else (held,) if held in (PARRY, DODGE) else ()


def _best(matchup: Matchup, reactions: tuple[str, ...]) -> str:
    return max(reactions, key=lambda one: matchup[f"target.{SKILLS[one]}"] or 0, default=NONE)


def one_defense(matchup: Matchup) -> str:
    """The better open reaction of parry and dodge."""
    return _best(matchup, _open(matchup))


def against_throw(matchup: Matchup) -> str:
    """The target's reaction to a throw: a dodge, or a parry with a large enough shield (OQ-SHD-05)."""
    if not matchup["weapon.thrown"] and not matchup["weapon.improvised"]:
        return NONE
    parries = (SHIELD_PARRY,) if PARRY in _open(matchup) and matchup["target.shield"] in STOPPING_THROWS else ()
    dodges = (DODGE,) if DODGE in _open(matchup) else ()
    return _best(matchup, (*parries, *dodges))


def against_bare_hands(matchup: Matchup) -> str:
    """The target's reaction to bare hands; a target that can parry may also parry unarmed (OQ-UN-03)."""
    bare = (UNARMED,) if PARRY in _open(matchup) else ()
    return _best(matchup, (*_open(matchup), *bare))


def _rolled(reaction: Callable[[Matchup], str]) -> Callable[[Matchup], int | None]:
    """The skill of a reaction; None without one."""

    def compute(matchup: Matchup) -> int | None:
        found = reaction(matchup)
        value: int | None = None if found == NONE else matchup[f"target.{SKILLS[found]}"]
        return value

    return compute


def target_modifiers(matchup: Matchup) -> int | None:
    """The modifier of a prone target's defense, with or without a sheet (OQ-CCM-04)."""
    known: int | None = matchup["target.defence_mods"]
    prone: bool | None = matchup["target.is_prone"]
    if known is not None or prone is None:
        return known
    return FACTS.number("self_prone_penalty") if prone else 0


def bare_answer_modifiers(matchup: Matchup) -> int | None:
    """The modifier of the reaction to bare hands; None without a reaction or a known state."""
    return None if against_bare_hands(matchup) == NONE else target_modifiers(matchup)


def talk_defense(matchup: Matchup) -> int | None:
    """The target's skill against Fast Talk; Persistence without a sheet (OQ-FAST-07)."""
    better: int | None = matchup["target.talk_defense_skill"]
    persistence: int | None = matchup["target.persistence_skill"]
    return persistence if better is None else better


def threat_modifiers(matchup: Matchup) -> int:
    """The modifier of a threat; a target that threats no longer affect makes it fail (OQ-INT-08)."""
    own: int = matchup["talk_mods"]
    return MODIFIER[0] if matchup["target.is_uncowed"] else own


def distance(matchup: Matchup) -> int | None:
    """The target's distance; unknown distances count as the weapon's range."""
    known: int | None = matchup["target.distance"]
    if known is not None or not matchup.weapon:
        return known
    reach: int | None = matchup["weapon.reach"]
    return FACTS.number("improvised_throw_m") if reach is None else reach


def is_close(matchup: Matchup) -> bool:
    """Whether the target is within arm's length; an unknown distance counts as close."""
    known: int | None = matchup["target.distance"]
    return known is None or known <= FACTS.number("close_distance_m")


def shield_beside(matchup: Matchup) -> str:
    """The shield that a one-handed weapon leaves a hand for (OQ-SHD-03)."""
    held: str = matchup["shield"]
    free: bool | None = matchup["weapon.one_handed"]
    return held if free is not False else NONE


def _skill(label: str, rule: str) -> Any:
    return number(label, *PERCENT, help="Of the reaction.", rule=rule, unit="%")


def _mods(label: str, rule: str) -> Any:
    return number(label, *MODIFIER, help="From the conditions.", rule=rule, unit="%", signed=True)


OF_MATCHUP = (
    derived("bare_mods", _mods("Conditions of both sides", "OQ-CCM-10"), bare_modifiers),
    derived("blow_mods", _mods("Conditions of both sides", "OQ-CCM-10"), blow_modifiers),
    derived("berserk_mods", _mods("Berserk", "EXT-18"), berserk_modifiers),
    derived("sure_skill", _skill("Close Combat", "OQ-CCM-01"), sure_skill),
    derived("sure_mods", _mods("Conditions of both sides", "OQ-CCM-01"), sure_modifiers),
    derived("sure_blow_skill", _skill("Weapon skill", "OQ-CCM-01"), sure_blow_skill),
    derived("sure_blow_mods", _mods("Conditions of both sides", "OQ-CCM-01"), sure_blow_modifiers),
    derived(
        "target_one_defense",
        choice("Defense", ONE_DEFENSE, help="The better one.", rule="OQ-DEF-02", group=FOE),
        one_defense,
    ),
    derived(
        "target_throw_answer",
        choice("Reaction", THROW_ANSWERS, help="The best one.", rule="OQ-RNG-13"),
        against_throw,
    ),
    derived("target_throw_answer_skill", _skill("Reaction", "OQ-RNG-13"), _rolled(against_throw)),
    derived(
        "target_bare_answer",
        choice("Reaction", UNARMED_ANSWERS, help="The best one.", rule="OQ-UN-03"),
        against_bare_hands,
    ),
    derived("target_bare_answer_skill", _skill("Reaction", "OQ-UN-03"), _rolled(against_bare_hands)),
    derived("target_mods", _mods("Defense", "OQ-CCM-04"), target_modifiers),
    derived("target_bare_answer_mods", _mods("Reaction", "OQ-CCM-04"), bare_answer_modifiers),
    derived("target_talk_defense", _skill("Against Fast Talk", "OQ-FAST-07"), talk_defense),
    derived("threat_mods", _mods("Conditions of both sides", "OQ-INT-08"), threat_modifiers),
    derived("is_close", toggle("Foe within arm's length", help="From the distance.", rule="OQ-MOV-04"), is_close),
    derived(
        "has_stunt",
        toggle("A move beyond the free move", help="Only the player can say.", rule="OQ-CC-11"),
        lambda matchup: False,
    ),
    derived("shield_beside", shield(), shield_beside),
    derived(
        "distance",
        number("Distance", 0, 10000, help="Within range if nobody says.", rule="OQ-DIST-02", unit="meters"),
        distance,
    ),
)
