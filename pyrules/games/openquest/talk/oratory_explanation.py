"""The steps of one exchange of a debate, and the explanation of the debate's end."""

from __future__ import annotations

from typing import Any, NamedTuple

from ....engine.dice import d
from ....engine.explain import note
from ....engine.procedure import Modifier, Procedure, Step, counted, settle, throw, total
from ..skills.skill import CRITICAL, FUMBLE, GRADE_WORDS, SUCCESS, Skill, grade_die, skill_modifiers, skill_roll
from ..tables import FACTS
from .oratory_crowd import CRITICAL_GAIN, FUMBLE_LOSS, GAIN_DIE
from .oratory_inputs import Oratory

OPEN, WON, LOST = "Undecided", "The Orator wins", "The Orator loses"


class Floor(NamedTuple):
    """The state of an exchange: the Orator's following, the last speech's grade, and the end."""

    following: int
    grade: str = ""
    end: str = OPEN


def one_exchange(a: Oratory) -> Procedure[Floor]:
    """The first exchange: the Orator's speech, the reply, and the check of the following."""
    look: Step[Floor] = settle(
        "Everybody on the Orator's side?",
        lambda s: s._replace(end=WON) if s.following == a.audience else s,
        rule="OQ-ORA-16",
        when=lambda s: s.end == OPEN,
        tell=lambda _, s: "all of them" if s.end == WON else f"{s.following} of {a.audience}",
    )
    speech = _speech(a, "The Orator speaks", a.influence, 1)
    if a.defence is None:
        return Procedure(Floor(a.supporters), (*speech, look), lambda s: s.end)
    reply = _speech(a, "The defense replies", a.defence, -1)
    at_once = a.oratory_check == "after_orator"
    steps = (*speech, look, *reply) if at_once else (*speech, *reply, look)
    return Procedure(Floor(a.supporters), steps, lambda s: s.end)


def _speech(a: Oratory, label: str, held: Skill, toward: int) -> tuple[Step[Floor], ...]:
    """A speech and its effect; `toward` is 1 for the Orator and -1 for the defense."""
    modifiers = skill_modifiers(held)

    def moved(s: Floor, listeners: int) -> Floor:
        return s._replace(following=min(a.audience, max(0, s.following + listeners * toward)))

    def fumbled(s: Floor) -> Floor:
        own = s.following if toward > 0 else a.audience - s.following
        if own <= (FUMBLE_LOSS if a.fumble_loss == "emptied" else 0):  # ruling, OQ-ORA-18
            return moved(s, -FUMBLE_LOSS)._replace(end=LOST if toward > 0 else WON)
        return moved(s, -FUMBLE_LOSS)

    def tell(outcome: Any, s: Floor) -> str:
        return s.end if s.end != OPEN else f"{counted(s.following, 'listener')} with the Orator"

    return (
        throw(
            f"{label}, {total(modifiers)}%",
            grade_die(skill_roll(held, a)),
            lambda s, grade: s._replace(grade=grade),
            rule="OQ-ORA-11" if toward > 0 else "OQ-ORA-14",
            when=lambda s: s.end == OPEN,
            modifiers=modifiers,
            tell=lambda grade, s: GRADE_WORDS[grade],
        ),
        throw(
            "A success moves listeners",
            d(GAIN_DIE),
            moved,
            rule="OQ-ORA-12",
            when=lambda s: s.end == OPEN and s.grade == SUCCESS,
            tell=tell,
        ),
        settle(
            f"A critical moves {CRITICAL_GAIN}",
            lambda s: moved(s, CRITICAL_GAIN),
            rule="OQ-ORA-19",
            when=lambda s: s.end == OPEN and s.grade == CRITICAL,
            tell=tell,
        ),
        settle(
            f"A fumble drives {FUMBLE_LOSS} away",
            fumbled,
            rule="OQ-ORA-18",
            when=lambda s: s.end == OPEN and s.grade == FUMBLE,
            tell=tell,
        ),
    )


def explanation(a: Oratory) -> Procedure[Floor]:
    """The first exchange, and how the debate goes on."""
    penalty: tuple[Modifier, ...] = (FACTS.modifier("oratory_failure_penalty"),)
    until = "until somebody has won" if a.exchanges is None else f"{counted(a.exchanges, 'exchange')} at most"
    more = (
        note("After a failed speech, the same speaker's next one", "OQ-ORA-13", penalty),
        note(f"Exchange after exchange, {until}", "OQ-ORA-20"),
        *((note(f"Then more of the {a.audience} with the Orator than without", "OQ-ORA-17"),) if a.exchanges else ()),
        note(f"Each exchange takes {a.minutes} min", "OQ-ORA-02"),
    )
    return one_exchange(a).explained(*more)
