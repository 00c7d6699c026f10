"""Which attack is best against this defender: every action side by side, and where each of them wins.

"Melee combat actions" and "Ranged combat actions".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import by, note, side_note
from ....engine.inputs import Option
from ....engine.procedure import Procedure, Step, total
from .attack import EXAMPLE
from .best_map import MAP_ACTIONS, best_map
from .blow import BLOW_RULES, blow_procedure, blow_steps, struck_change, values_of
from .defense import DEFENSES
from .strike import ACTIONS, THROW, Action, action_rules
from .two_attacks import DUAL_RULES, Both, DualAttack, both_values
from .two_attacks import explanation as told_both
from .ways import CHOICES, COMPARED, DUAL, DUAL_ROW, SHOTS, Options, blows, dual_of, open_actions, refuse_nothing_open

Row = dict[str, Any]

ACTION, MET_BY = out.word("action", "Action", CHOICES), out.word("defence", "Met by", DEFENSES)
HITS, DAMAGE = out.percent("p_hit", "Hits"), out.figure("expected_damage", "Damage")
DROPS = out.percent("p_drop", "Drops")
RANKED = (ACTION, DAMAGE, HITS, DROPS, out.distribution("damage", "All damage", unit="damage"))
COSTS = (ACTION, out.figure("modifier", "Bonus", signed=True), MET_BY, out.word("does", "What it does"))
PLAIN_ROWS = (ACTION, MET_BY, HITS, out.figure("damage_on_hit", "Damage of a hit"), DAMAGE, DROPS)

# The rows.


def _rows(a: Options) -> list[Row]:
    """Every open action in the order of the table, with all that is told of it."""
    found = [
        values_of(made)
        | {
            "damage": out.text_keys(made.damages().probabilities()),
            "modifier": total(made.strike.total.modifiers),
            "does": _does(made.strike.action),
        }
        for made in blows(a).values()
    ]
    return found if (both := dual_of(a)) is None else [*found, _dual_row(a, both)]


def _dual_row(a: Options, both: DualAttack) -> Row:
    values = both_values(both.odds(), a.defender.health)
    return {
        "action": DUAL,
        "defence": both.first.defence,
        "p_hit": values["p_any_hit"],
        "damage_on_hit": None,
        "expected_damage": values["expected_damage"],
        "p_drop": values["p_drop"],
        "damage": values["damage_dist"],
        "modifier": total(both.first.strike.total.modifiers),
        "does": DUAL_ROW["does"],
    }


def _parts(rows: list[Row], columns: tuple[Output, ...]) -> list[Row]:
    """Of each row what some columns show."""
    return [{column.name: row[column.name] for column in columns} for row in rows]


def _does(action: Action) -> str:
    """What an action does and takes."""
    return f"{action.does} Needs {action.needs}." if action.needs else action.does


def _by_damage(row: Row) -> Any:
    return -row["expected_damage"]


def _by_drop(row: Row) -> Any:
    return -row["p_drop"], -row["expected_damage"]


def _values(a: Options) -> dict[str, Any]:
    rows = _rows(a)
    most, drop = min(rows, key=_by_damage), min(rows, key=_by_drop)  # of equals, the first of the table
    return {
        "best_by_damage": most["action"],
        "most_damage": most["expected_damage"],
        "best_by_drop": drop["action"],
        "most_drop": drop["p_drop"],
        "ranked": _parts(sorted(rows, key=_by_damage), RANKED),
        "map": best_map(a.attacker, a.defender, open_actions(a), defence=a.defence, least=a.min_damage),
        "costs": _parts(rows, COSTS),
        "rows": _parts(rows, PLAIN_ROWS),
    }


# Why, and rolled.


def _explanation(a: Options) -> Procedure[Any]:
    """The best attack step by step, what every other adds, and what best means."""
    rows = _rows(a)
    most, drop = (min(rows, key=key)["action"] for key in (_by_damage, _by_drop))
    others = tuple(
        note(made.strike.action.label, made.strike.action.rule, made.strike.total.modifiers, also=("S2-ATTACK-01",))
        for made in blows(a).values()
    )
    return Procedure(
        Both(),
        (
            *by(_label(most), _steps(a, most)),
            note("The best does the most damage on average; of equals, the first in the table", "S2-ATTACK-04"),
            *side_note(_label(drop), "S2-HEALTH-01", _steps(a, drop)),
            note(f"Down at {a.defender.health} or more; the best drops most often", "S2-HEALTH-01"),
            *_apart(others),
            note("On the map, armor and every defense change; all else stays", "S2-ARMOR-01"),
        ),
        str,
    )


def _label(action: str) -> str:
    return next(option.label for option in CHOICES if option.id == action)


def _apart(steps: tuple[Step[Any], ...]) -> tuple[Step[Any], ...]:
    """Steps that do not rest on those before."""
    first, *others = steps
    return (replace(first, starts_new_explanation=True), *others)


def _steps(a: Options, option: str) -> tuple[Step[Any], ...]:
    if option == DUAL:
        both = dual_of(a)
        assert both is not None  # it is among the rows
        return both.steps()
    return blow_steps(blows(a)[option])


def _rolled(option: str) -> Callable[[Options], Procedure[Any]]:
    def roll(a: Options) -> Procedure[Any]:
        if option == DUAL:
            if (both := dual_of(a)) is None:
                raise not_allowed("off_weapon", None, "A Dual Attack needs a second weapon that reaches.")
            return told_both(both)
        if option not in (found := blows(a)):
            raise not_allowed("attacker.kind", a.attacker.kind, f"{ACTIONS[option].label} is not open here.")
        return blow_procedure(found[option])

    return roll


def _throw(option: Option) -> RollOption[Options]:
    if option.id == DUAL:
        return RollOption(option.id, option.label, _rolled(option.id), lambda end: end.lethal)
    return RollOption(option.id, option.label, _rolled(option.id), change=lambda _, x: struck_change(option.id, x))


OPTIONS = Calculator(
    id="stepdie.options",
    title="Which attack?",
    summary="Every action against one defender, best first, and where each of them beats a plain attack.",
    inputs=Options,
    outputs=(
        out.word("best_by_damage", "does the most damage", CHOICES, rule="S2-ATTACK-04", headline=True),
        out.figure("most_damage", "damage", rule="S2-ATTACK-04", unit="on average", headline=True),
        out.word("best_by_drop", "drops most often", CHOICES, rule="S2-HEALTH-01", headline=True),
        out.percent("most_drop", "That one drops the target", rule="S2-HEALTH-01"),
        out.rows("ranked", "Your actions, best first", RANKED, rule="S2-ATTACK-01"),
        out.squares(
            "map",
            "The most damage by armor and defense, yours in brackets",
            across="Armor",
            down="Defense",
            options=MAP_ACTIONS,
            value=out.figure("damage", "Damage"),
            rule="S2-ARMOR-01",
        ),
        out.rows("costs", "What each action costs", COSTS, rule="S2-ATTACK-01"),
        api_only(out.rows("rows", "Actions in the order of the table", PLAIN_ROWS)),
    ),
    compute=_values,
    check=refuse_nothing_open,
    also=(*action_rules(one.id for one in (*COMPARED, ACTIONS[THROW], *SHOTS)), *DUAL_RULES, *BLOW_RULES),
    start={
        "attacker": EXAMPLE["attacker"],
        "defender": EXAMPLE["defender"] | {"armor_dr": 2, "helmet_dr": 1, "health": 4},
        "off_weapon": {"damage": 2, "heft_die": 4},
        "bow": {"damage": 2, "skill": 2},
    },
    rolls=tuple(_throw(option) for option in CHOICES),
    explain=_explanation,
)
