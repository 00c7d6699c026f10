"""Unarmed combat: strike, hold or throw, and a reaction that can turn the attack around.

"Unarmed Combat": OQ-UN-01 to OQ-UN-09. `hold.py` covers the rounds of a hold.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist
from ....engine.dice_text import NO_DICE, DiceSum, SignedDice
from ....engine.errors import MISSING_FIELD, InvalidInput
from ....engine.explain import by, note, under
from ....engine.inputs import Option, choice, same, toggle
from ....engine.procedure import Procedure, Step, part, settle
from ..exchange.attack_inputs import TARGET, Attack, attack_skill, hit_points
from ..exchange.exchange import CODE_WORDS, Exchange, Strike, contest_steps, strike
from ..exchange.exchange_answer import (
    EXCHANGE_RULES,
    code_chances,
    fumble_outputs,
    fumble_values,
    grade_pairs,
    pair_rows,
)
from ..rolls.damage import NO_HARM, Harm, armor, damage, damage_modifier, damage_step, damage_steps
from ..rolls.defense import NO_DEFENSE, Defense, Reaction
from ..rolls.results import AVOIDED, HIT_ROLLED, HITS, NONE, readings
from ..skills.skill import SUCCESSES, Skill, skill, switch
from ..tables import FACTS

INTENTS = FACTS.table("unarmed_intents")
STRIKE, HOLD, THROW = (row["id"] for row in INTENTS.rows)  # in the order of the table
UNARMED = "unarmed"
ANSWERS = (
    Option(NONE, "None", "OQ-CC-03"),
    Option("dodge", "Dodge", "OQ-DEF-05"),
    Option("parry", "Parry", "OQ-DEF-12"),
    Option(UNARMED, "Unarmed", "OQ-DEF-03"),
)
AVOID, COUNTER = "avoid", "counter"
CHOICES = (
    Option(AVOID, "Get away", "OQ-UN-04"),
    Option(COUNTER, "Turn the tables", "OQ-UN-04"),
)
REPLY, ATTACKER = "Unarmed reaction", "Attacker"


def _bare_hands(label: str, group: str) -> Any:
    return damage(label, help="Fist or kick, usually 1d4.", default=INTENTS.row(STRIKE)["dice"], group=group)


@dataclass(frozen=True, kw_only=True)
class UnarmedAttack:
    """An unarmed attack and the target's reaction."""

    attack: Skill = attack_skill(help="The attacker's Unarmed Combat skill.", rule="OQ-UN-02")
    intent: str = choice("Attempt", INTENTS.options(), help="Say what you try before you roll.", rule="OQ-UN-01")
    damage: DiceSum = _bare_hands("Unarmed damage", ATTACKER)
    damage_mod: SignedDice = damage_modifier(group=ATTACKER)
    reaction: str = choice(
        "Reaction", ANSWERS, NONE, help="What the target does once the attack roll has succeeded.", rule="OQ-UN-03"
    )
    reaction_skill: Skill | None = skill(
        "Reaction's skill",
        help="Dodge, Close Combat for a parry, or Unarmed Combat.",
        rule="OQ-UN-03",
        nullable=True,
        group=TARGET,
    )
    reaction_choice: str = choice(
        "A successful unarmed reaction",
        CHOICES,
        AVOID,
        help="With an action left, the target may do to the attacker what was meant for it.",
        rule="OQ-UN-04",
        group=REPLY,
    )
    counter_intent: str = choice(
        "Turned into",
        INTENTS.options(),
        STRIKE,
        help="What the target does to the attacker then.",
        rule="OQ-UN-04",
        group=REPLY,
    )
    target_action_used: bool = toggle(
        "Action used up", help="Without an action left, the target can only get away.", rule="OQ-UN-04", group=REPLY
    )
    counter_damage: DiceSum = _bare_hands("Target's unarmed damage", REPLY)
    counter_damage_mod: SignedDice = damage_modifier("Target's damage modifier", group=REPLY)
    target_ap: int = armor(group=TARGET)
    target_hp: int | None = hit_points()
    attacker_ap: int = armor("Attacker's armor", group=ATTACKER)
    attacker_hp: int | None = hit_points("Attacker's hit points", group=ATTACKER)
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")
    throw_armour: str = switch("throw_armour")


