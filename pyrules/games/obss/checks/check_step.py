"""The inputs and the step of a check."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from ....engine.inputs import number
from ....engine.procedure import Modifier, Step, counted, throw
from ..tables import FACTS
from .check_dice import DICE, Check, Grade, counts, grade_die

S = TypeVar("S", bound=Hashable)

MODIFIER = (-50, 50)


def dice(label: str = "Dice", *, rule: str = "OBSS-MOD-14", **common: Any) -> Any:
    """The input `dice`: the number of check dice, with bonus and penalty dice."""
    help = common.pop("help", "Bonus dice and penalty dice counted; at 0 or fewer, nothing is rolled.")
    return number(label, *DICE, FACTS.number("check_dice"), help=help, rule=rule, unit="d6", **common)


def modifier(label: str, default: Any = None, *, help: str, rule: str, **common: Any) -> Any:
    """The input for a modifier from -50 to 50; required unless it has a default."""
    given = () if default is None else (default,)
    low, high = common.pop("limits", MODIFIER)
    return number(label, low, high, *given, help=help, rule=rule, signed=True, **common)


class Words(NamedTuple):
    """The words for success and failure of a kind of roll."""

    success: str = "success"
    failure: str = "failure"
    critical: str = "critical success"
    critical_failure: str = "critical failure"


CHECK_WORDS = Words()
ATTACK_WORDS = Words("hit", "miss", "critical")


def grade_words(grade: Grade, words: Words = CHECK_WORDS) -> str:
    """A grade in words: "hit, 2 criticals"; "failure"."""
    word = words.success if grade.success else words.failure
    if not grade.criticals:
        return word
    noun = words.critical if grade.success else words.critical_failure
    if noun.endswith("s") and grade.criticals > 1:
        return f"{word}, {grade.criticals} {noun}es"
    return f"{word}, {counted(grade.criticals, noun)}"


def check_step(
    label: str,
    check: Check | Callable[[S], Check],
    change: Callable[[S, Grade], S],
    *,
    rule: str,
    added: tuple[Modifier, ...] = (),
    words: Words = CHECK_WORDS,
    when: Callable[[S], bool] | None = None,
    read: Callable[[Grade], Grade] = lambda grade: grade,
) -> Step[S]:
    """A step that rolls the check dice; the number in `check` has `added` already subtracted.

    `read` changes the grade, for example by the criticals that every hit has.
    """

    def of(state: S) -> Any:
        die = grade_die(check if isinstance(check, Check) else check(state))
        return die.map(read)

    return throw(
        label,
        of,
        change,
        rule=rule,
        when=when or (lambda state: True),
        modifiers=added,
        adds=added,
        counts=counts,
        tell=lambda grade, state: grade_words(grade, words),
    )
