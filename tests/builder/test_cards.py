"""Each page has a card for links to it, drawn from the words of the page alone."""

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFont

import pyrules
from tests.rotation import part
from web.builder.site import cards, pages
from web.builder.site.cards import Card, Figure

URL = "https://example.org/tableside/"
MOST_BYTES = 100_000
CARD = Card("#4338a8", "Worlds Without Number", "Attack", "Does it hit?", (Figure("60 %", "hit"), Figure("3", "Shock")))


@pytest.fixture(scope="module")
def all_cards() -> dict[str, Card]:
    """The card of every page, by the page's address."""
    drawing = pages.Drawing(pages.environment(), "assets/app", URL)
    for page in part(list(pages.pages())):
        drawing.html(page, "..")
    return drawing.cards


def test_a_calculator_page_names_its_address_and_a_card_with_its_headline() -> None:
    drawing = pages.Drawing(pages.environment(), "assets/app", URL)
    page = next(page for page in pages.pages() if page.address == "raiders/strike/")

    html = drawing.html(page, "../..")

    assert f'<link rel="canonical" href="{URL}raiders/strike/">' in html
    assert f'<meta property="og:image" content="{URL}cards/raiders/strike.png">' in html
    card = drawing.cards["raiders/strike/"]
    assert (card.above, card.title) == ("Ruins & Raiders", "Strike")
    answer = pyrules.answer("raiders.strike", dict(pyrules.calculator("raiders.strike").start))
    assert card.figures[0].number == f"{float(answer.values['p_hit'] * 100):.1f} %"


def test_without_a_public_address_no_page_names_one() -> None:
    drawing = pages.Drawing(pages.environment(), "assets/app")

    html = drawing.html(next(iter(pages.pages())), ".")

    assert "canonical" not in html and "og:" not in html
    assert not drawing.cards


def test_every_card_has_its_own_words_and_signs_that_the_fonts_have(all_cards: dict[str, Card]) -> None:
    assert len(set(all_cards.values())) == len(all_cards)
    texts = "".join(text for card in all_cards.values() for text in (*card[1:4], *sum(card.figures, ())))
    for path in (cards._BOLD, cards._REGULAR):
        font = ImageFont.truetype(path, 20)
        absent = font.getmask("\uffff")
        assert not [sign for sign in set(texts) - {" "} if bytes(font.getmask(sign)) == bytes(absent)]


@pytest.mark.parametrize(
    "card",
    [
        CARD,
        CARD._replace(figures=()),
        CARD._replace(title="A title of many words that is far too long for one line of a card"),
        CARD._replace(
            figures=(Figure("Three attacks; Combat Mastery for attack", "does best on average, as it seems"),) * 3
        ),
        CARD._replace(text="words " * 60, figures=()),
    ],
)
def test_a_card_is_a_small_picture_with_no_word_over_its_edge(card: Card) -> None:
    drawn = cards.draw(card)

    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    assert image.size == (1200, 630)
    assert len(drawn) <= MOST_BYTES
    paper = image.getpixel((1199, 0))
    assert set(image.crop((1141, 0, 1200, 630)).get_flattened_data()) == {paper}
    # Above the line at the foot, and between it and the words above.
    assert set(image.crop((29, 520, 1200, 534)).get_flattened_data()) == {paper}


def test_the_same_words_make_the_same_bytes() -> None:
    assert cards.draw(CARD) == cards.draw(CARD)


def test_each_game_has_a_color_of_its_own() -> None:
    accents = cards.accents((pages.WEB / "styles" / "parts" / "tokens.css").read_text(encoding="utf-8"))

    assert set(accents) == {"", *pyrules.GAME_IDS}
    assert len(set(accents.values())) == len(accents)


def test_a_card_is_drawn_once_and_kept_while_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Card] = []

    def draw(card: Card) -> bytes:
        drawn.append(card)
        return b"card"

    monkeypatch.setattr(cards, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(cards, "draw", draw)
    asked: dict[str, Any] = {"": CARD, "wwn/attack/": CARD._replace(title="Charge")}

    cards.write(tmp_path / "site", asked)
    cards.write(tmp_path / "site", asked)

    assert sorted(card.title for card in drawn) == ["Attack", "Charge"]
    assert (tmp_path / "site" / "cards" / "home.png").read_bytes() == b"card"
    assert (tmp_path / "site" / "cards" / "wwn" / "attack.png").is_file()
    cards.write(tmp_path / "site", {"": CARD})
    assert len(list((tmp_path / "cache" / "cards").iterdir())) == 1
