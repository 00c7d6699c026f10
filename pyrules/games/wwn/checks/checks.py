"""Checks and contests: 2d6 for skills, two opposed rolls, and a d20 for a saving throw.

The combat chapter uses all three without defining them; the definitions come from the SRD. Shoves, grapples, ambushes
and care for the dying are built from these parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, d
from ....engine.explain import note
from ....engine.inputs import RULING, Option, choice, number, record
from ....engine.procedure import Modifier, Procedure, Step, if_any, throw, total
from ..tables import FACTS

Modifiers = tuple[Modifier, ...]

EQUAL = "Equal totals"
SCALE = (-3, 3)
TRAINING = (-1, FACTS.number("skill_top"))
UNTRAINED = "Untrained is -1."


CHECK_RULES = ()
"""The ids of the rules that every check implements."""

CONTEST_RULES = CHECK_RULES
"""The ids of the rules that every contest implements."""


def attribute(help: str = "The modifier of the attribute rolled, not its score.") -> Any:
    """The input for an attribute modifier."""
    return number("Attribute modifier", *SCALE, 0, help=help, rule="WWN-EXT-ATTR", signed=True)


def skill(help: str = "The level of the skill rolled.") -> Any:
    """The input for a skill level; untrained is one below level 0."""
    return number("Skill level", *TRAINING, 0, help=f"{help} {UNTRAINED}", rule="WWN-EXT-CHECK")


def shoot_skill() -> Any:
    """The input for Shoot where only the level counts."""
    return number("Shoot level", *TRAINING, help=f"Your level in Shoot. {UNTRAINED}", rule="WWN-RELOAD-03")


def circumstances(group: str = "") -> Any:
    """The input for other modifiers of a check."""
    text = FACTS.fill("What else helps or hinders, up to {circumstance_cap} either way by the SRD; a creature's bonus.")
    return number("Other modifiers", -10, 10, 0, help=text, rule="WWN-EXT-NPCSKILL", group=group, signed=True)


@dataclass(frozen=True, kw_only=True)
class Check:
    """CHECK: the modifiers of a 2d6 roll."""

    attr_mod: int = attribute()
    skill: int = skill()
    misc: int = circumstances()


def check(label: str, help: str, rule: str = "WWN-EXT-OPPOSED") -> Any:
    """The input for one side's check."""
    return record(label, Check, help=help, rule=rule)


def check_modifiers(c: Any) -> Modifiers:
    """The modifiers of a check: attribute, skill and circumstances."""
    return (
        Modifier("Attribute", c.attr_mod, "WWN-EXT-ATTR"),
        Modifier("Skill", c.skill, "WWN-EXT-CHECK"),
        *if_any("Other", c.misc, "WWN-EXT-CHECK"),
    )


def check_die(modifier: int) -> Die[int]:
    """The total of a check: 2d6 plus a modifier (WWN-EXT-CHECK)."""
    return d(FACTS.number("check_die")).times(FACTS.number("check_dice")).plus(modifier)


# A contest: both sides roll, and the higher total wins.


class Contest(NamedTuple):
    """The state of a contest: whether it takes place, the first side's total until the other side rolls, and the
    margin.
    """

    begun: bool = True
    first: int = 0
    margin: int = 0


def contest(
    first: str, first_modifiers: Modifiers, second: str, second_modifiers: Modifiers, *, rule: str
) -> tuple[Step[Contest], Step[Contest]]:
    """Both rolls of a contest; the margin is the first side's total minus the second's (WWN-EXT-OPPOSED)."""
    return (
        throw(
            f"{first} rolls",
            check_die(total(first_modifiers)),
            lambda s, n: s._replace(first=n),
            rule=rule,
            when=lambda s: s.begun,
            modifiers=first_modifiers,
            adds=first_modifiers,
            tell=lambda n, s: f"a total of {n}",
        ),
        throw(
            f"{second} rolls",
            check_die(total(second_modifiers)),
            lambda s, n: s._replace(first=0, margin=s.first - n),
            rule=rule,
            when=lambda s: s.begun,
            modifiers=second_modifiers,
            adds=second_modifiers,
            tell=lambda n, s: f"a total of {n}: {_lead(first, second, s.margin)}",
        ),
    )


def won(margin: int, *, ties: bool) -> bool:
    """Whether the first side wins by this margin; `ties` says whether it wins ties."""
    return margin > 0 or (margin == 0 and ties)


PLAYER, ACTOR, OTHER = "player", "actor", "other"
TIE_RULES = (
    Option(PLAYER, "The player character", "WWN-EXT-OPPOSED"),
    Option(ACTOR, "Whoever acts", "WWN-EXT-OPPOSED"),
    Option(OTHER, "The other side", "WWN-EXT-OPPOSED"),
)


