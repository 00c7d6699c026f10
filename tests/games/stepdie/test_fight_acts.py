"""Acts of a fight: what is offered, attacks and what they bring, reactions, holds."""

from __future__ import annotations

import pytest

from pyrules.engine.errors import NeedsFace
from pyrules.engine.fight.odds import roll
from web.worker.render.fight_words import log_line

from .fighting import RULES, Fighting

WENNA = {
    "health_max": 8,
    "agility_die": 8,
    "strength_die": 10,
    "fighting": 4,
    "armor_dr": 1,
    "weapons": [
        {"name": "Axe", "damage": 4, "heft_die": 8, "bladed": True, "parry": 1},
        {"name": "Shield", "kind": "shield", "damage": 1, "parry": 2, "block": 5},
        {"name": "Hatchet", "bladed": True, "thrown_tag": True, "in_hand": False},
        {"name": "Fists", "kind": "unarmed", "damage": 1},
    ],
}
OGG = {
    "health_max": 5,
    "agility_die": 8,
    "fighting": 2,
    "acrobatics": 1,
    "weapons": [{"name": "Spear", "reach": 3, "damage": 3}],
}


def fight(**table: object) -> Fighting:
    return Fighting(
        {"id": "wenna", "sheet": WENNA},
        {"id": "tilda", "sheet": OGG},
        {"id": "ogg", "side": "foes", "sheet": OGG},
        table=table,
    )


def attacks(f: Fighting, who: str, to: str) -> list[str]:
    """The labels of the attacks that the page offers."""
    return [RULES.act_label(act, here) for act, here in f.all_offered(who, to) if act.per_weapon]


def test_what_is_offered_makes_sense() -> None:
    f = fight()
    assert not {"stand", "put_out", "stay_awake", "wake", "escape", "aim", "reload", "mount", "dodge_move"} & (
        f.offered("wenna") | f.offered("wenna", "ogg")
    )
    assert "help" not in f.offered("wenna", "tilda")
    f.hold("tilda", "grounded")
    f.hold("wenna", "smoldering")
    assert "help" in f.offered("wenna", "tilda")
    assert "put_out" in f.offered("wenna")


def test_a_shield_and_fists_are_offered_for_what_they_add() -> None:
    found = attacks(fight(), "wenna", "ogg")
    assert [one for one in found if one.endswith("Shield")] == ["Attack: Shield", "Shield Bash: Shield"]
    assert [one for one in found if one.endswith("Fists")] == ["Attack: Fists", "Power Attack: Fists"]
    assert not [one for one in found if one.endswith("Hatchet")]


def test_who_has_lost_all_weapons_strikes_with_bare_hands() -> None:
    f = fight()
    assert "attack_unarmed" not in f.offered("ogg", "wenna")
    f.do("disarm", "wenna", "ogg", 0, [8, 1])
    assert attacks(f, "ogg", "wenna") == []
    answer = f.odds("attack_unarmed", "ogg", "wenna").inputs.attacker
    assert (answer.kind, answer.damage, answer.skill) == ("unarmed", 1, 2)


def test_a_heavy_power_attack_must_be_dodged() -> None:
    f = fight()
    f.next(2)
    f.hold("ogg", "cornered", "wenna")
    assert f.figure("power", "defence", "wenna", "ogg", 0) == "dodge"
    assert f.odds("power", "wenna", "ogg", 0).inputs.defender.free_zone is False


def test_maimed_limbs_and_the_move_after_a_dodge() -> None:
    f = fight()
    assert f.lines("maim_arm", "wenna", "ogg", 0, [8, 1])[-2:] == ["Ogg: 1 damage, Health 4", "Ogg: maimed arm"]
    f = fight()
    f.do("attack", "wenna", "ogg", 0, [1, 8])
    assert "ogg dodge_move" in f.held
    assert f.lines("dodge_move", "ogg") == ["Ogg: moves one zone after the dodge"]


def test_the_log_says_only_once_that_somebody_may_move_after_a_dodge() -> None:
    f = fight()
    assert "Ogg: may move 1 zone after the attacks of this turn" in f.lines("attack", "wenna", "ogg", 0, [1, 8])
    f.next()
    assert "ogg dodge_move" not in f.held
    assert log_line(RULES, 0, f.entries[-1])["ended"] == []


def test_a_bash_grounds_and_hurts_nobody() -> None:
    lines = fight().lines("shield_bash", "wenna", "ogg", 1, [8, 1, 10, 1])
    assert lines[1:] == [
        "Ogg: 1 attack met this round",
        "Ogg: grounded",
        "Ogg: 1 non-lethal damage, kept apart",
    ]
    assert fight(bash_drops=True).lines("shield_bash", "wenna", "ogg", 1, [8, 1, 10, 1])[2] == "Ogg: 1 damage, Health 4"


