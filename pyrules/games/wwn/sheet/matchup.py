"""Values that depend on both sides: circumstances, the Armor Class against a weapon, the winner of ties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....engine.inputs import Option, choice, many, number, record, same, toggle
from ....engine.sheet.derived import Derived, derived
from ....engine.sheet.sources import NOT_APPLICABLE
from ....engine.sheet.values import Matchup, Values, Weapon
from ..attack.circumstances import CHARGING, CIRCUMSTANCES, PRONE_AFAR, PRONE_BESIDE
from ..attack.weapon import TARGET_AC
from ..checks.checks import SCALE, TRAINING
from ..tables import FACTS
from ..turns.initiative import LONGEST_NAME, Member, Side
from .conditions import CHARGE, CONDITIONS
from .state import down, pierced
from .values import MELEE, PLAYER

GRAND_PLATE = "grand_plate"


# Circumstances


def circumstances(matchup: Matchup) -> tuple[str, ...]:
    """The circumstances that follow from the conditions of both sides (WWN-MOD-01 to -03, WWN-RANGED-04).

    A charge is impossible while prone (WWN-CHARGE-02, -03).
    """
    found = _options(matchup)
    return tuple(
        one for one in found if one in _FROM_CONDITIONS and (one != CHARGING.id or not matchup.me.barred(CHARGE))
    )


def postures(matchup: Matchup) -> tuple[str, ...]:
    """The same without a charge."""
    return tuple(one for one in circumstances(matchup) if one != CHARGING.id)


def from_facts(matchup: Matchup) -> Any:
    """The circumstances that follow from facts between both sides in a fight, such as cover; none without a fight."""
    found = tuple(one for one in _options(matchup) if one in _FROM_FACTS)
    return found or NOT_APPLICABLE


def _options(matchup: Matchup) -> tuple[str, ...]:
    """What the conditions and facts of both sides add; a shot at somebody prone in melee is none from afar."""
    found = matchup.attack_options(matchup.weapon["kind"] if matchup.weapon else MELEE)
    if not matchup.me["is_beside"]:
        return found
    return tuple(PRONE_BESIDE.id if one == PRONE_AFAR.id else one for one in found)


def _on_hit(matchup: Matchup) -> int:
    """The sum of the circumstances' modifiers in melee, for calculators with a single number for the hit roll."""
    held = (one for one in matchup.attack_options(MELEE) if one != CHARGING.id)
    return sum(CIRCUMSTANCES[one].hit for one in held)


def unarmed_hit_now(matchup: Matchup) -> int:
    """The hit modifier of a shove or a grapple, with the conditions of both sides."""
    bonus: int = matchup.me["unarmed_hit"]
    return bonus + _on_hit(matchup)


def hit_now(matchup: Matchup) -> int | None:
    """The hit modifier in melee with the weapon in hand, with the conditions of both sides."""
    return None if matchup.weapon is None else matchup.weapon["hit_total"] + _on_hit(matchup)


# Armor against a weapon


def _met(armor_class: int, bearer: Any, weapon: Weapon | None) -> int:
    """The Armor Class against a weapon; an armor-piercing weapon ignores armor without magic (WWN-EXT-PIERCING)."""
    pierces = weapon is not None and weapon["armor_piercing"] and isinstance(bearer, Values)
    return armor_class - (pierced(bearer) if pierces else 0)


def target_ac(matchup: Matchup) -> Any:
    """The target's Armor Class against the weapon in hand."""
    explanation = matchup["target.armor_class_now"]
    return NOT_APPLICABLE if explanation is None else _met(explanation, matchup.target, matchup.weapon)


def own_ac(matchup: Matchup) -> int:
    """The character's Armor Class against the target's weapon."""
    return _met(matchup["armor_class_now"], matchup.me, matchup.target_weapon)


def lasting_armor_class(matchup: Matchup) -> Any:
    """The target's Armor Class for a whole fight, without effects of one round; as entered for a target without a
    sheet.
    """
    lasting = matchup["target.armor_class"]
    explanation = matchup["target.armor_class_now"] if lasting is None else lasting
    return NOT_APPLICABLE if explanation is None else _met(explanation, matchup.target, matchup.weapon)


def _harmless(weapon: Weapon | None, bearer: Any) -> bool:
    """Whether grand plate protects its wearer from a weapon (WWN-EXT-GRANDPLATE)."""
    stopped = weapon is not None and weapon["plate_stops_it"] and isinstance(bearer, Values)
    return bool(stopped) and bearer["armor"] == GRAND_PLATE and not bearer["is_held"]


# Ties, initiative, care


def _ties(mine: str, theirs: str, standard: str) -> Callable[[Matchup], str]:
    """The side that wins ties: the side of the only player character, or the calculator's default (WWN-EXT-OPPOSED)."""

    def compute(matchup: Matchup) -> str:
        me, they = matchup["who"] == PLAYER, matchup["target.who"] == PLAYER
        return standard if me == they else mine if me else theirs

    return compute


def _tie(name: str, mine: str, theirs: str, standard: str) -> Derived:
    options = (Option(mine, mine.capitalize()), Option(theirs, theirs.capitalize()))
    declared = choice("Player character", options, help="Whose character is a player's.", rule="WWN-EXT-OPPOSED")
    return derived(name, declared, _ties(mine, theirs, standard))


