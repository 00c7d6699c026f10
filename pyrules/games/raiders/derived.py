"""Combat values from traits and gear.

Chapter "Swords, Slings, and Arrows": Defense. The formulas of Dodge, Parry, Defiance and Movement come from the quick
reference page of the game's site.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.explain import note, notes
from ...engine.inputs import Option, OwnRows, Presets, number, toggle
from ...engine.procedure import Modifier, Procedure, Step, if_any, total
from .attack_inputs import PROTECTION
from .defense import ACTIONS, defending
from .rolls import TRAIT
from .tables import FACTS, base


def own_trait(label: str, help: str, rule: str, group: str = "") -> Any:
    """The input for a trait of the character."""
    return number(label, *TRAIT, 0, help=help, rule=rule, group=group, signed=True)


OWN_ARMOR = OwnRows("armor", (("worn_name", "name"), ("armor", "armor"), ("armor_penalty", "armor_penalty")))
"""What a form copies of a player's own armor, as far as it has these inputs."""


@dataclass(frozen=True, kw_only=True)
class Derived:
    """The traits and gear that determine combat values (RR-DEF-01)."""

    athlete: int = own_trait("Athlete", "Adds to Dodge and to Movement.", "RR-DEF-01")
    warrior: int = own_trait("Warrior", "Adds to Parry.", "RR-DEF-01")
    fortitude: int = own_trait("Fortitude", "Adds to Protection.", "RR-DMG-04")
    armor: int = number(
        "Armor",
        *PROTECTION,
        0,
        help="The armor's Protection.",
        rule="RR-DMG-04",
        presets=Presets(own=OWN_ARMOR),
    )
    weapon_defense: int = number(
        "Weapon defense",
        *TRAIT,
        0,
        help="What the weapon or shield adds to Parry, with any bonus or penalty for an odd parry.",
        rule="RR-DEF-04",
        group="Gear",
        signed=True,
    )
    armor_penalty: int = number(
        "Armor penalty",
        *PROTECTION,
        0,
        help="What the armor takes off Dodge and Movement.",
        rule="RR-DEF-01",
        group="Gear",
    )
    encumbrance: int = number(
        "Encumbrance", *PROTECTION, 0, help="What the load takes off Movement.", rule="RR-ANIMAL-02", group="Gear"
    )
    intellect: int = own_trait("Intellect", "The higher of this and Intuition adds to Defiance.", "RR-DEF-01", "Mind")
    intuition: int = own_trait("Intuition", "The higher of this and Intellect adds to Defiance.", "RR-DEF-01", "Mind")
    defend_actions: int = number(
        "Actions defending",
        0,
        ACTIONS,
        0,
        help="Actions of this round that go into defending.",
        rule="RR-DEFEND-01",
        group="Situation",
    )
    dodge_possible: bool = toggle(
        "Room to dodge",
        True,
        help="Off where there is no room to get clear, or in a hail of arrows.",
        rule="RR-DEF-03",
        group="Situation",
    )
    parry_possible: bool = toggle(
        "Can be parried", True, help="Off against what cannot be parried.", rule="RR-DEF-04", group="Situation"
    )
    horse: bool = toggle("A horse", help="Horses move faster than people.", rule="RR-ANIMAL-02", group="Situation")


DEFENSES = (Option("dodge", "Dodge", "RR-DEF-01"), Option("parry", "Parry", "RR-DEF-01"))


def dodge(a: Derived) -> tuple[Modifier, ...]:
    """The parts of Dodge (RR-DEF-01, RR-DEFEND-01)."""
    return (
        base("dodge_base"),
        Modifier("Athlete", a.athlete, "RR-DEF-01"),
        *if_any("Armor penalty", -a.armor_penalty, "RR-DEF-01"),
        *defending(a.defend_actions),
    )


def parry(a: Derived) -> tuple[Modifier, ...]:
    """The parts of Parry (RR-DEF-01, RR-DEFEND-01)."""
    return (
        base("parry_base"),
        Modifier("Warrior", a.warrior, "RR-DEF-01"),
        *if_any("Weapon defense", a.weapon_defense, "RR-DEF-01"),
        *defending(a.defend_actions),
    )


def defiance(a: Derived) -> tuple[Modifier, ...]:
    """The parts of Defiance: the better of two mental traits (RR-DEF-01)."""
    better = "Intellect" if a.intellect >= a.intuition else "Intuition"
    return (base("defiance_base"), Modifier(better, max(a.intellect, a.intuition), "RR-DEF-01"))


