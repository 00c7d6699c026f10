"""Care for the wounded, step by step: stabilizing, surgery, magic and waking up.

"Healing" and "Zero Hit Points". The effect of a Healing test stands outside the chapter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice import d
from ....engine.explain import note
from ....engine.formatting import figure
from ....engine.procedure import Modifier, Procedure, Step, counted, settle, throw, total
from ..skills.skill import GRADE_WORDS, SUCCESSES, Skill, grade_die, skill_modifiers, skill_roll
from ..tables import FACTS
from .wounded import FORTUNE, MAGIC, MINOR, MORTAL, NO_MAGIC, STATES, Wounded, hit_points, is_strong, restored, state


class Cared(NamedTuple):
    """The state of the care."""

    saved: bool = False
    recovering: bool = False
    awake: bool = False
    hp: int = 0
    treated: bool = False


def in_time(a: Wounded) -> list[tuple[Skill, int]]:
    """The numbers of the tests that can stabilize; none if a test takes minutes (table rule, OQ-ZHP-04)."""
    if a.healing is None or a.healing_time != "in_round":
        return []
    return [(a.healing, count) for count in range(1, a.tries + 1)]


def hp_recovering(a: Wounded) -> int | None:
    """The hit points with which a stabilized character recovers; None if not applicable."""
    if state(a) == FORTUNE:
        return FACTS.number("fortune_hp")
    if state(a) != MORTAL:
        return None
    return MAGIC.row(a.magic)["hp"] or a.max_hp if is_strong(a) else FACTS.number("surgery_hp")


def _points(hp: int) -> str:
    """Hit points as text, with a minus sign below zero."""
    return f"{figure(hp)} hit {'point' if abs(hp) == 1 else 'points'}"


def care(a: Wounded) -> Procedure[Cared]:
    """The wound, and its care step by step."""
    row = FACTS.table("wound_states").row(state(a))
    found: Step[Cared] = settle(f"{row['label']}: {row['when']}", rule=row["rule"], tell=lambda _, s: _points(s.hp))
    follows = {MINOR: _minor, MORTAL: _mortal, FORTUNE: _fortune}
    whole = follows[state(a)](a) if state(a) in follows else ()
    return Procedure(Cared(hp=hit_points(a)), (found, *whole), lambda s: _outcome(a, s))


def _minor(a: Wounded) -> tuple[Step[Cared], ...]:
    return (*_first_aid(a), *_spell(a))


def _spell(a: Wounded) -> tuple[Step[Cared], ...]:
    """The hit points that a spell restores on a minor wound (EXT-18)."""
    if a.magic == NO_MAGIC:
        return ()
    row = MAGIC.row(a.magic)
    pace = f" {row['pace']}" if row["pace"] else ""
    step: Step[Cared] = settle(
        f"{row['label']}: {counted(restored(a), 'hit point')} at most{pace}",
        lambda s: s._replace(hp=min(a.max_hp, s.hp + restored(a)), treated=True),
        rule="EXT-18",
        tell=lambda _, s: counted(s.hp, "hit point"),
    )
    return (step,)


def _first_aid(a: Wounded) -> tuple[Step[Cared], ...]:
    if a.healing is None:
        return ()
    kit = () if a.kit else (FACTS.modifier("no_kit_penalty"),)
    die = FACTS.number("first_aid_die")
    return (
        _test(
            "Healing",
            a.healing,
            a,
            lambda s, ok: s._replace(treated=ok),
            rule="OQ-HEAL-01",
            when=lambda s: not s.treated,
            bonuses=kit,
        ),
        throw(
            f"Restored, 1d{die}, up to {a.max_hp}",
            d(die),
            lambda s, n: s._replace(hp=min(a.max_hp, s.hp + n)),
            rule="EXT-17",
            when=lambda s: s.treated,
            tell=lambda n, s: counted(s.hp, "hit point"),
        ),
    )


def _mortal(a: Wounded) -> tuple[Step[Cared], ...]:
    return (*saving_steps(a), *recovering_steps(a), *waking_steps(a))


def saving_steps(a: Wounded) -> tuple[Step[Cared], ...]:
    """The ways to stop a mortal wound: a spell, or the tests within the deadline."""
    if is_strong(a):
        row = MAGIC.row(a.magic)
        return (settle(f"{row['label']}, in time: saved", lambda s: s._replace(saved=True), rule="OQ-ZHP-04"),)
    return _too_weak(a) + tuple(
        _test(
            f"Try {count}: Healing",
            healer,
            a,
            lambda s, ok: s._replace(saved=ok),
            rule="OQ-ZHP-04",
            when=lambda s: not s.saved,
        )
        for healer, count in in_time(a)
    )


def _too_weak(a: Wounded) -> tuple[Step[Cared], ...]:
    """A note that the spell is too weak for a mortal wound."""
    if a.magic == NO_MAGIC:
        return ()
    row = MAGIC.row(a.magic)
    label = f"{row['label']} at magnitude {a.magnitude} is too weak: it takes {row['least']}"
    return (note(label, "OQ-HEAL-04"),)


def recovering_steps(a: Wounded) -> tuple[Step[Cared], ...]:
    """The steps that make a stabilized wound recover."""
    hp = hp_recovering(a) or 0
    if is_strong(a):
        mended: Step[Cared] = settle(
            "The spell treats the wound too",
            lambda s: s._replace(recovering=True, hp=hp),
            rule="OQ-HEAL-02",
            tell=lambda _, s: counted(hp, "hit point"),
        )
        return (mended,)
    if a.surgery is None:
        return ()
    return (
        _test(
            "Surgery",
            a.surgery,
            a,
            lambda s, ok: s._replace(recovering=ok, hp=hp if ok else s.hp),
            rule="OQ-HEAL-03",
            when=lambda s: s.saved,
        ),
    )


def waking_steps(a: Wounded) -> tuple[Step[Cared], ...]:
    """The test to wake up."""
    if a.resilience is None:
        return ()
    step = _test(
        "Resilience, to wake up",
        a.resilience,
        a,
        lambda s, ok: s._replace(awake=ok),
        rule="OQ-HEAL-06",
        when=lambda s: s.recovering,
    )
    return (step,)


def _fortune(a: Wounded) -> tuple[Step[Cared], ...]:
    die, hp = FACTS.number("fortune_hours_die"), FACTS.number("fortune_hp")
    return (
        throw(
            f"Hours out, 1d{die}",
            d(die),
            lambda s, n: s._replace(hp=hp),
            rule="OQ-ZHP-03",
            tell=lambda n, s: f"{counted(n, 'hour')}, then {counted(hp, 'hit point')}",
        ),
    )


def _test(
    label: str,
    held: Skill,
    a: Wounded,
    change: Callable[[Cared, bool], Cared],
    *,
    rule: str,
    when: Callable[[Cared], bool],
    bonuses: tuple[Modifier, ...] = (),
) -> Step[Cared]:
    modifiers = skill_modifiers(held, *bonuses)
    return throw(
        f"{label}, {total(modifiers)}%",
        grade_die(skill_roll(held, a, total(bonuses))),
        lambda s, grade: change(s, grade in SUCCESSES),
        rule=rule,
        when=when,
        modifiers=modifiers,
        tell=lambda grade, s: GRADE_WORDS[grade],
    )


def _outcome(a: Wounded, s: Cared) -> str:
    wound = state(a)
    if wound == MORTAL:
        return "Awake" if s.awake else "Recovering" if s.recovering else "Stabilized" if s.saved else "Dead"
    if wound == MINOR and (a.healing is not None or a.magic != NO_MAGIC):
        return "Treated" if s.treated else "No better"
    return next(option.label for option in STATES if option.id == wound)
