"""Foes of OpenQuest: the 43 creatures of the SRD as sheets, and a quick foe.

The numbers of a few creatures stand here as their blocks print them; the rest is compared with the table.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.errors import InvalidInput
from pyrules.engine.inputs import Number, input_fields
from pyrules.engine.sheet.values import Values
from pyrules.games.openquest.fight.foes import FOES, SKILLS, QuickFoe

from ...drawing import examples
from ...matchups import values_of
from .fighting import Fighting

SHEET = pyrules.sheet("openquest")
ROWS = {row["id"]: row for row in pyrules.facts("openquest").table("foes").rows}
EVERY_FOE = pytest.mark.parametrize("foe", ROWS)
HILD = {"close_combat": 65, "dodge": 45, "weapons": [{"name": "Sword", "damage": "1d8"}]}


def values(foe: str) -> Values:
    return values_of(SHEET, FOES.pairs(foe))


def test_there_are_the_43_creatures() -> None:
    assert len(ROWS) == 43
    assert [one.id for one in FOES.rows] == list(ROWS)


@EVERY_FOE
def test_a_creature_is_a_sheet_with_its_row(foe: str) -> None:
    row, me = ROWS[foe], values(foe)

    assert me["name"] == row["label"]
    assert me["armor_points"] == row["armor"]
    assert me["movement"] == row["movement"]
    assert me["magic_points"] == row["magic_points"]
    for skill in SKILLS:
        if row[skill] != "":
            assert me[f"{skill}_skill"] == row[skill], skill
    if row["hit_points"] != "":
        assert me["hit_points"] == me["hit_points_max"] == row["hit_points"]
        assert str(me["damage_modifier"]) == row["damage_modifier"]
    assert SHEET.status(me) == ""
    assert FOES.hit_points(foe) is None


@EVERY_FOE
def test_each_attack_of_a_creature_has_the_skill_of_its_block(foe: str) -> None:
    row, me = ROWS[foe], values(foe)

    assert [one["name"] for one in me.weapons()] == [one["name"] for one in row["attacks"]]
    for attack, weapon in zip(row["attacks"], me.weapons(), strict=True):
        natural = "weapon" not in attack
        skill = "unarmed" if natural else weapon["skill"]
        printed = row[skill] if row[skill] != "" else row["close_combat"]
        assert weapon["skill_value"] + weapon["bonus"] == printed, attack["name"]
        assert str(weapon["damage"]) == attack["damage"]
        assert weapon["reach"] is None or weapon["reach"] > 0


@EVERY_FOE
def test_a_creature_joins_and_does_something(foe: str) -> None:
    fight = Fighting({"id": "hild", "sheet": HILD}, begun=False)
    pairs = [[*pair] for pair in FOES.pairs(foe)]
    join = {"do": "join", "side": "foes", "schema": SHEET.schema, "sheet": pairs}
    fight.add({**join, "fighters": [{"id": "foe", "name": "Foe"}]})
    fight.add({"do": "begin"})

    acts = {act.id: found for act, here in fight.all_offered("foe", "hild") if (found := fight_odds(fight, act, here))}
    attacks = {"close_attack", "ranged_attack", "unarmed_strike", "spirit_combat"}
    assert attacks & {one for one, answer in acts.items() if answer}, acts
    assert fight.offered("hild", "foe") & {"close_attack", "spirit_combat"}


def fight_odds(fight: Fighting, act: Any, here: Any) -> Any:
    return fight.odds(act.id, "foe", "hild", here.weapon_at).answer if act.calculator else None


def test_an_orc_is_as_its_block_prints_it() -> None:
    me = values("orc")
    assert (me["str"], me["con"], me["siz"], me["dex"], me["int"], me["pow"], me["cha"]) == (14, 11, 10, 14, 11, 10, 7)
    assert (me["hit_points_max"], str(me["damage_modifier"]), me["magic_points_max"]) == (11, "0", 10)
    assert (me["close_combat_skill"], me["ranged_skill"], me["dodge_skill"]) == (40, 50, 35)
    assert (me["armor_points"], me["shield"]) == (2, "medium")
    bow = me.weapons()[1]
    assert (bow["name"], str(bow["damage"]), bow["reach"], bow["rate"]) == ("Short bow", "1d8", 75, 1)
    assert FOES.row("orc").line == "Scimitar 40 % · Short bow 50 % · 2 AP · 11 hit points"


def test_a_beastling_butts_with_its_unarmed_skill_and_parries_with_close_combat() -> None:
    me = values("beastling")
    butt = me.weapons()[3]
    assert (butt["name"], butt["skill"], butt["skill_value"] + butt["bonus"]) == ("Head butt", "close_combat", 60)
    assert me["close_combat_skill"] == 50


def test_a_dragon_bites_and_parries_with_its_unarmed_skill() -> None:
    me = values("dragon")
    assert (me["close_combat_skill"], str(me["damage_modifier"]), me["armor_points"]) == (100, "+7d6", 12)
    assert [str(one["damage"]) for one in me.weapons()] == ["1d10", "1d8", "1d20"]


def test_a_dwarf_loads_its_crossbow_for_a_round_and_adds_no_strength() -> None:
    crossbow = values("dwarf").weapons()[2]
    assert (crossbow["rate"], crossbow["mechanical"], crossbow["reach"]) == (2, True, 125)


def test_a_ghost_has_no_body_and_fights_with_spirit_combat() -> None:
    me = values("ghost")
    assert me["is_bodiless"] and not me["has_body"]
    assert (me["spirit_kind"], me["spirit_skill"], me["magic_points"]) == ("spirit", 40, 11)
    assert FOES.row("ghost").line == "Spirit Combat 40 % · 11 magic points · no body"


def test_creatures_have_attacks_of_their_own() -> None:
    assert not any(row.bears_weapon for row in FOES.rows)
    with pytest.raises(InvalidInput):
        FOES.pairs("orc", "longsword")


NUMBERS = [one for one in input_fields(QuickFoe) if isinstance(one.input, Number)]


@given(quick=st.fixed_dictionaries({one.name: st.integers(one.input.low, one.input.high) for one in NUMBERS}))  # type: ignore[attr-defined]
@examples(10, 30, 200)
def test_a_quick_foe_has_just_its_numbers(quick: dict[str, int]) -> None:
    me = values_of(SHEET, FOES.of_quick(QuickFoe(name="Rat king", **quick)))  # type: ignore[arg-type]

    assert (me["name"], me["hit_points"], me["armor_points"]) == ("Rat king", quick["hit_points"], quick["armor"])
    assert (me["close_combat_skill"], me["dodge_skill"]) == (quick["attack"], quick["dodge"])
    (attack,) = me.weapons()
    assert (attack["skill_value"], str(attack["damage"]), str(me["damage_modifier"])) == (quick["attack"], "1d8", "0")
