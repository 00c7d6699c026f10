"""One fighter against several foes: the fighter drops them in order, while all standing foes strike.

"The Combat Round", with "Multiple Defences in a Single Combat Round".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator
from ....engine.dice import Dist
from ....engine.errors import OUT_OF_RANGE, InvalidInput, not_allowed
from ....engine.explain import by, note, notes
from ....engine.inputs import Option, many, record, same
from ....engine.procedure import Procedure, Step
from ..exchange.attack_inputs import Attack
from ..exchange.exchange import Strike, strike_steps
from ..exchange.exchange_answer import EXCHANGE_RULES
from ..exchange.incoming import PLACES, summed
from ..exchange.work_bounds import MOST_SEVERAL_WORK, bits, duel_work
from ..rolls.results import readings
from ..rolls.shields import SHIELD_DEFENSE, SHIELD_RULES
from ..turns.order_inputs import Order
from .duel_inputs import LEADS, X, Y
from .duel_odds import DuelOdds, Start, in_turn
from .fighters import WAYS, Fighter, place, refuse_unfit, turn

MOST_FOES = 4
OK, STALEMATE = "ok", "stalemate"
STATUSES = (Option(OK, "Somebody drops"), Option(STALEMATE, "It may go on without end"))


@dataclass(frozen=True, kw_only=True)
class Outnumbered:
    """A fighter, the foes in the order of attack, and the order of a round."""

    you: Fighter = record("You", Fighter, help="Who fights alone.", rule="OQ-RND-01")
    foes: tuple[Fighter, ...] = many(
        "Foes",
        record("Foe", Fighter, help="One of the foes.", rule="OQ-RND-01"),
        1,
        MOST_FOES,
        help="In the order in which you attack them: the next one when one is down.",
        rule="OQ-RND-01",
    )
    tie_policy: str = same(Order, "tie_policy")
    action_order: str = same(Order, "action_order")
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")


def refuse_impossible(a: Outnumbered) -> None:
    """Refuses fighters without a needed skill, Shield Defenses, and fights that are too long."""
    refuse_unfit(a.you, "you.")
    for index, foe in enumerate(a.foes):
        refuse_unfit(foe, f"foes.{index}.")
    for at, one in (("you", a.you), *((f"foes.{index}", foe) for index, foe in enumerate(a.foes))):
        if one.option == SHIELD_DEFENSE:
            text = "A Shield Defense strikes back, which is counted for two fighters alone: ask Duel."
            raise not_allowed(f"{at}.option", one.option, text)
    compute = sum(
        duel_work(max(a.you.hp, foe.hp), (index + 1) * bits(summed(_blows(a, index)), on_you(a, index)), 1)
        for index, foe in enumerate(a.foes)
    )
    if compute > MOST_SEVERAL_WORK:
        text = f"Hit points must be fewer with these dice and so many foes; got {a.you.hp}."
        raise InvalidInput("you.hp", OUT_OF_RANGE, a.you.hp, text)


# One round.


def leader(a: Outnumbered, foe: Fighter) -> str:
    """The side that strikes first, you or a foe (OQ-RND-04); `LEADS` has the chances."""
    mine, theirs = place(a.you, a.action_order), place(foe, a.action_order)
    if mine[0] == theirs[0] and a.tie_policy == "simultaneous":
        return "both"
    return "coin" if mine == theirs else X if mine > theirs else Y


def in_order(a: Outnumbered, standing: int) -> list[int]:
    """The foes from `standing` on, in the order in which they act; the list settles ties."""
    left = range(standing, len(a.foes))
    return sorted(left, key=lambda index: place(a.foes[index], a.action_order), reverse=True)


def _blows(a: Outnumbered, index: int) -> tuple[Strike, ...]:
    """Your attacks on a foe in a round."""
    return turn(a.you, a.foes[index], readings(a)).strikes


def _their_blows(a: Outnumbered, indices: list[int]) -> list[Strike]:
    """The attacks of these foes on you in a round, in order."""
    return [one for index in indices for one in turn(a.foes[index], a.you, readings(a)).strikes]


def on_you(a: Outnumbered, standing: int) -> Dist[int]:
    """The damage of a round to you while the foes from `standing` on stand; each defense lowers the next."""
    return summed(_their_blows(a, in_order(a, standing)))


def as_it_falls(a: Outnumbered, index: int) -> Iterator[tuple[Fraction, Dist[int]]]:
    """The damage to you in the round in which a foe drops, with the share of such rounds.

    A foe that drops before its turn does not strike. All others do.
    """
    others = [one for one in in_order(a, index) if one != index]
    struck_first = LEADS[leader(a, a.foes[index])][0]
    if struck_first:
        yield struck_first, summed(_their_blows(a, others))
    if struck_first < 1:
        yield 1 - struck_first, on_you(a, index)


# The whole fight.


class Fought(NamedTuple):
    """The end of the fight: your hit points, your chance to stand as each foe drops, and the mean rounds.

    `rounds` is None if the fight may never end.
    """

    left: dict[int, Fraction]
    stands: list[Fraction]
    rounds: Fraction | None


def fight(a: Outnumbered) -> Fought:
    """The fight foe by foe; your hit points at the end of one foe start the next."""
    left, rounds = {a.you.hp: Fraction(1)}, Fraction(0)
    stands: list[Fraction] = []
    for index in range(len(a.foes)):
        reached = sum(left.values(), Fraction(0))
        if reached:
            duel_odds = _against(a, index, _weights(left))
            if duel_odds is None or duel_odds.rounds is None:
                return Fought({}, stands, None)
            rounds += reached * duel_odds.rounds
            left = _after(a, index, duel_odds.first.left, reached)
        stands.append(sum(left.values(), Fraction(0)))
    return Fought(left, stands, rounds)


def _against(a: Outnumbered, index: int, start: Start) -> DuelOdds | None:
    """Your fight against this foe alone; your hit points exclude the attacks of its last round."""
    before_the_blows = LEADS[X]
    return in_turn(summed(_blows(a, index)), {a.foes[index].hp: 1}, on_you(a, index), start, before_the_blows)


def _after(a: Outnumbered, index: int, before: dict[int, Fraction], reached: Fraction) -> dict[int, Fraction]:
    """Your hit points after the round in which this foe drops, if you still stand."""
    after: dict[int, Fraction] = {}
    for share, dealt in as_it_falls(a, index):
        for points, p in before.items():
            for damage, weight in dealt.weights.items():
                if damage < points:
                    at = points - damage
                    after[at] = after.get(at, Fraction(0)) + reached * share * p * Fraction(weight, dealt.total)
    return dict(sorted(after.items()))


def _weights(chances: dict[int, Fraction]) -> Start:
    """The chances as integer weights."""
    common = lcm(*(p.denominator for p in chances.values()))
    return {points: int(p * common) for points, p in chances.items()}


def _values(a: Outnumbered) -> dict[str, Any]:
    fought = fight(a)
    p_you = sum(fought.left.values(), Fraction(0))
    met = fought.stands[-1] if fought.stands else Fraction(1)
    return {
        "p_you": p_you,
        "p_foes": 1 - met,
        "status": STALEMATE if fought.rounds is None else OK,
        "mean_rounds": fought.rounds,
        "stands": fought.stands or None,
        "you_left": out.text_keys(fought.left),
        "mean_damage_to_you": on_you(a, 0).mean(lambda n: n),
    }


def explanation(a: Outnumbered) -> Procedure[Any]:
    """The attacks of a round with all foes standing, who strikes before you, and how the fight goes on."""
    strikes: list[Step[Any]] = list(by("You", strike_steps(_blows(a, 0)[0])))
    for earlier, one in enumerate(_their_blows(a, in_order(a, 0))):
        strikes += by(f"{PLACES[earlier]} attack on you", strike_steps(one, earlier=earlier))
    first = [str(index + 1) for index in in_order(a, 0) if leader(a, a.foes[index]) != X]
    return notes(
        *(note(step.label, step.rule, step.modifiers) for step in strikes),
        note(f"Foes who may strike before you: {', '.join(first) or 'none'}", "OQ-RND-04", also=("OQ-RND-07",)),
        note("All foes who stand strike in every round; each of your defenses makes the next harder", "OQ-DEF-17"),
        note("When a foe drops you attack the next one, from the next round on", "OQ-MOV-01"),
        note("A fumble costs nothing here beyond its result: what else happens is the Referee's choice", "OQ-FUM-02"),
        note("The same until you or all foes are down", "OQ-PHY-05"),
    )


FOE: dict[str, Any] = {
    "attack": {"base": 45},
    "damage": "1d6",
    "defence": "parry",
    "parry": {"base": 40},
    "ap": 1,
    "hp": 10,
}

OUTNUMBERED = Calculator(
    id="openquest.outnumbered",
    title="One against several",
    summary="You against up to four foes at once: who wins, how many foes drop, and what is left of you.",
    inputs=Outnumbered,
    outputs=(
        out.percent("p_you", "you win", rule="OQ-PHY-05", headline=True),
        out.percent("p_foes", "the foes win", rule="OQ-PHY-05", headline=True),
        out.figure("mean_rounds", "average length", rule="OQ-PHY-05", unit="in rounds", headline=True),
        out.word("status", "The fight", STATUSES, rule="OQ-PHY-05"),
        out.figure("mean_damage_to_you", "Damage to you in a round while all stand, on average", rule="OQ-DEF-17"),
        out.curve("stands", "You stand when the foe is down", rule="OQ-PHY-05", unit="Foe"),
        out.distribution("you_left", "You win with so many hit points left", rule="OQ-PHY-05", unit="hit points"),
    ),
    compute=_values,
    check=refuse_impossible,
    explain=explanation,
    also=("OQ-CC-10", "OQ-CC-13", *(option.rule for option in WAYS), *SHIELD_RULES, *EXCHANGE_RULES),
    start={
        "you": {
            "attack": {"base": 65},
            "damage": "1d8",
            "damage_mod": "+1d4",
            "defence": "parry",
            "parry": {"base": 65},
            "ap": 5,
            "hp": 14,
        },
        "foes": [FOE, {**FOE, "attack": {"base": 50}}],
    },
)
