"""The outputs of an attack, and the steps that explain it.

Chapter "Swords, Slings, and Arrows": Offense and Damage, Strike. The explanation has the rolled steps, and facts that a
roll omits: the dice against the sum, the wounds that Fortune can cancel, and when the target is down.
"""

from __future__ import annotations

from typing import Any

from ...engine import answer as out
from ...engine.answer import Output
from ...engine.explain import note
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, total
from .attack import Attack, Blow, all_it_takes, attack, to_hit
from .rolls import naturals


def attack_outputs(hit_rule: str) -> tuple[Output, ...]:
    """Every output of an attack; `hit_rule` is the rule of its hit roll."""
    return (
        out.percent("p_hit", "hit", rule=hit_rule, headline=True),
        out.figure("mean_wounds", "wounds", one="wound", rule="RR-DMG-02", unit="on average", headline=True),
        out.percent("p_drop", "down", rule="RR-WOUND-01", headline=True),
        out.percent("p_wound", "At least one wound", rule="RR-DMG-02"),
        out.percent("p_effect_instead", "A disarm or trip instead cannot be bought off", rule="RR-STRIKE-03"),
        out.figure("mean_wounds_after_fortune", "Wounds after Fortune, on average", rule="RR-FORT-01"),
        out.distribution("wounds_dist", "Wounds", rule="RR-DMG-02", unit="wounds"),
        out.distribution("wounds_after_fortune_dist", "Wounds after Fortune", rule="RR-FORT-01", unit="wounds"),
        out.distribution("mox_dist", "Mox of a hit", rule=hit_rule, unit="mox"),
        out.distribution("fortune_left_dist", "Fortune left", rule="RR-FORT-01", unit="points"),
    )


def explain_attack(a: Attack, challenge: int, hit_rule: str) -> Procedure[Blow]:
    """One attack against `challenge`, each step with everything it depends on."""
    blow = attack(a, challenge, hit_rule)
    hit_roll, wounds, _ = blow.steps
    odd = naturals(total(to_hit(a)), challenge, extremes=a.extremes)
    return Procedure(
        blow.start, (*odd, hit_roll, wounds, buying_off(a), going_down(a.wound_limit, a.wounds_before)), blow.outcome
    )


def buying_off(a: Attack) -> Step[Blow]:
    """The most wounds that Fortune can cancel, or a disarm or trip (RR-FORT-01, RR-STRIKE-03)."""
    most = a.fortune * a.fortune_buys
    return settle(
        f"Less the wounds bought off, {most} at most" if a.fortune else "No Fortune to buy off wounds",
        lambda s: all_it_takes(a, s),
        rule="RR-FORT-01",
        when=lambda s: s.mox is not None,
        modifiers=(Modifier("Fortune", -most, "RR-STRIKE-03"),),
    )


def going_down(limit: int, before: int = 0, label: str = "Down") -> Step[Any]:
    """The wounds that put a fighter down, and the earlier wounds (RR-WOUND-01)."""
    earlier = if_any("Wounds before", before, "RR-WOUND-01")
    return note(f"{label} at {counted(limit, 'wound')} in all", "RR-WOUND-01", earlier)
