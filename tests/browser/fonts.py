"""The fonts of measured pages, independent of the machine's fonts.

Paper asks for Arial: here Arimo, which has the same widths. Screens use the device's own font: here DejaVu Sans, wider
than those of common devices. DejaVu Sans also draws each sign that Arimo lacks.
"""

import base64
import functools
import json

from playwright.sync_api import Page

from web.builder.dev import environment

SOURCES = environment.WEB / "node_modules" / "@fontsource"
ARIMO = "arimo/files/arimo-{}-{}-normal.woff2"
DEJAVU = "dejavu-sans/files/dejavu-sans-{}-{}-normal.woff2"
SCREEN = {"Test Screen": (DEJAVU, "latin")}
# A family that the document has comes before an installed one of the same name.
PAPER = {
    "Arial": (ARIMO, "latin"),
    "Liberation Sans": (ARIMO, "latin-ext"),
    "DejaVu Sans Condensed": (DEJAVU, "latin"),
}
WEIGHTS = ("400", "700")
USE = """(() => {
  for (const { family, weight, data } of %s) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    document.fonts.add(new FontFace(family, bytes, { weight }));
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { --ui: "Test Screen" }');
  document.adoptedStyleSheets.push(sheet);
})()"""


def use_fonts(page: Page, *, paper: bool = False) -> None:
    """Draw in these fonts what this page opens from now on; those for paper only where it is printed."""
    page.add_init_script(_script(paper))


@functools.cache
def _script(paper: bool) -> str:
    families = SCREEN | PAPER if paper else SCREEN
    return USE % json.dumps([_face(*family, weight) for family in families.items() for weight in WEIGHTS])


def _face(family: str, source: tuple[str, str], weight: str) -> dict[str, str]:
    name, part = source
    data = (SOURCES / name.format(part, weight)).read_bytes()
    return {"family": family, "weight": weight, "data": base64.b64encode(data).decode()}
