"""The vocabulary of inputs: what a calculator asks for, and how untrusted answers to it are read.

A calculator's inputs are a frozen, keyword-only dataclass whose fields are declared with `number`,
`amount`, `choice`, `toggle`, `text`, `dice`, `many` and `record` (`declare`). The declaration says everything
once: label, help, range, default, rule. JSON is read strictly (`read`), link and form text is first turned into
the JSON it stands for (`untext`) and then read by the same code: single values in `inputs`, lists and records in
`records`.
"""

from .declare import after, amount, choice, dice, many, number, record, same, text, toggle
from .inputs import (
    REFUSED,
    Amount,
    At,
    Choice,
    DiceText,
    Input,
    Number,
    Option,
    Pairs,
    Preset,
    Presets,
    Text,
    Toggle,
    shown,
)
from .records import (
    REQUIRED,
    RESERVED,
    Many,
    Record,
    Slot,
    plain_record,
    read_record,
    record_pairs,
    slots,
    untext_record,
)

__all__ = [
    "number",
    "amount",
    "choice",
    "toggle",
    "text",
    "dice",
    "many",
    "record",
    "same",
    "after",
    "Option",
    "Preset",
    "Presets",
    "Input",
    "Number",
    "Amount",
    "Choice",
    "Toggle",
    "Text",
    "DiceText",
    "Many",
    "Record",
    "REQUIRED",
    "REFUSED",
    "RESERVED",
    "Slot",
    "slots",
    "At",
    "Pairs",
    "shown",
    "read_record",
    "untext_record",
    "plain_record",
    "record_pairs",
]
