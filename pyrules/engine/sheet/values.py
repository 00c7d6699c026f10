"""The values of a sheet, a weapon and a matchup, by name: overridden, computed, or entered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, Self, TypeVar, cast

from ..errors import TableError
from ..inputs import OWN, Input, input_fields
from ..procedure import Modifier
from .conditions import ATTACK, INCOMING, Effect
from .derived import Derived
from .sheet import CONDITIONS, OVERRIDES, OWN_CONDITIONS, REASON, WEAPONS, Sheet
from .sources import NOT_APPLICABLE, TARGET_SIDE, WEAPON_SIDE

Found = TypeVar("Found")


class Value(NamedTuple):
    """One value with its input, which has the label and the notation."""

    input: Input
    held: Any


@cache
def _inputs_by_name(record: Any) -> dict[str, Input]:
    return {field.name: field.input for field in input_fields(record)}


class _Named:
    """Values by name: the inputs of a record, and derived values, each computed once on demand."""

    def __init__(self, held: Any, derived: Mapping[str, Derived]) -> None:
        self.held = held
        self._entered = _inputs_by_name(cast(Hashable, type(held)))
        self._derived = derived
        self._computed: dict[str, Any] = {}
        self._known: dict[str, Value] = {}
        self._computing: list[str] = []
        self._memo: dict[Callable[[Any], Any], Any] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._entered or name in self._derived

    def __getitem__(self, name: str) -> Any:
        return self.value(name).held

    def value(self, name: str) -> Value:
        """The value `name` with its input; raises `TableError` for a name that the game has not declared."""
        if name not in self._known:
            self._known[name] = self._found(name)
        return self._known[name]

    def _found(self, name: str) -> Value:
        if name in self._derived:
            return Value(self._derived[name].input, self.computed(name))
        if name not in self._entered:
            raise TableError(
                f"The sheet has no field and no derived value {name!r}, which a binding or a derived value names."
            )
        return Value(self._entered[name], getattr(self.held, name))

    def memo(self, compute: Callable[[Self], Found]) -> Found:
        """The result of `compute` for these values, computed once; for example the weapons in hand."""
        if compute not in self._memo:
            self._memo[compute] = compute(self)
        found: Found = self._memo[compute]
        return found

    def computed(self, name: str) -> Any:
        """A derived value as the rules compute it, without an override.

        Raises `TableError` if the value depends on itself.
        """
        if name not in self._computed:
            if name in self._computing:
                raise TableError(
                    f"The derived value {name!r} must not depend on itself: {' → '.join([*self._computing, name])}."
                )
            self._computing.append(name)
            try:
                self._computed[name] = self._derived[name].compute(self)
            finally:
                self._computing.pop()
        return self._computed[name]


def is_own(condition: str) -> bool:
    """Whether an id is that of a condition of a player's own, such as `own.0`."""
    return condition.startswith(f"{OWN}.")


