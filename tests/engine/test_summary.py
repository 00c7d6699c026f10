"""A distribution in words: its median, quartiles and nine times out of ten, against a reading of every outcome."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

import pyrules
from pyrules.engine.answer import Output
from pyrules.engine.formatting import odds, square_root
from pyrules.engine.outputs import DISTRIBUTION
from pyrules.engine.outputs.summary import ascending, summarize, summary_text

HALF = Fraction(1, 2)


def of(**weights: int) -> dict[str, Fraction]:
    """Weights in twentieths by outcome: n3, m3 for −3."""
    return {name.replace("m", "-").replace("n", ""): Fraction(weight, 20) for name, weight in weights.items()}


def distributions(output: Output, value: Any) -> Iterator[Mapping[str, Fraction]]:
    """Every distribution in a value of an answer."""
    if not value:
        return
    if output.kind is DISTRIBUTION:
        yield value
    elif output.columns:
        rows = value if output.kind.has_rows else [value] if output.kind.name == "record" else []
        for row in rows:
            for column in output.columns:
                yield from distributions(column, row.get(column.name))


def check(distribution: Mapping[str, Fraction]) -> None:
    """Compares a summary with sums over all outcomes."""
    found = summarize(distribution)
    held = {outcome: p for outcome, p in distribution.items() if p}
    if len(held) < 2 or not ascending(held):
        assert found is None and summary_text(distribution) == ""
        return
    assert found
    total = sum(held.values())
    places = {outcome: place for place, outcome in enumerate(held)}

    def reach(outcome: str) -> Fraction:
        return sum((p for one, p in held.items() if places[one] >= places[outcome]), Fraction(0)) / total

    def stay(outcome: str) -> Fraction:
        return sum((p for one, p in held.items() if places[one] <= places[outcome]), Fraction(0)) / total

    assert found.total == total
    assert set(found.median) == {one for one in held if reach(one) >= HALF and stay(one) >= HALF}
    for least, share in ((found.half[0], Fraction(3, 4)), (found.least, Fraction(9, 10))):
        assert least == [one for one in held if reach(one) >= share][-1]
    for most, share in ((found.half[1], Fraction(3, 4)), (found.most, Fraction(9, 10))):
        assert most == next(one for one in held if stay(one) >= share)
    if "+" in "".join(held):
        assert found.mean is None and found.variance is None
    else:
        mean = sum((int(one) * p for one, p in held.items()), Fraction(0)) / total
        assert found.mean == mean
        assert found.variance == sum(((int(one) - mean) ** 2 * p for one, p in held.items()), Fraction(0)) / total


@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda game: game.id)
def test_the_distributions_of_all_starts_are_summed_up_exactly(game: pyrules.Game) -> None:
    checked = 0
    for calculator in game.calculators:
        answer = calculator.answer(calculator.parse(dict(calculator.start)))
        for output in calculator.outputs:
            for distribution in distributions(output, answer.values[output.name]):
                check(distribution)
                checked += 1
    assert checked


@pytest.mark.parametrize(
    "distribution",
    [
        of(n0=10, n1=10),
        of(n0=10, n5=0, n9=10),
        of(n0=5, n1=5, n2=5, n3=5),
        of(n0=2, n4=16, n9=2),
        of(m3=1, m2=2, n0=1),
        of(n0=0, n1=19, n2=1, n3=0),
        {"1": HALF, "2+": HALF},
        {"2": HALF, "1": HALF},
        {"hit": HALF, "miss": HALF},
        {"7": Fraction(1)},
        {},
    ],
    ids=str,
)
def test_ties_gaps_and_impossible_outcomes_are_summed_up_exactly(distribution: Mapping[str, Fraction]) -> None:
    check(distribution)


@pytest.mark.parametrize(
    ("distribution", "text"),
    [
        (
            of(n0=1, n1=4, n2=5, n3=5, n4=4, n5=1),
            "Median 2 to 3, mean 2.50, standard deviation 1.28. Half the time or more 2 to 3. "
            "Nine times out of ten or more at least 1, as often at most 4.",
        ),
        (of(n0=12, n6=8), "Median 0, mean 2.40, standard deviation 2.94."),
        (of(n0=16, n6=4), "Median 0, mean 1.20, standard deviation 2.40. Half the time or more 0."),
        (of(m2=1, m1=2, n4=1), "Within these 20 %: median \u22121, mean 0, standard deviation 2.35. "),
        (
            of(n1=18, n2=1) | {"3+": Fraction(1, 20)},
            "Median 1. Half the time or more 1. Nine times out of ten or more at most 1.",
        ),
    ],
    ids=["both bounds", "no bound", "one quartile", "a part", "an open end"],
)
def test_the_text_leaves_out_what_every_outcome_keeps(distribution: Mapping[str, Fraction], text: str) -> None:
    assert summary_text(distribution).startswith(text)


def test_a_square_root_is_rounded_exactly() -> None:
    assert square_root(Fraction(9, 4)) == "1.50"
    assert square_root(4) == "2"
    assert square_root(Fraction(1, 40_000)) == "0.00", "a tie goes to the even hundredth"
    assert square_root(2) == "1.41"
    assert square_root(Fraction(3)) == "1.73"
    assert square_root(Fraction(1015, 1000) ** 2 + Fraction(1, 10**30)) == "1.02"
    assert square_root(Fraction(1015, 1000) ** 2 - Fraction(1, 10**30)) == "1.01"


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (Fraction(333, 1000), "1 in 3"),
        (Fraction(1, 3), ""),
        (Fraction(3, 8), ""),
        (Fraction(61, 100), "3 in 5"),
        (Fraction(3, 100), "1 in 33"),
        (Fraction(97, 100), "all but 1 in 33"),
        (Fraction(35, 36), ""),
        (Fraction(3, 10_000), "1 in 3,300"),
        (Fraction(2, 10**5 - 1), "1 in 50,000"),
        (Fraction(3, 10**5000), ""),
        (Fraction(0), ""),
        (Fraction(1), ""),
    ],
)
def test_a_chance_is_near_a_small_ratio(p: Fraction, text: str) -> None:
    assert odds(p) == text


def test_a_ratio_is_as_near_as_it_reads() -> None:
    """No chance is farther from its ratio than half of the widest gap between such ratios."""
    for cases in range(1, 300):
        p = Fraction(cases, 301)
        if text := odds(p):
            over, under = (int(part.replace(",", "")) for part in text.removeprefix("all but ").split(" in "))
            near = Fraction(under - over, under) if text.startswith("all") else Fraction(over, under)
            assert abs(near - p) <= Fraction(1, 36), (p, text)
