"""Derived values of a character: defenses from gear, speed, and the effects of conditions.

`weapons.py` holds the values of a weapon and of both sides of a fight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ....engine.inputs import input_fields, many, number, pick, text
from ....engine.procedure import total
from ....engine.sheet.derived import Derived, derived, hidden_toggle, own_number
from ....engine.sheet.values import Values, Weapon
from ..exchange.fighters import Defender
from ..rolls.conditions import AGILITY, ATTACK_DIE, DEFENSE, DODGE_DIE
from ..rolls.default_inputs import BONUS, DAMAGE, POINTS, SKILL
from ..tables import FACTS
from ..turns.movement import Speed, by_die, zones
from ..turns.turn_events import LONGEST_NAME, MOST_ITEMS, STATES, TurnTracked
from .conditions import CONDITIONS
from .fields import NORMAL, SHIELD, UNARMED, own

STANCES = FACTS.table("stances")
DEFEND, BLOCK = (row["id"] for row in STANCES.rows if row["id"] != NORMAL)
CHILLED, LEG, STUNNED = "chilled", "leg_maimed", "stunned"
IN_A_FIGHT = {DEFEND: "defending", BLOCK: "blocking"}
"""The fact of a fight for each stance."""
STEPS = (0, 4)
ZONES = (0, 50)


# Conditions.


def steps(*uses: str) -> Callable[[Values], int]:
    """How many steps lower the Agility die is, for every roll and for `uses` (S2-LADDER-01)."""
    return lambda v: -sum(CONDITIONS.total(v.in_force, use) for use in (AGILITY, *uses))


def grounded_mod(v: Values) -> int:
    """The modifier of an attack from the ground (S2-GROUND-01)."""
    return FACTS.number("grounded_penalty") if v["is_grounded"] else 0


# Every attack needs a defense total to surpass, and an unconscious character chooses no defense. The total is set so
# low that every attack hits.


def limp_acrobatics(v: Values) -> int:
    """What Acrobatics loses while unconscious: all of it, and the lowest possible value."""
    return SKILL[0] - v["acrobatics"] if v["is_unconscious"] else 0


def limp_mod(v: Values) -> int:
    """The modifier of every defense: the lowest while unconscious, otherwise that of a player's own conditions."""
    return BONUS[0] if v["is_unconscious"] else total(v.own_modifiers(DEFENSE))


def defends_in(v: Values, stance: str) -> bool:
    """Whether a stance counts, the sheet's or one of a fight; an unconscious character has none."""
    held = v["stance"] == stance or v.has_condition(IN_A_FIGHT[stance])
    return held and not v["is_unconscious"]


def speed_now(v: Values) -> int:
    """The zones of one move now; 0 while held or unconscious (S2-TACKLE-04)."""
    if v["is_grappled"] or v["is_unconscious"]:
        return 0
    return zones(
        Speed(
            base_speed=v["speed"],
            grounded=v["is_grounded"],
            **{one: v[f"is_{one}"] for one in (CHILLED, LEG, STUNNED)},
        )
    )


# Items in hand.


def in_hand(v: Values) -> list[Weapon]:
    """The weapons and shields that are equipped."""
    return v.memo(_in_hand)


def _in_hand(v: Values) -> list[Weapon]:
    return [w for w in v.weapons() if w["in_hand"]]


def _best(values: Iterable[int | None]) -> int | None:
    return max((one for one in values if one is not None), default=None)


def parry(v: Values) -> int | None:
    """The best Parry of the items in hand (S2-PARRY-01)."""
    return _best(w["parry"] for w in in_hand(v))


def shield_parry(v: Values) -> int | None:
    """The best Parry of a shield in hand; it also parries shots (S2-PARRY-02)."""
    return _best(w["parry"] for w in in_hand(v) if w["kind"] == SHIELD)


def block(v: Values) -> int | None:
    """The best Block of a shield in hand (S2-BLOCK-01)."""
    return _best(w["block"] for w in in_hand(v) if w["kind"] == SHIELD)


def punch(v: Values) -> int:
    """The damage of bare hands: from the sheet, else our default (S2-TACKLE-08)."""
    hands = (w["damage"] for w in v.weapons() if w["kind"] == UNARMED)
    return next(hands, FACTS.number("default_punch_damage"))


def _names(v: Values, *, equipped: bool) -> tuple[str, ...]:
    """The names of the items, with shields marked as shields and without bare hands."""
    things = [w for w in v.weapons() if w["in_hand"] == equipped and w["kind"] != UNARMED]
    return tuple(_called(w) for w in things)[:MOST_ITEMS]


def _called(w: Weapon) -> str:
    name, mark = w["name"], f" ({SHIELD})"
    known = w["kind"] != SHIELD or SHIELD in name.lower()
    return name if known else f"{name[: LONGEST_NAME - len(mark)]}{mark}"


