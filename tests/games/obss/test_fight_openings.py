"""What a fight of OBSS offers besides plain attacks: luck, the bank, weapon maneuvers, pushes and late initiative."""

from __future__ import annotations

from pyrules.engine.fight.odds import roll
from pyrules.engine.fight.plans import best_plan

from .fighting import RULES, Fighting
from .test_fight_acts import DAGGER, inputs, one, two
from .test_fight_order import rolled

# Luck


def test_four_points_of_proficiency_and_ability_buy_a_die() -> None:
    fight = two(wp=5, str=3)
    assert fight.labels("luck", "attack", "ada", "orc", 0) == [
        "No luck",
        "−4 to hit, 1 die more",
        "−8 to hit, 2 dice more",
    ]
    plain, lucky = (inputs(fight, "attack", "ada", "orc", 0, luck=points) for points in ("0", "2"))
    assert (lucky.modifier, lucky.dice) == (plain.modifier - 8, plain.dice + 2)
    assert "luck" not in [ask.name for ask in RULES.act("attack").asks(two(wp=2, str=1).here("ada", "orc", 0))]


# The bank


def test_criticals_are_banked_after_the_roll_in_place_of_their_damage() -> None:
    fight = two()
    asks = [ask.name for ask in RULES.act("attack").asks(fight.here("ada", "orc", 0))]
    assert "criticals" not in asks
    faces = iter([5, 5, 2, 3, 6])  # 22 against 10: 1 critical; 3 + 2 with the weapon, 6 on the critical's die
    done = roll(RULES.act("attack"), fight.here("ada", "orc", 0), lambda sides: next(faces))
    assert [[option.label for option in ask.options] for ask in done.asks] == [
        ["Do damage", "Go to the bank, the hit does 5 damage"]
    ]
    assert "Orc: 11 damage, 19 hit points" in [one.text for one in done.proposed]
    lines = fight.lines("attack", "ada", "orc", 0, [5, 5, 2, 3, 6], criticals="bank")
    assert "Orc: 5 damage, 25 hit points" in lines
    assert "Ada: 1 critical banked against Orc, 1 until round 3 ends" in lines


def test_a_full_bank_and_a_hit_without_criticals_ask_nothing() -> None:
    fight = two()
    faces = iter([2, 2, 3, 3])
    assert not roll(RULES.act("attack"), fight.here("ada", "orc", 0), lambda sides: next(faces)).asks
    fight.hold("ada", "criticals_banked", "orc", number=6)
    faces = iter([5, 5, 2, 3, 6])
    assert not roll(RULES.act("attack"), fight.here("ada", "orc", 0), lambda sides: next(faces)).asks


def test_a_companion_is_asked_for_only_where_one_alone_is_guarded() -> None:
    fight = Fighting(one("ada"), one("cole"), one("dana"), one("orc", "foes"))
    fight.hold("ada", "criticals_banked", "orc", number=4)
    act = RULES.act("critical_action")
    asked = {
        chosen: [ask.name for ask in act.asks(fight.here("ada", "orc", action=chosen))]
        for chosen in ("eye_sand", "eye_blinded", "defense_one", "defense_group")
    }
    assert asked == {
        "eye_sand": ["action"],
        "eye_blinded": ["action", "rounds"],
        "defense_one": ["action", "ally"],
        "defense_group": ["action"],
    }
    lines = fight.lines("critical_action", "ada", "orc", action="defense_group")
    assert lines[2:] == ["Cole: Guarded in the group", "Dana: Guarded in the group"]


def test_a_collision_goes_by_the_last_attack_roll() -> None:
    fight = Fighting(one("ada", "party", wp=30), one("orc", "foes", hit_points_max=300))
    fight.do("attack", "ada", "orc", 0, [5, 5, 5, 5, 1, 1, 1, 1], criticals="bank")  # 47 against 10: 4 criticals
    assert inputs(fight, "critical_save", "ada", "orc", None, action="trip_collision").last_attack_roll == 47
    fight.do("attack", "ada", "orc", 0, [2, 2, 3, 1, 1, 1, 5])  # 7 + 32 - 5 = 34
    assert inputs(fight, "critical_save", "ada", "orc", None, action="trip_collision").last_attack_roll == 34


