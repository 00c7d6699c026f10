"""OpenQuest characters: their derived values, and what their conditions do to the odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules.engine.inputs import ListInput
from pyrules.engine.sheet.bindings import apply, bindable_options, from_start, merge_into_form
from pyrules.engine.sheet.sheet import Act
from pyrules.engine.sheet.values import Matchup, Opponent, Values

from ...matchups import filled_answer

SHEET = pyrules.sheet("openquest")
WARDEN, ARCHER = SHEET.examples
SWORD, SPEAR, JAVELIN, FISTS = range(4)
BOW, KNIFE, STAR = range(3)
CONDITIONS = {option.id for option in SHEET.conditions.options}


def warden(*conditions: str, **changed: Any) -> Values:
    return Values(SHEET, SHEET.parse({**WARDEN.data, "conditions": list(conditions), **changed}))


def archer(*conditions: str, **changed: Any) -> Values:
    return Values(SHEET, SHEET.parse({**ARCHER.data, "conditions": list(conditions), **changed}))


def opponent(**numbers: Any) -> Opponent:
    return Opponent(SHEET.target(**numbers))


EASY = opponent(defence="none")
"""Somebody who does not defend."""


def act(label: str) -> Act:
    return next(act for act in SHEET.acts if act.label == label)


def matchup(me: Values, weapon: int | None, target: Values | Opponent) -> Matchup:
    theirs = target.weapons()[0] if isinstance(target, Values) else None
    return Matchup(me, None if weapon is None else me.weapons()[weapon], target, theirs)


def odds(label: str, me: Values, target: Values | Opponent = EASY, weapon: int | None = None) -> dict[str, Any]:
    """What the button of an act says."""
    done = act(label)
    return filled_answer(f"openquest.{done.calculator}", matchup(me, weapon, target), more=done.bindings)


def given(slug: str, me: Values, target: Values | Opponent = EASY, weapon: int | None = None) -> dict[str, Any]:
    """What a sheet fills of a calculator, by path."""
    calculator = pyrules.calculator(f"openquest.{slug}")
    done, notes = apply(calculator, SHEET.bindings[slug], matchup(me, weapon, target))
    assert not notes
    return {one.path: one.value for one in done}


def percent(n: int) -> Fraction:
    return Fraction(n, 100)


# What follows from a character


def test_numbers_follow_from_characteristics() -> None:
    me = warden()
    assert me["hit_points_max"] == 15  # SIZ 15 and CON 14, halves up
    assert me["magic_points_max"] == 9  # POW
    assert str(me["damage_modifier"]) == "+1d4"  # STR + SIZ = 30
    assert str(archer()["damage_modifier"]) == "0"  # STR + SIZ = 19
    assert me["armor_points"] == 5  # chainmail
    assert archer()["armor_points"] == 3  # leather, and a point of magic


def test_a_skill_is_what_it_was_trained_to_or_where_it_starts() -> None:
    me = warden()
    assert me["close_combat_skill"] == 65
    assert me["ranged_skill"] == 22  # DEX 12 + INT 10
    assert warden(ranged=0)["ranged_skill"] == 0
    assert me["casting"] == 27  # nothing trained: POW × 3 is the best start
    assert archer()["casting"] == 60


def test_who_has_learned_shamanism_fights_spirits_with_it() -> None:
    assert given("spirit_combat", archer())["a.skill.base"] == 55
    assert given("spirit_combat", archer())["a.kind"] == "shamanism"
    assert given("spirit_combat", warden())["a.skill.base"] == 19
    assert given("spirit_combat", warden())["a.kind"] == "persistence"


def test_the_range_of_a_thrown_weapon_depends_on_strength() -> None:
    assert warden().weapons()[JAVELIN]["reach"] == 30  # twice STR 15
    assert archer().weapons()[STAR]["reach"] == 9
    assert archer().weapons()[BOW]["reach"] == 75
    assert warden().weapons()[SWORD]["reach"] is None


def test_every_weapon_of_the_table_except_shields_is_offered() -> None:
    many = SHEET._input("weapons")
    assert isinstance(many, ListInput) and many.element.presets
    presets = many.element.presets()
    rows = [row for row in pyrules.facts("openquest").table("weapons").rows if row["kind"] != "shield"]
    assert [preset.label for preset in presets] == [row["label"] for row in rows]
    for index, (preset, row) in enumerate(zip(presets, rows, strict=True)):
        held, problems = SHEET.from_text([(f"weapons.0.{key}", text) for key, text in preset.pairs])
        assert not problems, preset.label
        weapon = Values(SHEET, held).weapons()[0]
        assert (str(weapon["damage"]), weapon["rate"]) == (row["damage"], row["rounds_per_shot"] or 1), index
        assert any(one.per_weapon and one.when(weapon) for one in SHEET.acts)


# What the rules make of it, worked by hand


def test_an_undefended_attack_hits_with_its_skill() -> None:
    assert odds("Attack", warden(), weapon=SWORD)["p_hit"] == percent(65)
    assert odds("Great Attack", warden(), weapon=SWORD)["p_hit"] == percent(85)  # +20
    assert odds("Strike", warden(), weapon=FISTS)["p_hit"] == percent(45)
    assert odds("Shoot", archer(), weapon=BOW)["p_hit"] == percent(80)  # 70, and 10 for the bow


def test_a_parry_takes_its_share() -> None:
    """A critical (11, 22, 33, 44, 55) is only stopped by a critical, the other 60 rolls by every success."""
    foe = opponent(defence="parry", close_combat_skill=40)
    stopped = percent(60) * percent(40) + percent(5) * 0  # a critical parry makes the critical a plain hit
    assert odds("Attack", warden(), foe, SWORD)["p_hit"] == percent(65) - stopped


def test_a_bow_cannot_be_dodged_and_a_throw_can() -> None:
    foe = opponent(defence="best", dodge_skill=99)
    assert odds("Shoot", archer(), foe, BOW)["reaction_used"] == "none"
    assert odds("Throw", archer(), foe, STAR)["reaction_used"] == "dodge"
    assert odds("Throw", archer(), opponent(defence="parry"), STAR)["reaction_used"] == "none"
    assert odds("Throw", archer(), warden(), STAR)["reaction_used"] == "shield_parry"  # 65 is more than Dodge 35
    assert odds("Throw", archer(), warden(shield="small"), STAR)["reaction_used"] == "dodge"


def test_bare_hands_are_met_with_the_best_that_is_left() -> None:
    assert given("unarmed", archer(), warden(), KNIFE)["reaction"] == "parry"
    assert given("unarmed", archer(), warden(unarmed=70), KNIFE)["reaction"] == "unarmed"
    assert given("unarmed", archer(), warden("sprinting"), KNIFE)["reaction"] == "dodge"
    assert given("unarmed", archer(), warden("defenceless"), KNIFE)["reaction"] == "none"


def test_the_distance_counts_once_it_is_known() -> None:
    assert odds("Throw", warden(), weapon=JAVELIN)["p_hit"] == percent(22)
    assert odds("Throw", warden(), opponent(defence="none", distance=31), JAVELIN)["p_hit"] == percent(2)  # −20
    with pytest.raises(pyrules.InvalidInput, match="60 at most"):
        odds("Throw", warden(), opponent(distance=61), JAVELIN)


def test_a_close_weapon_is_thrown_as_what_it_is() -> None:
    known = given("ranged_attack", warden(), weapon=SWORD)
    assert known["situation.improvised_throw"] is True
    assert known["situation.range"] is None  # it has a range of its own
    assert known["attack.base"] == 22  # Ranged Combat


def test_a_bow_cannot_strike() -> None:
    assert "attack.base" in given("close_attack", archer(), weapon=BOW)
    assert "damage" not in given("close_attack", archer(), weapon=BOW)
    known = given("escaping_sprint", warden(), archer())
    assert "attacks.0.damage" not in known
    assert (known["missiles.0.attack.base"], known["missiles.0.attack.mods"]) == (70, 10)


def test_the_shield_is_the_second_weapon_if_a_hand_is_free() -> None:
    assert str(given("two_weapon", warden(), weapon=SWORD)["off_damage"]) == "1d8"
    assert "off_damage" not in given("two_weapon", warden(shield="none"), weapon=SWORD)
    assert "off_damage" not in given("two_weapon", archer(shield="large"), weapon=BOW)


def test_a_threat_against_a_stronger_will_is_harder() -> None:
    assert odds("Intimidate", warden(), opponent(persistence_skill=40))["p_success_within"] == percent(40)
    assert odds("Intimidate", warden(), opponent(persistence_skill=41))["p_success_within"] == percent(20)
    assert odds("Intimidate", warden(), archer())["p_success_within"] == percent(20)


# Conditions


def test_prone_makes_blows_harder_and_easier() -> None:
    assert odds("Attack", warden("prone"), weapon=SWORD)["p_hit"] == percent(45)
    assert odds("Attack", warden(), opponent(defence="none", is_prone=True), SWORD)["p_hit"] == percent(85)
    assert odds("Attack", warden("prone"), opponent(defence="none", is_prone=True), SWORD)["p_hit"] == percent(65)
    assert odds("Strike", warden("prone"), weapon=FISTS)["p_hit"] == percent(25)
    assert odds("Shield bash", warden("prone"))["p_hit"] == percent(45)
    assert odds("Disarm", warden("prone"))["p_disarmed"] == percent(45)


def test_prone_makes_defense_harder() -> None:
    assert odds("Parry", warden("prone"))["p_success"] == percent(45)
    assert odds("Dodge", warden("prone"))["p_success"] == percent(15)
    known = given("close_attack", archer(), warden("prone"), KNIFE)
    assert (known["parry.base"], known["parry.mods"], known["attack.mods"]) == (65, -20, 20)
    known = given("defence_round", warden("prone"), archer("prone"), SWORD)
    assert (known["parry.mods"], known["attacks.0.attack.mods"]) == (-20, 0)  # both lie


def test_prone_makes_shots_harder_on_either_side() -> None:
    assert odds("Shoot", archer("prone"), weapon=BOW)["p_hit"] == percent(30)  # −50
    assert odds("Shoot", archer(), warden("prone"), BOW)["p_hit"] == percent(60)  # −20


def test_a_round_of_aiming_counts_for_the_shot() -> None:
    assert odds("Shoot", archer("prone", "aiming"), weapon=BOW)["p_hit"] == percent(50)
    assert odds("Attack", warden("aiming"), weapon=SWORD)["p_hit"] == percent(65)


def test_the_helpless_are_hit_critically() -> None:
    for condition in ("helpless", "mortal_wound"):
        answer = odds("Attack", warden(), archer(condition), SWORD)
        assert (answer["p_hit"], answer["mean"]) == (1, 12)  # 8 and 4, no armor
        assert odds("Shoot", archer(), warden(condition), BOW)["p_hit"] == percent(99)  # 80 + 20


@pytest.mark.parametrize("condition", ["helpless", "mortal_wound"])
def test_the_helpless_are_hit_critically_in_every_way_of_close_combat(condition: str) -> None:
    """The table of close combat says so of no one way to attack (OQ-CCM-01)."""
    great = odds("Great Attack", warden(), archer(condition), SWORD)
    assert (great["p_hit"], great["mean"]) == (1, 12)  # 8 and 4, no armor
    bash = odds("Shield bash", warden("prone"), archer(condition))
    assert (bash["p_hit"], bash["mean"]) == (1, 12)
    assert odds("Disarm", warden("prone"), archer(condition))["p_disarmed"] == 1
    for slug in ("all_out_attack", "two_weapon", "charge", "athletic_attack", "compare_options"):
        known = given(slug, warden("prone"), archer(condition), SWORD)
        assert (known["attack.base"], known["attack.mods"]) == (100, 20)
    clumsy = warden(weapons=[{"name": "Cursed blade", "bonus": -50, "great": "sword"}])
    assert odds("Great Attack", clumsy, archer(condition), 0)["p_hit"] == 1


def test_bare_hands_and_fighters_roll_against_the_helpless() -> None:
    """The table is of Close Combat; and in a duel both stand."""
    assert odds("Strike", warden(), archer("helpless"), FISTS)["p_hit"] == percent(45)
    assert given("great_attack", warden(), archer("helpless"), FISTS)["attack.base"] == 45
    assert given("duel", warden(), archer("helpless"), SWORD)["x.attack.base"] == 65
    assert given("close_attack", warden(), archer("helpless"), SWORD)["attack.base"] == 65


def test_berserk_is_for_close_combat_and_not_for_bare_hands() -> None:
    """It adds to that skill alone (EXT-18)."""
    assert odds("Strike", warden("berserk"), weapon=FISTS)["p_hit"] == percent(45)
    assert odds("Strike", warden("berserk", "prone"), weapon=FISTS)["p_hit"] == percent(25)
    assert given("close_attack", warden("berserk"), weapon=FISTS)["attack.mods"] == 0
    assert given("modifiers_close", warden("berserk"), weapon=FISTS)["magic"] == 0
    assert given("duel", archer(), warden("berserk"), BOW)["y.attack.mods"] == 50
    assert odds("Disarm", warden("berserk", "prone"))["p_disarmed"] == percent(95)
    assert odds("Shield bash", warden("berserk", "prone"))["p_hit"] == percent(95)


def test_berserk_fights_better_and_does_not_defend() -> None:
    assert odds("Attack", warden("berserk", "prone"), weapon=SWORD)["p_hit"] == percent(95)  # 65 + 50 − 20
    assert given("close_attack", archer(), warden("berserk"), KNIFE)["defence"] == "none"
    assert given("modifiers_close", warden("berserk"), weapon=SWORD)["magic"] == 50
    assert given("surrender", archer(), warden("berserk"))["psychotic_or_berserk"] is True
    assert act("Cast a spell").why_blocked(archer("berserk"))
    assert not act("Shoot").why_blocked(archer("berserk").weapons()[BOW])


def test_a_set_shield_covers_against_missiles() -> None:
    assert odds("Shoot", archer(), warden("shield_set"), BOW)["p_hit"] == percent(30)  # large: −50
    assert odds("Shoot", archer(), warden("shield_set", shield="medium"), BOW)["p_hit"] == percent(60)


def test_lost_credibility_makes_talk_harder() -> None:
    assert odds("Intimidate", warden("credibility_lost"))["p_success_within"] == percent(20)
    lost, kept = odds("Fast Talk", archer("credibility_lost")), odds("Fast Talk", archer())
    assert lost["p_success"] < kept["p_success"]
    assert given("oratory", archer("credibility_lost"))["influence.mods"] == -20
    assert given("social_modifiers", archer("credibility_lost"))["credibility_lost"] is True


def test_who_is_not_to_be_cowed_is_not() -> None:
    assert odds("Intimidate", archer(), warden())["p_success_within"] == percent(60)
    assert odds("Intimidate", archer(), warden("immune"))["p_success_within"] == 0
    assert odds("Intimidate", archer("credibility_lost"), warden("immune"))["p_success_within"] == 0


@pytest.mark.parametrize(
    ("condition", "left"),
    [
        ("defend_only", "best"),
        ("defenceless", "none"),
        ("lost_round", "none"),
        ("no_defense", "none"),
        ("sprinting", "dodge"),
        ("dominant", "none"),
        ("held", "best"),
        ("covert", "best"),
    ],
)
def test_a_condition_leaves_so_much_of_the_defense(condition: str, left: str) -> None:
    assert given("close_attack", warden(), archer(condition), SWORD)["defence"] == left
    me = archer(condition)
    assert bool(act("Parry").why_blocked(me)) == (left in ("none", "dodge"))
    assert bool(act("Dodge").why_blocked(me)) == (left in ("none", "parry"))


IDLE = {"defend_only", "defenceless", "lost_round", "helpless", "sprinting", "shield_set", "dominant"} | {
    *("mortal_wound", "stabilized", "unconscious", "dead", "surrendered", "away")
}


@pytest.mark.parametrize("condition", sorted(CONDITIONS))
def test_who_cannot_act_cannot_attack(condition: str) -> None:
    acts = condition not in IDLE
    me = warden(condition)
    assert bool(act("Attack").why_blocked(me.weapons()[SWORD])) == (not acts)
    assert bool(act("Intimidate").why_blocked(me)) == (not acts)
    assert not act("Resilience").why_blocked(me)


def test_who_is_held_may_break_free() -> None:
    assert act("Break free").when(warden("held"))
    assert not act("Break free").when(warden())
    even = odds("Break free", warden("held"), opponent(unarmed_skill=45))
    assert even["p_a"] == even["p_b"]


def test_only_a_set_weapon_meets_a_charge() -> None:
    assert act("Meet a charge").when(warden("weapon_set").weapons()[SPEAR])
    assert not act("Meet a charge").when(warden("weapon_set").weapons()[SWORD])
    assert not act("Meet a charge").when(warden().weapons()[SPEAR])
    assert odds("Meet a charge", warden("weapon_set"), weapon=SPEAR)["p_set_hit"] == percent(85)  # +20
    assert given("set_weapon", warden(), weapon=SPEAR)["weapon_set"] is False


def test_the_round_knows_the_state_of_both() -> None:
    known = given("round_tracker", warden("prone", "lost_round"), archer("defenceless", "aiming", "berserk"))
    assert (known["combatants.0.prone"], known["combatants.0.lost_round"]) == (True, True)
    assert (known["combatants.1.surprised"], known["combatants.1.aim"]) == ("defenceless", 1)
    assert known["combatants.1.berserk"] is True
    assert given("combat_order", warden("defend_only"), archer(), SWORD)["combatants.0.surprised"] is True


def test_defense_given_up_is_no_dodge_of_spells_either() -> None:
    assert given("resist_spell", warden("no_defense"))["defence_given_up"] is True
    assert given("resist_spell", warden())["defence_given_up"] is False


def test_an_exorcist_sees_what_holds_the_target() -> None:
    assert given("possession", archer(), warden("dominant"))["kind"] == "dominant"
    assert given("possession", archer(), warden("covert"))["kind"] == "covert"
    assert "kind" not in given("possession", archer(), warden())


NO_NUMBER = {"minor_wound"}
"""Hit points lost and no more."""


@pytest.mark.parametrize("condition", sorted(CONDITIONS - NO_NUMBER))
def test_a_condition_changes_something_on_one_side_or_the_other(condition: str) -> None:
    plain = _everything(warden(), archer())
    changed = _everything(warden(condition), archer()), _everything(warden(), archer(condition))
    assert changed != (plain, plain)


def _everything(me: Values, target: Values) -> Any:
    """All that is filled anywhere, and all that can be done."""
    bindings = [
        sorted((path, str(value)) for path, value in given(slug, me, target, SPEAR).items()) for slug in SHEET.bindings
    ]
    able = [bool(one.why_blocked(me)) for one in SHEET.acts if not one.per_weapon]
    able += [one.when(me) for one in SHEET.acts if not one.per_weapon]
    return bindings, able


def test_nothing_is_left_where_points_are_used_up() -> None:
    spent = warden(hit_points=0, magic_points=0)
    assert "target_hp" not in given("close_attack", archer(), spent, KNIFE)
    assert "a.mp" not in given("spirit_combat", spent)
    assert given("wounds", spent)["hp"] == 0


def test_points_left_blank_are_full_and_follow_the_characteristics() -> None:
    blank = {"hit_points": None, "magic_points": None}
    known = given("wounds", warden(**blank))
    assert (known["hp"], known["max_hp"]) == (15, 15)
    assert given("wounds", warden(**blank, siz=19))["hp"] == 17
    assert given("spirit_combat", warden(**blank, pow=12))["a.mp"] == 12
    assert given("close_attack", archer(), warden(**blank, siz=19), KNIFE)["target_hp"] == 17
    by_hand = warden(**blank, overrides={"hit_points_max": 20})
    assert given("combat_end", by_hand)["sides.0.members.0.hp"] == 20
    assert given("wounds", warden(hit_points=10, siz=19))["hp"] == 10


def test_an_older_character_keeps_the_points_it_had_without_saying_so() -> None:
    pairs = SHEET.migrated(1, [("name", "Ada"), ("siz", "14"), ("magic_points", "3")])
    held, problems = SHEET.from_text(pairs)
    assert not problems
    assert (held.hit_points, held.magic_points) == (10, 3)


# An opponent without a sheet


def test_an_opponent_on_the_ground_is_hit_better_and_defends_worse() -> None:
    """Prone stands on both sides of the table of close combat, with a sheet or without (OQ-CCM-02, OQ-CCM-04)."""
    for label, weapon in (("Attack", SWORD), ("Disarm", None), ("Shield bash", None)):
        done = act(label)
        calculator = pyrules.calculator(f"openquest.{done.calculator}")
        here = matchup(warden(), weapon, opponent(is_prone=True))
        found = {one.path: one.value for one in apply(calculator, SHEET.bindings[done.calculator], here)[0]}
        assert (found["dodge.mods"], found["parry.mods"]) == (-20, -20)
    assert given("close_attack", warden(), opponent(), SWORD)["parry.mods"] == 0
    assert given("close_attack", warden(), archer("prone"), SWORD)["parry.mods"] == -20


def test_lost_credibility_counts_when_giving_up_too() -> None:
    """It is for every Influence roll with that target (OQ-FAST-13)."""
    assert given("surrender", warden("credibility_lost"))["influence.mods"] == -20
    assert given("surrender", warden())["influence.mods"] == 0


# What the next roll is, and what can be done now


def test_fast_talk_shows_the_single_roll_and_not_its_three_tries() -> None:
    one = odds("Fast Talk", archer())
    every = pyrules.answer("openquest.fast_talk", {"influence": {"base": 60}, "defence": {"base": 40}}).values
    assert one["p_success"] == every["by_try"][0]["success"] < every["p_success"]


def test_a_threat_knows_of_a_group_at_full_strength() -> None:
    """Given a group at full strength, then the tile takes 50 % and says so."""
    found = odds("Intimidate", archer(), opponent(full_strength=True))
    assert (found["p_success_within"], found["modifier"]) == (percent(10), -50)
    assert act("Intimidate").outputs == ("p_success_within", "modifier")


@pytest.mark.parametrize("hit_points", [0, -3])
def test_zero_or_fewer_hit_points_are_a_mortal_wound_and_leave_no_action(hit_points: int) -> None:
    down = warden(hit_points=hit_points)
    assert down["wound"] == "mortal"
    assert SHEET.status(down).startswith("Mortal wound: ")
    blocked_reason = act("Shield bash").why_blocked(down)
    assert blocked_reason == "Not now: mortal wound."
    assert given("wounds", down)["hp"] == hit_points
    assert odds("Attack", archer(), down, KNIFE)["p_hit"] == 1


@pytest.mark.parametrize("state", ["stabilized", "unconscious", "dead"])
def test_a_mortal_wound_that_is_over_is_named(state: str) -> None:
    down = warden(state, hit_points=0)
    assert down["wound"] == state
    assert SHEET.status(down).lower().startswith(f"{state}: ")
    assert warden(hit_points=14)["wound"] == "minor"
    assert warden(hit_points=None)["wound"] == "ok"


def test_the_state_at_zero_hit_points_stands_in_the_status_alone() -> None:
    """Given no hit points left, then the summary of the sheet is the one of a character who stands."""
    assert SHEET.summary(warden(hit_points=0)) == SHEET.summary(warden())


@pytest.mark.parametrize("points", ["hit_points", "magic_points"])
def test_points_that_are_not_entered_are_full(points: str) -> None:
    fresh = warden(**{points: None})
    assert fresh[points] == fresh[f"{points}_left"] == fresh[f"{points}_max"]


def test_which_attack_knows_the_weapon_the_distance_and_the_shield() -> None:
    sword, spear = (given("compare_options", warden(), weapon=weapon) for weapon in (SWORD, SPEAR))
    assert (sword["weapon"], spear["weapon"]) == ("sword", "other")
    assert (sword["close"], sword["stunt"], sword["own_shield"]) == (True, False, "large")
    assert not given("compare_options", warden(), opponent(distance=9), SWORD)["close"]


def test_a_grapple_has_one_chance_on_tile_and_page() -> None:
    """Given one sheet and one foe, then the tile and what the sheet fills of the page agree."""
    tile = odds("Grab hold", warden(), opponent())
    page = given("unarmed", warden(), opponent(), FISTS)
    assert page["reaction"] == "parry"
    assert page["reaction_skill.base"] == 40
    assert tile["p_held"] == tile["p_hit"]


def test_attacks_show_the_chance_to_fumble() -> None:
    assert "p_attacker_fumble" in act("Attack").outputs


@pytest.mark.parametrize("defence", ["best", "parry", "dodge", "none"])
@pytest.mark.parametrize("weapon", [None, KNIFE])
def test_a_grapple_has_the_same_chance_on_its_tile_and_on_its_page(defence: str, weapon: int | None) -> None:
    """Given a foe without a sheet, then the page that the sheet fills answers a hold as the tile does."""
    foe = opponent(defence=defence)
    calculator = pyrules.calculator("openquest.unarmed")
    bindings, here = SHEET.bindings["unarmed"], matchup(archer(), weapon, foe)
    pairs = merge_into_form(
        from_start(calculator), apply(calculator, bindings, here)[0], bindable_options(bindings, here)
    )
    inputs, _ = calculator.from_text([(key, "hold" if key == "intent" else value) for key, value in pairs])
    assert inputs is not None
    assert calculator.answer(inputs).values["p_held"] == odds("Grab hold", archer(), foe)["p_held"]
