"""OBSS sheets by hand: what each condition, and fatigue, changes on either side."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pyrules.engine.sheet.bindings import bindable_options
from pyrules.engine.sheet.values import Matchup
from pyrules.games.obss.attack.charge import CHARGE
from pyrules.games.obss.attack.multi_attack import MULTI_ATTACK

from ..asking import ask
from .sheet_matchups import (
    BOW,
    KATANA,
    MACE,
    SHEET,
    SPEAR,
    act,
    attacking,
    filling,
    foe,
    grunda,
    matchup,
    teodric,
    why_not,
)

CHANGES = {  # on her attack: number, dice; on her Defense
    "bleeding": (0, 0, 0),
    "blinded": (0, -1, 0),
    "charmed": (0, 0, 0),
    "confused": (0, 0, 0),
    "distracted": (0, 0, 0),
    "dominated": (0, 0, 0),
    "entangled": (-2, 0, -2),
    "frightened": (0, -1, 0),
    "grappled": (0, 0, -2),
    "helpless": (-4, 0, -4 - 1),  # on the ground, and without her Dexterity of 1
    "invisible": (0, 1, 0),
    "kneeling": (0, 0, -4),
    "paralyzed": (0, 0, -1),  # stays on its feet, without her Dexterity of 1
    "prone": (-4, 0, -4),
    "restrained": (0, -1, -4),
    "restricted": (0, -1, -4),
    "sitting": (0, 0, -4),
    "slowed": (0, 0, 0),
    "stunned": (0, 0, -4 - 1),
    "surprised": (0, 0, -2),
    "unconscious": (-4, 0, -4 - 1),
    "climbing": (0, -1, -4),
    "dashed": (0, -1, -4),
    "charged": (0, 0, -4),
    "prepared": (0, 0, 1),
    "parrying": (0, 0, 2),
    "total_defense": (0, 0, 4),
    "flanking": (2, 0, 0),
    "elevated": (2, 0, 0),
    "from_behind": (2, 0, 0),
    "dim_light": (-1, 0, 0),
    "light_cover": (0, 0, 2),
    "medium_cover": (0, 0, 4),
    "full_cover": (0, 0, 8),
    "monster": (0, 0, 0),
}


def test_each_condition_is_looked_at() -> None:
    missing = {option.id for option in SHEET.conditions.options} ^ CHANGES.keys()
    assert not missing, f"CHANGES must say what {missing} do to attack, dice and Defense, by the book"


@pytest.mark.parametrize(("condition", "attack", "dice", "defense"), [(one, *worth) for one, worth in CHANGES.items()])
def test_what_a_condition_changes(condition: str, attack: int, dice: int, defense: int) -> None:
    me = grunda(condition)
    added, rolled, _ = attacking(matchup(me))
    _, _, against = attacking(matchup(teodric(), BOW, me))
    assert (added - 8, rolled - 3, against - 18) == (attack, dice, defense)
    assert me["defense_now"] == against


def test_conditions_change_the_odds_of_hitting() -> None:
    """Grunda's 8 against 16 needs 8 of the dice, 78.01 %; 12 of three dice and 8 of two are 46.30 % each."""
    target = foe(defense_now=16)
    assert float(act("Attack", matchup(grunda(), MACE, target))["p_hit"]) == pytest.approx(0.7801, abs=5e-5)
    for condition in ("prone", "frightened"):
        shaken = act("Attack", matchup(grunda(condition), MACE, target))
        assert float(shaken["p_hit"]) == pytest.approx(0.4630, abs=5e-5)


def test_the_target_s_conditions_count_too() -> None:
    """Grunda's 8 against Teodric's 17 needs 9; against 13 on the ground 5."""
    standing, lying = (attacking(matchup(grunda(), MACE, teodric(*c)))[2] for c in ((), ("prone",)))
    assert (standing, lying) == (17, 13)
    standing, lying = (act("Attack", matchup(grunda(), MACE, teodric(*c))) for c in ((), ("prone",)))
    assert lying["p_hit"] > standing["p_hit"]


def test_of_two_bonuses_the_second_counts_one() -> None:
    """A die for being unseen, and 1 for the target that cannot help itself."""
    against = 17 - 4 - 4  # no Dexterity, and on the ground
    assert attacking(matchup(grunda("invisible"), MACE, teodric("helpless"))) == (8 + 1, 3 + 1, against)


def charging(s: Matchup) -> tuple[int, int]:
    """Bonus and dice of the first attack of a charge that the sheets fill."""
    first = ask(CHARGE, distance=6, **filling("charge", s))["attacks"][0]
    return first["bonus"], first["dice"]


def test_an_opponent_above_behind_invisible_and_charging_has_1d6_and_1_for_each_other() -> None:
    me = grunda("elevated", "from_behind", "invisible")
    assert attacking(matchup(me)) == (8 + 1 + 1, 3 + 1, 15)
    assert charging(matchup(me, SPEAR)) == (4 + 3 + 1 + 1 + 1, 3 + 1)


