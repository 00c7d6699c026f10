"""The lasting effects of Critical Actions and weapon maneuvers.

"Optional - Critical Hit Actions" and "Optional - List of Weapon Maneuvers". Only effects with a duration stand here.
"""

from __future__ import annotations

from typing import Any

from ....engine.errors import MISSING_FIELD, OUT_OF_RANGE, InvalidInput, not_allowed
from ....engine.fight.state import Held
from ....engine.inputs import choice
from ..tables import FACTS
from .turn_state import ROUNDS, TIMED, lasting

PRICES = FACTS.table("critical_actions")
CRITICAL_ACTION, WEAPON_MANEUVER, TAKES_HOLD = "critical_action", "weapon_maneuver", "takes_hold"
BRINGERS = (CRITICAL_ACTION, WEAPON_MANEUVER, TAKES_HOLD)
"""The events that can bring a lasting effect."""

YOU, HOLDER = "you", "holder"
MOST_ABILITY = 20
"""The limit of an ability's modifier, which Advanced Feint counts."""


def timed_effect() -> Any:
    """The optional input `effect`: a lasting effect, by its id in the table."""
    return choice(
        "What lasts",
        TIMED.options(),
        None,
        help="What a Critical Action or a weapon maneuver leaves behind for a while.",
        rule="OBSS-CACT-06",
        nullable=True,
        only_for={"do": BRINGERS},
    )


def effect_of(effect_id: str, by: str, holder: str, since: int, number: int | None) -> Held:
    """The effect that begins in round `since`; `number` is its rounds, or how often it counts."""
    row = TIMED.row(effect_id)
    return lasting(row, holder, holder if row["whose"] == HOLDER else by, since, number or 1)


def takes_number(effect_id: str | None) -> bool:
    """Whether this effect needs a number: of rounds, or of how often it counts."""
    row = TIMED.find("id", effect_id)
    return row is not None and (row["until"] == ROUNDS or bool(row["each"]))


def most(row: dict[str, Any]) -> int:
    """The highest number of an effect: the rounds of its die, or how often the full bank pays for it (OBSS-CACT-05)."""
    if row["until"] == ROUNDS:
        return int(row["most"])
    if row["set_by"] == CRITICAL_ACTION:
        return FACTS.number("bank_limit") // int(PRICES.row(row["id"])["cost"])
    return MOST_ABILITY


def refuse_wrong_effect(do: str, effect_id: str | None, on: str | None, number: int | None, at: str) -> None:
    """Refuses an effect that this event does not bring, and missing or extra fields of the effect."""
    if effect_id is None:
        if on is not None:
            raise not_allowed(f"{at}.on", on, "Only an effect that lasts is on somebody: choose what lasts.")
        if do == TAKES_HOLD:
            raise InvalidInput(f"{at}.effect", MISSING_FIELD, None, "Choose what lasts.")
        return
    row = TIMED.row(effect_id)
    if do != TAKES_HOLD and do != row["set_by"]:
        raise not_allowed(f"{at}.effect", effect_id, f'"{row["label"]}" does not come from this event.')
    if row["on"] == YOU and on is not None:
        raise not_allowed(f"{at}.on", on, f'"{row["label"]}" is on whoever brings it: leave the name out.')
    if row["on"] != YOU and on is None:
        raise InvalidInput(f"{at}.on", MISSING_FIELD, None, f'"{row["label"]}" needs the name of the {row["on"]}.')
    if not takes_number(effect_id):
        return
    highest, counted = most(row), "rounds" if row["until"] == ROUNDS else "points"
    if number is None:
        raise InvalidInput(f"{at}.number", MISSING_FIELD, None, f'"{row["label"]}" needs the number of {counted}.')
    if not 1 <= number <= highest:
        text = f'"{row["label"]}" takes a number of {counted} from 1 to {highest}; got {number}.'
        raise InvalidInput(f"{at}.number", OUT_OF_RANGE, number, text)