# Weapon maneuvers


def missed(*faces: list[int], **sheet: int) -> Fighting:
    """Ada has missed Orc with these rolls."""
    fight = Fighting(one("ada", "party", **sheet), one("cole"), one("orc", "foes", defense_abilities=20))
    for one_roll in faces:
        fight.do("attack", "ada", "orc", 0, one_roll)
    return fight


def maneuvers(fight: Fighting) -> list[str]:
    return [option.id for option in RULES.act("weapon_maneuver").asks(fight.here("ada", "orc"))[0].options]


def test_two_misses_open_the_maneuvers_of_the_proficiency() -> None:
    assert "weapon_maneuver" not in missed([5, 5, 2]).offered("ada", "orc")
    fight = missed([5, 5, 2], [5, 5, 3], wp=6)  # 12 + 8 = 20 and 13 + 3 = 16 against 30: both even
    assert "weapon_maneuver" in fight.offered("ada", "orc")
    even = ["feint_and_reposition", "distracting_strike", "tactical_opening", "quick_reaction"]
    assert [one for one in maneuvers(fight) if ":" not in one] == [*even, "advanced_feint", "coordinated_support"]


def test_a_hit_closes_the_maneuvers() -> None:
    fight = Fighting(one("ada"), one("orc", "foes", defense_abilities=5))
    fight.do("attack", "ada", "orc", 0, [5, 5, 2, 2])
    assert fight.lines("attack", "ada", "orc", 0, [1, 2, 2]) == ["Ada: 1 Action spent, 1 left"]
    assert "weapon_maneuver" not in fight.offered("ada", "orc")


def test_a_maneuver_costs_the_reaction_and_lasts_against_one_foe() -> None:
    fight = missed([5, 5, 2], [5, 5, 3])
    before = inputs(fight, "attack", "orc", "ada").defense
    lines = fight.lines("weapon_maneuver", "ada", "orc", maneuver="distracting_strike")
    assert lines[0] == "Ada: Reaction spent"
    assert "ada distracting_strike orc" in fight.held
    assert inputs(fight, "attack", "orc", "ada").defense == before + 1
    assert fight.why_not("weapon_maneuver", "ada", "orc") == "Ada has done one this round."


def test_a_tactical_opening_helps_an_ally_and_more_after_a_critical_failure() -> None:
    fight = missed([5, 5, 2], [1, 2, 2])  # 22 and 4 + 5 = 9 against 30: a Critical Failure
    fight.do("weapon_maneuver", "ada", "orc", maneuver="tactical_opening:critical", ally="cole")
    assert inputs(fight, "attack", "cole", "orc").help_bonus == 2


def test_a_bleeding_wound_adds_to_what_bleeds() -> None:
    fight = missed([5, 5, 2], [5, 5, 3], wp=10)
    fight.hold("orc", "bleeding", number=2)
    fight.do("weapon_maneuver", "ada", "orc", maneuver="bleeding_wound")
    assert fight.state.number("orc", "bleeding") == 3


def test_a_strategic_evaluation_adds_a_critical_to_the_next_hit_and_ends_with_it() -> None:
    fight = missed([5, 5, 2], [5, 5, 3], wp=10)
    fight.do("weapon_maneuver", "ada", "orc", maneuver="strategic_evaluation")
    assert inputs(fight, "attack", "ada", "orc").extra_crits == 1
    fight.next(3)
    fight.add({"do": "edit", "who": "orc", "own": [["defense_abilities", "0"]]})
    assert fight.lines("attack", "ada", "orc", 0, [1, 1, 1]) == [
        "Ada: 1 Action spent, 2 left",
        "Ada: the miss with 12 counts for a weapon maneuver",
    ]
    assert "ada strategic_evaluation" in fight.held
    lines = fight.lines("attack", "ada", "orc", 0, [2, 3, 3, 5, 4])  # 8 + 12 - 5 = 15 against 10
    assert lines[1:] == [
        "Orc: 11 damage, 19 hit points",
        "Ada: no longer Strategic Evaluation",
    ]
    assert inputs(fight, "attack", "ada", "orc").extra_crits == 0