def protecting(a: Derived) -> tuple[Modifier, ...]:
    """The parts of Protection (RR-DMG-04)."""
    return (Modifier("Fortitude", a.fortitude, "RR-DMG-04"), *if_any("Armor", a.armor, "RR-DMG-04"))


def moving(a: Derived) -> tuple[Modifier, ...]:
    """The parts of Movement, which is at least 0; a horse is faster (RR-ANIMAL-02)."""
    on_foot = (
        base("movement_base"),
        Modifier("Athlete", a.athlete, "RR-ANIMAL-02"),
        *if_any("Encumbrance", -a.encumbrance, "RR-ANIMAL-02"),
        *if_any("Armor penalty", -a.armor_penalty, "RR-ANIMAL-02"),
    )
    paced = (*on_foot, *if_any("Never backwards", max(0, -total(on_foot)), "RR-ANIMAL-02"))
    faster = total(paced) * (FACTS.number("horse_movement_factor") - 1) if a.horse else 0
    return (*paced, *if_any("As fast as a horse", faster, "RR-ANIMAL-02"))


class Best(NamedTuple):
    """The defense to use: Dodge or Parry, and its value; both None without any."""

    kind: str | None
    value: int | None


def best_defense(a: Derived, dodging: int, parrying: int) -> Best:
    """The better of the possible defenses, Dodge on a tie (RR-DEF-02 to RR-DEF-05)."""
    possible = [
        *([Best("dodge", dodging)] if a.dodge_possible else []),
        *([Best("parry", parrying)] if a.parry_possible else []),
    ]
    return max(possible, key=lambda one: one.value or 0, default=Best(None, None))  # max returns the first on a tie


def _explanation(a: Derived) -> Procedure[None]:
    """Each value with its parts."""
    steps: tuple[Step[None], ...] = (
        note("Protection", rule="RR-DMG-04", modifiers=protecting(a)),
        note("Movement", rule="RR-ANIMAL-02", modifiers=moving(a)),
        note("Defiance", rule="RR-DEF-01", modifiers=defiance(a), gives="defiance"),
        note("Dodge", rule="RR-DEF-03", modifiers=dodge(a)),
        note("Parry", rule="RR-DEF-04", modifiers=parry(a)),
        _explain_defense(a),
    )
    return notes(*steps)


def _explain_defense(a: Derived) -> Step[None]:
    """The chosen defense, Dodge or Parry, with its parts."""
    dodging, parrying = total(dodge(a)), total(parry(a))
    kind, _ = best_defense(a, dodging, parrying)
    if kind is None:
        return note("Neither Dodge nor Parry is possible", rule="RR-DEF-02")
    if a.dodge_possible and a.parry_possible:
        label = f"The better of Dodge {dodging} and Parry {parrying}"
    else:
        label = f"Only {kind.capitalize()} is possible"
    taken = dodge(a) if kind == "dodge" else parry(a)
    return note(label, rule="RR-DEF-02", modifiers=tuple(replace(one, rule="RR-DEF-02") for one in taken))


def _derived(a: Derived) -> dict[str, Any]:
    dodging, parrying = total(dodge(a)), total(parry(a))
    best = best_defense(a, dodging, parrying)
    return {
        "dodge": dodging,
        "parry": parrying,
        "defense": best.value,
        "defense_kind": best.kind,
        "defiance": total(defiance(a)),
        "protection": total(protecting(a)),
        "movement": total(moving(a)),
    }


DERIVED = Calculator(
    id="raiders.derived",
    title="My values",
    summary="Dodge, Parry, Protection, Defiance and Movement from traits and gear.",
    inputs=Derived,
    outputs=(
        out.figure("defense", "Defense", rule="RR-DEF-02", headline=True),
        out.figure("protection", "Protection", rule="RR-DMG-04", headline=True),
        out.figure("movement", "Movement", rule="RR-ANIMAL-02", headline=True),
        out.word("defense_kind", "Use", DEFENSES, rule="RR-DEF-02"),
        out.figure("dodge", "Dodge", rule="RR-DEF-03"),
        out.figure("parry", "Parry", rule="RR-DEF-04"),
        out.figure("defiance", "Defiance", rule="RR-DEF-01"),
    ),
    compute=_derived,
    also=("RR-DMG-03", "RR-DEF-05"),
    start={"athlete": 5, "warrior": 7, "fortitude": 2, "armor": 3, "weapon_defense": 1, "armor_penalty": 2},
    explain=_explanation,
)
