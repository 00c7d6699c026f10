"""The web app manifest: what an installed app is called, how it looks, and where its shortcuts lead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pyrules
from pyrules.games import FIGHTS

from ..dev.environment import WEB

PICTURES = "pictures"
"""The folder of the screenshots, in `web/` and in the site. They are not saved for offline use: no page shows them."""
PAPER = "#fbfcfd"


class Screenshot(NamedTuple):
    """A picture that a browser shows when it offers to install: its file, its size in pixels, and what it shows."""

    file: str
    width: int
    height: int
    label: str

    @property
    def form_factor(self) -> str:
        """For which screens it is."""
        return "wide" if self.width > self.height else "narrow"


SCREENSHOTS = (
    Screenshot("home.png", 780, 1280, "The home page with an answer"),
    Screenshot("fight.png", 780, 1280, "A fight with the odds of each act"),
    Screenshot("sheet.png", 1000, 760, "A character sheet with its odds"),
)


def write(site: Path, app: str) -> None:
    """Write the manifest and its screenshots."""
    folder = site / PICTURES
    folder.mkdir(exist_ok=True)
    for shot in SCREENSHOTS:
        (folder / shot.file).write_bytes((WEB / PICTURES / shot.file).read_bytes())
    (site / "manifest.webmanifest").write_text(json.dumps(manifest(app), indent=1), encoding="utf-8")


def manifest(app: str) -> dict[str, object]:
    """The manifest of a site whose icons are in the folder `app`. Its addresses are relative to the site's root."""
    icons = (
        ("icon.svg", "any", "any"),
        ("icon-192.png", "192x192", "any"),
        ("icon-512.png", "512x512", "any maskable"),
    )
    return {
        "name": "Tableside",
        "short_name": "Tableside",
        "description": "Rules and exact odds at the table",
        "lang": "en",
        "dir": "ltr",
        "categories": ["games", "utilities"],
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {
                "src": f"{app}/icons/{name}",
                "sizes": sizes,
                "type": "image/svg+xml" if name.endswith(".svg") else "image/png",
                "purpose": purpose,
            }
            for name, sizes, purpose in icons
        ],
        "screenshots": [
            {
                "src": f"{PICTURES}/{shot.file}",
                "sizes": f"{shot.width}x{shot.height}",
                "type": "image/png",
                "form_factor": shot.form_factor,
                "label": shot.label,
            }
            for shot in SCREENSHOTS
        ],
        "shortcuts": _shortcuts(app),
    }


def _shortcuts(app: str) -> list[dict[str, object]]:
    """The homes of all games, then their fights: a system that shows only the first ones shows each game."""
    homes = [(game.name, game.short, f"./{game.id}/") for game in pyrules.GAMES]
    fights = [
        (f"Fight: {game.name}", f"Fight: {game.short}", f"./{game.id}/fight/")
        for game in pyrules.GAMES
        if game.id in FIGHTS
    ]
    icon = {"src": f"{app}/icons/icon-192.png", "sizes": "192x192", "type": "image/png"}
    return [{"name": name, "short_name": short, "url": url, "icons": [icon]} for name, short, url in (*homes, *fights)]
