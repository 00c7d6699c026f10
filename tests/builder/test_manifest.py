"""The manifest: each address in it exists, and each screenshot has the size that it names."""

import struct
from pathlib import Path

import pyrules
from pyrules.games import FIGHTS
from web.builder.dev.environment import WEB
from web.builder.site import manifest, pages


def size(path: Path) -> tuple[int, int]:
    """The width and height that a PNG's header gives."""
    head = path.read_bytes()[:24]
    width, height = struct.unpack(">II", head[16:])
    return width, height


def test_each_screenshot_has_the_size_that_the_manifest_names_and_is_small() -> None:
    for shot in manifest.SCREENSHOTS:
        path = WEB / manifest.PICTURES / shot.file
        assert size(path) == (shot.width, shot.height)
        assert path.stat().st_size <= 150_000
    assert {shot.form_factor for shot in manifest.SCREENSHOTS} == {"narrow", "wide"}


def test_shortcuts_lead_to_the_home_of_each_game_and_to_its_fights() -> None:
    made = manifest.manifest("assets/app")["shortcuts"]
    assert isinstance(made, list)
    addresses = [shortcut["url"].removeprefix("./") for shortcut in made]

    assert addresses[: len(pyrules.GAMES)] == [f"{game.id}/" for game in pyrules.GAMES]
    assert len(addresses) == len(pyrules.GAMES) + len(FIGHTS)
    assert set(addresses) <= {page.address for page in pages.pages()}
