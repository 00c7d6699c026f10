"""Templates, and the words of headlines and forms. What is drawn stands in the templates.

The build renders pages with these functions and the worker renders answers with them: one way to draw an
answer, not two.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, MutableMapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined, Template, TemplateNotFound

from pyrules.engine.answer import Answer, Output
from pyrules.engine.calculator import Calculator
from pyrules.engine.formatting import NOTHING, exact, figure, percent, twelve_decimals
from pyrules.engine.inputs import ListInput, RecordInput, abbreviate, input_fields
from pyrules.engine.outputs.output import label_after, value_text

from .. import input_text
from . import charts

__all__ = [
    "environment",
    "figure",
    "figures",
    "group_summaries",
    "headline_line",
    "is_sentence",
    "line",
    "macros",
    "percent",
    "abbreviate",
    "template",
    "value_text",
]

COMPILED = "web.templates_compiled"
"""The package of the worker's templates, one module each; the build writes it."""

_WEB = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
_SENTENCE = 40
"""A longer word is a sentence: in a table it breaks into lines, among the facts it has a line of its own."""


def environment(loader: BaseLoader) -> Environment:
    """The one Jinja environment: everything escaped, nothing undefined."""
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters.update(
        columns=charts.columns,
        decimals=twelve_decimals,
        exact=exact,
        figure=figure,
        percent=percent,
        sentence=is_sentence,
        signed=signed,
        value=value_text,
    )
    return made


@cache
def _templates() -> Environment:
    """From source where the sources are (build, tests), compiled in the worker's pack."""
    sources = os.path.join(_WEB, "templates")
    if os.path.isdir(sources):
        return environment(FileSystemLoader(sources))
    return environment(_Compiled())


class _Compiled(BaseLoader):
    """Finds the templates among the modules of the worker's pack."""

    has_source_access = False

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        try:
            module = import_module(f"{COMPILED}.{name.removesuffix('.html').replace('/', '.')}")
        except ModuleNotFoundError:
            raise TemplateNotFound(name) from None
        return environment.template_class.from_module_dict(environment, vars(module), globals or {})


@cache
def template(name: str) -> Template:
    """One of the templates that the worker has, too."""
    return _templates().get_template(name)


def macros(name: str) -> Any:
    """The macros of a template."""
    return template(name).module


def signed(value: int | Fraction) -> str:
    """A bonus or penalty with its sign."""
    return figure(value, signed=True)


# The headline


def figures(calculator: Calculator[Any], answer: Answer) -> list[dict[str, Any]]:
    """The headline: one to three figures, the sign set apart from its number."""
    return [
        {
            "number": NOTHING if value is None else output.kind.number_text(output, value),
            "sign": "" if value is None else output.kind.sign,
            "label": " ".join(part for part in (label_after(output, value), output.unit) if part),
            "long": output.kind.is_words,
            "output": output,
            "value": value,
        }
        for output, value in _headline(calculator, answer)
    ]


def _headline(calculator: Calculator[Any], answer: Answer) -> list[tuple[Output, Any]]:
    """What stands first: the headline outputs that apply here, and the very first always."""
    marked = [(output, answer.values[output.name]) for output in calculator.outputs if output.headline]
    return marked[:1] + [(output, value) for output, value in marked[1:] if value is not None]


def line(calculator: Calculator[Any], answer: Answer) -> str:
    """Calculator and headline as one plain line, for the live region."""
    return f"{calculator.title}: {headline_line(calculator, answer)}"


def headline_line(calculator: Calculator[Any], answer: Answer) -> str:
    """The headline as one plain line."""
    return ", ".join(f"{figure_text(one)} {one['label']}" for one in figures(calculator, answer))


def figure_text(one: dict[str, Any]) -> str:
    """The number of a headline figure with its sign."""
    return " ".join(filter(None, (one["number"], one["sign"])))


def is_sentence(column: Output, value: Any) -> bool:
    """Whether a cell needs room to be read: its column then breaks lines, and others do not."""
    return column.kind.is_words and len(value_text(column, value)) > _SENTENCE


# Forms


def group_summaries(calculator: Calculator[Any], inputs: Any, own: Collection[str] = ()) -> dict[str, str]:
    """For each fold of the form, what is set in it; `own` by the table.

    A fold of inputs has the name of its group, in a record after the path of the record and "/". The fold of a record
    has the path of the record.
    """
    return _groups(inputs, "", own) | dict(_records(inputs, ""))


def _groups(held: Any, path: str, own: Collection[str] = ()) -> dict[str, str]:
    """The line of each group of a record: the inputs that are not at their defaults."""
    set_here: dict[str, list[str]] = {}
    for slot in input_fields(type(held)):
        value = getattr(held, slot.name)
        settings = set_here.setdefault(f"{path}{slot.input.group}", []) if slot.input.group else []
        if value != slot.default:
            setting = input_text.setting(slot.input, value)
            settings.append(f"{setting} (your table)" if slot.name in own else setting)
    return {group: " · ".join(settings) for group, settings in set_here.items()}


def _filling(value: Any) -> str:
    """What a record with ready-made fillings holds, in one line."""
    held = [(slot.input, getattr(value, slot.name)) for slot in input_fields(type(value))]
    return " · ".join(input_text.setting(kind, one) for kind, one in held if one is not None)


def _records(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """The lines of all records with folds, at any depth."""
    for slot in input_fields(type(value)):
        held, here = getattr(value, slot.name), f"{path}{slot.name}"
        if isinstance(slot.input, RecordInput) and held is not None:
            yield here, _filling(held) if slot.input.presets else _element(held)
            yield from _in_record(held, here)
        elif isinstance(slot.input, ListInput) and isinstance(slot.input.element, RecordInput):
            for index, one in enumerate(held):
                yield f"{here}.{index}", _element(one)
                yield from _in_record(one, f"{here}.{index}")


def _in_record(held: Any, path: str) -> Iterator[tuple[str, str]]:
    yield from _groups(held, f"{path}/").items()
    yield from _records(held, f"{path}.")


def _element(held: Any) -> str:
    """What a record without presets holds, in one line: its name, and the inputs that are not at their defaults."""
    fields = [(slot, getattr(held, slot.name)) for slot in input_fields(type(held))]
    named = [input_text.plain(slot.input, value) for slot, value in fields if slot.name == "name" and value]
    rest = [
        input_text.setting(slot.input, value)
        for slot, value in fields
        if slot.name != "name" and value not in (slot.default, None, ())
    ]
    return " · ".join([*named, *rest]) or input_text.USUAL
