"""The wounded: first aid, stabilizing, healing magic, fortune, mercy and waking up.

Sections "Healing Wounds" and "Zero Hit Points".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import ANYBODY, FOE, SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.events import Event, track
from ....engine.fight.fighters import FightState
from ....engine.fight.state import ROUND_END, Held
from ....engine.inputs import Option
from ....engine.procedure import Roll, counted
from ....engine.sheet.sources import Bindings
from ....engine.sheet.values import Matchup
from ..sheet.bindings import me
from ..sheet.conditions import ACT, CAST, MORTAL_WOUND
from ..skills.skill import SUCCESSES
from ..tables import FACTS
from ..wounds.wounded import MAGIC, Wounded, is_strong, restored
from .acting import action
from .facts import now
from .lines import FORTUNE, HIT_POINTS, begins, ends, points

STABILIZED, UNCONSCIOUS, DEAD = "stabilized", "unconscious", "dead"
ASLEEP = (STABILIZED, UNCONSCIOUS)
KIT = Ask("kit", "With", (Option("kit", "A healer's kit"), Option("none", "Makeshift means", "EXT-17")))
SPELL_SKILL: Bindings = {"skill.base": me.casting}


def deadline(state: FightState, who: str) -> int | None:
    """The round at whose end a mortal wound kills; None without one (OQ-HEAL-05)."""
    held = state.find(who, MORTAL_WOUND)
    return next((end.number for end in held.ends if end.at == ROUND_END), None) if held else None


def is_dying(here: Here) -> bool:
    """Whether the target is mortally wounded."""
    return here.state.holds(here.to, MORTAL_WOUND)


def is_magic_needed(here: Here) -> bool:
    """Whether healing magic helps the target: it is wounded, or stabilized without hit points (OQ-HEAL-04)."""
    is_saved = here.state.holds(here.to, STABILIZED) and here.target.tracks[HIT_POINTS] <= 0
    return is_dying(here) or is_hurt(here) or is_saved


def is_hurt(here: Here) -> bool:
    """Whether the target has a minor wound, and is on the actor's side or out of the fight."""
    if here.actor.side != here.target.side and not here.rules.is_down(here.state, here.to):
        return False
    left, most = here.target.tracks[HIT_POINTS], here.target.most.get(HIT_POINTS, 0)
    return 0 < left < most


# Healing by skill


def patient(here: Here) -> Matchup:
    """The calculator of wounds reads the one who is wounded."""
    assert here.they is not None  # somebody is wounded
    return Matchup(here.they, None, None, None)


def care_inputs(here: Here) -> Mapping[str, Any]:
    """The healer's skill and means, and one try in this round."""
    healing = {"healing.base": here.me["healing_skill"], "kit": here.option(KIT) == "kit"}
    return {**healing, "tries": 1, "round": now(here.state), "max_hp": here.target.most[HIT_POINTS]}


