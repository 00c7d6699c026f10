"""Derived values: what the rules compute from the inputs of a sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..inputs import Input, toggle


@dataclass(frozen=True, slots=True)
class Derived:
    """A value that follows from others. `work` gets the values of the sheet, or of the weapon it belongs to.

    One that is not `shown` is only there for calculators, such as what a condition means for an attack; it cannot be
    set by hand. None is an answer where the input may be null, and else means that there is nothing to say.
    """

    name: str
    input: Input
    compute: Callable[[Any], Any]
    visible: bool = True


def derived(name: str, declared: Any, compute: Callable[[Any], Any], *, visible: bool = True) -> Derived:
    """A derived value with its label, range, help and rule, declared like an input."""
    return Derived(name, declared.metadata["input"], compute, visible)


def hidden_toggle(
    name: str, label: str, rule: str, compute: Callable[[Any], bool | None], *, help: str = "From the sheet."
) -> Derived:
    """A derived yes or no that only calculators use."""
    return derived(name, toggle(label, help=help, rule=rule), compute, visible=False)


def condition_toggle(name: str, label: str, rule: str, *conditions: str) -> Derived:
    """A yes or no that only calculators use: whether any of `conditions` holds."""
    return hidden_toggle(name, label, rule, lambda v: v.has_condition(*conditions), help="From the conditions.")
