"""A calculator filled from a sheet: what it got, from whom, and what each condition has done to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.inputs import ListInput
from pyrules.engine.sheet.bindings import Filled, apply, bindable_options, drop_incomplete_records, merge_into_form
from pyrules.engine.sheet.condition_changes import changed, condition_dependent
from pyrules.engine.sheet.merging import Resting, merged, resting
from pyrules.engine.sheet.paths import source_at
from pyrules.engine.sheet.sheet import Sheet
from pyrules.engine.sheet.sources import (
    CLEAR,
    MATCHUP,
    TARGET_SIDE,
    WEAPON_SIDE,
    Bindings,
    Source,
    is_theirs,
    sources_of,
)
from pyrules.engine.sheet.values import Matchup, Values

from .. import input_text, misfits, table_rules
from . import fill_status
from .sheet_request import Reply, left_out, matchup_of, pairs_of, table_of, target_of, weapon_at


def respond(request: Mapping[str, Any]) -> Reply:
    """A calculator's form with all that a sheet knows of it filled in, and what each condition has done to it.

    `own` in the request are the keys that the player typed. `as_is`: the player's form stays as it stands;
    the reply says what the sheet would fill in it, and what rests on the example there.
    """
    name = request.get("calculator")
    calculator = pyrules.calculator(name if isinstance(name, str) else "")
    sheet = pyrules.sheet(calculator.game_id)
    held, problems = sheet.from_text(pairs_of(request, "sheet"))
    given = request.get("target")
    table = table_of(sheet, request)
    target, wrong = target_of(sheet, given, table) if given else (None, [])
    form = [(key, text) for key, text in pairs_of(request, "pairs")]
    if held is None or (given and target is None):
        texts = [f"This sheet cannot be used: {one.text}" for one in (*problems, *wrong)]
        return {"ok": False, "pairs": form, "notes": texts}, []
    without = left_out(sheet, request.get("without", []))
    everything, me = Values(sheet, held, (), table), Values(sheet, held, without, table)
    asked = weapon_at(request.get("weapon", 0), len(me.weapons()))
    index = suiting(sheet, calculator, me, asked)
    bindings = sheet.bindings.get(calculator.slug, {})
    matchup = matchup_of(me, index, target)
    own = _keys(request.get("own"))
    if request.get("as_is") is True:
        done, refused = apply(calculator, bindings, matchup, form)
        done = drop_incomplete_records(calculator, done, form)
        rests = resting(calculator, bindings, done, form, own)
        pairs = merge_into_form(form, done, bindable_options(bindings, matchup, form))
    else:
        pairs, done, refused = merged(calculator, bindings, matchup, form, own)
        rests = resting(calculator, bindings, done, pairs, own)
    inputs, _ = calculator.from_text(pairs, table_rules.asked(calculator, request).values)
    notes = [misfits.note(calculator, inputs, one) for one in refused]
    known = bindable_options(bindings, matchup, pairs)
    conditions, moving = [], condition_dependent(sheet, bindings)
    for one in everything.holding:
        others = [other for other in without if other != one]
        withall, less = Values(sheet, held, others, table), Values(sheet, held, (*others, one), table)
        effects = changed(
            calculator, moving, matchup_of(less, index, target), matchup_of(withall, index, target), pairs
        )
        conditions.append(
            {"id": one, "label": everything.condition_label(one), "counts": one not in without, "effects": effects}
        )
    if asked is not None and index is not None and index != asked:
        taken, meant = me.weapons()[index]["name"], me.weapons()[asked]["name"]
        notes = [f"{meant} is no weapon for this: {taken} is taken.", *notes]
    return {
        "ok": True,
        "weapon": index or 0,
        "pairs": pairs,
        "filled": [
            {
                "key": one.path,
                "label": one.source,
                "text": input_text.plain(one.input, one.value),
                "theirs": is_theirs(source),
                "options": sorted(known.get(one.path, ())),
                "allowed": _allowed(matchup, one, source),
            }
            for one in done
            for source in (source_at(bindings, one.path) or CLEAR,)
        ],
        "resting": [_resting(one) for one in rests],
        "conditions": conditions,
        "weapons": [weapon["name"] for weapon in me.weapons()] if asks_weapon(bindings) else [],
        "notes": notes,
        "status": fill_status.lines(
            calculator, bindings, matchup, refused, inputs, takes_target=takes_target(bindings)
        ),
    }, problems


def _keys(given: Any) -> list[str]:
    """The names in a list that comes from a page; anything else is passed over."""
    return [key for key in given if isinstance(key, str)] if isinstance(given, list) else []


def _resting(one: Resting) -> dict[str, Any]:
    text = input_text.setting(one.input, one.value)
    return {
        "key": one.path,
        "text": f"{one.within}: {text}" if one.within else text,
        "example": one.is_example,
        "theirs": one.theirs,
    }


def suiting(sheet: Sheet, calculator: Calculator[Any], me: Values, asked: int | None) -> int | None:
    """The weapon that was asked for, or the first that this calculator is for where that one is not."""
    acts = [act for act in sheet.acts if act.per_weapon and act.calculator == calculator.slug]
    if asked is None or not acts:
        return asked
    suited = [at for at, weapon in enumerate(me.weapons()) if any(act.when(weapon) for act in acts)]
    return asked if asked in suited or not suited else suited[0]


def asks_weapon(bindings: Bindings) -> bool:
    """Whether it matters which weapon is in hand."""
    return any(
        one.startswith((f"{WEAPON_SIDE}.", f"{MATCHUP}.")) for source in bindings.values() for one in sources_of(source)
    )


def takes_target(bindings: Bindings) -> bool:
    """Whether it matters whom it goes against."""
    return any(
        one.startswith((f"{TARGET_SIDE}.", f"{MATCHUP}.")) for source in bindings.values() for one in sources_of(source)
    )


def _allowed(matchup: Matchup, one: Filled, source: Source) -> list[str]:
    """Of a single choice for which a sheet allows several options: which ones these are."""
    value = matchup.value(source) if isinstance(source, str) and source else None
    several = value is not None and isinstance(value.input, ListInput) and not isinstance(one.input, ListInput)
    return list(value.held) if value and several else []
