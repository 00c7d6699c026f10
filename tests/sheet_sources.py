"""The sources that the bindings of a sheet may name."""

from collections.abc import Iterator

from pyrules.engine.inputs import Input, input_fields
from pyrules.engine.sheet.sheet import Sheet
from pyrules.engine.sheet.sources import MATCHUP, TARGET_SIDE, WEAPON_SIDE


def sources(sheet: Sheet) -> Iterator[tuple[str, Input]]:
    """Every source that bindings of a sheet can name, with its input."""
    own = [
        *((field.name, field.input) for field in input_fields(sheet.character)),
        *((d.name, d.input) for d in sheet.derived),
    ]
    weapon = [
        *((field.name, field.input) for field in input_fields(sheet.weapon)),
        *((d.name, d.input) for d in sheet.per_weapon),
    ]
    for side in ("", f"{TARGET_SIDE}."):
        yield from ((f"{side}{name}", kind) for name, kind in own)
        yield from ((f"{side}{WEAPON_SIDE}.{name}", kind) for name, kind in weapon)
        yield from ((f"{side}{MATCHUP}.{one.name}", one.input) for one in sheet.per_matchup)
