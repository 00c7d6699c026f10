"""Two fighters and the ways to spend a round, for calculators of rounds and whole fights.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers. A round has two actions; the table of options says what each way
to spend them does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ...engine.dice import Dist
from ...engine.errors import not_allowed
from ...engine.inputs import Option, choice, number, record, toggle
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, throw, total
from .attack import SWING_RULES, aiming, damage_modifiers, points_to_cancel, wounds_of
from .attack_inputs import PROTECTION, STRENGTH
from .rolls import CHALLENGE, natural_remark, tell_mox, trait_of, trait_roll
from .tables import FACTS


class Way(NamedTuple):
    """One way to spend a round or what is left of it: a row of the table of options."""

    id: str
    label: str
    cost: int
    strikes: int
    squeezes: int
    hit_bonus: int
    damage_bonus: int
    defense_bonus: int
    melee_only: bool
    rule: str


ROUND_RULES = ("RR-DMG-03", *SWING_RULES, "RR-HAY-02", "RR-DEFEND-01")
"""The ids of the rules that a round of fighting implements."""

WAYS = {row["id"]: Way(**row) for row in FACTS.table("options").rows}
ROUND = FACTS.number("actions_per_round")
ALL_OPTIONS = FACTS.table("options").options()
FREE_OPTIONS = tuple(option for option in ALL_OPTIONS if not WAYS[option.id].squeezes)
"""The ways that need no hold."""
OPTIONS = tuple(option for option in FREE_OPTIONS if WAYS[option.id].cost == ROUND)
"""The ways to spend a whole round without a hold."""
OFFENSIVE = tuple(option for option in OPTIONS if WAYS[option.id].strikes)


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """One side of a fight: its attack, and its defense."""

    offense: int = trait_of("Offense", help="Warrior in melee and for throwing, Archer for missiles.", rule="RR-OFF-01")
    defense: int = number("Defense", *CHALLENGE, help="Dodge or Parry, whichever is higher.", rule="RR-DMG-03")
    brawn: int = number("Brawn", *STRENGTH, 0, help="Adds to the damage.", rule="RR-DMG-02")
    weapon: int = number("Weapon", *STRENGTH, 0, help="Adds to the damage; bare hands are 0.", rule="RR-DMG-02")
    protection: int = number("Protection", *PROTECTION, 0, help="Fortitude and armor together.", rule="RR-DMG-04")
    melee: bool = toggle("Fights in melee", True, help="Only a melee attack can be a haymaker.", rule="RR-HAY-02")


def fighter(label: str, help: str) -> Any:
    """The input for a whole fighter."""
    return record(label, Fighter, help=help, rule="RR-STRIKE-01")


def way_of(label: str, help: str, options: tuple[Option, ...] = OPTIONS) -> Any:
    """The input for the way a fighter spends each round."""
    return choice(label, options, OPTIONS[0].id, help=help, rule="RR-ACT-01")


class Ready(NamedTuple):
    """What earlier actions have prepared: an aim, a haymaker that waits, and the mox of a hold or None without one."""

    aimed: bool = False
    wound_up: bool = False
    held_mox: int | None = None


NOT_READY = Ready()


def open_to(who: Fighter, way: Way, ready: Ready = NOT_READY) -> bool:
    """Whether this fighter can spend actions this way (RR-HAY-02, RR-SQZ-01), and whether it adds anything.

    A second aim and a second haymaker add nothing (RR-AIM-01, RR-HAY-01).
    """
    prepares_again = (ready.aimed and way.hit_bonus) or (ready.wound_up and way.damage_bonus)
    holds = ready.held_mox is not None or not way.squeezes
    return (who.melee or not way.melee_only) and holds and not prepares_again


def refuse_closed_way(field: str, who: Fighter, way_id: str) -> None:
    """Raises `InvalidInput` for a haymaker without a melee weapon."""
    if not open_to(who, WAYS[way_id]):
        raise not_allowed(field, way_id, "A haymaker needs a melee attack, and this fighter has none.")


class Struck(NamedTuple):
    """The one who is struck: Defense and Protection, and all that decides who goes down (RR-WOUND-01, RR-FORT-01)."""

    defense: int
    protection: int
    limit: int = 1
    before: int = 0
    fortune: int = 0
    fortune_buys: int = 1


class Dealt(NamedTuple):
    """The state of one side's round: the mox of the current strike (None without a hit), and the wounds dealt.

    `spent` are the points of Fortune that the other side has used, `canceled` the wounds that they cancel.
    """

    mox: int | None = None
    wounds: int = 0
    spent: int = 0
    canceled: int = 0


def hit_modifiers(who: Fighter, way: Way, ready: Ready = NOT_READY) -> tuple[Modifier, ...]:
    """All modifiers of the hit roll of a strike; `ready` is what helps this strike."""
    return (
        Modifier("Offense", who.offense, "RR-OFF-01"),
        *if_any(way.label, way.hit_bonus, way.rule),
        *aiming(ready.aimed),
    )


def one_round(who: Fighter, way: Way, at: Struck, extremes: bool, ready: Ready = NOT_READY) -> Procedure[Dealt]:
    """One side's strikes and squeezes. What is ready helps the first strike alone (RR-AIM-01, RR-HAY-01)."""
    strikes = (
        step
        for count in range(1, way.strikes + 1)
        for step in _strike(who, way, at, extremes, ready if count == 1 else NOT_READY, count)
    )
    squeezes = (_squeeze(who, at, ready.held_mox) for _ in range(way.squeezes))
    return Procedure(Dealt(), (*strikes, *squeezes), lambda s: _outcome(s, at))


