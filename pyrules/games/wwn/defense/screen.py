"""Screening an ally: the chance that attacks hit the ally or a bodyguard.

Section "Screen an Ally" of the combat options.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, Dist, always, convolved, d
from ....engine.explain import note, under
from ....engine.procedure import Procedure, Step, counted, settle, throw, total
from ..attack.attack import ATTACK_RULES
from ..attack.blow import Blow, dealt
from ..attack.blow_explanation import steps_of_all
from ..attack.volley import average, met_by_shield, volley
from ..checks.checks import CONTEST_RULES, check_die, check_modifiers
from .screen_setup import OpenAttack, Screen, Screener, refuse_impossible


def capacity(screener: Screener) -> int:
    """The number of attackers that a screener can stop in a round (WWN-SCREEN-07)."""
    return screener.skill if screener.capacity is None else screener.capacity


def screening(a: Screen, index: int) -> tuple[int, ...]:
    """The screeners who still act against this attacker; each earlier attacker costs a stop (ruling, WWN-SCREEN-07)."""
    return tuple(place for place, screener in enumerate(a.screeners) if capacity(screener) > index)


class Contested(NamedTuple):
    """The state of the attacks: how many have reached the ally, and the current contest.

    `blockers` are the screeners with the lowest total so far who stop the attacker; `struck` is the target.
    """

    reached: int = 0
    attacker: int = 0
    lowest: int | None = None
    blockers: tuple[int, ...] = ()
    struck: int | None = None


def one_attacker(a: Screen, index: int) -> tuple[Step[Contested], ...]:
    """The contest of one attacker with all active screeners, and the target of the attack."""
    modifiers = check_modifiers(a.attackers[index])
    opening = throw(
        f"Attacker {index + 1} rolls",
        check_die(total(modifiers)),
        lambda s, n: Contested(reached=s.reached, attacker=n),
        rule="WWN-SCREEN-05",
        modifiers=modifiers,
        adds=modifiers,
        tell=lambda n, s: f"a total of {n}",
    )
    return (opening, *(_screening(a, place) for place in screening(a, index)), _lowest(), _reached())


def _screening(a: Screen, place: int) -> Step[Contested]:
    modifiers = check_modifiers(a.screeners[place])

    def stops(s: Contested, n: int) -> bool:
        return n > s.attacker or (n == s.attacker and a.tie_to == "screener")

    def change(s: Contested, n: int) -> Contested:
        if not stops(s, n) or (s.lowest is not None and n > s.lowest):
            return s
        return s._replace(lowest=n, blockers=(*s.blockers, place) if n == s.lowest else (place,))

    return throw(
        f"Screener {place + 1} rolls",
        check_die(total(modifiers)),
        change,
        rule="WWN-SCREEN-04",
        modifiers=modifiers,
        adds=modifiers,
        tell=lambda n, s: f"a total of {n}: " + ("stops the attack" if stops(s, n) else "is passed by"),
    )


def _lowest() -> Step[Contested]:
    """The screener with the lowest stopping roll is the target; equal rolls share it (ruling, WWN-SCREEN-10)."""

    def among(s: Contested) -> Die[Any]:
        if len(s.blockers) == 1:
            return always(s.blockers[0])
        return d(len(s.blockers)).map(lambda n: s.blockers[n - 1])

    return throw(
        "Who takes the attack",
        among,
        lambda s, place: Contested(reached=s.reached, struck=place),
        rule="WWN-SCREEN-10",
        when=lambda s: bool(s.blockers),
        tell=lambda place, s: f"screener {place + 1}",
    )


def _reached() -> Step[Contested]:
    return settle(
        "Through to the ally",
        lambda s: Contested(reached=s.reached + 1),
        rule="WWN-SCREEN-04",
        when=lambda s: s.struck is None,
        tell=lambda _, s: "the attack goes at the ally",
    )


def screen(a: Screen) -> Procedure[Contested]:
    """The contests of all attackers in turn."""
    steps = tuple(step for index in range(len(a.attackers)) for step in one_attacker(a, index))
    outcome = f"of {len(a.attackers)} reach the ally"
    return Procedure(Contested(), steps, lambda s: f"{s.reached} {outcome}", ends=lambda: _reaching(a))


def first_attack(a: Screen) -> Procedure[Contested]:
    """The contest of the first attacker alone."""

    def outcome(s: Contested) -> str:
        return "Through to the ally" if s.struck is None else f"Goes at screener {s.struck + 1}"

    return Procedure(Contested(), one_attacker(a, 0), outcome)


def _reaching(a: Screen) -> Dist[Contested]:
    """The number of attackers who reach the ally; the contests are independent."""
    reached = Dist({0: 1})
    for index in range(len(a.attackers)):
        p = shares(a, index)[0]
        through = Dist({1: p.numerator, 0: p.denominator - p.numerator})
        reached = convolved(reached, through).reduced()
    return reached.read(lambda count: Contested(reached=count))


def explanation(a: Screen) -> Procedure[Any]:
    """The capacity of each screener, every contest, and the damage of the attacks."""
    holds = tuple(
        note(f"Screener {place} holds off {counted(capacity(screener), 'attacker')}", "WWN-SCREEN-07")
        for place, screener in enumerate(a.screeners, 1)
    )
    ties = note(f"The higher total wins; a tie goes to the {a.tie_to}", "WWN-SCREEN-04")
    # the chance of a step does not depend on the number of attackers who reached the ally before
    contests = (replace(step, change=_forgetful(step)) for step in screen(a).steps)
    return Procedure(Contested(), (*holds, ties, *contests, *_harm_explanation(a)), str)


def _forgetful(step: Step[Contested]) -> Callable[[Contested, Any], Contested]:
    """The change of a step, without the count of attackers who reached the ally."""
    return lambda s, outcome: step.change(s, outcome)._replace(reached=0)


def _harm_explanation(a: Screen) -> tuple[Step[Any], ...]:
    """The attacks on the ally, and each screener's AC against them."""
    attacks = known_attacks(a)
    if not attacks:
        return ()
    landed: Step[Any] = settle(
        "What reaches the ally strikes; without a screen, all of it", lambda s: Blow(), rule="WWN-HIT-01"
    )
    on_ally = steps_of_all([one.at(a.ally_ac) for one in attacks], shield=False)
    on_screeners = (
        note(f"What screener {place} takes strikes against AC {screener.ac}", "WWN-SCREEN-06")
        for place, screener in enumerate(a.screeners, 1)
    )
    return (landed, *(under("WWN-HIT-01", step) for step in on_ally), *on_screeners)


