"""The completeness of a game: rules, tables, inputs, outputs and cases refer to each other."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pyrules
from pyrules.engine import inputs as fields
from pyrules.engine.calculator import Calculator
from pyrules.engine.game import Game
from pyrules.engine.inputs import ListInput, Preset, input_fields

from .asking import start_of

VECTORS = Path(__file__).parents[1] / "vectors"

each_game = pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda game: game.id)


def folder(game: Game) -> Path:
    return Path(inspect.getfile(pyrules)).parent / "games" / game.id


def tables_of(game: Game) -> dict[str, dict[str, Any]]:
    paths = sorted((folder(game) / "tables").glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}


def all_inputs(record: type) -> Iterator[fields.Input]:
    """Every input of a record, those inside it too."""
    for field in fields.input_fields(record):
        yield from _with_inner(field.input)


def _with_inner(declared: fields.Input) -> Iterator[fields.Input]:
    yield declared
    if isinstance(declared, fields.RecordInput):
        yield from all_inputs(declared.of)
    if isinstance(declared, fields.ListInput):
        yield from _with_inner(declared.element)


@each_game
def test_the_home_of_a_game_puts_five_of_its_calculators_first(game: Game) -> None:
    first = {calculator.id for calculator in game.most_used}
    assert len(first) == len(game.most_used) == 5
    assert not first - {calculator.id for calculator in game.calculators}


@each_game
def test_every_rule_is_implemented_or_reference(game: Game) -> None:
    implemented = {rule for calculator in game.calculators for rule in calculator.cited}
    reference = {rule.id for rule in game.facts.rules.values() if rule.reference}
    unused = game.facts.rules.keys() - implemented - reference
    assert not unused, f"{unused} are named by no calculator: name them there, or set `reference = true` in rules.toml"
    unknown = implemented - game.facts.rules.keys()
    assert not unknown, f"{unknown} are named by a calculator and are no rows of rules.toml"
    both = implemented & reference
    assert not both, f"{both} are named by a calculator: remove `reference = true` in rules.toml"


@each_game
def test_every_row_cites_a_rule_that_exists(game: Game) -> None:
    for name, data in tables_of(game).items():
        if name == "rules":
            continue
        rows = data.values() if name == "numbers" else [data["table"], *data["row"]]
        for row in rows:
            assert row["rule"] in game.facts.rules, f"{name}: {row}"


@each_game
def test_every_table_can_be_read(game: Game) -> None:
    for name in tables_of(game).keys() - {"rules", "numbers"}:
        table = game.facts.table(name)
        assert table.rows
        needed = {"id", "label", "rule", *table.columns}
        lacking = {row.get("id", "a row without id"): sorted(needed - row.keys()) for row in table.rows}
        assert {row: keys for row, keys in lacking.items() if keys} == {}, f"{name}.toml: rows that lack a column"


@each_game
def test_the_rows_of_a_table_have_the_same_keys(game: Game) -> None:
    """So a misspelled key, which no code reads, is found; the keys that a row may omit are `optional`."""
    odd = {}
    for name, data in tables_of(game).items():
        if name in ("rules", "numbers"):
            continue
        optional = {*data["table"].get("optional", ())}
        keys = {row["id"]: frozenset(row.keys() - optional) for row in data["row"]}
        [(usual, _)] = Counter(keys.values()).most_common(1)
        odd |= {f"{name}.toml, {row}": sorted(found ^ usual) for row, found in keys.items() if found != usual}
    assert odd == {}, "rows with other keys than most rows of their table"


@each_game
def test_every_trait_of_a_weapon_has_a_row(game: Game) -> None:
    """A trait is the id or the code of a row of the game's table of traits."""
    tables = tables_of(game)
    known = {
        row.get(key)
        for name in ("traits", "weapon_traits")
        if name in tables
        for row in tables[name]["row"]
        for key in ("id", "code")
    }
    used = (
        {trait for row in tables["weapons"]["row"] for trait in row.get("traits", ())} if "weapons" in tables else set()
    )
    assert used <= known, f"weapons.toml: {used - known} are traits without a row"


