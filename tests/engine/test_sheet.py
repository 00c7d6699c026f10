"""The engine of sheets with a small test game: values by name, bindings, conditions, migrations."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrules.engine import answer as out
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import DeclarationError, InvalidInput, TableError, UnknownName
from pyrules.engine.inputs import Option, choice, dice, many, number, record, text, toggle
from pyrules.engine.sheet.bindings import apply, bindable_options, from_start, merge_into_form
from pyrules.engine.sheet.condition_changes import changed, changes
from pyrules.engine.sheet.conditions import Conditions
from pyrules.engine.sheet.derived import derived
from pyrules.engine.sheet.paths import input_at
from pyrules.engine.sheet.sheet import Act, Example, Pool, Sheet, spelled_out
from pyrules.engine.sheet.sources import CLEAR, NOT_APPLICABLE, sides, theirs, under
from pyrules.engine.sheet.values import Matchup, Opponent, Values
from pyrules.engine.tables import Tables

from ..sheet_sources import sources

PRONE, STUNNED = Option("prone", "Prone"), Option("stunned", "Stunned")


@dataclass(frozen=True, kw_only=True)
class Blade:
    name: str = text("Name", 20, "Blade", help="Its name.")
    damage: Any = dice("Damage", "1d6", help="Its dice.")
    skill: int = number("Skill", -1, 4, 0, help="With it.")


@dataclass(frozen=True, kw_only=True)
class Hero:
    name: str = text("Name", 20, "Nobody", help="Who.")
    strength: int = number("Strength", 3, 18, 10, help="How strong.")
    hurt: int = number("Hurt", 0, 99, 0, help="How hurt.")
    conditions: tuple[str, ...] = many(
        "Conditions", choice("Condition", (PRONE, STUNNED), help="One."), 0, 2, (), help="Now.", unique=True
    )
    weapons: tuple[Blade, ...] = many("Weapons", record("Weapon", Blade, help="One."), 0, 3, (), help="All.")


@dataclass(frozen=True, kw_only=True)
class Foe:
    guard: int = number("Guard", 0, 40, 12, help="To reach.")


@dataclass(frozen=True, kw_only=True)
class Swing:
    bonus: int = number("Bonus", -9, 9, 0, help="In all.", signed=True)
    damage: Any = dice("Damage", help="The dice.")
    guard: int = number("Target", 0, 20, help="To reach.")
    around: tuple[str, ...] = many(
        "Around",
        choice("One", (Option("down", "You are down", "", "−4"), Option("dark", "Dark")), help="One."),
        0,
        2,
        (),
        help="All.",
        unique=True,
    )
    lying: bool = toggle("Lying", help="On the ground.")
    level: int | None = number("Level", 0, 9, None, help="In its place.", nullable=True)


@dataclass(frozen=True, kw_only=True)
class Duel:
    mine: tuple[Swing, ...] = many("Mine", record("Swing", Swing, help="One."), 1, 3, help="All.")
    foe: Swing = record("Foe", Swing, help="Theirs.")


@dataclass(frozen=True, kw_only=True)
class Fall:
    deep: int | None = number("Deep", 0, 9, None, help="Or a blow.", nullable=True, instead_of=("blow",))
    blow: Swing | None = record("Blow", Swing, None, help="Or a depth.", nullable=True, instead_of=("deep",))


def calculator(inputs: type, start: dict[str, Any]) -> Calculator[Any]:
    outputs = (out.figure("n", "n", headline=True),)
    return Calculator(
        id="toy.swing",
        title="Swing",
        summary="A toy.",
        inputs=inputs,
        outputs=outputs,
        compute=lambda a: {"n": 1},
        start=start,
    )


WAYS = (Option("cut", "Cut"), Option("thrust", "Thrust"), Option("shoot", "Shoot"))


@dataclass(frozen=True, kw_only=True)
class Move:
    way: str = choice("Way", WAYS, "cut", help="How.")


@dataclass(frozen=True, kw_only=True)
class Moves:
    moves: tuple[Move, ...] = many("Moves", record("Move", Move, help="One."), 1, 3, help="All.")


MOVES = calculator(Moves, {"moves": [{}]})
SWING = calculator(Swing, {"damage": "1d8", "guard": 9, "level": 3})
DUEL = calculator(Duel, {"mine": [{"damage": "1d8", "guard": 9}], "foe": {"damage": "2d8", "guard": 7}})

BINDINGS = {
    "bonus": ("might", "weapon.skill"),
    "damage": "weapon.damage",
    "guard": "target.guard",
    "around": "matchup.around",
    "lying": "is_prone",
    "level": CLEAR,
}


class ToyTables(Tables):
    """A game with one table of conditions."""

    def _load(self, name: str) -> dict[str, Any]:
        rows = [
            {"id": "prone", "label": "Prone", "rule": "T-1", "effects": [{"sets": "is_prone"}]},
            {"id": "stunned", "label": "Stunned", "rule": "T-2"},
        ]
        head = {"title": "Conditions", "topic": "All", "rule": "T-1", "columns": {"label": "Condition"}}
        return {"table": head, "row": rows}


FACTS = ToyTables("toy")


def sheet(**changed: Any) -> Sheet:
    toy: dict[str, Any] = {
        "game_id": "toy",
        "character": Hero,
        "target": Foe,
        "conditions": Conditions(FACTS, changes={}, bars={}, flags={"is_prone": "Prone"}),
        "derived": (
            derived(
                "might", number("Might", -5, 8, help="From Strength.", signed=True), lambda v: (v["strength"] - 10) // 2
            ),
            derived("guard", number("Guard", 0, 40, help="From Might."), lambda v: 10 + v["might"]),
            derived("is_prone", toggle("Prone", help="Now."), lambda v: "is_prone" in v.flags, visible=False),
        ),
        "per_matchup": (
            derived(
                "around",
                many("Around", choice("One", (Option("down", "Down"),), help="One."), 0, 1, help="All.", unique=True),
                lambda matchup: ("down",) if matchup["is_prone"] else (),
            ),
        ),
        "pools": (Pool("hurt", "strength"),),
        "acts": (Act("swing", "Swing", per_weapon=True),),
        "bindings": {"swing": BINDINGS},
        "not_bound": {},
        "display_only": (),
        "required_rules": lambda v: (),
        "summary": lambda v: v["name"],
        "examples": (Example("one", "The first", {"name": "One"}),),
    }
    return Sheet(**{**toy, **changed})


TOY = sheet()
STRONG = {"strength": 16, "weapons": [{"skill": 2}, {"damage": "2d6", "name": "Maul"}]}


def values(without: tuple[str, ...] = (), **data: Any) -> Values:
    return Values(TOY, TOY.parse({**STRONG, **data}), without)


def matchup(me: Values, target: Any = None, weapon: int = 0) -> Matchup:
    theirs = target.weapons()[0] if isinstance(target, Values) and target.weapons() else None
    return Matchup(me, me.weapons()[weapon], target, theirs)


def test_what_follows_is_computed_and_leads_on() -> None:
    me = values()
    assert (me["might"], me["guard"]) == (3, 13)
    assert not me.is_overridden("guard")


def test_what_is_set_by_hand_stands_and_leads_on() -> None:
    me = values(overrides={"might": 5, "might_reason": "a belt"})
    assert (me["might"], me.computed("might"), me["guard"]) == (5, 3, 15)
    assert me.is_overridden("might")
    assert (me.reason("might"), me.reason("guard")) == ("a belt", "")


def test_set_by_hand_has_the_range_of_the_value() -> None:
    with pytest.raises(InvalidInput) as refused:
        values(overrides={"might": 99})
    assert refused.value.field == "overrides.might"


def with_points(**held: Any) -> Values:
    """A character with a pool that null means full for, and a maximum from Strength."""
    points = number("Points", 0, 99, None, help="Left.", nullable=True, empty="full")
    of = make_dataclass("OfPoints", [("points", Any, points)], bases=(Hero,), frozen=True, kw_only=True)
    toy = sheet(character=of, pools=(Pool("points", "strength"), Pool("hurt")))
    return Values(toy, toy.parse(held))


def test_an_untouched_pool_equals_its_maximum() -> None:
    assert with_points()["points"] == 10
    assert with_points(strength=16)["points"] == 16


@pytest.mark.parametrize("points", [0, 10, 16])
def test_a_pool_that_was_changed_stays_as_it_is(points: int) -> None:
    assert with_points(strength=16, points=points)["points"] == points


def test_a_full_pool_fills_a_calculator_with_its_maximum() -> None:
    done, _ = apply(SWING, {"bonus": "points"}, Matchup(with_points(strength=8)))
    assert [(one.path, one.value) for one in done] == [("bonus", 8)]


def test_an_older_sheet_keeps_a_default_that_has_changed() -> None:
    step = spelled_out(points=8)
    assert step([("name", "One")]) == [("name", "One"), ("points", "8")]
    assert step([("points", "3")]) == [("points", "3")]


def test_what_is_not_shown_cannot_be_set_by_hand() -> None:
    with pytest.raises(InvalidInput) as refused:
        values(overrides={"is_prone": True})
    assert refused.value.code == "unknown_field"


def test_a_value_that_needs_itself_is_a_fault_of_the_game() -> None:
    looped = sheet(derived=(derived("might", number("Might", 0, 9, help="Of itself."), lambda v: v["might"]),))
    with pytest.raises(TableError, match="might → might"):
        Values(looped, looped.parse({}))["might"]


def test_an_undeclared_value_is_an_error_of_the_game() -> None:
    with pytest.raises(TableError):
        values()["luck"]


def test_numbers_add_up_and_the_weapon_in_hand_counts() -> None:
    done, notes = apply(SWING, BINDINGS, matchup(values()))
    held = {one.path: one.input.to_json(one.value) if one.value is not None else None for one in done}
    assert held == {"bonus": 5, "damage": "1d6", "around": [], "lying": False, "level": None}
    assert notes == []
    second, _ = apply(SWING, BINDINGS, matchup(values(), weapon=1))
    assert {one.path: str(one.value) for one in second}["damage"] == "2d6"


def test_a_target_without_a_sheet_says_only_its_numbers() -> None:
    done, _ = apply(
        SWING, {"guard": "target.guard", "bonus": "target.might"}, matchup(values(), Opponent(Foe(guard=14)))
    )
    assert [(one.path, one.value) for one in done] == [("guard", 14)]


def test_a_target_with_a_sheet_is_seen_from_the_other_side() -> None:
    me, foe = values(), values(strength=18, conditions=["prone"])
    done, _ = apply(DUEL, {**under("mine.0", BINDINGS), **under("foe", theirs(BINDINGS))}, matchup(me, foe))
    held = {one.path: one.value for one in done}
    assert held["mine.0.guard"] == foe["guard"] == 14
    assert held["foe.guard"] == me["guard"] == 13
    assert held["foe.bonus"] == 6
    assert (held["mine.0.around"], held["foe.around"]) == ((), ("down",))


def test_a_value_that_does_not_fit_is_reported_and_left_unchanged() -> None:
    done, [misfit] = apply(SWING, {"guard": "target.guard"}, matchup(values(), Opponent(Foe(guard=33))))
    assert done == []
    assert (misfit.path, misfit.value) == ("guard", 33)
    assert "Guard" in misfit.text
    assert "0 to 20" in misfit.text


def test_none_is_bound_where_both_sides_allow_none() -> None:
    """Else it says nothing, and what stands there stays."""
    rank = derived("rank", number("Rank", 0, 9, help="Of what.", nullable=True), lambda v: None, visible=False)
    ranked = sheet(derived=(*TOY.derived, rank))
    me = Values(ranked, ranked.parse(STRONG))
    done, notes = apply(SWING, {"level": "rank", "bonus": "rank"}, matchup(me))
    assert ([(one.path, one.value) for one in done], notes) == ([("level", None)], [])
    assert merge_into_form([("level", "4"), ("bonus", "1")], done, {}) == [("bonus", "1"), ("level", "")]


def test_a_matchup_may_leave_out_values() -> None:
    """Without a target there is no saying; with one, none is an answer."""
    kind = number("Gap", 0, 9, help="Between them.", nullable=True)
    gap = derived("gap", kind, lambda matchup: None if matchup.target else NOT_APPLICABLE, visible=False)
    apart = sheet(per_matchup=(*TOY.per_matchup, gap))
    me = Values(apart, apart.parse(STRONG))
    assert apply(SWING, {"level": "matchup.gap"}, matchup(me)) == ([], [])
    assert [one.value for one in apply(SWING, {"level": "matchup.gap"}, matchup(me, Opponent(Foe())))[0]] == [None]


def test_a_choice_that_a_sheet_allows_stays() -> None:
    """Of several options the first fills, unless another of them stands there already, element by element."""
    listed = many("Ways", choice("Way", WAYS, help="One."), 1, 3, help="Those open.")
    ways = derived("ways", listed, lambda v: ("cut", "thrust"), visible=False)
    open_to = sheet(derived=(*TOY.derived, ways))
    at = matchup(Values(open_to, open_to.parse(STRONG)))
    form = [("moves.0.way", "thrust"), ("moves.1.way", "shoot"), ("moves.2.", "")]
    done, notes = apply(MOVES, {"moves.*.way": "ways"}, at, form)
    assert ([(one.path, one.value) for one in done], notes) == (
        [("moves.0.way", "thrust"), ("moves.1.way", "cut"), ("moves.2.way", "cut")],
        [],
    )


def test_a_star_fills_every_element_that_a_form_has() -> None:
    form = [("mine.0.guard", "3"), ("mine.1.guard", "4"), ("mine.x.guard", "5")]
    done, _ = apply(DUEL, {"mine.*.guard": "target.guard"}, matchup(values(), Opponent(Foe())), form)
    assert [one.path for one in done] == ["mine.0.guard", "mine.1.guard"]
    alone, _ = apply(DUEL, {"mine.*.guard": "target.guard"}, matchup(values(), Opponent(Foe())))
    assert [one.path for one in alone] == ["mine.0.guard"]


def test_binding_leaves_inputs_that_the_sheet_does_not_supply() -> None:
    me = values(conditions=["prone"])
    here = matchup(me)
    done, _ = apply(SWING, BINDINGS, here)
    form = [("guard", "11"), ("around", "dark"), ("bonus", "-3")]
    pairs = merge_into_form(form, done, bindable_options(BINDINGS, here))
    assert ("guard", "11") in pairs
    assert [text for key, text in pairs if key == "around"] == ["dark", "down"]
    assert [text for key, text in pairs if key == "bonus"] == ["5"]
    stood, _ = apply(SWING, BINDINGS, matchup(values()))
    again = merge_into_form(pairs, stood, bindable_options(BINDINGS, here))
    assert [text for key, text in again if key == "around"] == ["dark"]


def test_a_bound_input_empties_the_input_that_it_replaces() -> None:
    fall, here = calculator(Fall, {"deep": 3}), matchup(values(hurt=2), Opponent(Foe()))
    struck, _ = apply(fall, {"blow.guard": "target.guard", "blow.damage": "weapon.damage"}, here)
    assert merge_into_form([("deep", "3")], struck, {}) == [("blow.guard", "12"), ("blow.damage", "1d6"), ("deep", "")]
    fallen, _ = apply(fall, {"deep": "hurt"}, here)
    assert merge_into_form([("blow.guard", "9"), ("blow.bonus", "1")], fallen, {}) == [("deep", "2"), ("blow", "")]
    assert changes([], fallen) == ["Deep: 2"]
    unknown, _ = apply(fall, {"blow.guard": "target.guard"}, matchup(values()))
    assert unknown == []


def test_a_condition_says_what_it_changes_and_can_be_left_out() -> None:
    with_it, _ = apply(SWING, BINDINGS, matchup(values(conditions=["prone", "stunned"])))
    without, _ = apply(SWING, BINDINGS, matchup(values(("prone",), conditions=["prone", "stunned"])))
    assert changes(without, with_it) == ["You are down −4", "Lying"]
    assert changes(with_it, with_it) == []
    assert changes(with_it, without) == ["not You are down", "Lying: no"]


def test_the_changes_of_a_condition_are_found_without_binding_everything() -> None:
    me, less = values(conditions=["prone", "stunned"]), values(("prone",), conditions=["prone", "stunned"])
    assert changed(SWING, BINDINGS, matchup(less), matchup(me)) == ["You are down −4", "Lying"]
    assert changed(SWING, BINDINGS, matchup(me), matchup(me)) == []
    assert {"strength", "weapon.skill", "target.might"} <= TOY.condition_free
    assert not {"might", "is_prone", "conditions", "matchup.around", "target.matchup.around"} & TOY.condition_free


def test_changes_of_numbers_have_their_sign() -> None:
    before, _ = apply(SWING, BINDINGS, matchup(values()))
    after, _ = apply(SWING, BINDINGS, matchup(values(strength=12)))
    assert changes(before, after) == ["Bonus −2"]


def test_only_what_must_be_given_comes_from_the_example() -> None:
    assert from_start(SWING) == [("damage", "1d8"), ("guard", "9")]
    assert from_start(DUEL) == [
        ("mine.0.damage", "1d8"),
        ("mine.0.guard", "9"),
        ("foe.damage", "2d8"),
        ("foe.guard", "7"),
    ]


@pytest.mark.parametrize("path", ["luck", "damage.luck", "mine.luck"])
def test_a_path_that_leads_nowhere_is_no_input(path: str) -> None:
    with pytest.raises(KeyError):
        input_at(Duel, f"foe.{path}")


def test_sources_name_both_sides() -> None:
    known = dict(sources(TOY))
    assert {
        "might",
        "weapon.skill",
        "target.might",
        "target.weapon.skill",
        "matchup.around",
        "target.matchup.around",
    } <= set(known)


def test_swapping_sides_twice_is_none() -> None:
    assert theirs(theirs(BINDINGS)) == BINDINGS


# Older and newer sheets


def _renamed(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [("strength" if key == "power" else key, text) for key, text in pairs]


def _doubled(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(key, str(2 * int(text)) if key == "strength" else text) for key, text in pairs]


def test_an_older_sheet_takes_every_step_to_today() -> None:
    today = sheet(migrations=(_renamed, _doubled))
    assert today.schema == 3
    assert today.migrated(1, [("power", "5")]) == [("strength", "10")]
    assert today.migrated(2, [("strength", "5")]) == [("strength", "10")]
    assert today.migrated(3, [("strength", "5")]) == [("strength", "5")]


@pytest.mark.parametrize("schema", [0, -1, 4, 99])
def test_a_schema_that_we_do_not_know_is_left_alone(schema: int) -> None:
    with pytest.raises(InvalidInput) as refused:
        sheet(migrations=(_renamed, _doubled)).migrated(schema, [])
    assert refused.value.field == "schema"


def test_a_missing_example_is_named() -> None:
    assert TOY.example("one").data["name"] == "One"
    with pytest.raises(UnknownName, match="two"):
        TOY.example("two")


@given(
    st.builds(
        dict,
        strength=st.integers(3, 18),
        conditions=st.lists(st.sampled_from(["prone", "stunned"]), unique=True, max_size=2),
        weapons=st.lists(st.builds(dict, skill=st.integers(-1, 4), name=st.just("A b")), max_size=3),
        overrides=st.builds(dict, might=st.none() | st.integers(-5, 8)),
    )
)
def test_a_sheet_survives_its_pairs(data: dict[str, Any]) -> None:
    held = TOY.parse(data)
    assert TOY.from_text(TOY.to_pairs(held)) == (held, [])


@given(st.lists(st.tuples(st.text(max_size=12), st.text(max_size=12)), max_size=6))
def test_pairs_of_a_stranger_never_crash(pairs: list[tuple[str, str]]) -> None:
    held, problems = TOY.from_text(pairs)
    assert held is not None or problems


def test_sides_name_their_values() -> None:
    me, weapon, target, match = sides(Hero, Foe, TOY.derived, TOY.per_weapon, TOY.per_matchup)
    assert (me.might, weapon.damage, match.around) == ("might", "weapon.damage", "matchup.around")
    assert (target.guard, target.weapon.skill) == ("target.guard", "target.weapon.skill")
    assert target.match.around == "target.matchup.around"


@pytest.mark.parametrize("name", ["migth", "damage", "around"])
def test_a_value_that_a_side_does_not_have_is_refused(name: str) -> None:
    me = sides(Hero, Foe, TOY.derived, TOY.per_weapon, TOY.per_matchup)[0]
    with pytest.raises(DeclarationError, match=name):
        me[name]
