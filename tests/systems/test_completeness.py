"""What holds a game together: rules, tables, inputs, outputs and cases that all know each other."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pyrules
from pyrules.engine import fields
from pyrules.engine.calculator import Calculator
from pyrules.engine.system import System

from .strategies import of_record

VECTORS = Path(__file__).parents[1] / "vectors"

each_system = pytest.mark.parametrize("system", pyrules.SYSTEMS, ids=lambda system: system.id)
each_calculator = pytest.mark.parametrize(
    "calculator", [c for system in pyrules.SYSTEMS for c in system.calculators], ids=lambda calculator: calculator.id
)


def folder(system: System) -> Path:
    return Path(inspect.getfile(pyrules)).parent / "systems" / system.id


def tables_of(system: System) -> dict[str, dict[str, Any]]:
    paths = sorted((folder(system) / "tables").glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}


def all_inputs(record: type) -> Iterator[fields.Input]:
    """Every input of a record, those inside it too."""
    for slot in fields.slots(record):
        yield from _with_inner(slot.input)


def _with_inner(declared: fields.Input) -> Iterator[fields.Input]:
    yield declared
    if isinstance(declared, fields.Record):
        yield from all_inputs(declared.of)
    if isinstance(declared, fields.Many):
        yield from _with_inner(declared.element)


@each_system
def test_every_rule_is_implemented_or_reference(system: System) -> None:
    implemented = {rule for calculator in system.calculators for rule in calculator.rules}
    reference = {rule.id for rule in system.facts.rules.values() if rule.reference}
    assert system.facts.rules.keys() == implemented | reference
    assert not implemented & reference


@each_system
def test_every_row_cites_a_rule_that_exists(system: System) -> None:
    for name, data in tables_of(system).items():
        if name == "rules":
            continue
        rows = data.values() if name == "numbers" else [data["table"], *data["row"]]
        for row in rows:
            assert row["rule"] in system.facts.rules, f"{name}: {row}"


@each_system
def test_every_table_can_be_read(system: System) -> None:
    for name in tables_of(system).keys() - {"rules", "numbers"}:
        table = system.facts.table(name)
        assert table.rows
        assert all(row.keys() >= {"id", "label", "rule", *table.columns} for row in table.rows)


@each_system
def test_every_number_is_used(system: System) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in folder(system).rglob("*.py"))
    source += "".join(
        path.read_text(encoding="utf-8") for path in folder(system).rglob("*.toml") if path.stem != "numbers"
    )
    unused = [name for name in system.facts.numbers if f'"{name}"' not in source and f"{{{name}}}" not in source]
    assert not unused


@each_system
def test_rule_texts_name_numbers_that_exist(system: System) -> None:
    for rule in system.facts.rules.values():  # reading them fills the numbers in
        assert rule.title and rule.text and rule.topic and rule.source
        assert "{" not in rule.text + rule.ruling


@each_system
def test_ids_are_unique_and_belong_to_the_game(system: System) -> None:
    ids = [calculator.id for calculator in system.calculators]
    assert len(ids) == len(set(ids))
    assert all(calculator_id.startswith(f"{system.id}.") for calculator_id in ids)


@each_system
def test_the_game_says_whose_it_is(system: System) -> None:
    assert system.name and system.dice and system.tagline
    assert system.credit.text and system.credit.license
    known = "could be found" not in system.credit.text
    assert system.credit.url.startswith("https://") if known else not system.credit.url


@each_calculator
def test_cited_rules_exist(calculator: Calculator[Any]) -> None:
    assert set(calculator.rules) <= pyrules.system(calculator.system_id).facts.rules.keys()
    assert all(declared.rule for declared in all_inputs(calculator.inputs))


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


def cited_by_inputs(calculator: Calculator[Any]) -> set[str]:
    """The rules that a calculator's inputs, and the options they offer, come from."""
    inputs = list(all_inputs(calculator.inputs))
    options = [option for one in inputs if isinstance(one, fields.Choice) for option in one.options]
    return {one.rule for one in (*inputs, *options) if one.rule}


# Looked up rather than worked out: the rule alone says all.
LOOKED_UP = {"raiders.tables", "wwn.reference"}


@each_calculator
def test_every_figure_says_why(calculator: Calculator[Any]) -> None:
    shown = [output for output in calculator.outputs if output.shown]
    assert {output.name: output.rule for output in shown if output.rule not in calculator.rules} == {}
    if calculator.id not in LOOKED_UP:
        assert calculator.steps(calculator.parse(dict(calculator.start)))


def cited_by_steps(calculator: Calculator[Any], inputs: Any) -> set[str]:
    """The rules that the steps and modifiers name when these inputs are rolled."""
    cited: set[str] = set()
    told = [throw.procedure for throw in calculator.throws] + [calculator.explain] * bool(calculator.explain)
    for procedure in told:
        try:
            steps = procedure(inputs).steps
        except pyrules.InvalidInput:  # these inputs rule this option out
            continue
        for step in steps:
            cited |= {step.rule, *(modifier.rule for modifier in step.modifiers)}
    return cited


