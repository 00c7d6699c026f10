"""How initiative, turns, movement and the order of a round behave."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

from pyrules.games.wwn.reference import REFERENCE
from pyrules.games.wwn.turns.initiative import INITIATIVE_GROUP
from pyrules.games.wwn.turns.initiative_compare import INITIATIVE_COMPARE
from pyrules.games.wwn.turns.initiative_individual import INITIATIVE_INDIVIDUAL
from pyrules.games.wwn.turns.movement import MOVEMENT
from pyrules.games.wwn.turns.order import TURN_ORDER
from pyrules.games.wwn.turns.reload import RELOAD
from pyrules.games.wwn.turns.turn import ACTION_ECONOMY

from ..asking import ask, refused, rolled

PARTY = {"name": "party", "dex_mods": [0], "pc": True}
ORCS = {"name": "orcs", "dex_mods": [0]}
CULT = {"name": "cult", "dex_mods": [0]}


def test_player_characters_win_initiative_ties() -> None:
    assert ask(INITIATIVE_GROUP, sides=[PARTY, ORCS])["p_first"]["party"] == Fraction(36, 64)
    assert ask(INITIATIVE_GROUP, sides=[ORCS, PARTY])["p_first"]["party"] == Fraction(36, 64)


def test_shared_ties_make_equal_sides_equal() -> None:
    p_first = ask(INITIATIVE_GROUP, sides=[PARTY, ORCS, CULT], ties="even")["p_first"]

    assert set(p_first.values()) == {Fraction(1, 3)}


def test_a_side_rolls_with_its_best_member_even_below_zero() -> None:
    sides = [PARTY, {"name": "orcs", "dex_mods": [-3, -1, -2], "bonus": 2}]

    assert ask(INITIATIVE_GROUP, sides=sides)["modifiers"] == {"party": 0, "orcs": 1}


def test_a_side_that_cannot_lead_has_no_chance() -> None:
    values = ask(INITIATIVE_GROUP, sides=[PARTY, {"name": "slugs", "dex_mods": [0], "bonus": -10}])

    assert values["p_first"] == {"party": 1, "slugs": 0}
    assert values["likeliest"] == ["party"]


def test_every_way_the_dice_fall_gives_the_odds_of_initiative() -> None:
    sides = [{**PARTY, "dex_mods": [1]}, ORCS, CULT]
    p_first = ask(INITIATIVE_GROUP, sides=sides)["p_first"]

    assert rolled(INITIATIVE_GROUP, sides=sides) == {f"{name} first": p for name, p in p_first.items()}


def test_sides_must_have_different_names() -> None:
    assert refused(INITIATIVE_GROUP, sides=[PARTY, PARTY]) == ("sides.1.name", "bad_option")


TWO_ON_TWO: list[dict[str, Any]] = [
    {"name": "a", "pc": True, "dex_mod": 1},
    {"name": "x"},
    {"name": "b", "pc": True},
    {"name": "y", "bonus": 1},
]


def test_members_by_name_count_with_the_nameless_and_the_best_of_all_is_named() -> None:
    named = {"name": "party", "dex_mods": [0], "members": [{"name": "Bran", "dex_mod": 2}], "pc": True}
    assert ask(INITIATIVE_GROUP, sides=[named, ORCS])["modifiers"]["party"] == 2
    steps = INITIATIVE_GROUP.steps(INITIATIVE_GROUP.parse({"sides": [named, ORCS]}))
    assert "Best Dexterity, Bran" in [one.label for step, _ in steps for one in step.modifiers]
    alone = {"name": "party", "dex_mods": [], "members": [{"name": "Bran", "dex_mod": -1}], "pc": True}
    assert ask(INITIATIVE_GROUP, sides=[alone, ORCS])["modifiers"]["party"] == -1


def test_a_side_needs_a_member() -> None:
    assert refused(INITIATIVE_GROUP, sides=[PARTY, {"name": "ghosts", "dex_mods": []}]) == (
        "sides.1.dex_mods",
        "out_of_range",
    )


def test_first_places_are_shared_out_completely() -> None:
    values = ask(INITIATIVE_INDIVIDUAL, people=TWO_ON_TWO)

    assert list(values["p_first"]) == ["a", "x", "b", "y"]
    assert sum(values["p_first"].values()) == 1
    assert values["p_first"]["a"] + values["p_first"]["b"] == values["p_some_pc_first"]


def test_those_before_the_first_foe_are_counted_by_brute_force() -> None:
    rolls = [(a + 1, x, b, y + 1) for a in range(1, 9) for x in range(1, 9) for b in range(1, 9) for y in range(1, 9)]
    before = [(a >= max(x, y)) + (b >= max(x, y)) for a, x, b, y in rolls]
    values = ask(INITIATIVE_INDIVIDUAL, people=TWO_ON_TWO)

    assert values["mean_pcs_before_first_foe"] == Fraction(sum(before), len(rolls))
    assert values["p_some_pc_first"] == Fraction(sum(n > 0 for n in before), len(rolls))
    assert values["p_all_pcs_before_any_foe"] == Fraction(sum(n == 2 for n in before), len(rolls))


def test_an_individual_fight_needs_both_kinds() -> None:
    assert refused(INITIATIVE_INDIVIDUAL, people=[{"name": "a"}, {"name": "b"}]) == ("people", "missing_field")
    assert refused(INITIATIVE_COMPARE, people=[{"name": "a", "pc": True}] * 2) == ("people.1.name", "bad_option")


def test_two_alone_are_the_same_either_way() -> None:
    values = ask(INITIATIVE_COMPARE, people=[{"name": "a", "pc": True, "dex_mod": 1}, {"name": "x"}])

    assert values["group_p_pcs_first"] == values["individual_p_some_pc_first"]
    assert values["group_mean_pcs_before_first_foe"] == values["individual_mean_pcs_before_first_foe"]


def test_a_side_takes_its_best_member_with_the_bonus() -> None:
    quick = [{"name": "a", "pc": True, "dex_mod": 1}, {"name": "b", "pc": True, "bonus": 2}, {"name": "x"}]
    same = [{"name": "a", "pc": True, "dex_mod": 2}, {"name": "x"}]

    assert (
        ask(INITIATIVE_COMPARE, people=quick)["group_p_pcs_first"]
        == ask(INITIATIVE_COMPARE, people=same)["group_p_pcs_first"]
    )


def economy(*actions: str | tuple[str, bool]) -> tuple[Any, ...]:
    sequence = [{"action": one} if isinstance(one, str) else {"action": one[0], "own_turn": one[1]} for one in actions]
    values = ask(ACTION_ECONOMY, sequence=sequence)
    return tuple(values[name] for name in ("failed_step", "reason", "main_left", "move_left"))


def test_nothing_planned_leaves_the_whole_round() -> None:
    assert economy() == (None, None, 1, 1)


def test_small_actions_cost_nothing() -> None:
    assert economy("draw_readied", "speak", "go_prone", "drop_item", "reload_bow_skilled") == (None, None, 1, 1)


def test_a_second_move_takes_the_main_action() -> None:
    assert economy("run", "stand_up") == (None, None, 0, 0)
    assert economy("run", "stand_up", "pick_up_item") == (2, "no_move", 0, 0)


def test_a_charge_takes_both_and_nothing_stands_in_for_either() -> None:
    assert economy("charge") == (None, None, 0, 0)
    assert economy("melee_attack", "charge") == (1, "no_main", 0, 1)
    assert economy("run", "charge") == (1, "no_move", 1, 0)


def test_a_snap_and_total_defense_give_up_the_main_action() -> None:
    assert economy(("snap_attack", False), ("total_defense", False)) == (1, "no_main", 0, 1)


def test_off_turn_only_instants_and_what_is_held() -> None:
    assert economy(("melee_attack", False)) == (0, "off_turn", 1, 1)
    assert economy(("drop_item", False)) == (None, None, 1, 1)
    assert economy("hold_action", ("melee_attack", False)) == (None, None, 0, 0)
    assert economy(("hold_action", False)) == (0, "off_turn", 1, 1)


def test_a_refused_action_ends_the_plan_and_changes_nothing() -> None:
    assert economy("melee_attack", "use_skill", "run") == (1, "no_main", 0, 1)


def test_the_table_answers_by_action_or_by_kind() -> None:
    one, kind = ask(REFERENCE, action="charge"), ask(REFERENCE, type="main_and_move")

    assert (one["row"], one["type"], one["actions"]) == (5, "main_and_move", None)
    assert (kind["row"], kind["action"], kind["actions"]) == (None, None, ["charge"])


def test_every_row_of_the_table_is_of_one_kind() -> None:
    kinds = [ask(REFERENCE, type=kind)["actions"] for kind in ("main", "move", "main_and_move", "on_turn", "instant")]

    assert sum(map(len, kinds)) == 21


def test_the_table_is_asked_one_thing() -> None:
    assert refused(REFERENCE) == ("action", "missing_field")
    assert refused(REFERENCE, action="run", type="move") == ("type", "not_allowed")


def order(*ops: tuple[str, str, str | None]) -> tuple[list[str], list[str]]:
    changes = [{"actor": actor, "op": op, "target": target} for actor, op, target in ops]
    values = ask(TURN_ORDER, order=["A", "B", "C", "D"], ops=changes)
    return values["order"], values["lost"]


def test_a_delay_acts_after_and_a_hold_before() -> None:
    assert order(("A", "delay", "C")) == (["B", "C", "A", "D"], [])
    assert order(("A", "hold", "C")) == (["B", "A", "C", "D"], [])


def test_a_hold_that_nothing_sets_off_is_lost() -> None:
    assert order(("B", "hold", None), ("A", "hold", None)) == (["C", "D"], ["B", "A"])


def test_nobody_waits_for_what_is_past() -> None:
    def code(*ops: dict[str, Any]) -> tuple[str, str]:
        return refused(TURN_ORDER, order=["A", "B", "C"], ops=list(ops))

    assert code({"actor": "C", "op": "delay", "target": "A"}) == ("ops.0.target", "not_allowed")
    assert code({"actor": "A", "op": "hold", "target": "A"}) == ("ops.0.target", "not_allowed")
    assert code({"actor": "A", "op": "hold", "target": "Z"}) == ("ops.0.target", "not_allowed")
    assert code({"actor": "A", "op": "delay"}) == ("ops.0.target", "missing_field")
    assert code({"actor": "Z", "op": "hold"}) == ("ops.0.actor", "bad_option")
    assert code({"actor": "A", "op": "hold"}, {"actor": "A", "op": "hold"}) == ("ops.1.actor", "not_allowed")
    assert refused(TURN_ORDER, order=["A", "A"]) == ("order.1", "bad_option")


def test_hard_ground_and_crawling_each_halve_exactly() -> None:
    assert ask(MOVEMENT, hard_terrain=True, prone=True) == {"feet": Fraction(15, 2), "per_move": Fraction(15, 2)}
    assert ask(MOVEMENT, move_actions=0)["feet"] == 0


def test_a_charge_is_two_moves_whatever_was_planned() -> None:
    assert ask(MOVEMENT, charge=True, move_actions=0)["feet"] == 60


def test_a_crossbow_is_slow_in_any_hands_and_a_bow_in_poor_ones() -> None:
    assert [ask(RELOAD, weapon="crossbow", shoot_skill=skill)["type"] for skill in (-1, 4)] == ["main", "main"]
    assert [ask(RELOAD, weapon="bow", shoot_skill=skill)["type"] for skill in (-1, 0, 1, 4)] == [
        "move",
        "move",
        "on_turn",
        "on_turn",
    ]
    assert ask(RELOAD, weapon="bow", shoot_skill=1)["can_also_move"] is True


# The corrections of the second reading


def test_after_the_final_participant_any_one_of_the_group_can_attack() -> None:
    """And nobody who has not joined."""
    assert economy("swarm_attack", ("swarm_strike", False)) == (None, None, 0, 1)
    assert economy(("swarm_strike", False)) == (0, "not_joined", 1, 1)


def test_who_falls_prone_charges_no_more_this_round() -> None:
    assert economy("go_prone", "charge") == (1, "prone", 1, 1)
    assert economy("go_prone", "melee_attack") == (None, None, 0, 1)
    assert ask(ACTION_ECONOMY, sequence=[{"action": "charge"}], prone=True)["reason"] == "prone"
    assert refused(MOVEMENT, charge=True, prone=True) == ("charge", "not_allowed")


def test_combatants_can_not_move_while_grappling() -> None:
    def held(*actions: str) -> Any:
        return ask(ACTION_ECONOMY, sequence=[{"action": one} for one in actions], held=True)["reason"]

    assert {held(one) for one in ("run", "charge", "ranged_attack", "extra_move")} == {"held"}
    assert held("melee_attack") is None
    assert held("escape_grapple", "run") is None


def test_on_turn_examples_are_found_among_the_on_turn_actions() -> None:
    """Drawing out a Readied object and saying a few words; the quick table itself leaves them out."""
    found = ask(REFERENCE, type="on_turn")
    assert {"draw_readied", "speak"} <= {row["action"] for row in found["found"]}
    assert found["actions"] == ["reload_bow_skilled", "go_prone", "delay_action"]


def test_the_swarms_strike_is_an_instant() -> None:
    assert "swarm_strike" in {row["action"] for row in ask(REFERENCE, type="instant")["found"]}


def test_shove_grapple_and_execution_can_be_looked_up() -> None:
    for action in ("shove", "grapple", "execution_attack"):
        found = ask(REFERENCE, action=action)
        assert (found["type"], found["row"]) == ("main", None)


ASH, RAIDER = {"name": "Ash", "pc": True}, {"name": "Raider"}


def test_ties_are_shared_in_individual_initiative_too() -> None:
    alone = ask(INITIATIVE_INDIVIDUAL, people=[ASH, RAIDER], ties="even")
    assert alone["p_first"] == {"Ash": Fraction(1, 2), "Raider": Fraction(1, 2)}
    assert alone["p_some_pc_first"] == alone["p_all_pcs_before_any_foe"] == Fraction(1, 2)
    assert alone["mean_pcs_before_first_foe"] == Fraction(1, 2)
    assert ask(INITIATIVE_COMPARE, people=[ASH, RAIDER], ties="even")["group_p_pcs_first"] == Fraction(1, 2)


def test_shared_ties_match_a_lot_among_all_who_rolled_the_same() -> None:
    """Every way of eight-sided dice for two against two, and every order of those who tie."""
    people = [ASH, ASH | {"name": "Brin", "dex_mod": 1}, RAIDER, RAIDER | {"name": "Archer"}]
    some = every = mean = Fraction(0)
    for rolls in product(range(1, 9), repeat=4):
        a, b, c, d = (rolls[0], rolls[1] + 1, rolls[2], rolls[3])
        foe = max(c, d)
        above, tied, foes = sum(x > foe for x in (a, b)), sum(x == foe for x in (a, b)), (c == foe) + (d == foe)
        orders = list(permutations(["pc"] * tied + ["foe"] * foes))
        before = [above + order.index("foe") for order in orders]
        some += Fraction(sum(n > 0 for n in before), len(orders))
        every += Fraction(sum(n == 2 for n in before), len(orders))
        mean += Fraction(sum(before), len(orders))
    found = ask(INITIATIVE_INDIVIDUAL, people=people, ties="even")
    assert found["p_some_pc_first"] == some / 8**4
    assert found["p_all_pcs_before_any_foe"] == every / 8**4
    assert found["mean_pcs_before_first_foe"] == mean / 8**4


def test_the_example_of_a_turn_is_possible() -> None:
    values = ask(ACTION_ECONOMY, **ACTION_ECONOMY.start)
    assert (values["legal"], values["main_left"], values["move_left"]) == (True, 0, 0)
