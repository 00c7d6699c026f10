"""The events of a fight as JSON, read strictly: they come from storage, links and files, and are untrusted.

An event is an object with `do`, the kind, and the fields of that kind. An event may carry `then`, changes that happen
with it. A change is an event of one of the kinds in `CHANGES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..errors import BAD_TYPE, MISSING_FIELD, OUT_OF_RANGE, UNKNOWN_FIELD, InvalidInput
from ..inputs import abbreviate
from .state import LONGEST_PLACE, ROUND_END, TURN_END, TURN_START, USES, End, Held

MOST_EVENTS = 2_000
MOST_FIGHTERS = 60
MOST_CHANGES = 200
MOST_PAIRS = 1_500
MOST_SHEETS = 300
"""The most sheets that a fight reads: one for each fighter who comes in, one for each change of a fighter's values."""
MOST_HELD = 400
"""The most conditions and facts that hold at once."""
MOST_ROUNDS = 300
LONGEST_ID, LONGEST_NAME, LONGEST_TEXT = 40, 60, 400
LARGEST = 100_000

Read = Callable[[Any, str], Any]
"""Checks the value at a path of an event, and returns it; raises `InvalidInput`."""


class Event(NamedTuple):
    """One event: its kind, the combatant that it is about, its fields as JSON, and the changes that happen with it."""

    do: str
    who: str = ""
    fields: Mapping[str, Any] = {}
    then: tuple[Event, ...] = ()

    def get(self, name: str, default: Any = "") -> Any:
        """A field of the event, or `default` without it."""
        return self.fields.get(name, default)

    def to_json(self) -> dict[str, Any]:
        """The event as it is stored."""
        about = {"who": self.who} if self.who else {}
        then = {"then": [one.to_json() for one in self.then]} if self.then else {}
        return {"do": self.do, **about, **self.fields, **then}


def read_events(given: Any, path: str = "events") -> tuple[Event, ...]:
    """A list of events; raises `InvalidInput` for the first wrong field, or for more sheets than a fight reads."""
    events = tuple(read_event(one, f"{path}.{index}") for index, one in enumerate(_list(MOST_EVENTS)(given, path)))
    refuse_too_many_sheets(sum(map(sheets_in, events)), path)
    return events


def refuse_too_many_sheets(found: int, path: str) -> None:
    """Raises `InvalidInput` for more sheets than a fight reads."""
    if found > MOST_SHEETS:
        text = f"At most {MOST_SHEETS} fighters come in or are given other values; got {found}."
        raise InvalidInput(path, OUT_OF_RANGE, None, text)


def sheets_in(event: Event) -> int:
    """How many sheets are read to play an event."""
    return len(event.get("fighters")) if event.do == "join" else int("own" in event.fields)


def read_event(given: Any, path: str = "event", kinds: Mapping[str, Fields] | None = None) -> Event:
    """One event; raises `InvalidInput` for the first field that is wrong."""
    held = _object(given, path)
    known = KINDS if kinds is None else kinds
    do = held.get("do")
    if not isinstance(do, str) or do not in known:
        text = f"An event is one of {', '.join(known)}; got {abbreviate(do)}."
        raise InvalidInput(f"{path}.do", OUT_OF_RANGE, None, text)
    fields = _fields({key: value for key, value in held.items() if key not in ("do", "then")}, path, known[do])
    changes = _list(MOST_CHANGES)(held.get("then", []), f"{path}.then")
    then = tuple(read_event(one, f"{path}.then.{index}", CHANGES) for index, one in enumerate(changes))
    return Event(do, fields.pop("who", ""), fields, then)


class Fields(NamedTuple):
    """The fields of a kind of event: those that it needs, and those that it may have."""

    needs: Mapping[str, Read] = {}
    may: Mapping[str, Read] = {}


def _fields(held: Mapping[str, Any], path: str, known: Fields) -> dict[str, Any]:
    readers = {**known.needs, **known.may}
    for name in held:
        if name not in readers:
            text = f"There is no field {abbreviate(name)} here; there are: {', '.join(readers)}."
            raise InvalidInput(f"{path}.{abbreviate(name)}", UNKNOWN_FIELD, None, text)
    for name in known.needs:
        if name not in held:
            raise InvalidInput(f"{path}.{name}", MISSING_FIELD, None, f"The field {name} is missing.")
    return {name: readers[name](value, f"{path}.{name}") for name, value in held.items()}


# Values


