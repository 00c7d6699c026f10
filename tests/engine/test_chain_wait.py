"""`chain.wait` without a last round agrees with counting the rounds one by one."""

from fractions import Fraction

from pyrules.engine import chain
from pyrules.engine.dice import Dist, d

HALF = Fraction(1, 2)


def test_a_pool_that_loses_one_point_a_round_lasts_as_many_rounds_as_it_has_points() -> None:
    assert chain.absorption(Dist({7: 1}), Dist({1: 1})) == chain.End(Fraction(1), Fraction(7))


def test_rounds_in_which_nothing_happens_only_lengthen_the_wait() -> None:
    coin = Dist({0: 1, 1: 1})

    assert chain.absorption(Dist({3: 1}), coin) == chain.End(Fraction(1), Fraction(6))


def test_an_escape_comes_before_the_loss_of_the_same_round() -> None:
    # one point: free at once with 1/2, otherwise lost in the same round
    assert chain.absorption(Dist({1: 1}), Dist({1: 1}), HALF) == chain.End(HALF, Fraction(1))


def test_without_any_loss_the_escape_is_only_a_matter_of_time() -> None:
    assert chain.absorption(Dist({1: 1}), Dist({0: 1}), Fraction(1, 3)) == chain.End(Fraction(0), Fraction(3))


def test_where_nothing_can_ever_happen_there_is_no_end() -> None:
    assert chain.absorption(Dist({5: 1}), Dist({0: 1})) is None


def test_an_empty_pool_is_used_up_before_the_first_round() -> None:
    assert chain.absorption(Dist({0: 1, 2: 1}), Dist({1: 1})) == chain.End(Fraction(1), Fraction(1))


def test_the_end_of_a_wait_is_what_the_curve_of_many_rounds_tends_to() -> None:
    escape, dealt = Fraction(1, 5), Dist({0: 2, 1: 3, 4: 1})

    def after(points: int) -> Dist[int]:
        if points <= 0:
            return Dist({points: 1})
        lost = dealt.read(lambda n: max(0, points - n))
        return Dist({True: 1, False: 4}).chain(lambda free: Dist({-1: 1}) if free else lost)

    last = list(chain.rounds(9, after, 80))[-1]
    end = chain.absorption(Dist({9: 1}), dealt, escape)

    assert end is not None
    assert abs(last.p(lambda points: points == 0) - end.used_up) < Fraction(1, 10**6)


def test_a_losing_fight_lasts_as_long_as_its_curve_says() -> None:
    dealt = d(8).map(lambda n: max(0, n - 4))
    still_up = [1 - p for p in chain.depletion_curve(dealt, 12, 150)]
    end = chain.absorption(Dist({12: 1}), dealt)

    assert end is not None
    assert abs(1 + sum(still_up, Fraction(0)) - end.rounds) < Fraction(1, 10**6)