def _strike(who: Fighter, way: Way, at: Struck, extremes: bool, ready: Ready, count: int) -> tuple[Step[Dealt], ...]:
    to_hit = hit_modifiers(who, way, ready)
    harm = (
        *damage_modifiers(who.brawn, who.weapon, haymaker=ready.wound_up and who.melee),
        *if_any(way.label, way.damage_bonus, way.rule),
    )
    number = f" {count}" if way.strikes > 1 else ""
    return (
        throw(
            f"Strike{number} against {at.defense}",
            trait_roll(total(to_hit), at.defense, extremes=extremes),
            lambda s, mox: s._replace(mox=mox),
            rule=way.rule,
            modifiers=to_hit,
            adds=to_hit,
            tell=lambda mox, s: tell_mox(mox),
            remark=natural_remark(total(to_hit), at.defense, extremes=extremes),
        ),
        settle(
            f"Wounds of {f'strike{number}' if number else 'the strike'}, added to the mox",
            lambda s: _hurt(s, wounds_of(s.mox, total(harm), at.protection), at),
            rule="RR-DMG-02",
            when=lambda s: s.mox is not None,
            modifiers=(*harm, Modifier("Protection", -at.protection, "RR-DMG-04")),
            tell=lambda _, s: _tell_wounds(s),
        ),
    )


def _squeeze(who: Fighter, at: Struck, mox: int | None) -> Step[Dealt]:
    """One squeeze: Brawn and the mox of the grab, minus Protection (RR-SQZ-01)."""
    parts = (
        Modifier("Brawn", who.brawn, "RR-SQZ-01"),
        Modifier("Mox of the grab", mox or 0, "RR-GRAB-02"),
        Modifier("Protection", -at.protection, "RR-DMG-04"),
    )
    return settle(
        "Wounds of the squeeze",
        lambda s: _hurt(s, max(0, total(parts)), at),
        rule="RR-SQZ-01",
        modifiers=parts,
        tell=lambda _, s: _tell_wounds(s),
    )


def _hurt(s: Dealt, wounds: int, at: Struck) -> Dealt:
    """The wounds of one blow, and the Fortune that cancels them as far as it lasts (RR-FORT-01)."""
    points = min(at.fortune - s.spent, points_to_cancel(wounds, at.fortune_buys))
    canceled = s.canceled + min(wounds, points * at.fortune_buys)
    return Dealt(None, s.wounds + wounds, s.spent + points, canceled)


def _tell_wounds(s: Dealt) -> str:
    bought = f", {s.canceled} bought off" if s.canceled else ""
    return f"{counted(s.wounds, 'wound')} this round{bought}"


def _outcome(s: Dealt, at: Struck) -> str:
    if downs(s, at):
        return "Foe down"
    return "Foe wounded" if s.wounds > s.canceled else "No wound"


def downs(s: Dealt, at: Struck) -> bool:
    """Whether the wounds that remain put down the one who is struck (RR-WOUND-01)."""
    taken = s.wounds - s.canceled
    return taken >= 1 and taken + at.before >= at.limit


def wounds_dealt(who: Fighter, way: Way, defense: int, protection: int, extremes: bool) -> Dist[int]:
    """The distribution of the wounds of one side's round."""
    return one_round(who, way, Struck(defense, protection), extremes).odds().read(lambda s: s.wounds)
