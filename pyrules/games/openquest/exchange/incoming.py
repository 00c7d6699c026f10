"""Several attacks on one defender in a round; each defense lowers the next.

"Reactions", which count the defenses, and "Shield Defense", whose critical parry strikes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from math import lcm
from typing import Any, NamedTuple, Protocol

from ....engine import answer as out
from ....engine.answer import Output
from ....engine.dice import Dist, convolved
from ....engine.dice_text import DiceSum, SignedDice
from ....engine.explain import by, under
from ....engine.inputs import choice, many, record, toggle
from ....engine.procedure import Modifier, Step
from ..rolls.damage import Harm, armor, damage, damage_modifier, damage_step, damage_steps, hit_die
from ..rolls.defense import DEFENSES, NO_DEFENSE, HasDefense, defense_of, refuse_missing_skill
from ..rolls.results import HIT_ROLLED, HasReadings, readings
from ..rolls.weapons import fillings
from ..skills.skill import CRITICAL, Skill
from .attack_inputs import attack_skill
from .exchange import Exchange, Strike, contest_steps, exchange, strike

PLACES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")


_ANSWER = "How it is met"


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """INCOMING: an attack on the defender, and its defense."""

    attack: Skill = attack_skill()
    damage: DiceSum = damage(presets=fillings("melee", "shield"))
    damage_mod: SignedDice = damage_modifier()
    defend: bool = toggle(
        "Defend", True, help="Whether this one is dodged or parried at all.", rule="OQ-DEF-02", group=_ANSWER
    )
    defence: str | None = choice(
        "Defense",
        DEFENSES,
        None,
        help="If it is met otherwise than the rest.",
        rule="OQ-DEF-02",
        nullable=True,
        empty="as the rest",
        group=_ANSWER,
    )
    attacker_ap: int = armor("Attacker's armor", help="Armor points, for a counterstrike.", group=_ANSWER)


def incoming(least: int, *, help: str = "Every close attack on the defender, in order.", **common: Any) -> Any:
    """The input for the attacks of a round."""
    one = record("Attack", Incoming, help="One of the attacks.", rule="OQ-CC-02")
    return many("Attacks", one, least, len(PLACES), help=help, rule="OQ-DEF-17", **common)


class Defends(NamedTuple):
    """The defense against one attack."""

    defence: str
    dodge: Skill | None
    parry: Skill | None


class Defender(HasDefense, HasReadings, Protocol):
    """The inputs of a defender under attack."""

    @property
    def attacks(self) -> tuple[Incoming, ...]: ...
    @property
    def schedule(self) -> str: ...
    @property
    def prior_defences(self) -> int: ...
    @property
    def target_ap(self) -> int: ...


def met_with(a: HasDefense, attack: Incoming) -> Defends:
    """The defense of this attack, if there is one."""
    return Defends(attack.defence or a.defence, a.dodge, a.parry)


def refuse_missing_skills(a: HasDefense, attacks: Iterable[Incoming]) -> None:
    """Refuses a reaction without its skill (missing_field)."""
    refuse_missing_skill(a)
    for attack in attacks:
        refuse_missing_skill(met_with(a, attack))


def strikes_on(a: Defender, *to_parry: Modifier) -> tuple[Strike, ...]:
    """The attacks on the defender, with the modifiers of every parry."""
    return tuple(_strike_on(a, attack, to_parry) for attack in a.attacks)


def _strike_on(a: Defender, attack: Incoming, to_parry: tuple[Modifier, ...]) -> Strike:
    defense = (
        defense_of(met_with(a, attack), to_parry=to_parry, schedule=a.schedule, before=a.prior_defences)
        if attack.defend
        else NO_DEFENSE
    )
    return strike(attack.attack, Harm(attack.damage, attack.damage_mod, a.target_ap), defense, readings(a))


# Odds. A defense depends only on the number of defenses rolled before, so the sums run over that number.


@lru_cache(maxsize=256)
def after(s: Strike, rolled: int) -> Dist[Exchange]:
    """The end states of one attack after `rolled` more defenses in the round."""
    return exchange(replace(s, defense=replace(s.defense, before=s.defense.before + rolled))).odds()


DefenseCounts = list[dict[int, Fraction]]
"""The chance of each number of defenses rolled, before each attack and after the last."""


def _every_exchange(x: Exchange) -> bool:
    return True


def defense_counts(strikes: Iterable[Strike], holds: Callable[[Exchange], bool] = _every_exchange) -> DefenseCounts:
    """The chances for the number of defenses rolled, limited to rounds in which `holds` is true of every attack."""
    found: DefenseCounts = [{0: Fraction(1)}]
    for s in strikes:
        reached: dict[int, Fraction] = {}
        for rolled, chance in found[-1].items():
            odds = after(s, rolled)
            for more in (0, 1):
                goes_on = odds.p(lambda x, more=more: x.reactions == more and holds(x))  # type: ignore[misc]
                if goes_on:
                    reached[rolled + more] = reached.get(rolled + more, Fraction(0)) + chance * goes_on
        found.append(reached)
    return found


def throughout(strikes: Iterable[Strike], holds: Callable[[Exchange], bool]) -> Fraction:
    """The chance that `holds` is true of every attack."""
    return sum(defense_counts(strikes, holds)[-1].values(), Fraction(0))


def means(strikes: Sequence[Strike], key: Callable[[Exchange], int | Fraction]) -> list[Fraction]:
    """The mean of `key` for each attack."""
    return [
        sum((chance * after(s, rolled).mean(key) for rolled, chance in before.items()), Fraction(0))
        for s, before in zip(strikes, defense_counts(strikes), strict=False)
    ]


def summed(strikes: Iterable[Strike]) -> Dist[int]:
    """The distribution of the damage of all attacks together."""
    held: dict[int, Dist[int]] = {0: Dist({0: 1})}
    for s in strikes:
        odds = {rolled: after(s, rolled) for rolled in held}
        common = lcm(*(one.total for one in odds.values()))
        sums: dict[int, dict[int, int]] = {}
        for rolled, so_far in held.items():
            factor = common // odds[rolled].total
            for more in (0, 1):
                dealt = odds[rolled].given(lambda x, more=more: x.reactions == more)  # type: ignore[misc]
                if dealt is not None:
                    _add(sums.setdefault(rolled + more, {}), convolved(so_far, dealt.read(lambda x: x.damage)), factor)
        held = {rolled: Dist(weights) for rolled, weights in sums.items()}
    together: dict[int, int] = {}
    for dist in held.values():
        _add(together, dist, 1)
    return Dist(together).reduced()


def _add(to: dict[int, int], dist: Dist[int], factor: int) -> None:
    for n, weight in dist.weights.items():
        to[n] = to.get(n, 0) + factor * weight


# Outputs.


def attack_rows(strikes: Sequence[Strike]) -> list[dict[str, Any]]:
    """The row of each attack, after the attacks before it."""
    hits, dealt = means(strikes, lambda x: x.hits), means(strikes, lambda x: x.damage)
    met = means(strikes, lambda x: x.reactions)
    return [
        {"modified": s.modified, "p_defended": rolled, "p_hit": hit, "mean": mean}
        for s, rolled, hit, mean in zip(strikes, met, hits, dealt, strict=True)
    ]


def attack_table(rule: str) -> Output:
    """The output table of those rows."""
    columns = (
        out.figure("modified", "Skill", unit="%"),
        out.percent("p_defended", "A defense is rolled"),
        out.percent("p_hit", "Gets through"),
        out.figure("mean", "Damage on average"),
    )
    return out.rows("each_attack", "Each attack", columns, rule=rule, counts="Attack")


# Steps. The state drops the damage of each attack, so that ten attacks have few states.


def is_critical_parry(x: Exchange) -> bool:
    """Whether the last defense brings a counterstrike (OQ-SHD-09)."""
    return x.defense == CRITICAL


def mean_counterstrike(counter: Harm) -> Fraction:
    """The mean damage of one counterstrike."""
    return hit_die(counter, HIT_ROLLED).mean(lambda n: n)


def attacks_steps(strikes: Sequence[Strike], counters: Sequence[Harm | None] = ()) -> tuple[Step[Exchange], ...]:
    """The steps of all attacks in order, each with the counterstrike of a critical parry, if any."""
    steps: list[Step[Exchange]] = []
    for at, (s, counter) in enumerate(zip_longest(strikes, counters)):
        one = (*strike_explanation(s, earlier=at), *((counterstrike(counter),) if counter else ()))
        steps += by(PLACES[at], one) if len(strikes) > 1 else one
    return tuple(steps)


def strike_explanation(s: Strike, *, earlier: int = 0) -> tuple[Step[Exchange], ...]:
    """The steps of an attack; the state keeps only hits and defenses."""
    attack, *others = contest_steps(s, earlier=earlier)
    first_step = replace(attack, change=lambda x, grade: attack.change(_cleared(x), grade))
    return (first_step, *others, *damage_steps(s.harm, lambda x: x.code, _damage_not_stored))


def _cleared(x: Exchange) -> Exchange:
    return Exchange(hits=x.hits, reactions=x.reactions)


def _damage_not_stored(x: Exchange, damage: int) -> Exchange:
    return x


def counterstrike(counter: Harm) -> Step[Exchange]:
    """The damage of a critical parry to the attacker (OQ-SHD-09)."""
    step = damage_step(counter, HIT_ROLLED, _damage_not_stored, when=is_critical_parry)
    return replace(under("OQ-SHD-09", step), label=f"Counterstrike, {counter}")


def hits_through(x: Exchange) -> str:
    """The name of a round's end state."""
    said = ("No attack gets through", "One attack gets through", "Two attacks get through")
    return said[x.hits] if x.hits < len(said) else f"{x.hits} attacks get through"