def test_lethal_insight_makes_the_criticals_of_the_next_hit_count_their_highest() -> None:
    fight = missed([5, 5, 2], [5, 5, 3], wp=12)  # 24 and 20 against 30
    fight.do("weapon_maneuver", "ada", "orc", maneuver="lethal_insight")
    fight.add({"do": "edit", "who": "orc", "own": [["defense_abilities", "0"]]})
    fight.next(3)
    held = inputs(fight, "attack", "ada", "orc")
    assert (held.highest_crits, held.extra_crits) == (True, 0)
    lines = fight.lines("attack", "ada", "orc", 0, [3, 3, 2, 3])  # 8 + 14 = 22 against 10: 3 + 2, and a critical of 8
    assert lines[1:] == ["Orc: 13 damage, 17 hit points", "Ada: no longer Lethal Insight"]
    assert not inputs(fight, "attack", "ada", "orc").highest_crits


def test_lethal_insight_and_further_criticals_count_in_a_coup_de_grace_and_end_with_it() -> None:
    fight = missed([5, 5, 2], [5, 5, 3], wp=12)
    fight.do("weapon_maneuver", "ada", "orc", maneuver="lethal_insight")
    fight.hold("ada", "strategic_evaluation")
    fight.hold("orc", "restrained")
    fight.next(3)
    held = inputs(fight, "coup_de_grace", "ada", "orc")
    assert (held.highest_crits, held.extra_crits) == (True, 1)
    lines = fight.lines("coup_de_grace", "ada", "orc", 0, [3])  # 3 + 2, and 4 criticals of 8
    assert lines[1:] == [
        "Orc: 37 damage, −7 hit points, dying",
        "Ada: no longer Lethal Insight",
        "Ada: no longer Strategic Evaluation",
    ]
    assert not fight.state.holds("ada", "lethal_insight", "strategic_evaluation")


def test_a_critical_lethal_insight_adds_two_criticals_and_takes_an_action() -> None:
    fight = missed([5, 5, 2], [1, 2, 2], wp=12)  # 24, and 4 + 7 = 11 against 30: a Critical Failure
    fight.do("weapon_maneuver", "ada", "orc", maneuver="lethal_insight:critical")
    fight.next(3)
    held = inputs(fight, "attack", "ada", "orc")
    assert (held.highest_crits, held.extra_crits, fight.state["ada"].budget["actions"]) == (True, 2, 2)


def test_relentless_assault_counts_from_the_next_round_on() -> None:
    fight = missed([5, 5, 2], [5, 5, 3], wp=12)
    before = inputs(fight, "attack", "ada", "orc").modifier
    fight.do("weapon_maneuver", "ada", "orc", maneuver="relentless_assault")
    assert inputs(fight, "attack", "ada", "orc").modifier == before
    fight.next(3)
    assert inputs(fight, "attack", "ada", "orc").modifier == before + 1
    fight.do("attack", "ada", "orc", 0, [5, 5, 2])
    assert inputs(fight, "attack", "ada", "orc").modifier == before + 2


def test_after_a_predictive_attack_the_first_attack_misses_and_later_hits_have_criticals() -> None:
    fight = missed([5, 5, 3], [5, 5, 2], wp=13)  # 28 and 22 against 30
    fight.hold("ada", "predictive_attack")
    fight.next(3)
    fight.add({"do": "edit", "who": "orc", "own": [["defense_abilities", "0"]]})
    assert fight.why_not("attack", "ada", "orc", 0) == "The first attack of this round misses (Predictive Attack)."
    lines = fight.lines("attack", "ada", "orc", 0, [5, 5, 5, 5, 5, 5])
    assert lines[1:] == ["Ada: the first attack of this round misses"]
    assert inputs(fight, "attack", "ada", "orc").extra_crits == 2


