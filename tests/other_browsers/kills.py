"""The tab of a fight is killed after random taps, and another tab shows what the killed one showed.

Independent of the driver, as checks.py is. One half of the kills come when the tap is shown, the other half at any
moment, also while its event is on its way to storage. What the tab shows is read just before the kill. The next tab
must show the same, or one event more, which was already stored.
"""

import random
import time
from typing import Any, Protocol

from pyrules.games import FIGHTS
from tests import rotation
from tests.extent import by_extent
from web.builder.dev.serve import Server

from .checks import LOOK_AGAIN_SECONDS, Visitor, sees

TAPS = by_extent(2 * len(FIGHTS), 4 * len(FIGHTS), 200)
"""In each browser; the games share them."""
ONE_IN = 4
"""So many taps are there to each kill where Python takes seconds to start in the next tab."""
PARTY, FOES = (0, 3, "party"), (1, 3, "foes")
"""The row of the table of foes, how many of it come in, and their side."""
FEW_FIGHTERS = 3
"""Random taps also take fighters out of the fight; when so few are left, others come in."""
LONGEST_PAUSE = 0.4
"""After a tap whose event is not waited for, in seconds."""
LONGEST_WAIT = 3
"""For the event of a tap, in seconds; some taps bring none."""
MOST_LOOKS = 3
"""Taps that open something before each tap that changes the fight."""
CHANGES = "[data-event], [data-apply], [data-undo], [data-redo], [data-cursor], [data-strike], [type=submit]"
"""What changes the fight."""
LOOKS = "[data-view], [data-roll], [data-order], [data-discard], summary"
"""What opens a panel, a roll or a fold."""
TAP = """(selector, chance) => {
  const fold = (one) => (one.localName === "summary" ? one.parentElement.parentElement : one);
  const isThere = (one) =>
    !one.disabled &&
    one.getClientRects().length > 0 &&
    !fold(one).closest("details:not([open]), .tools, .news, #tool-join, #after");
  const found = [...document.querySelector(".fight").querySelectorAll(selector)].filter(isThere);
  const tapped = found[Math.floor(chance * found.length)];
  tapped?.click();
  return tapped ? tapped.id || tapped.textContent.trim() : "";
}"""
JOIN = """(row, count, side) => {
  document.querySelectorAll("[data-join-book] > li")[row].querySelector(".joiner").click();
  const form = document.querySelector("[data-how-many]");
  form.querySelector("[name=side]").value = side;
  form.querySelector(`[type=submit][value="${count}"]`).click();
}"""
SHOWN = """() => {
  const fight = document.querySelector(".fight");
  const texts = (selector) =>
    [...fight.querySelectorAll(selector)].map((one) => one.textContent.replace(/\\s+/g, " ").trim());
  const log = fight.querySelector(".log");
  return {
    revision: Number(fight.dataset.revision ?? 0),
    turn: [...texts(".round, .there"), ...texts(".turn b, [id^=pick-]").sort()],
    fighters: texts(".fighter-line .name, .wounds, .held"),
    due: texts(".due"),
    undo: texts("#undo:enabled, #redo:enabled"),
    marks: { [texts(".turn b").join()]: texts(".mark") },
    log: log ? texts(".log > ol > li > p:first-child") : null,
  };
}"""
"""What a fight's page shows of its state; the odds of a line come a moment later."""
REVISION = "() => Number(document.querySelector('.fight').dataset.revision ?? 0)"
FIGHTERS = "() => document.querySelectorAll('.fighter').length"
IS_SHOWN = "() => !!document.querySelector('.fight [data-part=top]')?.textContent.trim()"
IS_PENDING = "() => !document.querySelector('[data-pending]').hidden"
IS_BEGUN = "() => document.querySelector('.fight .turn')?.textContent.includes('Round')"


class MortalVisitor(Visitor, Protocol):
    """A visitor whose tab can be killed."""

    def kill(self) -> None:
        """Ends the process of the tab without a word to its page. What is opened next is in another tab."""


def what_was_shown_is_there_after_a_kill(visitor: MortalVisitor, served: Server, game: str, one_in: int = 1) -> None:
    """After one in so many taps the tab is killed, and the fight is opened again."""
    chance = random.Random(f"{rotation.seed()} {game}")
    visitor.open(f"{served.url}{game}/fight/#new=1")
    sees(lambda: visitor.run(IS_SHOWN), True)
    for number in range(TAPS // len(FIGHTS)):
        _come_in(visitor)
        taps = []
        for _ in range(chance.randrange(MOST_LOOKS + 1)):
            taps.append(visitor.run(TAP, LOOKS, chance.random()))
            time.sleep(chance.uniform(0, LONGEST_PAUSE))
        revision = visitor.run(REVISION)
        taps.append(visitor.run(TAP, CHANGES, chance.random()))
        is_killed = number % one_in == one_in - 1
        if is_killed and chance.randrange(2):
            time.sleep(chance.uniform(0, LONGEST_PAUSE))
        else:
            _wait_for_event(visitor, revision)
        if is_killed:
            _kill(visitor, taps)


def _kill(visitor: MortalVisitor, taps: list[str]) -> None:
    address, before = visitor.run("() => location.href"), visitor.run(SHOWN)
    visitor.kill()
    visitor.open(address)
    sees(lambda: visitor.run(IS_SHOWN), True)
    after = _shown_like(visitor, before)
    assert after["revision"] - before["revision"] in (0, 1), taps
    if after["revision"] == before["revision"]:
        assert after == before, taps


def _wait_for_event(visitor: Visitor, revision: int) -> None:
    """The event of a tap is shown, if the tap brings one."""
    end = time.monotonic() + LONGEST_WAIT
    while visitor.run(REVISION) == revision and time.monotonic() < end:
        time.sleep(LOOK_AGAIN_SECONDS)


def _come_in(visitor: Visitor) -> None:
    """Enough fighters are there, the fight is on, and no roll waits, which would hold up the beginning."""
    if visitor.run(IS_PENDING):
        visitor.run("() => document.querySelector('[data-pending-drop]').click()")
        sees(lambda: visitor.run(IS_PENDING), False)
    if visitor.run(FIGHTERS) <= FEW_FIGHTERS:
        for row, count, side in (PARTY, FOES):
            there = visitor.run(FIGHTERS)
            visitor.run(JOIN, row, count, side)
            sees(lambda wanted=there + count: visitor.run(FIGHTERS) == wanted, True)  # type: ignore[misc]
    if not visitor.run(IS_BEGUN):
        visitor.run("() => document.querySelector('#begin').click()")
        sees(lambda: visitor.run(IS_BEGUN), True)


def _shown_like(visitor: Visitor, before: dict[str, Any]) -> dict[str, Any]:
    """What is shown, with the log if it was open, and without the marks of somebody else of those who act now."""
    if before["log"] is not None:
        visitor.click("#log")
        sees(lambda: visitor.run(SHOWN)["log"] is not None, True)
    after: dict[str, Any] = visitor.run(SHOWN)
    if after["marks"].keys() != before["marks"].keys():
        after["marks"] = before["marks"]
    return after
