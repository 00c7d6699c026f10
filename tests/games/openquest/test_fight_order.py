"""The order of a round in a fight: by skill, declared, waited for, cut in on (OQ-RND-02 to OQ-RND-07, OQ-OTH-02)."""

from __future__ import annotations

from typing import Any

from .fighting import Fighting

SWORD = {"name": "Sword", "damage": "1d8", "great": "sword"}
DAGGER = {"name": "Dagger", "damage": "1d4"}
SPEAR = {"name": "Spear", "damage": "1d10", "shafted": True}


def fighter(id: str, close: int, side: str = "party", **sheet: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "sheet": {"close_combat": close, "weapons": [SWORD], **sheet}}


def two(**table: str) -> Fighting:
    return Fighting(fighter("hild", 65, shield="medium"), fighter("orc", 40, "foes"), table=table)


def test_the_highest_skill_acts_first_and_dexterity_breaks_ties() -> None:
    fight = Fighting(fighter("a", 40), fighter("b", 70, "foes"), fighter("c", 40, dex=14))
    assert fight.order == [["b"], ["c"], ["a"]]


def test_equal_skills_act_at_once_where_the_table_says_so() -> None:
    table = {"tie_policy": "simultaneous"}
    fight = Fighting(fighter("a", 40), fighter("b", 40, "foes", dex=14), table=table)
    assert fight.order == [["a", "b"]]


def test_an_order_by_hand_stays_as_the_rounds_go_on() -> None:
    fight = Fighting(fighter("a", 40), fighter("b", 70, "foes"), begun=False)
    fight.add({"do": "order", "mode": "by_hand", "places": {"a": [0], "b": [1]}})
    fight.add({"do": "begin"})
    fight.next(2)
    assert fight.order == [["a"], ["b"]]


def test_who_joins_later_acts_last_and_by_skill_from_the_next_round_on() -> None:
    fight = two()
    fight.join(**fighter("late", 90))
    assert fight.order[-1] == ["late"]
    fight.next(3)
    assert fight.order[0] == ["late"]


def test_a_declaration_changes_the_place_of_this_round_alone() -> None:
    fight = two()
    fight.do("declare", "hild", action="change_stance")
    assert fight.order == [["orc"], ["hild"]]
    fight.next(2)
    assert fight.state.round == 2
    assert fight.order == [["hild"], ["orc"]]


def test_a_declaration_before_the_fight_counts_in_round_1() -> None:
    fight = Fighting(fighter("hild", 65), fighter("orc", 40, "foes"), begun=False)
    fight.do("declare", "hild", action="change_stance")
    fight.add({"do": "begin"})
    assert fight.order == [["orc"], ["hild"]]
    fight.next(2)
    assert fight.order == [["hild"], ["orc"]]


def test_the_bonus_of_a_great_attack_counts_for_the_order_where_the_table_says_so() -> None:
    slow, table = fighter("hild", 50), {"action_order": "counts"}
    for rules, first in (({}, "orc"), (table, "hild")):
        fight = Fighting(slow, fighter("orc", 60, "foes"), table=rules)
        fight.do("declare", "hild", action="great_attack")
        assert fight.order[0] == [first]


def test_a_declaration_gives_up_reactions_at_once() -> None:
    fight = two()
    fight.do("declare", "orc", action="all_out_attack")
    assert fight.labels_or_none("close_attack", "hild", "orc", 0) is None
    assert "no_defense" in " ".join(fight.held)


def test_who_has_declared_something_else_is_told_so() -> None:
    fight = two()
    fight.do("declare", "hild", action="change_stance")
    assert fight.why_not("close_attack", "hild", "orc", 0) == "Hild has declared Change Stance."


def test_who_has_declared_may_wait_with_it() -> None:
    fight = two()
    fight.do("declare", "hild", action="great_attack")
    assert not fight.why_not("delay", "hild", "orc")


def test_what_nobody_can_do_is_not_declared() -> None:
    ghost = {"conditions": ["bodiless"], "shamanism": 70, "weapons": []}
    bow = {"name": "Bow", "damage": "1d8", "skill": "ranged", "range": 75, "one_handed": False, "bonus": 10}
    archer = fighter("ysa", 30, ranged=60, weapons=[bow, DAGGER])
    fight = Fighting(fighter("hild", 65, shield="medium"), archer, {"id": "ghost", "side": "foes", "sheet": ghost})
    assert fight.order == [["ghost"], ["ysa"], ["hild"]]  # 70 in spirit combat, 60 + 10, 65
    assert fight.labels("action", "declare", "ghost")[0] == "Spirit combat: 70 %"
    assert not [one for one in fight.labels("action", "declare", "ghost") if "Attack" in one]
    assert fight.labels("action", "declare", "ysa")[:2] == [
        "Ranged Combat Attack: 70 %",
        "All-Out Attack: 30 %",
    ]
    assert "Close Combat Attack: 30 %" in fight.labels("action", "declare", "ysa")
    hild = {one.partition(":")[0] for one in fight.labels("action", "declare", "hild")}
    assert {"Great Attack", "Shield Defense", "Spirit combat"} <= hild
    assert not hild & {"Aim", "Set Weapon", "Whirling Dervish"}


