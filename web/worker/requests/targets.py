"""Targets side by side: one action against several targets, or several actions against one target, as one table.

A target is a stored sheet, a foe of the game's table, a quick foe, or the values of a link. The bindings of the sheet
say which inputs of a calculator a target sets; all others stay as the page has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_OPTION, BAD_TYPE, OUT_OF_RANGE, InvalidInput, UnknownName, not_allowed
from pyrules.engine.inputs import Pairs
from pyrules.engine.sheet.bindings import from_start
from pyrules.engine.sheet.paths import LinkPairs, at_or_under
from pyrules.engine.sheet.retargeting import Retargeted, retargeted, same_of_target, target_keys
from pyrules.engine.sheet.sheet import Sheet
from pyrules.engine.sheet.sources import Bindings
from pyrules.engine.sheet.values import Matchup, Opponent, Values

from .. import links, misfits, table_rules
from ..question import problem
from ..render import targets_table, views
from . import fill
from .foe_request import foe_of
from .sheet_request import Reply, left_out, matchup_of, pairs_of, sheet_of, table_of, target_of, weapon_at

MOST_ROWS = 6
"""The action of the page, and five others or five targets."""
LONGEST_NAME = 60
PAGE_TARGET = {"page": True}
"""The target that the form of the page has."""
OWN_TARGET = "Its target is as it was kept: the target of this page has nothing that it asks for."


def respond(request: Mapping[str, Any]) -> Reply:
    """The rows of the table, drawn and as values; a row that cannot be worked out says why.

    Each of `rows` has a `name`, a `target` or none, and for another action than the page's its `calculator` and
    `pairs`. A target is a `sheet`, a `foe` with `weapon`, `quick`, `values`, or `page`: the target in the form of the
    page. The keys of `values` name calculator and input, `attack:target_ac`. `actor` is the character of the page, if
    its values come from one: `sheet`, `weapon`, `without`, and the present `target`. Differences refer to the first
    row. With `choices`, the reply also has the list of foes to choose from. Raises `InvalidInput` and `UnknownName` for
    a malformed request.
    """
    sheet = sheet_of(request)
    given = request.get("rows", [])
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise InvalidInput("rows", BAD_TYPE, None, "A request for targets needs `rows` as a list of groups.")
    if len(given) > MOST_ROWS:
        text = f"A table of targets has at most {MOST_ROWS} rows; got {len(given)}."
        raise InvalidInput("rows", OUT_OF_RANGE, len(given), text)
    page = _Page(sheet, request)
    rows = [page.row(one) for one in given]
    problems = [one for index, row in enumerate(rows) for one in _problems(index, row)]
    reply: dict[str, Any] = {
        "ok": True,
        "html": targets_table.draw(rows),
        "line": targets_table.line(rows),
        "rows": [_as_json(row, sheet, request.get("house", [])) for row in rows],
    }
    if request.get("choices") is True:
        foes = pyrules.fight_rules(sheet.game_id).foes
        reply["choices"] = views.template("targets_choices.html").render(
            foes=foes, quick=targets_table.quick_inputs(foes.quick)
        )
    return reply, problems


@dataclass(frozen=True)
class Target:
    """A target: the values of a sheet, or the values of a link, whose keys name calculator and input."""

    sheet: Values | None = None
    values: Pairs = ()


class _Page:
    """The action of the page, which rows without an action of their own repeat, and the character who acts."""

    def __init__(self, sheet: Sheet, request: Mapping[str, Any]) -> None:
        self._sheet = sheet
        self._request = request
        self._table = table_of(sheet, request)
        self._nobody = Values(sheet, sheet.parse({}), (), self._table)
        actor = request.get("actor")
        self._actor: Mapping[str, Any] | None = actor if isinstance(actor, dict) else None

    def row(self, given: Mapping[str, Any]) -> targets_table.Row:
        """One row; a problem of its own does not refuse the others."""
        name = str(given.get("name", ""))[:LONGEST_NAME]
        about = given if "calculator" in given else self._request
        try:
            calculator = self._calculator(about.get("calculator"))
        except InvalidInput as refused:
            return targets_table.Row(name, self._calculator(self._request.get("calculator")), problems=(refused,))
        form = _whole_form(calculator, pairs_of(about, "pairs"))
        try:
            found = self._against(calculator, form, given, is_page=about is self._request)
        except InvalidInput as refused:
            return targets_table.Row(name, calculator, problems=(refused,))
        table = table_rules.asked(calculator, self._request).values
        inputs, problems = calculator.from_text(found.pairs, table)
        if inputs is None:
            return targets_table.Row(name, calculator, problems=tuple(problems))
        notes = [misfits.note(calculator, inputs, one) for one in found.misfits]
        if given.get("target") == PAGE_TARGET and not self._of_page_target(calculator, form):
            notes.append(OWN_TARGET)
        before, _ = calculator.from_text(form, table)
        return targets_table.Row(name, calculator, inputs, before, calculator.answer(inputs), tuple(notes))

    def _calculator(self, calculator_id: Any) -> Calculator[Any]:
        try:
            calculator = pyrules.calculator(calculator_id if isinstance(calculator_id, str) else "")
        except UnknownName:
            text = "This version of Tableside does not have this calculator."
            raise not_allowed("calculator", calculator_id, text) from None
        if calculator.game_id != self._sheet.game_id:
            raise not_allowed("calculator", calculator_id, f"{calculator.title} is not of this game.")
        return calculator

    def _against(
        self, calculator: Calculator[Any], form: Pairs, given: Mapping[str, Any], *, is_page: bool
    ) -> Retargeted:
        """The form of an action against the target of a row, and the values that do not fit."""
        wanted = given.get("target")
        if wanted is None:
            return Retargeted(list(form), [])
        if wanted == PAGE_TARGET:
            return Retargeted(_merged(form, self._of_page_target(calculator, form)), [])
        bindings = self._bindings(calculator)
        target = self._target(wanted)
        if target.sheet is None:
            fitting = _fitting(calculator, bindings, target.values)
            if target.values and not fitting:
                text = (
                    f"The values of this target are for another calculator; {calculator.title} asks for none of them."
                )
                raise not_allowed("target", None, text)
            return Retargeted(_merged(form, fitting), [])
        now, before = self._matchups(calculator, target.sheet, is_page=is_page)
        knows_me = is_page and self._actor is not None
        return retargeted(calculator, bindings, form, before, now, knows_me=knows_me)

    def _matchups(self, calculator: Calculator[Any], target: Values, *, is_page: bool) -> tuple[Matchup, Matchup]:
        """Who acts against this target, and against the one whose values the form has."""
        if not is_page or self._actor is None:
            return matchup_of(self._nobody, None, target), Matchup(self._nobody)
        held, problems = self._sheet.from_text(pairs_of(self._actor, "sheet"))
        if held is None:
            raise problems[0]
        me = Values(self._sheet, held, left_out(self._sheet, self._actor.get("without", [])), self._table)
        index = fill.suiting(self._sheet, calculator, me, weapon_at(self._actor.get("weapon", 0), len(me.weapons())))
        present: Values | Opponent | None = None
        if self._actor.get("target") is not None:
            present, wrong = target_of(self._sheet, self._actor["target"], self._table)
            if present is None:
                raise wrong[0]
        return matchup_of(me, index, target), matchup_of(me, index, present)

    def _target(self, given: Any) -> Target:
        if not isinstance(given, dict):
            raise InvalidInput(
                "target", BAD_TYPE, None, "A target is a sheet, a foe, a quick foe, values or the page's."
            )
        if "values" in given:
            return Target(values=pairs_of(given, "values"))
        pairs = pairs_of(given, "sheet") if "sheet" in given else None
        if pairs is None:
            try:
                pairs = foe_of(pyrules.fight_rules(self._sheet.game_id), given).pairs
            except UnknownName as unknown:
                raise InvalidInput("target", BAD_OPTION, given.get("foe"), str(unknown)) from None
        held, problems = self._sheet.from_text(pairs)
        if held is None:
            raise problems[0]
        return Target(Values(self._sheet, held, (), self._table))

    def _of_page_target(self, calculator: Calculator[Any], form: Pairs) -> LinkPairs:
        """What the form of the page says of its target, as far as a calculator asks for it and takes it."""
        page = self._calculator(self._request.get("calculator"))
        paths = same_of_target(self._bindings(page), self._bindings(calculator))
        given = _whole_form(page, pairs_of(self._request, "pairs"))
        values = [(paths[key], text) for key, text in given if key in paths]
        _, problems = calculator.from_text(_merged(form, values))
        return [pair for pair in values if not any(at_or_under(one.field, pair[0]) for one in problems)]

    def _bindings(self, calculator: Calculator[Any]) -> Bindings:
        return self._sheet.bindings.get(calculator.slug, {})


def _whole_form(calculator: Calculator[Any], pairs: Pairs) -> Pairs:
    """The pairs of a form or a link, with what a link leaves out but must be given."""
    return pairs or from_start(calculator)


def _fitting(calculator: Calculator[Any], bindings: Bindings, values: Pairs) -> LinkPairs:
    """The values of a link that a target sets in a calculator; those of other calculators count as far as they fit."""
    split = [(*key.partition(":")[::2], text) for key, text in values]
    of_calculator = [one for one in split if one[0] == calculator.slug] or split
    first = {key: slug for slug, key, _ in reversed(of_calculator)}
    given = [(key, text) for slug, key, text in of_calculator if first[key] == slug]
    keys = target_keys(bindings, given)
    return [pair for pair in given if pair[0] in keys]


def _merged(form: Pairs, values: Pairs) -> LinkPairs:
    """A form with other values for some of its keys."""
    keys = {key for key, _ in values}
    return [*(pair for pair in form if pair[0] not in keys), *values]


def _set_by_target(row: targets_table.Row, bindings: Bindings) -> tuple[LinkPairs, LinkPairs]:
    """What a target can set as the row has it, and what of it differs from the form: the values of a link."""
    calculator = row.calculator
    texts, before = _texts(calculator, row.inputs), _texts(calculator, row.before)
    keys = target_keys(bindings, [(key, "") for key in (*texts, *before)])
    whole = {f"{calculator.slug}:{key}": texts.get(key, [""]) for key in keys}
    differs = {f"{calculator.slug}:{key}": texts.get(key, [""]) for key in keys if texts.get(key) != before.get(key)}
    return _as_pairs(whole), _as_pairs(differs)


def _texts(calculator: Calculator[Any], inputs: Any) -> dict[str, list[str]]:
    """The texts of all inputs by their keys; none of a form that is not in order."""
    texts: dict[str, list[str]] = {}
    for key, text in () if inputs is None else calculator.spelled_out(inputs):
        texts.setdefault(key, []).append(text)
    return texts


def _as_pairs(texts: Mapping[str, list[str]]) -> LinkPairs:
    return [(key, text) for key, found in texts.items() for text in found]


def _problems(index: int, row: targets_table.Row) -> list[InvalidInput]:
    """The problems of a row, named after its target."""
    return [
        InvalidInput(f"rows.{index}.{one.field}".rstrip("."), one.code, one.value, f"{row.name}: {one.text}")
        for one in row.problems
    ]


def _as_json(row: targets_table.Row, sheet: Sheet, table: Any) -> dict[str, Any]:
    """A row as the page needs it: `link` are the pairs of the whole calculation."""
    calculator = row.calculator
    reply: dict[str, Any] = {"name": row.name, "calculator": calculator.slug, "ok": row.answer is not None}
    if row.answer is None:
        return {**reply, "problems": [problem(one) for one in row.problems]}
    whole, differs = _set_by_target(row, sheet.bindings.get(calculator.slug, {}))
    return {
        **reply,
        "values": pyrules.wire(row.answer.values),
        "link": links.spelled(calculator, row.inputs, table_rules.asked(calculator, {"house": table}).values),
        "set": whole,
        "differs": differs,
        "notes": list(row.notes),
    }
