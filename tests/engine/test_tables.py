"""Rulebook tables: numbers by name, and errors in tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrules.engine.errors import TableError
from pyrules.engine.procedure import Modifier
from pyrules.engine.tables import Tables

NUMBERS = '[reach]\nvalue = 3\nrule = "T-1"\nlabel = "Reach"\nunit = "spaces"\n'
RULES = """
[[rule]]
id = "T-1"
title = "Reach"
text = "You reach {reach} spaces."
topic = "Moving"
source = "A book"
origin = "chapter"
"""
WEAPONS = """
[table]
title = "Weapons"
topic = "Gear"
rule = "T-1"
columns = { label = "Weapon", reach = "Reach" }
numbers = ["reach"]

[[row]]
id = "spear"
label = "Spear"
reach = "reach"
rule = "T-1"

[[row]]
id = "knife"
label = "Knife"
reach = 1
rule = "T-1"
"""


@pytest.fixture
def facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """A made-up game's tables in a package of their own."""
    package = tmp_path / f"toy_game_{tmp_path.name.replace('-', '_')}"
    (package / "tables").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    for name, content in (("numbers", NUMBERS), ("rules", RULES), ("weapons", WEAPONS)):
        (package / "tables" / f"{name}.toml").write_text(content)
    (package / "tables" / "twice.toml").write_text(WEAPONS.replace('"knife"', '"spear"'))
    (package / "tables" / "unnamed.toml").write_text(WEAPONS.replace('reach = "reach"', 'reach = "range"'))
    patchy = WEAPONS.replace("reach = 1\n", "").replace("[[row]]", 'optional = ["reach"]\n\n[[row]]', 1)
    (package / "tables" / "patchy.toml").write_text(patchy)
    monkeypatch.syspath_prepend(str(tmp_path))
    return Tables(package.name)


def test_rule_texts_are_filled_in(facts: Tables) -> None:
    assert facts.rule("T-1").text == "You reach 3 spaces."
    assert facts.rule("T-1").ruling == ""


def test_numbers_and_modifiers(facts: Tables) -> None:
    assert facts.number("reach") == 3
    assert facts.fact("reach").unit == "spaces"
    assert facts.modifier("reach") == Modifier("Reach", 3, "T-1")
    assert facts.modifier("reach", -2) == Modifier("Reach", -6, "T-1")


def test_a_table_takes_its_numbers_by_name(facts: Tables) -> None:
    weapons = facts.table("weapons")
    assert weapons.row("spear")["reach"] == 3
    assert weapons.row("knife")["reach"] == 1
    assert weapons.find("reach", 1) == weapons.row("knife")
    assert weapons.find("reach", 2) is None
    assert [option.id for option in weapons.options()] == ["spear", "knife"]
    assert facts.table("weapons") is weapons


def test_an_optional_column_may_stay_empty(facts: Tables) -> None:
    patchy = facts.table("patchy")
    assert [row["reach"] for row in patchy.rows] == [3, ""]


def test_what_does_not_exist_is_our_fault(facts: Tables) -> None:
    with pytest.raises(TableError, match="no number 'range'"):
        facts.number("range")
    with pytest.raises(TableError, match="no rule 'T-2'"):
        facts.rule("T-2")
    with pytest.raises(TableError, match="no row 'axe'"):
        facts.table("weapons").row("axe")
    with pytest.raises(TableError, match="no number 'range'"):
        facts.table("unnamed")


def test_a_row_may_not_stand_twice(facts: Tables) -> None:
    with pytest.raises(TableError, match="same id twice"):
        facts.table("twice")


def test_a_table_that_is_missing(facts: Tables) -> None:
    with pytest.raises(TableError, match="no table 'armor'"):
        facts.table("armor")
