"""Mass in a grapple: what the heavier side gains, alone or as a team.

Chapter "Swords, Slings, and Arrows": Grapple, the optional rule on mass. Exact arithmetic throughout.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.errors import BAD_TYPE
from ...engine.fields import amount, choice, many, record, toggle
from .facts import FACTS
from .rolls import trait_of

HEAVIEST = 10**15
METHODS = FACTS.table("mass_methods").options()
SIDES = FACTS.table("sides").options()


def one_mass(label: str = "Mass") -> Any:
    """The input for one mass."""
    return amount(label, HEAVIEST, help="In any unit, as long as it is the same for all.", rule="RR-MASS-01")


def masses(label: str, help: str) -> Any:
    """The input for the masses of one side, which are added up."""
    return many(label, one_mass(), 1, 20, help=help, rule="RR-MASS-01", wrong_length=BAD_TYPE)


def method() -> Any:
    """The house rule on parts of a doubling."""
    return choice(
        "Part of a doubling",
        METHODS,
        METHODS[0].id,
        help="How the way to the next doubling is read.",
        rule="RR-MASS-01",
        group="House rules",
    )


class Advantage(NamedTuple):
    """How much heavier one side is: full doublings, and the bonus they give with the rest."""

    ratio: Fraction
    doublings: int
    bonus: int


def advantage(heavier: Fraction, lighter: Fraction, method: str) -> Advantage:
    """What the heavier side gains over the lighter (RR-MASS-01)."""
    ratio = heavier / lighter
    doublings = (ratio.numerator // ratio.denominator).bit_length() - 1
    rest = ratio / 2**doublings
    further = _nearest_third(rest) if method == "nearest_third" else _quarters(rest)
    return Advantage(ratio, doublings, doublings * FACTS.number("mass_bonus_per_doubling") + further)


def _quarters(rest: Fraction) -> int:
    """Ruling: something from a quarter of the last doubling, more from half of it."""
    if rest * 100 >= FACTS.number("mass_half_percent"):
        return FACTS.number("mass_bonus_half")
    return FACTS.number("mass_bonus_quarter") if rest * 100 >= FACTS.number("mass_quarter_percent") else 0


def _nearest_third(rest: Fraction) -> int:
    """Three times the binary logarithm of the rest, rounded: at least half a doubling, or a sixth of one."""
    if rest**2 >= 2:
        return FACTS.number("mass_bonus_half")
    return FACTS.number("mass_bonus_quarter") if rest**6 >= 2 else 0


@dataclass(frozen=True, kw_only=True)
class MassBonus:
    """The masses of two sides (RR-MASS-01)."""

    side_a: tuple[Fraction, ...] = masses("Side A", "The masses on side A, added up.")
    side_b: tuple[Fraction, ...] = masses("Side B", "The masses on side B, added up.")
    initiating: bool = toggle(
        "Starting the grapple", help="The heavier side starts it, and has no hold yet.", rule="RR-MASS-02"
    )
    method: str = method()
    bonus_on_initiate: bool = toggle(
        "Bonus when starting", help="Mass helps to start a grapple too.", rule="RR-MASS-03", group="House rules"
    )


def _mass_bonus(a: MassBonus) -> dict[str, Any]:
    mass_a, mass_b = sum(a.side_a, Fraction(0)), sum(a.side_b, Fraction(0))
    gain = advantage(max(mass_a, mass_b), min(mass_a, mass_b), a.method)
    # RR-MASS-03, ruling: the examples disagree; no bonus to start a grapple unless the table wants it
    counts = a.bonus_on_initiate or not a.initiating
    return {
        "heavier": None if mass_a == mass_b else "a" if mass_a > mass_b else "b",
        "ratio": gain.ratio,
        "doublings": gain.doublings,
        "bonus": gain.bonus if counts else 0,
        "full_bonus": gain.bonus,
    }


MASS_BONUS = Calculator(
    id="raiders.mass_bonus",
    title="Mass bonus",
    summary="What the heavier side gains in a grapple.",
    inputs=MassBonus,
    outputs=(
        out.figure("bonus", "to grappling rolls", headline=True, signed=True),
        out.word("heavier", "heavier", SIDES, headline=True),
        out.figure("ratio", "Times as heavy"),
        out.figure("doublings", "Full doublings"),
        out.figure("full_bonus", "Bonus once the grapple is on", signed=True),
    ),
    work=_mass_bonus,
    rules=("RR-MASS-01", "RR-MASS-02", "RR-MASS-03"),
    start={"side_a": [800], "side_b": [200]},
)


@dataclass(frozen=True, kw_only=True)
class Member:
    """One of those who pin together."""

    mass: Fraction = one_mass()
    offense: int = trait_of("Offense", help="The best of the team rolls.", rule="RR-MASS-05")


@dataclass(frozen=True, kw_only=True)
class TeamPin:
    """A team and the one they pin (RR-MASS-05)."""

    members: tuple[Member, ...] = many(
        "Team",
        record("Member", Member, help="One of those who pin.", rule="RR-MASS-05"),
        1,
        20,
        help="Everybody who helps to pin.",
        rule="RR-MASS-05",
        wrong_length=BAD_TYPE,
    )
    target_mass: Fraction = one_mass("Target's mass")
    method: str = method()


def _team_pin(a: TeamPin) -> dict[str, Any]:
    together = sum((member.mass for member in a.members), Fraction(0))
    gain = advantage(max(together, a.target_mass), min(together, a.target_mass), a.method)
    lead = max(range(len(a.members)), key=lambda index: a.members[index].offense)  # the first on a tie
    team_bonus = gain.bonus if together > a.target_mass else 0
    return {
        "total_mass": together,
        "leader": f"Member {lead + 1}",
        "lead": lead,
        "team_bonus": team_bonus,
        "target_bonus": gain.bonus if a.target_mass > together else 0,
        "lead_offense_with_bonus": a.members[lead].offense + team_bonus,
    }


TEAM_PIN = Calculator(
    id="raiders.team_pin",
    title="Pin together",
    summary="Several people pin one: who rolls, and what their mass together is worth.",
    inputs=TeamPin,
    outputs=(
        out.figure("lead_offense_with_bonus", "Offense of the leader, with the bonus", headline=True),
        out.figure("team_bonus", "to the team", headline=True, signed=True),
        out.figure("target_bonus", "to the target", headline=True, signed=True),
        out.word("leader", "Rolls for the team"),
        out.unseen(out.figure("lead", "Leader, counted from 0")),
        out.figure("total_mass", "Mass of the team"),
    ),
    work=_team_pin,
    rules=("RR-MASS-01", "RR-MASS-05"),
    start={
        "members": [{"mass": 80, "offense": 3}, {"mass": 90, "offense": 6}, {"mass": 70, "offense": 4}],
        "target_mass": 120,
    },
)
