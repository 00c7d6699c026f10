"""The round planner: every plan for a round side by side, the best first, with its cost in Defense.

"Multiple attacks", "Charge", "Power Attack" and "Combat Mastery, defensive options, precise strike, aiming". Plans
share the odds of equal strikes (`strike_odds.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import Option
from ....engine.procedure import Modifier, Procedure, Step
from ..attack.attack import refuse_impossible
from ..attack.attack_roll import mean_criticals
from ..attack.full_round import FULL_ROUND_RULES
from ..attack.several_strikes import Round, all_top, p_any_hit, p_drop, refuse_long_sums, round_of, total_damage
from ..attack.strike_odds import Strike, open_ended
from ..modifiers.circumstances import CIRCUMSTANCE_RULES
from ..modifiers.sequence import SEQUENCE_RULES
from ..weapons.weapon import refuse_wrong_ed
from .declared import Stance, defenses, masteries, movements, power_attacks, trades
from .round_inputs import Planned
from .round_plans import (
    CHARGES,
    LOW_LEVEL_PAIR,
    PLAN_WORDS,
    PLANS,
    PRECISE,
    PRECISE_FIRST,
    PRECISE_LAST,
    deciding_bonus,
    plans,
    strike_of,
    swing_modifiers,
    target_defense,
)
from .ways import Way, options, ways


def _check(a: Planned) -> None:
    refuse_wrong_ed(a.weapon, a.ed)
    refuse_impossible(a, a.bonus, a.attack_index)
    longest = max((plan.swings for plan in plans(a, deciding_bonus(a, Stance()), a.actions)), key=len)
    refuse_long_sums([strike_of(a, Stance(), swing) for swing in longest], a.hp)


# Outputs.


def _plan_row(a: Planned, way: Way) -> dict[str, Any]:
    """The row of a plan; the chance to drop needs hit points."""
    row = {
        "plan": way.plan.id,
        "actions": way.actions,
        "expected_damage": way.mean,
        "per_action": way.mean / way.actions,
        "p_any_hit": p_any_hit(way.strikes),
    }
    return row if a.hp is None else {**row, "p_drop": p_drop(way.strikes, a.hp)}


def _option_row(a: Planned, way: Way, top: int) -> dict[str, Any]:
    dealt = total_damage(way.strikes, top) if way.strikes else _NO_DAMAGE
    return {
        "option": way.label,
        "actions": way.actions,
        "damage": way.mean,
        "p_drop": dealt.p(lambda n: n >= top) if a.hp is not None else None,  # the chart ends at the hit points
        "p_any_hit": p_any_hit(way.strikes),
        "crits": sum((mean_criticals(s.attack) for s in way.strikes), Fraction(0)),
        "defense": way.defense,
        "dealt": open_ended(dealt, top),
    }


_NO_DAMAGE = Dist({0: 1})


def _values(a: Planned) -> dict[str, Any]:
    ranked, declared = ways(a, Stance()), options(a)
    top = max(all_top(way.strikes, a.hp) for way in ranked)
    rows = [_option_row(a, way, top) for way in declared]
    return {
        "most": declared[0].priced,
        "most_damage": rows[0]["damage"],
        "most_p_drop": rows[0]["p_drop"],
        "most_p_any_hit": rows[0]["p_any_hit"],
        "most_defense": rows[0]["defense"],
        "best": ranked[0].plan.id,
        "options": rows,
        "plans": [_plan_row(a, way) for way in ranked],
    }


# Explanation and rolls.


def played(a: Planned, way: Way) -> Procedure[Round]:
    """A plan, attack by attack."""
    strikes = (
        (f"{_swing_label(index, s)} against Defense {target_defense(a)}", s, swing_modifiers(a, way.stance, swing))
        for index, (swing, s) in enumerate(zip(way.plan.swings, way.strikes, strict=True), 1)
    )
    return round_of(strikes, a.hp, "OBSS-MULT-05")


def _swing_label(index: int, s: Strike) -> str:
    dice = f"{max(0, s.attack.check.dice)}d6" + (f" and {s.attack.check.d4}d4" if s.attack.check.d4 else "")
    return f"Attack {index}, {dice}"


def explanation(a: Planned) -> Procedure[Round]:
    """The best plan, attack by attack, then every declaration."""
    steps = played(a, options(a)[0])
    declared = (*power_attacks(a), *masteries(a), *trades(a), *defenses(a), *movements(a))
    apart = [_stance_explanation(stance) for stance in declared]
    if apart:
        apart[0] = replace(apart[0], starts_new_explanation=True)
    decides = "What most likely drops the target comes first" if a.hp is not None else "Most damage comes first"
    ranking = note(decides, "OBSS-MULT-05", also=("OBSS-HIT-02", "OBSS-LIFE-02"))
    return replace(steps, steps=(*steps.steps, ranking, *apart))


def _stance_explanation(stance: Stance) -> Step[Any]:
    change = (
        *stance.attack,
        *((Modifier("Damage", stance.damage, stance.rule),) if stance.damage else ()),
        *((Modifier("Your Defense", stance.defense, stance.rule),) if stance.defense else ()),
    )
    changes = ", ".join(f"{m.label if m not in stance.attack else 'attack'} {m.value:+d}" for m in change)
    return note(f"{stance.label}: {changes}" if changes else stance.label, stance.rule, also=("OBSS-MAST-03",))


def _rolled(plan_id: str) -> Callable[[Planned], Procedure[Round]]:
    def roll(a: Planned) -> Procedure[Round]:
        found = options(a)[:1] if plan_id == MOST else [w for w in ways(a, Stance()) if w.plan.id == plan_id]
        if not found:
            raise not_allowed(
                "actions", a.actions, f"{PLAN_WORDS[plan_id]}: this bonus and this round do not allow it."
            )
        return played(a, found[0])

    return roll


MOST = "most"
ROLLED = (
    Option(MOST, "What does best"),
    *(
        option
        for option in PLANS
        if option.id
        in ("attacks_x1", "attacks_x2", "attacks_x3", LOW_LEVEL_PAIR, PRECISE, PRECISE_FIRST, PRECISE_LAST, *CHARGES)
    ),
)


def _columns() -> tuple[Output, ...]:
    return (
        out.word("option", "Option"),
        out.percent("p_drop", "Drops"),
        out.figure("damage", "Damage"),
        out.figure("defense", "Your Defense", signed=True),
        out.percent("p_any_hit", "Hits"),
        out.figure("actions", "Actions"),
        out.figure("crits", "Criticals"),
        out.distribution("dealt", "All damage", unit="damage"),
    )


PLAN_RULES = (
    "OBSS-ACTT-01",
    "OBSS-ACTT-02",
    "OBSS-ACTT-03",
    "OBSS-ACTT-29",
    "OBSS-ACTT-30",
    "OBSS-ACTT-32",
    "OBSS-CHG-06",
    "OBSS-HIT-09",
    "OBSS-HIT-11",
    "OBSS-POW-01",
    *(f"OBSS-MAST-{row:02}" for row in range(1, 6)),
    "OBSS-ACT-15",
    "OBSS-PRON-01",
    "OBSS-LONG-03",
    *CIRCUMSTANCE_RULES,
)

ROUND_PLANNER = Calculator(
    id="obss.round_planner",
    title="My round",
    summary="The best use of your Actions against this foe, and what each option costs in Defense.",
    inputs=Planned,
    outputs=(
        out.word("most", "does best", rule="OBSS-MULT-05", headline=True),
        out.percent("most_p_drop", "drops the target", rule="OBSS-LIFE-02", headline=True),
        out.figure("most_damage", "damage", rule="OBSS-HIT-02", unit="on average", headline=True),
        out.percent("most_p_any_hit", "It hits at all", rule="OBSS-HIT-01"),
        out.figure("most_defense", "It changes your Defense by", rule="OBSS-MAST-03", signed=True),
        out.word("best", "Best with nothing declared", PLANS, rule="OBSS-MULT-05"),
        out.rows("options", "Your options, the best first", _columns(), rule="OBSS-MAST-03"),
        api_only(
            out.rows(
                "plans",
                "Plans",
                (
                    out.word("plan", "Plan", PLANS),
                    out.figure("actions", "Actions"),
                    out.figure("expected_damage", "Damage"),
                    out.figure("per_action", "For each Action"),
                    out.percent("p_any_hit", "Hits"),
                    out.percent("p_drop", "Drops"),  # left out of the rows where no hit points are given
                ),
                rule="OBSS-MULT-05",
            )
        ),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(*FULL_ROUND_RULES, *SEQUENCE_RULES, *PLAN_RULES),
    start={
        "bonus": 10,
        "defense": 17,
        "weapon": "1d10",
        "ed": 9,
        "damage_bonus": 4,
        "hp": 25,
        "charge_possible": True,
        "wp": 6,
        "ability": 3,
    },
    rolls=tuple(RollOption(option.id, option.label, _rolled(option.id)) for option in ROLLED),
)
