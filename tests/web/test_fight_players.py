"""What is made for players of a fight holds nothing of hidden fighters, and no number of foes."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

import pyrules
from pyrules.engine.fight.events import read_event
from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.fighters import FightState
from tests.extent import by_extent
from tests.games.test_fights import fighting
from tests.rotation import seed
from web.worker import endpoint

FIGHTS = by_extent(5, 15, 50)
"""Of each game."""

each_game = pytest.mark.parametrize("game", pyrules.games.FIGHTS)


def ask(kind: str, game: str, events: list[Any], **more: Any) -> dict[str, Any]:
    request = {"kind": kind, "system": game, "events": events, **more}
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps(request)))
    assert reply["ok"], reply
    return reply


def with_hidden(game: str, more: int) -> tuple[list[Any], set[str], set[str]]:
    """A drawn fight that hides some fighters at random moments: its events, their names, and those of the others."""
    random = Random(f"{seed()} {game} {more}")
    fight = fighting(game, 60, 9_000 + more)
    there = [one.id for one in fight.states[-1].combatants]
    hidden = set(random.sample(there, random.randint(1, len(there) - 1)))
    events = [event.to_json() for event in fight.events]
    joins = max(at for at, event in enumerate(events) if event["do"] == "join") + 1
    for number, who in enumerate(there):
        name = f"{'Secret' if who in hidden else 'Visible'}-{number}-"
        edit = {"do": "edit", "who": who, "name": name, **({"hidden": True} if who in hidden else {})}
        events.insert(random.randint(joins, len(events)), edit)
    events.append({"do": "note", "text": "Secret note"})
    state = fight.rules.state([read_event(one) for one in events])
    names = {one.id: one.name.rstrip("+") for one in state.combatants}
    return events, {names[one] for one in hidden}, {names[one] for one in there if one not in hidden}


@each_game
def test_nothing_hidden_is_in_what_players_get(game: str) -> None:
    rules = pyrules.fight_rules(game)
    for more in range(FIGHTS):
        events, hidden, seen = with_hidden(game, more)
        reply = ask("fight_view", game, events, numbers=more % 2 == 0)
        made = json.dumps([reply["pairs"], reply["text"]])
        # "Quick" is not named where "Quickmoor" is.
        assert "Secret" not in made and not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", made) for name in hidden)
        assert all(name in made for name in seen)
        state = rules.state([read_event(one) for one in events])
        assert not any(one.id in made for one in state.combatants if one.hidden)
        party = rules.sides[0].label
        sides = [text for key, text in reply["pairs"] if key.endswith(".side")]
        numbers = [int(key.split(".")[1]) for key, _ in reply["pairs"] if key.endswith(".number")]
        assert all(sides[at] == party for at in numbers) and (more % 2 == 0 or not numbers)


def held_of(rules: FightRules, state: FightState, one: str, **more: Any) -> dict[str, Any]:
    """The first fighter holds something, toward the second one if it is between two."""
    first, second, *_ = [fighter.id for fighter in state.combatants]
    fact = rules.fact(one)
    to = {"to": second} if fact and "{to}" in fact.label else {}
    return {"do": "hold", "who": first, "id": one, **to, **more}


@each_game
def test_players_see_nothing_of_the_bookkeeping(game: str) -> None:
    rules = pyrules.fight_rules(game)
    events = [event.to_json() for event in fighting(game, 40, 9_000).events]
    state = rules.state([read_event(one) for one in events])
    held = [held_of(rules, state, one, note="Secret", number=77) for one in sorted(rules.bookkeeping)]
    free = [{"do": "free", "who": one.id, "id": held} for one in state.combatants for held in sorted(rules.bookkeeping)]
    without = ask("fight_view", game, [*events, *free])
    assert rules.bookkeeping
    assert ask("fight_view", game, [*events, *free, *held])["pairs"] == without["pairs"]


@each_game
def test_the_log_is_silent_on_bookkeeping_that_ends_by_itself(game: str) -> None:
    rules = pyrules.fight_rules(game)
    fight = fighting(game, 40, 9_000)
    state = fight.states[-1]
    number = state.round
    ends = [{"at": "round_end", "number": number}]
    known = sorted(rules.bookkeeping)
    held = [held_of(rules, state, one, ends=ends, note="Counted") for one in known]
    told = held_of(rules, state, rules.common[0], ends=ends, note="Told")
    events = [*(event.to_json() for event in fight.events), *held, told]
    while rules.state([read_event(one) for one in events]).round == number:
        events.append({"do": "next"})
    text = ask("fight_log", game, events)["text"]
    ended = re.findall("[Nn]o longer.*(Told|Counted)", text)
    assert ended == ["Told"]


@each_game
def test_a_fighter_is_shown_again(game: str) -> None:
    events, hidden, _ = with_hidden(game, 0)
    rules = pyrules.fight_rules(game)
    state = rules.state([read_event(one) for one in events])
    shown = [*events, *({"do": "edit", "who": one.id, "hidden": False} for one in state.combatants)]
    made = json.dumps(ask("fight_view", game, shown)["pairs"])
    assert all(name in made for name in hidden)
    assert "shown to players" in ask("fight_log", game, shown)["text"]


# What the names of copies and the turns tell


class Watched:
    """A fight of six guards as players see it."""

    def __init__(self) -> None:
        self.events: list[Any] = []

    def join(self, count: int, hidden: bool = False) -> None:
        quick = [["name", "Guard"]]
        join = {"quick": quick, "side": "foes", "count": count, "hidden": hidden}
        self.send(ask("fight_join", "wwn", self.events, join=join)["event"])

    def send(self, event: Any) -> None:
        reply = ask("fight", "wwn", self.events, event=event)
        assert reply["changed"], reply
        self.events = reply["events"]

    def hide(self, who: str, hidden: bool = True) -> None:
        self.send({"do": "edit", "who": who, "hidden": hidden})

    @property
    def names(self) -> list[str]:
        return [text for key, text in ask("fight_view", "wwn", self.events)["pairs"] if key.endswith(".name")]

    @property
    def acting(self) -> list[str]:
        return [text for key, text in ask("fight_view", "wwn", self.events)["pairs"] if key == "acting"]

    def name_of(self, who: str) -> str:
        return str(ask("fight", "wwn", self.events)["names"][who])


def test_copies_that_players_see_are_numbered_without_a_gap() -> None:
    fight = Watched()
    fight.join(3)
    fight.hide("f2")
    assert fight.names == ["Guard 1", "Guard 2"]
    assert fight.name_of("f2") == "Guard 3"
    fight.join(2, hidden=True)
    fight.join(1)
    assert fight.names == ["Guard 1", "Guard 2", "Guard 3"]
    assert {fight.name_of(who) for who in ("f2", "f4", "f5")} == {"Guard 4", "Guard 5", "Guard 6"}


def test_the_only_copy_that_players_see_has_no_number() -> None:
    fight = Watched()
    fight.join(1, hidden=True)
    fight.join(1)
    assert fight.names == ["Guard"]
    fight.join(1, hidden=True)
    assert fight.names == ["Guard"]


def test_copies_have_the_names_that_they_have_without_hidden_ones() -> None:
    random = Random(seed())
    for _ in range(by_extent(2, 6, 60)):
        joining = [(random.randint(1, 3), random.random() < 0.5) for _ in range(4)]
        fight, without = Watched(), Watched()
        for count, hidden in joining:
            fight.join(count, hidden)
            if not hidden:
                without.join(count)
        assert sorted(fight.names) == sorted(without.names), joining


def test_a_copy_that_is_shown_in_the_fight_gets_the_next_number_and_the_others_keep_theirs() -> None:
    fight = Watched()
    fight.join(2)
    fight.join(3, hidden=True)
    fight.send({"do": "begin"})
    fight.hide("f5", hidden=False)
    assert fight.names == ["Guard 1", "Guard 2", "Guard 3"]
    assert fight.name_of("f5") == "Guard 3"
    fight.hide("f1")
    assert fight.names == ["Guard 2", "Guard 3"], "players have seen the first"


def test_a_name_that_ends_in_a_number_is_no_copy() -> None:
    fight = Watched()
    fight.join(1)
    fight.send({"do": "edit", "who": "f1", "name": "Agent 7"})
    fight.join(1, hidden=True)
    fight.send({"do": "begin"})
    assert fight.names == ["Agent 7"]


def test_a_turn_of_a_hidden_fighter_looks_like_a_turn_of_another() -> None:
    fight = Watched()
    fight.join(1, hidden=True)
    fight.join(2)
    fight.join(1, hidden=True)
    fight.send({"do": "begin"})
    seen = [fight.acting]
    for _ in range(4):
        fight.send({"do": "next"})
        seen.append(fight.acting)
    assert seen == [["Guard 1"], ["Guard 1"], ["Guard 2"], ["Guard 2"], ["Guard 1"]]


@each_game
def test_wounds_are_words(game: str) -> None:
    events, _, _ = with_hidden(game, 1)
    words = {text for key, text in ask("fight_view", game, events)["pairs"] if key.endswith(".wounds")}
    assert words <= {"unhurt", "hurt", "badly hurt", "down"}


@each_game
def test_a_fight_goes_into_a_link_and_comes_back(game: str) -> None:
    events, _, _ = with_hidden(game, 2)
    text = ask("fight_link", game, events, name="Ford", cursor=30)["text"]
    back = ask("fight_link", game, [], text=text)
    assert (back["name"], back["cursor"]) == ("Ford", 30)
    assert json.dumps(back["events"]) == json.dumps(events)


@pytest.mark.parametrize("text", [None, 3, "", "1.", "99.AA", "1.AAAAAAAAAAAA", ["1.A"]], ids=str)
def test_a_link_that_holds_no_fight_gets_a_sentence(text: Any) -> None:
    reply = json.loads(endpoint.handle(json.dumps({"kind": "fight_link", "system": "wwn", "text": text})))
    assert not reply["ok"]
    assert reply["problems"][0]["code"] != "internal"
    assert reply["problems"][0]["text"].endswith(".")


@each_game
def test_the_log_has_odds_faces_and_luck(game: str) -> None:
    hits = {*pyrules.fight_rules(game).hits}
    drawn = (fighting(game, 120, more) for more in range(5, 25))
    fights = ([event.to_json() for event in fight.events] for fight in drawn)
    events = next(events for events in fights if not hits or ask("fight_log", game, events)["luck"])
    reply = ask("fight_log", game, events)
    rolled = next(event for event in events if event.get("faces"))
    assert f"[dice: {', '.join(map(str, rolled['faces']))}]" in reply["text"]
    assert "Round 1" in reply["text"]
    if pyrules.fight_rules(game).hits:
        assert reply["luck"] and all("expected" in line for line in reply["luck"])
        assert reply["text"].endswith(reply["luck"][-1])
