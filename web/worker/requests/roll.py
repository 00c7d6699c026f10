"""One roll of a procedure, with fair dice or with the faces that a player typed, and its description.

A request of typed faces is answered with the die that is due next (`needs`) until there are enough of them, so a page
asks for one after another and a chain may be as long as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pyrules
from pyrules.engine.answer import roll_values
from pyrules.engine.calculator import Calculator, RollOption
from pyrules.engine.dice import Face
from pyrules.engine.errors import BAD_FACE, BAD_TYPE, InvalidInput, NeedsFace
from pyrules.engine.formatting import percent
from pyrules.engine.inputs import abbreviate, input_fields
from pyrules.engine.procedure import Roll

from .. import links, table_rules
from ..question import Question
from ..render import views
from ..render.dice import drawn

Response = dict[str, Any]


def respond(question: Question) -> Response:
    """One roll of the `option` asked for, by the `faces` typed or by chance."""
    calculator, inputs, request = question.calculator, question.inputs, question.request
    option, typed = request.get("option"), request.get("faces")
    if option is not None and not isinstance(option, str):
        raise InvalidInput("option", BAD_TYPE, option, "What to roll is named by a text, or left out.")
    throw = calculator.roll_option(option)
    procedure = throw.procedure(inputs)
    if typed is None:
        roll = procedure.roll(chance())
    else:
        source = Typed(typed)
        try:
            roll = procedure.roll(source)
        except NeedsFace as needs:
            return due(source, needs)
        source.refuse_surplus()
    several = len(calculator.rolls) > 1
    return {
        "ok": True,
        "values": roll_values(roll),
        "change": links.sheet_change(calculator, throw.sheet_change(inputs, roll.end)),
        "html": _html(roll, throw.label if several else "", _next(calculator, inputs, roll, request)),
        "line": f"{calculator.title}: {roll.outcome}, {likely(roll.chance)}",
        "entry": {
            "calculator": calculator.id,
            "title": calculator.title,
            "option": throw.label if several else "",
            "outcome": roll.outcome,
            "odds": likely(roll.chance),
            "faces": [list(face) for step in roll.steps for face in step.faces],
            "typed": typed is not None,
            # An empty link would mean the page's example, and a rule left out the table's, whatever these are by then.
            "link": links.spelled(calculator, inputs, calculator.table_rules),
        },
    }


def closed(calculator: Calculator[Any], inputs: Any) -> dict[str, str]:
    """What cannot be rolled with these inputs, and why; only where there is a choice of rolls."""
    if len(calculator.rolls) < 2:
        return {}
    refusals = ((throw.option, _refusal(throw, inputs)) for throw in calculator.rolls)
    return {option: why for option, why in refusals if why}


def _refusal(throw: RollOption[Any], inputs: Any) -> str:
    try:
        throw.procedure(inputs)
    except InvalidInput as refused:
        return refused.text
    return ""


# Where faces come from


def chance() -> Callable[[int], int]:
    """Honest faces: in the browser, `secrets` draws each from the browser's own crypto source and keeps no state."""
    import secrets  # only a roll needs it, and it is slow to import

    return lambda sides: 1 + secrets.randbelow(sides)


class Typed:
    """Faces as somebody typed them, each checked when its die is due; `used` are those taken so far."""

    def __init__(self, typed: object) -> None:
        if not isinstance(typed, list):
            raise InvalidInput("faces", BAD_FACE, typed, "The faces of a roll are a list of whole numbers.")
        self._typed: list[Any] = typed
        self.used: list[Face] = []

    def __call__(self, sides: int) -> int:
        if len(self.used) == len(self._typed):
            raise NeedsFace(sides)
        value = self._typed[len(self.used)]
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= sides:
            text = f"A d{sides} shows a whole number from 1 to {sides}; got {abbreviate(value)}."
            raise InvalidInput("faces", BAD_FACE, value, text)
        self.used.append(Face(sides, value))
        return value

    def refuse_surplus(self) -> None:
        """Nothing that was typed is passed over in silence."""
        if len(self._typed) > len(self.used):
            dice = "1 die" if len(self.used) == 1 else f"{len(self.used)} dice"
            text = f"This roll takes {dice}; got {len(self._typed)} faces."
            raise InvalidInput("faces", BAD_FACE, len(self._typed), text)


def due(source: Typed, needs: NeedsFace) -> Response:
    """The reply to faces that have run out: which die is due, and those there are, drawn.

    The label leaves out the die where that is all it says of dice, and counts the dice of one step as far as they are
    certain: "Damage, die 2 of 3".
    """
    problem = {"field": "faces", "code": "needs_face", "value": None, "text": str(needs)}
    at = needs.before + 1
    of = at + needs.after
    is_alone = of == 1 and not needs.more
    label = re.sub(rf"[:,] 1?d{needs.sides}(?=,| against |$)", "", needs.label) if is_alone else needs.label
    count = f", die {at} of {of}{' or more' if needs.more else ''}" if of > 1 else ""
    return {
        "ok": False,
        "problems": [problem],
        "needs": {"sides": needs.sides, "label": f"{label}{count}"},
        "html": views.macros("dice.html").so_far([drawn(face) for face in source.used]),
    }


# The telling


def _next(calculator: Calculator[Any], inputs: Any, roll: Roll, request: Mapping[str, Any]) -> Response | None:
    """The next step after a roll: its calculator, filled from this roll and these inputs. None where there is none.

    There is none either where the other calculator refuses a value, such as one out of its range.
    """
    follow = calculator.follow_up
    values = follow.values(inputs, roll) if follow else None
    if follow is None or values is None:
        return None
    other = pyrules.calculator(f"{calculator.game_id}.{follow.calculator}")
    kinds = {slot.name: slot.input for slot in input_fields(calculator.inputs)}
    held = {name: (kinds[name], getattr(inputs, name)) for name in links.shared_names(calculator, other)}
    shared = {name: None if value is None else kind.to_json(value) for name, (kind, value) in held.items()}
    table = table_rules.asked(other, request).values
    try:
        filled = other.parse({**other.start, **shared, **values}, table)
    except InvalidInput:
        return None
    return {
        "slug": other.slug,
        "label": follow.label,
        "link": links.spelled(other, filled, table),
        "own": " ".join(values),
    }


def _html(roll: Roll, option: str, following: Response | None) -> str:
    steps = [{"step": step, "sum": step.sum_text, "dice": [drawn(face) for face in step.faces]} for step in roll.steps]
    return views.template("roll.html").render(
        roll=roll, option=option, odds=likely(roll.chance), steps=steps, next=following
    )


def likely(p: Fraction) -> str:
    """How likely an outcome was, as a part of a sentence: "an 8 % outcome"."""
    if p == 1:
        return "a certain outcome"
    number = percent(p)
    if number.startswith("<"):
        return f"an outcome of less than {number[1:]} %"
    if number.startswith(">"):
        return f"an outcome of more than {number[1:]} %"
    whole = number.partition(".")[0]
    article = "an" if whole.startswith("8") or whole in ("11", "18") else "a"
    return f"{article} {number} % outcome"
