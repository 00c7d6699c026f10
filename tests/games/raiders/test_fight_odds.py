"""The figures of every act in a fight of Ruins & Raiders are the calculators', asked with numbers worked out here.

The numbers come from the chapter and from the sheets as they are entered: Dodge is 7 + Athlete - armor penalty, Parry
7 + Warrior + the best weapon defense, Protection Fortitude + armor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pyrules
from pyrules.engine.fight.acts import FightAct, Here
from pyrules.engine.fight.odds import odds
from pyrules.engine.inputs import input_fields
from pyrules.games.raiders.lookup import lift_kg
from tests.extent import by_extent
from tests.rotation import seed

from .fighting import Fighting

MATCHUPS = by_extent(60, 200, 1_000)

ALONE = ("cornered", "aiming", "defending", "full_defense", "prone")
Asked = dict[str, Any]


class Side(NamedTuple):
    """A fighter as it was entered, and the conditions that it has."""

    sheet: Mapping[str, Any]
    conditions: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Any:
        return self.sheet[name]

    @property
    def guard(self) -> int:
        if "full_defense" in self.conditions:
            return 6
        return 3 if "defending" in self.conditions else 0

    @property
    def protection(self) -> int:
        return self["fortitude"] + self["armor"]

    @property
    def aim(self) -> int:
        return 3 if "aiming" in self.conditions else 0

    def defense(self, parriable: bool = True, unaware: bool = False, distance: int = 0) -> int:
        """The best that this side can do against an attack; with neither Dodge nor Parry only the range counts."""
        dodge = 7 + self["athlete"] - self["armor_penalty"]
        parry = 7 + self["warrior"] + max((one["defense"] for one in self["weapons"]), default=0)
        possible = [*([] if "cornered" in self.conditions else [dodge]), *([parry] if parriable else [])]
        neither = unaware or "down" in self.conditions or not possible
        return 4 + distance if neither else max(possible) + self.guard


class Case(NamedTuple):
    """A drawn match-up: the fight, both sides, and the facts between them."""

    fight: Fighting
    me: Side
    they: Side
    facts: Mapping[str, int]


def drawn_sheet(random: Random) -> Asked:
    weapons = [
        {
            "name": f"Weapon {index}",
            "damage": random.randint(0, 12),
            "kind": random.choice(["melee", "melee", "thrown", "missile"]),
            "defense": random.randint(-1, 4),
            "hit_bonus": random.randint(-1, 3),
            "damage_bonus": random.randint(0, 2),
            "parriable": random.random() < 0.8,
        }
        for index in range(random.randint(0, 2))
    ]
    names = ("brawn", "fortitude", "archer", "athlete", "ranger", "warrior", "perception")
    traits = {name: random.randint(0, 9) for name in names}
    pools = {"wounds": random.randint(0, 5), "fortune_max": random.choice([0, 0, 1, 4, 12])}
    gear = {"armor": random.randint(0, 6), "armor_penalty": random.randint(0, 3)}
    limit = {"wound_limit": random.choice([None, None, 6, 20])}
    return traits | pools | gear | limit | {"mass": random.choice([None, 40, 70, 90, 200, 800]), "weapons": weapons}


def drawn(random: Random) -> Case:
    """Two fighters with conditions of both and facts between them, at a table with rules of its own."""
    rules = {
        "wound_limit": random.choice([8, 10, 15]),
        "fortune_buys": random.choice([1, 1, 3]),
        "method": random.choice(["quarters", "nearest_third"]),
        "extremes": random.random() < 0.8,
        "haymaker_rule": random.choice(["both_actions", "one_action"]),
    }
    sheets = [drawn_sheet(random), drawn_sheet(random)]
    fight = Fighting({"id": "me", "sheet": sheets[0]}, {"id": "they", "side": "foes", "sheet": sheets[1]}, table=rules)
    held = [tuple(one for one in ALONE if random.random() < 0.15) for _ in sheets]
    held[1] += ("down",) if random.random() < 0.1 else ()
    for who, conditions in zip(("me", "they"), held, strict=True):
        for one in conditions:
            fight.hold(who, one)
    facts = {one: random.randint(0, 12) for one in ("holds", "range", "held", "unaware") if random.random() < 0.35}
    for one, number in facts.items():
        if one in ("holds", "range"):
            fight.hold("me", one, "they", number=number)
        else:
            fight.hold("they", "holds" if one == "held" else one, "me", number=number)
    return Case(fight, Side(sheets[0], held[0]), Side(sheets[1], held[1]), facts)


# What a calculator is asked


def table_rules(case: Case, slug: str) -> Asked:
    names = {field.name for field in input_fields(pyrules.calculator(f"raiders.{slug}").inputs)}
    return {name: value for name, value in case.fight.table.items() if name in names}


def limits(case: Case) -> Asked:
    own = case.they["wound_limit"]
    return {"wounds_before": case.they["wounds"], **({"wound_limit": own} if own else {})}


def blow(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    """The attacker's side of any attack."""
    skill = case.me["archer" if weapon and weapon["kind"] == "missile" else "warrior"]
    return {
        "offense": skill,
        "brawn": case.me["brawn"],
        "weapon": weapon["damage"] if weapon else 0,
        "protection": case.they.protection,
        "bonus_hit": weapon["hit_bonus"] if weapon else 0,
        "bonus_damage": weapon["damage_bonus"] if weapon else 0,
        "fortune": case.they["fortune_max"],
        **limits(case),
    }


