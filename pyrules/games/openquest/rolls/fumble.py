"""Fumbles: what goes wrong, and the damage to yourself or a friend.

"Criticals and Fumbles": OQ-FUM-01 to OQ-FUM-03. The Referee chooses; rolling for it is a table rule.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import d
from ....engine.dice_text import DiceSum, SignedDice
from ....engine.explain import note
from ....engine.inputs import RULING, TABLE_RULES_GROUP, Option, choice, number
from ....engine.procedure import Procedure, Step, throw
from ..tables import FACTS
from .damage import HIT_POINTS, Harm, damage, damage_modifier, damage_step, hit_die
from .results import HIT_ROLLED
from .weapons import fillings

EXAMPLES = FACTS.table("fumbles")
FUMBLES = EXAMPLES.options()
WOUND = FUMBLES[0].id
LIST, UNIFORM = "list", "uniform_d4"
PICKS = (
    Option(LIST, "The Referee", "OQ-FUM-02"),
    Option(UNIFORM, f"1d{len(FUMBLES)}", "OQ-FUM-02"),
)


@dataclass(frozen=True, kw_only=True)
class Fumble:
    """The fumbler's weapon, and the possible victim."""

    damage: DiceSum = damage(presets=fillings("melee", "shield"))
    damage_mod: SignedDice = damage_modifier()
    victim_hp: int | None = number(
        "Victim's hit points",
        *HIT_POINTS,
        None,
        help="Of whoever is hit, you or a friend; empty if you do not know.",
        rule="OQ-FUM-03",
        nullable=True,
        empty="unknown",
    )
    pick: str = choice(
        "Who chooses",
        PICKS,
        LIST,
        help="The book leaves it to the Referee.",
        rule="OQ-FUM-02",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )


def harm(a: Fumble) -> Harm:
    """The weapon's damage, without armor."""
    return Harm(a.damage, a.damage_mod)


class Fumbled(NamedTuple):
    """What went wrong, and the damage of a wound."""

    what: str = WOUND
    damage: int = 0


def wound(a: Fumble) -> Step[Fumbled]:
    """The damage to yourself or a friend (OQ-FUM-03)."""
    step: Step[Fumbled] = damage_step(
        harm(a), HIT_ROLLED, lambda s, n: s._replace(damage=n), when=lambda s: s.what == WOUND
    )
    return replace(step, label=f"Yourself or a friend, armor does not count: {harm(a)}", rule="OQ-FUM-03")


def fumble(a: Fumble) -> Procedure[Fumbled]:
    """What goes wrong, if the table rolls for it, and the wound."""
    words = {option.id: option.label for option in FUMBLES}
    pick = throw(
        f"Which fumble, 1d{len(FUMBLES)}",
        d(len(FUMBLES)).map(lambda n: FUMBLES[n - 1].id),
        lambda s, what: s._replace(what=what),
        rule="OQ-FUM-02",
        tell=lambda what, s: words[what].lower(),
    )
    return Procedure(Fumbled(), ((pick,) if a.pick == UNIFORM else ()) + (wound(a),), lambda s: words[s.what])


def explanation(a: Fumble) -> Procedure[Fumbled]:
    """The wound, and who chooses what goes wrong."""
    chooser = "A table rule rolls for it" if a.pick == UNIFORM else "The Referee chooses, by the situation"
    return fumble(a).explained(replace(note(chooser, "OQ-FUM-02"), starts_new_explanation=True))


def _values(a: Fumble) -> dict[str, Any]:
    die = hit_die(harm(a), HIT_ROLLED)
    hp = a.victim_hp
    p_drop = None if hp is None else die.p(lambda n: n >= hp)
    each = Fraction(1, len(FUMBLES)) if a.pick == UNIFORM else None
    return {
        "options": [option.id for option in FUMBLES],
        "weights": None if each is None else [each for _ in FUMBLES],
        "damage": out.text_keys(die.probabilities()),
        "mean": die.mean(lambda n: n),
        "p_drop": p_drop,
        "p_drop_overall": None if p_drop is None or each is None else p_drop * each,
        "fumbles": [{"what": row["id"], "does": row["does"], "chance": each} for row in EXAMPLES.rows],
    }


FUMBLE_EXAMPLES = Calculator(
    id="openquest.fumble",
    title="Fumble",
    summary="What may go wrong, and how badly you can hurt yourself or a friend.",
    inputs=Fumble,
    outputs=(
        out.figure("mean", "damage", rule="OQ-FUM-03", unit="on average", headline=True),
        out.percent("p_drop", "drops the victim", rule="OQ-FUM-03", headline=True),
        out.percent("p_drop_overall", "Drops somebody, all fumbles together", rule="OQ-FUM-03"),
        out.rows(
            "fumbles",
            "What may happen",
            (out.word("what", "Such as", FUMBLES), out.word("does", "Then"), out.percent("chance", "If rolled")),
            rule="OQ-FUM-02",
        ),
        out.distribution("damage", "Damage", rule="OQ-FUM-03", unit="damage"),
        api_only(out.listing("options", "Fumbles", FUMBLES)),
        api_only(out.curve("weights", "Chance of each", unit="Fumble")),
    ),
    compute=_values,
    also=("OQ-FUM-01", *(f"OQ-FUM-{row:02}" for row in range(2, 7)), "OQ-CC-05"),
    start={"damage": "1d8", "damage_mod": "+1d4", "victim_hp": 9},
    rolls=(RollOption("fumble", "Roll it", fumble),),
    explain=explanation,
)
