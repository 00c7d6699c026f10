"""One description, two uses: rolling every combination of faces gives exactly the odds."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import NamedTuple

import pytest

from pyrules.engine.dice import Die, Dist, always, d
from pyrules.engine.errors import NeedsFace
from pyrules.engine.explain import note
from pyrules.engine.procedure import Modifier, Procedure, part, settle, throw, total


class State(NamedTuple):
    hit: bool = False
    damage: int = 0


def procedure() -> Procedure[State]:
    return Procedure(
        State(),
        (
            throw(
                "Hit roll",
                d(4).map(lambda n: n >= 3),
                lambda s, hit: s._replace(hit=hit),
                rule="HIT",
                modifiers=(Modifier("Skill", 2, "SKILL"),),
                tell=lambda hit, s: "hit" if hit else "miss",
            ),
            throw(
                "Damage",
                lambda s: d(6) if s.hit else always(0),
                lambda s, n: s._replace(damage=n),
                rule="DMG",
                when=lambda s: s.hit,
            ),
            settle("Armor", lambda s: s._replace(damage=max(0, s.damage - 2)), rule="ARM"),
        ),
        lambda s: "wounded" if s.damage else "unhurt",
    )


def test_odds_are_exact() -> None:
    end = procedure().odds()
    assert end.p(lambda s: s.hit) == Fraction(1, 2)
    assert end.dist(lambda s: s.damage) == {
        0: Fraction(1, 2) + Fraction(1, 6),
        1: Fraction(1, 12),
        2: Fraction(1, 12),
        3: Fraction(1, 12),
        4: Fraction(1, 12),
    }


def test_rolling_every_face_gives_the_odds() -> None:
    seen: dict[str, int] = {}
    for faces in itertools.product(range(1, 5), range(1, 7)):
        source = iter(faces)
        rolled = procedure().roll(lambda sides, source=source: next(source))
        seen[rolled.outcome] = seen.get(rolled.outcome, 0) + 1
        assert rolled.chance == procedure().odds().p(lambda s, o=rolled.outcome: procedure().outcome(s) == o)
    assert Dist(seen) == procedure().odds().read(procedure().outcome)


def test_a_roll_tells_its_steps() -> None:
    faces = iter([4, 5])
    rolled = procedure().roll(lambda sides: next(faces))
    assert [step.label for step in rolled.steps] == ["Hit roll", "Damage", "Armor"]
    assert rolled.steps[0].text == "hit"
    assert rolled.steps[0].modifiers == (Modifier("Skill", 2, "SKILL"),)
    assert rolled.steps[1].faces == ((6, 5),)
    assert (rolled.outcome, rolled.chance) == ("wounded", Fraction(1, 3))


def test_a_step_that_does_not_apply_is_not_told() -> None:
    rolled = procedure().roll(lambda sides: 1)
    assert [step.label for step in rolled.steps] == ["Hit roll", "Armor"]


def test_a_source_that_runs_out_names_the_step() -> None:
    def source(sides: int) -> int:
        if sides == 6:
            raise NeedsFace(sides)
        return 4

    with pytest.raises(NeedsFace, match="One more d6 is due for: Damage") as needs:
        procedure().roll(source)
    assert (needs.value.label, needs.value.sides) == ("Damage", 6)


def test_modifiers_add_up() -> None:
    assert total((Modifier("a", 3, "A"), Modifier("b", -5, "B"))) == -2
    assert total(()) == 0


def test_a_step_whose_faces_are_summed_tells_its_total() -> None:
    skill, other = Modifier("Skill", 2, "R"), Modifier("Strength", 9, "R")
    summed = throw("Roll", d(6).times(2), lambda s, n: n, rule="R", modifiers=(skill, other), adds=(skill,))
    pool = throw("Pool", d(6).times(2), lambda s, n: n, rule="R", modifiers=(skill,))
    without_dice = throw("Trivial", always(3), lambda s, n: n, rule="R", modifiers=(skill,), adds=(skill,))

    rolled = Procedure(0, (summed, pool, without_dice), str).roll(lambda sides: 5)

    assert [step.total for step in rolled.steps] == [12, None, None]


def test_a_face_may_count_for_something_else_than_it_shows() -> None:
    bonus = Modifier("Bonus", 4, "R")
    ones_are_nothing = throw(
        "Roll",
        d(6).times(3),
        lambda s, n: n,
        rule="R",
        modifiers=(bonus,),
        adds=(bonus,),
        counts=lambda face: 0 if face.value == 1 else face.value,
    )
    faces = iter((1, 5, 2))

    step = Procedure(0, (ones_are_nothing,), str).roll(lambda sides: next(faces)).steps[0]

    assert (step.counted, step.total) == ((0, 5, 2), 11)


class Both(NamedTuple):
    left: State = State()
    right: State = State()


def test_a_step_on_a_part_of_a_state_leaves_the_rest_alone() -> None:
    left = [part(step, lambda s: s.left, lambda s, one: s._replace(left=one)) for step in procedure().steps]
    right = [part(step, lambda s: s.right, lambda s, one: s._replace(right=one)) for step in procedure().steps]
    both = Procedure(Both(), (*left, *right), lambda s: "wounded" if s.left.damage else "unhurt")

    end, alone = both.odds(), procedure().odds()

    assert end.dist(lambda s: s.left.damage) == alone.dist(lambda s: s.damage)
    assert end.p(lambda s: s.left.hit and s.right.hit) == Fraction(1, 4)
    rolled = both.roll(lambda sides: 1)
    assert [(step.label, step.text) for step in rolled.steps] == [("Hit roll", "miss"), ("Armor", "")] * 2


def test_known_ends_stand_in_for_walking_every_way() -> None:
    def never(state: int) -> Die[int]:
        raise AssertionError("odds that are known are not worked out")

    known = Procedure(0, (throw("Roll", never, lambda s, n: n, rule="X"),), str, lambda: Dist({1: 1, 6: 5}))

    assert known.odds().p(lambda end: end == 6) == Fraction(5, 6)
    with pytest.raises(AssertionError):
        Procedure(0, known.steps, str).odds()


def test_an_explanation_has_notes_around_the_steps_of_a_procedure() -> None:
    whole = procedure().explained(note("After", "R-2"), before=(note("Before", "R-1"),))

    assert [step.label for step in whole.steps] == ["Before", *(step.label for step in procedure().steps), "After"]
    assert (whole.start, whole.odds()) == (procedure().start, procedure().odds())


def test_a_note_names_its_rules_and_has_no_dice() -> None:
    step = note("Prone", "R-1", (Modifier("Prone", -2, "R-2"),), also=("R-3",))

    assert step.rules == ("R-1", "R-2", "R-3")
    assert not step.has_dice and not part(step, lambda s: s, lambda s, _: s).has_dice
