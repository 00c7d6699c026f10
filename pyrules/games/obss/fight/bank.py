"""The bank of criticals against each foe, and the Critical Actions that it pays for; an optional rule.

"Optional - Critical Hit Actions". What an action leaves behind stands in timed_effects.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import free, hold
from ....engine.fight.fighters import FightState
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ..criticals.crit_action_save import Resisted, by_last_roll
from ..criticals.crit_actions import ACTIONS, Banked, affordable
from ..criticals.crit_bank import LIMIT
from ..tables import FACTS
from ..turns.action_costs import REACTION
from ..turns.turn_state import ROUNDS, TIMED
from .budget import or_lead
from .effects import companion_ask, lasts, note
from .lost import disarmed

BANK, LAST_ROLL, PRONE = "criticals_banked", "last_roll", "prone"
BLINDED, FOR_GOOD = "eye_blinded", "blinded"

LEAST_BY_ROLL = min(row["cost"] for row in ACTIONS.rows if row["save"] and by_last_roll(row["id"]))
"""The least criticals that pay for a Critical Action by the last Attack Roll."""


def in_bank(state: FightState, who: str) -> int:
    """The criticals that a fighter has banked against all foes (OBSS-CACT-05)."""
    return sum(held.number for held in state.of(who) if held.id == BANK)


DAMAGE, TO_BANK = "damage", "bank"


def bank_ask(here: Here, criticals: int, plain: int) -> Ask:
    """What the criticals of a hit do: damage, or the bank and `plain` damage without them (OBSS-CACT-01)."""
    options = (
        Option(DAMAGE, "Do damage", "OBSS-CRIT-01"),
        Option(TO_BANK, f"Go to the bank, the hit does {plain} damage", "OBSS-CACT-01"),
    )
    return Ask("criticals", counted(criticals, "Critical"), options)


def has_room(here: Here) -> bool:
    """Whether the bank has room for a critical (OBSS-CACT-05)."""
    return in_bank(here.state, here.who) < LIMIT


def banked(here: Here, criticals: int, rolled: int) -> Iterator[Proposed]:
    """Criticals go to the bank, up to its limit; they last to the end of the third round (OBSS-CACT-02, -05).

    The Attack Roll is remembered as long, if the bank pays for a Critical Action that depends on it.
    """
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
    if total >= LEAST_BY_ROLL and here.fact(LAST_ROLL) is None:
        yield _remembered(here, Held(here.who, LAST_ROLL, here.to, ends=ends), rolled)


def rolls_again(here: Here, rolled: int) -> Iterator[Proposed]:
    """A later Attack Roll on somebody against whom criticals are banked is the last one."""
    if (before := here.fact(LAST_ROLL)) and before.number != rolled:
        yield _remembered(here, before, rolled)


def _remembered(here: Here, held: Held, rolled: int) -> Proposed:
    text = f"{here.actor.name}: the last Attack Roll on {here.target.name} was {figure(rolled)}"
    return Proposed(hold(held._replace(number=rolled)), text)


def number_banked(here: Here) -> int:
    """The criticals banked against the target (OBSS-CACT-04)."""
    held = here.fact(BANK)
    return held.number if held else 0


def open_to(here: Here, *, with_save: bool) -> list[dict[str, Any]]:
    """The Critical Actions that the bank pays for, those with a save of a known DC apart."""
    rows = affordable(Banked(banked=min(LIMIT, number_banked(here))))
    return [row for row in rows if (bool(row["save"]) and _is_known(here, row)) == with_save]


def _is_known(here: Here, row: Mapping[str, Any]) -> bool:
    """Whether the DC is known: it is printed, or the last Attack Roll is remembered (OBSS-TRIPA-4)."""
    return not by_last_roll(row["id"]) or here.fact(LAST_ROLL) is not None


def action_ask(here: Here, *, with_save: bool) -> Ask:
    """Which Critical Action."""
    rows = open_to(here, with_save=with_save)
    options = (Option(row["id"], f"{row['label']}, {row['price']}: {row['does']}", row["rule"]) for row in rows)
    return Ask("action", "Critical Action", tuple(options))


def _rounds(here: Here) -> Ask:
    faces = range(1, FACTS.number("blinded_die") + 1)
    return Ask("rounds", "Rounds, by 1d6", tuple(Option(str(n), counted(n, "round"), "OBSS-EYE-4") for n in faces))


def asks(here: Here) -> tuple[Ask, ...]:
    """The action, and the companion or the rounds that the chosen one needs."""
    ask = action_ask(here, with_save=False)
    effect = TIMED.find("id", here.option(ask))
    ally = companion_ask(here)
    needs_ally = effect and effect["on"] == "ally" and not effect["everyone"] and ally.options
    needs_rounds = effect and effect["until"] == ROUNDS
    return (ask, *((ally,) if needs_ally else ()), *((_rounds(here),) if needs_rounds else ()))


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
        yield disarmed(here.state, here.to, here.they)
    elif effect is None:
        yield note(f"{here.actor.name}, {row['label']}: {row['does']}")
    else:
        yield from lasts(here, effect, int(here.option(_rounds(here))) if effect["until"] == ROUNDS else 1)


def save_inputs(here: Here) -> Mapping[str, Any]:
    """The action, and the saving throw that resists it."""
    row = ACTIONS.row(here.option(action_ask(here, with_save=True)))
    steps = here.matchup["matchup.weapon_steps"] if row["family"] == "weapon" else here.matchup["matchup.size_steps"]
    save = here.they[row["save"]] if here.they else 0
    last = here.fact(LAST_ROLL) if by_last_roll(row["id"]) else None
    return {
        "action": row["id"],
        "save_mod": save,
        "last_attack_roll": last.number if last else None,
        "size_steps": steps or 0,
    }


def resisted(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A Critical Action with a save: what it costs, and what the failure brings (OBSS-CACT-03)."""
    row = ACTIONS.row(here.option(action_ask(here, with_save=True)))
    yield paid(here, row)
    end: Resisted = roll.end if roll else Resisted(holds=True)
    if end.holds:
        yield from _holds(here, row, end.rolled)
    elif row["family"] == "eyes":
        yield Proposed(hold(Held(here.to, FOR_GOOD)), f"{here.target.name}: blind for good")
    elif row["family"] == "trip":
        yield Proposed(hold(Held(here.to, PRONE)), f"{here.target.name}: prone")
    else:
        yield disarmed(here.state, here.to, here.they)


def _holds(here: Here, row: Mapping[str, Any], rolled: int) -> Iterator[Proposed]:
    """What a save that holds leaves (OBSS-EYE-5, OBSS-TRIPA-3, OBSS-TRIPA-4)."""
    if not rolled:
        return
    if row["family"] == "eyes":
        yield from lasts(here, TIMED.row(BLINDED), rolled)
    else:
        yield note(f"{here.target.name} goes back {counted(rolled, row['holds_unit'])}")


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
