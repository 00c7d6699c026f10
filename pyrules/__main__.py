"""The rules from a shell.

    python -m pyrules                                        the games
    python -m pyrules raiders                                its calculators
    python -m pyrules raiders.strike offense=7 defense=10    an answer as text; --json, --roll
    python -m pyrules raiders.strike --help                  its inputs, and an example that works

Inputs have the form of links: `me.offense=5`; a list repeats its name. Without inputs the command shows the
calculator's own example. Each input that cannot be used is reported on stderr in one sentence, with exit code 2. An
unknown name is reported too, but the command still answers.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import Calculator, Game, InvalidInput, Roll, UnknownName, calculator, game, wire
from .engine.answer import roll_values
from .engine.dice import Faces
from .engine.formatting import figure, percent
from .engine.outputs.output import exact_text, label_after
from .games import IDS
from .help_text import calculator_help

REFUSED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer one command line; returns the exit code."""
    parser = _parser()
    options = parser.parse_intermixed_args(arguments)
    try:
        if options.help and "." not in (options.what or ""):
            return _print([parser.format_help().rstrip()])
        if options.help:
            return _print(calculator_help(calculator(options.what)))
        if not options.what:
            return _print(_games())
        if "." not in options.what:
            return _print(_contents(game(options.what)))
        found = calculator(options.what)
        inputs = _inputs(found, options.inputs)
        if options.roll:
            rolled = found.roll(inputs, _faces(options.seed), options.option)
            return _print(
                [_json({"calculator": found.id, **roll_values(rolled)})] if options.json else _roll_text(rolled)
            )
        answer = found.answer(inputs)
    except UnknownName as unknown:
        return _refuse([str(unknown)])
    except InvalidInput as refused:
        return _refuse([refused.text])
    except Refused as refused_all:
        return _refuse(refused_all.sentences)
    if options.json:
        values = {"calculator": answer.calculator, "values": wire(answer.values), "rules": list(found.cited)}
        return _print([_json(values)])
    return _print(_answer_text(found, answer.values))


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
    """Inputs that cannot be used, with one sentence for each problem."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(*sentences)
        self.sentences = sentences


def _inputs(found: Calculator[Any], words: Sequence[str]) -> Any:
    """The inputs that `words` of the command line give; an unknown name is only reported."""
    if not words:
        return found.parse(dict(found.start))
    unclear = [word for word in words if "=" not in word]
    if unclear:
        raise Refused([f"Inputs are written name=value; got {word}." for word in unclear])
    pairs = [(name, text) for name, _, text in (word.partition("=") for word in words)]
    inputs, problems = found.from_text(pairs)
    if inputs is None:
        raise Refused([problem.text for problem in problems])
    _report(problem.text for problem in problems)
    return inputs


def _faces(seed: int | None) -> Faces:
    """A source of random faces; the same seed gives the same faces."""
    if seed is None:
        return lambda sides: secrets.randbelow(sides) + 1
    generator = random.Random(seed)
    return lambda sides: generator.randint(1, sides)


def _print(lines: Sequence[str] | Iterator[str]) -> int:
    for line in lines:
        print(line)
    return 0


def _report(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(sentence, file=sys.stderr)


def _refuse(sentences: Iterable[str]) -> int:
    _report(sentences)
    return REFUSED


def _json(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, indent=2)


def _games() -> Iterator[str]:
    for one in map(game, IDS):
        yield f"{one.id:<12}{one.name} ({one.dice}): {one.tagline}"


def _contents(shown: Game) -> Iterator[str]:
    yield shown.name
    for moment in shown.moments:
        yield f"\n{moment.title}: {moment.question}"
        for one in moment.calculators:
            yield f"  {one.id:<26}{one.title}: {one.summary}"
    yield f"\n{shown.credit.text} {shown.credit.license} {shown.credit.url}"


# An answer as text: the headlines first, then every other output by its kind.


def _answer_text(found: Calculator[Any], values: Mapping[str, Any]) -> Iterator[str]:
    yield found.title
    given = [output for output in found.outputs if output.visible and values[output.name] is not None]
    for output in given:
        if output.headline:
            value = values[output.name]
            unit = f", {output.unit}" if output.unit else ""
            yield f"  {exact_text(output, value)}  {label_after(output, value)}{unit}"
    for output in given:
        if not output.headline:
            yield from output.kind.shell(output, values[output.name])
    yield f"\nRules: {', '.join(found.cited)}"


# A roll as text: every step with its faces and modifiers.


def _roll_text(rolled: Roll) -> Iterator[str]:
    for step in rolled.steps:
        faces = ", ".join(f"d{face.sides}: {face.value}" for face in step.faces)
        modifiers = ", ".join(f"{m.label} {figure(m.value, signed=True)} [{m.rule}]" for m in step.modifiers)
        yield f"{step.label} [{step.rule}]"
        yield from (f"  {part}" for part in (faces, modifiers, step.sum_text, step.text) if part)
    yield f"{rolled.outcome}: {percent(rolled.chance)} % ({wire(rolled.chance)}) of all rolls end so"


if __name__ == "__main__":
    sys.exit(main())
