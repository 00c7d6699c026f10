"""The checks that every browser must pass: each is one visit, independent of the driver."""

import json
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

from web.builder.dev.serve import Server
from web.worker import endpoint

DIARY = Path(__file__).with_name("diary.js").read_text()
LONGEST_SECONDS = 60
LOOK_AGAIN_SECONDS = 0.02

Pairs = list[tuple[str, str]]
Seen = TypeVar("Seen")
FIGHTERS: Pairs = [("offense", "7"), ("defense", "10"), ("brawn", "6")]
BLOW: Pairs = [*FIGHTERS, ("weapon", "15"), ("protection", "4")]
HEAVIER: Pairs = [*FIGHTERS, ("weapon", "16"), ("protection", "4")]
WEAPON_MORE = "[data-stepper]:has(#f-weapon) [data-by='1']"
TO_DAMAGE = ".tabs a[href*='damage/']"


class Visitor(Protocol):
    """One tab that keeps a diary, in a browser that has never been to this address."""

    def open(self, address: str) -> None: ...

    def reload(self) -> None: ...

    def click(self, selector: str) -> None:
        """As a finger would: scrolled to, and at its place."""

    def run(self, function: str, *given: object) -> Any:
        """What a JavaScript function makes of these values on the page as it is."""


def a_link_a_change_and_a_reload_keep_the_state(visitor: Visitor, served: Server) -> None:
    """Python boots, and what it says is what the core says here, to the last exact fraction."""
    visitor.open(strike(served, BLOW))
    sees_answer(visitor, "raiders.strike", BLOW)
    assert "20.56" in headline(visitor)
    assert form(visitor, BLOW) == BLOW

    visitor.click(WEAPON_MORE)
    sees(lambda: visitor.run("() => location.hash"), fragment(HEAVIER))
    sees_answer(visitor, "raiders.strike", HEAVIER)

    visitor.run("() => { window.old = true; }")
    visitor.reload()
    sees(lambda: visitor.run("() => 'old' in window"), False)
    sees_answer(visitor, "raiders.strike", HEAVIER)
    assert form(visitor, HEAVIER) == HEAVIER
    assert visitor.run("() => location.hash") == fragment(HEAVIER)


def a_change_moves_the_headline_and_the_next_page_finds_python_running(visitor: Visitor, served: Server) -> None:
    """The state travels along, and the worker that answers is the one the first page started."""
    visitor.open(served.url + "raiders/strike/")
    assert "19.58" in headline(visitor)
    visitor.click(WEAPON_MORE)
    changed = [*FIGHTERS, ("weapon", "16"), ("protection", "5")]
    sees_answer(visitor, "raiders.strike", changed)
    assert "20.56" in headline(visitor)
    assert found_python(visitor) == "starting"

    visitor.click(TO_DAMAGE)
    sees(lambda: visitor.run("() => location.pathname"), "/raiders/damage/")
    sees_answer(visitor, "raiders.damage", [("roll", "5"), *changed])
    assert found_python(visitor) == "ready"


def everything_works_with_the_server_gone(visitor: Visitor, served: Server) -> None:
    """Python boots from what the first page, which had no use for it, has saved."""
    visitor.open(f"{served.url}help/")
    sees(lambda: visitor.run("() => document.querySelector('[data-offline]')?.textContent"), "Ready offline")
    served.stop()

    visitor.open(strike(served, BLOW))
    sees_answer(visitor, "raiders.strike", BLOW)
    assert found_python(visitor) == "starting"
    visitor.click(TO_DAMAGE)
    sees(lambda: visitor.run("() => location.pathname"), "/raiders/damage/")
    sees_answer(visitor, "raiders.damage", [("roll", "5"), *BLOW])
    visitor.click(WEAPON_MORE)
    sees_answer(visitor, "raiders.damage", [("roll", "5"), *HEAVIER])


def the_console_runs_a_script_apart_and_then_without_the_server(visitor: Visitor, served: Server) -> None:
    """A frame without an origin, a worker in it and Python from bytes: each engine has rules of its own for these."""
    visitor.open(f"{served.url}console/#example=raiders/best_two_of_three")
    sees(lambda: visitor.run("() => document.querySelector('[data-offline]')?.textContent"), "Ready offline")
    runs_the_example(visitor)
    assert visitor.run("() => document.querySelectorAll('[data-sandbox] iframe').length") == 1
    served.stop()

    visitor.reload()
    runs_the_example(visitor)


def runs_the_example(visitor: Visitor) -> None:
    """The script on the page of the Console is run, and its dice are drawn."""
    sees(lambda: visitor.run("() => document.querySelector('[data-run]').disabled"), False)
    visitor.click("[data-run]")
    sees(lambda: visitor.run("() => document.querySelector('[data-status]').textContent"), "Done")
    assert "worth +1.46" in visitor.run("() => document.querySelector('[data-output]').textContent")
    sees(lambda: visitor.run("() => document.querySelectorAll('[data-output] svg[role=img]').length"), 2)


