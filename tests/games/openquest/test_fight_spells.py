"""Spells in a fight of OpenQuest that the other one may resist (OQ-MGC-05, OQ-DEF-06)."""

from __future__ import annotations

from typing import Any

import pytest

import pyrules
from web.worker.render.fight_words import log_line

from .fighting import RULES, Fighting
from .test_fight_acts import fighter


def cast(**options: str) -> Fighting:
    """The Hag has cast a spell on Hild."""
    fight = Fighting(
        fighter("hag", "foes", sorcery=75, close_combat=60),
        fighter("hild", resilience=50, persistence=45, armor="chainmail"),
    )
    fight.do("cast_at", "hag", "hild", faces=[20], **options)
    return fight


def test_disruption_that_is_not_resisted_hurts_through_armor() -> None:
    fight = cast(spell="disruption", magnitude="2")
    assert fight.due == ["Hild may resist the spell of Hag."]
    expected = pyrules.answer("openquest.skill_test", {"skill": {"base": 50}}).values["p_success"]
    assert fight.figure("resist_spell", "p_resisted", "hild", "hag") == expected
    lines = fight.lines("resist_spell", "hild", "hag", faces=[60])
    assert lines == ["Hild: does not resist the spell", "Hild: Disruption hurts at magnitude 2"]
    assert fight.due == ["The spell of Hag hurts Hild."]
    fight.do("spell_damage", "hag", "hild", faces=[3, 4])
    assert fight.hit_points("hild") == 3
    assert fight.held == []


def test_a_spell_that_is_resisted_does_nothing() -> None:
    fight = cast(spell="disruption", magnitude="2")
    fight.do("resist_spell", "hild", "hag", faces=[50])
    assert fight.held == []


def test_a_failed_casting_reaches_nobody() -> None:
    fight = Fighting(fighter("hag", "foes", sorcery=75, close_combat=60), fighter("hild"))
    fight.do("cast_at", "hag", "hild", faces=[80])
    assert fight.due == []
    assert fight.actions("hag") == 0


def test_a_dodge_of_a_spell_is_a_reaction_of_the_round() -> None:
    fight = cast(spell="lightning_strike")
    assert fight.odds("resist_spell", "hild", "hag").inputs.skill.base == 40
    fight.do("resist_spell", "hild", "hag", faces=[10])
    assert fight.held == ["hild defended"]
    fight.add({"do": "spend", "who": "hag", "name": "action", "by": -1})
    fight.do("cast_at", "hag", "hild", faces=[20], spell="lightning_strike")
    assert fight.odds("resist_spell", "hild", "hag").inputs.spell_mod == -20


@pytest.mark.parametrize(
    ("condition", "spell", "why"),
    [
        ("helpless", "persistence", "Hild cannot act, and resists nothing."),
        ("no_defense", "lightning_strike", "Hild cannot dodge now."),
    ],
)
def test_who_cannot_resist_is_told_so(condition: str, spell: str, why: str) -> None:
    fight: Any = cast(spell=spell)
    fight.hold("hild", condition)
    assert fight.due == [f"{why} The spell takes effect."]
    assert fight.why_not("resist_spell", "hild", "hag") == why
    fight.do("yield_to_spell", "hild", "hag")
    assert not [one for one in fight.held if "spell_at" in one]


def test_any_other_spell_takes_effect_by_hand() -> None:
    fight = cast(spell="persistence")
    assert fight.lines("resist_spell", "hild", "hag", faces=[90])[-1] == "Hild: the spell takes effect, by hand"
    assert fight.held == []


@pytest.mark.parametrize(
    ("spell", "away", "is_held"),
    [
        ("disruption", "fighting_retreat", True),
        ("disruption", "escaping_sprint", False),
        ("lightning_strike", "escaping_sprint", True),
        ("unresisted", "fighting_retreat", True),
    ],
)
def test_a_spell_that_gets_through_ends_a_retreat_but_a_sprint_only_if_it_could_be_dodged(
    spell: str, away: str, is_held: bool
) -> None:
    fight = Fighting(fighter("hag", "foes", sorcery=75), fighter("hild", resilience=50))
    fight.do("declare", "hild", action=away)
    fight.do("cast_at", "hag", "hild", faces=[20], spell=spell)
    if spell != "unresisted":
        fight.do("resist_spell", "hild", "hag", faces=[90])
    assert ("hild struck" in fight.held) is is_held


def test_a_spell_that_is_resisted_holds_nobody() -> None:
    fight = Fighting(fighter("hag", "foes", sorcery=75), fighter("hild", resilience=50))
    fight.do("declare", "hild", action="fighting_retreat")
    fight.do("cast_at", "hag", "hild", faces=[20], spell="disruption")
    fight.do("resist_spell", "hild", "hag", faces=[10])
    assert "hild struck" not in fight.held


def test_nobody_casts_while_retreating() -> None:
    fight = Fighting(fighter("hag", "foes", sorcery=75), fighter("hild"))
    fight.do("fighting_retreat", "hag")
    fight.add({"do": "spend", "who": "hag", "name": "action", "by": -1})
    assert fight.why_not("cast_at", "hag", "hild") == "Not now: fighting retreat."


def test_nobody_casts_before_a_retreat_that_is_declared() -> None:
    """The chapter: they may only defend (ruling, OQ-MOV-09)."""
    fight = Fighting(fighter("hag", "foes", sorcery=75), fighter("hild"))
    assert fight.why_not("cast_at", "hag", "hild") == ""
    fight.do("declare", "hag", action="fighting_retreat")
    assert fight.why_not("cast_at", "hag", "hild") == "Hag has declared Fighting Retreat."
    assert fight.why_not("cast_on_self", "hag") == "Hag has declared Fighting Retreat."


@pytest.mark.parametrize(
    ("spell", "words"), [("lightning_strike", "Lightning Strike"), ("persistence", "resisted by Persistence")]
)
def test_the_log_names_a_spell(spell: str, words: str) -> None:
    fight = cast(spell=spell)
    assert log_line(RULES, 0, fight.entries[-1])["then"][-1]["text"] == f"Hag has cast a spell on Hild ({words})"
