"""Ruins & Raiders characters: their derived values, and what their conditions do to the odds.

The numbers are worked out by hand from the chapter, on the 36 rolls of two dice. Brannoc has Warrior 6 and Brawn 6; his
maul of 9 meets Sefi's Dodge of 7 + 6 = 13 and Protection of 2 + 2 = 4.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules.engine.sheet.bindings import apply
from pyrules.engine.sheet.sheet import Act
from pyrules.engine.sheet.values import Matchup, Opponent, Values

from ...matchups import filled_answer, matchup

SHEET = pyrules.sheet("raiders")
MAUL, KNIFE, SHIELD, STONE = range(4)
BOW, FIRE_POT, SABER = range(3)


def brannoc(*conditions: str, without: tuple[str, ...] = (), **changed: Any) -> Values:
    return _values("brannoc", conditions, without, changed)


def sefi(*conditions: str, without: tuple[str, ...] = (), **changed: Any) -> Values:
    return _values("sefi", conditions, without, changed)


def _values(who: str, conditions: tuple[str, ...], without: tuple[str, ...], changed: dict[str, Any]) -> Values:
    data = {**SHEET.example(who).data, "conditions": list(conditions), **changed}
    return Values(SHEET, SHEET.parse(data), without)


def act(label: str) -> Act:
    return next(one for one in SHEET.acts if one.label == label)


def ask(slug: str, here: Matchup, form: list[tuple[str, str]] | None = None, act: Act | None = None) -> dict[str, Any]:
    return filled_answer(f"raiders.{slug}", here, form, act.bindings if act else None)


def of_36(rolls: int) -> Fraction:
    return Fraction(rolls, 36)


# What follows


def test_combat_values_of_a_wrestler() -> None:
    v = brannoc()
    assert (v["dodge"], v["parry"], v["defense"]) == (7 + 3 - 2, 7 + 6 + 2, 15)
    assert (v["protection"], v["movement"], v["defiance"]) == (4 + 4, 10 + 3 - 2 - 2, 7 + 2)
    assert v["lift"] == 200


def test_combat_values_of_a_rider() -> None:
    v = sefi()
    assert (v["dodge"], v["parry"], v["defense"]) == (7 + 6, 7 + 3 + 1, 13)
    assert (v["protection"], v["movement"], v["defiance"]) == (2 + 2, 10 + 6, 7 + 4)
    assert sefi(horse=True)["movement"] == 2 * 16


def test_juks_blow_stands_on_a_sheet() -> None:
    sword = next(preset for preset in _presets() if preset.label == "Huge sword")
    form = [("warrior", "7"), ("brawn", "6"), *((f"weapons.0.{key}", text) for key, text in sword.pairs)]
    juk, problems = SHEET.from_text(form)
    assert not problems
    thug = Values(SHEET, SHEET.parse({"athlete": 3, "fortitude": 2, "armor": 3}))
    values = ask("damage", matchup(Values(SHEET, juk), thug), [("roll", "5")])
    assert (values["total"], values["mox"], values["wounds"]) == (12, 2, 18)


def _presets() -> Any:
    weapons = next(field for field in pyrules.engine.inputs.input_fields(SHEET.character) if field.name == "weapons")
    given = weapons.input.element.presets  # type: ignore[attr-defined]
    return given()


def test_pools_have_their_ends() -> None:
    ends = {pool.name: brannoc()[pool.most] for pool in SHEET.pools}
    assert ends == {"wounds": 10, "fortune": 4}


def test_a_hand_set_parry_leads_to_the_odds() -> None:
    guarded = sefi(overrides={"parry": 16})
    assert ask("strike", matchup(brannoc(), guarded))["p_hit"] == of_36(6)  # 10 or more


# Attacks


@pytest.mark.parametrize(
    ("mine", "theirs", "rolls"),
    [
        ((), (), 21),  # 7 or more
        (("aiming",), (), 33),  # 4 or more
        ((), ("defending",), 6),  # Defense 16: 10 or more
        ((), ("full_defense",), 1),  # Defense 19: only a natural 12
        ((), ("defending", "full_defense"), 1),  # two actions are all there are
        ((), ("cornered",), 30),  # Parry 11: 5 or more
        ((), ("ambushed",), 35),  # challenge 4: all but a natural 2
        ((), ("ambushed", "full_defense"), 35),
        (("prone", "grappled"), ("prone",), 21),  # the chapter gives them no number
    ],
)
def test_a_strike_hits_as_often_as_conditions_let_it(
    mine: tuple[str, ...], theirs: tuple[str, ...], rolls: int
) -> None:
    assert ask("strike", matchup(brannoc(*mine), sefi(*theirs)))["p_hit"] == of_36(rolls)


def test_a_condition_left_out_counts_for_nothing() -> None:
    assert ask("strike", matchup(brannoc("aiming", without=("aiming",)), sefi()))["p_hit"] == of_36(21)
    guarded = sefi("full_defense", without=("full_defense",))
    assert ask("strike", matchup(brannoc(), guarded))["p_hit"] == of_36(21)


def test_what_cannot_be_parried_meets_dodge_alone() -> None:
    pot = matchup(sefi(), brannoc(), FIRE_POT)  # Dodge 8: 5 or more
    assert ask("strike", pot)["p_hit"] == of_36(30)
    assert ask("strike", matchup(sefi(), brannoc("defending"), FIRE_POT))["p_hit"] == of_36(15)  # Dodge 11: 8 or more
    assert ask("strike", matchup(sefi(), brannoc("cornered", "defending"), FIRE_POT))["p_hit"] == of_36(35)
    values = ask("derived", Matchup(brannoc(), None, sefi(), sefi().weapons()[FIRE_POT]))
    assert (values["defense"], values["defense_kind"]) == (8, "dodge")


def test_each_kind_of_weapon_has_its_skill() -> None:
    trait = [[w["trait"] for w in who.weapons()] for who in (brannoc(), sefi())]
    assert trait == [[6, 6, 6, 6], [7, 3, 3]]
    assert [w["offense"] for w in brannoc().weapons()] == [6, 7, 6, 6]


def test_a_haymaker_adds_its_damage_and_forgoes_aim() -> None:
    plain, all_out = (ask("strike", matchup(brannoc(), sefi()), act=act(one)) for one in ("Strike", "Haymaker"))
    assert all_out["p_hit"] == plain["p_hit"] == of_36(21)
    assert all_out["mean_wounds"] - plain["mean_wounds"] == 10 * of_36(21)
    aimed = ask("strike", matchup(brannoc("aiming"), sefi()), act=act("Haymaker"))
    assert aimed == all_out


def test_a_haymaker_takes_a_whole_round_and_a_melee_weapon() -> None:
    haymaker = act("Haymaker")
    assert [haymaker.when(w) for w in brannoc().weapons()] == [True, True, True, False]
    assert [haymaker.when(w) for w in sefi().weapons()] == [False, False, True]
    for condition in ("aiming", "defending", "full_defense", "down"):
        assert haymaker.why_blocked(brannoc(condition).weapons()[MAUL])
    assert not haymaker.why_blocked(brannoc().weapons()[MAUL])


def test_an_ambush_is_compared_with_the_defense_that_is_up() -> None:
    values = ask("ambush", matchup(brannoc(), sefi("defending")))
    assert values["gain_p_hit"] == of_36(35 - 6)
    for conditions in ((), ("ambushed",)):  # the pot: Dodge 8, or the low challenge
        values = ask("ambush", matchup(sefi(), brannoc(*conditions), FIRE_POT))
        assert values["gain_p_hit"] == of_36(35 - 30)
    assert ask("strike", matchup(sefi(), brannoc("ambushed"), FIRE_POT))["p_hit"] == of_36(35)


def test_wounds_and_fortune_of_the_target_count() -> None:
    maul = ask("strike", matchup(brannoc(), sefi()))
    assert maul["p_drop"] == of_36(3)  # 11 + mox, less 5 Fortune: 10 wounds with mox 4, on 11 or more
    weak = ask("strike", matchup(brannoc(), sefi(wounds=9, fortune=0)))
    assert weak["p_drop"] == of_36(21)


# Rounds


def test_actions_spent_on_defense_are_not_counted_twice() -> None:
    open_round = ask("defend", matchup(brannoc(), sefi()))
    assert ask("defend", matchup(brannoc("defending"), sefi())) == open_round
    assert ask("round_options", matchup(brannoc("defending"), sefi())) == ask(
        "round_options", matchup(brannoc(), sefi())
    )


def test_a_defending_foe_spends_the_round_so() -> None:
    rows = {row["option"]: row for row in ask("round_options", matchup(brannoc(), sefi("full_defense")))["rows"]}
    assert rows["aim_strike"]["mean_taken"] == 0
    assert rows["strike_strike"]["p_any_wound"] == 1 - of_36(35) ** 2


def test_an_aiming_foe_is_harder_to_hold_off() -> None:
    calm, aimed = (ask("defend", matchup(brannoc(), sefi(*one))) for one in ((), ("aiming",)))
    assert calm["p_untouched_open"] == 1 - of_36(15)  # 8 or more
    assert aimed["p_untouched_open"] == 1 - of_36(30)  # 5 or more


def test_wounds_already_taken_shorten_a_fight() -> None:
    calculator = pyrules.calculator("raiders.duel")
    done, _ = apply(calculator, SHEET.bindings["duel"], matchup(brannoc(), sefi(wounds=4)))
    limits = {one.path: one.value for one in done if one.path.endswith("limit")}
    assert limits == {"a_limit": 10 - 3, "b_limit": 10 - 4}
    assert brannoc(wounds=15)["wounds_left"] == 1


def test_the_round_starts_as_conditions_say() -> None:
    here = matchup(brannoc("prone", "grappled"), None)
    values = ask("round_tracker", here, [("events", "escape"), ("events", "freed"), ("events", "stand")])
    assert (values["actions_left"], values["prone"]) == (0, False)


def test_a_block_needs_an_action_that_is_left() -> None:
    assert ask("assist_block", matchup(brannoc("defending"), sefi()))["actions_left"] == 0
    assert ask("assist_block", matchup(brannoc("defending"), sefi()))["defense_used"] == 15 + 3


# Grapples


def test_aim_helps_a_grab() -> None:
    assert ask("grapple", matchup(brannoc(), sefi()))["p_grab"] == of_36(21)
    assert ask("grapple", matchup(brannoc("aiming"), sefi()))["p_grab"] == of_36(33)


def test_mass_holds_on_where_both_masses_are_known() -> None:
    held = ask("escape", matchup(sefi("grappled"), brannoc()))
    assert (held["challenge"], held["p_escape_one_try"]) == (7 + 6 + 3, of_36(1))  # 120 kg on 60
    unknown = ask("escape", matchup(sefi("grappled", mass=None), brannoc()))
    assert (unknown["challenge"], unknown["p_escape_one_try"]) == (7 + 6, of_36(6))  # 10 or more
    giant = ask("escape", matchup(sefi("grappled", mass=480), brannoc()))
    assert (giant["challenge"], giant["p_escape_one_try"]) == (7 + 6, of_36(33))  # 3 + 6: 4 or more


def test_a_slam_uses_the_grab_that_holds() -> None:
    held = ask("slam", matchup(brannoc("holding", grab_mox=4), sefi()), [("warrior", "1"), ("defense", "9")])
    assert held["wounds"] == 4 + 6 + 1 - 4
    reaching = ask("slam", matchup(brannoc(grab_mox=4), sefi()), [("mox", "9")])
    assert reaching["p_grab"] == of_36(21)
    aimed = ask("slam", matchup(brannoc("aiming"), sefi()))
    assert aimed["p_grab"] == of_36(33)


# In the saddle


def test_a_rider_meets_the_foes_blow_with_ranger() -> None:
    values = ask("seat", matchup(sefi("mounted"), brannoc()), [("damage", "12")])
    assert values["p_hit"] == of_36(21)
    assert ask("seat", matchup(sefi("mounted", "full_defense"), brannoc()))["p_hit"] == of_36(1)
    assert ask("seat", matchup(sefi("mounted"), brannoc("aiming")))["p_hit"] == of_36(33)


def test_without_a_foe_the_blow_stays_as_it_was() -> None:
    assert ask("seat", matchup(sefi("mounted"), None), [("damage", "12")])["challenge"] == 12


# Acts


@pytest.mark.parametrize(
    ("condition", "label"), [("holding", "Slam"), ("grappled", "Escape"), ("mounted", "Keep the seat")]
)
def test_some_acts_wait_for_their_condition(condition: str, label: str) -> None:
    assert not act(label).when(brannoc())
    assert act(label).when(brannoc(condition))


def test_who_is_down_does_nothing() -> None:
    for down in (brannoc("down"), brannoc(wounds=10)):
        assert all(one.why_blocked(down.weapons()[0] if one.per_weapon else down) for one in SHEET.acts)
    assert not any(one.why_blocked(brannoc().weapons()[0] if one.per_weapon else brannoc()) for one in SHEET.acts)


def test_only_the_status_says_who_is_down() -> None:
    assert SHEET.status(brannoc(wounds=10)) == "Down: 10 wounds, and the limit is 10."
    assert SHEET.status(brannoc("down")) == "Down."
    assert SHEET.status(brannoc(wounds=9)) == ""
    assert SHEET.summary(brannoc(wounds=10)) == SHEET.summary(brannoc())


def test_a_tables_wound_limit_holds_for_a_sheet_without_one_of_its_own() -> None:
    held = SHEET.parse({**SHEET.example("brannoc").data, "wounds": 12})
    assert Values(SHEET, held, (), {"wound_limit": 15})["wounds_left"] == 3
    own = SHEET.parse({**SHEET.example("brannoc").data, "wounds": 12, "wound_limit": 20})
    assert Values(SHEET, own, (), {"wound_limit": 15})["wounds_left"] == 8


def test_a_hold_goes_on_with_its_mox() -> None:
    here = matchup(brannoc("holding", grab_mox=3), sefi())
    assert ask("grapple", here, act=act("Squeeze"))["p_grab"] is None
    assert act("Squeeze").why_blocked(brannoc("holding")) and not act("Squeeze").why_blocked(here.me)


def test_a_round_of_defense_leaves_no_action() -> None:
    v = brannoc("full_defense")
    blocked_reason = {one.label for one in SHEET.acts if one.why_blocked(v.weapons()[0] if one.per_weapon else v)}
    assert blocked_reason == {"Strike", "Haymaker", "Ambush", "Grapple", "Squeeze", "Slam", "Escape"}


def test_every_act_has_an_answer_against_an_opponent_without_a_sheet() -> None:
    for conditions in ((), tuple(option.id for option in SHEET.conditions.options)):
        for me in (brannoc(*conditions), sefi(*conditions)):
            for weapon in range(len(me.weapons())):
                for one in SHEET.acts:
                    values = ask(one.calculator, matchup(me, Opponent(SHEET.target()), weapon), act=one)
                    assert set(one.outputs) <= set(values)
