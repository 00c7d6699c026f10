"""What only both sides of a fight tell: circumstances, the Armor Class that a weapon meets, who wins ties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.fields import Option, choice, many, number, same, toggle
from ...engine.sheet import UNTOLD, Derived, derived
from ...engine.sheet_values import Scene, Values, Weapon
from .checks import SCALE, TRAINING
from .circumstances import CHARGING as CHARGE
from .circumstances import CIRCUMSTANCES, FOE_ON_YOU, PRONE
from .initiative import Side
from .sheet_state import CHARGING, ENGAGED, down, pierced
from .sheet_values import MELEE, PLAYER
from .weapon import TARGET_AC

GRAND_PLATE = "grand_plate"


# Circumstances


def postures(scene: Scene) -> tuple[str, ...]:
    """Circumstances that follow from conditions, without a charge (WWN-MOD-01 to -03, WWN-RANGED-04)."""
    kind = scene.weapon["kind"] if scene.weapon else MELEE
    pressed = kind != MELEE and ENGAGED in scene["conditions"]
    return (*_lying(scene, kind), *((FOE_ON_YOU.id,) if pressed else ()))


def circumstances(scene: Scene) -> tuple[str, ...]:
    """The same with a charge, which nobody makes from the ground (WWN-CHARGE-03)."""
    kind = scene.weapon["kind"] if scene.weapon else MELEE
    charges = CHARGING in scene["conditions"] and not scene["is_prone"] and kind in CHARGE.applies_to
    return (*postures(scene), *((CHARGE.id,) if charges else ()))


def _lying(scene: Scene, kind: str) -> tuple[str, ...]:
    found = []
    if scene["target.is_prone"]:
        found.append("target_prone_adjacent" if kind == MELEE else "target_prone_distant")
    if scene["is_prone"] and kind == MELEE:
        found.append(PRONE.id)
    return tuple(found)


def _on_hit(scene: Scene) -> int:
    """What they add to a blow in melee, for calculators that take one number for the hit roll."""
    return sum(CIRCUMSTANCES[one].hit for one in _lying(scene, MELEE))


def unarmed_hit_now(scene: Scene) -> int:
    """The hit roll of a shove or a grapple with what holds on both sides."""
    bonus: int = scene.me["unarmed_hit"]
    return bonus + _on_hit(scene)


def hit_now(scene: Scene) -> int | None:
    """The hit roll in melee with the weapon in hand, and what holds on both sides."""
    return None if scene.weapon is None else scene.weapon["hit_total"] + _on_hit(scene)


# Armor against a weapon


def _met(armor_class: int, bearer: Any, weapon: Weapon | None) -> int:
    """The Armor Class that a weapon meets: one that pierces armor passes what is not magic (WWN-EXT-PIERCING)."""
    pierces = weapon is not None and weapon["armor_piercing"] and isinstance(bearer, Values)
    return armor_class - (pierced(bearer) if pierces else 0)


def target_ac(scene: Scene) -> Any:
    """The target's Armor Class against the weapon in hand."""
    told = scene["target.armor_class_now"]
    return UNTOLD if told is None else _met(told, scene.target, scene.weapon)


def own_ac(scene: Scene) -> int:
    """My Armor Class against the target's weapon."""
    return _met(scene["armor_class_now"], scene.me, scene.target_weapon)


def lasting_armor_class(scene: Scene) -> Any:
    """The target's Armor Class for a whole fight, without what lasts a round; of one without a sheet as it is told."""
    lasting = scene["target.armor_class"]
    told = scene["target.armor_class_now"] if lasting is None else lasting
    return UNTOLD if told is None else _met(told, scene.target, scene.weapon)


def _harmless(weapon: Weapon | None, bearer: Any) -> bool:
    """Whether grand plate keeps a weapon from hurting its wearer (WWN-EXT-GRANDPLATE)."""
    stopped = weapon is not None and weapon["plate_stops_it"] and isinstance(bearer, Values)
    return bool(stopped) and bearer["armor"] == GRAND_PLATE and "grappled" not in bearer["conditions"]


# Ties, initiative, care


def _ties(mine: str, theirs: str, standard: str) -> Callable[[Scene], str]:
    """Whose ties: the side of the only player character, or as the calculator has it (WWN-EXT-OPPOSED)."""

    def work(scene: Scene) -> str:
        me, they = scene["who"] == PLAYER, scene["target.who"] == PLAYER
        return standard if me == they else mine if me else theirs

    return work


