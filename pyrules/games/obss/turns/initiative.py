"""Initiative: who acts first, and who is so far ahead that it brings more.

"Initiative" and "Actions in a round". Everybody rolls once, and the result lasts for the whole fight.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist
from ....engine.errors import not_allowed
from ....engine.explain import note, notes, together
from ....engine.inputs import many, number, record, text
from ....engine.procedure import Procedure, Step, if_any, throw
from ..checks.check_dice import counts
from ..checks.check_step import dice, modifier
from ..tables import FACTS
from .initiative_odds import Entrant, first, initiative_die, p_leads, whole

LONGEST_NAME = 60
ABILITY = (-10, 30)
MOST_FIGHTERS = 12
TOGETHER = "at the same time"


def name() -> Any:
    """The input for what a combatant is called."""
    return text("Name", LONGEST_NAME, help="What the combatant is called; no two the same.", rule="OBSS-INIT-03")


def ability() -> Any:
    """The input for the score that breaks ties."""
    return number(
        "Dexterity or Intelligence",
        *ABILITY,
        help="Whichever was added to the check; the higher goes first on a tie.",
        rule="OBSS-INIT-04",
        signed=True,
    )


def refuse_same_names(names: list[str], field: str) -> None:
    """Refuse two of the same name."""
    for index, one in enumerate(names):
        if one in names[:index]:
            raise not_allowed(f"{field}.{index}.name", one, f"There are two called {one}; names must differ.")


@dataclass(frozen=True, kw_only=True)
class Combatant:
    """COMBATANT: somebody who rolls for initiative."""

    name: str = name()
    modifier: int = modifier("Bonus", help="Dexterity or Intelligence, and any skill that helps.", rule="OBSS-INIT-01")
    ability: int = ability()
    dice: int = dice(
        rule="OBSS-INIT-06", help=f"One more for every {FACTS.number('luck_points')} points given up.", group="Dice"
    )


@dataclass(frozen=True, kw_only=True)
class Rolling:
    """Everybody who rolls."""

    combatants: tuple[Combatant, ...] = many(
        "Combatants",
        record("Combatant", Combatant, help="Somebody who rolls for initiative.", rule="OBSS-INIT-01"),
        2,
        MOST_FIGHTERS,
        help="Everybody in the fight, each under a name of their own.",
        rule="OBSS-INIT-03",
    )


def refuse_equal_names(a: Rolling) -> None:
    """Refuse two of the same name."""
    refuse_same_names([c.name for c in a.combatants], "combatants")


def entrants(a: Rolling) -> list[Entrant]:
    """What everybody rolls."""
    return [Entrant(c.name, c.modifier, c.ability, c.dice) for c in a.combatants]


# Walked, roll by roll.


class Leading(NamedTuple):
    """Who leads so far, with what; None for several at once, or nobody."""

    who: str | None = None
    total: int | None = None
    ability: int = 0


def after(s: Leading, c: Combatant, total: int) -> Leading:
    """Who leads after one more roll (OBSS-INIT-03, OBSS-INIT-04)."""
    mine = (total, c.ability)
    if s.total is None or mine > (s.total, s.ability):
        return Leading(c.name, *mine)
    return Leading(None, *mine) if mine == (s.total, s.ability) else s


def initiative(a: Rolling) -> Procedure[Leading]:
    """Everybody's roll, one after the other; the odds by formula, as pushing every total through would take long."""
    return Procedure(Leading(), tuple(map(_roll, a.combatants)), _outcome, lambda: _ends(a))


def _roll(c: Combatant) -> Step[Leading]:
    added = if_any("Bonus", c.modifier, "OBSS-INIT-01")
    return throw(
        f"{c.name}: initiative",
        initiative_die(c.dice),
        lambda s, total: after(s, c, c.modifier + total),
        rule="OBSS-INIT-01",
        modifiers=added,
        adds=added,
        counts=counts,
        tell=lambda total, s: f"{s.who} leads" if s.who else "even with the best",
    )


def _ends(a: Rolling) -> Dist[Leading]:
    rolling = entrants(a)
    alone = {Leading(one.name): first(rolling, index) for index, one in enumerate(rolling)}
    return Dist({**alone, Leading(None): prod(map(whole, rolling)) - sum(alone.values())})


