"""Fights: conditions and their ends, the order of turns, replays, and undo as a cursor over a list of events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrules.engine.errors import InvalidInput
from pyrules.engine.fight.durations import (
    Moment,
    ended,
    expire,
    newly_ended,
    round_end,
    rounds_left,
    take_back,
    turn_end,
    turn_start,
    used,
    uses,
)
from pyrules.engine.fight.replay import (
    Log,
    check_entries,
    end_of,
    no_longer_fit,
    refuse,
    refuse_impossible,
    replay,
    up_to_refusal,
)
from pyrules.engine.fight.rules import Fight, brings, ends
from pyrules.engine.fight.state import DONE, NOW, ROUND_END, TURN_END, TURN_START, USES, Combatant, Held, State

# A small game: hit points, three points of effort a round, and conditions of every duration.


@dataclass(frozen=True, kw_only=True)
class Fighter(Combatant):
    hp: int = 5
    effort: int = 3


Brawl = State[Fighter]


class Event(NamedTuple):
    do: str
    who: str = "A"
    on: str = "B"
    number: int = 1


def _hit(state: Brawl, who: str, event: Event) -> Brawl:
    refuse("Not their turn.", when=who not in BRAWL.acting(state), field="who")
    refuse("No effort is left.", when=state[who].effort < event.number, field="number")
    state = used(state.change(who, effort=state[who].effort - event.number), who, ("aimed",))
    return state.change(event.on, hp=state[event.on].hp - event.number)


def _next(state: Brawl, who: str, event: Event) -> Brawl:
    return BRAWL.settle(BRAWL.end_turn(state, BRAWL.acting(state)))


def _guard(state: Brawl, who: str, event: Event) -> Brawl:
    return state.hold(Held(who, "guard", source=who, ends=(turn_start(who, state.round + event.number),)))


def _curse(state: Brawl, who: str, event: Event) -> Brawl:
    return state.hold(Held(event.on, "curse", source=who, ends=(turn_end(who, state.round + event.number),)))


def _storm(state: Brawl, who: str, event: Event) -> Brawl:
    return state.hold(*(Held(c.id, "storm", ends=(round_end(state.round + event.number),)) for c in state.combatants))


def _aim(state: Brawl, who: str, event: Event) -> Brawl:
    refuse("Nobody aims at themselves.", when=who == event.on, field="on")
    lasting = (uses(event.number), round_end(state.round + 1))
    return state.hold(Held(who, "aimed", to=event.on, ends=lasting))


def _bleed(state: Brawl, moment: Moment) -> Brawl:
    return state.put(*(state[who].change(hp=state[who].hp - state.holds(who, "bleeding")) for who in moment.who))


BRAWL: Fight[Brawl, Event] = Fight(
    handlers={
        "hit": _hit,
        "next": _next,
        "guard": _guard,
        "curse": _curse,
        "storm": _storm,
        "aim": _aim,
        "wound": brings("bleeding"),
        "bandage": ends("bleeding"),
        "stun": lambda state, who, event: BRAWL.settle(
            state.hold(Held(who, "stunned", ends=(round_end(state.round + event.number),)))
        ),
    },
    actor=lambda state, event: event.who,
    tracks=("hp",),
    budget=lambda state, who: {"effort": 3},
    passed_over=frozenset({"stunned", "out"}),
    turn_start=(_bleed, expire),
)
NAMES = "ABC"
LASTING = ("guard", "curse", "storm", "aimed", "stunned")
EVENTS = st.lists(
    st.builds(
        Event,
        do=st.sampled_from(sorted(BRAWL.handlers)),
        who=st.sampled_from(NAMES),
        on=st.sampled_from(NAMES),
        number=st.integers(1, 3),
    ),
    max_size=25,
)


def start() -> Brawl:
    return BRAWL.settle(State(combatants=tuple(Fighter(id=name) for name in NAMES)).ordered(NAMES))


def fought(*events: Event) -> Brawl:
    return end_of(start(), BRAWL.replay(start(), events))


# Replays.


@given(EVENTS, st.data())
def test_what_holds_of_every_replay(events: list[Event], data: st.DataObject) -> None:
    entries = BRAWL.replay(start(), events)
    cut = data.draw(st.integers(0, len(events)))

    assert BRAWL.replay(start(), events[:cut]) == entries[:cut], "the replay of a prefix is the prefix of the replay"
    for entry in entries:
        assert (entry.refused is None) or entry.after is entry.before, "a refusal changes nothing"
    assert [entry.before for entry in entries] == [start(), *(entry.after for entry in entries)][: len(entries)]
    for state in (start(), *(entry.after for entry in entries)):
        assert BRAWL.acting(state) or all(state.holds(name, "stunned") for name in NAMES)
        due = Moment(ROUND_END, state.round - 1)
        assert not ended(state, due), "nothing is held past its end"


@given(EVENTS)
def test_n_events_and_n_undos_give_back_the_first_state(events: list[Event]) -> None:
    log: Log[Event] = Log()
    for event in events:
        log = log.add(event)
    last = fought(*log.done)
    for _ in events:
        log = log.undo()
    assert (end_of(start(), BRAWL.replay(start(), log.done)), repr(fought(*log.done))) == (start(), repr(start()))
    for _ in events:
        log = log.redo()
    assert fought(*log.done) == last


@given(EVENTS)
def test_a_duration_ends_exactly_once_at_its_moment_and_is_reported(events: list[Event]) -> None:
    for entry in BRAWL.replay(start(), events):
        gone = {held for held in entry.before.held if held not in entry.after.held}
        by_hand = {held for held in gone if held.id == "bleeding"}
        replaced = {held for held in gone if held.key in {new.key for new in entry.after.held}}
        assert gone - by_hand - replaced <= {ending.held for ending in newly_ended(entry.before, entry.after)}
    reported = fought(*events).ended
    assert len({ending.held for ending in reported}) == len(reported), "nothing ends twice"
    for ending in reported:
        last = min(end.number for end in ending.held.ends if end.at != USES)
        assert ending.round == last if ending.at != USES else ending.round <= last


def test_a_refused_event_has_its_sentence_and_leaves_the_state() -> None:
    entries = BRAWL.replay(start(), [Event("hit", number=2), Event("hit", number=2), Event("hit", who="C")])
    assert [entry.reason for entry in entries] == [None, "No effort is left.", "Not their turn."]
    assert entries[-1].after[NAMES[1]].hp == 3
    assert len(up_to_refusal(entries)) == 2
    with pytest.raises(InvalidInput) as caught:
        refuse_impossible(entries, "blows")
    assert (caught.value.field, caught.value.value) == ("blows.1.number", 2)


def test_a_plain_fold_needs_no_fight() -> None:
    handlers = {"+": lambda total, sign: total + 1, "-": lambda total, sign: total - 1}
    entries = replay(0, "++-", handlers, str)
    assert [entry.after for entry in entries] == [1, 2, 1]
    assert (end_of(7, ()), refuse_impossible(entries)) == (7, None)


class Bare(NamedTuple):
    n: int | None = None
    name: str | None = None
    note: str | None = None


def check(event: Bare) -> None:
    check_entries(event, "at", "Damage", ["n"], ["note"], {"n": "points", "name": "name", "note": "note"})


@pytest.mark.parametrize(
    ("event", "field", "code"),
    [(Bare(), "at.n", "missing_field"), (Bare(1, "x"), "at.name", "not_allowed")],
)
def test_an_event_has_the_entries_that_it_needs_and_no_others(event: Bare, field: str, code: str) -> None:
    check(Bare(1))
    check(Bare(1, note="x"))
    with pytest.raises(InvalidInput) as caught:
        check(event)
    assert (caught.value.field, caught.value.code) == (field, code)


# Undo.


def test_undo_and_redo_move_a_cursor_and_a_new_event_drops_what_was_undone() -> None:
    log = Log[str]().add("a").add("b").add("c")
    assert (log.undo().done, log.undo().undo().redo().done, log.undo_to(1).done) == (("a", "b"), ("a", "b"), ("a",))
    assert log.undo().undo().add("x") == Log(("a", "x"), 2)
    assert (Log().undo(), log.redo()) == (Log(), log)


def test_an_edited_entry_replays_what_follows_and_names_what_no_longer_fits() -> None:
    log = Log[Event]().add(Event("next")).add(Event("hit", who="B")).add(Event("hit", who="A"))
    before = BRAWL.replay(start(), log.done)
    struck = log.edit(0)
    after = BRAWL.replay(start(), struck.done)
    assert [entry.event.who for entry in no_longer_fit(before, after, 0)] == ["B"]
    assert (struck.cursor, after[-1].refused) == (2, None)
    changed = log.edit(1, Event("hit", who="B", number=3), Event("hit", who="B"))
    assert changed.cursor == 4
    after = BRAWL.replay(start(), changed.done)
    assert [entry.reason for entry in after] == [None, None, "No effort is left.", "Not their turn."]
    assert no_longer_fit(before, after, 1) == ()


def test_an_edit_behind_the_cursor_leaves_the_cursor() -> None:
    log = Log(("a", "b", "c"), 1)
    assert log.edit(2) == Log(("a", "b"), 1)


# Turns and rounds.


def test_turns_go_in_order_and_a_round_brings_the_budget_back() -> None:
    state = fought(Event("hit", number=3), Event("next"))
    assert (BRAWL.acting(state), state["A"].effort, state["A"].turn, state["B"].turn) == (("B",), 0, DONE, NOW)
    state = fought(Event("hit", number=3), *[Event("next")] * 3)
    assert (state.round, BRAWL.acting(state), state["A"].effort) == (2, ("A",), 3)


def test_equal_places_act_together() -> None:
    state = start().put(*(start()[name].change(place=(1,)) for name in "BC"))
    state = _next(state, "A", Event("next"))
    assert BRAWL.acting(state) == ("B", "C")
    state = BRAWL.settle(BRAWL.end_turn(state, ("B",)))
    assert BRAWL.acting(state) == ("C",)


@given(places=st.lists(st.lists(st.integers(-3, 3), min_size=1, max_size=2).map(tuple), min_size=1, max_size=5))
def test_a_place_before_a_fighter_is_behind_all_who_come_earlier(places: list[tuple[int, ...]]) -> None:
    state = State(combatants=tuple(Combatant(id=str(at), place=place) for at, place in enumerate(places)))
    found = state.place_before("0")
    assert found < places[0]
    assert all(found > place for place in places if place < places[0])


def test_without_room_the_place_before_a_fighter_is_the_same() -> None:
    near = [Combatant(id="A", place=(1, 0, 0, 4)), Combatant(id="B", place=(1, 0, 0, 5))]
    assert State(combatants=tuple(near)).place_before("B") == (1, 0, 0, 5)


def test_hooks_run_in_the_declared_order_once_a_turn() -> None:
    state = fought(Event("wound", who="B"), Event("next"), Event("guard", who="B"), Event("hit", who="B"))
    assert state["B"].hp == 3, "one bleed, and its own hit"


def test_whoever_is_passed_over_has_no_turn_until_the_condition_ends() -> None:
    state = fought(Event("stun", who="B", number=1), Event("next"))
    assert BRAWL.acting(state) == ("C",)
    rounds = [Event("next")] * 5
    assert BRAWL.acting(fought(Event("stun", who="B", number=1), *rounds)) == ("B",)


def test_a_fight_in_which_nobody_can_act_waits() -> None:
    state = start().hold(*(Held(name, "out") for name in NAMES))
    assert (BRAWL.acting(BRAWL.settle(state)), BRAWL.settle(state).round) == ((), 1)
    stunned = start().hold(*(Held(name, "stunned", ends=(round_end(3),)) for name in NAMES))
    assert BRAWL.settle(stunned).round == 4


# Conditions and facts.


def test_each_kind_of_end() -> None:
    held = Held("B", "x", ends=(turn_start("A", 2),))
    for end, moment, over in (
        (turn_start("A", 2), Moment(TURN_START, 2, ("A",)), True),
        (turn_start("A", 2), Moment(TURN_START, 2, ("B",)), False),
        (turn_start("A", 2), Moment(TURN_START, 1, ("A",)), False),
        (turn_start("A", 2), Moment(TURN_END, 2, ("A",)), False),
        (turn_end("A", 2), Moment(TURN_END, 3, ("A", "B")), True),
        (turn_end("A", 2), Moment(ROUND_END, 2), True),
        (turn_end("A", 3), Moment(ROUND_END, 2), False),
        (round_end(2), Moment(TURN_END, 2, ("A",)), False),
        (round_end(2), Moment(ROUND_END, 2), True),
        (uses(), Moment(ROUND_END, 9), False),
    ):
        state = start().hold(held._replace(ends=(end,)))
        assert bool(ended(state, moment)) is over, (end, moment)
        assert bool(expire(state, moment).ended) is over
    assert not ended(start().hold(Held("B", "x")), Moment(ROUND_END, 99)), "ended by hand alone"


def test_what_ends_is_told_in_the_order_in_which_it_began_and_can_be_taken_back() -> None:
    first, second = (Held("B", name, ends=(round_end(1),)) for name in ("x", "y"))
    state = expire(start().hold(first, second), Moment(ROUND_END, 1))
    assert [(ending.held, ending.at, ending.round) for ending in state.ended] == [
        (first, ROUND_END, 1),
        (second, ROUND_END, 1),
    ]
    back = take_back(state, state.ended[0])
    assert (back.holds("B", "x"), back.holds("B", "y")) == (True, False)
    assert not ended(back, Moment(ROUND_END, 2))


def test_the_first_of_several_ends_counts_and_uses_are_counted_down() -> None:
    state = fought(Event("aim", number=2), Event("hit"))
    assert state.holds("A", "aimed")
    assert not fought(Event("aim", number=2), Event("hit"), Event("hit")).holds("A", "aimed")
    assert not fought(Event("aim", number=3), *[Event("next")] * 6).holds("A", "aimed")
    held = Held("A", "aimed", ends=(uses(2), round_end(4)))
    assert (rounds_left(start(), held), rounds_left(start(), held._replace(ends=(uses(),)))) == (3, None)


def test_a_condition_replaces_the_same_one_and_facts_differ_by_the_other_combatant() -> None:
    state = start().hold(Held("A", "aims", to="B"), Held("A", "aims", to="C", number=2))
    state = state.hold(Held("A", "aims", to="B", number=3))
    assert [state.number("A", "aims", to) for to in "BC"] == [3, 2]
    assert state.number("B", "aims") == 0 and state.find("A", "aims") == Held("A", "aims", to="C", number=2)
    assert state.count(Held("A", "aims", to="B", number=3), 5).number("A", "aims", "B") == 5
    assert state.count(Held("A", "aims", to="B", number=3), 0).number("A", "aims", "B") == 0
    assert not state.free("A", "aims").holds("A", "aims")


def test_whoever_leaves_takes_the_facts_along_and_whoever_joins_changes_nothing() -> None:
    state = start().hold(Held("A", "aims", to="B"), Held("B", "prone"), Held("A", "prone"))
    assert state.leave("B").held == (Held("A", "prone"),)
    assert replace(state.join(Fighter(id="D", place=(9,))), combatants=state.combatants) == state
    assert attrgetter("hp")(state.join(Fighter(id="D"))["D"]) == 5
