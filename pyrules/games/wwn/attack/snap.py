"""Snap Attacks: strike at once and less surely, or wait for your turn. Several of them land together.

Section "Make a Snap Attack" of the combat options.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist
from ....engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ....engine.explain import note, side_note
from ....engine.inputs import REQUIRED, number, record, toggle
from ....engine.procedure import Procedure, Step
from .attack import ATTACK_RULES
from .blow import Blow, attack, damage_of, mean_damage, p_hit
from .blow_explanation import down_at, steps_in, steps_of, without
from .circumstances import CHARGING, SNAPPING, circumstances
from .strike import SingleAttack, refuse_impossible
from .volley import HIT_POINTS, downs, volley

FREE, COUNTER = "Free to snap", "Counter-snap"


@dataclass(frozen=True, kw_only=True)
class SnapAttack(SingleAttack):
    """ATTACK made as a Snap Attack."""

    circumstances: tuple[str, ...] = circumstances(
        barred={
            CHARGING.id: "A charge cannot be a Snap Attack.",
            SNAPPING.id: "The penalty of the Snap Attack is counted here anyway.",
        }
    )


def snap_attack(label: str, help: str, default: Any = REQUIRED) -> Any:
    """The input for a Snap Attack; required unless the default is None."""
    return record(label, SnapAttack, default, help=help, rule="WWN-HIT-01", nullable=default is None)


@dataclass(frozen=True, kw_only=True)
class Snap:
    """A Snap Attack, and how many make one at the same time."""

    attack: SnapAttack = snap_attack("Attack", "Your attack, without the snap's penalty.")
    target_hp: int = number("Target's hit points", *HIT_POINTS, help="What the target has left.", rule="WWN-SNAP-03")
    shooters: int = number(
        "Snaps at once", 1, 6, 1, help="How many make this same Snap Attack together.", rule="WWN-SNAP-03"
    )
    main_available: bool = toggle(
        "Main Action unspent", True, help="The Snap Attack uses it up.", rule="WWN-SNAP-02", group=FREE
    )
    readied: bool = toggle("Weapon Readied", True, help="There is no time to draw one.", rule="WWN-QREF-03", group=FREE)
    trained: bool = toggle(
        "Trained for it", True, help="Common foes do not make Snap Attacks.", rule="WWN-SNAP-04", group=FREE
    )
    counter: SnapAttack | None = snap_attack(
        "Attack of the counter-snap", "The target's own Snap Attack at one of you, if it makes one.", None
    )
    self_hp: int | None = number(
        "Your hit points",
        *HIT_POINTS,
        None,
        help="What the one has left whom the counter-snap is aimed at.",
        rule="WWN-SNAP-03",
        group=COUNTER,
        nullable=True,
    )


def _check(a: Snap) -> None:
    for at, one in (("attack", a.attack), ("counter", a.counter)):
        if one is not None:
            refuse_impossible(one, at)
    if a.counter is not None and a.self_hp is None:
        text = "A counter-snap needs the hit points of the one it is aimed at."
        raise InvalidInput("self_hp", MISSING_FIELD, None, text)
    if not a.main_available:
        raise not_allowed("main_available", False, "A Snap Attack uses up a Main Action, and yours is spent.")
    if not a.readied:
        raise not_allowed("readied", False, "A Snap Attack needs a Readied weapon.")
    if not a.trained:
        raise not_allowed("trained", False, "Only trained or seasoned fighters make Snap Attacks.")


def snapped(a: SingleAttack) -> SingleAttack:
    """The same attack made as a Snap Attack (WWN-SNAP-02)."""
    return replace(a, circumstances=(*a.circumstances, SNAPPING.id))


def snap(a: Snap) -> Procedure[Blow]:
    """One Snap Attack."""
    return attack(snapped(a.attack))


def normal(a: Snap) -> Procedure[Blow]:
    """The same attack made on your turn."""
    return attack(a.attack)


def explanation(a: Snap) -> Procedure[Blow]:
    """One Snap Attack, all of them together, the plain attack, and the counter-snap."""
    alike = "One Snap Attack" if a.shooters == 1 else f"{a.shooters} such Snap Attacks, which land together"
    steps = (
        *steps_in(a.attack, snapped(a.attack), SNAPPING.label, SNAPPING.rule),
        note(alike, "WWN-SNAP-03"),
        down_at(a.target_hp, "WWN-DMG-03"),
        without(a.attack, "Normal attack"),
        *_counter_explanation(a),
    )
    return Procedure(Blow(), steps, str)


def _counter_explanation(a: Snap) -> tuple[Step[Blow], ...]:
    if a.counter is None or a.self_hp is None:
        return ()
    return side_note(COUNTER, "WWN-DMG-04", (*steps_of(snapped(a.counter)), down_at(a.self_hp, "WWN-DMG-04")))


def landed(a: SingleAttack, count: int) -> Dist[int]:
    """The damage of so many Snap Attacks together; a fresh shield ignores the first Shock among them."""
    one = replace(snapped(a), shield_unspent=False)
    return volley([one] * count, shield=a.shield_unspent)


def _values(a: Snap) -> dict[str, Any]:
    waiting, snapping = normal(a).odds(), snap(a).odds()
    together = landed(a.attack, a.shooters)
    p_drop, p_self_drop = downs(together, a.target_hp), None
    if a.counter is not None and a.self_hp is not None:
        p_self_drop = downs(landed(a.counter, 1), a.self_hp)
    return {
        "normal_p_hit": p_hit(waiting),
        "snap_p_hit": p_hit(snapping),
        "normal_mean": mean_damage(waiting),
        "snap_mean": mean_damage(snapping),
        "total_damage": out.text_keys(together.probabilities()),
        "p_drop": p_drop,
        "p_self_drop": p_self_drop,
        # the blows land together, so neither stops the other (WWN-SNAP-03)
        "p_both_drop": None if p_self_drop is None else p_drop * p_self_drop,
    }


SNAP = Calculator(
    id="wwn.snap",
    title="Snap Attack",
    summary="A Snap Attack now or a normal one later, several at once, and a counter-snap that lands together with it.",
    inputs=Snap,
    outputs=(
        out.percent("snap_p_hit", "hit", rule="WWN-SNAP-02", headline=True),
        out.figure("snap_mean", "damage", rule="WWN-SHOCK-01", unit="on average", headline=True),
        out.percent("p_drop", "down", rule="WWN-DMG-03", headline=True),
        out.percent("normal_p_hit", "A normal attack hits", rule="WWN-HIT-04"),
        out.figure("normal_mean", "Damage of a normal attack, on average", rule="WWN-HIT-01"),
        out.percent("p_self_drop", "The counter-snap drops you", rule="WWN-DMG-04"),
        out.percent("p_both_drop", "Both fall", rule="WWN-DMG-04"),
        out.distribution("total_damage", "Damage of all snaps together", rule="WWN-SNAP-03", unit="damage"),
    ),
    compute=_values,
    check=_check,
    also=("WWN-SNAP-01", *ATTACK_RULES),
    start={
        "attack": {
            "weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13},
            "target_ac": 13,
            "class_bonus": 2,
            "skill": 1,
            "attr_mod": 1,
        },
        "target_hp": 10,
        "shooters": 2,
    },
    rolls=(
        RollOption("snap", "Snap Attack", snap, damage_of),
        RollOption("normal", "Normal attack", normal, damage_of),
    ),
    explain=explanation,
)
