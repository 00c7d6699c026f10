"""Numbers and answers as people read them."""

from fractions import Fraction

import pytest

import pyrules
from pyrules.engine import answer as out
from pyrules.engine import inputs as fields
from web.builder.site import reference
from web.worker.render import charts, views
from web.worker.render.answer import AnswerView
from web.worker.render.drawing import drawing
from web.worker.render.kinds import curve


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "100"),
        (Fraction(5, 8), "62.5"),
        (Fraction(1, 3), "33.3"),
        (Fraction(1, 10_000), "<0.1"),
        (Fraction(9_999, 10_000), ">99.9"),
        (Fraction(3, 5), "60"),
    ],
)
def test_a_percentage_is_never_rounded_to_a_certainty(p: Fraction, shown: str) -> None:
    assert views.percent(p) == shown


def test_a_negative_number_has_a_real_minus() -> None:
    assert views.figure(-3) == "\u22123"
    assert views.figure(Fraction(-5, 2)) == "\u22122.50"
    assert views.signed(3) == "+3"


def test_words_in_order_are_listed_by_their_labels() -> None:
    order = out.listing("order", "Order", (fields.Option("run", "Run"),))
    assert views.value_text(order, ["run", "Ash"]) == "Run, Ash"
    assert views.value_text(order, []) == "none"


def test_values_by_name_are_shown_each_in_its_kind() -> None:
    chances = out.named("p_first", "First", out.percent("p", "First"))
    bonuses = out.named("bonuses", "Bonuses", out.figure("bonus", "Bonus", signed=True))
    assert views.value_text(chances, {"Ash": Fraction(1, 2), "Brin": Fraction(0)}) == "Ash 50 %, Brin 0 %"
    assert views.value_text(bonuses, {"Ash": 1}) == "Ash +1"


def test_the_line_of_an_answer_names_its_headline() -> None:
    strike = pyrules.calculator("raiders.strike")
    answer = strike.answer(strike.parse(dict(strike.start)))

    assert views.line(strike, answer).startswith("Strike: 97.2 % hit, 19.58 wounds")


def test_a_fold_summarizes_its_inputs() -> None:
    strike = pyrules.calculator("raiders.strike")
    plain = strike.parse(dict(strike.start))
    aimed = strike.parse({**strike.start, "aim": True, "fortune": 3})

    assert set(views.group_summaries(strike, plain).values()) == {""}
    assert "Aim" in " ".join(views.group_summaries(strike, aimed).values())
    assert "Fortune 3" in " ".join(views.group_summaries(strike, aimed).values())


def test_bars_stand_in_order_within_the_picture_and_the_highest_reaches_the_top() -> None:
    drawn = charts.bars({"0": Fraction(1, 4), "1": Fraction(1, 2), "5": Fraction(1, 4)})

    assert [bar.outcome for bar in drawn.bars] == ["0", "1", "5"]
    assert drawn.mode == "1"
    assert drawn.bars[1].height == charts.FLOOR - charts.TOP
    assert all(bar.x >= 0 and bar.x + bar.width <= charts.WIDTH for bar in drawn.bars)
    first, second, third = (bar.middle for bar in drawn.bars)
    assert third - second > second - first, "a gap in the numbers shows as a gap"


def test_two_hundred_outcomes_still_fit_and_only_some_are_labeled() -> None:
    drawn = charts.bars({str(n): Fraction(1, 200) for n in range(200)})

    assert all(bar.x + bar.width <= charts.WIDTH for bar in drawn.bars)
    assert 5 < sum(bar.labeled for bar in drawn.bars) < 20


def test_bars_lie_beside_words_that_do_not_fit_under_them() -> None:
    short = {"Miss": Fraction(1, 4), "Hit": Fraction(3, 4)}
    long = {f"Hit, {n} criticals": Fraction(1, 9) for n in range(9)}
    drawn = charts.bars(long)

    assert charts.bars(short).lying is None
    assert charts.bars({str(n): Fraction(1, 9) for n in range(100_000, 100_009)}).lying is None, "numbers stand"
    assert drawn.lying
    assert [word for _, word in drawn.lying.words] == list(long)
    below = [bar.y + bar.height for bar in drawn.bars]
    assert all(bar.y > end for bar, end in zip(drawn.bars[1:], below, strict=False))
    assert all(bar.x >= drawn.lying.start and bar.x + bar.width < charts.WIDTH for bar in drawn.bars)
    both = charts.pair(long, {**long, "Miss": Fraction(0)})
    assert both.lying and len(both.lying.words) == 10
    first, second = both.looks[0].first, both.looks[0].second
    assert all(one.y + one.height == other.y for one, other in zip(first, second, strict=True))


def test_the_last_outcome_may_stand_for_all_beyond() -> None:
    drawn = charts.bars({"8": Fraction(1, 2), "9": Fraction(1, 4), "10+": Fraction(1, 4)})
    least = next(look for look in drawn.looks if look.id == "least")
    assert [bar.p for bar in least.bars] == [1, Fraction(1, 2), Fraction(1, 4)]


def test_curves_tell_their_lines_apart_without_color() -> None:
    drawn = curve.lines({"a": [Fraction(0), Fraction(1)], "b": [Fraction(0), Fraction(1, 2)]}, {"a": "First"})

    assert [line.label for line in drawn.lines] == ["First", "b"]
    assert len({line.dash for line in drawn.lines}) == 2


@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda s: s.id)
def test_the_reference_shows_every_rule_once_under_its_topic(game: pyrules.Game) -> None:
    shown = [rule["id"] for topic in reference.topics(game) for rule in topic["rules"]]

    assert sorted(shown) == sorted(game.facts.rules)


def test_a_row_with_a_distribution_opens_to_its_picture_instead_of_listing_it() -> None:
    calculator = pyrules.calculator("openquest.compare_options")
    inputs = calculator.parse(dict(calculator.start))
    answer = calculator.answer(inputs)
    html = AnswerView(calculator, inputs, answer).visible()
    options = next(output for output in calculator.outputs if output.name == "attack_options")

    assert html.count('data-kept="attack_options-') == len(answer.values["attack_options"])
    assert "All damage" not in views.value_text(options, answer.values["attack_options"])


def test_a_long_table_shows_its_first_rows_and_folds_the_others() -> None:
    rows = out.rows("rows", "Rows", (out.word("name", "Name"),))
    shown = {
        count: drawing(rows.kind).chart(rows, [{"name": name}] * count).shown
        for count, name in ((7, "x"), (8, "x"), (3, "x" * 31), (4, "x" * 31))
    }

    assert shown == {7: 7, 8: 6, 3: 3, 4: 3}


def test_an_answer_shows_its_first_table_and_its_first_picture_and_folds_the_others() -> None:
    options = pyrules.calculator("stepdie.options")
    inputs = options.parse(dict(options.start))
    html = AnswerView(options, inputs, options.answer(inputs)).visible()
    first, *later = html.split('<details class="later"')

    assert "best first" in first
    assert len(later) == 2
    assert "What each action costs" in later[1]
