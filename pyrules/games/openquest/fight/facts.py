"""What a fight of this game remembers, and what it asks about it.

Each fact is a row of facts.toml, which says what it does.
"""

from __future__ import annotations

from typing import Any

from ....engine.fight import lost
from ....engine.fight.acts import Here
from ....engine.fight.declared import Fact
from ....engine.fight.durations import round_end
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.sheet.values import Values, Weapon
from ..rolls.results import NONE
from ..sheet.fields import CLOSE
from ..skills.resist_spell import KINDS
from ..tables import FACTS
from ..turns.order_inputs import ACTIONS

APART, HIGHER, BEHIND, MOVED, MOVED_BEFORE, TALL = (
    "apart",
    "higher",
    "behind",
    "moved",
    "moved_before",
    "as_tall",
)
PARTIAL, EXCELLENT, TOTAL = COVERS = ("partial", "excellent", "total")
GRIPS, GRIP_DUE = "grips", "grip_due"
AIMS, WAITS_FOR, DECLARED = "aims", "waits_for", "declared"
DEFENDED, OFF_HAND, STRUCK, RETREATING = "defended", "off_hand", "struck", "retreating"
FUMBLED, CONFUSED_NEXT, UNLOADED, DISARMED, STRAP_LOST = (
    "fumbled",
    "confused_next",
    "unloaded",
    "disarmed",
    "strap_lost",
)
SPELL, IN_SPIRIT, COUNTERSTRIKE = "spell", "in_spirit", "counterstrike"
SPELL_AT, SPELL_HITS = "spell_at", "spell_hits"
MOUNTED, MOUNT_PACE, UNTRAINED_MOUNT, MOUNT_TESTED = "mounted", "mount_pace", "untrained_mount", "mount_tested"

PRONE, WEAPON_SET, SHIELD_SET, NO_DEFENSE, SPRINTING = "prone", "weapon_set", "shield_set", "no_defense", "sprinting"
IMMUNE, INCENSED, BERSERK, BODILESS = "immune", "incensed", "berserk", "bodiless"
SURRENDERED, AWAY, LOST_ROUND = "surrendered", "away", "lost_round"

BY_PARRY, BY_ATTACK = "a parry", "a bonus attack"
"""What the off hand is used for, as the note of a fact."""
SHIELD = "Shield"
"""The note of a shield that lies on the ground."""

SPELL_NAMES = {row["id"]: row["label"] for row in FACTS.table("spells").rows} | {
    one.id: f"resisted by {one.label}" for one in KINDS
}
"""What players call a spell of which a fact knows the id, or the skill that resists it."""

FACTS_BETWEEN = (
    Fact(APART, "{who} and {to} are {number} meters apart", both_ways=True, counts="Meters to {to}"),
    Fact(HIGHER, "{who} stands higher than {to}"),
    Fact(BEHIND, "{who} attacks {to} from behind"),
    Fact(TALL, "{who}, on foot, is as tall as {to} in the saddle"),
    Fact(PARTIAL, "{who} has partial cover from {to}"),
    Fact(EXCELLENT, "{who} has excellent cover from {to}"),
    Fact(TOTAL, "{who} has virtually total cover from {to}"),
    Fact(GRIPS, "{who} holds {to}", gives_other=("held",)),
    Fact(GRIP_DUE, "{who} may hurt {to}, who is held", by_hand=False),
    Fact(AIMS, "{who} aims at {to}, round {number}", by_hand=False, listed=True),
    Fact(IN_SPIRIT, "{who} and {to} are in spirit combat", both_ways=True, by_hand=False, listed=True),
    Fact(COUNTERSTRIKE, "{who} strikes back at {to}", by_hand=False),
    Fact(SPELL_AT, "{who} has cast a spell on {to}", by_hand=False, notes=SPELL_NAMES),
    Fact(SPELL_HITS, "A spell of {who} hurts {to}", by_hand=False, notes=SPELL_NAMES),
    Fact(WAITS_FOR, "{who} waits for {to}", by_hand=False, listed=True),
    Fact(IMMUNE, "{who} is immune to the threats of {to}", by_hand=False, listed=True),
)


