"""What gear, states and sides do on a sheet: shields, armor, crossbows, throws, being down, whose character it is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules.engine.sheet.merging import merged
from pyrules.engine.sheet.values import Matchup, Opponent, Values

from .test_sheet import BOW, DAGGER, FISTS, SHEET, SPEAR, SWORD, act, ask, hessa, ilo, inputs, matchup


def with_weapon(who: Any, *conditions: str, **weapon: Any) -> Values:
    """A ready-made character with one weapon only."""
    values: Values = who(*conditions, weapons=[{"damage": "1d8", **weapon}])
    return values


# Shields


def test_a_shield_meets_the_first_attack_of_the_round_and_no_later_one() -> None:
    sword = {"damage": "1d8", "shock": 2, "shock_ac": 15}
    for conditions, on_miss in (((), 0), (("shield_spent",), 3)):
        bearer = hessa(*conditions)
        me = with_weapon(ilo, **sword)  # the modifier is +1
        assert ask("attack", matchup(me, bearer))["shock_on_miss"] == on_miss
        assert inputs("charge", matchup(bearer, me)).shield is (on_miss == 0)


def test_a_shield_used_as_a_weapon_gives_neither_ac_nor_protection() -> None:
    """Hessa's large shield over a mail shirt is worth 1."""
    bashed = hessa("shield_bash")
    assert (bashed["armor_class"], bashed["armor_class_now"]) == (15, 14)
    assert not bashed["shield_unspent"]


# Armor


@pytest.mark.parametrize(
    ("weapon", "harmless"),
    [
        ({"damage": "1d4", "shock": 1, "shock_ac": 15}, True),
        ({"damage": "1d4", "shock": 1, "shock_ac": 15, "magic": True}, False),
        ({"damage": "1d4", "shock": 1, "shock_ac": 18}, False),
        ({"damage": "1d10", "hands": 2}, False),
        ({"damage": "1d4", "kind": "thrown"}, True),
        ({"damage": "1d6", "kind": "ranged"}, False),
    ],
)
def test_grand_plate_is_immune_to_most_weapons_without_magic(weapon: dict[str, Any], harmless: bool) -> None:
    wearer = hessa(armor="grand_plate", shield="none")
    assert (ask("attack", matchup(with_weapon(ilo, **weapon), wearer))["mean"] == 0) is harmless


def test_unless_the_wearer_is_grappled() -> None:
    dagger = with_weapon(ilo, damage="1d4")
    assert ask("attack", matchup(dagger, hessa("grappled", armor="grand_plate")))["mean"] > 0


def test_an_armor_piercing_weapon_passes_what_is_not_magic() -> None:
    """Hessa in mail shirt and shield: AC 15, without them 10; with magic on the armor nothing of it is passed."""
    hurlant = with_weapon(ilo, damage="1d12", kind="ranged", armor_piercing=True)
    assert inputs("attack", matchup(hurlant, hessa())).target_ac == 10
    assert inputs("attack", matchup(hurlant, hessa(armor_magic=1))).target_ac == 15
    assert inputs("attack", matchup(hurlant, Opponent(SHEET.target(armor_class_now=15)))).target_ac == 15
    assert inputs("disengage", matchup(hessa(), with_weapon(ilo, armor_piercing=True))).foes[0].target_ac == 10


@pytest.mark.parametrize(
    ("armor", "sneak", "exert"), [("war_robe", 0, 0), ("scaled_armor", -3, 0), ("plate_armor", -2, -2)]
)
def test_medium_armor_hinders_sneaking_and_heavy_armor_exertion_too(armor: str, sneak: int, exert: int) -> None:
    wearer = hessa(armor=armor)
    assert inputs("surprise", matchup(wearer, ilo())).ambusher.misc == sneak
    assert inputs("skill_check", matchup(wearer, ilo())).misc == exert
    assert wearer["shove_skill"] == max(0, 1 + exert)


# Skills


