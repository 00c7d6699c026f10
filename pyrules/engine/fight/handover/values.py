"""Codes JSON values: what an event holds is predicted from its fields so far and from earlier events.

A value is one symbol: a text, a number, the names of a group's fields, the length of a list. A fighter whom the same
event has named before is a reference to that place, so that what is learned about one fighter holds for all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from .heads import KINDS, UUID, Flag, Group, Head, Length, Numbered, Same, Uuid, coded_uuid, counted_up
from .places import Places
from .range_coder import Coder
from .refusals import damaged, too_much
from .symbols import UNSEEN, Symbols, even

DEEPEST = 8
LONGEST_TEXT = 1_000
MOST_BITS = 24
UUID_WORK = 100
"""What a random id takes: it is coded digit by digit."""
_ORDERS = (6, 4, 3, 2, 1)
"""How many letters before a letter predict it, from the narrowest context to the widest."""
END, _END = "", 0x110000
"""What follows the last letter of a text, and its place behind all letters."""


_FIGHTERS = frozenset({"who", "to", "source", "whose"})
"""The fields that name a fighter of the fight."""
_COUNTED_UP = frozenset({"id", "name", "names"})
"""The fields whose texts are often the last one with the next number."""
_BY_FIGHTER = frozenset({"places"})
"""The groups whose fields are ids of fighters."""


class Values:
    """A model of JSON values, which writes or reads with a coder and learns from each value."""

    def __init__(self) -> None:
        self._symbols = Symbols()
        self._last_at: dict[str, str] = {}
        self._recent: list[Head] = [""] * 3
        self._places = Places()
        self._topic: Head = ""
        self._actor: Head = ""
        self._turns = 0
        for kind in range(len(KINDS)):
            self._symbols.learn([("kind",)], kind)

    def copy(self) -> Values:
        """A model that has learned the same and goes on apart from this one."""
        other = Values()
        other._symbols = self._symbols.copy()
        other._last_at = dict(self._last_at)
        other._recent, other._topic = self._recent, self._topic
        other._actor, other._turns = self._actor, self._turns
        return other

    def value(self, coder: Coder, given: Any) -> Any:
        """One value, such as an event: the given one while writing."""
        self._places = Places()
        value = self._any(coder, given, "", 0)
        if isinstance(value, dict):
            self._turns += value.get("do") == "next"
            if value.get("do") == "act":
                self._actor, self._turns = str(value.get("who")), 0
        return value

    def _any(self, coder: Coder, given: Any, path: str, depth: int) -> Any:
        if depth > DEEPEST:
            raise damaged()
        self._symbols.work(coder, len(path) >> 4)
        head, value = self._head(coder, given, path)
        inside = path.rstrip("012") if "[]" in path[-3:] else path
        if isinstance(head, Group):
            return self._group(coder, given, inside, head.names, depth)
        if isinstance(head, Length):
            return [
                self._any(coder, given[at] if coder.writes else None, f"{inside}[]{min(at, 2)}", depth + 1)
                for at in range(head.number)
            ]
        return value

    def _group(self, coder: Coder, given: Any, path: str, names: tuple[str, ...], depth: int) -> dict[str, Any]:
        group: dict[str, Any] = {}
        by_fighter = _key(path) in _BY_FIGHTER
        for name in names:
            inner = f"{path}.{'*' if by_fighter else name}"
            group[name] = self._any(coder, given[name] if coder.writes else None, inner, depth + 1)
            if name == "do":
                path = f"{path}.{group[name]}"
        return group

    # One symbol

    def _head(self, coder: Coder, given: Any, path: str) -> tuple[Head, Any]:
        symbol = self._symbol_of(given, path) if coder.writes else UNSEEN
        contexts, key = self._contexts(path), _key(path)
        found = self._symbols.code(coder, contexts, symbol, key)
        if found is UNSEEN:
            found = self._spelled(coder, symbol, path)
        self._symbols.learn(contexts, found)
        value = self._value_of(coder, found, given, path)
        if isinstance(value, str):
            self._symbols.work(coder, len(value) + len(self._places))
        self._remember(path, key, found, value)
        return found, value

    def _contexts(self, path: str) -> list[Hashable]:
        one, two, three = self._recent[-1], self._recent[-2], self._recent[-3]
        turn = [(path, "turn", self._actor, self._turns)] if path.endswith(".who") and path.count(".") == 2 else []
        return [
            *turn,
            (path, one, two, three, self._topic),
            (path, one, two),
            (path, one, self._topic, ""),
            (path, self._topic),
            (path, one, 0),
            (path,),
            _key(path),
        ]

    def _symbol_of(self, given: Any, path: str) -> Head:
        match given:
            case bool() | None:
                return Flag(given)
            case int():
                return given
            case dict():
                return Group(tuple(given))
            case list():
                return Length(len(given))
            case str():
                return self._text_symbol(given, path)
        raise too_much()

    def _text_symbol(self, text: str, path: str) -> Head:
        key = _key(path)
        place = self._places.find(text) if key in _FIGHTERS else None
        if place is not None:
            return Same(place)
        if key in _COUNTED_UP and text and text == counted_up(self._last_at.get(path, "")):
            return Numbered()
        return Uuid() if UUID.fullmatch(text) else text

    def _value_of(self, coder: Coder, symbol: Head, given: Any, path: str) -> Any:
        match symbol:
            case Flag(value):
                return value
            case Same(place):
                text = self._places.text_at(place)
                if text is None:
                    raise damaged()
                return text
            case Numbered():
                return counted_up(self._last_at.get(path, ""))
            case Uuid():
                self._symbols.work(coder, UUID_WORK)
                return coded_uuid(coder, given)
        return symbol

    def _remember(self, path: str, key: str, symbol: Head, value: Any) -> None:
        self._recent = [*self._recent[-2:], symbol]
        if isinstance(value, str):
            self._last_at[path] = value
            if key in _FIGHTERS:
                self._places.add(value, path)
            if key == "act" or (path.endswith("[]1") and self._recent[-2] == "name"):
                self._topic = value

    # Spelled out

    def _spelled(self, coder: Coder, symbol: Head, path: str) -> Head:
        contexts = [("kind", _key(path)), ("kind",)]
        wanted = next((at for at, kind in enumerate(KINDS) if isinstance(symbol, kind)), 0)
        found = self._symbols.code(coder, contexts, wanted, "kind")
        if found is UNSEEN:
            raise damaged()
        self._symbols.learn(contexts, found)
        match KINDS[int(str(found))]:
            case kind if kind is Group:
                names = symbol.names if isinstance(symbol, Group) else ()
                return Group(tuple(self._names(coder, names, path)))
            case kind if kind is Length:
                return Length(self._number(coder, symbol.number if isinstance(symbol, Length) else 0, "length"))
            case kind if kind is Same:
                places = self._places.names()
                if not places:
                    raise damaged()
                at = places.index(symbol.place) if isinstance(symbol, Same) else 0
                return Same(places[even(coder, at, len(places))])
            case kind if kind is Flag:
                flags = (True, False, None)
                at = flags.index(symbol.value) if isinstance(symbol, Flag) else 0
                return Flag(flags[even(coder, at, len(flags))])
            case kind if kind is str:
                return self._text(coder, symbol if isinstance(symbol, str) else "", path)
            case kind if kind is int:
                return self._number(coder, symbol if isinstance(symbol, int) else 0, _key(path))
            case kind if kind is Numbered:
                return Numbered()
        return Uuid()

    def _names(self, coder: Coder, names: tuple[str, ...], path: str) -> Iterator[str]:
        number = self._number(coder, len(names), "names")
        found: set[str] = set()
        for at in range(number):
            _, name = self._head(coder, names[at] if coder.writes else "", f"{path}.names")
            if not isinstance(name, str) or name in found:
                raise damaged()
            found.add(name)
            yield name

    def _number(self, coder: Coder, number: int, of: str) -> int:
        """A number by the count of its binary digits, and these."""
        if abs(number) >= 1 << MOST_BITS:
            raise too_much()
        contexts = [("bits", of), ("bits",)]
        wanted = abs(number).bit_length() * (-1 if number < 0 else 1)
        bits = self._symbols.code(coder, contexts, wanted, "bits")
        if bits is UNSEEN:
            bits = even(coder, wanted + MOST_BITS, 2 * MOST_BITS + 1) - MOST_BITS
        self._symbols.learn(contexts, bits)
        size = int(str(bits))
        if not size:
            return 0
        high = 1 << (abs(size) - 1)
        found = high + even(coder, abs(number) - high if coder.writes else 0, high)
        return -found if size < 0 else found

    def _text(self, coder: Coder, text: str, path: str) -> str:
        """A text letter by letter."""
        found = ""
        while len(found) <= LONGEST_TEXT:
            contexts: list[Hashable] = [("letter", found[-order:], len(found) < order) for order in _ORDERS]
            contexts.append(("letter",))
            wanted = text[len(found) : len(found) + 1]
            letter = self._symbols.code(coder, contexts, wanted, "letter")
            if letter is UNSEEN:
                code = even(coder, ord(wanted) if wanted else _END, _END + 1)
                letter = chr(code) if code < _END else END
            self._symbols.learn(contexts, letter)
            if letter == END:
                return found
            found += str(letter)
        raise damaged() if not coder.writes else too_much()


def _key(path: str) -> str:
    """The name of the field at a path."""
    return path.rpartition(".")[2]