def test_a_heavy_power_attack_leaves_only_the_dodge() -> None:
    f = Fighting({"id": "wenna", "sheet": WENNA}, {"id": "tilda", "side": "foes", "sheet": WENNA})
    assert {"Parry", "Dodge"} < {*f.labels("defense", "attack", "wenna", "tilda", 0)}
    assert f.labels("defense", "power", "wenna", "tilda", 0) == ["Best defense: Dodge", "Dodge"]


def test_an_attack_on_the_mount_spares_the_rider() -> None:
    f = fight()
    assert "The mount is attacked, and dodges" not in f.labels("defense", "attack", "wenna", "ogg", 0)
    f.hold("ogg", "mounted")
    assert f.labels("defense", "attack", "wenna", "ogg", 0)[-1] == "The mount is attacked, and dodges"
    found = f.odds("attack", "wenna", "ogg", 0, defense="mount")
    assert found.inputs.defender.mount_targeted
    assert found.drops is None
    lines = f.lines("attack", "wenna", "ogg", 0, [8, 1], defense="mount")
    assert lines[2:] == ["The mount of Ogg: 4 damage"]


def test_two_weapons_strike_once_each() -> None:
    f = fight()
    asked = {"main": "power", "other": "shield_bash", "hand": "off"}
    inputs = f.odds("dual", "wenna", "ogg", 0, **asked).inputs
    assert (inputs.first, inputs.second, inputs.first_hand) == ("shield_bash", "power", "off")
    lines = f.lines("dual", "wenna", "ogg", 0, [8, 1, 10, 1, 8, 1], **asked)
    assert lines == [
        "Wenna: action spent",
        "Ogg: 1 attack met this round",
        "Ogg: 5 damage, Health 0, incapacitated",
        "Ogg: 1 non-lethal damage, kept apart",
        "Ogg: grounded",
    ]


def test_each_hit_of_two_weapons_brings_its_own() -> None:
    asked = {"main": "maim_leg", "other": "disarm", "hand": "main"}
    only_first = fight().lines("dual", "wenna", "ogg", 0, [8, 1, 1, 8], **asked)
    assert only_first[2:] == [
        "Ogg: 1 damage, Health 4",
        "Ogg: maimed leg",
        "Ogg: the second attack meets the maimed leg",
    ]
    only_second = fight().lines("dual", "wenna", "ogg", 0, [1, 8, 8, 1], **asked)
    assert only_second[2:] == ["Ogg: Spear falls at the feet"]
    assert fight().lines("dual", "wenna", "ogg", 0, [1, 8, 1, 8], **asked)[2:] == []


def test_a_thrown_weapon_is_out_of_reach() -> None:
    f = fight()
    f.do("throw", "wenna", "ogg", 0, [8, 1])
    assert "wenna flung (Axe)" in f.held


# Reactions


def test_a_riposte_comes_first_from_the_longer_reach() -> None:
    f = fight()
    assert "riposte" not in f.offered("wenna", "ogg")
    answer = f.odds("riposte", "ogg", "wenna", 0)
    assert answer.answer is not None
    assert f.figure("riposte", "p_hit_without", "ogg", "wenna", 0) == f.figure("attack", "p_hit", "wenna", "ogg", 0)
    lines = f.lines("riposte", "ogg", "wenna", 0, [8, 1, 8, 1])
    assert lines == [
        "Ogg: action spent",
        "Wenna: the action goes into this attack",
        "Wenna: 1 attack met this round",
        "Wenna: 2 damage, Health 6",
        "Ogg: 1 attack met this round",
        "Ogg: 4 damage, Health 1",
    ]
    assert (f.turn("ogg"), f.turn("wenna")) == (0, 0)


def test_a_riposte_knocks_away_the_weapon_of_the_attack_that_it_stops() -> None:
    f = fight()
    asked = {"against": "1", "their": "attack", "riposte": "disarm"}
    lines = f.lines("riposte", "ogg", "wenna", 0, [8, 1], **asked)
    assert lines[2:] == ["Wenna: 1 attack met this round", "Wenna: Shield falls at the feet"]
    asks = RULES.act("riposte").asks(fight().here("ogg", "wenna", 0, **asked))
    assert [one.name for one in asks] == ["riposte", "against", "their"]


def test_a_riposte_knocks_nothing_out_of_bare_hands() -> None:
    f = fight()
    asks = RULES.act("riposte").asks(f.here("ogg", "wenna", 0, against="2"))
    assert "disarm" not in [one.id for one in asks[0].options]


def test_a_riposte_takes_a_longer_reach() -> None:
    f = fight()
    f.next(2)
    assert f.why_not("riposte", "wenna", "ogg", 0) == "The Reach of Axe is not longer: 3 against 3."