def treated(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The hit points that first aid restores (EXT-17)."""
    assert roll is not None  # the care is rolled
    gained = roll.end.hp - here.target.tracks[HIT_POINTS]
    if gained > 0:
        yield _healed(here, gained)


def _healed(here: Here, gained: int) -> Proposed:
    left = here.target.tracks[HIT_POINTS] + gained
    return Proposed(track(here.to, HIT_POINTS, gained), f"{here.target.name}: {gained} healed, {points(left)}")


def saved(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Safe from the mortal wound, and unconscious (OQ-HEAL-03, OQ-ZHP-04)."""
    assert roll is not None  # the care is rolled
    held = here.state.find(here.to, MORTAL_WOUND)
    if roll.end.saved and held:
        yield ends(held, f"{here.target.name}: no longer dying")
        yield begins(Held(here.to, STABILIZED), f"{here.target.name}: stabilized")


# Fortune and mercy


def lucky(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A fortune point: alive, and awake hours later with a hit point (OQ-ZHP-03)."""
    name, left = here.actor.name, here.actor.tracks[FORTUNE] - 1
    yield Proposed(track(here.who, FORTUNE, -1), f"{name}: a fortune point spent, {left} left")
    yield from _survives(here, here.who)
    hp = FACTS.number("fortune_hp")
    hours = roll.steps[-1].faces[0].value if roll and roll.steps[-1].faces else 0
    change = Event("track", here.who, {"name": HIT_POINTS, "to": hp})
    yield Proposed(change, f"{name}: wakes in {counted(hours, 'hour')} with {points(hp).removesuffix(' left')}")


def spared(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The last blow was not meant to kill: alive, and may be taken prisoner (OQ-ZHP-02)."""
    return _survives(here, here.to)


def _survives(here: Here, who: str) -> Iterable[Proposed]:
    for held in here.state.of(who):
        if held.id in (MORTAL_WOUND, DEAD):
            yield ends(held, f"{here.state[who].name}: lives")
    yield begins(Held(who, UNCONSCIOUS), f"{here.state[who].name}: unconscious")


def wakes(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """Conscious again after a Resilience test (OQ-HEAL-06)."""
    assert roll is not None  # the test is rolled
    if roll.end in SUCCESSES:
        for held in here.state.of(here.who):
            if held.id in ASLEEP:
                yield ends(held, f"{here.actor.name}: wakes up")


def can_wake(here: Here) -> bool:
    """Whether the actor is unconscious with hit points left."""
    return here.state.holds(here.who, *ASLEEP) and here.actor.tracks[HIT_POINTS] > 0


# Healing magic


def heal_asks(here: Here) -> tuple[Ask, ...]:
    """The spell and its magnitude (EXT-18)."""
    spells = tuple(Option(row["id"], row["label"], row["rule"]) for row in MAGIC.rows)
    strong = FACTS.number("heal_mortal_magnitude")
    magnitudes = tuple(
        Option(str(one), f"Magnitude {one}") for one in (strong, *range(1, strong), strong + 1, strong + 2)
    )
    return (Ask("spell", "Spell", spells), Ask("magnitude", "Magnitude", magnitudes))


def _wound(here: Here) -> Wounded:
    spell, magnitude = (here.option(one) for one in heal_asks(here))
    most, left = here.target.most[HIT_POINTS], here.target.tracks[HIT_POINTS]
    return Wounded(max_hp=most, hp=left, magic=spell, magnitude=int(magnitude))


def heals(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """What the spell restores, if it is cast; a strong one ends a mortal wound (OQ-HEAL-04, EXT-18)."""
    if roll is None or roll.end not in SUCCESSES:
        return
    wound, name = _wound(here), here.target.name
    left = here.target.tracks[HIT_POINTS]
    if left > 0:
        gained = min(wound.max_hp, left + restored(wound)) - left
        if gained > 0:
            yield _healed(here, gained)
        return
    if is_strong(wound):
        hp = MAGIC.row(wound.magic)["hp"] or wound.max_hp
        yield Proposed(Event("track", here.to, {"name": HIT_POINTS, "to": hp}), f"{name}: {points(hp)}")


def _care(act_id: str, label: str, **more: Any) -> FightAct:
    given = {"label": label, "at": ANYBODY, "calculator": "wounds", "roll": "care", "sides": patient}
    return action(act_id, **{**given, **more})


CARE = (
    _care(
        "stabilize",
        "Stabilize",
        rule="OQ-HEAL-03",
        offered=is_dying,
        inputs=care_inputs,
        asks=lambda here: (KIT,),
        figures=("p_saved",),
        ranked="p_saved",
        follows=saved,
    ),
    _care(
        "first_aid",
        "First aid",
        rule="EXT-17",
        offered=is_hurt,
        inputs=care_inputs,
        asks=lambda here: (KIT,),
        figures=("mean_after_heal",),
        follows=treated,
    ),
    FightAct(
        id="spare",
        label="The last blow was not meant to kill",
        rule="OQ-ZHP-02",
        at=FOE,
        any_time=True,
        offered=is_dying,
        follows=spared,
    ),
    action(
        "cast_spell",
        label="Heal by magic",
        rule="OQ-HEAL-04",
        at=ANYBODY,
        calculator="skill_test",
        bars=(ACT, CAST),
        bindings=SPELL_SKILL,
        offered=is_magic_needed,
        asks=heal_asks,
        figures=("p_success",),
        follows=heals,
    ),
)

ALONE = (
    FightAct(
        id="fortune",
        label="Spend a fortune point",
        rule="OQ-ZHP-03",
        at=SELF,
        calculator="wounds",
        roll="care",
        any_time=True,
        offered=lambda here: here.state.holds(here.who, MORTAL_WOUND, DEAD) and here.actor.tracks[FORTUNE] > 0,
        inputs=lambda here: {"fortune": True, "max_hp": here.actor.most[HIT_POINTS]},
        figures=("mean_hours_out",),
        follows=lucky,
    ),
    FightAct(
        id="wake",
        label="Wake up",
        rule="OQ-HEAL-06",
        at=SELF,
        calculator="skill_test",
        any_time=True,
        bindings={"skill.base": me.resilience_skill},
        offered=can_wake,
        figures=("p_success",),
        follows=wakes,
    ),
)