def known_attacks(a: Screen) -> list[OpenAttack]:
    """The attacks of the attackers; empty unless all are known."""
    attacks = [attacker.attack for attacker in a.attackers if attacker.attack is not None]
    return attacks if len(attacks) == len(a.attackers) else []


def shares(a: Screen, index: int) -> tuple[Fraction, list[Fraction]]:
    """The chance that this attack targets the ally, and the chance for each screener."""
    end = Procedure(Contested(), one_attacker(a, index), str).odds()
    return end.p(lambda s: s.struck is None), [
        end.p(lambda s, place=place: s.struck == place)  # type: ignore[misc]
        for place in range(len(a.screeners))
    ]


def _harm(a: Screen, parts: list[tuple[Fraction, list[Fraction]]]) -> dict[str, Any]:
    """The mean damage of each person; empty unless every attack is known."""
    attacks = known_attacks(a)
    if not attacks:
        return dict.fromkeys(HARM)
    at_ally = _taken(attacks, [p for p, _ in parts], a.ally_ac, shield=a.ally_shield_unspent)
    at_screeners = [
        _taken(attacks, [p[place] for _, p in parts], screener.ac, shield=screener.shield_unspent)
        for place, screener in enumerate(a.screeners)
    ]
    return {
        "ally_mean_damage": at_ally,
        "ally_mean_damage_unscreened": average(
            volley([attack.at(a.ally_ac) for attack in attacks], shield=a.ally_shield_unspent)
        ),
        "screener_mean_damage": sum(at_screeners, Fraction(0)),
        "by_screener": [
            {"screener": str(place + 1), "taken": sum(p[place] for _, p in parts), "mean_damage": mean}
            for place, mean in enumerate(at_screeners)
        ],
    }


