"""The weights of every size of the Orator's following, exchange after exchange.

A crowd of 200 and two speakers with penalties have hundreds of states, and a debate without a limit may last hundreds
of exchanges. So one long integer holds the weights of all sizes, each in its own field. "Ten more" is a shift, and a
speech is a few sums and products of such integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..skills.skill import CRITICAL, FAILURE, FUMBLE, SUCCESS, SkillRoll, grade_die
from ..tables import FACTS

GAIN_DIE = FACTS.number("oratory_gain_die")
CRITICAL_GAIN = FACTS.number("oratory_critical_gain")
FUMBLE_LOSS = FACTS.number("oratory_fumble_loss")
FARTHEST = max(GAIN_DIE, CRITICAL_GAIN, FUMBLE_LOSS)
"""The most listeners that one speech can move."""

SPEECH = FACTS.number("skill_die") * GAIN_DIE
"""The total weight of one speech: the d100, times the die of a success."""


class Speaker(NamedTuple):
    """A speaker: the grades of a speech with 0, 1, 2, ... penalties, and the rules on penalties.

    The grades are weights over the sides of the d100.
    """

    grades: tuple[Mapping[str, int], ...]
    cumulative: bool
    fumble_hampers: bool

    def failed(self, penalties: int) -> int:
        """The penalties after a failure (OQ-ORA-13)."""
        return min(penalties + 1, len(self.grades) - 1)

    def fumbled(self, penalties: int) -> int:
        """The penalties after a fumble; a table rule adds none (OQ-ORA-21)."""
        if self.fumble_hampers:
            return self.failed(penalties)
        return penalties if self.cumulative else 0

    def after(self, penalties: int, grade: str) -> int:
        """The penalties after a speech of this grade; a success ends them all."""
        if grade == FAILURE:
            return self.failed(penalties)
        return 0 if grade in (CRITICAL, SUCCESS) else self.fumbled(penalties)

    def can(self, penalties: int, *grades: str) -> bool:
        """Whether a speech can have one of these grades."""
        return any(self.grades[penalties].get(grade) for grade in grades)


def same_futures(speaker: Speaker | None, speeches: int) -> list[list[int]]:
    """By the speeches to come, for each number of penalties the smallest one with the same chances in all of them."""
    if speaker is None:
        return [[0]] * (speeches + 1)
    alike = [speaker.grades.index(grades) for grades in speaker.grades]
    found = [[0] * len(alike)]
    for _ in range(speeches):
        then = found[-1]
        first: dict[tuple[int, int, int], int] = {}
        found.append(
            [
                first.setdefault((grades, then[speaker.failed(held)], then[speaker.fumbled(held)]), held)
                for held, grades in enumerate(alike)
            ]
        )
    return found


def grade_weights(of: SkillRoll) -> Mapping[str, int]:
    """The grades of a roll as weights over the sides of the d100, also for a master who does not roll."""
    die = grade_die(of)
    scale = FACTS.number("skill_die") // die.total
    return {grade: weight * scale for grade, weight in die.weights.items()}


class Debate(NamedTuple):
    """The terms of a debate: the audience, both speakers, and the rules for its end."""

    audience: int
    orator: Speaker
    defense: Speaker | None
    emptied_loses: bool
    checked_at_once: bool


Where = tuple[int, int]
"""The penalties of the Orator and of the defense."""

Crowds = dict[Where, int]
"""The weights of every following, in one integer, for each pair of penalties."""


class Ended(NamedTuple):
    """The weights of the ended debates: audience won over, won by the defense's fumble, lost."""

    won_all: int
    won_by_fumble: int
    lost: int


ORATOR, DEFENSE = 0, 1
"""Places in `Where`."""


BYTE = 8


