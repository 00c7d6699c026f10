"""OBSS sheets by hand: what follows from Grunda and Teodric, and what each condition changes."""

from __future__ import annotations

from typing import Any

import pytest

import pyrules
from pyrules.engine.filling import filled, from_start, into, universe
from pyrules.engine.sheet import CONDITIONS
from pyrules.engine.sheet_values import Opponent, Scene, Values
from pyrules.systems.obss.sheet_weapon import fillings

SHEET = pyrules.sheet("obss")
MACE, SPEAR, BOOTS = range(3)
BOW, RAPIER, DAGGER, KATANA = range(4)


def someone(example: str, *conditions: str, **changed: Any) -> Values:
    return Values(SHEET, SHEET.parse({**SHEET.example(example).data, CONDITIONS: list(conditions), **changed}))


def grunda(*conditions: str, **changed: Any) -> Values:
    return someone("grunda", *conditions, **changed)


def teodric(*conditions: str, **changed: Any) -> Values:
    return someone("teodric", *conditions, **changed)


def foe(**numbers: int) -> Opponent:
    return Opponent(SHEET.target(**numbers))


def scene(me: Values, weapon: int = MACE, target: Values | Opponent | None = None) -> Scene:
    theirs = target.weapons()[0] if isinstance(target, Values) else None
    return Scene(me, me.weapons()[weapon], target or foe(), theirs)


def act(label: str, of: Scene) -> dict[str, Any]:
    """What a button of that label answers."""
    one = next(act for act in SHEET.acts if act.label == label)
    calculator = pyrules.calculator(f"obss.{one.calculator}")
    fills = {**SHEET.fills[one.calculator], **one.fills}
    done, notes = filled(calculator, fills, of)
    assert notes == []
    inputs, problems = calculator.from_text(into(from_start(calculator), done, universe(fills, of)))
    assert inputs is not None, problems
    return dict(calculator.answer(inputs).values)


def filling(slug: str, of: Scene) -> dict[str, Any]:
    done, notes = filled(pyrules.calculator(f"obss.{slug}"), SHEET.fills[slug], of)
    assert notes == []
    return {one.path: one.value for one in done}


def why_not(label: str, of: Any) -> str:
    return next(act for act in SHEET.acts if act.label == label).barred(of)


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
    "paralyzed": (-4, 0, -4 - 1),
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
}


def test_each_condition_is_looked_at() -> None:
    assert list(CHANGES) == [option.id for option in SHEET.conditions]


@pytest.mark.parametrize(("condition", "attack", "dice", "defense"), [(one, *worth) for one, worth in CHANGES.items()])
def test_what_a_condition_changes(condition: str, attack: int, dice: int, defense: int) -> None:
    me = grunda(condition)
    mine, against = filling("strike", scene(me)), filling("strike", scene(teodric(), BOW, me))
    assert (mine["modifier"] - 8, mine["dice"] - 3, against["defense"] - 18) == (attack, dice, defense)


def test_conditions_change_the_odds_of_hitting() -> None:
    """Grunda's 8 against 16 needs 8 of the dice, 78.01 %; 12 of three dice and 8 of two are 46.30 % each."""
    target = foe(defense_now=16)
    assert float(act("Attack", scene(grunda(), MACE, target))["p_hit"]) == pytest.approx(0.7801, abs=5e-5)
    for condition in ("prone", "frightened"):
        shaken = act("Attack", scene(grunda(condition), MACE, target))
        assert float(shaken["p_hit"]) == pytest.approx(0.4630, abs=5e-5)


def test_the_target_s_conditions_count_too() -> None:
    """Grunda's 8 against Teodric's 17 needs 9; against 13 on the ground 5."""
    standing, lying = (filling("attack", scene(grunda(), MACE, teodric(*c))) for c in ((), ("prone",)))
    assert (standing["defense"], lying["defense"]) == (17, 13)
    standing, lying = (act("Attack", scene(grunda(), MACE, teodric(*c))) for c in ((), ("prone",)))
    assert lying["p_hit"] > standing["p_hit"]


def test_of_two_bonuses_the_second_counts_one() -> None:
    """A die for being unseen, and 1 for the target that cannot help itself."""
    told = filling("attack", scene(grunda("invisible"), MACE, teodric("helpless")))
    assert (told["modifier"], told["dice"]) == (8 + 1, 3 + 1)
    assert told["defense"] == 17 - 4 - 4  # no Dexterity, and on the ground


def test_to_the_blinded_everyone_is_invisible() -> None:
    assert filling("attack", scene(grunda(), MACE, teodric("blinded")))["dice"] == 4
    assert filling("attack", scene(grunda(), MACE, teodric("invisible")))["dice"] == 2
    both = filling("modifiers", scene(grunda("blinded"), MACE, teodric("blinded", "prone")))
    assert both == {"attacker": ("target_invisible_detected", "invisible"), "defender": ("prone",)}


def test_bonus_dice_are_for_the_first_attack_alone() -> None:
    told = filling("multi_attack", scene(grunda("invisible", "restricted")))
    assert told == {"bonus": 8, "dice": 2, "dynamic_dice": 1}


