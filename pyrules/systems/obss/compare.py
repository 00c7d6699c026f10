"""My round: every way to spend it side by side, the best first, and what each costs in Defense.

"Multiple attacks", "Charge", "Power Attack" and "Combat Mastery, defensive options, precise strike, aiming". All ways
share their attacks: a strike that two of them have in common is worked out once (see mixture).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.answer import Output, unseen
from ...engine.calculator import Calculator, Throw
from ...engine.dice import Dist
from ...engine.errors import not_allowed
from ...engine.fields import Option
from ...engine.procedure import Modifier, Procedure, Step
from ...engine.reasons import reason
from ...engine.wording import figure
from .attack_roll import mean_criticals
from .blows import Round, all_top, expected_damage, p_any_hit, p_drop, refuse_long_sums, round_of, total_damage
from .circumstances import CIRCUMSTANCE_RULES, refuse_circumstances
from .declared import Stance, defenses, masteries, movements, power_attacks, trades
from .facts import FACTS
from .full_round import FULL_ROUND_RULES
from .mixture import Strike, open_ended
from .planned import Planned
from .plans import (
    CHARGES,
    LOW_LEVEL_PAIR,
    NOTHING,
    PLAN_WORDS,
    PLANS,
    PRECISE,
    PRECISE_FIRST,
    PRECISE_LAST,
    Plan,
    lasting_bonus,
    plans,
    strike_of,
    swing_told,
    target_defense,
)
from .sequence import SEQUENCE_RULES
from .weapon import refuse_wrong_ed


class Way(NamedTuple):
    """A plan with what is declared for it, and what it does on average."""

    stance: Stance
    plan: Plan
    strikes: tuple[Strike, ...]
    mean: Fraction

    @property
    def actions(self) -> int:
        """The Actions it takes."""
        return self.stance.actions + self.plan.actions

    @property
    def label(self) -> str:
        """What it is called: the attacks, then what is declared besides."""
        attacks = PLAN_WORDS[self.plan.id]
        if not self.stance.label:
            return attacks
        if not self.plan.swings:
            return self.stance.label
        if self.stance.first:
            return f"{self.stance.label}, then {attacks[0].lower()}{attacks[1:]}"
        return f"{attacks}; {self.stance.label}"

    @property
    def defense(self) -> int:
        """What it changes of your Defense."""
        return self.stance.defense + self.plan.defense

    @property
    def priced(self) -> str:
        """What it is called, with what it changes of your Defense."""
        return f"{self.label} ({figure(self.defense, signed=True)} Defense)" if self.defense else self.label


def ways(a: Planned, stance: Stance) -> list[Way]:
    """Every plan under this stance, best first: by mean damage, then fewer Actions, then by name."""
    left = a.actions - stance.actions
    traded = FACTS.number("luck_points") * stance.traded
    found = []
    for plan in plans(a, lasting_bonus(a, stance), left, traded) if stance.attacks and left else [NOTHING]:
        strikes = tuple(strike_of(a, stance, swing) for swing in plan.swings)
        found.append(Way(stance, plan, strikes, expected_damage(strikes)))
    return sorted(found, key=_best_first)


def _best_first(way: Way) -> tuple[Fraction, int, str]:
    return -way.mean, way.actions, way.plan.id


def options(a: Planned) -> list[Way]:
    """All plans, and the best plan under each stance - of several steps or trades, the best number -, best first.

    Best is what most likely drops the target, where its hit points are known, and then what does most damage.
    """
    declared = [
        *_best(a, power_attacks(a)),
        *(way for stance in masteries(a) for way in ways(a, stance)[:1]),
        *(way for stance in defenses(a) for way in _with_charge(ways(a, stance))),
        *(way for stance in movements(a) for way in _on_foot(ways(a, stance))[:1] if stance.actions < a.actions),
        *_best(a, trades(a)),
    ]
    return sorted((*ways(a, Stance()), *declared), key=lambda way: _decided(a, way))


def _with_charge(found: list[Way]) -> list[Way]:
    """The best way, and a charge where there is one: it leaves an Action to Prepare Defense (OBSS-LONG-03)."""
    return [*found[:1], *(way for way in found[1:] if way.plan.id in CHARGES)]


def _on_foot(found: list[Way]) -> list[Way]:
    """The ways that do not charge: that is a movement of its own."""
    return [way for way in found if way.plan.id not in CHARGES]


def _decided(a: Planned, way: Way) -> tuple[Fraction, Fraction, int, str]:
    """What a player decides by: whether the target drops, then damage, then fewer Actions."""
    drops = p_drop(way.strikes, a.hp) if a.hp is not None and way.strikes else Fraction(0)
    return -drops, *_best_first(way)


def _best(a: Planned, stances: Iterable[Stance]) -> list[Way]:
    return sorted((ways(a, stance)[0] for stance in stances), key=_best_first)[:1]


def _check(a: Planned) -> None:
    refuse_wrong_ed(a.weapon, a.ed)
    refuse_circumstances(a)
    longest = max((plan.swings for plan in plans(a, lasting_bonus(a, Stance()), a.actions)), key=len)
    refuse_long_sums([strike_of(a, Stance(), swing) for swing in longest], a.hp)


# As an answer.


def _plan_row(a: Planned, way: Way) -> dict[str, Any]:
    """A plan as the contract names it; a chance to drop only where there are hit points."""
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
        "p_drop": dealt.p(lambda n: n >= top) if a.hp is not None else None,  # the picture ends at the hit points
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


# Why, and rolled.


def played(a: Planned, way: Way) -> Procedure[Round]:
    """A way to spend the round, attack by attack."""
    told = (
        (f"{_swing_label(index, s)} against Defense {target_defense(a)}", s, swing_told(a, way.stance, swing))
        for index, (swing, s) in enumerate(zip(way.plan.swings, way.strikes, strict=True), 1)
    )
    return round_of(told, a.hp, "OBSS-MULT-05")


def _swing_label(index: int, s: Strike) -> str:
    dice = f"{max(0, s.attack.check.dice)}d6" + (f" and {s.attack.check.d4}d4" if s.attack.check.d4 else "")
    return f"Attack {index}, {dice}"


def told(a: Planned) -> Procedure[Round]:
    """What does best, attack by attack, then what can be declared."""
    steps = played(a, options(a)[0])
    declared = (*power_attacks(a), *masteries(a), *trades(a), *defenses(a), *movements(a))
    apart = [_stance_told(stance) for stance in declared]
    if apart:
        apart[0] = replace(apart[0], anew=True)
    decides = "What most likely drops the target comes first" if a.hp is not None else "Most damage comes first"
    ranking = reason(decides, "OBSS-MULT-05", also=("OBSS-HIT-02", "OBSS-LIFE-02"))
    return replace(steps, steps=(*steps.steps, ranking, *apart))


def _stance_told(stance: Stance) -> Step[Any]:
    change = (
        *stance.attack,
        *((Modifier("Damage", stance.damage, stance.rule),) if stance.damage else ()),
        *((Modifier("Your Defense", stance.defense, stance.rule),) if stance.defense else ()),
    )
    told = ", ".join(f"{m.label if m not in stance.attack else 'attack'} {m.value:+d}" for m in change)
    return reason(f"{stance.label}: {told}" if told else stance.label, stance.rule, also=("OBSS-MAST-03",))


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
    "OBSS-ACT-01",
    "OBSS-ACTT-01",
    "OBSS-ACTT-02",
    "OBSS-ACTT-03",
    "OBSS-ACTT-29",
    "OBSS-ACTT-30",
    "OBSS-ACTT-32",
    "OBSS-CHG-01",
    "OBSS-CHG-06",
    "OBSS-HIT-09",
    "OBSS-HIT-10",
    "OBSS-HIT-11",
    "OBSS-POW-01",
    "OBSS-POW-02",
    *(f"OBSS-MAST-{row:02}" for row in range(1, 6)),
    "OBSS-PREP-01",
    "OBSS-PREP-02",
    "OBSS-TDEF-01",
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
        unseen(
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
    work=_values,
    check=_check,
    explain=told,
    rules=tuple(dict.fromkeys((*FULL_ROUND_RULES, *SEQUENCE_RULES, *PLAN_RULES))),
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
    throws=tuple(Throw(option.id, option.label, _rolled(option.id)) for option in ROLLED),
)