class Values(_Named):
    """The values of a whole sheet. Conditions in `without` count as absent.

    `also` are conditions that hold besides those of the sheet, such as what a fight knows of two combatants; `counts`
    are the numbers of those that count something. `table` maps names of table rules to the values that this table plays
    by instead of the default.
    """

    def __init__(
        self,
        sheet: Sheet,
        held: Any,
        without: Collection[str] = (),
        table: Mapping[str, Any] | None = None,
        also: tuple[str, ...] = (),
        counts: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(held, sheet.derived_by_name)
        self.sheet = sheet
        self.also = also
        self.counts = counts or {}
        self.table = table or {}
        self._overrides = getattr(held, OVERRIDES)
        counted = tuple(one for one in getattr(held, CONDITIONS) if one not in without)
        self._known[CONDITIONS] = Value(self._entered[CONDITIONS], counted)
        self._own = {
            f"{OWN}.{index}": one
            for index, one in enumerate(getattr(held, OWN_CONDITIONS, ()))
            if f"{OWN}.{index}" not in without
        }

    def _found(self, name: str) -> Value:
        """An override replaces the computed value; the maximum of a pool replaces null."""
        if self.is_overridden(name):
            return Value(self._derived[name].input, getattr(self._overrides, name))
        found = super()._found(name)
        if found.held is None and name in self.sheet.maximum:
            return Value(found.input, self[self.sheet.maximum[name]])
        return found

    def without_condition(self, condition: str) -> Values:
        """The same values without one more condition."""
        own = (f"{OWN}.{index}" for index, _ in enumerate(getattr(self.held, OWN_CONDITIONS, ())))
        everything = (*getattr(self.held, CONDITIONS), *own)
        without = [one for one in everything if one == condition or one not in self.holding]
        return Values(self.sheet, self.held, without, self.table, self.also, self.counts)

    def with_condition(self, condition: str) -> Values:
        """The same values with one more condition or fact."""
        own = (f"{OWN}.{index}" for index, _ in enumerate(getattr(self.held, OWN_CONDITIONS, ())))
        without = [one for one in (*getattr(self.held, CONDITIONS), *own) if one not in self.holding]
        return Values(self.sheet, self.held, without, self.table, (*self.also, condition), self.counts)

    @property
    def holding(self) -> tuple[str, ...]:
        """The entered conditions by id: those of the game, and a player's own as `own.0`, `own.1` and so on."""
        return (*self[CONDITIONS], *self._own)

    def condition_label(self, condition: str) -> str:
        """The label of a condition, the game's or a player's own."""
        return self._own[condition].name if condition in self._own else self.sheet.conditions.label(condition)

    def own_modifiers(self, on: str) -> tuple[Modifier, ...]:
        """What conditions of a player's own add to a roll or a value."""
        if OWN_CONDITIONS not in self:
            return ()
        rule = self.value(OWN_CONDITIONS).input.rule
        added = [(one.name, getattr(one, on, 0)) for one in self._own.values()]
        return tuple(Modifier(name, value, rule) for name, value in added if value)

    @cached_property
    def in_force(self) -> tuple[str, ...]:
        """The conditions that hold: those that follow from other values, those entered, and those of a fight."""
        return tuple(dict.fromkeys((*self.sheet.conditions.implied(self), *self[CONDITIONS], *self.also)))

    def has_condition(self, *conditions: str) -> bool:
        """Whether any of `conditions` holds."""
        return any(one in self.in_force for one in conditions)

    @cached_property
    def flags(self) -> frozenset[str]:
        """The flags that conditions set."""
        return self.sheet.conditions.flags(self.in_force)

    def effects(self, on: str, when: str = "") -> tuple[Effect, ...]:
        """The effects of conditions on a roll or a value, for an attack of the kind `when`."""
        return self.sheet.conditions.effects(self.in_force, on, when)

    def options(self, on: str, when: str = "") -> tuple[str, ...]:
        """The options that conditions add to a roll, for an attack of the kind `when`."""
        return tuple(dict.fromkeys(effect.option for effect in self.effects(on, when) if effect.option))

    def barred(self, *acts: str) -> str:
        """The sentence that says why a condition makes one of `acts` impossible; empty if none does."""
        return self.sheet.conditions.barred(self.in_force, *acts)

    def modifiers(self, on: str, when: str = "") -> tuple[Modifier, ...]:
        """The numbers that conditions add to a roll or a value, for an attack of the kind `when`."""
        numbers = self.sheet.conditions.modifiers(self.in_force, on, when)
        return (*numbers, *self.own_modifiers(on))

    def is_overridden(self, name: str) -> bool:
        """Whether a derived value is overridden."""
        return getattr(self._overrides, name, None) is not None

    def reason(self, name: str) -> str:
        """The player's reason for an override; empty if there is none."""
        return getattr(self._overrides, f"{name}{REASON}", None) or ""

    def weapons(self) -> tuple[Weapon, ...]:
        """The weapons, in the order of the sheet."""
        return self._weapons

    def matchup(self, weapon: Weapon | None, target: Values | None, target_weapon: Weapon | None) -> Matchup:
        """The matchup of these values with others, the same one each time, so that it finds each value once."""
        key = (weapon, target, target_weapon)
        if key not in self._matchups:
            self._matchups[key] = Matchup(self, weapon, target, target_weapon)
        return self._matchups[key]

    @cached_property
    def _matchups(self) -> dict[tuple[Weapon | None, Values | None, Weapon | None], Matchup]:
        return {}

    @cached_property
    def _weapons(self) -> tuple[Weapon, ...]:
        return tuple(Weapon(self, held) for held in self[WEAPONS])


class Weapon(_Named):
    """The values of one weapon; `owner` are the values of its sheet."""

    def __init__(self, owner: Values, held: Any) -> None:
        super().__init__(held, owner.sheet.per_weapon_by_name)
        self.owner = owner


class Opponent(_Named):
    """The values of an opponent without a sheet."""

    def __init__(self, held: Any) -> None:
        super().__init__(held, {})

    @cached_property
    def toggled(self) -> tuple[str, ...]:
        """The names of the values that are switched on, such as `is_prone`."""
        return tuple(name for name in self._entered if self[name] is True)


@dataclass(frozen=True)
class Matchup:
    """Who acts, with which weapon, and against whom, as far as these are known."""

    me: Values
    weapon: Weapon | None = None
    target: Values | Opponent | None = None
    target_weapon: Weapon | None = None

    def value(self, source: str) -> Value | None:
        """The value of a source; None if this matchup has none."""
        if source not in self._known:
            self._known[source] = self._found(source)
        return self._known[source]

    def _found(self, source: str) -> Value | None:
        head, dot, name = source.partition(".")
        if not dot:
            return self.me.value(source)
        if head == TARGET_SIDE:
            if isinstance(self.target, Opponent):
                return self.target.value(name) if name in self.target else None
            return self._swapped.value(name) if self._swapped else None
        if head == WEAPON_SIDE:
            return self.weapon.value(name) if self.weapon else None
        return self._of_matchup(name)

    def __getitem__(self, source: str) -> Any:
        """The value of a source without its input; None if this matchup has none."""
        found = self.value(source)
        return found.held if found else None

    def _of_matchup(self, name: str) -> Value | None:
        one = next((one for one in self.me.sheet.per_matchup if one.name == name), None)
        if one is None:
            raise TableError(f"A matchup has no derived value {name!r}, which a binding or a derived value names.")
        held = one.compute(self)
        return None if held is NOT_APPLICABLE else Value(one.input, held)

    def attack_options(self, when: str = "") -> tuple[str, ...]:
        """The options that the conditions of both sides add to the character's attack, an attack of the kind `when`."""
        known = self.me.sheet.conditions
        effects = (*known.effects(self._target_in_force, INCOMING, when), *self.me.effects(ATTACK, when))
        return tuple(dict.fromkeys(effect.option for effect in effects if effect.option))

    def incoming(self, when: str = "") -> tuple[Modifier, ...]:
        """The numbers that the target's conditions add to the character's attack, an attack of the kind `when`."""
        return self.me.sheet.conditions.modifiers(self._target_in_force, INCOMING, when)

    def memo(self, key: Hashable, work_out: Callable[[], Found]) -> Found:
        """What `work_out` makes of this matchup, worked out once for each `key`."""
        if key not in self._memo:
            self._memo[key] = work_out()
        found: Found = self._memo[key]
        return found

    @cached_property
    def _memo(self) -> dict[Hashable, Any]:
        return {}

    @cached_property
    def _target_in_force(self) -> tuple[str, ...]:
        """The conditions of the target. Without a sheet, these are the conditions that set the target's flags."""
        if isinstance(self.target, Opponent):
            return self.me.sheet.conditions.setting(self.target.toggled)
        return self.target.in_force if self.target else ()

    @cached_property
    def _known(self) -> dict[str, Value | None]:
        return {}

    @cached_property
    def _swapped(self) -> Matchup | None:
        """The same matchup from the target's side; None if the target has no sheet."""
        if not isinstance(self.target, Values):
            return None
        return Matchup(self.target, self.target_weapon, self.me, self.weapon)