def now(state: FightState) -> int:
    """The round, or the first before the fight begins."""
    return max(1, state.round)


def this_round(state: FightState, who: str, fact: str, **more: Any) -> Held:
    """A condition or fact of a fighter until the round ends."""
    return Held(who, fact, ends=(round_end(now(state)),), **more)


def apart(here: Here) -> Held | None:
    """How far the two are from each other; None at arm's length, and where nobody has said."""
    return here.fact(APART) or here.fact(APART, back=True)


def held_by(state: FightState, who: str) -> list[str]:
    """Those who hold a fighter, in the order in which they took hold."""
    return [held.who for held in state.held if held.id == GRIPS and held.to == who]


# The action of the round

ACTIONS_DONE = {row["id"]: row["id"] for row in ACTIONS.rows} | {
    "unarmed_strike": "unarmed_attack",
    "unarmed_hold": "unarmed_attack",
    "unarmed_throw": "unarmed_attack",
    "meet_charge": "set_weapon",
    "break_free": "unarmed_attack",
    "shield_bash": "close_attack",
    "hurl": "ranged_attack",
    "shoot_into_crowd": "ranged_attack",
    "stabilize": "skill_use",
    "first_aid": "skill_use",
    "cast_at": "cast_spell",
    "cast_lasting": "cast_spell",
    "cast_on_self": "cast_spell",
}
"""The row of the table of actions for each act that is one."""


def action_now(state: FightState, who: str) -> dict[str, Any] | None:
    """The row of the action that decides the reactions: the one done in this round, or else the one declared."""
    done = [ACTIONS_DONE[one] for one in state[who].did if one in ACTIONS_DONE and one != "delay"]
    return ACTIONS.row(done[-1]) if done else declared_row(state, who)


def declared_row(state: FightState, who: str) -> dict[str, Any] | None:
    """The row of the action that a fighter has declared; None without one."""
    held = state.find(who, DECLARED)
    return next((row for row in ACTIONS.rows if held and row["label"] == held.note), None)


# Gear


def in_hand(state: FightState, values: Values, who: str) -> list[Weapon]:
    """The weapons that do not lie on the ground; of several with one name as many as are left."""
    return lost.in_hand(state, who, DISARMED, values.weapons())


def has_lost(here: Here) -> bool:
    """Whether the weapon of the act lies on the ground."""
    return here.weapon is not None and here.weapon not in in_hand(here.state, here.me, here.who)


def shield_of(state: FightState, values: Values, who: str) -> str:
    """The size of the shield in hand; none if it lies on the ground, or its strap is broken."""
    is_lost = any(held.id == DISARMED and held.note == SHIELD for held in state.of(who))
    return NONE if is_lost or state.holds(who, STRAP_LOST) else str(values["shield"])


def has_off_hand(state: FightState, values: Values, who: str) -> bool:
    """Whether there is a shield or a second weapon beside the one in use (OQ-TWO-01)."""
    weapons = [one for one in values.weapons() if one["skill"] == CLOSE and one["one_handed"]]
    return bool(weapons) and (shield_of(state, values, who) != NONE or len(weapons) > 1)


def defenses(state: FightState, who: str) -> int:
    """The dodges and parries of this round (OQ-DEF-17)."""
    return state.number(who, DEFENDED)


def schedule(state: FightState, values: Values, who: str) -> str:
    """The row of the table of defenses that holds for a fighter in this round (OQ-TWO-02, OQ-SHD-08, OQ-SHD-09)."""
    action = action_now(state, who)
    if action and action["schedule"] != "normal":
        return str(action["schedule"])
    attacks = any(held.id == OFF_HAND and held.note == BY_ATTACK for held in state.of(who))
    return "extra_parry" if has_off_hand(state, values, who) and not attacks else "normal"
