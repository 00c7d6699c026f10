"""Every attack option against one foe, and every defense of the foe, side by side.

"Close Combat Attack Options" and "Reactions".
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.answer import Output, api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import by, new_explanation, note
from ....engine.procedure import Modifier, Procedure, Step
from ..duel.fighters import ACTIONS, ALL_OUT, GREAT, NORMAL
from ..exchange.attack_inputs import Attacks, plain_strike
from ..exchange.exchange import Exchange, exchange
from ..exchange.exchange_answer import EXCHANGE_RULES
from ..rolls.defense import BEST, refuse_missing_skill
from ..rolls.results import NONE
from ..rolls.shields import SHIELD_RULES
from .attack_options import DisarmingAttack, athletic_strike, disarming_attack, disarming_strike, great_strike
from .option_odds import LEFT, attack_rows, by_option, defense_rows, price
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
    second_strike,
    unarmed_strike,
)


def _disarms(a: Options) -> Fraction | None:
    """The chance that a Disarming Attack works; None if the defense is "best", which damage decides."""
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
        "attacker": by_option(attacking, ATTACKS),
        "defender": by_option(defending, DEFENSES),
    }


# Explanation and rolls.


def explanation(a: Options) -> Procedure[Exchange]:
    """The steps of the best attack, what each option changes, and how the best is chosen."""
    best = attack_rows(a)[0]["option"]
    steps = (
        *by(_label(best), _explained(a, best).steps),
        note(f"Down at {a.target_hp} or more", "OQ-DAM-05"),
        *new_explanation(_attacks_explanation(a)),
        note("The best drops the foe most often; of equals, the one with more damage", "OQ-CC-09"),
        *new_explanation(_defenses_explanation(a)),
        *new_explanation(
            (note("What gets through the defense knocks it away", "OQ-CC-12", plain_strike(a).modifiers),)
        ),
    )
    return Procedure(Exchange(), steps, str)


def _label(way: str) -> str:
    return next(option.label for option in ATTACKS if option.id == way)


def _explained(a: Options, way: str) -> Procedure[Exchange]:
    """The steps of an option; two attacks leave out the sum of their damage."""
    if way == ALL_OUT:
        return explained_all_out(like(Attacks, a))
    return explained(plain_strike(a), second_strike(a)) if way == TWO_WEAPONS else attacks(a)[way]


def _attacks_explanation(a: Options) -> tuple[Step[Any], ...]:
    """The effect and the skill of each attack option."""
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
    """An option and its effect."""
    does = ACTIONS[way]["does"] if way in ACTIONS else OTHER_WAYS[way]
    return f"{_label(way)}: {does}".rstrip(".")


OTHER_WAYS = {
    SHIELD_BASH: "The shield strikes instead of the weapon.",
    TWO_WEAPONS: "A plain attack, then one with the shield at a penalty; no extra parry this round.",
    UNARMED: "A strike with bare hands.",
}


def _defenses_explanation(a: Options) -> tuple[Step[Any], ...]:
    """The roll of each defense against a plain attack, and how the best is chosen."""
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
"""The reason why an attack option is closed, and the input that closes it."""
DEFENDED = ("defended", "You have defended this round: this attack would give up all defense.")


def _rolled(way: str) -> Callable[[Options], Procedure[Exchange]]:
    def roll(a: Options) -> Procedure[Exchange]:
        found = attacks(a)
        if way not in found:
            gives_up = a.defended and way in (GREAT, ALL_OUT, CHARGE)
            field, text = DEFENDED if gives_up else CLOSED[way]
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
    also=(
        "OQ-ACT-05",
        "OQ-DEF-18",
        "OQ-UN-01",
        *(option.rule for option in (*ATTACKS, *DEFENSES)),
        *SHIELD_RULES,
        *EXCHANGE_RULES,
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
