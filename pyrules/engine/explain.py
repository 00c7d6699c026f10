"""Steps that only explain: they show how a figure comes about without rolling dice.

A page explains a figure by the steps up to the last step of its rule. It explains a certain figure by the steps of its
rule alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from .procedure import Modifier, Procedure, Step, settle, total

Modifiers = tuple[Modifier, ...]


def _every_time(state: object) -> bool:
    return True


def note(
    label: str,
    rule: str,
    modifiers: Modifiers = (),
    *,
    also: tuple[str, ...] = (),
    gives: str = "",
    when: Callable[[Any], bool] = _every_time,
) -> Step[Any]:
    """One fact: modifiers that are added, or the row of a fact table that applies.

    `rule` is the id of its rule. `also` are further rule ids whose figures the step explains without adding modifiers.
    `gives` names the output that the modifiers add up to, where the rule alone does not say so.
    The step applies where `when` is true.
    """
    return settle(label, rule=rule, when=when, modifiers=modifiers, cites=also, gives=gives)


def notes(*steps: Step[Any]) -> Procedure[Any]:
    """A procedure of steps without dice."""
    return Procedure(None, steps, str)


def without_dice(step: Step[Any], modifiers: Modifiers | None = None) -> Step[Any]:
    """A step as a note, with its own or other modifiers."""
    return replace(as_note(step, modifiers), when=step.when)


def as_note(step: Step[Any], modifiers: Modifiers | None = None) -> Step[Any]:
    """A step as a note that always applies, with its own or other modifiers."""
    return note(step.label, step.rule, step.modifiers if modifiers is None else modifiers, also=step.cites)


def split_modifiers(step: Step[Any], plain: Modifiers, label: str, rule: str) -> tuple[Step[Any], Step[Any]]:
    """A step in two: a note with its `plain` modifiers, then the rest of the step with its own label and rule."""
    return without_dice(step, plain), replace(step, label=label, rule=rule, modifiers=step.modifiers[len(plain) :])


def by(who: str, steps: Iterable[Step[Any]]) -> tuple[Step[Any], ...]:
    """The same steps, labeled with the side `who`."""
    return tuple(replace(step, label=f"{who}: {step.label}") for step in steps)


def new_explanation(steps: Iterable[Step[Any]]) -> tuple[Step[Any], ...]:
    """One or more steps whose explanation does not include the steps before them."""
    first, *others = steps
    return (replace(first, starts_new_explanation=True), *others)


def side_note(who: str, rule: str, steps: Iterable[Step[Any]]) -> tuple[Step[Any], ...]:
    """Steps that the main figures do not depend on: each names `who`, and all come under one `rule`."""
    return new_explanation(under(rule, step) for step in by(who, steps))


def under(rule: str, step: Step[Any]) -> Step[Any]:
    """A step and all its modifiers under one rule."""
    return replace(step, rule=rule, modifiers=all_under(rule, step.modifiers), cites=())


def all_under(rule: str, modifiers: Modifiers) -> Modifiers:
    """The same modifiers under one rule."""
    return tuple(replace(m, rule=rule) for m in modifiers)


def no_lower(least: int, modifiers: Modifiers, rule: str) -> Modifiers:
    """The modifiers, and one more that raises their sum to `least` if the sum is lower."""
    missing = least - total(modifiers)
    return (*modifiers, Modifier(f"No lower than {least}", missing, rule)) if missing > 0 else modifiers


def together(names: Iterable[str]) -> str:
    """Names in a sentence: "1", "1 and 2", "1, 2 and 3"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