def test_a_crossbow_has_no_penalty_without_training() -> None:
    """Hessa has no Shoot: with Dexterity 0 and an attack bonus of 3 she hits AC 13 on 10 or more."""
    crossbow = {"damage": "1d10", "kind": "ranged", "hands": 2, "skill": "shoot", "attribute": "dex"}
    assert ask("attack", matchup(with_weapon(hessa, **crossbow), ilo()))["p_hit"] == Fraction(9, 20)
    eased = with_weapon(hessa, **crossbow, untrained_ok=True)
    assert ask("attack", matchup(eased, ilo()))["p_hit"] == Fraction(11, 20)


def test_the_weapon_table_says_so_of_the_crossbow_alone() -> None:
    presets = {preset.label: dict(preset.pairs) for preset in _presets()}
    assert {name for name, pairs in presets.items() if pairs["untrained_ok"] == "yes"} == {"Crossbow"}
    assert {name for name, pairs in presets.items() if pairs["armor_piercing"] == "yes"} == {
        "Hurlant, great",
        "Hurlant, hand",
        "Hurlant, long",
    }


def _presets() -> Any:
    from pyrules.games.wwn.sheet.fields import _weapon_presets

    return _weapon_presets()


def test_a_throw_takes_the_better_of_stab_and_shoot() -> None:
    knife = {"damage": "1d4", "skill": "stab"}
    assert with_weapon(ilo, **knife, kind="thrown").weapons()[0]["skill_level"] == 2
    assert with_weapon(ilo, **knife).weapons()[0]["skill_level"] == 0


# States


def test_prone_characters_do_not_charge() -> None:
    me = hessa("prone", "charging")
    assert act("Attack").why_blocked(me.weapons()[SWORD]) == "Nobody charges from the ground: stand up first."
    assert inputs("attack", matchup(me, ilo())).circumstances == ("attacker_prone",)


def test_a_foe_on_you_matters_for_throws_and_shots_alone() -> None:
    assert inputs("attack", matchup(hessa("engaged"), ilo())).circumstances == ()
    thrown = with_weapon(ilo, "engaged", kind="thrown")
    assert inputs("attack", matchup(thrown, hessa())).circumstances == ("in_melee",)
    assert act("Attack").why_blocked(ilo("engaged").weapons()[BOW])
    assert not act("Attack").why_blocked(ilo("engaged").weapons()[DAGGER])


def test_total_defense_uses_up_the_main_action_and_keeps_shock_away() -> None:
    me = hessa("total_defense")
    why = "Total Defense has used up the Main Action."
    assert {
        act("Attack").why_blocked(me.weapons()[SPEAR]),
        act("Shove").why_blocked(me),
        act("Grapple").why_blocked(me),
    } == {why}
    assert (me["armor_class_now"], me["shock_immune"]) == (17, True)


@pytest.mark.parametrize(
    ("who", "conditions", "state"),
    [
        ("pc", (), "Mortally Wounded: 6 rounds to live"),
        ("pc", ("frail",), "Dead"),
        ("generic", (), "Dead"),
        ("pc", ("incapacitated",), "Incapacitated"),
    ],
)
def test_only_the_status_says_what_holds_at_0_hit_points(who: str, conditions: tuple[str, ...], state: str) -> None:
    fallen = hessa(*conditions, hit_points=0, who=who)
    assert SHEET.status(fallen).startswith(state)
    assert SHEET.summary(fallen) == SHEET.summary(hessa(*conditions, hit_points=1, who=who))


def test_whoever_is_down_has_nothing_to_choose_from() -> None:
    for fallen in (hessa(hit_points=0), hessa("dead"), hessa("unconscious")):
        assert not act("Attack").when(fallen.weapons()[FISTS])
        assert not any(one.when(fallen) for one in SHEET.acts if not one.per_weapon and one.calculator != "save")
    assert not act("Physical save").when(hessa("dead"))
    assert act("Physical save").when(hessa("mortally_wounded"))


def test_a_target_who_is_down_resists_nothing_and_makes_no_save() -> None:
    fallen = ilo(hit_points=0)
    assert ask("shove", matchup(hessa(), fallen))["p_check"] == 1
    assert ask("grapple_start", matchup(hessa(), fallen))["p_check"] == 1
    assert inputs("execution", matchup(hessa(), fallen)).incapacitated