def _tie(name: str, mine: str, theirs: str, standard: str) -> Derived:
    options = (Option(mine, mine.capitalize()), Option(theirs, theirs.capitalize()))
    declared = choice("Player character", options, help="Whose character is a player's.", rule="WWN-EXT-OPPOSED")
    return derived(name, declared, _ties(mine, theirs, standard))


def party(scene: Scene) -> tuple[int, ...]:
    """The Dexterity modifiers of my side: mine, and the other's if both are player characters or neither is."""
    return (scene["dex_mod"], *((scene["target.dex_mod"],) if _allies(scene) else ()))


PARTY = "Party"


def party_name(scene: Scene) -> str:
    """What my side is called: a player character's side is the party, another's has its own name."""
    return PARTY if scene["who"] == PLAYER else str(scene["name"])


def _allies(scene: Scene) -> bool:
    return isinstance(scene.target, Values) and scene["who"] == scene["target.who"] == PLAYER


def _of_foe(source: str) -> Callable[[Scene], Any]:
    """A value of the target that is no ally."""

    def work(scene: Scene) -> Any:
        found = scene[f"target.{source}"]
        return UNTOLD if found is None or _allies(scene) else found

    return work


def _healer(name: str) -> Callable[[Scene], Any]:
    """A value of the one who heals: the other, where this character is the one who is down."""

    def work(scene: Scene) -> Any:
        found = scene[f"target.{name}"] if down(scene.me) else scene[name]
        return UNTOLD if found is None else found

    return work


# All of them


def _hit(name: str, label: str, work: Callable[[Scene], int | None]) -> Derived:
    return derived(
        name, number(label, -20, 40, help="With what holds on both sides.", rule="WWN-HIT-02", signed=True), work
    )


def _ac(name: str, help: str, work: Callable[[Scene], Any]) -> Derived:
    return derived(name, number("Armor Class now", *TARGET_AC, help=help, rule="WWN-EXT-ARMOR"), work)


_FROM_CONDITIONS = ("target_prone_distant", "target_prone_adjacent", PRONE.id, FOE_ON_YOU.id, CHARGE.id)


def _chips(name: str, ids: tuple[str, ...], work: Callable[[Scene], Any]) -> Derived:
    options = tuple(Option(c.id, c.label, c.rule, c.note) for c in map(CIRCUMSTANCES.__getitem__, ids))
    one = choice("Circumstance", options, help="From a condition.")
    help = "Who lies on the ground, charges, or has a foe at hand."
    return derived(
        name, many("Conditions of both sides", one, 0, len(ids), help=help, rule="WWN-MOD-03", unique=True), work
    )


def _modifiers(name: str, work: Callable[[Scene], Any]) -> Derived:
    one = number("Modifier", *SCALE, help="One.", signed=True)
    return derived(name, many("Dexterity modifiers", one, 0, 2, help="Of one side.", rule="WWN-INIT-02"), work)


OF_SCENE = (
    _chips("circumstances", _FROM_CONDITIONS, circumstances),
    _chips("postures", _FROM_CONDITIONS[:-1], postures),
    _ac("target_ac", "Against the weapon in hand.", target_ac),
    _ac("own_ac", "Against the other's weapon.", own_ac),
    _ac("lasting_ac", "Without what lasts a round.", lasting_armor_class),
    derived(
        "weapon_harmless",
        toggle("Weapon cannot hurt the target", help="From the armor.", rule="WWN-EXT-GRANDPLATE"),
        lambda scene: _harmless(scene.weapon, scene.target),
    ),
    derived(
        "their_weapon_harmless",
        toggle("Weapon cannot hurt the target", help="From the armor.", rule="WWN-EXT-GRANDPLATE"),
        lambda scene: _harmless(scene.target_weapon, scene.me),
    ),
    _tie("tie_of_attacker", "attacker", "defender", "attacker"),
    _tie("tie_of_dragger", "attacker", "defender", "defender"),
    _tie("tie_of_held", "defender", "grappler", "grappler"),
    _tie("tie_of_screener", "screener", "attacker", "screener"),
    _tie("tie_of_ambusher", "ambusher", "watcher", "watcher"),
    _tie("tie_of_a", "a", "b", "a"),
    derived("party_name", same(Side, "name"), party_name),
    _modifiers("party_dex_mods", party),
    _modifiers("foe_dex_mods", _of_foe("dex_mods")),
    derived("foe_name", same(Side, "name"), _of_foe("name")),
    derived(
        "foe_is_character",
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
