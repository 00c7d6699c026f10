"""Two fighters and the ways to spend a round: what the tools for rounds and whole fights share.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers. A round has two actions; the table of options says
what each way of spending them does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ...engine.dice import Dist
from ...engine.errors import not_allowed
from ...engine.inputs import choice, number, record, toggle
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, throw, total
from .attack import SWING_RULES, damage_modifiers, wounds_of
from .attack_inputs import PROTECTION, STRENGTH
from .rolls import CHALLENGE, tell_mox, trait_of, trait_roll
from .tables import FACTS


class Way(NamedTuple):
    """One way to spend a round: a row of the table of options."""

    id: str
    label: str
    strikes: int
    hit_bonus: int
    damage_bonus: int
    defense_bonus: int
    melee_only: bool
    rule: str


ROUND_RULES = ("RR-DMG-03", *SWING_RULES, "RR-HAY-02", "RR-DEFEND-01")
"""What a round of fighting implements."""

WAYS = {row["id"]: Way(**row) for row in FACTS.table("options").rows}
OPTIONS = FACTS.table("options").options()
OFFENSIVE = tuple(option for option in OPTIONS if WAYS[option.id].strikes)


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """One side of a fight: what it strikes with, and what meets the strikes at it."""

    offense: int = trait_of("Offense", help="Warrior in melee and for throwing, Archer for missiles.", rule="RR-OFF-01")
    defense: int = number("Defense", *CHALLENGE, help="Dodge or Parry, whichever is higher.", rule="RR-DMG-03")
    brawn: int = number("Brawn", *STRENGTH, 0, help="Adds to the damage.", rule="RR-DMG-02")
    weapon: int = number("Weapon", *STRENGTH, 0, help="Adds to the damage; bare hands are 0.", rule="RR-DMG-02")
    protection: int = number("Protection", *PROTECTION, 0, help="Fortitude and armor together.", rule="RR-DMG-04")
    melee: bool = toggle("Fights in melee", True, help="Only a melee attack can be a haymaker.", rule="RR-HAY-02")


def fighter(label: str, help: str) -> Any:
    """The input for a whole fighter."""
    return record(label, Fighter, help=help, rule="RR-STRIKE-01")


def way_of(label: str, help: str, group: str = "") -> Any:
    """The input for how somebody spends each round."""
    return choice(label, OPTIONS, OPTIONS[0].id, help=help, rule="RR-ACT-01", group=group)


def open_to(who: Fighter, way: Way) -> bool:
    """Whether this fighter can spend a round this way (RR-HAY-02)."""
    return who.melee or not way.melee_only


def refuse_closed_way(field: str, who: Fighter, way_id: str) -> None:
    """Refuse a haymaker without a melee weapon."""
    if not open_to(who, WAYS[way_id]):
        raise not_allowed(field, way_id, "A haymaker needs a melee attack, and this fighter has none.")


class Dealt(NamedTuple):
    """The state of one side's round: the mox of the strike at hand (None without a hit), the wounds dealt."""

    mox: int | None = None
    wounds: int = 0


def hit_modifiers(who: Fighter, way: Way) -> tuple[Modifier, ...]:
    """Everything that adds to the hit roll of each strike."""
    return (Modifier("Offense", who.offense, "RR-OFF-01"), *if_any(way.label, way.hit_bonus, way.rule))


def one_round(
    who: Fighter, way: Way, defense: int, protection: int, extremes: bool, *, limit: int, before: int = 0
) -> Procedure[Dealt]:
    """The strikes of one side's round against a foe with this Defense and Protection.

    `limit` and `before` are the wounds that put the foe down and those it has; they only name the outcome.
    """
    to_hit = hit_modifiers(who, way)
    to_damage = (
        *damage_modifiers(who.brawn, who.weapon, haymaker=False),
        *if_any(way.label, way.damage_bonus, way.rule),
    )
    through = Modifier("Protection", -protection, "RR-DMG-04")
    die = trait_roll(total(to_hit), defense, extremes=extremes)

    def wounds(mox: int | None) -> int:
        return wounds_of(mox, total(to_damage), protection)

    def outcome(s: Dealt) -> str:
        if downs(s.wounds, before, limit):
            return "Foe down"
        return "Foe wounded" if s.wounds else "No wound"

    def strike(count: int) -> tuple[Step[Dealt], Step[Dealt]]:
        number = f" {count}" if way.strikes > 1 else ""
        return (
            throw(
                f"Strike{number} against {defense}",
                die,
                lambda s, mox: s._replace(mox=mox),
                rule=way.rule,
                modifiers=to_hit,
                adds=to_hit,
                tell=lambda mox, s: tell_mox(mox),
            ),
            settle(
                f"Wounds of {f'strike{number}' if number else 'the strike'}, added to the mox",
                lambda s: Dealt(None, s.wounds + wounds(s.mox)),
                rule="RR-DMG-02",
                when=lambda s: s.mox is not None,
                modifiers=(*to_damage, through),
                tell=lambda _, s: f"{counted(s.wounds, 'wound')} this round",
            ),
        )

    strikes = tuple(step for count in range(1, way.strikes + 1) for step in strike(count))
    return Procedure(Dealt(), strikes, outcome)


def downs(dealt: int, before: int, limit: int) -> bool:
    """Whether these wounds put somebody down who had `before` already (RR-WOUND-01)."""
    return dealt >= 1 and dealt + before >= limit


def wounds_dealt(who: Fighter, way: Way, defense: int, protection: int, extremes: bool) -> Dist[int]:
    """The wounds of one side's round."""
    return one_round(who, way, defense, protection, extremes, limit=1).odds().read(lambda s: s.wounds)
