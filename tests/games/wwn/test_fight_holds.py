"""Shoves, holds and their damage in a fight of Worlds Without Number."""

from __future__ import annotations

import pytest

from .fighting import HESSA, ORC, SWORD, WOLF, Fighting, step_labels


def test_the_held_must_beat_all_who_hold_on() -> None:
    fight = Fighting(HESSA, ORC, WOLF)
    fight.hold("orc", "holds", "hessa")
    fight.hold("wolf", "holds", "hessa")
    assert fight.why_not("attack", "hessa", "orc", SWORD) == "Only unarmed attacks while grappled."
    assert fight.why_not("run", "hessa") == "Nobody moves about while grappled."
    found = fight.odds("escape_grapple", "hessa").answer
    assert found and len(found.values["p_beat_each"]) == 2
    fight.do("escape_grapple", "hessa", faces=(4, 4, 1, 1, 6, 6))
    assert fight.state.holds("orc", "holds")
    fight.do("escape_grapple", "hessa", faces=(6, 6, 1, 1, 1, 1))
    assert not fight.state.holders("holds")


HOLD_HURTS = "Orc takes the damage of the hold, as the round has ended"


def test_the_round_of_the_grab_hurts_if_there_was_a_try_to_break_free(duel: Fighting) -> None:
    """The chapter: at the end of a round. The orc still had its turn (ruling, WWN-GRAP-11)."""
    duel.do("grapple", "hessa", "orc", faces=(20, 6, 6, 1, 1))
    duel.next(2)
    assert duel.due == [HOLD_HURTS]


@pytest.mark.parametrize("at_once", [False, True])
def test_the_table_decides_whether_a_hold_hurts_before_the_first_try_to_break_free(at_once: bool) -> None:
    """The orc has had its turn when Hessa takes hold."""
    fight = Fighting(ORC, HESSA, table={"damage_first": at_once})
    fight.next()
    fight.do("grapple", "hessa", "orc", faces=(20, 6, 6, 1, 1))
    fight.next()
    assert bool(fight.due) == at_once
    fight.next(2)
    assert fight.due == [HOLD_HURTS]


def test_who_is_down_neither_holds_nor_is_hurt_by_a_hold(duel: Fighting) -> None:
    duel.hold("orc", "incapacitated")
    duel.hold("hessa", "holds", "orc")
    duel.hold("orc", "holds", "hessa")
    assert not duel.offers("hold_damage", "orc")
    assert not duel.offers("let_go", "orc", "hessa")
    assert duel.offers("let_go", "hessa", "orc")


def test_the_damage_of_a_hold_may_spare(duel: Fighting) -> None:
    duel.hold("orc", "holds", "hessa")
    duel.hurt("hessa", 18)
    duel.next(2)
    done = duel.do("hold_damage", "hessa", faces=(1,), harm="nonlethal")
    assert done.proposed[0].text == "Hessa: 2 damage, 0 hit points left, Incapacitated"
    assert duel.held("hessa") == ["incapacitated"]
    assert duel.state.held == duel.state.of("hessa"), "the hold ends with the fall"


def test_the_steps_of_a_hold_name_the_fighters(duel: Fighting) -> None:
    duel.hold("orc", "holds", "hessa")
    assert step_labels(duel.do("escape_grapple", "hessa", faces=(1, 1, 6, 6))) == ["Hessa rolls", "Orc rolls"]
    assert step_labels(duel.do("hold_damage", "hessa", faces=(1,)))[0].startswith("Orc, 1d2")
    duel.next()
    moved = duel.do("move_grappled", "orc", "hessa", faces=(6, 6, 1, 1))
    assert step_labels(moved) == ["Orc rolls", "Hessa rolls"]
    assert moved.roll and "Orc leads by" in moved.roll.steps[-1].text


def test_each_of_several_who_hold_is_named() -> None:
    fight = Fighting(HESSA, ORC, WOLF)
    for who in ("orc", "wolf"):
        fight.hold(who, "holds", "hessa")
    labels = step_labels(fight.do("escape_grapple", "hessa", faces=(1, 1, 6, 6, 6, 6)))
    assert labels == ["Hessa rolls", "Orc rolls", "Wolf rolls"]


def test_a_throw_leaves_the_held_prone_and_free(duel: Fighting) -> None:
    duel.hold("hessa", "holds", "orc")
    duel.do("move_grappled", "hessa", "orc", faces=(6, 6, 1, 1), result="throw")
    assert duel.held("orc") == ["prone"]
    assert duel.held("hessa") == []
