"""The events of a fight as JSON: they are read strictly, and written as they were read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrules.engine.errors import InvalidInput
from pyrules.engine.fight.events import (
    CHANGES,
    KINDS,
    LONGEST_TEXT,
    MOST_CHANGES,
    MOST_EVENTS,
    free,
    held_by,
    hold,
    read_event,
    read_events,
    spend,
    track,
)
from pyrules.engine.fight.state import ROUND_END, TURN_START, End, Held

ACT = {
    "do": "act",
    "who": "a",
    "act": "attack",
    "to": "b",
    "weapon": 0,
    "options": {"defense": "parry"},
    "faces": [18, 7],
    "outcome": "Hit",
    "then": [{"do": "track", "who": "b", "name": "hit_points", "by": -6}, {"do": "spend", "who": "a", "name": "main"}],
}
JOIN = {
    "do": "join",
    "side": "foes",
    "schema": 1,
    "sheet": [["name", "Thug"]],
    "fighters": [{"id": "a", "name": "Thug 1"}, {"id": "b", "name": "Thug 2", "own": [["hit_points", "3"]]}],
}


@pytest.mark.parametrize("event", [ACT, JOIN, {"do": "begin"}, {"do": "next", "who": "a"}], ids=lambda e: e["do"])
def test_an_event_is_written_as_it_was_read(event: dict[str, Any]) -> None:
    assert read_event(event).to_json() == event


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ("next", "event"),
        ({"do": "win"}, "event.do"),
        ({"do": ["next"]}, "event.do"),
        ({"do": "next", "now": True}, "event.now"),
        ({"do": "track", "who": "a"}, "event.name"),
        ({"do": "track", "who": "a", "name": "hit_points", "by": True}, "event.by"),
        ({"do": "track", "who": "a", "name": "hit_points", "by": 10**9}, "event.by"),
        ({"do": "note", "text": "x" * (LONGEST_TEXT + 1)}, "event.text"),
        ({"do": "hold", "who": "a", "id": "prone", "ends": [{"at": "noon", "number": 1}]}, "event.ends.0.at"),
        ({"do": "place", "who": "a", "place": [1, 2, 3, 4, 5]}, "event.place"),
        ({"do": "order", "places": {"a": "first"}}, "event.places.a"),
        ({**JOIN, "sheet": [["name"]]}, "event.sheet.0"),
        ({**JOIN, "fighters": [{"id": "a"}]}, "event.fighters.0.name"),
        ({**ACT, "then": [{"do": "begin"}]}, "event.then.0.do"),
        ({**ACT, "then": [{"do": "note", "text": "x", "then": {}}]}, "event.then.0.then"),
        ({**ACT, "then": [{"do": "note", "text": "x"}] * (MOST_CHANGES + 1)}, "event.then"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_event_names_its_field(event: object, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_event(event)
    assert refused.value.field == field
    assert refused.value.text.endswith(".")


def test_events_name_the_one_that_is_wrong() -> None:
    with pytest.raises(InvalidInput, match="whole number") as refused:
        read_events([{"do": "begin"}, {"do": "spend", "who": "a", "name": "main", "by": "1"}])
    assert refused.value.field == "events.1.by"
    with pytest.raises(InvalidInput, match=str(MOST_EVENTS)):
        read_events([{"do": "begin"}] * (MOST_EVENTS + 1))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = sorted({name for kind in KINDS.values() for name in (*kind.needs, *kind.may)} | {"then"})


@given(st.sampled_from(sorted(KINDS)), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6))
def test_junk_is_read_or_refused(kind: str, fields: dict[str, Any]) -> None:
    try:
        event = read_event({"do": kind, **fields})
    except InvalidInput as refused:
        assert refused.text
    else:
        assert read_event(event.to_json()) == event


def test_changes_are_a_part_of_the_kinds() -> None:
    assert CHANGES.items() <= KINDS.items()


@given(
    st.builds(
        Held,
        who=st.just("a"),
        id=st.sampled_from(["prone", "engaged"]),
        to=st.sampled_from(["", "b"]),
        source=st.sampled_from(["", "b"]),
        ends=st.lists(st.builds(End, st.sampled_from([ROUND_END, TURN_START]), st.integers(1, 9), st.just("b"))).map(
            lambda ends: tuple(ends[:4])
        ),
        number=st.integers(0, 9),
        note=st.text(max_size=20),
    )
)
def test_a_condition_is_kept_by_its_event(held: Held) -> None:
    assert held_by(read_event(hold(held).to_json())) == held


def test_changes_of_rules_can_be_read() -> None:
    for change in (track("a", "hit_points", -3), free("a", "prone"), free("a", "engaged", "b"), spend("a", "main")):
        assert read_event(change.to_json()) == change