def _outcome(s: Leading) -> str:
    return f"{s.who} goes first" if s.who else "Several go first at the same time"


# The answer.


def explanation(a: Rolling) -> Procedure[Any]:
    """What everybody adds, what breaks ties and what a lead brings."""
    lead, long_lead = FACTS.number("initiative_lead"), FACTS.number("initiative_long_lead")
    return notes(
        *(
            note(f"{c.name}: {c.dice}d6", "OBSS-INIT-01", if_any("Bonus", c.modifier, "OBSS-INIT-01"))
            for c in a.combatants
        ),
        note("Sixes are rolled again and ones count 0; triples mean nothing", "OBSS-INIT-06"),
        note("The highest goes first", "OBSS-INIT-03"),
        note("On a tie the higher ability; if that is equal, at the same time", "OBSS-INIT-04"),
        note(f"{lead} ahead of the second: a Reaction or Immediate Action more", "OBSS-ACT-03"),
        note(f"{long_lead} ahead: an Action more as well", "OBSS-ACT-04"),
    )


def _values(a: Rolling) -> dict[str, Any]:
    rolling = entrants(a)
    every = prod(map(whole, rolling))
    short, long = FACTS.number("initiative_lead"), FACTS.number("initiative_long_lead")
    chances = {
        one.name: {
            "p_first": Fraction(first(rolling, index), every),
            "p_lead_8": p_leads(rolling, index, short),
            "p_lead_16": p_leads(rolling, index, long),
        }
        for index, one in enumerate(rolling)
    }
    together_first = 1 - sum((held["p_first"] for held in chances.values()), Fraction(0))
    best = max(held["p_first"] for held in chances.values())
    who_first = {who: held["p_first"] for who, held in chances.items() if held["p_first"]}
    if together_first:
        who_first[TOGETHER] = who_first.get(TOGETHER, Fraction(0)) + together_first
    return {
        "likeliest": together(who for who, held in chances.items() if held["p_first"] == best),
        "p_likeliest": best,
        "p_any_lead_8": sum((held["p_lead_8"] for held in chances.values()), Fraction(0)),
        "who_first": who_first,
        "chances": [{"name": who, **held} for who, held in chances.items()],
        "p_simultaneous_top": together_first,
        "combatants": chances,
    }


CHANCES = (
    out.percent("p_first", "Goes first"),
    out.percent("p_lead_8", f"Leads by {FACTS.number('initiative_lead')}"),
    out.percent("p_lead_16", f"Leads by {FACTS.number('initiative_long_lead')}"),
)

INITIATIVE = Calculator(
    id="obss.initiative",
    title="Initiative",
    summary="Who goes first, and who is far enough ahead to do more.",
    inputs=Rolling,
    keeps_state=True,
    outputs=(
        out.word("likeliest", "most likely to go first", rule="OBSS-INIT-03", headline=True),
        out.percent("p_likeliest", "goes first", rule="OBSS-INIT-04", headline=True),
        out.percent("p_any_lead_8", "somebody leads by 8", rule="OBSS-ACT-03", headline=True),
        out.distribution("who_first", "Who goes first", rule="OBSS-INIT-04", unit="combatant"),
        out.rows("chances", "Everybody's chances", (out.word("name", "Who"), *CHANCES), rule="OBSS-ACT-04"),
        out.percent("p_simultaneous_top", "Several go first at the same time", rule="OBSS-INIT-04"),
        api_only(out.named("combatants", "Chances", out.record("one", "One", CHANCES), rule="OBSS-ACT-04")),
    ),
    compute=_values,
    check=refuse_equal_names,
    explain=explanation,
    also=("OBSS-GEN-01", "OBSS-INIT-02", "OBSS-INIT-05", "OBSS-HIT-07", "OBSS-HIT-08", "EXT-02"),
    start={
        "combatants": [
            {"name": "Tups", "modifier": 5, "ability": 3},
            {"name": "Elia", "modifier": 8, "ability": 4},
            {"name": "Brigand", "modifier": 3, "ability": 1},
            {"name": "Archer", "modifier": 6, "ability": 2},
        ]
    },
    rolls=(RollOption("initiative", "Roll initiative", initiative),),
)