def test_warrior_concentration_helps_in_melee_alone() -> None:
    bow = {"name": "Bow", "damage": "1d8", "kind": "shot", "range_m": 20, "strength": "none"}
    fight = Fighting(one("ada", "party", DAGGER, bow), one("orc", "foes"))
    before = [inputs(fight, act, "ada", "orc", at).modifier for act, at in (("attack", 0), ("throw", 0), ("attack", 1))]
    fight.hold("ada", "warrior_concentration")
    after = [inputs(fight, act, "ada", "orc", at).modifier for act, at in (("attack", 0), ("throw", 0), ("attack", 1))]
    assert [a - b for a, b in zip(after, before, strict=True)] == [2, 0, 0]


def test_superior_intimidation_is_against_its_user_only() -> None:
    fight = missed([5, 5, 3], [5, 5, 4], wp=10)  # 25 and 21 against 30: both odd
    fight.do("weapon_maneuver", "ada", "orc", maneuver="superior_intimidation")
    assert "orc superior_intimidation ada" in fight.held
    assert inputs(fight, "attack", "orc", "ada").dice == 2
    assert inputs(fight, "attack", "orc", "cole").dice == 3
    fight.hold("orc", "superior_intimidation_critical", source="ada")
    assert (inputs(fight, "attack", "orc", "ada").bank, inputs(fight, "attack", "orc", "cole").bank) == (True, False)


# Pushes


def test_a_push_tells_the_meters_and_who_stays_is_out_of_melee() -> None:
    fight = two(athletics=4)
    fight.hold("ada", "engaged", "orc")
    rolled = [5, 5, 4]  # 14 + 4 = 18 against 10 + 2: 6 points
    assert fight.lines("push", "ada", "orc", None, rolled, without=[1])[1:] == ["Orc is moved up to 3 meters"]
    fight.next(2)
    assert fight.lines("push", "ada", "orc", None, rolled, way="throw")[1:] == [
        "Orc is moved up to 1 meter",
        "Ada and Orc are no longer in melee",
    ]
    fight.next(2)
    assert fight.lines("push", "ada", "orc", None, [1, 1, 1])[1:] == [
        "Orc may spend a Reaction to move Ada up to 4 meters"
    ]


# Late initiative


def test_who_comes_in_late_rolls_and_acts_last_where_the_place_is_over() -> None:
    fight = Fighting(one("ada"), one("orc", "foes"), begun=False)
    rolled(fight, ada=14, orc=8)
    fight.add({"do": "begin"})
    fight.next()
    fight.join(**one("wolf", "foes", dex=1))
    assert fight.due == ["Wolf has no initiative yet"]
    fight.do("roll_initiative", "wolf", "", None, [5, 5, 1])
    assert (fight.due, fight.acting) == ([], ["orc"])
    assert fight.state["wolf"].initiative == 11
    fight.next()
    assert fight.acting == ["wolf"]
    order = [*fight.acting]
    for _ in range(3):
        fight.next()
        order += fight.acting
    assert order == ["wolf", "ada", "wolf", "orc"]


def test_who_comes_in_late_before_the_own_place_acts_there() -> None:
    fight = Fighting(one("ada"), one("orc", "foes"), begun=False)
    rolled(fight, ada=14, orc=8)
    fight.add({"do": "begin"})
    fight.join(**one("wolf", "foes"))
    assert len(fight.lines("roll_initiative", "wolf", "", None, [5, 5, 1])) == 1
    fight.next()
    assert fight.acting == ["wolf"]


# Plans


def test_the_plan_proposes_nothing_that_is_declared_already() -> None:
    fight = two()
    fight.do("mastery", "ada", way="mastery_defense:1")
    fight.do("prepare_defense", "ada")
    plan = best_plan(RULES, fight.here("ada", "orc"))
    assert plan is not None
    assert plan.odds.inputs.declared == ("mastery", "prepare")
    assert plan.odds.answer is not None
    options = [row["option"] for row in plan.odds.answer.values["options"]]
    assert not [label for label in options if "Mastery" in label or "Prepare" in label]
