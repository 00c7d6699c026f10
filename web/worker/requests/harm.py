"""What a roll or an answer changes on a character's sheet: its hit points or wounds, spent points, conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.formatting import figure, unit_text
from pyrules.engine.inputs import Input, abbreviate, input_fields
from pyrules.engine.sheet.sheet import CONDITIONS, Sheet
from pyrules.engine.sheet.values import Values

from .sheet_request import Reply, Response, pairs_of, sheet_of, table_of

MOST = 100_000


def respond(request: Mapping[str, Any]) -> Reply:
    """The texts of the inputs that change, and sentences that offer and report the change.

    `damage` goes to the pool that the game names and `spent` comes off the pool that cancels damage; `left` gives other
    pools by name, `conditions` which conditions hold afterwards. A pool stays within the range of its input, and the
    offer says how much of the damage that leaves over. Where damage changes nothing, `offer` is empty and `done` says
    why. The reply is not `ok` where nothing was to change. Raises `InvalidInput` for a number that is not whole or not
    from 0 to 100,000 (`left` from -100,000), and for an unknown pool or condition.
    """
    sheet = sheet_of(request)
    points = {name: _points(request.get(name, 0), name) for name in ("damage", "spent")}
    left, conditions = _left(sheet, request.get("left", {})), _conditions(sheet, request.get("conditions", {}))
    held, problems = sheet.from_text(pairs_of(request, "pairs"))
    if held is None or sheet.harm is None:
        return {"ok": False}, problems
    me = Values(sheet, held, (), table_of(sheet, request))
    wanted = _after(me, **points) | left
    clamped = {name: _within(me, name, value) for name, value in wanted.items()}
    pools = {name: value for name, value in clamped.items() if value != me[name]}
    state = _with(me, conditions)
    name = me["name"]
    if not pools and state == me[CONDITIONS]:
        return _nothing(me, wanted), problems
    changed = pools | ({} if state == me[CONDITIONS] else {CONDITIONS: state})
    words = _new_conditions(sheet, me, state)
    offer = [f"{_moves(me, pool, now)}{_beyond(wanted[pool], now)}" for pool, now in pools.items()] + words
    done = [f"{_noun(me, pool)} {figure(me[pool])} → {figure(now)}" for pool, now in pools.items()] + words
    return {
        "ok": True,
        "changes": [[key, [text for _, text in _input(sheet, key).pairs(key, now)]] for key, now in changed.items()],
        "offer": f"{_does(sheet, name, points['damage'] if sheet.harm.pool in pools else 0)}: {', '.join(offer)}",
        "done": f"{name}: {', '.join(done)}.",
    }, problems


def _nothing(me: Values, wanted: Mapping[str, int]) -> Response:
    """The reply where a sheet stays as it is; it says so if damage meets a pool that is at its end."""
    harm = me.sheet.harm
    if harm is None or wanted.get(harm.pool, me[harm.pool]) == me[harm.pool]:
        return {"ok": False}
    at = f"{figure(me[harm.pool])} {_noun(me, harm.pool, me[harm.pool])}"
    return {
        "ok": True,
        "changes": [],
        "offer": "",
        "done": f"{me['name']} is at {at}: nothing to {'add' if harm.adds else 'take off'}.",
    }


def _moves(me: Values, pool: str, now: int) -> str:
    return f"{figure(me[pool])} → {figure(now)} {_noun(me, pool, now)}"


def _beyond(wanted: int, now: int) -> str:
    """What a pool at its end leaves of a change: how much more it is than there was, or than a sheet counts."""
    if wanted == now:
        return ""
    return f", {figure(abs(wanted - now))} more than {'a sheet counts' if now else 'it had'}"


def _after(me: Values, damage: int, spent: int) -> dict[str, int]:
    """The pools after damage, and after the points that were spent on canceling damage."""
    harm = me.sheet.harm
    assert harm is not None  # respond has seen to it
    after = {harm.pool: me[harm.pool] + (damage if harm.adds else -damage)} if damage else {}
    return after | ({harm.spends: me[harm.spends] - spent} if spent and harm.spends else {})


def _within(me: Values, pool: str, value: int) -> int:
    kind = me.value(pool).input
    low, high = kind.low, kind.high  # type: ignore[attr-defined]  # a pool is a number
    return int(max(low, min(high, value)))


def _with(me: Values, conditions: Mapping[str, bool]) -> tuple[str, ...]:
    """The conditions of a sheet with these added or taken away."""
    stay = tuple(one for one in me[CONDITIONS] if conditions.get(one, True))
    return stay + tuple(one for one, holds in conditions.items() if holds and one not in stay)


def _new_conditions(sheet: Sheet, me: Values, state: tuple[str, ...]) -> list[str]:
    """The labels of conditions that are new, and of those that are over."""
    labels = {option.id: option.label for option in sheet.conditions.options}
    new = [labels[one] for one in state if one not in me[CONDITIONS]]
    return new + [f"no longer {labels[one]}" for one in me[CONDITIONS] if one not in state]


def _noun(me: Values, pool: str, number: int | None = None) -> str:
    return unit_text(me.value(pool).input.label.lower(), number)


def _does(sheet: Sheet, name: str, damage: int) -> str:
    assert sheet.harm is not None  # respond has seen to it
    if not damage:
        return f"Change {name}"
    return f"Add {damage} to {name}" if sheet.harm.adds else f"Take {damage} off {name}"


def _input(sheet: Sheet, name: str) -> Input:
    return next(slot.input for slot in input_fields(sheet.character) if slot.name == name)


# What the request says


def _points(given: Any, name: str, least: int = 0) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        raise InvalidInput(name, BAD_TYPE, given, f"The {name} must be a whole number.")
    if not least <= given <= MOST:
        text = f"The {name} must be from {least} to {MOST}; got {figure(given) if abs(given) < 10**9 else 'more'}."
        raise InvalidInput(name, OUT_OF_RANGE, None, text)
    return given


def _left(sheet: Sheet, given: Any) -> dict[str, int]:
    known = {pool.name for pool in sheet.pools}
    return {pool: _points(value, f"left.{pool}", -MOST) for pool, value in _named(given, "left", known).items()}


def _conditions(sheet: Sheet, given: Any) -> dict[str, bool]:
    held = _named(given, "conditions", {option.id for option in sheet.conditions.options})
    for name, holds in held.items():
        if not isinstance(holds, bool):
            raise InvalidInput(f"conditions.{name}", BAD_TYPE, holds, "A condition must be true or false.")
    return held


def _named(given: Any, name: str, known: set[str]) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise InvalidInput(name, BAD_TYPE, given, f"The {name} must be a group of named values.")
    for one in given:
        if one not in known:
            text = f"The {name} of this game are: {', '.join(sorted(known))}; got {abbreviate(one)}."
            raise InvalidInput(name, OUT_OF_RANGE, None, text)
    return dict(given)
