"""Number inputs that also accept a word."""

from dataclasses import dataclass

from pyrules.engine.inputs import ReadContext, input_fields, number, parse_record_text, read_record, record_pairs, same


@dataclass(frozen=True, kw_only=True)
class Threshold:
    up_to: int | str | None = number("Up to", 0, 40, None, help="A limit.", words=("any",), nullable=True)


def read(raw: object) -> tuple[object, list[str]]:
    at = ReadContext("", "", [])
    held = read_record(Threshold, {"up_to": raw}, at)
    return getattr(held, "up_to", None), [problem.code for problem in at.problems]


def test_json_holds_the_number_or_the_word() -> None:
    assert read(15) == (15, [])
    assert read("any") == ("any", [])
    assert read(None) == (None, [])


def test_other_texts_and_numbers_out_of_range_are_refused() -> None:
    assert read("every") == (None, ["bad_type"])
    assert read("15") == (None, ["bad_type"])
    assert read(41) == (None, ["out_of_range"])


def test_links_hold_either_as_text() -> None:
    for value, text in ((15, "15"), ("any", "any")):
        assert record_pairs(Threshold(up_to=value)) == [("up_to", text)]
        assert parse_record_text(Threshold, [("up_to", f" {text.upper()} ")]) == {"up_to": value}


def test_the_sentence_names_the_word() -> None:
    at = ReadContext("", "", [])
    read_record(Threshold, {"up_to": 41}, at)
    assert at.problems[0].text == "Up to must be a whole number from 0 to 40 or any; got 41."


def test_an_input_can_be_declared_once_more_in_another_record() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Other:
        up_to: int | str | None = same(Threshold, "up_to")

    assert input_fields(Other) == input_fields(Threshold)
