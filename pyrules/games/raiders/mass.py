"""Mass in a grapple: the bonus of the heavier side, alone or as a team.

Chapter "Swords, Slings, and Arrows": Grapple, the optional rule on mass. All arithmetic is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator
from ...engine.errors import BAD_TYPE
from ...engine.explain import note, notes
from ...engine.formatting import figure
from ...engine.inputs import RULING, TABLE_RULES_GROUP, amount, choice, many, record, toggle
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any, total
from .rolls import trait_of
from .tables import FACTS

HEAVIEST = 10**15
METHODS = FACTS.table("mass_methods").options()
SIDES = FACTS.table("sides").options()


def one_mass(label: str = "Mass") -> Any:
    """The input for one mass."""
    return amount(label, HEAVIEST, help="In any unit, as long as it is the same for all.", rule="RR-MASS-01")


def masses(label: str, help: str) -> Any:
    """The input for the masses of one side, which are added together."""
    return many(label, one_mass(), 1, 20, help=help, rule="RR-MASS-01", wrong_length=BAD_TYPE)


def method() -> Any:
    """The table rule on parts of a doubling (RR-MASS-01)."""
    return choice(
        "Part of a doubling",
        METHODS,
        METHODS[0].id,
        help="How the way to the next doubling is read.",
        rule="RR-MASS-01",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )


class Advantage(NamedTuple):
    """The advantage of the heavier side: full doublings, and the bonus for them and for the rest."""

    ratio: Fraction
    doublings: int
    worth: tuple[Modifier, ...]

    @property
    def bonus(self) -> int:
        """The bonus of the heavier side."""
        return total(self.worth)


def advantage(heavier: Fraction, lighter: Fraction, method: str) -> Advantage:
    """The advantage of the heavier side over the lighter (RR-MASS-01)."""
    ratio = heavier / lighter
    doublings = (ratio.numerator // ratio.denominator).bit_length() - 1
    rest = ratio / 2**doublings
    further = _nearest_third(rest) if method == "nearest_third" else _quarters(rest)
    per_doubling = doublings * FACTS.number("mass_bonus_per_doubling")
    worth = if_any(counted(doublings, "doubling"), per_doubling, "RR-MASS-01")
    return Advantage(ratio, doublings, (*worth, *further))


def _quarters(rest: Fraction) -> tuple[Modifier, ...]:
    """Ruling: a part of the bonus from a quarter of the last doubling, more from half of it."""
    if rest * 100 >= FACTS.number("mass_half_percent"):
        return (FACTS.modifier("mass_bonus_half"),)
    return (FACTS.modifier("mass_bonus_quarter"),) if rest * 100 >= FACTS.number("mass_quarter_percent") else ()


def _nearest_third(rest: Fraction) -> tuple[Modifier, ...]:
    """Three times the binary logarithm of the rest, rounded: at least half a doubling, or a sixth of one."""
    if rest**2 >= 2:
        return (FACTS.modifier("mass_bonus_half"),)
    return (FACTS.modifier("mass_bonus_quarter"),) if rest**6 >= 2 else ()


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
        "Bonus when starting",
        help="Mass helps to start a grapple too.",
        rule="RR-MASS-03",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )


def _side_masses(a: MassBonus) -> tuple[Fraction, Fraction]:
    return sum(a.side_a, Fraction(0)), sum(a.side_b, Fraction(0))


def _counts(a: MassBonus) -> bool:
    """RR-MASS-03, ruling: the examples disagree; a new grapple gets no bonus unless a table rule allows it."""
    return a.bonus_on_initiate or not a.initiating


def _explanation(a: MassBonus) -> Procedure[None]:
    """The heavier side and its ratio, the bonus, and whether the bonus counts now."""
    mass_a, mass_b = _side_masses(a)
    gain = advantage(max(mass_a, mass_b), min(mass_a, mass_b), a.method)
    unearned = if_any("Starting the grapple", 0 if _counts(a) else -gain.bonus, "RR-MASS-02")
    now = (Modifier("Mass bonus", gain.bonus, "RR-MASS-01"), *unearned)
    heavier = f"Side A {figure(mass_a)}, Side B {figure(mass_b)}: {_heavier(gain, mass_a > mass_b)}"
    steps: tuple[Step[None], ...] = (
        note(heavier, rule="RR-MASS-01"),
        note(f"{counted(gain.doublings, 'full doubling')} of the lighter mass", rule="RR-MASS-01", gives="doublings"),
        note(f"Bonus for {figure(gain.ratio)} times the mass", rule="RR-MASS-03", modifiers=gain.worth),
        note(
            "Nothing yet: the grapple is only starting" if unearned else "Added to grappling rolls",
            rule="RR-MASS-02",
            modifiers=now,
        ),
    )
    return notes(*steps)


def _heavier(gain: Advantage, is_a: bool) -> str:
    if gain.ratio == 1:
        return "neither is heavier"
    return f"{'A' if is_a else 'B'} is {figure(gain.ratio)} times as heavy"


def _mass_bonus(a: MassBonus) -> dict[str, Any]:
    mass_a, mass_b = _side_masses(a)
    gain = advantage(max(mass_a, mass_b), min(mass_a, mass_b), a.method)
    return {
        "heavier": None if mass_a == mass_b else "a" if mass_a > mass_b else "b",
        "ratio": gain.ratio,
        "doublings": gain.doublings,
        "bonus": gain.bonus if _counts(a) else 0,
        "full_bonus": gain.bonus,
    }


MASS_BONUS = Calculator(
    id="raiders.mass_bonus",
    title="Mass bonus",
    summary="What the heavier side gains in a grapple.",
    inputs=MassBonus,
    outputs=(
        out.figure("bonus", "to grappling rolls", rule="RR-MASS-01", headline=True, signed=True),
        out.word("heavier", "heavier", SIDES, rule="RR-MASS-01", headline=True),
        out.figure("ratio", "Times as heavy", rule="RR-MASS-01"),
        out.figure("doublings", "Full doublings", rule="RR-MASS-01"),
        out.figure("full_bonus", "Bonus once the grapple is on", rule="RR-MASS-03", signed=True),
    ),
    compute=_mass_bonus,
    start={"side_a": [800], "side_b": [200]},
    explain=_explanation,
)


@dataclass(frozen=True, kw_only=True)
class Member:
    """One member of a pinning team."""

    mass: Fraction = one_mass()
    offense: int = trait_of("Offense", help="The best of the team rolls.", rule="RR-MASS-05")


@dataclass(frozen=True, kw_only=True)
class TeamPin:
    """A team, and the target of the pin (RR-MASS-05)."""

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


def _team_gain(a: TeamPin) -> tuple[Fraction, Advantage]:
    """The total mass of the team, and the advantage of the heavier of team and target."""
    together = sum((member.mass for member in a.members), Fraction(0))
    return together, advantage(max(together, a.target_mass), min(together, a.target_mass), a.method)


def _lead(a: TeamPin) -> int:
    """The member who rolls: the best Offense, the first on a tie (RR-MASS-05)."""
    return max(range(len(a.members)), key=lambda index: a.members[index].offense)


def _explain_team(a: TeamPin) -> Procedure[None]:
    """The masses, the bonus of the heavier side, and the member who rolls."""
    together, gain = _team_gain(a)
    lead, team_heavier = _lead(a), together > a.target_mass
    helped = if_any("Mass bonus", gain.bonus if team_heavier else 0, "RR-MASS-05")
    masses = " + ".join(figure(member.mass) for member in a.members)
    summed = f"{masses} = {figure(together)}" if len(a.members) > 1 else masses
    heavier, lighter = ("team", "target") if team_heavier else ("target", "team")
    gains = f"the {heavier} gains the bonus" if gain.bonus else "no bonus for either"
    steps: tuple[Step[None], ...] = (
        note(f"Mass of the team: {summed}", rule="RR-MASS-05"),
        note(
            f"{figure(together)} against {figure(a.target_mass)}: {gains}",
            rule="RR-MASS-01",
            modifiers=gain.worth,
            gives=f"{heavier}_bonus",
        ),
        note(f"No bonus for the {lighter}, which is no heavier", rule="RR-MASS-01", gives=f"{lighter}_bonus"),
        note(
            f"Member {lead + 1} has the best Offense and rolls",
            rule="RR-MASS-05",
            modifiers=(Modifier("Offense", a.members[lead].offense, "RR-MASS-05"), *helped),
            gives="lead_offense_with_bonus",
        ),
    )
    return notes(*steps)


def _team_pin(a: TeamPin) -> dict[str, Any]:
    together, gain = _team_gain(a)
    lead = _lead(a)
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
        out.figure(
            "lead_offense_with_bonus", "Offense of the leader, with the bonus", rule="RR-MASS-05", headline=True
        ),
        out.figure("team_bonus", "to the team", rule="RR-MASS-01", headline=True, signed=True),
        out.figure("target_bonus", "to the target", rule="RR-MASS-01", headline=True, signed=True),
        out.word("leader", "Rolls for the team", rule="RR-MASS-05"),
        out.api_only(out.figure("lead", "Leader, counted from 0")),
        out.figure("total_mass", "Mass of the team", rule="RR-MASS-05"),
    ),
    compute=_team_pin,
    start={
        "members": [{"mass": 80, "offense": 3}, {"mass": 90, "offense": 6}, {"mass": 70, "offense": 4}],
        "target_mass": 120,
    },
    explain=_explain_team,
)
