"""Which option is best against this foe: one table of every way to attack, another of every way to defend.

"Close Combat Attack Options" and "Reactions".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import by, note
from ....engine.formatting import percent
from ....engine.inputs import Option
from ....engine.procedure import Modifier, Procedure, Step
from ..duel.fighters import ACTIONS, ALL_OUT, GREAT, NORMAL
from ..exchange.attack_inputs import Attacks, plain_strike
from ..exchange.exchange import Exchange, exchange
from ..exchange.exchange_answer import EXCHANGE_RULES
from ..rolls.defense import BEST, refuse_missing_skill
from ..rolls.results import NONE
from ..rolls.shields import SHIELD_RULES
from .attack_options import DisarmingAttack, athletic_strike, disarming_attack, disarming_strike, great_strike
from .two_attacks import all_out_strike, explained, explained_all_out
from .ways import (
    ATHLETIC,
    ATTACKS,
    CHARGE,
    DEFENSES,
    DISARM,
    SHIELD_BASH,
    TWO_WEAPONS,
    UNARMED,
    Options,
    attacks,
    defenses,
    like,
    met_by,
    second_strike,
    unarmed_strike,
)

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
        "p_fumble": end.p(lambda x: x.attacker_fumbles),
        "damage": out.text_keys(end.dist(lambda x: x.damage)),
    }


def attack_rows(a: Options) -> list[Row]:
    """Every way to attack, best first; of equals, the first in the order of the table."""
    rows = [{**_row(a, way, odds), "left": _left(way)} for way, odds in attacks(a).items()]
    return sorted(rows, key=lambda row: (-row["p_drop"], -row["mean"]))


def _left(way: str) -> str:
    """The defense that a way to attack leaves its attacker; the ways that are no action of their own leave it all."""
    return str(ACTIONS[way]["reactions"]) if way in ACTIONS else LEFT[0].id


def price(row: Row) -> str:
    """What an option costs the attacker, in the words of the headline."""
    left = "no defense of your own this round" if row["left"] == "none" else "your defense stays"
    return f"{percent(row['p_fumble'])} % you fumble, {left}"


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
        "best_price": price(best),
        "best_mean": best["mean"],
        "attack_options": attacking,
        "best_defence": defending[0]["option"],
        "defense_options": defending,
        "p_disarmed": _disarms(a),
        "attacker": _by_option(attacking, ATTACKS),
        "defender": _by_option(defending, DEFENSES),
    }


# Why, and rolled.


def explanation(a: Options) -> Procedure[Exchange]:
    """The best attack step by step, then what each option changes, and what best means."""
    best = attack_rows(a)[0]["option"]
    steps = (
        *by(_label(best), _explained(a, best).steps),
        note(f"Down at {a.target_hp} or more", "OQ-DAM-05"),
        *_apart(_attacks_explanation(a)),
        note("The best drops the foe most often; of equals, the one with more damage", "OQ-CC-09"),
        *_apart(_defenses_explanation(a)),
        *_apart((note("What gets through the defense knocks it away", "OQ-CC-12", plain_strike(a).modifiers),)),
    )
    return Procedure(Exchange(), steps, str)


def _label(way: str) -> str:
    return next(option.label for option in ATTACKS if option.id == way)


def _explained(a: Options, way: str) -> Procedure[Exchange]:
    """What an option rolls; of two attacks without the sum of their damage, which an explanation does not need."""
    if way == ALL_OUT:
        return explained_all_out(like(Attacks, a))
    return explained(plain_strike(a), second_strike(a)) if way == TWO_WEAPONS else attacks(a)[way]


def _apart(steps: tuple[Step[Any], ...]) -> tuple[Step[Any], ...]:
    """Steps that do not rest on those before."""
    first, *others = steps
    return (replace(first, starts_new_explanation=True), *others)


def _attacks_explanation(a: Options) -> tuple[Step[Any], ...]:
    """What each way to attack does, and its skill."""
    values: dict[str, tuple[Modifier, ...]] = {
        NORMAL: plain_strike(a).modifiers,
        GREAT: great_strike(a).modifiers,
        ALL_OUT: all_out_strike(like(Attacks, a)).modifiers,
        CHARGE: plain_strike(a).modifiers,
        SHIELD_BASH: plain_strike(a).modifiers,
    }
    if a.own_shield != NONE:
        values[TWO_WEAPONS] = second_strike(a).modifiers
    if a.athletics is not None:
        values[ATHLETIC] = athletic_strike(a, a.athletics).modifiers
    if a.unarmed is not None:
        values[UNARMED] = unarmed_strike(a, a.unarmed).modifiers
    options = {option.id: option for option in ATTACKS}
    return tuple(
        note(_does(way), options[way].rule, values[way], also=("OQ-CC-09",)) for way in attacks(a) if way in values
    )


def _does(way: str) -> str:
    """An option and what it does."""
    does = ACTIONS[way]["does"] if way in ACTIONS else OTHER_WAYS[way]
    return f"{_label(way)}: {does}".rstrip(".")


OTHER_WAYS = {
    SHIELD_BASH: "The shield strikes instead of the weapon.",
    TWO_WEAPONS: "A plain attack, then one with the shield at a penalty; no extra parry this round.",
    UNARMED: "A strike with bare hands.",
}


def _defenses_explanation(a: Options) -> tuple[Step[Any], ...]:
    """What each way to defend rolls against a plain attack, and what best means."""
    labels = {option.id: option for option in DEFENSES}
    return (
        *(
            note(
                labels[way].label,
                labels[way].rule,
                defense.reactions[0].modifiers() if defense.reactions else (),
                also=("OQ-DEF-02",),
            )
            for way, defense in defenses(a).items()
        ),
        note("The best is dropped least often; of equals, the one that takes less damage", "OQ-DEF-02"),
    )


CLOSED = {
    GREAT: ("weapon", "A Great Attack needs a sword, an axe or a mace."),
    CHARGE: ("close", "A Charge needs more distance than an arm's length."),
    ATHLETIC: ("stunt", "An Athletic Attack needs Athletics and a move beyond the free move."),
    SHIELD_BASH: ("own_shield", "A shield bash needs a shield of yours."),
    TWO_WEAPONS: ("own_shield", "An attack and a shield bash need a shield of yours."),
    UNARMED: ("unarmed", "An unarmed strike needs your Unarmed Combat."),
}
"""Why a way to attack is not open, and the input that says so."""


def _rolled(way: str) -> Callable[[Options], Procedure[Exchange]]:
    def roll(a: Options) -> Procedure[Exchange]:
        found = attacks(a)
        if way not in found:
            field, text = CLOSED[way]
            raise not_allowed(field, getattr(a, field), text)
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
        out.percent("p_damage", "Hurts through armor"),
        out.percent("p_fumble", "You fumble"),
        out.distribution("damage", "All damage", unit="damage"),
    )


def _record() -> Output:
    columns = (out.percent("p_hit", "Gets through"), out.figure("mean", "Damage"), out.percent("p_drop", "Drops"))
    return out.record("option", "Option", columns)


COMPARE_OPTIONS = Calculator(
    id="openquest.compare_options",
    title="Which attack?",
    summary="The ways to attack this foe side by side, best first, and every way the foe can defend.",
    inputs=Options,
    outputs=(
        out.word("best_attack", "drops the foe most often", ATTACKS, rule="OQ-CC-09", headline=True),
        out.percent("best_p_drop", "drops the foe", rule="OQ-DAM-05", headline=True),
        out.word("best_price", "is its price", rule="OQ-FUM-01", headline=True),
        out.figure("best_mean", "Its damage on average", rule="OQ-DAM-05"),
        out.rows(
            "attack_options",
            "Your options, best first",
            (
                out.word("option", "Option", ATTACKS),
                *_figures(),
                out.word("left", "Your defense", LEFT),
            ),
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
        api_only(out.named("attacker", "Ways to attack", _record())),
        api_only(out.named("defender", "Ways to defend", _record())),
    ),
    compute=_values,
    check=refuse_missing_skill,
    explain=explanation,
    also=("OQ-ACT-05", "OQ-UN-01", *(option.rule for option in (*ATTACKS, *DEFENSES)), *SHIELD_RULES, *EXCHANGE_RULES),
    start={
        "attack": {"base": 60},
        "damage": "1d8",
        "damage_mod": "+1d4",
        "defence": "parry",
        "parry": {"base": 50},
        "dodge": {"base": 40},
        "shield": "medium",
        "athletics": {"base": 45},
        "close": True,
        "stunt": False,
        "own_shield": "medium",
        "unarmed": {"base": 40},
        "target_ap": 3,
        "target_hp": 10,
    },
    rolls=(
        *(RollOption(option.id, option.label, _rolled(option.id)) for option in ATTACKS),
        RollOption(DISARM, ACTIONS[DISARM]["label"], _disarming),
    ),
)
