"""Initiative by sides, and the steps of every initiative roll.

From "Rounds, Initiative, and Surprise" in the combat chapter. Initiative is rolled once, at the start of a fight (SRD).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, Dist, d
from ....engine.errors import BAD_OPTION, OUT_OF_RANGE, InvalidInput
from ....engine.explain import note
from ....engine.inputs import REQUIRED, RULING, TABLE_RULES_GROUP, Option, choice, many, number, record, text, toggle
from ....engine.procedure import Modifier, Procedure, Step, if_any, throw, total
from ..checks.checks import SCALE
from ..tables import FACTS

LONGEST_NAME = 40
PARTY = "Party"
PC_FIRST, EVENLY = "pc", "even"


def name(default: Any = REQUIRED) -> Any:
    """The input for a name."""
    return text("Name", LONGEST_NAME, default, help="Any name, as long as no two are the same.", rule="WWN-INIT-01")


def bonus() -> Any:
    """The input for other modifiers of initiative."""
    return number(
        "Bonus", -10, 10, 0, help="Anything else that adds, such as a Focus.", rule="WWN-INIT-01", signed=True
    )


def is_pc(label: str) -> Any:
    """The input for player characters, who win ties."""
    return toggle(label, help="Player characters win ties with anybody else.", rule="WWN-EXT-INITTIE")


@dataclass(frozen=True, kw_only=True)
class Member:
    """A member of a side, by name."""

    name: str = text("Name", LONGEST_NAME, help="Who it is.", rule="WWN-INIT-02")
    dex_mod: int = number(
        "Dexterity modifier", *SCALE, help="Creatures usually add 0.", rule="WWN-INIT-02", signed=True
    )


@dataclass(frozen=True, kw_only=True)
class Side:
    """A group of fighters who roll once (WWN-INIT-02)."""

    name: str = name(PARTY)
    members: tuple[Member, ...] = many(
        "Members by name",
        record("Member", Member, help="One who fights on this side.", rule="WWN-INIT-02"),
        0,
        6,
        (),
        help="Those of character sheets, and whomever you want to see by name.",
        rule="WWN-INIT-02",
    )
    dex_mods: tuple[int, ...] = many(
        "Dexterity modifiers",
        number("Modifier", *SCALE, help="One member's.", rule="WWN-INIT-02", signed=True),
        0,
        12,
        help="One for each member without a name here; the best of all counts, and creatures usually add 0.",
        rule="WWN-INIT-02",
    )
    bonus: int = bonus()
    pc: bool = is_pc("Player characters")


def initiative_ties() -> Any:
    """The table rule on ties in initiative, by sides and individually (WWN-EXT-INITTIE)."""
    return choice(
        "Ties",
        (
            Option(PC_FIRST, "Player characters win", "WWN-EXT-INITTIE"),
            Option(EVENLY, "Shared evenly", "WWN-INIT-02"),
        ),
        PC_FIRST,
        help="The chapter is silent; in the SRD player characters win them, which is our default.",
        rule="WWN-EXT-INITTIE",
        group=TABLE_RULES_GROUP,
        table=RULING,
    )


class Entrant(NamedTuple):
    """A participant in an initiative roll: a person, or a whole side."""

    name: str
    pc: bool
    modifiers: tuple[Modifier, ...]


def with_bonus(modifier: Modifier, bonus: int) -> tuple[Modifier, ...]:
    """A Dexterity modifier and other modifiers."""
    return (modifier, *if_any("Bonus", bonus, "WWN-INIT-01"))


def side(s: Side) -> Entrant:
    """A side rolls once, with the best modifier among its members (WWN-INIT-02)."""
    return Entrant(s.name, s.pc, with_bonus(best_dexterity(s), s.bonus))


def best_dexterity(s: Side) -> Modifier:
    """The best modifier among the members of a side, with the name of the member if it is known."""
    nameless = [Modifier("Best Dexterity", dex_mod, "WWN-INIT-02") for dex_mod in s.dex_mods]
    named = [Modifier(f"Best Dexterity, {one.name}", one.dex_mod, "WWN-INIT-02") for one in s.members]
    return max([*named, *nameless], key=lambda one: one.value)


# The rolls.


class Leading(NamedTuple):
    """The state during the initiative rolls.

    `ahead` are the entrants with the highest total `best`. `foe` is the highest total of a foe; `foes` is the number of
    foes with it. `before` is the number of player characters who act before every foe. `tied` is the number of player
    characters with the total `foe`, where ties are shared. Foes roll first.
    """

    best: int | None = None
    ahead: tuple[str, ...] = ()
    foe: int | None = None
    foes: int = 0
    before: int = 0
    tied: int = 0


def initiative_die(modifiers: tuple[Modifier, ...]) -> Die[int]:
    """One roll for initiative."""
    return d(FACTS.number("initiative_die")).plus(total(modifiers))


def initiative(entrants: Sequence[Entrant], *, pcs_win_ties: bool = True, rule: str) -> Procedure[Leading]:
    """All rolls; player characters win ties for the first place, or ties are shared evenly."""
    pcs = {e.name for e in entrants if e.pc} if pcs_win_ties else set()

    def lead(s: Leading, e: Entrant, rolled: int) -> tuple[str, ...]:
        if s.best is None or rolled > s.best:
            return (e.name,)
        if rolled < s.best:
            return s.ahead
        tied = (*s.ahead, e.name)
        return tuple(one for one in tied if one in pcs) or tied

    def enter(e: Entrant) -> Step[Leading]:
        def change(s: Leading, rolled: int) -> Leading:
            best = rolled if s.best is None else max(s.best, rolled)
            if not e.pc:
                foes = s.foes + 1 if rolled == s.foe else 1 if rolled == best else s.foes
                return s._replace(best=best, ahead=lead(s, e, rolled), foe=best, foes=foes)
            level = rolled == s.foe
            before = s.before + (s.foe is not None and (rolled > s.foe or (level and pcs_win_ties)))
            tied = s.tied + (level and not pcs_win_ties)
            return s._replace(best=best, ahead=lead(s, e, rolled), before=before, tied=tied)

        return throw(
            f"{e.name} rolls",
            initiative_die(e.modifiers),
            change,
            rule=rule,
            modifiers=e.modifiers,
            adds=e.modifiers,
            tell=lambda n, s: f"{n}: {' and '.join(s.ahead)} ahead",
        )

    def lot(s: Leading) -> Die[str]:
        return d(len(s.ahead)).map(lambda n: s.ahead[n - 1])

    shared = throw(
        "Tie, by lot",
        lot,
        lambda s, drawn: s._replace(ahead=(drawn,)),
        rule=rule,
        when=lambda s: len(s.ahead) > 1,
        tell=lambda drawn, s: f"{drawn} is ahead",
    )
    foes_first = sorted(entrants, key=lambda e: e.pc)
    return Procedure(Leading(), (*map(enter, foes_first), shared), lambda s: f"{s.ahead[0]} first")


def ties_explanation(*, pcs_win: bool) -> Step[Leading]:
    """Who acts first, and who wins ties."""
    whose = "player characters win ties with others" if pcs_win else "ties are drawn by lot"
    return note(f"The highest total goes first; {whose}", "WWN-EXT-INITTIE")


def p_first_of(end: Dist[Leading], entrants: Sequence[Entrant]) -> dict[str, Fraction]:
    """The chance of each entrant to act first."""
    chances = end.dist(lambda s: s.ahead[0])
    return {e.name: chances.get(e.name, Fraction(0)) for e in entrants}


def with_a_chance(p_first: dict[str, Fraction]) -> dict[str, Fraction]:
    """The same for a chart, without entrants whose chance is 0."""
    return {name: p for name, p in p_first.items() if p}


def refuse_same_names(field: str, names: Sequence[str]) -> None:
    """Raises `InvalidInput` for two equal names."""
    for index, one in enumerate(names):
        if one in names[:index]:
            text = f"There are two called {one}; names must differ."
            raise InvalidInput(f"{field}.{index}.name", BAD_OPTION, one, text)


# By sides.


def refuse_empty_sides(sides: Sequence[Side]) -> None:
    """Raises `InvalidInput` for a side without a member."""
    for index, one in enumerate(sides):
        if not one.members and not one.dex_mods:
            text = f"Dexterity modifiers need at least one entry, as nobody is named on the side {one.name}."
            raise InvalidInput(f"sides.{index}.dex_mods", OUT_OF_RANGE, [], text)


def check_sides(a: BySides) -> None:
    """Raises `InvalidInput` for equal names of sides, and for a side without a member."""
    refuse_same_names("sides", [s.name for s in a.sides])
    refuse_empty_sides(a.sides)


@dataclass(frozen=True, kw_only=True)
class BySides:
    """The sides of a fight."""

    sides: tuple[Side, ...] = many(
        "Sides",
        record("Side", Side, help="Everyone who fights together.", rule="WWN-INIT-02"),
        2,
        5,
        help="Each side rolls once, for all its members.",
        rule="WWN-INIT-02",
    )
    ties: str = initiative_ties()


def by_sides(a: BySides) -> Procedure[Leading]:
    """One roll for each side."""
    return initiative([side(s) for s in a.sides], pcs_win_ties=a.ties == PC_FIRST, rule="WWN-INIT-02")


def explanation(a: BySides) -> Procedure[Leading]:
    """The winner of ties, and every side's roll."""
    return by_sides(a).explained(before=(ties_explanation(pcs_win=a.ties == PC_FIRST),))


