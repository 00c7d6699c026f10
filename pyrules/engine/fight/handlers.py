"""The handlers of a fight's events: who is there, whose turn it is, and what fighters have, hold and do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..errors import InvalidInput
from ..inputs import OWN, input_fields
from ..sheet.sheet import OWN_CONDITIONS, Sheet
from ..sheet.values import Values
from .copies import renumbered
from .events import KINDS, MOST_FIGHTERS, MOST_HELD, MOST_ROUNDS, Event, held_by
from .fighters import Fighter, FightState, Given
from .replay import refuse
from .rules import Fight, Handler
from .state import COMING, NOW, Held

Budget = Callable[[FightState, str], Mapping[str, int]]
"""What a fighter has at the start of a round."""


def fight_of(
    sheet: Sheet, budget: Budget, down: frozenset[str], skipped: frozenset[str], between: frozenset[str]
) -> Fight[FightState, Event]:
    """The fights of a game: the handlers of all events over fighters with this sheet.

    Who holds one of `down` is out of the fight; who holds one of `skipped` has no turn while it lasts. What is one of
    `between` holds toward another fighter only.
    """
    handlers = _Handlers(sheet, between)
    handlers.fight = Fight(
        handlers=handlers.by_kind(),
        actor=lambda state, event: event.who,
        budget=lambda state, who: {"budget": dict(budget(state, who)), **_back(state[who])},
        passed_over=down | skipped,
        out=down,
        most_rounds=MOST_ROUNDS,
    )
    return handlers.fight


def _back(fighter: Fighter) -> Mapping[str, Any]:
    """The usual place of a fighter who had another one for a round."""
    return {"place": fighter.home, "home": ()} if fighter.home else {}


class _Handlers:
    """The handlers of the events of one game's fights."""

    def __init__(self, sheet: Sheet, between: frozenset[str]) -> None:
        self.sheet = sheet
        self.between = between
        self.fight: Fight[FightState, Event]
        self.pools = {pool.name for pool in sheet.pools}

    def by_kind(self) -> Mapping[str, Handler[FightState, Event]]:
        """The handler of each kind of event: first the event itself, then the changes that happen with it.

        If nobody is left whose turn it is, the turn of the next ones begins.
        """
        own = {name: getattr(self, name, self.nothing) for name in KINDS}
        return {name: self._with_changes(own, name) for name in KINDS}

    def _with_changes(self, own: Mapping[str, Handler[FightState, Event]], name: str) -> Handler[FightState, Event]:
        def handle(state: FightState, who: str, event: Event) -> FightState:
            state = own[name](state, who, event)
            for one in event.then:
                state = own[one.do](state, one.who, one)
            return self.fight.settle(state) if state.begun else state

        return handle

    # Who is there

    def join(self, state: FightState, who: str, event: Event) -> FightState:
        """Fighters come in; those who join a fight that has begun act last in this round."""
        there = len(state.combatants) + len(event.get("fighters"))
        refuse(f"A fight has room for {MOST_FIGHTERS} fighters.", when=there > MOST_FIGHTERS, field="fighters")
        character = event.get("character")
        here = any(character and fighter.given.character == character for fighter in state.combatants)
        refuse("This character is in the fight already.", when=here, field="character")
        for one in event.get("fighters"):
            refuse("This id is taken.", when=state.knows(one["id"]), field="fighters")
            pairs = over(event.get("sheet"), one.get("own", []))
            held = self._sheet(event.get("schema"), pairs)
            state = self._enter(state, one, event, held)
        return renumbered(state)

    def _enter(self, state: FightState, one: Mapping[str, Any], event: Event, held: Any) -> FightState:
        who, values, pools = one["id"], Values(self.sheet, held), one.get("pools", {})
        last = max((fighter.place[:1] for fighter in state.combatants), default=(-1,))
        fighter = Fighter(
            id=who,
            name=one["name"],
            side=event.get("side"),
            place=(last[0] + 1,) if last else (len(state.combatants),),
            given=Given(held, event.get("character")),
            tracks={pool.name: _stored(pools, pool.name, 0, values[pool.name]) for pool in self.sheet.pools},
            most=self._most(values, pools),
            hidden=one.get("hidden", False),
        )
        state = state.join(fighter).hold(*(Held(who, one) for one in values.holding))
        return state.put(fighter.change(**self.fight.budget(state, who)))

    def _most(self, values: Values, pools: Mapping[str, list[int]]) -> dict[str, int]:
        """The maxima of the tracks, as stored with the event or else by the sheet.

        A track that counts harm up has none: its maximum is where a fighter goes down, and more can be taken.
        """
        harm = self.sheet.harm
        counts_up = harm.pool if harm and harm.adds else ""
        known = self.sheet.maximum.items()
        return {name: _stored(pools, name, 1, values[most]) for name, most in known if name != counts_up}

    def _sheet(self, schema: int, pairs: list[list[str]]) -> Any:
        try:
            migrated = self.sheet.migrated(schema, [(key, text) for key, text in pairs])
            held, problems = self.sheet.from_text(migrated)
        except InvalidInput as refused:
            held, problems = None, [refused]
        refuse(problems[0].text if problems else "", when=held is None, field="sheet")
        return held

    def edit(self, state: FightState, who: str, event: Event) -> FightState:
        """A fighter has another name or side, is hidden or not, or has other values of the sheet.

        Tracks and conditions stay. Players must not see from the names of copies that one of them is hidden.
        """
        self._known(state, who)
        changed = {name: event.get(name) for name in ("name", "side", "hidden") if name in event.fields}
        if own := event.get("own", []):
            given = state[who].given
            pairs = over([list(pair) for pair in self.sheet.to_pairs(given.held)], own)
            changed["given"] = given._replace(held=self._sheet(self.sheet.schema, pairs))
            changed["most"] = self._most(Values(self.sheet, changed["given"].held), event.get("pools", {}))
        state = state.change(who, **changed)
        return renumbered(state) if "hidden" in changed else state

    def leave(self, state: FightState, who: str, event: Event) -> FightState:
        """A fighter is no longer part of the fight."""
        self._known(state, who)
        return state.leave(who)

    # Turns

    def begin(self, state: FightState, who: str, event: Event) -> FightState:
        """Round 1 begins."""
        refuse("The fight has begun already.", when=state.begun)
        refuse("Nobody is in this fight yet.", when=not state.combatants)
        return self.fight.settle(self.fight.begin_round(renumbered(replace(state, round=1))))

    def next(self, state: FightState, who: str, event: Event) -> FightState:
        """The turn of those who act ends, or of one of them."""
        refuse("The fight has not begun yet.", when=not state.begun)
        acting = self.fight.acting(state)
        is_over = state.round >= MOST_ROUNDS and not acting
        refuse(f"A fight has room for {MOST_ROUNDS} rounds.", when=is_over)
        refuse("It is not the turn of this fighter.", when=who and who not in acting, field="who")
        return self.fight.settle(self.fight.end_turn(state, (who,) if who else acting))

    def order(self, state: FightState, who: str, event: Event) -> FightState:
        """Fighters get their places."""
        places = event.get("places")
        for one in places:
            self._known(state, one)
        state = state.put(*(state[one].change(place=tuple(place), home=()) for one, place in places.items()))
        numbers = event.get("numbers", {})
        for one in numbers:
            self._known(state, one)
        state = state.put(*(state[one].change(initiative=number) for one, number in numbers.items()))
        return replace(state, mode=event.get("mode"))

    def place(self, state: FightState, who: str, event: Event) -> FightState:
        """A fighter gets another place, with `once` for this round only, and acts when it comes.

        `initiative` is what the place was rolled with.
        """
        self._known(state, who)
        fighter = state[who]
        turn = {"turn": COMING} if fighter.turn == NOW else {}
        home = (fighter.home or fighter.place) if event.get("once", False) else ()
        initiative = event.get("initiative", fighter.initiative)
        return state.change(who, place=tuple(event.get("place")), home=home, initiative=initiative, **turn)

    # Numbers, conditions and facts

    def track(self, state: FightState, who: str, event: Event) -> FightState:
        """A track changes, within the range of its input."""
        self._known(state, who)
        name = event.get("name")
        refuse("There is no such track.", when=name not in self.pools, field="name")
        fighter = state[who]
        wanted = event.get("to") if "to" in event.fields else fighter.tracks[name] + event.get("by", 0)
        return state.change(who, tracks={**fighter.tracks, name: self._within(fighter, name, wanted)})

    def _within(self, fighter: Fighter, name: str, wanted: int) -> int:
        kind: Any = next(slot.input for slot in input_fields(self.sheet.character) if slot.name == name)
        return int(max(kind.low, min(fighter.most.get(name, kind.high), wanted)))

    def hold(self, state: FightState, who: str, event: Event) -> FightState:
        """A condition or a fact begins."""
        self._known(state, who)
        held = held_by(event)
        for other in (held.to, held.source, *(end.whose for end in held.ends)):
            refuse("There is no such fighter.", when=other and not state.knows(other))
        refuse("There is no such condition.", when=not self._is_condition(state, who, held.id), field="id")
        refuse("This holds toward another fighter.", when=held.id in self.between and not held.to, field="to")
        after = state.hold(held)
        is_full = len(after.held) > max(MOST_HELD, len(state.held))
        refuse(f"A fight has room for {MOST_HELD} conditions and facts.", when=is_full)
        return after

    def _is_condition(self, state: FightState, who: str, condition: str) -> bool:
        own = len(getattr(state[who].given.held, OWN_CONDITIONS, ()))
        if condition.startswith(f"{OWN}."):
            return condition in {f"{OWN}.{index}" for index in range(own)}
        return self.sheet.conditions.knows(condition)

    def free(self, state: FightState, who: str, event: Event) -> FightState:
        """A condition or a fact ends by hand; with a `note` only the one that has it."""
        self._known(state, who)
        to, note = event.get("to"), event.get("note", None)
        same = (h for h in state.of(who) if h.id == event.get("id") and (not to or h.to == to))
        return state.without(*(h for h in same if note is None or h.note == note))

    def spend(self, state: FightState, who: str, event: Event) -> FightState:
        """Something of a budget is spent, or given back."""
        self._known(state, who)
        name, budget = event.get("name"), state[who].budget
        refuse("There is no such part of a turn.", when=name not in budget, field="name")
        return state.change(who, budget={**budget, name: max(0, budget[name] - event.get("by", 1))})

    # What is done

    def act(self, state: FightState, who: str, event: Event) -> FightState:
        """A fighter has done something; what follows stands in the event's changes."""
        self._known(state, who)
        refuse("There is no such fighter.", when=event.get("to") and not state.knows(event.get("to")), field="to")
        done = event.get("act")
        return replace(state.change(who, did=(*state[who].did, done)), done=state.done | {done})

    def nothing(self, state: FightState, who: str, event: Event) -> FightState:
        """An event that changes nothing by itself."""
        return state

    def _known(self, state: FightState, who: str) -> None:
        refuse("There is no such fighter.", when=not state.knows(who), field="who")


def _stored(pools: Mapping[str, list[int]], name: str, at: int, otherwise: int) -> int:
    """The value (`at` 0) or the maximum (1) of a pool as stored with an event, or `otherwise` without it."""
    stored = pools.get(name, ())
    return stored[at] if at < len(stored) else otherwise


def over(pairs: list[list[str]], own: list[list[str]]) -> list[list[str]]:
    """The pairs of a sheet in which the keys of `own` replace the same keys."""
    replaced = {key for key, _ in own}
    return [*(pair for pair in pairs if pair[0] not in replaced), *own]
