"""The character sheet: its fields, derived values, acts and bindings."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.sheet.sheet import Harm, Pool, Sheet
from ....engine.sheet.values import Values
from ..rolls.results import NONE
from ..tables import FACTS
from .acts import ACTS
from .bindings import BINDINGS, NOT_BOUND
from .conditions import CONDITIONS
from .examples import EXAMPLES
from .fields import AVERAGE, RANGED, UNARMED, OwnArmor, SheetCharacter, SheetTarget
from .matchup import OF_MATCHUP
from .status import status
from .values import DERIVED, OF_WEAPON, is_shaman

SHIELDS = FACTS.table("shields")


def needs(v: Values) -> Iterator[str]:
    """The rules of this character's weapons, conditions and actions."""
    skills = {w["skill"] for w in v.weapons()}
    yield from ("OQ-RND-03", "OQ-CRI-01", "OQ-FUM-01", "OQ-CC-02", "OQ-DAM-01", "OQ-DAM-02", "OQ-DAM-03")
    yield from ("OQ-DEF-07", "OQ-DEF-12", "OQ-DEF-17", "OQ-RES-09", "OQ-CRI-02", "OQ-CRI-03")
    if any(w["great"] != "other" for w in v.weapons()):
        yield "OQ-CC-13"
    if any(w["shafted"] for w in v.weapons()):
        yield "OQ-CC-15"
    if RANGED in skills:
        yield from ("OQ-RNG-02", "OQ-RNG-09", "OQ-RNG-11", "OQ-RNG-13", "OQ-RNG-14")
    if UNARMED in skills:
        yield from ("OQ-UN-01", "OQ-UN-03", "OQ-UN-07")
    if v["shield"] != NONE:
        yield from ("OQ-SHD-03", "OQ-SHD-06", SHIELDS.row(v["shield"])["rule"])
    if is_shaman(v):
        yield from ("OQ-SPI-02", "OQ-SPI-06", "OQ-SPI-10")
    yield from (CONDITIONS.row(one)["rule"] for one in v.in_force)
    yield from ("OQ-MOV-05", "OQ-MOV-09", "OQ-MOV-12", "OQ-DAM-05", "OQ-ZHP-03", "OQ-HEAL-05")


def line(v: Values) -> str:
    """The summary of the character in a few words."""
    best = max(("close_combat", "ranged", "unarmed"), key=lambda one: v[f"{one}_skill"])
    label = {"close_combat": "Close Combat", "ranged": "Ranged Combat", "unarmed": "Unarmed Combat"}[best]
    return f"{label} {v[f'{best}_skill']} % · {v['armor_points']} AP"


def _state_pool_defaults(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Migration to form 2, in which an empty pool is full; form 1 took an average person's points."""
    stored = {key for key, _ in pairs}
    return [*pairs, *((pool, str(AVERAGE)) for pool in ("hit_points", "magic_points") if pool not in stored)]


SHEET = Sheet(
    game_id="openquest",
    character=SheetCharacter,
    target=SheetTarget,
    conditions=CONDITIONS,
    derived=DERIVED,
    per_weapon=OF_WEAPON,
    per_matchup=OF_MATCHUP,
    pools=(Pool("hit_points", "hit_points_max"), Pool("magic_points", "magic_points_max"), Pool("fortune")),
    acts=ACTS,
    bindings=BINDINGS,
    not_bound=NOT_BOUND,
    display_only=("weapon.natural", "worn_name", "notes"),
    required_rules=needs,
    summary=line,
    status=status,
    harm=Harm("hit_points"),
    examples=EXAMPLES,
    migrations=(_state_pool_defaults,),
    own_armor=OwnArmor,
)