@each_calculator
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_a_calculator_lists_every_rule_that_it_cites(calculator: Calculator[Any], data: st.DataObject) -> None:
    assert cited_by_inputs(calculator) <= set(calculator.rules)
    assert cited_by_steps(calculator, calculator.parse(dict(calculator.start))) <= set(calculator.rules)
    try:
        drawn = calculator.parse(data.draw(of_record(calculator.inputs)))
    except pyrules.InvalidInput:
        return
    assert cited_by_steps(calculator, drawn) <= set(calculator.rules)


@each_calculator
def test_rules_are_cited_once(calculator: Calculator[Any]) -> None:
    assert len(set(calculator.rules)) == len(calculator.rules)


@each_calculator
def test_every_input_has_label_and_help(calculator: Calculator[Any]) -> None:
    for declared in all_inputs(calculator.inputs):
        assert declared.label
        assert declared.help.endswith(".")


@each_calculator
def test_a_label_does_not_say_its_unit_twice(calculator: Calculator[Any]) -> None:
    measured = [(one.label, getattr(one, "unit", "")) for one in all_inputs(calculator.inputs)]
    assert [label for label, unit in measured if unit and unit.lower() in label.lower().split()] == []


@each_calculator
def test_the_word_for_an_empty_number_fits_between_minus_and_plus(calculator: Calculator[Any]) -> None:
    numbers = [one for one in all_inputs(calculator.inputs) if isinstance(one, fields.Number) and one.nullable]
    assert [one.label for one in numbers if len(one.empty) > len("no limit")] == []


@each_calculator
def test_there_is_a_case(calculator: Calculator[Any]) -> None:
    files = (VECTORS / f"{calculator.system_id}.json", VECTORS / "ours.json")
    cases = [case for path in files for case in json.loads(path.read_text())["cases"]]
    assert any(case["calculator"] == calculator.id and "error" not in case["expected"] for case in cases)


@each_calculator
def test_start_answers_every_output(calculator: Calculator[Any]) -> None:
    answer = calculator.answer(calculator.parse(dict(calculator.start)))
    assert answer.values.keys() == {output.name for output in calculator.outputs}
    json.dumps(pyrules.wire(answer.values))


@each_calculator
def test_start_shows_a_headline(calculator: Calculator[Any]) -> None:
    values = calculator.answer(calculator.parse(dict(calculator.start))).values
    headlines = [output for output in calculator.outputs if output.headline]
    assert 1 <= len(headlines) <= 3
    assert any(values[output.name] is not None for output in headlines)


@each_calculator
def test_rows_and_records_hold_their_columns(calculator: Calculator[Any]) -> None:
    values = calculator.answer(calculator.parse(dict(calculator.start))).values
    for output in calculator.outputs:
        if output.kind in ("rows", "record"):
            assert output.columns
            held = values[output.name] if output.kind == "rows" else [values[output.name]]
            columns = {column.name for column in output.columns}
            for row in held or []:
                assert row.keys() == columns if output.shown else row.keys() <= columns


@each_calculator
def test_start_survives_a_link(calculator: Calculator[Any]) -> None:
    inputs = calculator.parse(dict(calculator.start))
    assert calculator.from_text(calculator.to_pairs(inputs)) == (inputs, [])


@each_calculator
def test_it_says_what_it_is_for(calculator: Calculator[Any]) -> None:
    assert calculator.title and calculator.summary.endswith(".")


# Table rules


@each_system
def test_a_table_rule_is_one_declaration(system: System) -> None:
    """Inputs of one name ask the same thing everywhere; a longer label may say which roll this one is for."""
    for calculator in system.calculators:
        for slot in fields.table_slots(calculator.inputs):
            first = system.table_rules[slot.table_rule].slot
            own = {"label": first.input.label, "group": first.input.group, "table_name": first.input.table_name}
            here = dataclasses.replace(slot.input, **own)
            assert here == first.input, f"{calculator.id}: {slot.name}"
            assert slot.default == first.default, f"{calculator.id}: {slot.name}"
            assert slot.input.label.startswith(first.input.label), f"{calculator.id}: {slot.name}"


@each_calculator
def test_house_rules_belong_to_the_table(calculator: Calculator[Any]) -> None:
    housed = [one for one in all_inputs(calculator.inputs) if one.group == fields.HOUSE_RULES]
    assert [one.label for one in housed if not one.table] == []


@each_system
def test_no_calculator_takes_the_address_of_another_page(system: System) -> None:
    assert {calculator.slug for calculator in system.calculators}.isdisjoint({"rules", "house", "sheet", "fight"})


@each_calculator
def test_a_few_inputs_are_open_at_first(calculator: Calculator[Any]) -> None:
    slots = fields.slots(calculator.inputs)
    assert any(not slot.input.group for slot in slots)
    assert all(not slot.input.group for slot in slots if slot.default is fields.REQUIRED)
