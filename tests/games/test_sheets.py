"""Every game's sheet is complete and ordered, and its bindings have valid sources and inputs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrules
from pyrules.engine.inputs import OWN, REQUIRED, Choice, ListInput, input_fields
from pyrules.engine.sheet.bindings import apply, bindable_options, merge_into_form
from pyrules.engine.sheet.paths import input_at, source_at
from pyrules.engine.sheet.sheet import CONDITIONS, OVERRIDES, Sheet
from pyrules.engine.sheet.sources import CLEAR, is_theirs
from pyrules.engine.sheet.values import Matchup, Values, Weapon
from web.worker.requests import fill

from ..drawing import examples
from ..matchups import filled_answer
from ..sheet_sources import sources

GAMES = pyrules.GAME_IDS
EXAMPLES = [
    pytest.param(game_id, example.id, id=f"{game_id}-{example.id}")
    for game_id in GAMES
    for example in pyrules.sheet(game_id).examples
]


FOES_ALONE = {"wwn.morale"}
"""The calculators that only the sheet of a foe fills."""


def scenes(sheet: Sheet) -> Iterator[Matchup]:
    """Each ready-made character with each weapon against each other."""
    everyone = [Values(sheet, sheet.parse(dict(example.data))) for example in sheet.examples]
    for me in everyone:
        for weapon in me.weapons():
            for target in everyone:
                if target is not me:
                    theirs: Weapon | None = next(iter(target.weapons()), None)
                    yield Matchup(me, weapon, target, theirs)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_blank_sheet_is_a_valid_one(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    assert all(field.default is not REQUIRED for field in input_fields(sheet.character))
    blank = sheet.parse({})
    assert sheet.to_pairs(blank) == []
    assert sheet.summary(Values(sheet, blank))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_calculator_is_bound_or_says_why_it_is_not(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    listed = {calculator.slug for calculator in pyrules.game(game_id).calculators}
    given, refused = {*sheet.bindings}, {*sheet.not_bound}
    assert not listed - given - refused, f"BINDINGS and NOT_BOUND (bindings.py) lack {listed - given - refused}"
    assert not (given | refused) - listed, f"bindings.py names unknown calculators: {(given | refused) - listed}"
    assert not given & refused, f"BINDINGS and NOT_BOUND both name {given & refused}"
    assert all(sheet.bindings.values())


@cache
def bindings(game_id: str) -> tuple[tuple[str, str, str], ...]:
    """Every binding of a game's sheet: the slug of a calculator, the path of an input there, and one source for it."""
    return tuple(
        (slug, path, source)
        for slug, bindings in pyrules.sheet(game_id).bindings.items()
        for path, given in bindings.items()
        for source in _several(given)
        if source != CLEAR
    )


def binding_faults(game_id: str) -> Iterator[str]:
    """A sentence for each binding that names an unknown input or source, or joins a list with a single value."""
    known = dict(sources(pyrules.sheet(game_id)))
    for slug, path, source in bindings(game_id):
        here = f"{game_id}.{slug}: {path} from {source}"
        try:
            target = input_at(pyrules.calculator(f"{game_id}.{slug}").inputs, path)
        except KeyError:
            yield f"{here}: there is no such input."
            continue
        if source not in known:
            yield f"{here}: the sheet has no such value."
        elif isinstance(target, ListInput) != isinstance(known[source], ListInput) and not isinstance(target, Choice):
            yield f"{here}: one is a list and the other is not."


@pytest.mark.parametrize("game_id", GAMES)
def test_a_binding_joins_a_value_of_the_sheet_to_an_input_of_the_calculator(game_id: str) -> None:
    assert bindings(game_id)
    assert list(binding_faults(game_id)) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_value_of_a_sheet_is_used_or_display_only(game_id: str) -> None:
    """Used in a binding, as a pool, or computed from: hiding it changes what the sheet says."""
    sheet = pyrules.sheet(game_id)
    bound = {source for _, _, source in bindings(game_id)}
    mine = {source.removeprefix("target.") for source in bound}
    names = [name for name, _ in sources(sheet) if "." not in name or name.startswith("weapon.")]
    asked = (
        mine
        | set(sheet.display_only)
        | _asked(sheet)
        | {pool.name for pool in sheet.pools}
        | {p.most for p in sheet.pools}
    )
    asked |= {source for act in sheet.acts for given in act.bindings.values() for source in _several(given)}
    unused = [name for name in names if name not in asked and name not in ("name", "weapon.name", "weapons")]
    assert not unused, f"{unused} are used nowhere: bind them (bindings.py), or list them in `display_only` (sheet.py)"


