"""The places at which an event has named its fighters so far, so that a later mention can be a reference to one."""

from __future__ import annotations

from collections import Counter


class Places:
    """The place of each text that names a fighter, and the text of each place; each look-up takes the same time."""

    def __init__(self) -> None:
        self._place: dict[str, str] = {}
        self._text: dict[str, str] = {}
        self._times: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._place)

    def find(self, text: str) -> str | None:
        """The place that has named this text, or None."""
        return self._place.get(text)

    def text_at(self, place: str) -> str | None:
        """The text that this place has named, or None."""
        return self._text.get(place)

    def names(self) -> list[str]:
        """All places in the order of their letters."""
        return sorted(self._text)

    def add(self, text: str, path: str) -> None:
        """Notes that the field at a path names a text; its place is the path, with a mark for each earlier text."""
        if text in self._place:
            return
        place = path + "'" * self._times[path]
        self._times[path] += 1
        self._place[text] = place
        self._text.setdefault(place, text)
