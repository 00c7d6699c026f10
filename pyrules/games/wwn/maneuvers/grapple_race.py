"""A grapple over rounds: whether the held character escapes before falling.

From "Shoving and Grappling" in the combat chapter. Each round the held character tries to break out. At the end of a
round every grappler deals unarmed damage to a character who is still held.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine import chain
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.dice import Dice, Die, Dist, always
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import RULING, TABLE_RULES_GROUP, Option, dice, many, number, record, toggle
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any, throw, total
from ..checks.checks import (
    Check,
    Modifiers,
    attribute,
    check,
    check_modifiers,
    circumstances,
    skill,
    tie_rule,
)
from ..tables import FACTS
from .grapple import Held, breaking_out, free_of_all, holding_ties, tie_in_hold
from .maneuvers import size, size_modifiers

FREE, DROPPED, HELD = "free", "dropped", "held"
ENDS = (Option(FREE, "Free"), Option(DROPPED, "Down"), Option(HELD, "Still held"))


@dataclass(frozen=True, kw_only=True)
class Grappler:
    """One grappler, with the unarmed damage at the end of a round."""

    attr_mod: int = attribute("The grappler's Strength modifier; it counts for damage too.")
    skill: int = skill("The grappler's Punch, which counts for damage too.")
    misc: int = circumstances()
    unarmed: Dice = dice(
        "Unarmed damage",
        FACTS.table("weapons").row("unarmed")["damage"],
        help="The dice of an unarmed attack, fangs and claws included; modifier and Punch are added.",
        rule="WWN-EXT-UNARMED",
    )


@dataclass(frozen=True, kw_only=True)
class Race:
    """A held character, the remaining hit points, and all grapplers (WWN-GRAP-11)."""

    defender: Check = check("The one held", "Str/Punch.", "WWN-GRAP-03")
    grapplers: tuple[Grappler, ...] = many(
        "Grapplers",
        record("Grappler", Grappler, help="One of those who hold on.", rule="WWN-GRAP-10"),
        1,
        6,
        help="Everyone who holds on.",
        rule="WWN-GRAP-10",
    )
    size: str = size("How large the one held is.")
    tie: str = holding_ties()
    opposed_ties: str = tie_rule()
    hp: int = number("Hit points", 1, 100, help="The hit points of the one held.", rule="WWN-GRAP-11")
    damage_first: bool = toggle(
        "Damage before the first try",
        help="The round in which the hold began ends with damage too. Off by default: the rule can be read either way.",
        rule="WWN-GRAP-11",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )
    horizon: int = number("Rounds", 1, 30, 5, help="How many rounds to look ahead.", rule="WWN-GRAP-11", group="Length")


def harm_modifiers(g: Grappler) -> Modifiers:
    """The modifiers of the damage dice. Untrained Punch has no penalty (ruling, WWN-EXT-UNARMED)."""
    return (
        Modifier("Attribute", g.attr_mod, "WWN-EXT-UNARMED"),
        Modifier("Punch", max(0, g.skill), "WWN-EXT-UNARMED"),
    )


def harm_bonus(g: Grappler) -> int:
    """The sum of the damage modifiers."""
    return total(harm_modifiers(g))


def harm(g: Grappler) -> Die[int]:
    """The damage of one grappler at the end of a round, without a hit roll."""
    bonus = harm_bonus(g)
    return g.unarmed.die().map(lambda n: max(0, n + bonus))


def harm_of_all(grapplers: tuple[Grappler, ...]) -> Die[int]:
    """The damage of all grapplers together."""
    together: Die[int] = always(0)
    for one in grapplers:
        together = together.plus(harm(one))
    return together


class Mauled(NamedTuple):
    """The state of the damage of a hold: the points so far."""

    damage: int = 0


def round_of_damage(a: Race) -> Procedure[Mauled]:
    """The damage of all grapplers as a round ends (WWN-GRAP-11)."""

    def hurts(place: int, g: Grappler) -> Step[Mauled]:
        who = f"Grappler {place}" if len(a.grapplers) > 1 else "Grappler"
        modifiers = harm_modifiers(g)
        return throw(
            f"{who}, {g.unarmed}",
            harm(g),
            lambda s, n: Mauled(s.damage + n),
            rule="WWN-GRAP-11",
            modifiers=modifiers,
            adds=(*if_any("The dice's own", g.unarmed.plus, "WWN-GRAP-11"), *modifiers),
            tell=lambda n, s: f"{n} damage",
        )

    steps = tuple(hurts(place, g) for place, g in enumerate(a.grapplers, 1))
    return Procedure(Mauled(), steps, lambda s: f"{s.damage} damage")


def tie_of(a: Race) -> str:
    """The side that wins ties in each attempt."""
    return tie_in_hold(a.tie, a.opposed_ties)


def attempt(a: Race) -> Procedure[Held]:
    """One attempt to break out."""
    larger = size_modifiers(a.size)
    return breaking_out(check_modifiers(a.defender), [(*check_modifiers(g), *larger) for g in a.grapplers], tie_of(a))


def _try(a: Race) -> Dist[bool]:
    """Whether an attempt succeeds."""
    return attempt(a).odds().read(lambda s: s.beaten == len(a.grapplers)).reduced()


def _at_first(a: Race, dealt: Dist[int]) -> Dist[int]:
    """The hit points before the first attempt."""
    return dealt.read(lambda n: max(0, a.hp - n)) if a.damage_first else Dist({a.hp: 1})


def _by_round(a: Race, p_escape: Fraction, dealt: Dist[int]) -> list[dict[str, Fraction]]:
    """The chance to be free, down or held at the end of each round.

    The attempts are independent of the damage. So the chance to be held is a product: every attempt failed, and hit
    points are left.
    """
    drain, before = chain.PoolDepletion(dealt, a.hp), int(a.damage_first)

    def up(after: int) -> Fraction:
        """The chance that hit points are left after the damage of `after` rounds."""
        return Fraction(drain.left(after + before), dealt.total ** (after + before))

    by_round, free = [], Fraction(0)
    for count in range(1, a.horizon + 1):
        free += (1 - p_escape) ** (count - 1) * p_escape * up(count - 1)
        held = (1 - p_escape) ** count * up(count)
        by_round.append({FREE: free, DROPPED: 1 - free - held, HELD: held})
    return by_round


def _check(a: Race) -> None:
    harmless = all(g.unarmed.maximum + harm_bonus(g) <= 0 for g in a.grapplers)
    if harmless and not _try(a).weights.get(True):
        text = "This never ends: the one held cannot break out, and nobody can hurt them."
        raise not_allowed("grapplers", a.grapplers, text)


def explanation(a: Race) -> Procedure[Held]:
    """One round: the attempt, the damage to a held character, and the two ends."""
    count = len(a.grapplers)

    def hurts(place: int, g: Grappler) -> Step[Held]:
        who = f"Grappler {place}" if count > 1 else "The grappler"
        label = f"{who} does unarmed damage, {g.unarmed}"
        return note(label, "WWN-EXT-UNARMED", harm_modifiers(g), when=lambda s: s.beaten < count)

    at_once = (note("One such damage before the first attempt", "WWN-GRAP-11"),) if a.damage_first else ()
    until = f"Round after round, until free or {counted(a.hp, 'hit point')} lost"
    return attempt(a).explained(
        free_of_all(count, tie_of(a)),
        *(hurts(place, g) for place, g in enumerate(a.grapplers, 1)),
        *at_once,
        note(until, "WWN-GRAP-11"),
    )


def _race(a: Race) -> dict[str, Any]:
    free, harm = _try(a), harm_of_all(a.grapplers)
    dealt = harm.read(lambda n: min(n, a.hp)).reduced()  # higher damage takes all hit points
    p_escape = free.p(lambda escaped: escaped)
    end = chain.absorption(_at_first(a, dealt), dealt, p_escape)
    assert end is not None  # _check refuses inputs without an end
    by_round = _by_round(a, p_escape, dealt)
    return {
        "p_escapes": 1 - end.used_up,
        "p_dropped": end.used_up,
        "mean_escape_rounds": end.rounds,
        "p_escape_per_attempt": p_escape,
        "damage_per_round": out.text_keys(harm.probabilities()),
        "mean_damage": harm.mean(int),
        "p_still_held": by_round[-1][HELD],
        "by_round": by_round,
        "curves": {fate.id: [row[fate.id] for row in by_round] for fate in ENDS},
    }


GRAPPLE_RACE = Calculator(
    id="wwn.grapple_race",
    title="Held and mauled",
    summary="Whether someone held and hurt round after round breaks out before going down.",
    inputs=Race,
    outputs=(
        out.percent("p_escapes", "breaks out in time", rule="WWN-GRAP-11", headline=True),
        out.percent("p_dropped", "goes down", rule="WWN-GRAP-11", headline=True),
        out.figure(
            "mean_escape_rounds", "rounds until it ends", one="round until it ends", rule="WWN-GRAP-11", headline=True
        ),
        out.percent("p_escape_per_attempt", "Breaks out in any one round", rule="WWN-GRAP-10"),
        out.percent("p_still_held", "Still held after these rounds", rule="WWN-GRAP-11"),
        out.curve("curves", "By the end of the round", rule="WWN-GRAP-11", options=ENDS),
        out.rows(
            "by_round",
            "Round by round",
            tuple(out.percent(fate.id, fate.label) for fate in ENDS),
            rule="WWN-GRAP-11",
        ),
        out.figure("mean_damage", "Damage in a round, on average", rule="WWN-EXT-UNARMED"),
        out.distribution("damage_per_round", "Damage in a round", rule="WWN-EXT-UNARMED", unit="damage"),
    ),
    compute=_race,
    check=_check,
    explain=explanation,
    rolls=(
        RollOption(
            "damage",
            "Damage of a round",
            round_of_damage,
            change=lambda _, end: SheetChange(end.damage, at_me=True),
        ),
    ),
    start={
        "defender": {"attr_mod": 1},
        "grapplers": [{"attr_mod": 1, "skill": 1}, {}],
        "hp": 14,
        "horizon": 6,
    },
)
