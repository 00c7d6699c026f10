"""The best use of what is left of a turn in Ruins & Raiders: the calculator of a round, filled from the fight."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.engine.fight.plans import Plan, best_plan, has_plan

from .fighting import BOW, BRAN, OGG, RULES, SWORD, Fighting, foe

SWORDSMAN = {**BRAN, "sheet": {**BRAN["sheet"], "weapons": [SWORD]}}


def plan(fight: Fighting, who: str = "bran", to: str = "ogg") -> Plan:
    found = best_plan(RULES, fight.here(who, to))
    assert found is not None
    return found


def inputs(fight: Fighting) -> Any:
    return plan(fight).odds.inputs


def rows(fight: Fighting) -> dict[str, dict[str, Any]]:
    answer = plan(fight).odds.answer
    assert answer is not None
    return {row["option"]: row for row in answer.values["rows"]}


def test_a_whole_turn_is_planned_with_the_weapon_that_serves_best() -> None:
    found = plan(Fighting(BRAN, OGG))
    assert (found.act.id, found.here.weapon_at) == ("plan", 0)
    assert {*rows(Fighting(BRAN, OGG))} == {"strike_strike", "aim_strike", "haymaker", "strike_defend", "defend_defend"}


def test_without_weapons_it_is_planned_with_bare_hands() -> None:
    unarmed = {**BRAN, "sheet": {**BRAN["sheet"], "weapons": []}}
    assert plan(Fighting(unarmed, OGG)).act.id == "plan_unarmed"


def test_a_lost_weapon_is_left_out() -> None:
    fight = Fighting(BRAN, OGG)
    fight.hold("bran", "disarmed", note="Sword")
    assert plan(fight).here.weapon_at == 1


def test_after_one_action_the_other_one_is_planned() -> None:
    fight = Fighting(BRAN, OGG)
    fight.do("strike", "bran", "ogg", 0, faces=[1, 1])
    assert {*rows(fight)} == {"strike", "defend"}


def test_a_strike_of_the_plan_is_the_strike_of_its_own_line() -> None:
    fight = Fighting(BRAN, foe(fortune_max=2, wounds=3))
    fight.do("aim", "bran")
    row = rows(fight)["strike"]
    assert row["mean_dealt"] == fight.figure("strike", "mean_wounds", "bran", "ogg", 0)
    assert row["p_drop_foe"] == fight.figure("strike", "p_drop", "bran", "ogg", 0)


def test_an_action_spent_on_defense_counts_for_both_sides() -> None:
    fight = Fighting(SWORDSMAN, OGG)
    fight.do("defend", "bran")
    assert inputs(fight).me.defense == 12 + 3
    fight.hold("ogg", "full_defense")
    assert inputs(fight).foe.defense == 10 + 6


def test_a_foe_deals_wounds_with_the_actions_that_it_still_has() -> None:
    fight = Fighting(BRAN, OGG)
    assert inputs(fight).foe_option == "strike_strike"
    fight.add({"do": "spend", "who": "ogg", "name": "actions", "by": 1})
    assert inputs(fight).foe_option == "strike"
    after = Fighting(OGG, BRAN)
    after.next()
    assert inputs(after).foe_option == "nothing"
    assert rows(after)["defend_defend"]["mean_taken"] == 0


def test_a_hold_is_planned_with_its_squeezes() -> None:
    fight = Fighting(BRAN, OGG)
    fight.hold("bran", "holds", "ogg", number=5)
    found = rows(fight)
    assert found["squeeze_squeeze"]["mean_dealt"] == 2 * (4 + 5 - 3)
    assert found["strike_squeeze"]["mean_dealt"] == 6 + found["strike_defend"]["mean_dealt"]


def test_a_ready_haymaker_goes_into_the_first_strike_in_melee() -> None:
    fight = Fighting(BRAN, OGG, table={"haymaker_rule": "one_action"})
    fight.do("wind_up", "bran")
    assert rows(fight)["strike"]["mean_dealt"] == fight.figure("strike", "mean_wounds", "bran", "ogg", 0)
    bow = {**BRAN, "sheet": {**BRAN["sheet"], "weapons": [BOW]}}
    with_bow = Fighting(bow, OGG, table={"haymaker_rule": "one_action"})
    with_bow.do("wind_up", "bran")
    here = with_bow.here("bran", "ogg")
    assert [RULES.planned(here)[0][0].inputs(one)["wound_up"] for _, one in RULES.planned(here)] == [False, True]


def test_at_a_distance_no_haymaker_is_planned() -> None:
    fight = Fighting(BRAN, OGG)
    fight.hold("bran", "range", "ogg", number=4)
    assert "haymaker" not in rows(fight)


@pytest.mark.parametrize("why", ["no action", "not the turn", "unaware", "down", "friend"])
def test_there_is_no_plan_without_a_turn_or_a_foe_who_is_seen(why: str) -> None:
    fight = Fighting(BRAN, OGG, {**OGG, "id": "gam", "side": "party"})
    assert has_plan(RULES, fight.here("bran", "ogg"))
    if why == "no action":
        fight.add({"do": "spend", "who": "bran", "name": "actions", "by": 2})
    if why == "not the turn":
        fight.next()
    if why == "unaware":
        fight.hold("ogg", "unaware", "bran")
    if why == "down":
        fight.hold("ogg", "down")
    to = "gam" if why == "friend" else "ogg"
    assert not has_plan(RULES, fight.here("bran", to))
    assert best_plan(RULES, fight.here("bran", to)) is None


def test_the_plan_is_no_act() -> None:
    assert not {act.id for act in RULES.plans} & {act.id for act in RULES.acts}
