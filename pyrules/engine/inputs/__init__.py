"""Declared inputs: what a calculator asks for, and how untrusted JSON and text are read into values.

The inputs of a calculator are a frozen, keyword-only dataclass. Its fields are declared with `number`, `amount`,
`choice`, `pick`, `toggle`, `text`, `dice`, `sides`, `many` and `record` (module `declare`). A declaration states label,
help, range, default and rule once.

JSON is read strictly (`Input.read`). Link and form text is first turned into JSON (`Input.parse_text`) and then read by
the same code. `numbers`, `choices` and `texts` hold inputs of a single value; `records` holds lists and records.
"""

from .base import (
    BOOK,
    OURS,
    REFUSED,
    RULING,
    TABLE_RULES_GROUP,
    DefaultSource,
    Input,
    Option,
    Pairs,
    Preset,
    Presets,
    ReadContext,
    abbreviate,
    yes_no,
)
from .choices import Choice, Pick, Sides, Toggle
from .declare import after, amount, choice, dice, differing, many, number, pick, record, same, sides, text, toggle
from .numbers import Amount, Number
from .records import (
    REQUIRED,
    RESERVED,
    InputField,
    ListInput,
    RecordInput,
    changed,
    input_fields,
    parse_inputs_text,
    parse_record_text,
    read_record,
    record_pairs,
    record_to_json,
    table_rule_fields,
    table_rule_values,
)
from .texts import DiceText, Text

__all__ = [
    "number",
    "amount",
    "choice",
    "toggle",
    "text",
    "dice",
    "pick",
    "sides",
    "many",
    "record",
    "differing",
    "same",
    "after",
    "Option",
    "Preset",
    "Presets",
    "Input",
    "Number",
    "Amount",
    "Choice",
    "Pick",
    "Sides",
    "Toggle",
    "Text",
    "DiceText",
    "ListInput",
    "RecordInput",
    "TABLE_RULES_GROUP",
    "DefaultSource",
    "BOOK",
    "RULING",
    "OURS",
    "REQUIRED",
    "REFUSED",
    "RESERVED",
    "InputField",
    "input_fields",
    "ReadContext",
    "Pairs",
    "abbreviate",
    "yes_no",
    "read_record",
    "parse_inputs_text",
    "parse_record_text",
    "record_to_json",
    "changed",
    "record_pairs",
    "table_rule_fields",
    "table_rule_values",
]