class Fields:
    """The layout of a crowd: one field for each following, from 10 below 0 to 10 above the audience.

    A field has `width` bits, rounded up to whole bytes.

    A field may hold a negative weight. Sums, products and shifts work on such crowds unchanged; a read first lifts all
    fields above 0.
    """

    def __init__(self, audience: int, width: int) -> None:
        self.audience = audience
        self.width = width = -(-width // BYTE) * BYTE
        self._count = audience + 1 + 2 * FARTHEST
        self._ones = sum(1 << at * width for at in range(self._count))
        self._lift = self._ones << width - 1
        self._whole = (1 << width) - 1

    def one(self, following: int, weight: int) -> int:
        """A crowd with one certain following."""
        return weight << self._at(following)

    def moved(self, crowd: int, by: int) -> int:
        """The crowd with every following moved by `by` listeners."""
        return crowd << by * self.width if by >= 0 else crowd >> -by * self.width

    def moved_by_die(self, crowd: int, toward: int) -> int:
        """The crowd moved by the die of a success: the sum of the crowd moved by each face."""
        moved = crowd
        size = 1
        for bit in f"{GAIN_DIE:b}"[1:]:
            moved += self.moved(moved, size)
            size *= 2
            if bit == "1":
                moved = self.moved(moved, 1) + crowd
                size += 1
        return self.moved(moved, 1 if toward > 0 else -GAIN_DIE)

    def without(self, crowd: int, lowest: int) -> tuple[int, int]:
        """The crowd without the followings from `lowest` on, and their weight."""
        at = self._at(lowest)
        high = (crowd >> at - 1) + 1 >> 1  # rounded, because the fields below may be negative together
        return crowd - (high << at) if high else crowd, self.total(high)

    def only(self, crowd: int, lowest: int) -> tuple[int, int]:
        """The crowd with the followings from `lowest` on alone, and the weight of the others."""
        at = self._at(lowest)
        low = crowd & (1 << at) - 1
        if low >> at - 1:  # the fields are negative together
            low -= 1 << at
        return crowd - low if low else crowd, self.total(low)

    def capped(self, crowd: int, toward: int) -> int:
        """The crowd with its followings limited to the audience (upward) or to 0 (downward)."""
        if toward > 0:
            crowd, more = self.without(crowd, self.audience + 1)
            return crowd + self.one(self.audience, more)
        crowd, fewer = self.only(crowd, 0)
        return crowd + self.one(0, fewer)

    def total(self, crowd: int) -> int:
        """The sum of all fields."""
        half = self._whole >> 1
        return (crowd + half) % self._whole - half

    def each(self, crowd: int) -> Iterator[int]:
        """Every weight, from following 0 to the whole audience."""
        half, size = 1 << self.width - 1, self.width // BYTE
        fields = (crowd + self._lift).to_bytes(self._count * size, "little")
        for at in range(FARTHEST, FARTHEST + self.audience + 1):
            yield int.from_bytes(fields[at * size : (at + 1) * size], "little") - half

    def packed(self, weights: Iterable[int]) -> int:
        """The crowd with these weights, from following 0 to the whole audience."""
        half, size = 1 << self.width - 1, self.width // BYTE
        fields = b"".join((weight + half).to_bytes(size, "little") for weight in weights)
        lift = self._lift >> 2 * FARTHEST * self.width
        return int.from_bytes(fields, "little") - lift << FARTHEST * self.width

    def absolute(self, crowd: int) -> int:
        """The sum of the absolute values of all fields."""
        lifted = crowd + self._lift
        negative = self._ones - (lifted >> self.width - 1 & self._ones)
        sums = (lifted & negative * self._whole) - (negative << self.width - 1)
        return self.total(crowd) - 2 * self.total(sums)

    def cut(self, crowds: Crowds, bits: int) -> Crowds:
        """Every weight without its lowest bits, rounded to the nearest; crowds without any weight left are dropped."""
        kept = self._ones * (self._whole >> bits)
        lift, lifted = self._lift + (self._ones << bits - 1), self._lift >> bits & kept
        rounded = ((where, (crowd + lift >> bits & kept) - lifted) for where, crowd in crowds.items())
        return {where: crowd for where, crowd in rounded if crowd}

    def widened(self, crowds: Crowds, width: int) -> tuple[Fields, Crowds]:
        """A layout with wider fields, and crowds without negative weights in this layout."""
        wider = Fields(self.audience, width)
        size, padding = self.width // BYTE, bytes((wider.width - self.width) // BYTE)
        ends = range(size, (self._count + 1) * size, size)

        def spread(crowd: int) -> int:
            fields = crowd.to_bytes(self._count * size, "little")
            return int.from_bytes(padding.join(fields[end - size : end] for end in ends), "little")

        return wider, {where: spread(crowd) for where, crowd in crowds.items()}

    def _at(self, following: int) -> int:
        return (FARTHEST + following) * self.width


def one_exchange(debate: Debate, fields: Fields, crowds: Crowds) -> tuple[Crowds, Ended]:
    """One exchange, and the debates it ends; each speech multiplies all weights by SPEECH."""
    crowds, lost = _speech(debate.orator, ORATOR, fields, crowds, debate.emptied_loses)
    won_all = won_by_fumble = 0
    at_once = debate.defense is None or debate.checked_at_once
    if at_once:  # ruling, OQ-ORA-15
        crowds, won_all = _won_over(fields, crowds)
    if debate.defense is not None:
        crowds, won_by_fumble = _speech(debate.defense, DEFENSE, fields, crowds, debate.emptied_loses)
        lost, won_all = lost * SPEECH, won_all * SPEECH
        if not at_once:
            crowds, won_all = _won_over(fields, crowds)
    return crowds, Ended(won_all, won_by_fumble, lost)


def _won_over(fields: Fields, crowds: Crowds) -> tuple[Crowds, int]:
    """The debates that go on, and the weight of those that win the whole audience (OQ-ORA-16)."""
    split_modifiers = {where: fields.without(crowd, fields.audience) for where, crowd in crowds.items()}
    return {where: crowd for where, (crowd, _) in split_modifiers.items()}, sum(
        won for _, won in split_modifiers.values()
    )


def _speech(speaker: Speaker, side: int, fields: Fields, crowds: Crowds, emptied_loses: bool) -> tuple[Crowds, int]:
    """One speech, and the weight of debates that its speaker loses by a fumble."""
    toward = -1 if side == DEFENSE else 1
    alike = [speaker.grades.index(grades) for grades in speaker.grades]
    after: Crowds = {}
    together: Crowds = {}
    charmed: Crowds = {}
    amazed: Crowds = {}
    driven: Crowds = {}

    def add(to: Crowds, where: Where, penalties: int, crowd: int) -> None:
        there = (where[ORATOR], penalties) if side == DEFENSE else (penalties, where[DEFENSE])
        to[there] = to[there] + crowd if there in to else crowd

    for where, crowd in crowds.items():
        if not crowd:
            continue
        penalties = where[side]
        grades = speaker.grades[penalties]
        add(together, where, alike[penalties], crowd)  # a success ends all penalties
        if failing := grades.get(FAILURE):
            add(after, where, speaker.failed(penalties), failing * GAIN_DIE * crowd)
        if fumbling := grades.get(FUMBLE):
            add(driven, where, speaker.fumbled(penalties), fumbling * GAIN_DIE * crowd)
    for where, crowd in together.items():
        grades = speaker.grades[where[side]]
        if charming := grades.get(SUCCESS):
            add(charmed, where, 0, charming * crowd)
        if amazing := grades.get(CRITICAL):
            add(amazed, where, 0, amazing * GAIN_DIE * crowd)
    for where in charmed.keys() | amazed.keys():
        gained = fields.moved_by_die(charmed.get(where, 0), toward)
        gained += fields.moved(amazed.get(where, 0), CRITICAL_GAIN * toward)
        after[where] = after.get(where, 0) + fields.capped(gained, toward)
    lost = 0
    for where, crowd in driven.items():
        crowd = fields.moved(crowd, -FUMBLE_LOSS * toward)
        crowd, gone = _without_lost(fields, crowd, side, emptied_loses)
        lost += gone
        after[where] = after.get(where, 0) + (crowd if emptied_loses else fields.capped(crowd, -toward))
    return after, lost


def _without_lost(fields: Fields, crowd: int, side: int, emptied_loses: bool) -> tuple[int, int]:
    """The crowd without the followings at which a fumbling speaker loses, and their weight (OQ-ORA-18).

    Ruling: the speaker loses when the ten who leave are the last. By a table rule the speaker loses only with nobody
    left before.
    """
    fewest = 0 if emptied_loses else -FUMBLE_LOSS
    if side == ORATOR:
        return fields.only(crowd, fewest + 1)
    return fields.without(crowd, fields.audience - fewest)