def _several(given: Any) -> tuple[str, ...]:
    return given if isinstance(given, tuple) else (given,)


def _other_armor(sheet: Sheet) -> dict[str, str]:
    """Armor with numbers of its own, where a sheet chooses armor from a table."""
    kinds = {field.name: field.input for field in input_fields(sheet.character)}
    return {"armor": OWN} if isinstance(kinds.get("armor"), Choice) else {}


def _asked(sheet: Sheet) -> set[str]:
    """What derived values, sentences and lines look at while they are worked out."""
    seen: set[str] = set()

    class Watched(Values):
        def value(self, name: str) -> Any:
            seen.add(name)
            return super().value(name)

        def weapons(self) -> Any:
            return tuple(WatchedWeapon(self, held) for held in self["weapons"])

    class WatchedWeapon(Weapon):
        def value(self, name: str) -> Any:
            seen.add(f"weapon.{name}")
            return super().value(name)

    every = tuple(option.id for option in sheet.conditions.options)
    for example in sheet.examples:
        for conditions, worn in (((), {}), (every, _other_armor(sheet))):
            me = Watched(sheet, sheet.parse({**example.data, **worn, CONDITIONS: list(conditions)}))
            for one in sheet.derived:
                me.computed(one.name)
            sheet.summary(me)
            sheet.status(me)
            list(sheet.required_rules(me))
            for weapon in me.weapons():
                for one in sheet.per_weapon:
                    weapon.computed(one.name)
                for other, theirs in ((me, weapon), (me, None), (None, None)):
                    for one in sheet.per_matchup:
                        one.compute(Matchup(me, weapon, other, theirs))
            for act in sheet.acts:
                for of in me.weapons() if act.per_weapon else (me,):
                    act.why_blocked(of)
                    act.when(of)
    return seen


