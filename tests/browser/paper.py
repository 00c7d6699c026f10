"""The printed pages of a page, as text."""

import io
import unicodedata

from playwright.sync_api import Page
from pypdf import PdfReader

A4_AND_LETTER = {"width": "210mm", "height": "11in"}
"""What fits on this fits on either."""


def pages_of(page: Page, **size: str) -> list[str]:
    """The text of each page of paper. Chromium may draw two letters as one sign; here they are letters again."""
    printed = PdfReader(io.BytesIO(page.pdf(**size))).pages  # type: ignore[arg-type]
    return [unicodedata.normalize("NFKC", one.extract_text()) for one in printed]
