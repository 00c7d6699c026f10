"""The bank of criticals against each foe, and the Critical Actions that it pays for; an optional rule.

"Optional - Critical Hit Actions". What an action leaves behind stands in timed_effects.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import Event, free, hold
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ..criticals.crit_actions import ACTIONS, Banked, affordable
from ..criticals.crit_bank import LIMIT
from ..tables import FACTS
from ..turns.action_costs import REACTION
from ..turns.timed_effects import effect_of
from ..turns.turn_state import ROUNDS, TIMED
from .budget import or_lead

BANK, PRONE, DISARMED = "criticals_banked", "prone", "disarmed"


def in_bank(state: FightState, who: str) -> int:
    """The criticals that a fighter has banked against all foes (OBSS-CACT-05)."""
    return sum(held.number for held in state.of(who) if held.id == BANK)


def banked(here: Here, criticals: int) -> Iterator[Proposed]:
    """Criticals go to the bank, up to its limit; they last to the end of the third round (OBSS-CACT-02, -05)."""
    before = here.fact(BANK)
    more = min(criticals, LIMIT - in_bank(here.state, here.who))
    if more <= 0:
        return
    now = max(1, here.state.round)
    first = next((held.ends for held in here.state.of(here.who) if held.id == BANK), ())
    ends = first or (round_end(now + FACTS.number("bank_rounds") - 1),)
    total = more + (before.number if before else 0)
    until = f"{total} until round {ends[0].number} ends"
    text = f"{here.actor.name}: {counted(more, 'critical')} banked against {here.target.name}, {until}"
    yield Proposed(hold(Held(here.who, BANK, here.to, ends=ends, number=total)), text)


def number_banked(here: Here) -> int:
    """The criticals banked against the target (OBSS-CACT-04)."""
    held = here.fact(BANK)
    return held.number if held else 0


def open_to(here: Here, *, with_save: bool) -> list[dict[str, Any]]:
    """The Critical Actions that the bank pays for, those with a save of a known DC apart."""
    rows = affordable(Banked(banked=min(LIMIT, number_banked(here))))
    return [row for row in rows if bool(row["save"] and row["dc"]) == with_save]


def action_ask(here: Here, *, with_save: bool) -> Ask:
    """Which Critical Action."""
    rows = open_to(here, with_save=with_save)
    options = (Option(row["id"], f"{row['label']}, {row['price']}", row["rule"]) for row in rows)
    return Ask("action", "Critical Action", tuple(options))


def _companions(here: Here) -> Ask:
    found = [one for one in here.state.combatants if one.side == here.actor.side and one.id != here.who]
    return Ask("ally", "Companion", tuple(Option(one.id, one.name, "OBSS-CACT-07") for one in found))


def _rounds(here: Here) -> Ask:
    faces = range(1, FACTS.number("blinded_die") + 1)
    return Ask("rounds", "Rounds, by 1d6", tuple(Option(str(n), counted(n, "round"), "OBSS-EYE-4") for n in faces))


def asks(here: Here) -> tuple[Ask, ...]:
    """The action, and the companion and the rounds if one that is open needs them."""
    rows = [TIMED.find("id", row["id"]) for row in open_to(here, with_save=False)]
    needs_ally = any(row and row["on"] == "ally" for row in rows) and _companions(here).options
    needs_rounds = any(row and row["until"] == ROUNDS for row in rows)
    found = (action_ask(here, with_save=False), *((_companions(here),) if needs_ally else ()))
    return (*found, *((_rounds(here),) if needs_rounds else ()))


def paid(here: Here, row: Mapping[str, Any]) -> Proposed:
    """The criticals that an action takes from the bank (OBSS-CACT-03)."""
    left = number_banked(here) - row["cost"]
    text = f"{here.actor.name}: {counted(row['cost'], 'critical')} spent, {left} left against {here.target.name}"
    before = here.fact(BANK)
    if left <= 0 or before is None:
        return Proposed(free(here.who, BANK, here.to), text)
    return Proposed(hold(before._replace(number=left)), text)


def acts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A Critical Action without a save: what it does, with an end if it lasts (OBSS-CACT-06)."""
    row = ACTIONS.row(here.option(action_ask(here, with_save=False)))
    yield paid(here, row)
    effect = TIMED.find("id", row["id"])
    if row["id"] == "weapon_disarm":
        yield disarmed(here)
    elif effect is None:
        text = f"{here.target.name}: {row['does']}"
        yield Proposed(Event("note", "", {"text": text}), text)
    else:
        yield lasts(here, effect)


def disarmed(here: Here) -> Proposed:
    """The target without its weapon."""
    weapons = here.they.weapons() if here.they else ()
    lost = weapons[0]["name"] if weapons else ""
    text = f"{here.target.name}: {lost or 'what was in hand'} is lost"
    return Proposed(hold(Held(here.to, DISARMED, note=lost)), text)


def lasts(here: Here, effect: Mapping[str, Any]) -> Proposed:
    """What an action leaves behind for a while, on the one who has it (OBSS-CACT-06)."""
    companions = _companions(here).options
    ally = here.option(_companions(here)) if companions else here.who
    holder = {"you": here.who, "ally": ally}.get(effect["on"], here.to)
    number = int(here.option(_rounds(here))) if effect["until"] == ROUNDS else 1
    held = effect_of(effect["id"], here.who, holder, max(1, here.state.round), number)
    return Proposed(hold(held), f"{here.state[holder].name}: {effect['label']}")


def save_inputs(here: Here) -> Mapping[str, Any]:
    """The action, and the saving throw that resists it."""
    row = ACTIONS.row(here.option(action_ask(here, with_save=True)))
    steps = here.matchup["matchup.weapon_steps"] if row["family"] == "weapon" else here.matchup["matchup.size_steps"]
    save = here.they[row["save"]] if here.they else 0
    return {"action": row["id"], "save_mod": save, "last_attack_roll": None, "size_steps": steps or 0}


def resisted(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A Critical Action with a save: what it costs, and what the failure brings (OBSS-CACT-03)."""
    row = ACTIONS.row(here.option(action_ask(here, with_save=True)))
    yield paid(here, row)
    if roll is None or roll.end.holds:
        return
    if row["family"] == "trip":
        yield Proposed(hold(Held(here.to, PRONE)), f"{here.target.name}: prone")
    else:
        yield disarmed(here)


CRITICAL_ACTIONS = (
    FightAct(
        id="critical_action",
        label="Critical Action",
        rule="OBSS-CACT-03",
        cost=or_lead(REACTION),
        any_time=True,
        offered=lambda here: bool(open_to(here, with_save=False)),
        asks=asks,
        follows=acts,
    ),
    FightAct(
        id="critical_save",
        label="Critical Action with a save",
        rule="OBSS-CACT-03",
        calculator="crit_action_save",
        cost=or_lead(REACTION),
        any_time=True,
        offered=lambda here: bool(open_to(here, with_save=True)),
        inputs=save_inputs,
        figures=("p_effect",),
        asks=lambda here: (action_ask(here, with_save=True),),
        follows=resisted,
    ),
)