@pytest.mark.parametrize("game_id", GAMES)
def test_quick_targets_are_values_that_a_sheet_has_too(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    assert {field.name for field in input_fields(sheet.target)} <= {name for name, _ in sources(sheet)}
    sheet.target()  # all with defaults


@pytest.mark.parametrize("game_id", GAMES)
def test_every_weapon_has_an_act_and_every_act_an_answer(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    for matchup in scenes(sheet):
        assert matchup.weapon
        per_weapon = [act for act in sheet.acts if act.per_weapon and act.when(matchup.weapon)]
        assert per_weapon
        for act in (*per_weapon, *(act for act in sheet.acts if not act.per_weapon and act.when(matchup.me))):
            values = filled_answer(f"{game_id}.{act.calculator}", matchup, more=act.bindings)
            assert set(act.outputs) <= set(values)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_calculator_takes_what_ready_made_characters_fill_in(game_id: str, subtests: pytest.Subtests) -> None:
    """With one weapon at least; with others the rules may refuse the lot, in a sentence of their own."""
    sheet = pyrules.sheet(game_id)
    everyone = list(scenes(sheet))
    for slug, bindings in sheet.bindings.items():
        with subtests.test(calculator=slug):
            calculator = pyrules.calculator(f"{game_id}.{slug}")
            start = calculator.to_pairs(calculator.parse(dict(calculator.start)))
            taken = []
            for matchup in everyone:
                done, notes = apply(calculator, bindings, matchup, start)
                assert done or calculator.id in FOES_ALONE
                assert not notes
                inputs, problems = calculator.from_text(
                    merge_into_form(start, done, bindable_options(bindings, matchup))
                )
                taken.append(inputs is not None)
                assert {problem.code for problem in problems} <= {"not_allowed"}
            assert any(taken)


@pytest.mark.parametrize("game_id", GAMES)
def test_two_ready_made_characters_a_game(game_id: str) -> None:
    assert len(pyrules.sheet(game_id).examples) == 2


@pytest.mark.parametrize(("game_id", "example"), EXAMPLES)
def test_a_ready_made_character_survives_text_and_json(game_id: str, example: str) -> None:
    sheet = pyrules.sheet(game_id)
    held = sheet.parse(dict(sheet.example(example).data))
    assert sheet.from_text(sheet.to_pairs(held)) == (held, [])
    json.dumps(sheet.to_pairs(held))


@pytest.mark.parametrize(("game_id", "example"), EXAMPLES)
def test_the_rules_a_character_needs_are_rules_of_the_game(game_id: str, example: str) -> None:
    sheet = pyrules.sheet(game_id)
    everything = [option.id for option in sheet.conditions.options]
    for conditions in ([], everything):
        values = Values(sheet, sheet.parse({**sheet.example(example).data, CONDITIONS: conditions}))
        needed = list(sheet.required_rules(values))
        assert needed
        assert [rule for rule in needed if rule not in pyrules.facts(game_id).rules] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_derived_values_can_be_set_by_hand_and_lead_on(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    data = dict(sheet.examples[0].data)
    for one in sheet.derived:
        if not one.visible:
            continue
        plain = Values(sheet, sheet.parse(data))
        computed = plain[one.name]
        if not isinstance(computed, int) or isinstance(computed, bool):
            continue
        other = computed + 1 if computed < getattr(one.input, "high", computed + 1) else computed - 1
        by_hand = {OVERRIDES: {one.name: other, f"{one.name}_reason": "a charm"}}
        changed = Values(sheet, sheet.parse({**data, **by_hand}))
        assert changed[one.name] == other
        assert changed.computed(one.name) == computed
        assert (changed.is_overridden(one.name), changed.reason(one.name)) == (True, "a charm")
        assert not plain.is_overridden(one.name)


@pytest.mark.parametrize("game_id", GAMES)
@given(data=st.data())
@examples(3, 10, 30)
def test_junk_is_refused_with_a_field_or_read(game_id: str, data: st.DataObject) -> None:
    sheet = pyrules.sheet(game_id)
    names = [field.name for field in input_fields(sheet.record)]
    junk = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8), st.lists(st.integers(), max_size=3))
    raw = data.draw(st.dictionaries(st.sampled_from(names), junk, max_size=4))
    try:
        held = sheet.parse(raw)
    except pyrules.InvalidInput as refused:
        assert refused.field
        assert refused.text
    else:
        assert sheet.from_text(sheet.to_pairs(held)) == (held, [])


def test_no_two_ready_made_characters_share_a_name() -> None:
    """A list may hold characters of all games, and so may a folder of files."""
    everyone = [example for game_id in GAMES for example in pyrules.sheet(game_id).examples]
    assert len({one.id for one in everyone}) == len(everyone)
    assert len({one.data["name"] for one in everyone}) == len(everyone)


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_a_new_character_has_all_its_points_and_no_harm(game_id: str) -> None:
    """Whatever its maximums are: a pool either counts up from 0 or says nothing, which is full."""
    sheet = pyrules.sheet(game_id)
    new = sheet.parse({})
    for pool in sheet.pools:
        assert getattr(new, pool.name) in (0, None), pool.name


HURT = [
    ("obss", {"hit_points": 0}, "Unconscious: Helpless. First Aid at DC 12 wakes at 1 hit point"),
    ("obss", {"hit_points": -3, "con": 0}, "7 rounds to the death line at −10; First Aid has DC"),
    ("openquest", {"hit_points": 0}, "Mortal wound: Dead unless saved before the next round is over."),
    ("raiders", {"wounds": 50}, "Down: 50 wounds, and"),
    ("stepdie", {"health": 0}, "Incapacitated: as each turn of yours ends, roll Strength against"),
    ("stepdie", {"health": 0, "conditions": ["unconscious"]}, "Unconscious."),
    ("wwn", {"hit_points": 0}, "Mortally Wounded: 6 rounds to live unless stabilized."),
    ("wwn", {"hit_points": 0, "conditions": ["frail"]}, "Dead."),
]


@pytest.mark.parametrize(("game_id", "data", "status"), HURT)
def test_without_hit_points_the_sheet_says_what_holds(game_id: str, data: dict[str, Any], status: str) -> None:
    sheet = pyrules.sheet(game_id)
    assert status in sheet.status(Values(sheet, sheet.parse(data)))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_new_character_is_in_no_special_state(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    assert sheet.status(Values(sheet, sheet.parse({}))) == ""


@pytest.mark.parametrize("game_id", GAMES)
def test_parts_are_named_for_calculators_that_take_a_target(game_id: str) -> None:
    sheet = pyrules.sheet(game_id)
    for slug in sheet.roles:
        assert fill.takes_target(sheet.bindings[slug]), slug


@pytest.mark.parametrize(
    ("calculator", "path"),
    [
        ("obss.strike", "defense"),
        ("openquest.unarmed", "reaction"),
        ("raiders.grapple", "defense"),
        ("stepdie.attack", "defender.parry"),
        ("wwn.initiative_group", "sides.1.members"),
    ],
)
def test_what_the_target_brings_to_a_matchup_is_marked_as_the_targets(calculator: str, path: str) -> None:
    game, slug = calculator.split(".")
    source = source_at(pyrules.sheet(game).bindings[slug], path)
    assert source is not None and is_theirs(source)