def test_a_charge_is_one_bonus_among_others() -> None:
    """Unseen, charging is worth 1 and no second die: the calculator adds its own, and so gets three."""
    told = filling("charge", scene(grunda("invisible"), SPEAR))
    assert (told["bonus"], told["dice"]) == (4 + 3 + 1, 3)
    assert (told["set_trait"], told["rhino"], told["speed"]) == (True, True, 6)


def test_an_unfamiliar_weapon_costs_a_die_unless_it_is_simple() -> None:
    assert filling("attack", scene(teodric(), KATANA))["dice"] == 2
    weapons = [{"unfamiliar": True, "simple": True}]
    assert filling("attack", scene(teodric(weapons=weapons)))["dice"] == 3


def test_a_versatile_weapon_one_does_not_know_takes_strength() -> None:
    weapons = [{"versatile": True, "unfamiliar": True}]
    assert teodric(weapons=weapons).weapons()[0]["hit"] == 8 + 1


def test_a_weapon_too_large_costs_a_die() -> None:
    weapons = [{"letter": "L", "damage": "2d6"}]
    assert filling("attack", scene(grunda(weapons=weapons)))["dice"] == 3
    assert filling("attack", scene(grunda(weapons=weapons, size="small")))["dice"] == 2


@pytest.mark.parametrize(
    ("fatigue", "attack", "speed", "athletics"), [(1, -1, 0, 0), (2, -2, -2, -4), (3, -3, -3, -6), (4, -4, -6, -8)]
)
def test_fatigue(fatigue: int, attack: int, speed: int, athletics: int) -> None:
    me = grunda(fatigue=fatigue)
    assert filling("attack", scene(me))["modifier"] == 8 + attack
    assert (me["defense_now"], me["speed_now"]) == (18 + attack, 6 + speed)
    assert filling("check", scene(me))["modifier"] == 7 + athletics
    assert why_not("Charge", me.weapons()[MACE])


@pytest.mark.parametrize("fatigue", [5, 6])
def test_the_last_levels_of_fatigue_take_you_out(fatigue: int) -> None:
    me = grunda(fatigue=fatigue)
    assert why_not("Attack", me.weapons()[MACE])
    assert me["is_helpless"]


def test_saves() -> None:
    assert grunda("surprised", "restrained")["reflex"] == 2 - 2 - 4
    assert filling("optional_recovery", scene(grunda("frightened"), MACE)) == {
        "fortitude": 6,
        "times_before": 0,
        "dice": 2,
    }
    assert why_not("Fortitude save", grunda("helpless"))
    assert not why_not("Will save", grunda("helpless"))


def test_checks() -> None:
    blinded = teodric("blinded")
    assert filling("stand_up", scene(blinded)) == {"acrobatics": 7 - 2, "dice": 3}
    sneaking = filling("surprise", scene(grunda("frightened"), MACE, teodric("frightened")))
    assert sneaking == {"stealth_mod": 1, "stealth_dice": 3 - 1 - 1, "awareness": 6 - 4}  # never learned, and afraid


def test_a_maneuver_by_the_afraid_is_a_die_weaker() -> None:
    calm, afraid = (act("Trip", scene(grunda(*c), MACE, foe(resist=5))) for c in ((), ("frightened",)))
    assert calm["p_works"] > afraid["p_works"]
    assert filling("maneuver", scene(grunda("frightened")))["dice"] == 2


def test_a_foe_without_numbers_saves_against_a_disarm() -> None:
    """Her 4 and Strength 3 against Reflex 6, or against Teodric's 8 and Dexterity 4."""
    simple, sheet = (act("Disarm", scene(grunda(), MACE, whom)) for whom in (foe(reflex=6), teodric()))
    assert (simple["dc"], sheet["dc"]) == (10 + 6, 10 + 8 + 4 + 2)  # his bow is a size larger than her mace


def test_whoever_is_larger_has_it_easier() -> None:
    assert filling("opposed_check", scene(grunda(), MACE, teodric(size="tiny")))["size_steps"] == 2


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
    assert filling("stabilise", scene(grunda())) == {"first_aid": 4, "dice": 3}
    dying = filling("stabilise", scene(grunda(hit_points=-6, falls=2)))
    assert dying == {"hp": -6, "con": 3, "times_below_zero": 2}


def test_in_a_grapple_only_small_weapons_work() -> None:
    me = grunda("grappled")
    assert [bool(why_not("Attack", weapon)) for weapon in me.weapons()] == [True, True, False]
    assert me["speed_now"] == 0


def test_an_override_leads_on_to_what_conditions_make_of_it() -> None:
    me = grunda("prone", overrides={"defense": 20, "defense_reason": "blessed"})
    assert (me["defense"], me["defense_now"]) == (20, 16)


def test_conditions_show_on_the_terrain_and_are_silent_without() -> None:
    assert filling("movement", scene(grunda("prone"))) == {"speed": 6, "terrain": "difficult"}
    assert filling("movement", scene(grunda())) == {"speed": 6}


def test_a_weapon_without_ed_empties_that_of_another() -> None:
    """The form holds an ED of 9, and a mace has none."""
    calculator = pyrules.calculator("obss.strike")
    form = calculator.to_pairs(calculator.parse(dict(calculator.start)))
    assert ("ed", "9") in form
    of = scene(grunda())
    done, _ = filled(calculator, SHEET.fills["strike"], of, form)
    inputs, problems = calculator.from_text(into(form, done, {}))
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
