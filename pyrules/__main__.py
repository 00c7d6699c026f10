"""The rules from a shell.

    python -m pyrules                                        the games
    python -m pyrules raiders                                its calculators
    python -m pyrules raiders.strike offense=7 defense=10    an answer as text; --json, --roll
    python -m pyrules raiders.strike --help                  its inputs, and an example that works

Inputs are written as in links: `me.offense=5`, lists repeat their name. Without inputs it shows the
calculator's own example. What cannot be used is told on stderr, a sentence each, with exit code 2; a name that
fits no input is told there too, and the answer comes all the same.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from . import Calculator, Game, InvalidInput, Roll, UnknownName, calculator, game, wire
from .engine.answer import Output, roll_values
from .engine.dice import Faces
from .engine.formatting import figure, label_after, percent, square_texts, unit_text, value_text
from .games import IDS
from .help_text import calculator_help

REFUSED = 2
BAR = 40


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer one command line; returns the exit code."""
    parser = _parser()
    asked = parser.parse_intermixed_args(arguments)
    try:
        if asked.help and "." not in (asked.what or ""):
            return _print([parser.format_help().rstrip()])
        if asked.help:
            return _print(calculator_help(calculator(asked.what)))
        if not asked.what:
            return _print(_games())
        if "." not in asked.what:
            return _print(_contents(game(asked.what)))
        found = calculator(asked.what)
        inputs = _inputs(found, asked.inputs)
        if asked.roll:
            rolled = found.roll(inputs, _faces(asked.seed), asked.option)
            return _print(
                [_json({"calculator": found.id, **roll_values(rolled)})] if asked.json else _explanation(rolled)
            )
        answer = found.answer(inputs)
    except UnknownName as unknown:
        return _refuse([str(unknown)])
    except InvalidInput as refused:
        return _refuse([refused.text])
    except Refused as refused_all:
        return _refuse(refused_all.sentences)
    if asked.json:
        values = {"calculator": answer.calculator, "values": wire(answer.values), "rules": list(found.cited)}
        return _print([_json(values)])
    return _print(_shown(found, answer.values))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pyrules", description="Exact odds and rolls for tabletop rules.", add_help=False
    )
    parser.add_argument("what", nargs="?", help="a game, or a calculator such as raiders.strike")
    parser.add_argument("inputs", nargs="*", metavar="name=value", help="inputs; none shows the example")
    parser.add_argument("-h", "--help", action="store_true", help="this help, or the inputs of a calculator")
    parser.add_argument("--json", action="store_true", help="the answer as JSON")
    parser.add_argument("--roll", action="store_true", help="roll it once, step by step")
    parser.add_argument("--seed", type=int, help="the same roll every time")
    parser.add_argument("--option", help="what to roll, where there is a choice")
    return parser


