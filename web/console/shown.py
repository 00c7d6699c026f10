"""What a script shows, as parts that the page has drawn: JSON of texts and exact numbers, each part of limited size.

    text    {"type", "text"}
    facts   {"type", "label", "rows": [[label, text], ...]}
    table   {"type", "label", "columns": [label, ...], "rows": [[text, ...], ...]}
    bars    {"type", "label", "unit", "values": [[outcome, number], ...]}
    lines   {"type", "label", "across", "percent", "xs": [number, ...], "lines": [[label, [number or null, ...]], ...]}

A number is a text, `n` or `n/d`. `web/worker/render/shown.py` draws the parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pyrules
from pyrules.engine.answer import Answer, Output
from pyrules.engine.dice import Dist
from pyrules.engine.formatting import NOTHING, exact, figure, percent
from pyrules.engine.outputs.output import exact_text, value_text
from pyrules.engine.procedure import Procedure, Roll

from .sweeps import Comparison, Series

Part = dict[str, Any]

LARGEST_PART = 40_000
"""Characters of JSON: a request to the site's Python has 64 KB."""
MOST_COLUMNS, MOST_LINES, LONGEST_CELL = 12, 5, 200
MOST_OUTCOMES, MOST_ROWS = 300, 2_000
_LONGEST_NUMBER = 120
_DECIMALS = 10**15


def parts(value: Any, title: str = "") -> list[Part]:
    """The parts that show a value of any kind."""
    return [fitted(part) for part in _parts(value, title[:LONGEST_CELL])]


def _parts(value: Any, title: str) -> list[Part]:
    match value:
        case Answer():
            return _answer(value, title)
        case Roll():
            return _roll(value, title)
        case Procedure():
            return [bars(value.odds().read(value.outcome).probabilities(), title or "Outcomes")]
        case Dist():
            return [bars(value.probabilities(), title or "Distribution")]
        case Series():
            return _series(value, title)
        case Comparison():
            return [table(value, title, value.labels, value.percents)]
        case Mapping() if is_distribution(value):
            return [bars(value, title or "Distribution")]
        case Mapping() if value:
            return [facts([(str(key), cell(one)) for key, one in value.items()], title)]
        case list() | tuple() if value and all(isinstance(row, Mapping) and row for row in value):
            return [table(value, title)]
        case list() | tuple() if value and all(isinstance(row, (list, tuple)) and row for row in value):
            return [table([dict(enumerate(row)) for row in value], title, {})]
        case _:
            text = cell(value, exactly=True)
            return [{"type": "text", "text": f"{title}: {text}" if title else text}]


def is_distribution(value: Mapping[Any, Any]) -> bool:
    """Whether these are the chances of outcomes: whole numbers or fractions from 0 up, with a sum of 1."""
    chances = list(value.values())
    return all(_is_number(p) and p >= 0 for p in chances) and sum(chances) == 1


def bars(chances: Mapping[Any, int | Fraction], label: str, unit: str = "") -> Part:
    """A distribution. What comes after the first `MOST_OUTCOMES` outcomes is one outcome more."""
    held = [(_outcome(outcome), Fraction(p)) for outcome, p in chances.items() if p]
    if all(re.fullmatch("-?[0-9]{1,9}", name) for name, _ in held):
        held.sort(key=lambda one: int(one[0]))
    rest = sum((p for _, p in held[MOST_OUTCOMES:]), Fraction(0))
    values = [*held[:MOST_OUTCOMES], *([("others", rest)] if rest else [])]
    return {"type": "bars", "label": label, "unit": unit, "values": [[name, number(p)] for name, p in values]}


def _outcome(outcome: Any) -> str:
    return "yes" if outcome is True else "no" if outcome is False else cell(outcome)


def facts(rows: Sequence[tuple[str, str]], label: str) -> Part:
    """Named values as a list."""
    return {"type": "facts", "label": label, "rows": [[name[:LONGEST_CELL], text] for name, text in rows]}


def table(
    rows: Sequence[Mapping[Any, Any]], label: str, labels: Mapping[Any, str] | None = None, percents: Iterable[Any] = ()
) -> Part:
    """Rows as a table. A column of fractions from 0 to 1 is one of chances, unless `labels` say what there is."""
    keys = list(dict.fromkeys(key for row in rows for key in row))[:MOST_COLUMNS]
    chances = set(percents) if labels else {key for key in keys if _are_chances([row.get(key) for row in rows])}
    named = labels or {}
    heads = [named.get(key, "" if isinstance(key, int) else str(key).replace("_", " "))[:LONGEST_CELL] for key in keys]
    cells = [[cell(row.get(key), is_chance=key in chances) for key in keys] for row in rows]
    return {"type": "table", "label": label or "Table", "columns": heads, "rows": cells}


