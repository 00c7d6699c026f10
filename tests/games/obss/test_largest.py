"""The work of the largest inputs of every calculator is bounded: counted, not timed.

Of those worked out by hand the usual run asks the last of each calculator, the long run all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import pyrules
from pyrules.engine import inputs as fields
from pyrules.engine.dice import Dist
from pyrules.engine.errors import InvalidInput, UnknownName
from tests.extent import EXTENT, LONG

MOST_WORK = 8_000_000
"""In machine words that distributions hold."""

MOST_STEPS = 1_000

DICE = "10d20"
REDUCED = {"reduction": 100, "damage_bonus": 60}
STRONG = {"bonus": 100, "defense": 100, "wp": 40, "ability": 20, "actions": 4, "charge_possible": True}
ATTACKS = [{"modifier": 100 - n, "weapon": DICE, "damage_bonus": 60, "dice": 12, "extra_crits": 10} for n in range(12)]

LARGEST: dict[str, list[dict[str, Any]]] = {
    "round_planner": [
        {**STRONG, "weapon": "1d10", "hp": 100},
        {**STRONG, "weapon": DICE, **REDUCED, "dice": 12, "dynamic_dice": 6, "extra_crits": 10},
        {**STRONG, "weapon": "1d2", "hp": 100, "defense": 0},
        {**STRONG, "bonus": 40, "defense": 30, "weapon": "2d6", "hp": 400, "actions": 3},
    ],
    "full_round": [
        {"attacks": ATTACKS, "defense": 100, "hp": 100},
        {"attacks": ATTACKS, "defense": 100, "reduction": 100},
        {"attacks": ATTACKS[:6], "defense": 100, "hp": 250},
    ],
    "strike": [
        {"modifier": 100, "defense": 0, "weapon": DICE, "dice": 12, **REDUCED, "at_least": [1000] * 10},
        {"modifier": 0, "defense": 100, "weapon": "10d2", "dice": 12, "d4": 2, "extra_crits": 10, "at_least": [1000]},
    ],
    "damage": [{"weapon": DICE, "crits": 60, "bonus": 60, "at_least": [1000] * 10}],
    "coup_de_grace": [{"weapon": DICE, "hp": 1000, "target_con": 20, "extra_crits": 10}],
    "charge": [{"distance": 400, "speed": 200, "bonus": 100, "target_defense": 100, "actions": 4, "dice": 12}],
    "two_weapon": [
        {"bonus": 100, "strength": 30, "target_defense": 100, "weapon": DICE, "secondary_weapon": DICE},
    ],
    "maneuver": [
        {"kind": "push", "attacker_mod": 50, "defender_mod": -50, "dice": 12, "mode": "rolled", "speed": 200},
        {
            "kind": "move_through",
            "attacker_mod": 50,
            "defender_mod": 0,
            "dice": 12,
            "mode": "rolled",
            "enemies": [50] * 12,
            "pass_checks": "each_creature",
        },
    ],
    "initiative": [
        {"combatants": [{"name": str(n), "modifier": n, "ability": n, "dice": 12} for n in range(12)]},
    ],
    "turn_tracker": [
        {
            "combatants": [{"name": str(n), "initiative": n, "ability": 0} for n in range(30)],
            "events": [{"do": "next"}, {"do": "attack"}, {"do": "dash"}] * 100,
        },
    ],
    "hp_tracker": [{"hp": 1000, "max_hp": 1000, "events": [{"type": "damage", "n": 10}] * 100}],
    "weapon_maneuver_odds": [{"attacks": [{"modifier": n, "dice": 12} for n in range(6)], "defense": 100, "wp": 40}],
    "stabilise": [{"hp": -1, "con": 20, "first_aid": -50, "dice": 12}],
    "luck_trade": [{"wp": 40, "ability": 20, "other_bonus": 60, "defense": 100, "weapon": DICE, "dice": 12}],
    "stance": [{"wp": 40, "power_attack": 5, "mastery_defense": 10, "prepare": True, "total_defense": True}],
    "weapon_maneuvers": [{"wp": 40, "totals": [15] * 2, "hits": [False] * 2, "critical_failures": [True] * 2}],
    "splash": [{"modifier": 100, "defense": 100, "dice": 12, "radius": 40}],
}


def highest(declared: fields.Input, rank: int) -> Any:
    """The largest value of an input; `rank` tells the elements of a list apart."""
    match declared:
        case fields.Number():
            return declared.high
        case fields.Choice():
            return declared.options[-1].id
        case fields.Pick():
            return int(declared.options[-1].id)
        case fields.Toggle():
            return True
        case fields.Text():
            return str(rank)
        case fields.DiceText():
            return DICE
        case fields.ListInput():
            return [] if declared.unique else [highest(declared.element, n) for n in range(declared.most)]
        case fields.RecordInput():
            return {field.name: highest(field.input, rank) for field in fields.input_fields(declared.of)}
    raise NotImplementedError(type(declared))


def accepted(slug: str) -> Iterator[Any]:
    """The largest inputs that a calculator takes: by hand, or each at its highest, less what is refused."""
    calculator = pyrules.calculator(f"obss.{slug}")
    for raw in LARGEST.get(slug, ())[-1 if EXTENT != LONG else 0 :]:
        yield calculator.parse(raw)
    if slug in LARGEST:
        return
    raw = {field.name: highest(field.input, 0) for field in fields.input_fields(calculator.inputs)}
    for _ in range(2 * len(raw)):
        try:
            yield calculator.parse(raw)
        except InvalidInput as refused:
            name = refused.field.partition(".")[0]
            raw.pop(name, None)
            if name in calculator.start:
                raw[name] = calculator.start[name]
        else:
            return


@pytest.mark.usual
@pytest.mark.parametrize("slug", [calculator.slug for calculator in pyrules.game("obss").calculators])
def test_the_largest_inputs_are_answered_in_time(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held = 0
    begin = Dist.__init__

    def counting(self: Dist[Any], weights: Any) -> None:
        nonlocal held
        begin(self, weights)
        held += len(self.weights) * (1 + self.total.bit_length() // 64)

    monkeypatch.setattr(Dist, "__init__", counting)
    calculator, taken = pyrules.calculator(f"obss.{slug}"), list(accepted(slug))
    assert taken, "no input is large"
    for inputs in taken:
        held = 0
        pyrules.wire(calculator.answer(inputs).values)
        assert len(calculator.steps(inputs)) <= MOST_STEPS
        for throw in calculator.rolls:
            try:
                throw.procedure(inputs).roll(lambda sides: 1)
            except (InvalidInput, UnknownName):
                continue
        assert held <= MOST_WORK


@pytest.mark.parametrize(("slug", "raw"), [("round_planner", {**STRONG, "weapon": DICE}), ("full_round", {})])
def test_hit_points_that_take_too_long_are_refused_in_a_sentence_that_names_the_bound(
    slug: str, raw: dict[str, Any]
) -> None:
    raw = raw or {"attacks": ATTACKS, "defense": 100}
    with pytest.raises(InvalidInput) as refused:
        pyrules.calculator(f"obss.{slug}").parse({**raw, "hp": 400})
    assert (refused.value.field, refused.value.code) == ("hp", "out_of_range")
    highest_hp = int(refused.value.text.partition("at most ")[2].partition(" ")[0])
    pyrules.calculator(f"obss.{slug}").parse({**raw, "hp": highest_hp})
    assert refused.value.text.endswith(f"{DICE}; got 400.")