def test_spirit_combat_is_declared_and_has_its_own_place() -> None:
    ghost = {"conditions": ["bodiless"], "shamanism": 20, "weapons": []}
    fight = Fighting(fighter("hild", 65, persistence=35), {"id": "ghost", "side": "foes", "sheet": ghost}, begun=False)
    fight.do("declare", "hild", action="spirit_combat")
    fight.add({"do": "begin"})
    assert [-one.place[0] for one in fight.state.combatants] == [35, 20]
    assert not fight.why_not("spirit_combat", "hild", "ghost")


def test_who_waits_acts_right_after_the_other_and_still_has_the_action() -> None:
    fight = two()
    fight.do("delay", "hild", "orc")
    assert fight.acting == ["orc"]
    fight.next()
    assert fight.acting == ["hild"]
    assert fight.actions("hild") == 1
    assert not fight.why_not("close_attack", "hild", "orc", 0)


def test_who_waits_may_cut_in_with_an_opposed_test() -> None:
    fight = two()
    fight.do("delay", "hild", "orc")
    fight.do("cut_in", "hild", "orc", faces=[60, 90])
    assert fight.acting == ["hild"]
    assert "hild waits_for orc" not in fight.held


def test_who_comes_too_late_still_acts_after_the_other() -> None:
    fight = two()
    fight.do("delay", "hild", "orc")
    fight.do("cut_in", "hild", "orc", faces=[95, 30])
    assert fight.acting == ["orc"]


def test_nobody_waits_for_one_who_has_acted() -> None:
    fight = two()
    fight.next()
    assert fight.why_not("delay", "orc", "hild") == "Hild has acted in this round."
    fight.add({"do": "track", "who": "hild", "name": "hit_points", "by": -30})
    assert fight.why_not("delay", "orc", "hild") == "Hild is out of the fight."


def test_a_prone_fighter_acts_later_from_the_next_round_on() -> None:
    fight = two()
    fight.hold("hild", "prone")
    fight.hold("hild", "incensed")
    fight.next(2)
    assert fight.order == [["hild"], ["orc"]]  # 65 − 20 + 20
    fight.add({"do": "free", "who": "hild", "id": "incensed"})
    fight.next(2)
    assert fight.order == [["hild"], ["orc"]]  # 45 against 40


def test_the_off_hand_attacks_at_half_the_place() -> None:
    fight = two()
    lines = fight.lines("close_attack", "hild", "orc", 0, [90], off_hand="yes")
    assert lines[-1] == "Hild: the bonus attack comes at 32 %"
    assert fight.acting == ["orc"]
    fight.next()
    assert fight.acting == ["hild"]
    assert {"bonus_attack", "bonus_bash"} & fight.offered("hild", "orc") == {"bonus_attack", "bonus_bash"}
    plain = fight.figure("shield_bash", "p_attack_success", "hild", "orc")
    assert plain == fight.figure("bonus_bash", "p_attack_success", "hild", "orc")  # while the bonus is to come
    assert float(plain) == 0.45
    fight.do("bonus_bash", "hild", "orc", faces=[90])
    assert "bonus_bash" not in fight.offered("hild", "orc")


def test_the_bonus_attack_follows_at_once_where_the_table_says_so() -> None:
    fight = two(offhand_order="immediate")
    fight.do("close_attack", "hild", "orc", 0, [90], off_hand="yes")
    assert fight.acting == ["hild"]
    assert "bonus_bash" in fight.offered("hild", "orc")


def test_a_lost_round_is_the_next_one() -> None:
    fight = two()
    fight.do("close_attack", "hild", "orc", 0, [99])
    fight.do("fumble_other", "hild", what="lose_next_round")
    assert "hild confused_next" in fight.held
    fight.next(2)
    assert fight.state.round == 2
    assert fight.acting == ["orc"]
    assert "hild lost_round" in fight.held
    fight.next()
    assert fight.acting == ["hild"]
    assert fight.state.round == 3


def test_a_set_weapon_strikes_before_the_charge() -> None:
    spearman = fighter("bor", 55, weapons=[SPEAR])
    fight = Fighting(spearman, fighter("raider", 40, "foes", hit_points=10, athletics=30))
    fight.hold("raider", "apart", "bor", number=15)
    fight.do("set_weapon", "bor", weapon=0)
    fight.do("declare", "raider", action="charge")
    assert "Raider charges; the set weapon of Bor strikes first." in fight.due
    fight.next()
    assert "strikes first" in fight.why_not("charge", "raider", "bor", 0)
    fight.do("meet_charge", "bor", "raider", 0, [70, 10])
    assert fight.hit_points("raider") == 0
    assert "bor weapon_set" not in fight.held


def test_a_charger_who_stands_after_the_set_weapon_strikes() -> None:
    fight = Fighting(fighter("bor", 55, weapons=[SPEAR]), fighter("raider", 40, "foes", hit_points=10, athletics=30))
    fight.hold("raider", "apart", "bor", number=15)
    fight.do("set_weapon", "bor", weapon=0)
    fight.next()
    fight.do("meet_charge", "bor", "raider", 0, [70, 4])
    assert not fight.why_not("charge", "raider", "bor", 0)
    fight.do("charge", "raider", "bor", 0, [30, 20], defense="parry")
    assert "apart" not in " ".join(fight.held)