def a_character_outlives_the_page_and_fits_a_link(visitor: Visitor, served: Server) -> None:
    """What is kept and packed is an engine's own work: its storage, its transactions and its streams."""
    data = [["name", "Anna Böse 🜚"], ["level", "3"], ["weapons.0.damage", "1d8"]]
    visitor.open(served.url + "help/")
    assert visitor.run(
        f"""async (data) => {{
      {OPEN_CHARACTERS}
      await kept.save({{ schema: 1, system: "wwn", id: "aaaa-1111", data }}, {{ from: 0 }});
      return [kept.kept, kept.why];
    }}""",
        data,
    ) == [True, ""]

    visitor.reload()
    found = visitor.run(f"""async () => {{
      {OPEN_CHARACTERS}
      const over = await kept.save({{ schema: 1, system: "wwn", id: "aaaa-1111", data: [] }}, {{ from: 0 }})
        .catch((error) => [error.constructor === characters.Conflict, error.stored.revision]);
      const [entry] = await kept.list("wwn");
      const {{ system, schema, data }} = await kept.get(entry.id);
      const {{ encode, decode }} = await module("../sheet/link.js");
      return [over, entry.name, (await decode((await encode({{ system, schema, data }})).fragment)).data];
    }}""")
    assert found == [[True, 1], "Anna Böse 🜚", data]


OPEN_CHARACTERS = """
  const at = document.querySelector('script[src*="/scripts/"]').src;
  const module = (name) => import(new URL(name, at).href);
  const characters = await module("../storage/characters.js");
  const kept = await characters.openCharacters();
"""
Check = Callable[[Visitor, Server], None]
ALL: tuple[Check, ...] = (
    a_link_a_change_and_a_reload_keep_the_state,
    a_change_moves_the_headline_and_the_next_page_finds_python_running,
    everything_works_with_the_server_gone,
    a_character_outlives_the_page_and_fits_a_link,
    the_console_runs_a_script_apart_and_then_without_the_server,
)


# Looking


def sees(look: Callable[[], Seen], wanted: Seen) -> None:
    """Look again and again until it is there."""
    deadline = time.monotonic() + LONGEST_SECONDS
    while (seen := look()) != wanted:
        assert time.monotonic() < deadline, f"still {seen!r}, not {wanted!r}"
        time.sleep(LOOK_AGAIN_SECONDS)


def sees_answer(visitor: Visitor, calculator: str, pairs: Pairs) -> None:
    """The whole answer, as the same core words it in this Python: every number, chart and exact fraction."""
    request = {"kind": "answer", "calculator": calculator, "pairs": pairs}
    html = json.loads(endpoint.handle(json.dumps(request)))["html"]
    sees(lambda: parts(visitor.run("() => document.querySelector('#answer')?.innerHTML ?? ''")), parts(html))


def parts(html: str) -> list[str]:
    """Tags with their attributes, and text: a browser writes the same HTML back in a spelling of its own."""
    reading = _Parts()
    reading.feed(html)
    reading.close()
    return reading.found


class _Parts(HTMLParser):
    """Leaves out the line about the example, which the page alone knows (example-line.js), and the bodies of folds."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._left_out = ""
        self._folds = 0
        """How many folds the parser is in; 0 as well while it reads the summary of the outermost."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._folds:
            self._folds += tag == "details"
            return
        attrs = [pair for pair in attrs if pair[0] != "data-fullest"]  # the page marks it once the folds are filled
        if self._left_out or ("data-example-line", "") in attrs or ("data-example-line", None) in attrs:
            self._left_out = self._left_out or tag
            return
        self.found.append(" ".join([f"<{tag}", *(f"{name}={value or ''}" for name, value in attrs)]))

    def handle_endtag(self, tag: str) -> None:
        if tag == self._left_out:
            self._left_out = ""
        if self._folds:
            self._folds -= tag == "details"
        elif tag == "summary":
            self._folds = 1

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if words and not self._left_out and not self._folds:
            self.found.append(words)


def headline(visitor: Visitor) -> str:
    text: str = visitor.run("() => document.querySelector('.headline').textContent")
    return text


def form(visitor: Visitor, pairs: Pairs) -> Pairs:
    """What stands in the fields of these names."""
    return [(name, visitor.run("(id) => document.getElementById(id).value", f"f-{name}")) for name, _ in pairs]


def found_python(visitor: Visitor) -> str | None:
    """How this page found Python: "starting", or "ready" since an earlier page."""
    state: str | None = visitor.run("() => diary.python")
    return state


def troubles(visitor: Visitor) -> list[str]:
    """What went wrong on the pages of this visit."""
    found: list[str] = visitor.run("() => diary.troubles()")
    return found


def strike(served: Server, pairs: Pairs) -> str:
    return served.url + "raiders/strike/" + fragment(pairs)


def fragment(pairs: Pairs) -> str:
    return "#" + urlencode(pairs)