class Scuffle(NamedTuple):
    """The state: the attack and its damage, and what the target does to the attacker instead."""

    x: Exchange = Exchange()
    turned: bool = False
    suffered: int = 0


def _check(a: UnarmedAttack) -> None:
    if a.reaction != NONE and a.reaction_skill is None:
        text = "The skill that the target reacts with is missing."
        raise InvalidInput("reaction_skill", MISSING_FIELD, None, text)


def harm_of(intent: str, dice: DiceSum, modifier: SignedDice, armor: int, throw_armour: str) -> Harm:
    """The immediate damage: none for a hold, the damage modifier for a throw (OQ-UN-09)."""
    if intent == STRIKE:
        return Harm(dice, modifier, armor)
    if intent == HOLD or modifier.sign < 0 or modifier == NO_DICE:
        return NO_HARM
    return Harm(DiceSum((modifier.dice,)), armor=0 if throw_armour == "ignored" else armor)


def unarmed_strike(a: UnarmedAttack) -> Strike:
    """The attack against a dodge or a parry, armed or unarmed."""
    kind = "unarmed_parry" if a.reaction == UNARMED else a.reaction
    met = a.reaction_skill if a.reaction != NONE else None
    defense = NO_DEFENSE if met is None else Defense((Reaction(kind, met),))
    harm = harm_of(a.intent, a.damage, a.damage_mod, a.target_ap, a.throw_armour)
    return strike(a.attack, harm, defense, readings(a), rule="OQ-UN-02")


def may_turn(a: UnarmedAttack) -> bool:
    """Whether the target may turn the attack around and chooses to (OQ-UN-04)."""
    return a.reaction == UNARMED and a.reaction_choice == COUNTER and not a.target_action_used


def unarmed(a: UnarmedAttack) -> Procedure[Scuffle]:
    """The attack, its damage, and the target's response."""
    s = unarmed_strike(a)
    harm: tuple[Step[Exchange], ...] = ()
    if s.harm != NO_HARM:
        harm = damage_steps(s.harm, lambda x: x.code, lambda x, n: x._replace(damage=n))
    steps = (*contest_steps(s), _effect(a), *harm)
    own = (part(step, lambda s: s.x, lambda s, x: s._replace(x=x)) for step in steps)
    return Procedure(Scuffle(), (*own, *_turning(a)), lambda s: _outcome(a, s))


def explanation(a: UnarmedAttack) -> Procedure[Scuffle]:
    """The steps, with a note below what happens to the target."""
    whole = unarmed(a)
    own = len(whole.steps) - len(_turning(a))
    left = note("What armor leaves costs hit points", "OQ-DAM-03", also=("OQ-DAM-05",))
    return replace(whole, steps=(*whole.steps[:own], left, *whole.steps[own:]))


def _effect(a: UnarmedAttack) -> Step[Exchange]:
    row = INTENTS.row(a.intent)
    return note(f"{row['label']}: {row['does']}".rstrip("."), row["rule"], when=lambda x: x.code in HITS)


def _turning(a: UnarmedAttack) -> tuple[Step[Scuffle], ...]:
    """What the target does to the attacker at once, without another roll."""
    if not may_turn(a):
        return ()
    row = INTENTS.row(a.counter_intent)
    turn: Step[Scuffle] = settle(
        f"The target turns the tables: {row['label'].lower()}",
        lambda s: s._replace(turned=True),
        rule="OQ-UN-04",
        when=lambda s: s.x.code == AVOIDED,
    )
    harm = harm_of(a.counter_intent, a.counter_damage, a.counter_damage_mod, a.attacker_ap, a.throw_armour)
    if harm == NO_HARM:
        return (turn,)
    hurts: Step[Scuffle] = damage_step(harm, HIT_ROLLED, lambda s, n: s._replace(suffered=n), when=lambda s: s.turned)
    return (turn, *by(ATTACKER, (under("OQ-UN-04", hurts),)))


