"""The quick reference of each game, as the build writes it."""

from pathlib import Path

import pytest
from lxml import html

import pyrules


@pytest.mark.parametrize("game", pyrules.GAMES, ids=lambda game: game.id)
def test_every_row_has_its_address_its_source_and_the_way_to_its_calculators(site: Path, game: pyrules.Game) -> None:
    page = html.document_fromstring((site / game.id / "rules" / "index.html").read_bytes())
    rows = {row.get("id"): row for row in page.iter() if row.get("id")}
    for rule in game.facts.rules.values():
        row = rows[rule.id]
        assert [link.get("href") for link in row.iter("a")].count(f"#{rule.id}") == 1
        assert rule.source in row.text_content()
        uses = [link for part in row.iter() if "uses" in part.get("class", "").split() for link in part.iter("a")]
        assert len(uses) == len(game.uses[rule.id])
