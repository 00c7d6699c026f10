"""Which option is best against this foe: one table of every way to attack, another of every way to defend.

"Close Combat Attack Options" and "Reactions".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ...engine import answer as out
from ...engine.answer import Output, unseen
from ...engine.calculator import Calculator, Throw
from ...engine.errors import not_allowed
from ...engine.fields import Option
from ...engine.procedure import Modifier, Procedure, Step
from ...engine.reasons import by, reason
from .attack_inputs import Attacks, plain_strike
from .attack_options import DisarmingAttack, athletic_strike, disarming_attack, disarming_strike, great_strike
from .defense import BEST, refuse_missing_skill
from .exchange import Exchange, exchange
from .exchange_answer import rules
from .fighters import ACTIONS, ALL_OUT, GREAT, NORMAL
from .shields import SHIELD_RULES
from .two_attacks import all_out_strike
from .ways import ATHLETIC, ATTACKS, CHARGE, DEFENSES, DISARM, Options, attacks, defenses, like, met_by

LEFT = (Option("all", "as usual"), Option("none", "none this round"))

Row = dict[str, Any]


def _row(a: Options, option: str, way: Procedure[Exchange]) -> Row:
    end = way.odds()
    return {
        "option": option,
        "p_drop": end.p(lambda x: x.damage >= a.target_hp),
        "mean": end.mean(lambda x: x.damage),
        "p_hit": end.p(lambda x: x.hits > 0),
        "p_damage": end.p(lambda x: x.damage > 0),
        "damage": out.text_keys(end.dist(lambda x: x.damage)),
    }


def attack_rows(a: Options) -> list[Row]:
    """Every way to attack, best first; of equals, the first in the order of the table."""
    rows = [{**_row(a, way, odds), "left": ACTIONS[way]["reactions"]} for way, odds in attacks(a).items()]
    return sorted(rows, key=lambda row: (-row["p_drop"], -row["mean"]))


def defense_rows(a: Options) -> list[Row]:
    """Every way to defend against a plain attack, best first; of equals, the first in the order of the table."""
    rows = [_row(a, way, met_by(a, defense)) for way, defense in defenses(a).items()]
    return sorted(rows, key=lambda row: (row["p_drop"], row["mean"]))


def _by_option(rows: list[Row], options: tuple[Option, ...]) -> dict[str, Row]:
    """The same rows by the id of the option, in the order of the table, with what the contract names."""
    held = {row["option"]: row for row in rows}
    return {
        option.id: {name: held[option.id][name] for name in ("p_hit", "mean", "p_drop")}
        for option in options
        if option.id in held
    }


def _disarms(a: Options) -> Fraction | None:
    """The chance that a Disarming Attack works; nobody chooses the best reaction to that one by damage."""
    if a.defence == BEST:
        return None
    return exchange(disarming_strike(like(DisarmingAttack, a))).odds().p(lambda x: x.hits > 0)


def _values(a: Options) -> dict[str, Any]:
    attacking, defending = attack_rows(a), defense_rows(a)
    best = attacking[0]
    return {
        "best_attack": best["option"],
        "best_p_drop": best["p_drop"],
        "best_mean": best["mean"],
        "attack_options": attacking,
        "best_defence": defending[0]["option"],
        "defense_options": defending,
        "p_disarmed": _disarms(a),
        "attacker": _by_option(attacking, ATTACKS),
        "defender": _by_option(defending, DEFENSES),
    }


# Why, and rolled.


def told(a: Options) -> Procedure[Exchange]:
    """The best attack step by step, then what each option changes, and what best means."""
    best = attack_rows(a)[0]["option"]
    steps = (
        *by(ACTIONS[best]["label"], attacks(a)[best].steps),
        reason(f"Down at {a.target_hp} or more", "OQ-DAM-05"),
        *_apart(_attacks_told(a)),
        reason("The best drops the foe most often; of equals, the one with more damage", "OQ-CC-09"),
        *_apart(_defenses_told(a)),
        *_apart((reason("What gets through the defense knocks it away", "OQ-CC-12", plain_strike(a).modifiers),)),
    )
    return Procedure(Exchange(), steps, str)


def _apart(steps: tuple[Step[Any], ...]) -> tuple[Step[Any], ...]:
    """Steps that do not rest on those before."""
    first, *others = steps
    return (replace(first, anew=True), *others)


def _attacks_told(a: Options) -> tuple[Step[Any], ...]:
    """What each way to attack does, and its skill."""
    values: dict[str, tuple[Modifier, ...]] = {
        NORMAL: plain_strike(a).modifiers,
        GREAT: great_strike(a).modifiers,
        ALL_OUT: all_out_strike(like(Attacks, a)).modifiers,
        CHARGE: plain_strike(a).modifiers,
    }
    if a.athletics is not None:
        values[ATHLETIC] = athletic_strike(a, a.athletics).modifiers
    return tuple(
        reason(
            f"{ACTIONS[way]['label']}: {ACTIONS[way]['does']}".rstrip("."),
            ACTIONS[way]["rule"],
            modifiers,
            also=("OQ-CC-09",),
        )
        for way, modifiers in values.items()
    )


def _defenses_told(a: Options) -> tuple[Step[Any], ...]:
    """What each way to defend rolls against a plain attack, and what best means."""
    labels = {option.id: option for option in DEFENSES}
    return (
        *(
            reason(
                labels[way].label,
                labels[way].rule,
                defense.reactions[0].modifiers() if defense.reactions else (),
                also=("OQ-DEF-02",),
            )
            for way, defense in defenses(a).items()
        ),
        reason("The best is dropped least often; of equals, the one that takes less damage", "OQ-DEF-02"),
    )


def _rolled(way: str) -> Callable[[Options], Procedure[Exchange]]:
    def roll(a: Options) -> Procedure[Exchange]:
        found = attacks(a)
        if way not in found:
            raise not_allowed("athletics", None, "An Athletic Attack needs Athletics.")
        return found[way]

    return roll


def _disarming(a: Options) -> Procedure[Exchange]:
    if a.defence == BEST:
        raise not_allowed("defence", a.defence, "For a Disarming Attack, choose Dodge or Parry: no damage tells which.")
    return disarming_attack(like(DisarmingAttack, a))


def _figures() -> tuple[Output, ...]:
    return (
        out.percent("p_drop", "Drops"),
        out.figure("mean", "Damage"),
        out.percent("p_hit", "Gets through"),
        out.percent("p_damage", "Hurts"),
        out.distribution("damage", "All damage", unit="damage"),
    )


def _record() -> Output:
    columns = (out.percent("p_hit", "Gets through"), out.figure("mean", "Damage"), out.percent("p_drop", "Drops"))
    return out.record("option", "Option", columns)


COMPARE_OPTIONS = Calculator(
    id="openquest.compare_options",
    title="Which attack?",
    summary="Every way to attack this foe side by side, best first, and every way the foe can defend.",
    inputs=Options,
    outputs=(
        out.word("best_attack", "is best", ATTACKS, rule="OQ-CC-09", headline=True),
        out.percent("best_p_drop", "drops the foe", rule="OQ-DAM-05", headline=True),
        out.figure("best_mean", "damage", rule="OQ-DAM-05", unit="on average", headline=True),
        out.rows(
            "attack_options",
            "Your options, best first",
            (out.word("option", "Option", ATTACKS), *_figures(), out.word("left", "Your defense", LEFT)),
            rule="OQ-CC-09",
        ),
        out.percent("p_disarmed", "A Disarming Attack works", rule="OQ-CC-12"),
        out.word("best_defence", "The foe's best defense against a plain attack", DEFENSES, rule="OQ-DEF-02"),
        out.rows(
            "defense_options",
            "The foe's defenses against a plain attack, best first",
            (out.word("option", "Defense", DEFENSES), *_figures()),
            rule="OQ-DEF-02",
        ),
        unseen(out.named("attacker", "Ways to attack", _record())),
        unseen(out.named("defender", "Ways to defend", _record())),
    ),
    work=_values,
    check=refuse_missing_skill,
    explain=told,
    rules=rules(
        "OQ-CC-09",
        "OQ-CC-10",
        "OQ-CC-11",
        "OQ-CC-12",
        "OQ-CC-13",
        "OQ-ACT-05",
        "OQ-DEF-02",
        "OQ-SHD-09",
        *(option.rule for option in (*ATTACKS, *DEFENSES)),
        *SHIELD_RULES,
    ),
    start={
        "attack": {"base": 60},
        "damage": "1d8",
        "damage_mod": "+1d4",
        "defence": "parry",
        "parry": {"base": 50},
        "dodge": {"base": 40},
        "shield": "medium",
        "athletics": {"base": 45},
        "target_ap": 3,
        "target_hp": 10,
    },
    throws=(
        *(Throw(option.id, option.label, _rolled(option.id)) for option in ATTACKS),
        Throw(DISARM, ACTIONS[DISARM]["label"], _disarming),
    ),
)