def _series(series: Series, title: str) -> list[Part]:
    """A picture of the lines if the values are whole numbers, and the table."""
    across = series.across
    label = title or f"{series.title[:1].upper()}{series.title[1:]}, by {across}"[:LONGEST_CELL]
    named = table(series, label, {series.x: across} | series.labels, series.percents)
    xs = [row[series.x] for row in series]
    if len(set(xs)) < 2 or not all(type(x) is int for x in xs):
        return [named]
    rows = sorted(series, key=lambda row: row[series.x])
    pictures = []
    for is_percent in (True, False):
        keys = [key for key in series.labels if (key in series.percents) is is_percent][:MOST_LINES]
        drawn = [[series.labels[key][:LONGEST_CELL], [_maybe(row.get(key)) for row in rows]] for key in keys]
        if any(one is not None for _, values in drawn for one in values):
            pictures.append({
                "type": "lines", "label": label, "across": across, "percent": is_percent,
                "xs": [number(row[series.x]) for row in rows], "lines": drawn,
            })  # fmt: skip
    return [*pictures, named]


def _answer(answer: Answer, title: str) -> list[Part]:
    """The headline and facts, then each distribution, table and curve; other kinds as text."""
    calculator = pyrules.calculator(answer.calculator)
    held = [(one, answer.values[one.name]) for one in calculator.outputs if one.visible]
    held = [(one, value) for one, value in held if value is not None]
    held.sort(key=lambda one: not one[0].headline)
    plain = [(_named(one), exact_text(one, value)) for one, value in held if one.kind.is_fact(value)]
    found = [facts([(name, text[:LONGEST_CELL]) for name, text in plain], title or calculator.title)] if plain else []
    return [*found, *(_drawn(one, value) for one, value in held if not one.kind.is_fact(value) and value)]


def _drawn(output: Output, value: Any) -> Part:
    match output.kind.name:
        case "distribution":
            return bars(value, output.label, output.unit)
        case "curve":
            curves = value if isinstance(value, Mapping) else {"": value}
            drawn = [
                [output.words.get(name, name) or output.label, list(map(_maybe, one))] for name, one in curves.items()
            ]
            xs = [str(at) for at in range(1, 1 + max(len(values) for _, values in drawn))]
            filled = [[name, [*values, *[None] * (len(xs) - len(values))]] for name, values in drawn[:MOST_LINES]]
            return {"type": "lines", "label": output.label, "across": output.unit or "Round", "percent": True,
                    "xs": xs, "lines": filled}  # fmt: skip
        case "rows":
            columns = [one for one in output.columns if one.kind.is_cell]
            rows = [[value_text(one, row.get(one.name))[:LONGEST_CELL] for one in columns] for row in value]
            return {"type": "table", "label": output.label, "columns": [_named(one) for one in columns], "rows": rows}
        case _:
            return {"type": "text", "text": "\n".join(output.kind.shell(output, value))}


def _roll(roll: Roll, title: str) -> list[Part]:
    rows = [
        {
            "Step": step.label,
            "Dice": ", ".join(f"d{face.sides}: {face.value}" for face in step.faces),
            "": ": ".join(filter(None, (step.sum_text, step.text))),
        }
        for step in roll.steps
    ]
    outcome = ("Outcome", f"{roll.outcome} (a chance of {percent(roll.chance)} %)")
    return [table(rows, title or "Roll"), facts([outcome], "")]


def _named(output: Output) -> str:
    return " ".join(part for part in (output.label, output.unit) if part)[:LONGEST_CELL]


def cell(value: Any, *, is_chance: bool = False, exactly: bool = False) -> str:
    """A value as text; a fraction as people read it, and `exactly` with the fraction itself."""
    if value is None:
        return NOTHING
    if _is_number(value) and is_chance:
        return f"{percent(value)} %"
    if isinstance(value, Fraction):
        near = f"{percent(value)} %" if 0 <= value <= 1 else figure(value)
        return f"{exact(value)}, about {near}" if exactly and value.denominator != 1 else figure(value)
    text = str(value)
    limit = LARGEST_PART // 2 if exactly else LONGEST_CELL
    return text if len(text) <= limit else f"{text[:limit]} …"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def _are_chances(values: Sequence[Any]) -> bool:
    held = [one for one in values if one is not None]
    return any(isinstance(one, Fraction) for one in held) and all(_is_number(one) and 0 <= one <= 1 for one in held)


def _maybe(value: Any) -> str | None:
    return number(value) if _is_number(value) else None


def number(value: int | Fraction) -> str:
    """A number as `n` or `n/d`; a very long one is rounded to 15 decimals."""
    text = str(value) if value.numerator.bit_length() + value.denominator.bit_length() < 4 * _LONGEST_NUMBER else ""
    if text and len(text) <= _LONGEST_NUMBER:
        return text
    return str(Fraction(round(value * _DECIMALS), _DECIMALS))[:_LONGEST_NUMBER]


def fitted(part: Part) -> Part:
    """The part, with fewer rows or a shorter text if it would be too large."""
    many = next((key for key in ("rows", "values", "xs") if key in part), "text")
    total = len(part[many])
    kept = total if many == "text" else min(total, MOST_ROWS)
    cut = part if kept == total else _first(part, many, kept)
    while len(json.dumps(cut)) > LARGEST_PART:
        kept = kept * 3 // 4
        cut = _first(part, many, kept)
    return cut


def _first(part: Part, many: str, kept: int) -> Part:
    """The part with the first rows, values or characters alone; a table says so."""
    cut = part | {many: part[many][:kept]}
    if many == "xs":
        cut["lines"] = [[name, values[:kept]] for name, values in part["lines"]]
    if many == "rows":
        cut["label"] = f"{part['label']}: the first {kept} of {len(part[many])} rows"
    return cut