class Refused(Exception):
    """Inputs that cannot be used, with a sentence for each problem."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(*sentences)
        self.sentences = sentences


def _inputs(found: Calculator[Any], words: Sequence[str]) -> Any:
    """The inputs that the words of the command line stand for; what fits nothing is only a notice."""
    if not words:
        return found.parse(dict(found.start))
    unclear = [word for word in words if "=" not in word]
    if unclear:
        raise Refused([f"Inputs are written name=value; got {word}." for word in unclear])
    pairs = [(name, text) for name, _, text in (word.partition("=") for word in words)]
    inputs, problems = found.from_text(pairs)
    if inputs is None:
        raise Refused([problem.text for problem in problems])
    _say(problem.text for problem in problems)
    return inputs


def _faces(seed: int | None) -> Faces:
    """Random faces; the same ones for the same seed."""
    if seed is None:
        return lambda sides: secrets.randbelow(sides) + 1
    generator = random.Random(seed)
    return lambda sides: generator.randint(1, sides)


def _print(lines: Sequence[str] | Iterator[str]) -> int:
    for line in lines:
        print(line)
    return 0


def _say(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(sentence, file=sys.stderr)


def _refuse(sentences: Iterable[str]) -> int:
    _say(sentences)
    return REFUSED


def _json(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, indent=2)


def _games() -> Iterator[str]:
    for game_id in map(game, IDS):
        yield f"{game_id.id:<12}{game_id.name} ({game_id.dice}): {game_id.tagline}"


def _contents(game_id: Game) -> Iterator[str]:
    yield game_id.name
    for moment in game_id.moments:
        yield f"\n{moment.title}: {moment.question}"
        for one in moment.calculators:
            yield f"  {one.id:<26}{one.title}: {one.summary}"
    yield f"\n{game_id.credit.text} {game_id.credit.license} {game_id.credit.url}"


# An answer as text: the headline first, then every other output by its kind.


def _shown(found: Calculator[Any], values: Mapping[str, Any]) -> Iterator[str]:
    yield found.title
    given = [output for output in found.outputs if output.visible and values[output.name] is not None]
    for output in given:
        if output.headline:
            value = values[output.name]
            unit = f", {output.unit}" if output.unit else ""
            yield f"  {_value(output, value)}  {label_after(output, value)}{unit}"
    for output in given:
        if not output.headline:
            yield from _block(output, values[output.name])
    yield f"\nRules: {', '.join(found.cited)}"


def _block(output: Output, value: Any) -> Iterator[str]:
    if output.kind == "distribution":
        yield from _bars(output, value)
    elif output.kind == "curve":
        yield from _curve(output, value)
    elif output.kind == "rows":
        yield from _rows(output, value)
    elif output.kind == "record":
        yield from _table(output.label, output.columns, [value])
    elif output.kind == "squares":
        yield from _squares(output, value)
    else:
        unit = f" {unit_text(output.unit, value)}" if output.unit else ""
        yield f"{output.label}: {_value(output, value)}{unit}"


def _bars(output: Output, probabilities: Mapping[str, Fraction]) -> Iterator[str]:
    yield f"\n{output.label}"
    most = max(probabilities.values(), default=Fraction(1))
    width = max((len(outcome) for outcome in probabilities), default=0)
    for outcome, p in probabilities.items():
        bar = "█" * max(1, round(BAR * p / most))
        yield f"  {outcome:>{width}}  {percent(p):>5} %  {bar}  {wire(p)}"


def _curve(output: Output, value: Any) -> Iterator[str]:
    lines = value if isinstance(value, Mapping) else {"": value}
    columns = tuple(
        Output(name=name, label=output.words.get(name, name) or output.label, kind="percent") for name in lines
    )
    count = max(map(len, lines.values()), default=0)
    points = [{name: line[index] for name, line in lines.items()} for index in range(count)]
    yield from _table(output.label, columns, points, counts=output.unit)


def _squares(output: Output, value: Mapping[str, Any]) -> Iterator[str]:
    """A map as the list of its squares that hold something."""
    columns = (*output.columns[1::-1], Output(name="text", label=output.label, kind="word"))
    held = [{"down": down, "across": across, "text": text} for down, across, text in square_texts(output, value)]
    yield from _table(output.label, columns, held)


def _rows(output: Output, records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield from _table(output.label, output.columns, records, counts=output.unit)


def _table(
    title: str, columns: tuple[Output, ...], records: Sequence[Mapping[str, Any]], *, counts: str = ""
) -> Iterator[str]:
    """A table; `counts` heads a first column that numbers the rows."""
    yield f"\n{title}"
    cells = [[column.label for column in columns]]
    cells += [[value_text(column, record[column.name]) for column in columns] for record in records]
    if counts:
        cells = [[str(number or counts), *row] for number, row in enumerate(cells)]
    widths = [max(len(row[index]) for row in cells) for index in range(len(cells[0]))]
    for row in cells:
        yield "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))


def _value(output: Output, value: Any) -> str:
    """A single value, with the exact fraction behind what is rounded."""
    text = value_text(output, value)
    return f"{text} ({wire(value)})" if isinstance(value, Fraction) and value.denominator != 1 else text


# A roll as text: every step with its faces and modifiers.


def _explanation(rolled: Roll) -> Iterator[str]:
    for step in rolled.steps:
        faces = ", ".join(f"d{face.sides}: {face.value}" for face in step.faces)
        modifiers = ", ".join(f"{m.label} {figure(m.value, signed=True)} [{m.rule}]" for m in step.modifiers)
        yield f"{step.label} [{step.rule}]"
        yield from (f"  {part}" for part in (faces, modifiers, step.text) if part)
    yield f"{rolled.outcome}: {percent(rolled.chance)} % ({wire(rolled.chance)}) of all rolls end so"


if __name__ == "__main__":
    sys.exit(main())