def presets_of(record: type) -> Iterator[tuple[fields.RecordInput, Preset]]:
    """Every ready-made record, such as a row of the weapon table, with the input that it fills."""
    for one in all_inputs(record):
        if isinstance(one, fields.RecordInput) and one.presets:
            yield from ((one, preset) for preset in one.presets())


@each_game
def test_a_ready_made_record_fits_its_input(game: Game) -> None:
    """A wrong cell of a fact table, such as "1d8x" as damage, shows here."""
    records = [pyrules.sheet(game.id).record, *(calculator.inputs for calculator in game.calculators)]
    wrong = {}
    for of, preset in {(of.label, p): (of, p) for record in records for of, p in presets_of(record)}.values():
        context = fields.ReadContext("", of.label, [])
        of.read(of.parse_text(preset.pairs), context)
        if context.problems:
            wrong[preset.label] = [problem.text for problem in context.problems]
    assert not wrong, f"ready-made values that their input refuses: {wrong}"


@each_game
def test_every_number_is_used(game: Game) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in folder(game).rglob("*.py"))
    source += "".join(
        path.read_text(encoding="utf-8") for path in folder(game).rglob("*.toml") if path.stem != "numbers"
    )
    unused = [name for name in game.facts.numbers if f'"{name}"' not in source and f"{{{name}}}" not in source]
    assert not unused, f"numbers.toml: used by neither code nor tables: {unused}"


@each_game
def test_rule_texts_name_numbers_that_exist(game: Game) -> None:
    for rule in game.facts.rules.values():  # reading them fills the numbers in
        assert rule.title and rule.text and rule.topic and rule.source
        assert "{" not in rule.text + rule.ruling


@each_game
def test_ids_are_unique_and_belong_to_the_game(game: Game) -> None:
    ids = [calculator.id for calculator in game.calculators]
    assert len(ids) == len(set(ids))
    assert all(calculator_id.startswith(f"{game.id}.") for calculator_id in ids)


@each_game
def test_the_game_says_whose_it_is(game: Game) -> None:
    assert game.name and game.dice and game.tagline
    assert game.credit.text and game.credit.license
    known = "could be found" not in game.credit.text
    assert game.credit.url.startswith("https://") if known else not game.credit.url


@each_game
def test_cited_rules_exist(game: Game) -> None:
    cited = [(calculator.id, rule) for calculator in game.calculators for rule in calculator.cited]
    assert [one for one in cited if one[1] not in game.facts.rules] == []


@each_game
def test_every_input_says_its_rule(game: Game) -> None:
    without = [f"{c.id}: {one.label}" for c in game.calculators for one in all_inputs(c.inputs) if not one.rule]
    assert not without, f"inputs without `rule`: {without}"


