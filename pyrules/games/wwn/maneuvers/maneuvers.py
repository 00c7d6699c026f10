"""Maneuvers: an attack without damage, then a contest; used by shoves, grapples and broken shields.

From "Shoving and Grappling" and "Shatter a Shield" in the combat chapter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ....engine import answer as out
from ....engine.explain import as_note, note
from ....engine.inputs import Option, choice, number, toggle
from ....engine.procedure import Modifier, Procedure, Step, throw
from ..attack.strike import hit_die, hit_label
from ..checks.checks import (
    EQUAL,
    Check,
    Contest,
    Modifiers,
    check_modifiers,
    contest,
    decided,
    player_side,
    tie_winner,
    won,
)
from ..tables import FACTS

ATTACKER, DEFENDER = "attacker", "defender"


# The inputs that maneuvers share.


def hit_bonus(help: str) -> Any:
    """The input for the total modifier of the hit roll."""
    return number("Hit bonus", -20, 40, help=help, rule="WWN-HIT-02", signed=True)


def target_ac() -> Any:
    """The input for the target's Armor Class."""
    return number("Target AC", 0, 40, help="The Armor Class that the hit roll must reach.", rule="WWN-HIT-04")


def size(help: str = "A creature much larger than the attacker is harder to move or to hold.") -> Any:
    """The input for the size of the target."""
    return choice(
        "Size of the other",
        FACTS.table("sizes").options(),
        "similar",
        help=help,
        rule="WWN-GRAP-12",
        group="Size",
    )


def ties(default: str, help: str, rule: str) -> Any:
    """The input for the side of the player character, who wins ties."""
    return player_side((Option(ATTACKER, "Attacker", rule), Option(DEFENDER, "Defender", rule)), default, help, rule)


PC_WINS_TIES = "The side that wins ties in the SRD; by default the attacker. Set it for a defending one."


def helpless(rule: str) -> Any:
    """The input for a target who cannot act and therefore does not resist."""
    return toggle("Target cannot act", help="Unconscious or worse: no contest, it is won.", rule=rule, group=EQUAL)


def size_modifiers(size: str) -> Modifiers:
    """The effect of the target's size on the attacker's contests, but not on the hit roll (WWN-GRAP-12, -13)."""
    row = FACTS.table("sizes").row(size)
    return (Modifier(row["label"], row["modifier"], row["rule"]),) if row["modifier"] else ()


# The steps.


class Maneuver(Protocol):
    """The inputs that every maneuver has."""

    @property
    def hit_bonus(self) -> int: ...
    @property
    def target_ac(self) -> int: ...
    @property
    def natural_rule(self) -> str: ...
    @property
    def attacker(self) -> Check: ...
    @property
    def defender(self) -> Check: ...
    @property
    def tie(self) -> str: ...
    @property
    def opposed_ties(self) -> str: ...
    @property
    def helpless(self) -> bool: ...


def tie_to(a: Maneuver) -> str:
    """The side that wins ties in a maneuver; the attacker is the acting side."""
    return tie_winner(a.opposed_ties, a.tie, ATTACKER, DEFENDER)


def prevails(a: Maneuver, s: Contest) -> bool:
    """Whether the attacker hits and wins the contest."""
    return s.begun and (a.helpless or won(s.margin, ties=tie_to(a) == ATTACKER))


def maneuver(
    a: Maneuver,
    outcome: Callable[[Contest], str],
    *,
    hit_rule: str,
    contest_rule: str,
    attacking: Modifiers = (),
    defending: Modifiers = (),
) -> Procedure[Contest]:
    """A hit roll, and after a hit a contest; `attacking` and `defending` are further modifiers of each side."""
    to_hit = (Modifier("Hit bonus", a.hit_bonus, "WWN-HIT-02"),)
    hitting = throw(
        hit_label(a.target_ac, a.natural_rule),
        hit_die(a.hit_bonus, a.target_ac, a.natural_rule),
        lambda s, lands: s._replace(begun=lands),
        rule=hit_rule,
        modifiers=to_hit,
        adds=to_hit,
        tell=lambda lands, s: "lands, for no damage" if lands else "misses",
    )
    attacker = (*check_modifiers(a.attacker), *attacking)
    defender = (*check_modifiers(a.defender), *defending)
    if a.helpless:
        return Procedure(Contest(begun=False), (hitting, *unresisted(contest_rule)), outcome)
    sides = contest("Attacker", attacker, "Defender", defender, rule=contest_rule)
    return Procedure(Contest(begun=False), (hitting, *sides), outcome)


def unresisted(rule: str) -> tuple[Step[Contest], ...]:
    """The steps that replace the contest against a target who cannot act."""
    return (note("The target cannot act: the contest is won", rule, when=lambda s: s.begun),)


def explanation(a: Maneuver, whole: Procedure[Contest], contest_rule: str, *after: Step[Contest]) -> Procedure[Contest]:
    """The rolls of a maneuver, the winner of ties, and the steps `after` them."""
    hitting, *sides = whole.steps
    if not a.helpless:
        sides.append(decided(f"the {tie_to(a)}", contest_rule))
    if not hitting.die(whole.start).p(bool):  # the page shows the chances of the contest even if no hit is possible
        sides = [as_note(side) for side in sides]
    return Procedure(whole.start, (hitting, *sides, *after), str)


def maneuver_values(a: Maneuver, whole: Procedure[Contest]) -> dict[str, Any]:
    """The chances of the hit, of the contest alone, and of both."""
    end = whole.odds()
    alone = Procedure(Contest(begun=True), whole.steps[1:], whole.outcome).odds()
    return {
        "p_hit": end.p(lambda s: s.begun),
        "p_check": alone.p(lambda s: prevails(a, s)),
        "p_success": end.p(lambda s: prevails(a, s)),
    }


START: Mapping[str, Any] = {
    "hit_bonus": 4,
    "target_ac": 14,
    "attacker": {"attr_mod": 1, "skill": 1},
    "defender": {"attr_mod": 1},
}
"""The example of a maneuver without a weapon."""

P_HIT = out.percent("p_hit", "The attack lands", rule="WWN-HIT-02")


def p_check(contest_rule: str) -> out.Output:
    """The output for the contest alone."""
    return out.percent("p_check", "The contest is won, after a hit", rule=contest_rule)
