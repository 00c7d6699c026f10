"""Targets side by side: each row answers its own inputs, and these are what a sheet fills against that target."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode
from zlib import compress

import pytest

import pyrules
from pyrules.engine.sheet.retargeting import takes_targets
from pyrules.engine.sheet.sheet import Sheet
from tests.rotation import seed
from web.worker import endpoint

GAMES = [game.id for game in pyrules.GAMES]
LONGEST_LINK = 1_900
WWN = {"system": "wwn", "calculator": "wwn.attack"}
SHOVE = pyrules.calculator("wwn.shove").spelled_out(pyrules.calculator("wwn.shove").start_inputs)
SPEAR = [["target_ac", "15"], ["class_bonus", "2"], ["weapon.damage", "1d8"]]


def ask(**request: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    assert all(one["code"] != "internal" for one in reply["problems"]), reply["problems"]
    return reply


def targets(**request: Any) -> dict[str, Any]:
    return ask(kind="targets", **request)


def examples(sheet: Sheet) -> list[list[tuple[str, str]]]:
    return [sheet.to_pairs(sheet.parse(dict(example.data))) for example in sheet.examples]


def foes(game: str) -> list[dict[str, str]]:
    known = pyrules.fight_rules(game).foes
    return [
        {"foe": row.id, "weapon": weapon}
        for row in known.rows
        for weapon in ([option.id for option in known.weapons] if row.bears_weapon else [""])
    ]


def matched(game: str, count: int) -> Iterator[tuple[str, list[tuple[str, str]], dict[str, Any], list[dict[str, Any]]]]:
    """Calculators with a character, whom it meets, and other targets, drawn with the seed of the run."""
    draw = Random(f"{seed()} {game}")
    sheet = pyrules.sheet(game)
    slugs = [slug for slug, bindings in sheet.bindings.items() if takes_targets(bindings)]
    conditions = [option.id for option in sheet.conditions.options]
    for slug in draw.sample(slugs, min(count, len(slugs))):
        me = draw.choice(examples(sheet))
        held = [pair for pair in draw.choice(examples(sheet)) if pair[0] != "conditions"]
        lying = [*held, *(("conditions", one) for one in draw.sample(conditions, 1))]
        others = [*draw.sample(foes(game), 2), {"sheet": lying}, {"quick": []}]
        yield f"{game}.{slug}", me, {"sheet": held}, others


@pytest.mark.parametrize("game", GAMES)
def test_each_row_is_the_answer_to_its_own_inputs(game: str) -> None:
    for calculator_id, me, present, others in matched(game, 12):
        calculator = pyrules.calculator(calculator_id)
        form = calculator.spelled_out(calculator.start_inputs)
        actor = {"sheet": me, "target": present}
        rows = [{"name": "Row", "target": one} for one in (None, *others)]
        for acting in (None, actor):
            reply = targets(system=game, calculator=calculator_id, pairs=form, rows=rows, actor=acting)
            assert reply["ok"]
            for row in reply["rows"]:
                if row["ok"]:
                    inputs, _ = calculator.from_text([tuple(pair) for pair in row["link"]])
                    assert row["values"] == pyrules.wire(calculator.answer(inputs).values)
                else:
                    assert row["problems"]


@pytest.mark.parametrize("game", GAMES)
def test_a_row_has_what_a_sheet_fills_against_that_target(game: str) -> None:
    """The form that a character has filled against one target becomes what it would be against another."""
    compared = 0
    for calculator_id, me, present, others in matched(game, 12):
        calculator = pyrules.calculator(calculator_id)
        started = calculator.spelled_out(calculator.start_inputs)
        about = {"calculator": calculator_id, "sheet": me, "pairs": started}
        form = ask(kind="fill", target=present, **about)["pairs"]
        rows = [{"name": "Row", "target": one} for one in others if "sheet" in one]
        reply = targets(
            system=game, calculator=calculator_id, pairs=form, rows=rows, actor={"sheet": me, "target": present}
        )
        for one, row in zip(rows, reply["rows"], strict=True):
            filled = ask(kind="fill", target=one["target"], **about)["pairs"]
            wanted, _ = calculator.from_text([tuple(pair) for pair in filled])
            if not row["ok"] or wanted is None or [key for key, _ in filled if key not in dict(form)]:
                continue
            found, _ = calculator.from_text([tuple(pair) for pair in row["link"]])
            assert found == wanted, calculator_id
            compared += 1
    assert compared


def test_what_the_player_set_stays_against_every_target() -> None:
    form = [*SPEAR, ["circumstances", "half_cover"]]
    lying = [["name", "Sly"], ["conditions", "prone"]]
    rows = [{"name": "Sly", "target": {"sheet": lying}}]

    [row] = targets(**WWN, pairs=form, rows=rows)["rows"]

    chips = [text for key, text in row["link"] if key == "circumstances"]
    assert chips == ["half_cover", "target_prone_adjacent"]
    assert ["class_bonus", "2"] in row["link"]


def test_a_condition_of_the_present_target_does_not_pass_to_the_next() -> None:
    me = [["name", "Me"]]
    lying, standing = ([["name", "Sly"], ["conditions", "prone"]], [["name", "Tall"]])
    form = ask(kind="fill", calculator="wwn.attack", pairs=SPEAR, sheet=me, target={"sheet": lying})["pairs"]
    assert ["circumstances", "target_prone_adjacent"] in form

    rows = [{"name": "Tall", "target": {"sheet": standing}}]
    [row] = targets(**WWN, pairs=form, rows=rows, actor={"sheet": me, "target": {"sheet": lying}})["rows"]

    assert not [text for key, text in row["link"] if key == "circumstances"]


def test_a_problem_names_the_target_and_its_field_and_leaves_the_other_rows() -> None:
    rows = [
        {"name": "Wolf", "target": {"foe": "small_pack_predator"}},
        {"name": "Knight", "target": {"foe": "knight_or_minor_hero", "weapon": "spoon"}},
        {"name": "Nobody", "target": {"foe": "nobody"}},
        {"name": "Odd", "target": {"quick": [["armor_class", "99"]]}},
        {"name": "Gone", "target": {}},
    ]

    reply = targets(**WWN, pairs=SPEAR, rows=rows)

    assert [row["ok"] for row in reply["rows"]] == [True, False, False, False, False]
    fields = [problem["field"] for problem in reply["problems"]]
    assert fields == ["rows.1.weapon", "rows.2.target", "rows.3.armor_class", "rows.4.target"]
    assert [problem["text"].partition(":")[0] for problem in reply["problems"]] == ["Knight", "Nobody", "Odd", "Gone"]
    assert "99" in reply["html"]


def test_the_values_of_a_link_are_the_row_again() -> None:
    rows = [{"name": "Wolf", "target": {"foe": "small_pack_predator"}}]
    [row] = targets(**WWN, pairs=SPEAR, rows=rows)["rows"]

    [again] = targets(**WWN, pairs=SPEAR, rows=[{"name": "Wolf", "target": {"values": row["differs"]}}])["rows"]

    assert again["values"] == row["values"]
    assert again["link"] == row["link"]


def test_values_of_another_calculator_count_as_far_as_they_fit() -> None:
    values = [["attack:target_ac", "20"], ["attack:shock_immune", "yes"]]
    rows = [{"name": "Stone", "target": {"values": values}}]

    [shove] = targets(system="wwn", calculator="wwn.shove", pairs=SHOVE, rows=rows)["rows"]
    [morale] = targets(system="wwn", calculator="wwn.morale", pairs=[], rows=rows)["rows"]

    assert ["target_ac", "20"] in shove["link"]
    assert not morale["ok"]
    assert "another calculator" in morale["problems"][0]["text"]


def test_several_actions_stand_against_one_target() -> None:
    wolf = {"foe": "small_pack_predator"}
    shove = {"calculator": "wwn.shove", "pairs": SHOVE}
    rows = [{"name": "Spear", "target": wolf}, {"name": "Shove", "target": wolf, **shove}]

    reply = targets(**WWN, pairs=SPEAR, rows=rows)

    spear, pushed = reply["rows"]
    assert [spear["calculator"], pushed["calculator"]] == ["attack", "shove"]
    assert ["target_ac", "12"] in spear["link"]
    assert ["target_ac", "12"] in pushed["link"]
    assert 'href="../shove/"' in reply["html"]


def test_the_highest_figure_is_marked_and_said() -> None:
    rows = [{"name": "Page"}, {"name": "Wolf", "target": {"foe": "small_pack_predator"}}]

    html = targets(**WWN, pairs=SPEAR, rows=rows)["html"]

    page, wolf = html.split("<tbody>")[1].split("</tr>")[:2]
    assert "highest" not in page
    assert "highest" in wolf
    assert "+15 points" in wolf


def test_names_are_escaped() -> None:
    rows = [{"name": "<img src=x>", "target": {"quick": [["name", "<b>"]]}}]

    assert "<img" not in targets(**WWN, pairs=SPEAR, rows=rows)["html"]


@pytest.mark.parametrize("rows", [{}, [1], [{}] * 7, [{"name": "A", "target": 5}]])
def test_a_malformed_request_is_refused_with_a_sentence(rows: Any) -> None:
    reply = targets(**WWN, pairs=SPEAR, rows=rows)

    assert reply["problems"]
    assert all(problem["text"].endswith(".") for problem in reply["problems"])


@pytest.mark.parametrize("game", GAMES)
def test_five_targets_fit_a_link(game: str) -> None:
    """Also five characters, which travel as their values."""
    sheet = pyrules.sheet(game)
    five = [{"sheet": pairs} for pairs in (*examples(sheet), *examples(sheet), examples(sheet)[0])]
    for slug, bindings in sheet.bindings.items():
        if not takes_targets(bindings):
            continue
        calculator = pyrules.calculator(f"{game}.{slug}")
        form = calculator.spelled_out(calculator.start_inputs)
        rows = [{"name": "A name of some length", "target": one} for one in five]
        reply = targets(system=game, calculator=calculator.id, pairs=form, rows=rows)
        data = []
        for index, row in enumerate(reply["rows"]):
            differs = row.get("differs", [])
            data += [[f"to.{index}", row["name"]], *([f"to.{index}.set.{key}", text] for key, text in differs)]
        raw = json.dumps({"system": game, "schema": 1, "data": data}, separators=(",", ":")).encode()
        packed = b64encode(compress(raw, wbits=-15))
        link = urlencode(calculator.to_pairs(calculator.start_inputs, calculator.table_rules))
        assert len(link) + len("#&targets=1.") + len(packed) <= LONGEST_LINK, calculator.id


def action(name: str, slug: str, pairs: object, **target: Any) -> dict[str, Any]:
    return {"name": name, "calculator": f"wwn.{slug}", "pairs": pairs, **target}


def test_all_actions_meet_the_target_of_the_page() -> None:
    charge = pyrules.calculator("wwn.charge").spelled_out(pyrules.calculator("wwn.charge").start_inputs)
    here = [*(pair for pair in charge if pair[0] != "attack.target_ac"), ("attack.target_ac", "17")]
    page = {"page": True}
    rows = [{"name": "Charge", "target": page}, action("Spear", "attack", SPEAR, target=page)]

    reply = targets(system="wwn", calculator="wwn.charge", pairs=here, rows=rows)

    assert [any("target_ac" in key and text == "17" for key, text in row["link"]) for row in reply["rows"]] == [
        True
    ] * 2
    assert ["attack:target_ac", "17"] in reply["rows"][1]["differs"]


def test_an_action_that_knows_nothing_of_the_pages_target_says_so_and_keeps_its_own() -> None:
    slug = next(
        slug for slug in pyrules.sheet("wwn").bindings if not takes_targets(pyrules.sheet("wwn").bindings[slug])
    )
    other = pyrules.calculator(f"wwn.{slug}")
    pairs = other.spelled_out(other.start_inputs)

    reply = targets(**WWN, pairs=SPEAR, rows=[{"name": "Me"}, action("Other", slug, pairs, target={"page": True})])

    row = reply["rows"][1]
    assert row["values"] == pyrules.wire(other.answer(other.start_inputs).values)
    assert any("as it was kept" in note for note in row["notes"])


def test_an_action_of_a_newer_version_refuses_its_row_alone() -> None:
    reply = targets(**WWN, pairs=SPEAR, rows=[{"name": "Me"}, action("Dance", "dance", [])])

    assert [row["ok"] for row in reply["rows"]] == [True, False]
    assert "does not have this calculator" in reply["rows"][1]["problems"][0]["text"]