def test_down_takes_0_hit_points_from_the_sheet() -> None:
    assert ask("downed", matchup(hessa(hit_points=0), None))["status"] == "mortally_wounded"


def test_down_takes_no_damage_of_the_example_with_the_sheet() -> None:
    values = ask("downed", matchup(hessa(hit_points=4), None))
    assert (values["status"], values["hp"]) == ("up", 4)


def test_the_healer_of_the_fallen_is_the_other_one() -> None:
    """Hessa cannot heal; Ilo has Heal 0 and +1."""
    saved = inputs("stabilize", matchup(hessa(hit_points=0), ilo()))
    assert (saved.attr_mod, saved.heal_skill) == (1, 0)
    assert inputs("stabilize", matchup(ilo(), hessa(hit_points=0))).attr_mod == 1


# Whose character


@pytest.mark.parametrize(
    ("mine", "theirs", "tie"),
    [
        ("pc", "generic", "attacker"),
        ("generic", "pc", "defender"),
        ("pc", "pc", "attacker"),
        ("named",) * 2 + ("attacker",),
    ],
)
def test_the_player_character_wins_the_tie_of_a_shove(mine: str, theirs: str, tie: str) -> None:
    assert inputs("shove", matchup(hessa(who=mine), ilo(who=theirs))).tie == tie


def test_a_player_character_who_is_held_wins_ties() -> None:
    assert inputs("grapple_escape", matchup(hessa(), ilo(who="generic"))).tie == "defender"
    assert inputs("grapple_move", matchup(hessa(), ilo(who="generic"))).tie == "attacker"


def sides(here: Matchup, typed: Sequence[tuple[str, str]] = ()) -> Any:
    """Initiative by sides as a matchup fills it; `typed` is what the player typed."""
    calculator = pyrules.calculator("wwn.initiative_group")
    bindings = SHEET.bindings["initiative_group"]
    found, problems = calculator.from_text(merged(calculator, bindings, here, typed, [key for key, _ in typed]).pairs)
    assert found is not None, problems
    return found


def test_two_player_characters_are_one_side_and_a_foe_is_the_other() -> None:
    def members(side: Any) -> list[tuple[str, int]]:
        return [(one.name, one.dex_mod) for one in side.members]

    allied = sides(matchup(hessa(), ilo()))
    assert members(allied.sides[0]) == [(hessa()["name"], 0), (ilo()["name"], 1)]
    assert [side.name for side in allied.sides] == ["Party", "Raiders", "Beast"][: len(allied.sides)]
    hostile = sides(matchup(hessa(), ilo(who="named")))
    assert [members(side) for side in hostile.sides] == [[(hessa()["name"], 0)], [(ilo()["name"], 1)]]
    assert [side.name for side in hostile.sides] == ["Party", ilo()["name"]]
    foes = sides(matchup(hessa(who="named"), ilo()))
    assert (foes.sides[0].name, foes.sides[0].pc, foes.sides[1].pc) == (hessa()["name"], False, True)


def test_a_character_joins_the_party_that_was_typed_and_its_name_stays() -> None:
    """Nothing of the example's party stays; members and the name that a player typed do."""
    form = [("sides.0.name", "Lanterns"), ("sides.0.dex_mods", "2"), ("sides.0.pc", "yes")]
    form += [("sides.1.name", "Orcs"), ("sides.1.dex_mods", "0")]

    alone, joined = (sides(matchup(hessa(), None), typed).sides[0] for typed in ([], form))

    assert (alone.name, alone.dex_mods) == ("Party", ())
    assert (joined.name, joined.dex_mods) == ("Lanterns", (2,))
    assert [one.name for one in joined.members] == [hessa()["name"]]


def test_a_long_name_joins_shortened() -> None:
    long = sides(matchup(hessa(name="H" * 60), None))
    assert long.sides[0].members[0].name == "H" * 40


def test_the_healer_who_is_up_needs_no_target() -> None:
    alone = inputs("stabilize", matchup(ilo(), None))
    assert (alone.attr_mod, alone.heal_skill) == (1, 0)