def tie_rule() -> Any:
    """The table rule on ties in opposed checks, one declaration for all contests of this game (WWN-EXT-OPPOSED)."""
    return choice(
        "Ties in opposed checks",
        TIE_RULES,
        PLAYER,
        help="The chapter asks the one who acts to succeed; in the SRD a player character wins ties.",
        rule="WWN-EXT-OPPOSED",
        group=EQUAL,
        table=RULING,
    )


def player_side(sides: tuple[Option, ...], default: str, help: str, rule: str) -> Any:
    """The input for the side that wins ties if the table rule gives ties to the player character."""
    return choice("Player character", sides, default, help=help, rule=rule, group=EQUAL)


def tie_winner(rule: str, player: str, actor: str, other: str) -> str:
    """The side that wins a tie: the player character's, or a fixed side by the table rule (WWN-EXT-OPPOSED)."""
    return {ACTOR: actor, OTHER: other}.get(rule, player)


def _lead(first: str, second: str, margin: int) -> str:
    return "a tie" if margin == 0 else f"{first if margin > 0 else second} leads by {abs(margin)}"


def decided(tie: str, rule: str) -> Step[Contest]:
    """The winner of a contest; only explanations show this step."""
    return note(f"The higher total wins; a tie goes to {tie}", rule, when=lambda s: s.begun)


# A saving throw.


def save_die(target: int, roll_mod: int = 0) -> Die[bool]:
    """A saving throw: a d20 plus `roll_mod` against `target`, with natural extremes (WWN-EXT-SAVE)."""
    fails, succeeds = FACTS.number("save_natural_failure"), FACTS.number("save_natural_success")
    return d(FACTS.number("save_die")).map(
        lambda natural: natural == succeeds or (natural != fails and natural + roll_mod >= target)
    )


def save_chance(target: int, roll_mod: int = 0) -> Fraction:
    """The chance of a successful saving throw."""
    return save_die(target, roll_mod).p(lambda success: success)


# The calculator.


NO_TIES = Option("none", "Nobody", "WWN-EXT-OPPOSED")


@dataclass(frozen=True, kw_only=True)
class Opposed:
    """Two sides that roll against each other (WWN-EXT-OPPOSED)."""

    a: Check = check("Side A", "What A adds to 2d6.")
    b: Check = check("Side B", "What B adds to 2d6.")
    tie: str = player_side(
        (Option("a", "Side A", "WWN-EXT-OPPOSED"), Option("b", "Side B", "WWN-EXT-OPPOSED"), NO_TIES),
        "a",
        "Who wins ties in the SRD. With nobody or two of them a tie may be nobody's. Side A is the one that acts.",
        "WWN-EXT-OPPOSED",
    )
    opposed_ties: str = tie_rule()

    @property
    def tie_to(self) -> str:
        """The side that wins ties, or "none"."""
        return tie_winner(self.opposed_ties, self.tie, "a", "b")


def opposed(a: Opposed) -> Procedure[Contest]:
    """The contest of side A and side B."""

    def outcome(s: Contest) -> str:
        side = ("A" if s.margin > 0 else "B") if s.margin else {"a": "A", "b": "B"}.get(a.tie_to)
        return f"{side} wins" if side else "Tie"

    steps = contest("A", check_modifiers(a.a), "B", check_modifiers(a.b), rule="WWN-EXT-OPPOSED")
    return Procedure(Contest(), steps, outcome)


def explanation(a: Opposed) -> Procedure[Contest]:
    """Both rolls, and the winner of ties."""
    tie = {"a": "A", "b": "B"}.get(a.tie_to, "nobody")
    return opposed(a).explained(decided(tie, "WWN-EXT-OPPOSED"))


def _opposed(a: Opposed) -> dict[str, Any]:
    end = opposed(a).odds()
    return {
        "p_a": end.p(lambda s: won(s.margin, ties=a.tie_to == "a")),
        "p_b": end.p(lambda s: won(-s.margin, ties=a.tie_to == "b")),
        "p_tie": end.p(lambda s: s.margin == 0),
        "margin": out.text_keys(end.dist(lambda s: s.margin)),
    }


OPPOSED = Calculator(
    id="wwn.opposed",
    title="Opposed check",
    summary="Two sides roll against each other: who wins, and by how much.",
    inputs=Opposed,
    outputs=(
        out.percent("p_a", "A wins", rule="WWN-EXT-OPPOSED", headline=True),
        out.percent("p_b", "B wins", rule="WWN-EXT-OPPOSED", headline=True),
        out.percent("p_tie", "Both roll the same", rule="WWN-EXT-OPPOSED"),
        out.distribution("margin", "A's lead over B", rule="WWN-EXT-OPPOSED"),
    ),
    compute=_opposed,
    start={"a": {"attr_mod": 1, "skill": 1}, "b": {"attr_mod": 0, "skill": 2}},
    rolls=(RollOption("contest", "Roll it", opposed),),
    explain=explanation,
)