def test_of_two_covers_the_better_counts() -> None:
    assert attacking(matchup(teodric(), BOW, grunda("light_cover", "full_cover")))[2] == 18 + 8


def test_inputs_that_only_the_form_has_stay_when_a_sheet_fills_it() -> None:
    chips = bindable_options(SHEET.bindings["strike"], matchup(grunda()))["situations"]
    assert "flanking" in chips and "target_engaged" not in chips and "charge" not in chips


def test_my_round_gets_the_situations_apart_from_the_bonus() -> None:
    answer = filling("round_planner", matchup(grunda("prone", "invisible"), MACE, teodric("prone")))
    assert (answer["bonus"], answer["defense"]) == (8, 17)
    assert (answer["situations"], answer["target_situations"]) == (("prone", "invisible"), ("prone",))


@pytest.mark.parametrize(
    ("label", "skill", "save"),
    [
        ("Push or pull", "athletics", "fortitude"),
        ("Grapple", "athletics", "fortitude"),
        ("Trip", "athletics", "fortitude"),
        ("Move through enemies", "acrobatics", "reflex"),
        ("Feint", "deceive", "will"),
    ],
)
def test_maneuvers_of_opponents_without_skills_use_the_saving_throw(label: str, skill: str, save: str) -> None:
    foe_sheet = teodric(**{skill: None})
    save_alone = act("Push or pull", matchup(teodric(athletics=foe_sheet[save]), BOW, grunda()))
    without = act(label, matchup(foe_sheet, BOW, grunda()))
    named = {"athletics": teodric(athletics=foe_sheet[save]), "acrobatics": teodric(acrobatics=foe_sheet[save])}
    known = named.get(skill, teodric(deceive=foe_sheet[save] - 8))
    assert without["p_works"] == act(label, matchup(known, BOW, grunda()))["p_works"]
    assert label != "Push or pull" or without["p_works"] == save_alone["p_works"]


def test_a_foe_whose_sense_motive_is_not_specified_opposes_a_feint_with_will() -> None:
    blank, by_will = teodric(sense_motive=None), teodric(sense_motive=teodric()["will"] - 8)
    assert blank["see_through"] == by_will["see_through"] == blank["will"]


def test_to_the_blinded_everyone_is_invisible() -> None:
    assert attacking(matchup(grunda(), MACE, teodric("blinded")))[1] == 4
    assert attacking(matchup(grunda(), MACE, teodric("invisible")))[1] == 2
    both = filling("modifiers", matchup(grunda("blinded"), MACE, teodric("blinded", "prone")))
    assert both == {"attacker": ("target_invisible_detected", "invisible"), "defender": ("prone",)}


def test_bonus_dice_are_for_the_first_attack_alone() -> None:
    answer = filling("multi_attack", matchup(grunda("invisible", "restricted")))
    assert answer == {"bonus": 8, "situations": ("restricted", "invisible")}
    assert ask(MULTI_ATTACK, **answer)["dice"] == [3, 2]


@pytest.mark.parametrize(
    "slug", ["multi_attack", "two_weapon", "help_attack", "splash", "luck_trade", "counter_charge"]
)
def test_conditions_of_both_sides_reach_every_page_of_attacks_as_situations(slug: str) -> None:
    answer = filling(slug, matchup(grunda("prone", "dim_light"), SPEAR, teodric("prone")))
    assert answer["situations"] == ("dim_light", "prone")
    assert answer.get("target_situations", ("prone",))[0] == "prone"
    assert answer.get("defense", answer.get("target_defense", 17)) == 17, "its conditions are not in it"


def test_a_target_that_charges_into_a_set_weapon_has_charged() -> None:
    answer = filling("counter_charge", matchup(grunda(), SPEAR, teodric("prone")))
    assert answer["target_situations"] == ("prone", "charged")
    alone = filling("counter_charge", matchup(grunda(), SPEAR, foe(defense_now=16)))
    assert (alone["target_situations"], alone["target_defense"]) == (("charged",), 16)


def test_a_charge_is_one_bonus_among_others() -> None:
    """Unseen, charging is worth 1 and no second die."""
    assert charging(matchup(grunda("invisible"), SPEAR)) == (4 + 3 + 1, 3 + 1)
    answer = filling("charge", matchup(grunda("invisible"), SPEAR))
    assert (answer["set_trait"], answer["rhino"], answer["speed"]) == (True, True, 6)


def test_an_unfamiliar_weapon_costs_a_die_unless_it_is_simple() -> None:
    assert attacking(matchup(teodric(), KATANA))[1] == 2
    weapons = [{"unfamiliar": True, "simple": True}]
    assert attacking(matchup(teodric(weapons=weapons)))[1] == 3


def test_a_versatile_weapon_one_does_not_know_takes_strength() -> None:
    weapons = [{"versatile": True, "unfamiliar": True}]
    assert teodric(weapons=weapons).weapons()[0]["hit"] == 8 + 1