def test_a_riposte_of_equal_reach_begins_with_a_lunge() -> None:
    f = Fighting({"id": "wenna", "sheet": WENNA}, {"id": "tilda", "side": "foes", "sheet": WENNA})
    assert f.why_not("riposte", "tilda", "wenna", 0) == ""
    assert f.labels("riposte", "riposte", "tilda", "wenna", 0)[0] == "Lunging Attack"
    assert f.odds("riposte", "tilda", "wenna", 0).answer is not None


def test_a_trip_is_for_the_turn_of_another() -> None:
    f = fight()
    assert "trip" not in f.offered("wenna", "ogg")
    assert f.lines("trip", "ogg", "wenna", faces=[8, 1]) == ["Ogg: action spent", "Wenna: grounded"]
    assert f.why_not("trip", "tilda", "wenna") == "Wenna is on the ground already."


# Holds


def held() -> Fighting:
    f = fight()
    f.do("tackle", "wenna", "ogg", faces=[10, 1])
    return f


def test_the_tackler_is_down_whatever_comes() -> None:
    f = fight()
    f.do("tackle", "wenna", "ogg", faces=[1, 8])
    assert f.held == ["wenna grounded"]


def test_a_hold_leaves_only_what_belongs_to_it() -> None:
    f = held()
    f.next(3)
    assert f.why_not("attack", "wenna", "tilda", 0) == "Only what the hold allows while holding: let go first."
    assert f.why_not("attack", "ogg", "wenna", 0) == "Only a try to break free while grappled."
    assert {"strike_held", "take_item", "let_go"} <= f.offered("wenna", "ogg")
    f.do("let_go", "wenna", "ogg")
    assert f.held == ["wenna grounded", "ogg grounded"]


def test_a_miss_or_a_lost_contest_ends_the_hold() -> None:
    f = held()
    f.next(3)
    assert f.lines("strike_held", "wenna", "ogg", faces=[1, 8])[-1] == "Wenna: no longer holds Ogg"
    f = held()
    f.next(3)
    assert f.lines("take_item", "wenna", "ogg", faces=[10, 1]) == [
        "Wenna: action spent",
        "Ogg: Spear is taken by Wenna",
    ]
    f.next(3)
    assert f.lines("take_item", "wenna", "ogg", faces=[1, 6], item="worn")[-1] == "Wenna: no longer holds Ogg"


def test_the_third_failure_knocks_out() -> None:
    f = held()
    f.next(2)
    for _ in range(2):
        f.do("escape", "ogg", "wenna", faces=[1, 10])
        f.next(3)
    assert f.due == ["Wenna holds Ogg: 2 of 3 tries have failed."]
    lines = f.lines("escape", "ogg", "wenna", faces=[1, 10])
    assert lines[1:] == ["Ogg: 3 of 3 tries failed, unconscious", "Wenna: no longer holds Ogg"]
    assert f.held == ["wenna grounded", "ogg grounded", "ogg unconscious"]


def test_a_table_says_how_many_failures_knock_out() -> None:
    f = fight(failures_to_ko=1)
    f.do("tackle", "wenna", "ogg", faces=[10, 1])
    f.next(2)
    assert f.lines("escape", "ogg", "wenna", faces=[1, 10])[1] == "Ogg: 1 of 1 tries failed, unconscious"


def test_an_escape_has_to_be_higher() -> None:
    f = held()
    f.next(2)
    assert f.lines("escape", "ogg", "wenna", faces=[6, 1]) == ["Ogg: action spent", "Wenna: no longer holds Ogg"]
    assert f.held == ["wenna grounded", "ogg grounded"]


def test_who_falls_unconscious_holds_nobody() -> None:
    f = held()
    f.hold("wenna", "unconscious")
    assert f.held == ["wenna grounded", "ogg grounded", "wenna unconscious"]
    assert f.acting == ["tilda"]


def test_a_typed_die_is_asked_for_by_the_name_of_the_one_who_rolls() -> None:
    f = held()
    f.next(2)

    def none_left(sides: int) -> int:
        raise NeedsFace(sides)

    with pytest.raises(NeedsFace, match="d6 is due for: Ogg: d6"):
        roll(RULES.act("escape"), f.here("ogg", "wenna"), none_left)


def test_a_roll_names_both_sides_whatever_their_names_are() -> None:
    f = Fighting(
        {"id": "wenna", "name": "Other guard", "sheet": WENNA},
        {"id": "ogg", "name": "Bo", "side": "foes", "sheet": OGG},
    )
    rolled = f.do("tackle", "wenna", "ogg", faces=[10, 1])
    assert rolled.roll is not None
    assert [step.label for step in rolled.roll.steps][:2] == ["Other guard: d10", "Bo: d8"]
    f.next()
    escaped = f.do("escape", "ogg", "wenna", faces=[1, 10])
    assert escaped.roll is not None
    assert escaped.roll.steps[1].label == "Other guard: d10"
    assert escaped.roll.steps[1].text == "Bo is lower"
