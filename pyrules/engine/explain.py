"""Steps that only tell: how a figure comes about where no dice are thrown for it, or not these.

A page explains a figure by the steps up to the last that its rule governs, and a certain one by those steps alone.
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
    when: Callable[[Any], bool] = _every_time,
) -> Step[Any]:
    """One thing to know: what is added to what, or which row of a table holds.

    `also` are further rules whose figures it explains, where it adds nothing under them.
    """
    nothing = tuple(Modifier("", 0, one) for one in also)
    return settle(label, lambda s: s, rule=rule, when=when, modifiers=(*modifiers, *nothing))


def notes(*steps: Step[Any]) -> Procedure[Any]:
    """Steps in which nothing is thrown."""
    return Procedure(None, steps, str)


def without_dice(step: Step[Any], modifiers: Modifiers | None = None) -> Step[Any]:
    """A step as something to know, perhaps with other modifiers."""
    return note(step.label, step.rule, step.modifiers if modifiers is None else modifiers, when=step.when)


def as_note(step: Step[Any]) -> Step[Any]:
    """A step as something to know even where it never comes to it."""
    return note(step.label, step.rule, step.modifiers)


def split_modifiers(step: Step[Any], plain: Modifiers, label: str, rule: str) -> tuple[Step[Any], Step[Any]]:
    """A step in two: first its `plain` modifiers, then what comes on top, with a label and a rule of its own."""
    return without_dice(step, plain), replace(step, label=label, rule=rule, modifiers=step.modifiers[len(plain) :])


def by(who: str, steps: Iterable[Step[Any]]) -> tuple[Step[Any], ...]:
    """The same steps, saying whose they are."""
    return tuple(replace(step, label=f"{who}: {step.label}") for step in steps)


def new_explanation(steps: Iterable[Step[Any]]) -> tuple[Step[Any], ...]:
    """One or more steps whose explanation does not include the steps before them."""
    first, *others = steps
    return (replace(first, starts_new_explanation=True), *others)


def side_note(who: str, rule: str, steps: Iterable[Step[Any]]) -> tuple[Step[Any], ...]:
    """Steps that the main figures do not depend on: each names `who`, and all come under one `rule`."""
    return new_explanation(under(rule, step) for step in by(who, steps))


def under(rule: str, step: Step[Any]) -> Step[Any]:
    """A step that stands, with all its modifiers, under one rule."""
    return replace(step, rule=rule, modifiers=all_under(rule, step.modifiers))


def all_under(rule: str, modifiers: Modifiers) -> Modifiers:
    """The same modifiers under one rule."""
    return tuple(replace(m, rule=rule) for m in modifiers)


def no_lower(least: int, modifiers: Modifiers, rule: str) -> Modifiers:
    """Modifiers whose sum does not fall below `least`: what is missing is one more of them."""
    missing = least - total(modifiers)
    return (*modifiers, Modifier(f"No lower than {least}", missing, rule)) if missing > 0 else modifiers


def together(names: Iterable[str]) -> str:
    """Names in a row: "1", "1 and 2", "1, 2 and 3"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