def test_a_weapon_too_large_costs_a_die() -> None:
    weapons = [{"letter": "L", "damage": "2d6"}]
    assert attacking(matchup(grunda(weapons=weapons)))[1] == 3
    assert attacking(matchup(grunda(weapons=weapons, size="small")))[1] == 2


@pytest.mark.parametrize(
    ("fatigue", "attack", "speed", "athletics"), [(1, -1, 0, 0), (2, -2, -2, -4), (3, -3, -3, -6), (4, -4, -6, -8)]
)
def test_fatigue(fatigue: int, attack: int, speed: int, athletics: int) -> None:
    me = grunda(fatigue=fatigue)
    assert attacking(matchup(me))[0] == 8 + attack
    assert (me["defense_now"], me["speed_now"]) == (18 + attack, 6 + speed)
    assert filling("check", matchup(me))["modifier"] == 7 + athletics
    assert me["initiative_bonus"] == 1 + athletics
    assert why_not("Charge", me.weapons()[MACE])


@pytest.mark.parametrize("fatigue", [5, 6])
def test_the_last_levels_of_fatigue_take_you_out(fatigue: int) -> None:
    me = grunda(fatigue=fatigue)
    assert why_not("Attack", me.weapons()[MACE])
    assert me["is_helpless"]


def test_saves() -> None:
    assert grunda("surprised", "restrained")["reflex"] == 2 - 2 - 4
    assert filling("optional_recovery", matchup(grunda("frightened"), MACE)) == {
        "fortitude": 6,
        "times_before": 0,
        "dice": 2,
    }
    assert why_not("Fortitude, DC 15", grunda("helpless"))
    assert not why_not("Will, DC 15", grunda("helpless"))


def test_checks() -> None:
    blinded = teodric("blinded")
    assert filling("stand_up", matchup(blinded)) == {"acrobatics": 7 - 2, "dice": 3}
    sneaking = filling("surprise", matchup(grunda("frightened"), MACE, teodric("frightened")))
    assert sneaking == {"stealth_mod": 1, "stealth_dice": 3 - 1 - 1, "awareness": 6 - 4}  # never learned, and afraid


def test_what_guards_is_declared_in_the_stance_too() -> None:
    plain, ready, all_out = (
        filling("stance", matchup(grunda(*held))) for held in ((), ("prepared",), ("total_defense",))
    )
    assert (plain["prepare"], plain["total_defense"]) == (False, False)
    assert (ready["prepare"], ready["total_defense"]) == (True, False)
    assert (all_out["prepare"], all_out["total_defense"]) == (False, True)
    assert filling("stance", matchup(grunda("parrying")))["prepare"] is True


def test_a_frightened_foe_saves_with_fewer_dice_against_a_critical_action() -> None:
    assert filling("crit_action_save", matchup(grunda(), MACE, teodric()))["dice"] == 3
    assert filling("crit_action_save", matchup(grunda(), MACE, teodric("frightened")))["dice"] == 2


@pytest.mark.parametrize("condition", ["helpless", "paralyzed", "stunned", "unconscious"])
@pytest.mark.parametrize(
    "label", ["Disarm", "Feint", "Push or pull", "Grapple", "Trip", "Move through enemies", "Sneak up"]
)
def test_a_helpless_target_resists_nothing(label: str, condition: str) -> None:
    """Helpless and Unable to do anything: only three 1s of the attacker's own fail (OBSS-TRI-01)."""
    chance = "p_surprised" if label == "Sneak up" else "p_works"
    sure = 1 if label in ("Feint", "Sneak up") else Fraction(215, 216)  # two dice, as she never learned to
    assert act(label, matchup(grunda(), MACE, teodric()))[chance] < sure
    assert act(label, matchup(grunda(), MACE, teodric(condition)))[chance] == sure


def test_a_target_without_hit_points_resists_nothing() -> None:
    """Unconscious means helpless (OBSS-LIFE-02)."""
    assert act("Trip", matchup(grunda(), MACE, teodric(hit_points=0)))["p_works"] == Fraction(215, 216)


def test_the_paralyzed_fail_reflex_only() -> None:
    assert not why_not("Fortitude, DC 15", grunda("paralyzed"))
    assert why_not("Reflex, DC 15", grunda("paralyzed"))
    for both in ("helpless", "stunned"):
        assert why_not("Fortitude, DC 15", grunda(both)) and why_not("Reflex, DC 15", grunda(both))


def test_the_afraid_are_passed_more_easily() -> None:
    """A die fewer on their saves is 4 less on what others roll against (EXT-15, OBSS-MOD-15)."""
    plain, afraid = (matchup(grunda(), MACE, teodric(*held)) for held in ((), ("frightened",)))
    assert plain["matchup.target_against_passing"] - afraid["matchup.target_against_passing"] == 4