def own_members(matchup: Matchup) -> tuple[Member, ...]:
    """The character, and the target if both are player characters."""
    return tuple(_member(one) for one in (matchup.me, matchup.target) if one is matchup.me or _allies(matchup))


def foe_members(matchup: Matchup) -> Any:
    """The target, unless it is an ally."""
    is_foe = isinstance(matchup.target, Values) and not _allies(matchup)
    return (_member(matchup.target),) if is_foe else NOT_APPLICABLE


def _member(of: Any) -> Member:
    return Member(name=of["name"][:LONGEST_NAME], dex_mod=of["dex_mod"])


def _allies(matchup: Matchup) -> bool:
    return isinstance(matchup.target, Values) and matchup["who"] == matchup["target.who"] == PLAYER


def _of_foe(source: str) -> Callable[[Matchup], Any]:
    """A value of the target, unless the target is an ally."""

    def compute(matchup: Matchup) -> Any:
        found = matchup[f"target.{source}"]
        return NOT_APPLICABLE if found is None or _allies(matchup) else found

    return compute


def _healer(name: str) -> Callable[[Matchup], Any]:
    """A value of the healer: the other character, if this character is down."""

    def compute(matchup: Matchup) -> Any:
        found = matchup[f"target.{name}"] if down(matchup.me) else matchup[name]
        return NOT_APPLICABLE if found is None else found

    return compute


# All of them


def _hit(name: str, label: str, compute: Callable[[Matchup], int | None]) -> Derived:
    return derived(
        name, number(label, -20, 40, help="With what holds on both sides.", rule="WWN-HIT-02", signed=True), compute
    )


def _ac(name: str, help: str, compute: Callable[[Matchup], Any]) -> Derived:
    return derived(name, number("Armor Class now", *TARGET_AC, help=help, rule="WWN-EXT-ARMOR"), compute)


def _set_by(*held: str) -> tuple[str, ...]:
    effects = (one for one in CONDITIONS.all_effects() if one.option and one.condition in held)
    return tuple(dict.fromkeys(one.option for one in effects))


_FROM_CONDITIONS = _set_by(*(option.id for option in CONDITIONS.options))
_FROM_FACTS = _set_by(*(row["id"] for row in FACTS.table("facts").rows))
_POSTURES = tuple(one for one in _FROM_CONDITIONS if one != CHARGING.id)


def _chips(name: str, ids: tuple[str, ...], compute: Callable[[Matchup], Any]) -> Derived:
    options = tuple(Option(c.id, c.label, c.rule, c.note) for c in map(CIRCUMSTANCES.__getitem__, ids))
    one = choice("Circumstance", options, help="From a condition.")
    help = "Who lies on the ground, charges, or has a foe at hand."
    return derived(
        name, many("Conditions of both sides", one, 0, len(ids), help=help, rule="WWN-MOD-03", unique=True), compute
    )


def _members(name: str, compute: Callable[[Matchup], Any]) -> Derived:
    one = record("Member", Member, help="One.")
    return derived(name, many("Dexterity modifier", one, 0, 2, help="Of one side.", rule="WWN-INIT-02"), compute)


OF_MATCHUP = (
    _chips("circumstances", _FROM_CONDITIONS, circumstances),
    _chips("postures", _POSTURES, postures),
    _chips("from_facts", _FROM_FACTS, from_facts),
    _ac("target_ac", "Against the weapon in hand.", target_ac),
    _ac("own_ac", "Against the other's weapon.", own_ac),
    _ac("target_lasting_ac", "Without what lasts a round.", lasting_armor_class),
    derived(
        "weapon_harmless",
        toggle("Weapon cannot hurt the target", help="From the armor.", rule="WWN-EXT-GRANDPLATE"),
        lambda matchup: _harmless(matchup.weapon, matchup.target),
    ),
    derived(
        "target_weapon_harmless",
        toggle("Weapon harms nobody here", help="From the armor.", rule="WWN-EXT-GRANDPLATE"),
        lambda matchup: _harmless(matchup.target_weapon, matchup.me),
    ),
    _tie("tie_of_attacker", "attacker", "defender", "attacker"),
    _tie("tie_of_dragger", "attacker", "defender", "defender"),
    _tie("tie_of_held", "defender", "grappler", "grappler"),
    _tie("tie_of_screener", "screener", "attacker", "screener"),
    _tie("tie_of_ambusher", "ambusher", "watcher", "watcher"),
    _tie("tie_of_a", "a", "b", "a"),
    _members("own_members", own_members),
    _members("target_members", foe_members),
    derived("target_name", same(Side, "name"), _of_foe("name")),
    derived(
        "target_is_character",
        toggle("Player characters", help="As the sheet says.", rule="WWN-INIT-02"),
        _of_foe("is_character"),
    ),
    derived(
        "healer_mod",
        number("Better of Dexterity and Intelligence", *SCALE, help="Of the healer.", rule="WWN-EXT-MORTAL"),
        _healer("heal_mod"),
    ),
    derived("healer_skill", number("Heal", *TRAINING, help="Of the healer.", rule="WWN-EXT-MORTAL"), _healer("heal")),
    _hit("unarmed_hit", "Unarmed hit bonus", unarmed_hit_now),
    _hit("hit", "Hit bonus", hit_now),
)