def undocumented(path: Path) -> Iterator[str]:
    """The public classes, functions and modules of a file that do not say what they are for."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if tree.body and not ast.get_docstring(tree):
        yield path.name
    for node in tree.body:
        named = isinstance(node, (ast.ClassDef, ast.FunctionDef))
        if named and not node.name.startswith("_") and not ast.get_docstring(node):
            yield f"{path.name}: {node.name}"


def test_everything_public_says_what_it_is_for() -> None:
    paths = sorted(Path(inspect.getfile(pyrules)).parent.rglob("*.py"))
    assert [one for path in paths for one in undocumented(path)] == []


# Looked up rather than worked out: the rule alone says all.
LOOKED_UP = {"raiders.tables", "wwn.reference"}


@each_game
def test_every_figure_says_why(game: Game) -> None:
    shown = [(calculator, output) for calculator in game.calculators for output in calculator.outputs if output.visible]
    assert [f"{c.id}: {one.name} cites no rule" for c, one in shown if not one.rule] == []
    unexplained = {c.id for c in game.calculators if not c.steps(start_of(c.id).inputs)} - LOOKED_UP
    assert not unexplained, f"{unexplained} explain no figure: they need `explain` or an option in `rolls`"


@each_game
def test_no_calculator_lists_a_rule_that_it_names_anyway(game: Game) -> None:
    """`also` is for what inputs, outputs and steps of the start do not name."""
    repeated = {}
    for calculator in game.calculators:
        derived = dataclasses.replace(calculator, also=()).cited
        own = set(calculator.also) & set(derived)
        # A tuple that several calculators share may hold more than one of them needs.
        if own and len(own) == len(calculator.also):
            repeated[calculator.id] = sorted(own)
    assert repeated == {}


@each_game
def test_there_is_a_case(game: Game) -> None:
    files = (VECTORS / f"{game.id}.json", VECTORS / "ours.json")
    cases = [case for path in files for case in json.loads(path.read_text(encoding="utf-8"))["cases"]]
    answered = {case["calculator"] for case in cases if "error" not in case["expected"]}
    missing = {calculator.id for calculator in game.calculators} - answered
    assert not missing, f"{missing} have no golden case: add one to tests/vectors/ours.json"


@each_game
def test_the_example_answers_every_output(game: Game) -> None:
    for calculator in game.calculators:
        assert start_of(calculator.id).values.keys() == {output.name for output in calculator.outputs}, calculator.id
        json.dumps(pyrules.wire(start_of(calculator.id).values))


@each_game
def test_the_example_shows_a_headline(game: Game) -> None:
    blank = [
        calculator.id
        for calculator in game.calculators
        if all(start_of(calculator.id).values[one.name] is None for one in calculator.outputs if one.headline)
    ]
    assert blank == []


def misfits(calculator: Calculator[Any]) -> Iterator[str]:
    """The rows and records of the example's answer that do not hold just the columns their output declares."""
    for output in calculator.outputs:
        if output.kind.name not in ("rows", "record"):
            continue
        value = start_of(calculator.id).values[output.name]
        columns = {column.name for column in output.columns}
        for row in (value if output.kind.name == "rows" else [value]) or []:
            if not (row.keys() == columns if output.visible else row.keys() <= columns):
                yield f"{calculator.id}: {output.name} has {sorted(row)}, declares {sorted(columns)}"


@each_game
def test_rows_and_records_hold_their_columns(game: Game) -> None:
    assert [one for calculator in game.calculators for one in misfits(calculator)] == []


@each_game
def test_the_example_survives_a_link(game: Game) -> None:
    starts = [(calculator, start_of(calculator.id).inputs) for calculator in game.calculators]
    assert [c.id for c, inputs in starts if c.from_text(c.to_pairs(inputs)) != (inputs, [])] == []


# Table rules


@each_game
def test_a_table_rule_is_one_declaration(game: Game) -> None:
    """Inputs of one name ask the same thing everywhere; a longer label may say which roll this one is for."""
    for calculator in game.calculators:
        for field in fields.table_rule_fields(calculator.inputs):
            first = game.table_rules[field.table_rule].field
            own = {"label": first.input.label, "group": first.input.group, "table_name": first.input.table_name}
            here = dataclasses.replace(field.input, **own)
            assert here == first.input, f"{calculator.id}: {field.name}"
            assert field.default == first.default, f"{calculator.id}: {field.name}"
            assert field.input.label.startswith(first.input.label), f"{calculator.id}: {field.name}"


@each_game
def test_no_calculator_takes_the_address_of_another_page(game: Game) -> None:
    assert {calculator.slug for calculator in game.calculators}.isdisjoint({"rules", "house", "sheet", "fight"})


@each_game
def test_a_few_inputs_are_open_at_first(game: Game) -> None:
    declared = [(calculator.id, fields.input_fields(calculator.inputs)) for calculator in game.calculators]
    assert [name for name, slots in declared if all(field.input.group for field in slots)] == []
    folded = [(name, s.name) for name, slots in declared for s in slots if s.input.group]
    required = {(name, s.name) for name, slots in declared for s in slots if s.default is fields.REQUIRED}
    assert [one for one in folded if one in required] == []


def test_the_events_of_a_tracker_are_a_list_that_may_be_empty() -> None:
    for game in pyrules.GAMES:
        for calculator in (one for one in game.calculators if one.events):
            kind = next(field.input for field in input_fields(calculator.inputs) if field.name == calculator.events)
            assert isinstance(kind, ListInput) and kind.least == 0, calculator.id