def _taken(attacks: Sequence[OpenAttack], chances: Sequence[Fraction], ac: int, *, shield: bool) -> Fraction:
    """The mean damage of one person; each attack targets the person with its chance, in turn.

    A fresh shield ignores the first Shock; the loop tracks the chance that the shield is still fresh.
    """
    fresh, taken = Fraction(int(shield)), Fraction(0)
    for attack, chance in zip(attacks, chances, strict=True):
        one = attack.at(ac)
        taken += chance * (1 - fresh) * average(dealt(one))
        if fresh:
            met = met_by_shield(one)
            taken += chance * fresh * met.mean(lambda s: s.damage)
            fresh *= 1 - chance * met.p(lambda s: not s.shield)
    return taken


HARM = ("ally_mean_damage", "ally_mean_damage_unscreened", "screener_mean_damage", "by_screener")


def _values(a: Screen) -> dict[str, Any]:
    parts = [shares(a, index) for index in range(len(a.attackers))]
    return {
        "attackers": [{"p_ally": p_ally, "p_screeners": p_screeners} for p_ally, p_screeners in parts],
        "p_you": parts[0][1][0],
        "p_ally": parts[0][0],
        "p_you_at_all": 1 - prod(1 - p_screeners[0] for _, p_screeners in parts),
        "mean_attacks_reaching_ally": sum((p_ally for p_ally, _ in parts), Fraction(0)),
        **_harm(a, parts),
    }


SCREEN = Calculator(
    id="wwn.screen",
    title="Screen an ally",
    summary="Who gets hit when bodyguards stand in the way, attacker by attacker.",
    inputs=Screen,
    outputs=(
        out.percent("p_you", "it is you (screener 1, first attack)", rule="WWN-SCREEN-10", headline=True),
        out.percent("p_ally", "The first attack reaches the ally", rule="WWN-SCREEN-04"),
        out.percent("p_you_at_all", "At least one attack is yours", rule="WWN-SCREEN-10"),
        out.figure(
            "mean_attacks_reaching_ally",
            "attacks reach the ally",
            one="attack reaches the ally",
            rule="WWN-SCREEN-04",
            unit="on average",
            headline=True,
        ),
        out.figure("ally_mean_damage", "damage to the ally", rule="WWN-HIT-01", headline=True),
        out.figure("ally_mean_damage_unscreened", "Damage to the ally without a screen, on average", rule="WWN-HIT-01"),
        out.figure("screener_mean_damage", "Damage to the screeners together, on average", rule="WWN-SCREEN-06"),
        out.rows(
            "attackers",
            "Each attacker in turn",
            (
                out.percent("p_ally", "Reaches the ally"),
                out.curve("p_screeners", "Goes at each screener", unit="Screener"),
            ),
            rule="WWN-SCREEN-04",
        ),
        out.rows(
            "by_screener",
            "Each screener",
            (
                out.word("screener", "Screener"),
                out.figure("taken", "Attacks taken"),
                out.figure("mean_damage", "Damage on average"),
            ),
            rule="WWN-SCREEN-06",
        ),
    ),
    compute=_values,
    check=refuse_impossible,
    also=("WWN-SCREEN-01", "WWN-SCREEN-02", "WWN-SCREEN-08", *CONTEST_RULES, *ATTACK_RULES),
    start={
        "attackers": [
            {"skill": 1, "attack": {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "class_bonus": 1}},
            {"skill": 1, "attack": {"weapon": {"damage": "1d6", "shock": 2, "shock_ac": 13}, "class_bonus": 1}},
        ],
        "screeners": [{"attr_mod": 1, "skill": 1, "ac": 16}, {"skill": 2, "ac": 15}],
        "ally_ac": 12,
    },
    rolls=(RollOption("screen", "Roll it", screen), RollOption("first", "First attack only", first_attack)),
    explain=explanation,
)