def strike(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    parriable = weapon is None or weapon["parriable"]
    defense = case.they.defense(parriable, "unaware" in case.facts, case.facts.get("range", 0))
    return {**blow(case, weapon), "defense": defense, "aim": bool(case.me.aim)}


def haymaker(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    asked = strike(case, weapon)
    return {**asked, "haymaker": True, "aim": False, "bonus_hit": asked["bonus_hit"] + case.me.aim}


def ambush(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    seen = case.they.defense(weapon is None or weapon["parriable"])
    return {
        **blow(case, weapon),
        "aim": bool(case.me.aim),
        "range_cl": case.facts.get("range", 0),
        "compare_defense": seen,
    }


def masses(case: Case, mine: Side, theirs: Side) -> tuple[int, int]:
    """The mass bonuses of two sides, by the calculator of masses."""
    if mine["mass"] is None or theirs["mass"] is None:
        return 0, 0
    asked = {"side_a": [mine["mass"]], "side_b": [theirs["mass"]], "method": case.fight.table["method"]}
    found = pyrules.answer("raiders.mass_bonus", asked).values
    return (
        found["full_bonus"] if found["heavier"] == "a" else 0,
        found["full_bonus"] if found["heavier"] == "b" else 0,
    )


def grapple(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    mine, theirs = masses(case, case.me, case.they)
    return {
        "warrior": case.me["warrior"],
        "defense": case.they.defense(True, "unaware" in case.facts, case.facts.get("range", 0)),
        "brawn": case.me["brawn"],
        "protection": case.they.protection,
        "target_brawn": case.they["brawn"],
        "target_warrior": case.they["warrior"],
        "bonus_hit": case.me.aim,
        "grappler_mass_bonus": mine,
        "target_mass_bonus": theirs,
        **limits(case),
    }


def squeeze(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    defense = case.they.defense(True, "unaware" in case.facts)
    return {**grapple(case, weapon), "defense": defense, "held_mox": case.facts["holds"], "rounds": 1}


def slam(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    mass = case.they["mass"]
    asked = {"mox": case.facts["holds"], "brawn": case.me["brawn"], "protection": case.they.protection}
    return asked | ({"victim_kg": mass} if mass and mass <= lift_kg(case.me["brawn"]) else {})


def escape(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    mine, theirs = masses(case, case.me, case.they)
    return {
        "brawn": case.me["brawn"],
        "warrior": case.me["warrior"],
        "grappler_brawn": case.they["brawn"],
        "grappler_warrior": case.they["warrior"],
        "mass_bonus": mine,
        "grappler_mass_bonus": theirs,
    }


def area(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    assert weapon is not None  # no area without a weapon
    skill = case.me["archer" if weapon["kind"] == "missile" else "warrior"]
    return {
        "offense": skill + weapon["hit_bonus"] + case.me.aim,
        "range_cl": case.facts.get("range", 0),
        "spaces_covered": 1 if "down" in case.they.conditions else 4,  # one who is down does not leap
        "spaces_to_leave": 1,
        "athlete": case.they["athlete"],
        "damage": weapon["damage"] + weapon["damage_bonus"],
        "protection": case.they.protection,
    }


def carry(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    return {"brawn": case.me["brawn"], "gear_kg": 0, "victim_kg": case.they["mass"]}


def look(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    return {"trait": case.me["perception"], "target": 12, "bonus": 3}


def plan(case: Case, weapon: Mapping[str, Any] | None) -> Asked:
    asked, foe_weapon = strike(case, weapon), next(iter(case.they["weapons"]), None)
    skill = case.they["archer" if foe_weapon and foe_weapon["kind"] == "missile" else "warrior"]
    melee = (weapon is None or weapon["kind"] == "melee") and not case.facts.get("range")
    mine = {
        "offense": asked["offense"] + asked["bonus_hit"],
        "defense": case.me.defense(foe_weapon is None or foe_weapon["parriable"]),
        "brawn": case.me["brawn"],
        "weapon": asked["weapon"] + asked["bonus_damage"],
        "protection": case.me.protection,
        "melee": melee,
    }
    theirs = {
        "offense": skill + (foe_weapon["hit_bonus"] if foe_weapon else 0),
        "defense": asked["defense"],
        "brawn": case.they["brawn"],
        "weapon": foe_weapon["damage"] + foe_weapon["damage_bonus"] if foe_weapon else 0,
        "protection": case.they.protection,
        "melee": foe_weapon is None or foe_weapon["kind"] == "melee",
    }
    return {
        "me": mine,
        "foe": theirs,
        "foe_wounds_before": case.they["wounds"],
        "foe_wound_limit": case.they["wound_limit"] or case.fight.table["wound_limit"],
        "foe_fortune": case.they["fortune_max"],
        "aimed": bool(case.me.aim),
        "held_mox": case.facts.get("holds"),
    }


EXPECTED: dict[str, Callable[[Case, Mapping[str, Any] | None], Asked]] = {
    "strike": strike,
    "strike_unarmed": strike,
    "haymaker": haymaker,
    "haymaker_unarmed": haymaker,
    "ambush": ambush,
    "grab": grapple,
    "grab_object": grapple,
    "squeeze": squeeze,
    "slam": slam,
    "escape": escape,
    "area": area,
    "move_captive": carry,
    "look": look,
}


PLANS: dict[str, Callable[[Case, Mapping[str, Any] | None], Asked]] = {"plan": plan, "plan_unarmed": plan}


def offered(case: Case) -> Iterator[tuple[FightAct, Here]]:
    """Every act with odds that is offered against the other one, or alone, and the plans against it."""
    for to in ("they", ""):
        here = case.fight.here("me", to)
        for act, one in (*here.rules.offered(here), *here.rules.planned(here)):
            if act.calculator:
                yield act, one


def test_the_figures_of_each_act_are_the_answers_to_the_numbers_of_both_sides() -> None:
    random, seen = Random(f"{seed()} raiders"), set()
    for case in islice(iter(lambda: drawn(random), None), MATCHUPS):
        for act, here in offered(case):
            weapon = None if here.weapon_at is None else case.me["weapons"][here.weapon_at]
            assert act.id in EXPECTED | PLANS, f"EXPECTED lacks the inputs of the act {act.id!r}, by the chapter"
            asked = table_rules(case, act.calculator) | (EXPECTED | PLANS)[act.id](case, weapon)
            found = odds(act, here)
            assert found.answer == pyrules.answer(f"raiders.{act.calculator}", asked), (act.id, found.why, asked)
            assert not found.misfits
            seen.add(act.id)
    assert seen == EXPECTED.keys() | PLANS.keys()