def _outcome(a: UnarmedAttack, s: Scuffle) -> str:
    done = {STRIKE: "Struck", HOLD: "Held", THROW: "Thrown"}
    if s.turned:
        return f"Attacker {done[a.counter_intent].lower()} instead"
    return done[a.intent] if s.x.code in HITS else CODE_WORDS[s.x.code]


def _sides(end: Dist[Scuffle], a: UnarmedAttack) -> dict[str, Any]:
    hp, own_hp = a.target_hp, a.attacker_hp
    return {
        "target_damage": out.text_keys(end.dist(lambda s: s.x.damage)),
        "target_mean": end.mean(lambda s: s.x.damage),
        "p_target_drop": None if hp is None else end.p(lambda s: s.x.damage >= hp),
        "attacker_damage": out.text_keys(end.dist(lambda s: s.suffered)),
        "attacker_mean": end.mean(lambda s: s.suffered),
        "p_attacker_drop": None if own_hp is None else end.p(lambda s: s.suffered >= own_hp),
    }


def _values(a: UnarmedAttack) -> dict[str, Any]:
    end = unarmed(a).odds()
    exchanged = end.read(lambda s: s.x)
    hits, turned = end.p(lambda s: s.x.code in HITS), end.p(lambda s: s.turned)
    never = end.p(lambda s: False)
    return {
        "modified": unarmed_strike(a).modified,
        "p_attack_success": end.p(lambda s: s.x.attack in SUCCESSES),
        "codes": code_chances(exchanged),
        "p_hit": hits,
        "p_held": hits if a.intent == HOLD else never,
        "p_thrown": hits if a.intent == THROW else never,
        "p_counter": turned,
        "p_attacker_held": turned if a.counter_intent == HOLD else never,
        "p_attacker_thrown": turned if a.counter_intent == THROW else never,
        **_sides(end, a),
        **fumble_values(exchanged),
        "results": grade_pairs(exchanged),
    }


UNARMED_ATTACK = Calculator(
    id="openquest.unarmed",
    title="Unarmed",
    summary="Strike, hold or throw with bare hands: does it work, and does the target turn it round.",
    inputs=UnarmedAttack,
    outputs=(
        out.percent("p_hit", "works", rule="OQ-RES-05", headline=True),
        out.figure("target_mean", "damage", rule="OQ-DAM-03", unit="on average", headline=True),
        out.percent("p_counter", "turned against you", rule="OQ-UN-04", headline=True),
        out.percent("p_target_drop", "Drops the target", rule="OQ-DAM-05"),
        out.percent("p_attack_success", "The attack roll succeeds", rule="OQ-UN-02"),
        out.figure("modified", "Attack skill, all in", rule="OQ-UN-02", unit="%"),
        api_only(out.percent("p_held", "The target is held", rule="OQ-UN-08")),
        api_only(out.percent("p_thrown", "The target is thrown", rule="OQ-UN-09")),
        api_only(out.percent("p_attacker_held", "The attacker is held", rule="OQ-UN-04")),
        api_only(out.percent("p_attacker_thrown", "The attacker is thrown", rule="OQ-UN-04")),
        out.figure("attacker_mean", "Damage to the attacker, on average", rule="OQ-UN-04"),
        out.percent("p_attacker_drop", "Drops the attacker", rule="OQ-UN-04"),
        *fumble_outputs(),
        api_only(out.distribution("codes", "Result", rule="OQ-RES-01")),
        pair_rows(),
        out.distribution("target_damage", "Damage to the target", rule="OQ-DAM-03", unit="damage"),
        out.distribution("attacker_damage", "Damage to the attacker", rule="OQ-UN-04", unit="damage"),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(*(f"OQ-UN-{row:02}" for row in range(1, 7)), "OQ-ACT-18", *EXCHANGE_RULES),
    start={
        "attack": {"base": 60},
        "intent": "strike",
        "damage_mod": "+1d4",
        "reaction": "unarmed",
        "reaction_skill": {"base": 50},
        "reaction_choice": "counter",
        "counter_intent": "throw",
        "counter_damage_mod": "+1d4",
        "target_ap": 1,
        "target_hp": 10,
    },
    rolls=(RollOption("attack", "Roll it", unarmed),),
)
