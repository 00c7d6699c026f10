"""A request to put a fight into a link, or to read the fight of a link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrules.engine.errors import BAD_TYPE, OUT_OF_RANGE, InvalidInput
from pyrules.engine.fight.events import LONGEST_NAME, read_events
from pyrules.engine.fight.handover.text import Packed, pack, unpack
from pyrules.engine.inputs import abbreviate

from .fight_request import asked, rules_of
from .sheet_request import Reply


def respond(request: Mapping[str, Any]) -> Reply:
    """The `text` of a fight with its `name`; or with `text`, the `name`, `events` and `cursor` of that text.

    Raises `InvalidInput` for a fight that fits no link, and for a text that holds no fight.
    """
    rules = rules_of(request)
    if "text" in request:
        read = unpack(request["text"], rules.samples)
        read_events(read.events)
        return {"ok": True, "name": read.name, "events": read.events, "cursor": read.cursor}, []
    at = asked(request)
    name = request.get("name")
    if not isinstance(name, str):
        raise InvalidInput("name", BAD_TYPE, None, f"The name of a fight is a text; got {abbreviate(name)}.")
    if len(name) > LONGEST_NAME:
        raise InvalidInput("name", OUT_OF_RANGE, None, f"The name of a fight has at most {LONGEST_NAME} characters.")
    events = [*at.events, *at.later]
    read_events(events)
    return {"ok": True, "text": pack(Packed(name, events, len(at.entries)), rules.samples)}, []
