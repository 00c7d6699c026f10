"""OBSS sheets by hand: the derived values of Grunda and Teodric, and what they bind."""

from __future__ import annotations

import pytest

import pyrules
from pyrules.engine.sheet.bindings import apply, merge_into_form
from pyrules.engine.sheet.values import Values
from pyrules.games.obss.sheet.weapon import fillings

from .sheet_matchups import BOW, MACE, SHEET, act, filling, foe, grunda, matchup, teodric, why_not


def test_what_follows_from_grunda() -> None:
    me = grunda()
    assert me["defense"] == me["defense_now"] == 10 + 1 + 5 + 2  # Dexterity, scale, medium shield
    assert (me["fortitude"], me["reflex"], me["will"]) == (3 + 3, 1 + 1, 1 + 1)
    assert (me["initiative_bonus"], me["speed_now"]) == (1, 6)
    assert (me["dead_at"], me["nonlethal_dead_at"]) == (-(10 + 2 * 3), -2 * (10 + 2 * 3))
    assert me.weapons()[MACE]["hit"] == 4 + 3 + 1  # proficiency, Strength, her own with maces
    assert me.weapons()[MACE]["all_damage_bonus"] == 3 + 1
    assert [weapon["reach"] for weapon in me.weapons()] == [1, 2, 1]


def test_what_follows_from_teodric() -> None:
    me = teodric()
    assert me["defense"] == 10 + 4 + 3
    assert me["initiative_bonus"] == 4 + 1
    bow, rapier, dagger, katana = me.weapons()
    assert (bow["hit"], bow["all_damage_bonus"]) == (8 + 4 + 1, 1)  # Dexterity hits, Strength pulls
    assert (rapier["hit"], rapier["all_damage_bonus"]) == (8 + 4, 1)  # Versatile: on the roll alone
    assert (dagger["hit"], dagger["throw"]) == (8 + 1, 8 + 4)
    assert (str(katana["dice_now"]), katana["ed_now"]) == ("2d6", 11)  # in both hands
    assert katana["hit"] == 8 + 1


@pytest.mark.parametrize(("level", "most"), [(1, 3), (5, 3), (6, 2), (16, 0), (30, 0)])
def test_fate_points_dwindle_with_level(level: int, most: int) -> None:
    assert grunda(level=level)["fate_points_max"] == most


def test_a_strong_bow_takes_only_so_much_strength_and_a_weak_arm_counts_in_full() -> None:
    assert teodric(str=4).weapons()[BOW]["all_damage_bonus"] == 2
    assert teodric(str=-2).weapons()[BOW]["all_damage_bonus"] == -2


def test_a_heavy_shield_is_heavy_for_the_weak_alone() -> None:
    assert grunda(shield="heavy").weapons()[MACE]["hit"] == 8
    assert grunda(shield="heavy", str=2).weapons()[MACE]["hit"] == 8 - 1 - 1


def test_heavy_armor_takes_meters() -> None:
    assert grunda(armor="full_plate")["speed_now"] == 6 - 3


def test_a_maneuver_by_the_afraid_is_a_die_weaker() -> None:
    calm, afraid = (act("Trip", matchup(grunda(*c), MACE, foe(resist=5))) for c in ((), ("frightened",)))
    assert calm["p_works"] > afraid["p_works"]
    assert filling("maneuver", matchup(grunda("frightened")))["dice"] == 2


def test_a_foe_without_numbers_saves_against_a_disarm() -> None:
    """Her 4 and Strength 3 against Reflex 6, or against Teodric's 8 and Dexterity 4."""
    simple, sheet = (act("Disarm", matchup(grunda(), MACE, whom)) for whom in (foe(reflex=6), teodric()))
    assert (simple["dc"], sheet["dc"]) == (10 + 6, 10 + 8 + 4 + 2)  # his bow is a size larger than her mace


def test_a_larger_character_has_an_advantage() -> None:
    assert filling("opposed_check", matchup(grunda(), MACE, teodric(size="tiny")))["size_steps"] == 2


@pytest.mark.parametrize(
    ("hit_points", "nonlethal", "state"),
    [
        (1, 0, "active"),
        (5, 5, "fainted"),
        (0, 0, "unconscious"),
        (-1, 0, "dying"),
        (-15, 0, "dying"),
        (-16, 0, "dead"),
        (4, 36, "dead"),
    ],
)
def test_hit_points_say_how_one_is(hit_points: int, nonlethal: int, state: str) -> None:
    me = grunda(hit_points=hit_points, nonlethal=nonlethal)
    assert me["state"] == state
    assert bool(why_not("Attack", me.weapons()[MACE])) == (state != "active")
    assert me["is_helpless"] == (state != "active")


def test_the_dying_are_patients_and_the_others_healers() -> None:
    assert filling("stabilise", matchup(grunda())) == {"first_aid": 4, "dice": 3}
    dying = filling("stabilise", matchup(grunda(hit_points=-6, falls=2)))
    assert dying == {"hp": -6, "con": 3, "times_below_zero": 2}


def test_in_a_grapple_only_small_weapons_work() -> None:
    me = grunda("grappled")
    assert [bool(why_not("Attack", weapon)) for weapon in me.weapons()] == [True, True, False]
    assert me["speed_now"] == 0


def test_an_override_leads_on_to_what_conditions_make_of_it() -> None:
    me = grunda("prone", overrides={"defense": 20, "defense_reason": "blessed"})
    assert (me["defense"], me["defense_now"]) == (20, 16)


def test_conditions_show_on_the_terrain_and_are_silent_without() -> None:
    assert filling("movement", matchup(grunda("prone"))) == {"speed": 6, "terrain": "difficult"}
    assert filling("movement", matchup(grunda())) == {"speed": 6}


def test_a_weapon_without_ed_empties_that_of_another() -> None:
    """The form holds an ED of 9, and a mace has none."""
    calculator = pyrules.calculator("obss.strike")
    form = calculator.to_pairs(calculator.parse(dict(calculator.start)))
    assert ("ed", "9") in form
    of = matchup(grunda())
    done, _ = apply(calculator, SHEET.bindings["strike"], of, form)
    inputs, problems = calculator.from_text(merge_into_form(form, done, {}))
    assert inputs is not None, problems
    assert inputs.ed is None


def test_the_weapon_table_fits_the_sheet() -> None:
    """Each row of it, put into a sheet as a preset does, is a valid weapon with its dice."""
    for row, preset in zip(pyrules.facts("obss").table("weapons").rows, fillings(), strict=True):
        held, problems = SHEET.from_text([(f"weapons.0.{key}", text) for key, text in preset.pairs])
        assert problems == []
        weapon = Values(SHEET, held).weapons()[0]
        assert weapon["dice_now"] == weapon["damage"]
        assert str(weapon["damage"]) == row["damage"]


def test_an_older_sling_told_by_its_name_is_slung_and_nothing_else_is() -> None:
    pairs = [
        *(("weapons.0.name", "Sling of speed"), ("weapons.0.kind", "thrown")),
        *(("weapons.1.name", "Javelin"), ("weapons.1.kind", "thrown")),
        *(("weapons.2.name", "Sling-bladed axe"), ("weapons.2.kind", "melee")),
    ]
    held, problems = SHEET.from_text(SHEET.migrated(2, pairs))
    assert problems == []
    assert [weapon.slung for weapon in held.weapons] == [True, False, False]
