"""Melee and screens in a fight of Worlds Without Number."""

from __future__ import annotations

import pytest

from .fighting import HESSA, ILO, ORC, WOLF, Fighting


def test_a_withdrawal_spares_the_free_attacks(duel: Fighting) -> None:
    duel.hold("orc", "melee", "hessa")
    leaving = duel.odds("leave", "hessa").answer
    assert leaving and leaving.values["free_attacks"] == 1
    duel.do("fighting_withdrawal", "hessa")
    leaving = duel.odds("leave", "hessa").answer
    assert leaving and leaving.values["free_attacks"] == 0
    duel.do("leave", "hessa")
    assert duel.due == []
    assert duel.held("orc") == []


def test_a_screen_of_two_is_met_by_both_and_the_lower_roll_is_attacked() -> None:
    corin = {**ORC, "id": "corin", "side": "party"}
    fight = Fighting(ORC, HESSA, corin, ILO)
    fight.hold("hessa", "screens", "ilo", number=1)
    fight.hold("corin", "screens", "ilo", number=1)
    assert fight.why_not("attack", "orc", "ilo", 0) == "Hessa screens Ilo: get past first."
    fight.do("get_past", "orc", "ilo", 0, (1, 1, 6, 6, 1, 2))
    assert fight.due == ["Orc must attack Corin"]
    assert fight.why_not("attack", "orc", "ilo", 0) == "Corin stands in the way and takes this attack."
    assert fight.why_not("attack", "orc", "corin", 0) == ""
    assert {one.to for one in fight.state.of("orc") if one.id == "met_screen"} == {"hessa", "corin"}


def test_a_screener_holds_off_as_many_in_each_round_and_no_more_for_screening_again() -> None:
    """The number of attackers counts for a round, while the screen lasts until the next own turn (WWN-SCREEN-07)."""
    fight = Fighting(ORC, HESSA, WOLF, ILO)
    fight.next()
    fight.do("screen_ally", "hessa", "ilo")
    fight.next()
    done = fight.do("get_past", "wolf", "ilo", 0, (6, 6, 1, 1))
    assert done.proposed[0].text == "Hessa has met Wolf and holds off 0 more attackers in this round"
    assert not fight.offers("get_past", "orc", "ilo", 0)
    fight.next(2)
    assert fight.why_not("attack", "orc", "ilo", 0) == "Hessa screens Ilo: get past first."
    fight.do("get_past", "orc", "ilo", 0, (6, 6, 1, 1))
    fight.next()
    fight.do("screen_ally", "hessa", "ilo")
    assert not fight.offers("get_past", "wolf", "ilo", 0)


def test_a_screen_of_an_earlier_version_has_the_number_of_its_skill() -> None:
    """Earlier versions stored how many attackers were left (WWN-SCREEN-07)."""
    fight = Fighting(ORC, HESSA, WOLF, ILO)
    fight.hold("hessa", "screens", "ilo", number=0)
    assert fight.why_not("attack", "orc", "ilo", 0) == "Hessa screens Ilo: get past first."
    fight.hold("wolf", "met_screen", "hessa")
    assert fight.why_not("attack", "orc", "ilo", 0) == ""


def test_only_those_with_a_level_of_combat_skill_screen() -> None:
    """A screen set by hand holds nobody off without the skill: Ilo's bow does not parry (WWN-SCREEN-08)."""
    fight = Fighting(ORC, HESSA, ILO)
    fight.hold("ilo", "screens", "hessa", number=1)
    assert fight.why_not("attack", "orc", "hessa", 0) == ""
    assert not fight.offers("get_past", "orc", "hessa", 0)
    fight.hold("hessa", "screens", "ilo", number=1)
    assert fight.why_not("attack", "orc", "ilo", 0) == "Hessa screens Ilo: get past first."


@pytest.mark.parametrize(
    ("act", "weapon", "faces"),
    [("shove", None, (20, 6, 6, 1, 1)), ("grapple", None, (20, 6, 6, 1, 1)), ("swarm_attack", None, ())],
)
def test_other_attacks_meet_a_screen_too(act: str, weapon: int | None, faces: tuple[int, ...]) -> None:
    fight = Fighting(ORC, HESSA, ILO)
    fight.hold("hessa", "screens", "ilo", number=1)
    assert fight.why_not(act, "orc", "ilo", weapon) == "Hessa screens Ilo: get past first."
    fight.do("get_past", "orc", "ilo", 0, (6, 6, 1, 1))
    assert fight.why_not(act, "orc", "ilo", weapon) == ""
    fight.do(act, "orc", "ilo", weapon, faces)
    assert not fight.state.holders("past_screen"), "the one attack is made"


@pytest.mark.parametrize("act", ["shove", "grapple", "swarm_attack"])
def test_who_is_held_off_shoves_and_grabs_the_screener(act: str) -> None:
    fight = Fighting(ORC, HESSA, ILO)
    fight.hold("hessa", "screens", "ilo", number=1)
    fight.do("get_past", "orc", "ilo", 0, (1, 1, 6, 6))
    assert fight.why_not(act, "orc", "ilo") == "Hessa stands in the way and takes this attack."
    assert fight.why_not(act, "orc", "hessa") == ""


def test_the_steps_of_a_screen_name_the_fighters() -> None:
    corin = {**ORC, "id": "corin", "side": "party"}
    fight = Fighting(ORC, HESSA, corin, ILO)
    fight.hold("hessa", "screens", "ilo", number=1)
    fight.hold("corin", "screens", "ilo", number=1)
    done = fight.do("get_past", "orc", "ilo", 0, (1, 1, 6, 6, 1, 2))
    assert done.roll is not None
    assert [step.label for step in done.roll.steps] == [
        "Orc rolls",
        "Hessa rolls",
        "Corin rolls",
        "Who takes the attack",
    ]
    assert (done.roll.steps[-1].text, done.roll.outcome) == ("Corin", "Goes at Corin")
    assert done.event.get("outcome") == "Goes at Corin"


@pytest.mark.parametrize(("weapons", "level"), [(["Small bow"], 0), (["Small bow", "Light spear"], 1)])
def test_only_a_weapon_for_melee_screens(weapons: list[str], level: int) -> None:
    """A bow parries nothing, whatever the skill with it (WWN-SCREEN-11)."""
    known = {
        "Small bow": {"name": "Small bow", "damage": "1d6", "kind": "ranged", "skill": "shoot"},
        "Light spear": {"name": "Light spear", "damage": "1d6"},
    }
    fight = Fighting({**ILO, "data": {"stab": 1, "weapons": [known[one] for one in weapons]}}, HESSA, ORC)
    reason = "" if level else "Screening takes a combat skill of level 1 in melee."
    assert fight.why_not("screen_ally", "ilo", "hessa") == reason
