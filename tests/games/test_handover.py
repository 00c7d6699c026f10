"""Fights as texts for links: short, read back byte for byte, and strict with texts that nobody has written."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyrules
from pyrules.engine.errors import InvalidInput
from pyrules.engine.fight.handover import symbols
from pyrules.engine.fight.handover.text import LONGEST, Packed, pack, unpack
from tests.extent import by_extent
from tests.rotation import seed

from .played import played
from .test_fights import fighting

MOST_LETTERS = 1_200
"""What a link has room for with twelve fighters, their conditions and sixty events."""
FIGHTS = by_extent(2, 5, 40)
DAMAGED = by_extent(20, 20, 40)
"""So many events has the fight whose link is damaged again and again."""

each_game = pytest.mark.parametrize("game", pyrules.games.FIGHTS)


OLD_LINKS = json.loads((Path(__file__).parents[1] / "fights" / "links.json").read_text(encoding="utf-8"))
"""Links of released samples by game, with the digests of their events. A link is added with each sample, none goes."""


@pytest.mark.parametrize(("game", "link"), [(game, link) for game, links in OLD_LINKS.items() for link in links])
def test_old_links_stay_readable(game: str, link: dict[str, str]) -> None:
    read = unpack(link["text"], pyrules.fight_rules(game).samples)
    assert (read.name, read.cursor) == ("Ford at dusk", 20)
    assert hashlib.sha256(json.dumps(read.events).encode()).hexdigest() == link["digest"]


@each_game
def test_each_sample_has_an_old_link(game: str) -> None:
    kept = {link["text"].partition(".")[0] for link in OLD_LINKS[game]}
    assert kept == {str(number + 1) for number in range(len(pyrules.fight_rules(game).samples))}


def same(one: object, other: object) -> bool:
    """Whether two values are equal byte for byte as JSON."""
    return json.dumps(one) == json.dumps(other)


@each_game
def test_a_fight_of_twelve_with_sixty_events_fits_a_link(game: str) -> None:
    samples = pyrules.fight_rules(game).samples
    assert samples, "python -m tests.games.write_samples writes the game's sample"
    for more in range(FIGHTS):
        fight = played(game, 60, Random(f"{seed()} {game} {more}"))
        packed = Packed("Ford at dusk", fight.events[:60], len(fight.events[:60]))
        text = pack(packed, samples)
        assert len(fight.state.combatants) > 8 and len(text) <= MOST_LETTERS
        assert same(unpack(text, samples), packed)


@each_game
def test_drawn_fights_are_read_as_they_were_written(game: str) -> None:
    samples = pyrules.fight_rules(game).samples
    for more in range(FIGHTS):
        events = [event.to_json() for event in fighting(game, 120, 7_000 + more).events]
        packed = Packed("", events, Random(more).randint(0, len(events)))
        known = samples if more % 2 else ()
        assert same(unpack(pack(packed, known), samples), packed)


SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-100_000, 100_000), st.text(max_size=30), st.uuids().map(str))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=12,
)
EVENTS = st.lists(
    st.dictionaries(st.sampled_from(["do", "who", "id", "to", "then", "places", "x"]), VALUES), max_size=6
)


@given(events=EVENTS, name=st.text(max_size=60))
@settings(deadline=None, max_examples=by_extent(20, 100, 1_000))
def test_values_of_any_kind_are_read_as_they_were_written(events: list[Any], name: str) -> None:
    packed = Packed(name, events, len(events))
    try:
        text = pack(packed)
    except InvalidInput as refused:
        assert "file" in refused.text or "damaged" in refused.text
        return
    assert same(unpack(text), packed)


@given(text=st.one_of(st.text(), st.text("01._-abcXYZ89").map(lambda letters: f"1.{letters}")))
@settings(deadline=None, max_examples=by_extent(10, 40, 1_000))
def test_junk_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        unpack(text, pyrules.fight_rules("wwn").samples)
    assert refused.value.text.endswith(".")


@pytest.mark.parametrize(
    ("event", "most"),
    [
        pytest.param(["x" * 1_000] * (symbols.MOST_WORK // 1_000), symbols.MOST_WORK, id="one long text over and over"),
        pytest.param([0] * 3_000, 20_000, id="a list without end"),
        pytest.param([{"who": str(number)} for number in range(100)], 20_000, id="many fighters in one event"),
        pytest.param([{"x" * 900: {"y" * 900: [0] * 300}}], 80_000, id="a place with long names"),
        pytest.param(["00000000-0000-4000-8000-000000000000"] * 60, 8_000, id="random ids"),
    ],
)
def test_a_link_that_would_take_long_is_refused(event: list[Any], most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = Packed("", [event], 0)
    monkeypatch.setattr(symbols, "MOST_WORK", 10**9)
    text = pack(packed)
    assert len(text) < 2_000 and same(unpack(text), packed)
    monkeypatch.setattr(symbols, "MOST_WORK", most)
    with pytest.raises(InvalidInput, match="damaged"):
        unpack(text)
    with pytest.raises(InvalidInput, match="file"):
        pack(packed)


@each_game
def test_a_damaged_link_is_refused_or_still_whole(game: str) -> None:
    """The last bits of a text may say nothing."""
    samples, random = pyrules.fight_rules(game).samples, Random(seed())
    packed = Packed("Ford", played(game, DAMAGED, random).events, DAMAGED)
    text = pack(packed, samples)
    for _ in range(FIGHTS * 3):
        at = random.randrange(2, len(text))
        other = random.choice([letter for letter in "AZaz09-_" if letter != text[at]])
        for damaged in (text[:at] + other + text[at + 1 :], text[:at]):
            try:
                found = unpack(damaged, samples)
            except InvalidInput as refused:
                assert refused.text.endswith(".")
            else:
                assert same(found, packed)


@pytest.mark.parametrize("text", [None, 7, "", "1", "9.AAAA", "x.AAAA", "0.!", "0." + "A" * LONGEST, "٣.AAAA"], ids=str)
def test_what_is_no_link_is_refused(text: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        unpack(text)
    assert refused.value.text.endswith(".")