def loaded(v: Values) -> int:
    """The most projectiles loaded in a ranged weapon in hand."""
    return max((w["loaded"] for w in in_hand(v) if w["shoots"]), default=0)


def turn_states(v: Values) -> tuple[str, ...]:
    """The conditions that limit the use of a turn."""
    return tuple(option.id for option in STATES if v[f"is_{option.id}"])


# Declarations.


def _hidden(name: str, label: str, limits: tuple[int, int], compute: Callable[[Values], Any], **common: Any) -> Derived:
    return derived(name, number(label, *limits, help="From the sheet.", **common), compute, visible=False)


def _items(name: str, label: str, *, equipped: bool) -> Derived:
    listed = many(label, text("Item", LONGEST_NAME, help="Its name."), 0, MOST_ITEMS, help="From the weapons.")
    return derived(name, listed, lambda v: _names(v, equipped=equipped), visible=False)


def _of_turn(name: str) -> Any:
    return next(field.input for field in input_fields(TurnTracked) if field.name == name)


_LOADED = _of_turn("loaded")

DERIVED = (
    derived("parry", own(Defender, "parry", help="The best Parry of what is in hand."), parry),
    derived("block", own(Defender, "block", help="The Block of the shield in hand."), block),
    derived(
        "speed",
        number("Speed", *ZONES, help="Half the Agility die.", rule="S2-SPEED-01", unit="zones"),
        lambda v: by_die(v["agility_die"]),
    ),
    derived(
        "speed_now",
        number("Speed now", *ZONES, help="With what conditions do to it.", rule="S2-GROUND-02", unit="zones"),
        speed_now,
    ),
    derived(
        "punch",
        number(
            "Unarmed damage", *DAMAGE, help="From the bare hands among the weapons.", rule="S2-TACKLE-08", unit="points"
        ),
        punch,
    ),
    _hidden("shield_parry", "Shield's Parry", SKILL, shield_parry, rule="S2-PARRY-02", nullable=True),
    hidden_toggle(
        "parry_is_shield",
        "Parries with a shield",
        "S2-PARRY-02",
        lambda v: v["shield_parry"] is not None and v["parry"] == v["shield_parry"],
    ),
    *CONDITIONS.toggles(),
    hidden_toggle("is_defending", "Defending", "S2-DEFEND-01", lambda v: defends_in(v, DEFEND)),
    hidden_toggle(
        "is_blocking",
        "Blocking",
        "S2-BLOCK-01",
        lambda v: defends_in(v, BLOCK) and v["block"] is not None,
    ),
    hidden_toggle(
        "has_room",
        "Room to dodge",
        "S2-TACKLE-08",
        lambda v: v["free_zone"] and not v["is_grappled"] and not v["is_cornered"],
    ),
    _hidden("agility_steps", "Agility, steps down", STEPS, steps(), rule="S2-CHILL-01"),
    _hidden("attack_steps", "Attack, steps down", STEPS, steps(ATTACK_DIE), rule="S2-MAIM-03"),
    _hidden("dodge_steps", "Dodge, steps down", STEPS, steps(DODGE_DIE), rule="S2-MAIM-02"),
    _hidden("grounded_mod", "Grounded", BONUS, grounded_mod, rule="S2-GROUND-01", signed=True),
    hidden_toggle("is_riding", "Mounted", "S2-DODGE-03", lambda v: v["mounted"] and not v["is_grounded"]),
    _hidden(
        "limp_acrobatics",
        "Unconscious",
        (SKILL[0] - SKILL[1], 0),
        limp_acrobatics,
        rule="S2-DODGE-01",
        signed=True,
    ),
    own_number("attack", "Attack", "S2-ATTACK-02"),
    _hidden("limp_mod", "Unconscious", BONUS, limp_mod, rule="S2-DEFOPT-01", signed=True),
    _hidden("armor_mod", "Armor's penalty", (-POINTS[1], 0), lambda v: -v["armor_penalty"], rule="S2-DODGE-02"),
    _hidden(
        "hold_mod", "On the ground", BONUS, lambda v: FACTS.number("grounded_penalty"), rule="S2-TACKLE-01", signed=True
    ),
    hidden_toggle("hold_halved", "No room in a hold", "S2-TACKLE-08", lambda v: True),
    hidden_toggle("runs", "Run", "S2-RUN-01", lambda v: True),
    _items("equipped", "In hand", equipped=True),
    _items("inventory", "Inventory", equipped=False),
    Derived("turn_states", _of_turn("conditions"), turn_states, visible=False),
    hidden_toggle("holds_blade", "Bladed", "S2-AVOID-03", lambda v: any(w["bladed"] for w in in_hand(v))),
    derived(
        "loaded",
        pick("Loaded", _LOADED.options, help="The weapon in hand.", rule="S2-RELOAD-01"),
        loaded,
        visible=False,
    ),
)