def _object(given: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise InvalidInput(path, BAD_TYPE, None, f"It must be a group of named values; got {abbreviate(given)}.")
    return given


def _text(most: int) -> Read:
    def read(given: Any, path: str) -> str:
        if not isinstance(given, str):
            raise InvalidInput(path, BAD_TYPE, None, f"It must be a text; got {abbreviate(given)}.")
        if len(given) > most:
            raise InvalidInput(path, OUT_OF_RANGE, None, f"It must have at most {most} characters; got {len(given)}.")
        return str(given)  # a game may name its conditions by an enumeration

    return read


def _number(given: Any, path: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        raise InvalidInput(path, BAD_TYPE, None, f"It must be a whole number; got {abbreviate(given)}.")
    if not -LARGEST <= given <= LARGEST:
        raise InvalidInput(path, OUT_OF_RANGE, None, f"It must be from -{LARGEST} to {LARGEST}.")
    return given


def _flag(given: Any, path: str) -> bool:
    if not isinstance(given, bool):
        raise InvalidInput(path, BAD_TYPE, None, f"It must be true or false; got {abbreviate(given)}.")
    return given


def _list(most: int, element: Read | None = None) -> Read:
    def read(given: Any, path: str) -> list[Any]:
        if not isinstance(given, list):
            raise InvalidInput(path, BAD_TYPE, None, f"It must be a list; got {abbreviate(given)}.")
        if len(given) > most:
            raise InvalidInput(path, OUT_OF_RANGE, None, f"It must have at most {most} entries; got {len(given)}.")
        return [element(one, f"{path}.{index}") for index, one in enumerate(given)] if element else given

    return read


def _pair(given: Any, path: str) -> list[str]:
    if not isinstance(given, list) or len(given) != 2 or not all(isinstance(one, str) for one in given):
        raise InvalidInput(path, BAD_TYPE, None, f"It must be a pair of texts; got {abbreviate(given)}.")
    return given


def _option(*allowed: str) -> Read:
    def read(given: Any, path: str) -> str:
        if given not in allowed:
            text = f"It must be one of {', '.join(allowed)}; got {abbreviate(given)}."
            raise InvalidInput(path, OUT_OF_RANGE, None, text)
        return str(given)

    return read


def _record(fields: Fields) -> Read:
    return lambda given, path: _fields(_object(given, path), path, fields)


def _by_id(element: Read) -> Read:
    def read(given: Any, path: str) -> dict[str, Any]:
        held = _object(given, path)
        _list(MOST_FIGHTERS)(list(held), path)
        return {ID(key, path): element(value, f"{path}.{abbreviate(key)}") for key, value in held.items()}

    return read


ID, NAME, TEXT = _text(LONGEST_ID), _text(LONGEST_NAME), _text(LONGEST_TEXT)
PAIRS = _list(MOST_PAIRS, _pair)
PLACE = _list(LONGEST_PLACE, _number)
FACES = _list(500, _number)
END = _record(Fields({"at": _option(TURN_START, TURN_END, ROUND_END, USES), "number": _number}, {"whose": ID}))
POOLS = _by_id(_list(2, _number))
"""The value and the maximum of each pool, as a fighter joins or is changed."""
FIGHTER = _record(Fields({"id": ID, "name": NAME}, {"own": PAIRS, "pools": POOLS, "hidden": _flag}))

CHANGES: Mapping[str, Fields] = {
    "track": Fields({"who": ID, "name": ID}, {"by": _number, "to": _number}),
    "hold": Fields(
        {"who": ID, "id": ID},
        {"to": ID, "source": ID, "ends": _list(4, END), "number": _number, "note": NAME},
    ),
    "free": Fields({"who": ID, "id": ID}, {"to": ID, "note": NAME}),
    "spend": Fields({"who": ID, "name": ID}, {"by": _number}),
    "place": Fields({"who": ID, "place": PLACE}, {"once": _flag, "initiative": _number}),
    "leave": Fields({"who": ID}),
    "note": Fields({"text": TEXT}, {"who": ID}),
}
"""The kinds of changes."""

KINDS: Mapping[str, Fields] = {
    **CHANGES,
    "join": Fields(
        {"side": ID, "schema": _number, "sheet": PAIRS, "fighters": _list(MOST_FIGHTERS, FIGHTER)}, {"character": ID}
    ),
    "edit": Fields({"who": ID}, {"name": NAME, "side": ID, "own": PAIRS, "pools": POOLS, "hidden": _flag}),
    "begin": Fields(),
    "next": Fields({}, {"who": ID}),
    "order": Fields({"places": _by_id(PLACE)}, {"mode": ID, "faces": FACES, "text": TEXT, "numbers": _by_id(_number)}),
    "act": Fields(
        {"who": ID, "act": ID},
        {
            "to": ID,
            "weapon": _number,
            "options": _by_id(_text(LONGEST_NAME)),
            "faces": FACES,
            "label": NAME,
            "outcome": TEXT,
            "odds": NAME,
            "anyway": TEXT,
        },
    ),
    "change": Fields({}, {"text": TEXT, "who": ID}),
}
"""All kinds of events."""


# Changes that rules make


def track(who: str, name: str, by: int) -> Event:
    """Adds a number to a track."""
    return Event("track", who, {"name": name, "by": by})


def hold(held: Held) -> Event:
    """A condition or a fact begins."""
    fields: dict[str, Any] = {"id": held.id}
    for name in ("to", "source", "note"):
        if getattr(held, name):
            fields[name] = getattr(held, name)
    if held.ends:
        fields["ends"] = [_end_to_json(end) for end in held.ends]
    if held.number != 1:
        fields["number"] = held.number
    return Event("hold", held.who, fields)


def _end_to_json(end: End) -> dict[str, Any]:
    return {"at": end.at, "number": end.number, **({"whose": end.whose} if end.whose else {})}


def held_by(event: Event) -> Held:
    """The condition or fact that a `hold` begins."""
    ends = tuple(End(end["at"], end["number"], end.get("whose", "")) for end in event.get("ends", ()))
    return Held(
        event.who,
        event.get("id"),
        event.get("to"),
        event.get("source"),
        ends,
        event.get("number", 1),
        event.get("note"),
    )


def free(who: str, condition: str, to: str = "") -> Event:
    """A condition or a fact ends."""
    return Event("free", who, {"id": condition, **({"to": to} if to else {})})


def freed(held: Held) -> Event:
    """A condition or a fact ends; of several with different notes only this one."""
    gone = free(held.who, held.id, held.to)
    return gone._replace(fields={**gone.fields, "note": held.note}) if held.note else gone


def spend(who: str, name: str, by: int = 1) -> Event:
    """Something of a budget is spent."""
    return Event("spend", who, {"name": name, "by": by})
