"""Saves against Critical Actions.

"Optional - Critical Hit Actions".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import parse_dice
from ....engine.errors import MISSING_FIELD, InvalidInput
from ....engine.explain import note
from ....engine.inputs import choice, number
from ....engine.procedure import Modifier, Procedure, Step, counted, if_any, throw, total
from ..checks.check_dice import CHECK_DICE_RULES, MOST, Check, Grade
from ..checks.check_step import MODIFIER, check_step, dice, modifier
from ..tables import FACTS
from .crit_actions import ACTIONS

SAVES = FACTS.table("saves")
RESISTED = tuple(option for option in ACTIONS.options() if ACTIONS.row(option.id)["save"])
SIZES = (-6, 6)
LAST_ROLL = (MODIFIER[0], MOST + MODIFIER[1])


@dataclass(frozen=True, kw_only=True)
class Resisting:
    """A Critical Action, and the foe who saves against it."""

    action: str = choice("Critical Action", RESISTED, help="One that a save can turn.", rule="OBSS-CACT-03")
    save_mod: int = modifier("Foe's save", help="What the foe adds to the dice.", rule="EXT-13")
    last_attack_roll: int | None = number(
        "Your last Attack Roll",
        *LAST_ROLL,
        None,
        help="Its total. It is the DC against One-eyed and Collision; the others need none.",
        rule="OBSS-TRIPA-4",
        nullable=True,
        empty="none",
    )
    size_steps: int = number(
        "Sizes you are larger",
        *SIZES,
        0,
        help="Of your weapon, to hit a weapon; below 0 if the foe's side is larger.",
        rule="OBSS-TRIPA-1",
        signed=True,
        group="Size and dice",
    )
    dice: int = dice("Dice of the save", group="Size and dice")


def by_last_roll(action: str) -> bool:
    """Whether the DC is the attacker's last attack roll."""
    return bool(ACTIONS.row(action)["dc"] == "")


def _check(a: Resisting) -> None:
    if by_last_roll(a.action) and a.last_attack_roll is None:
        text = f"{ACTIONS.row(a.action)['label']} goes by your last Attack Roll: give its total."
        raise InvalidInput("last_attack_roll", MISSING_FIELD, None, text)


def dc_modifiers(a: Resisting) -> tuple[Modifier, ...]:
    """The parts of the DC."""
    row = ACTIONS.row(a.action)
    start = a.last_attack_roll or 0 if by_last_roll(a.action) else row["dc"]
    label = "Last Attack Roll" if by_last_roll(a.action) else "DC"
    return (Modifier(label, start, row["rule"]), *if_any("Size", a.size_steps * row["size_step"], row["rule"]))


def save_of(action: str) -> str:
    """The name of the save."""
    return str(SAVES.row(ACTIONS.row(action)["save"])["label"])


class Resisted(NamedTuple):
    """The state: whether the save succeeds, and the roll of an effect that follows anyway."""

    holds: bool = False
    rolled: int = 0


def resisting(a: Resisting) -> Procedure[Resisted]:
    """The save and its consequence."""
    row, dc = ACTIONS.row(a.action), total(dc_modifiers(a))

    def saved(s: Resisted, grade: Grade) -> Resisted:
        return s._replace(holds=grade.success)

    steps: list[Step[Resisted]] = [
        note(f"{row['label']}: the DC", row["rule"], dc_modifiers(a), also=("EXT-05",)),
        check_step(
            f"{save_of(a.action)} against DC {dc}",
            Check(dc - a.save_mod, a.dice),
            saved,
            rule="EXT-13",
            added=if_any(save_of(a.action), a.save_mod, "EXT-13"),
        ),
        note(row["fails"], row["rule"], when=lambda s: not s.holds),
    ]
    if held := parse_dice(row["holds_dice"]):
        rolled: Step[Resisted] = throw(
            f"{row['holds']}, {held}",
            held.die(),
            lambda s, n: s._replace(rolled=n),
            rule=row["rule"],
            when=lambda s: s.holds,
            adds=(),
            tell=lambda n, s: counted(n, row["holds_unit"]),
        )
        steps.append(rolled)
    return Procedure(Resisted(), tuple(steps), lambda s: _outcome(a, s))


def _outcome(a: Resisting, s: Resisted) -> str:
    row = ACTIONS.row(a.action)
    if not s.holds:
        return str(row["fails"])
    return f"{row['holds']}, {counted(s.rolled, row['holds_unit'])}" if s.rolled else str(row["holds"])


def _values(a: Resisting) -> dict[str, Any]:
    end = resisting(a).odds()
    order = sorted(end.weights)
    return {
        "p_effect": end.p(lambda s: not s.holds),
        "p_holds": end.p(lambda s: s.holds),
        "dc": total(dc_modifiers(a)),
        "save": ACTIONS.row(a.action)["save"],
        "does": ACTIONS.row(a.action)["does"],
        "results": {_outcome(a, s): end.p(lambda one, s=s: one == s) for s in order},  # type: ignore[misc]
    }


CRIT_ACTION_SAVE = Calculator(
    id="obss.crit_action_save",
    title="Save against a Critical Action",
    summary="An optional rule: how likely a foe is to lose its weapon, its feet or its sight to a Critical Action.",
    inputs=Resisting,
    outputs=(
        out.percent("p_effect", "takes full effect", rule="EXT-13", headline=True),
        out.percent("p_holds", "the save holds", rule="EXT-13", headline=True),
        out.figure("dc", "is the DC", rule="EXT-05", headline=True),
        out.word("save", "Save", SAVES.options(), rule="EXT-13"),
        out.word("does", "What it does", rule="OBSS-CACT-03"),
        out.distribution("results", "What comes of it", rule="OBSS-CACT-03"),
    ),
    compute=_values,
    check=_check,
    rolls=(RollOption("save", "The save", resisting),),
    also=(*CHECK_DICE_RULES, *(option.rule for option in RESISTED)),
    start={"action": "trip_trip", "save_mod": 4, "size_steps": 1},
)
