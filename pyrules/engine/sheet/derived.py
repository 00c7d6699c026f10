"""Derived values: what the rules compute from the inputs of a sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..inputs import Input, number, toggle
from ..procedure import total

OWN_RANGE = (-200, 200)
"""The range of all that a player's own conditions add."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A value that `compute` derives from the values of the sheet, or of the weapon it belongs to.

    A value that is not `visible` is for calculators only, such as the effect of a condition on an attack. It has no
    override. None is a value where the input is nullable; otherwise None means that the sheet has no value.
    """

    name: str
    input: Input
    compute: Callable[[Any], Any]
    visible: bool = True


def derived(name: str, declared: Any, compute: Callable[[Any], Any], *, visible: bool = True) -> Derived:
    """A derived value; `declared` is an input declaration with its label, range, help and rule."""
    return Derived(name, declared.metadata["input"], compute, visible)


def hidden_toggle(
    name: str, label: str, rule: str, compute: Callable[[Any], bool | None], *, help: str = "From the sheet."
) -> Derived:
    """A derived yes or no for calculators only."""
    return derived(name, toggle(label, help=help, rule=rule), compute, visible=False)


def own_number(on: str, label: str, rule: str) -> Derived:
    """A derived number for calculators only, `own_<on>`: the sum of what a player's own conditions add to `on`."""
    declared = number(label, *OWN_RANGE, 0, help="From conditions of your own.", rule=rule, signed=True)
    return derived(f"own_{on}", declared, lambda v: total(v.own_modifiers(on)), visible=False)
