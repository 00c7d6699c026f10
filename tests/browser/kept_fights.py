"""Fights that are on the device before a page shows them: for tests whose subject is not how a fight comes about."""

import json
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page

import pyrules
from web.builder.dev.serve import Server
from web.worker import endpoint

Joined = tuple[int, str, int]
"""How many join, on which side, and the place of the foe in the game's table: as the arguments of `join`."""

KEEP = """(fight) => new Promise((resolve, reject) => {
  const request = indexedDB.open("tableside./.fights", 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore("fights", { keyPath: "id" }).createIndex("system", "system");
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const tx = request.result.transaction("fights", "readwrite");
    tx.objectStore("fights").put(fight);
    tx.oncomplete = () => resolve(request.result.close());
  };
})"""
"""As storage/fights.js does it."""


def keep(page: Page, server: Server, game: str, *joined: Joined, begins: bool) -> str:
    """Store a fight of these foes, in round 1 if it begins; gives its state in an address."""
    events = _events(game, joined, begins)
    about = {"schema": 1, "system": game, "id": str(uuid4()), "name": "At the ford", "revision": len(events)}
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    fight = {**about, "updated": now, "data": {"events": events, "cursor": len(events)}}
    # A text of the same origin, which runs no script.
    page.goto(f"{server.url}robots.txt")
    page.evaluate(KEEP, fight)
    return f"#open={fight['id']}"


@cache
def _events(game: str, joined: tuple[Joined, ...], begins: bool) -> list[dict[str, Any]]:
    """The events that taps would bring; a foe has its average hit points, the same in each run."""
    foes = pyrules.fight_rules(game).foes
    events: list[dict[str, Any]] = []
    for count, side, at in joined:
        row = foes.rows[at]
        given = {
            **({"hit_points": "average"} if foes.hit_points(row.id) else {}),
            **({"weapon": foes.weapons[0].id} if row.bears_weapon else {}),
        }
        join = {"foe": row.id, "count": count, "side": side, **given}
        event = _asked("fight_join", game, events, join=join)["event"]
        events = _asked("fight", game, events, event=event)["events"]
    return _asked("fight", game, events, event={"do": "begin"})["events"] if begins else events


def _asked(kind: str, game: str, events: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    about = {"kind": kind, "system": game, "events": events, "cursor": len(events), "view": {"panel": ""}}
    reply: dict[str, Any] = json.loads(endpoint.handle(json.dumps({**about, **more})))
    assert reply["ok"], reply["problems"]
    return reply