def _by_sides(a: BySides) -> dict[str, Any]:
    sides = [side(s) for s in a.sides]
    p_first = p_first_of(by_sides(a).odds(), sides)
    best = max(p_first.values())
    pcs = [s.name for s in sides if s.pc]
    return {
        "p_pcs_first": sum((p_first[name] for name in pcs), Fraction(0)) if pcs else None,
        "likeliest": [name for name, p in p_first.items() if p == best],
        "p_first": p_first,
        "modifiers": {s.name: total(s.modifiers) for s in sides},
        "first": with_a_chance(p_first),
    }


INITIATIVE_GROUP = Calculator(
    id="wwn.initiative_group",
    title="Initiative by sides",
    summary="Which side goes first when each rolls once.",
    inputs=BySides,
    keeps_state=True,
    outputs=(
        out.listing("likeliest", "most likely first", rule="WWN-INIT-02", headline=True),
        out.percent("p_pcs_first", "player characters first", rule="WWN-INIT-02", headline=True),
        out.named("p_first", "Goes first", out.percent("p", "Goes first"), rule="WWN-INIT-02"),
        out.named("modifiers", "Modifiers", out.figure("modifier", "Modifier", signed=True), rule="WWN-INIT-02"),
        out.distribution("first", "Who goes first", rule="WWN-INIT-02", unit="side"),
    ),
    compute=_by_sides,
    check=check_sides,
    start={
        "sides": [
            {"name": "Party", "dex_mods": [0, 1, -1, 0], "pc": True},
            {"name": "Raiders", "dex_mods": [0]},
            {"name": "Beast", "dex_mods": [1]},
        ]
    },
    rolls=(RollOption("roll", "Roll it", by_sides),),
    explain=explanation,
)
