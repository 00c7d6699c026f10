"""The colors of the style sheet: whatever a game's colors are drawn on, they keep their contrast, light and dark.

Pages are asked for their contrast in a browser with the colors of one game (tests/browser/test_look.py).
"""

import re

import pytest

import pyrules
from web.builder.site import scripts

TOKENS = (scripts.WEB / scripts.STYLES / "parts" / "tokens.css").read_text(encoding="utf-8")
RULE = re.compile(r"^  (?::root|\[data-system=(\w+)\]) \{([^{}]*)\}", re.MULTILINE)
COLOR = re.compile(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)")
TEXT, MARK = 4.5, 3
"""The least contrast of text, and of what is no text (WCAG 2.2, 1.4.3 and 1.4.11)."""
LEAST = {
    **{(ink, paper): TEXT for ink in ("ink", "ink-2", "warn") for paper in ("paper", "wash")},
    ("accent-ink", "accent"): TEXT,
    **{(mark, paper): MARK for mark in ("accent", "edge") for paper in ("paper", "wash")},
}


def colors(game: str, at: int) -> dict[str, str]:
    """The colors by their names on pages of this game, in light (0) or dark (1)."""
    own = {name: {each: pair[at] for each, *pair in COLOR.findall(rule)} for name, rule in RULE.findall(TOKENS)}
    assert own.keys() == {"", *pyrules.GAME_IDS}
    return own[""] | own[game]


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("game", ["", *pyrules.GAME_IDS])
@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
def test_the_colors_of_each_game_keep_their_contrast(game: str, at: int) -> None:
    found = colors(game, at)
    got = {pair: round(contrast(found[pair[0]], found[pair[1]]), 2) for pair in LEAST}

    assert not {pair: ratio for pair, ratio in got.items() if ratio < LEAST[pair]}


def test_contrast_is_what_the_guidelines_say_it_is() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
