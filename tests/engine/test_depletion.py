"""Pool depletion over rounds agrees with enumerating every round, for one pool and for two."""

from fractions import Fraction
from functools import cache

import pytest

from pyrules.engine.answer import wire
from pyrules.engine.chain import DuelResult, PoolDepletion, absorption, depletion_curve, duel_to_the_end, rounds
from pyrules.engine.dice import Dist

SLOW = Dist({0: 7, 1: 2, 4: 1})
SURE = Dist({2: 1, 3: 2})
NEVER = Dist({0: 1})


def walked(dealt: Dist[int], pool: int, count: int) -> list[Fraction]:
    """The same curve by walking the totals round by round."""

    def after(taken: int) -> Dist[int]:
        return Dist({pool: 1}) if taken >= pool else dealt.read(lambda n: min(pool, taken + n))

    return [dist.p(lambda taken: taken >= pool) for dist in rounds(0, after, count)]


def both_walked(dealt_first: Dist[int], first: int, dealt_second: Dist[int], second: int) -> DuelResult:
    """The same end by walking both pools at once, in fractions."""
    p, q = dealt_first.probabilities(), dealt_second.probabilities()
    self_loop = p.get(0, Fraction(0)) * q.get(0, Fraction(0))

    @cache
    def end(a: int, b: int) -> tuple[Fraction, Fraction]:
        wins, lasts = Fraction(0), Fraction(1)
        for m, p_m in p.items():
            for n, p_n in q.items():
                if m >= a:
                    wins += p_m * p_n
                elif n < b and (m or n):
                    further = end(a - m, b - n)
                    wins += p_m * p_n * further[0]
                    lasts += p_m * p_n * further[1]
        return wins / (1 - self_loop), lasts / (1 - self_loop)

    return DuelResult(*end(first, second))


@pytest.mark.parametrize("dealt", [SLOW, SURE, NEVER])
@pytest.mark.parametrize("pool", [1, 2, 9])
def test_a_curve_is_the_same_as_walking_every_round(dealt: Dist[int], pool: int) -> None:
    assert depletion_curve(dealt, pool, 12) == walked(dealt, pool, 12)


@pytest.mark.parametrize("dealt", [SLOW, SURE, Dist({0: 99, 3: 1}), Dist({0: 1, 1: 1})])
@pytest.mark.parametrize("pool", [1, 2, 9])
def test_the_median_is_the_first_round_that_reaches_half(dealt: Dist[int], pool: int) -> None:
    drain = PoolDepletion(dealt, pool)
    median = drain.median()

    assert median is not None
    before, then = drain.curve(median)[-2:] if median > 1 else (Fraction(0), drain.curve(1)[0])
    assert before < Fraction(1, 2) <= then


@pytest.mark.parametrize("dealt", [SLOW, SURE, NEVER, Dist({0: 99, 3: 1})])
@pytest.mark.parametrize("pool", [1, 2, 9])
def test_the_mean_is_that_of_a_wait(dealt: Dist[int], pool: int) -> None:
    end = absorption(Dist({pool: 1}), dealt)

    assert PoolDepletion(dealt, pool).mean() == (end.rounds if end else None)


def test_a_coin_reaches_half_in_its_first_round() -> None:
    assert PoolDepletion(Dist({0: 1, 1: 1}), 1).median() == 1


def test_a_pool_that_nothing_drains_has_no_median() -> None:
    assert PoolDepletion(NEVER, 3).median() is None


@pytest.mark.parametrize(("first", "second"), [(SLOW, SURE), (SURE, SLOW), (SLOW, SLOW), (SURE, SURE)])
@pytest.mark.parametrize("pools", [(1, 1), (5, 3), (4, 11)])
def test_a_bout_is_the_same_as_walking_both_pools(first: Dist[int], second: Dist[int], pools: tuple[int, int]) -> None:
    a, b = pools

    assert duel_to_the_end(PoolDepletion(first, a), PoolDepletion(second, b)) == both_walked(first, a, second, b)


def test_a_side_that_cannot_drain_never_wins() -> None:
    alone = absorption(Dist({7: 1}), SLOW)

    assert alone is not None
    assert duel_to_the_end(PoolDepletion(SLOW, 7), PoolDepletion(NEVER, 7)) == DuelResult(Fraction(1), alone.rounds)
    assert duel_to_the_end(PoolDepletion(NEVER, 7), PoolDepletion(SLOW, 7)) == DuelResult(Fraction(0), alone.rounds)


def test_where_neither_drains_there_is_no_end() -> None:
    assert duel_to_the_end(PoolDepletion(NEVER, 1), PoolDepletion(NEVER, 1)) is None


def test_an_answer_can_hold_fractions_of_thousands_of_digits() -> None:
    curve = PoolDepletion(Dist({0: 19, 1: 1}), 3).curve(4000)

    assert wire(curve[-1]) == "1.000000000000"
    assert wire(Fraction(1, 3)) == "1/3"
