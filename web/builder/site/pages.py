"""Every page of the site, rendered from the rules core and the templates."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, Template
from markupsafe import Markup

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.game import Game, Moment
from pyrules.engine.inputs import former_paths, yes_no
from pyrules.engine.sheet.sheet import CONDITIONS, FOE, Example, Sheet
from pyrules.engine.tables import Rule
from pyrules.games import FIGHTS
from web.worker import input_text, links, table_rules
from web.worker.render import views
from web.worker.render.answer import AnswerView
from web.worker.requests import sweep_inputs

from .. import template_cache
from ..pyodide.runtime import Runtime
from . import (
    assets,
    cards,
    checks,
    console,
    crawlers,
    filled_inputs,
    forms,
    home,
    manifest,
    reference,
    scripts,
    search_index,
)

WEB = Path(__file__).resolve().parents[2]
NOT_FOUND = "404.html"
ANY_APP = "assets/app-any"
"""What stands in drawn pages for the path of the folder of styles and scripts."""
UNLISTED = frozenset({"notfound", "fight-view"})
"""The templates of pages that no search engine needs: they have no public address and no card."""
EVERYWHERE = "In several moments"
"""The section of table rules that calculators of more than one moment use."""
MOST_AT_ONCE = 6
"""The most copies of a foe that one tap lets join a fight."""
NEW_FOE = "New foe"
"""The name of a foe that a player adds."""
_KEPT_OR_INDENT = re.compile(r"(?P<kept><(pre|textarea)\b.*?</\2>)|\n\s+", re.DOTALL)
QUICK_FOE = "quick."
"""What the keys of a quick foe's inputs begin with; fight/join.js takes it off again."""


class Page(NamedTuple):
    """One page: its address from the site's root, with a slash at its end, its template, and the template's variables.

    Pages are listed without their answers: `variables` works them out when the page is drawn.
    """

    address: str
    template: str
    variables: Callable[[], dict[str, Any]]


class Drawn(NamedTuple):
    """What is made of the rules alone."""

    pages: dict[str, str]
    """Every page as HTML, by its address."""
    cards: dict[str, cards.Card]
    """The cards of the pages that have one."""
    search: str
    """The search index."""


def draw(listed: Callable[[], Iterator[Page]] | None = None, url: str = "") -> Drawn:
    """Every page, with ANY_APP for the folder of styles and scripts, and the index. `listed` replaces `pages`.

    That folder is named by its content, and the content names Python's packs: pages are drawn while those are made.
    `url` is the public address of the site's root, if it is known: pages then name their own address and a picture for
    links to them.
    """
    drawing = Drawing(environment(), ANY_APP, url)
    found = {page.address: drawing.html(page) for page in (listed or pages)()}
    return Drawn(found, drawing.cards, search_index.as_json())


def build(site: Path, runtime: Runtime, wheel: Path, drawn: Drawn, base: str, url: str = "") -> None:
    """Write the whole site into `site`, with these pages, and check it in another process meanwhile."""
    write(site, runtime, wheel, drawn, base, url)
    with ProcessPoolExecutor(1) as beside:
        checking = beside.submit(checks.check, site, base, url)
        checks.check_rules(pyrules.GAMES)
        write_service_worker(site)
        checking.result()


def write(site: Path, runtime: Runtime, wheel: Path, drawn: Drawn, base: str, url: str = "") -> None:
    """Write the site into `site`, with these pages, but without its service worker, which lists all files."""
    (site / "wheels").mkdir()
    (site / "wheels" / wheel.name).write_bytes(wheel.read_bytes())
    more = {"index.json": drawn.search.encode()} | console.write(site, wheel.name)
    app = assets.write_app(site, WEB, runtime, more)
    for address, page in drawn.pages.items():
        _write(site / address / "index.html", page.replace(ANY_APP, app))
    write_not_found(site, app, base)
    if url:
        cards.write(site, drawn.cards)
        crawlers.write_sitemap(site, url, drawn.cards)
    crawlers.write_robots(site, url)
    (site / ".nojekyll").touch()
    manifest.write(site, app)


def write_service_worker(site: Path, *, bundled: bool = True) -> None:
    """Write the service worker and the page bundle; without that, a browser loads each page alone."""
    assets.write_service_worker(site, left_out={NOT_FOUND, ".nojekyll"}, bundled=bundled)


def write_not_found(site: Path, app: str, base: str) -> None:
    """The page for unknown addresses. A host shows it at any depth, so its links contain the base path."""
    page = Page("", "notfound", _outside_games)
    _write(site / NOT_FOUND, Drawing(environment(), app).html(page, quote(base.rstrip("/"))))


def pages() -> Iterator[Page]:
    """Every page, from the home page down."""
    yield Page("", "home", home.home_page)
    for name in ("about", "help", "notfound"):
        yield Page(f"{name}/", name, _outside_games)
    yield Page("console/", "console", console.page)
    for game in pyrules.GAMES:
        yield Page(f"{game.id}/", "game", partial(game_page, game))
        yield Page(f"{game.id}/rules/", "rules", partial(rules_page, game))
        yield Page(f"{game.id}/gm-screen/", "screen", partial(screen_page, game))
        if game.table_rules:
            yield Page(f"{game.id}/house/", "house", partial(table_rules_page, game))
        yield Page(f"{game.id}/sheet/", "sheet", partial(sheet_page, game))
        if game.id in FIGHTS:
            yield Page(f"{game.id}/fight/", "fight", partial(fight_page, game))
            yield Page(f"{game.id}/fight/view/", "fight-view", partial(fight_view_page, game))
        for moment in game.moments:
            for calculator in moment.calculators:
                drawn = partial(calculator_page, game, moment, calculator)
                yield Page(f"{game.id}/{calculator.slug}/", "calculator", drawn)


def _outside_games() -> dict[str, Any]:
    return {"game": None}


def game_page(game: Game) -> dict[str, Any]:
    """The variables of the list of a game's calculators."""
    return {"game": game, "here": ""}


def rules_page(game: Game) -> dict[str, Any]:
    """The variables of a game's quick reference."""
    return {
        "game": game,
        "here": "rules",
        "topics": reference.topics(game),
        "lengths": reference.lengths(game),
    }


def screen_page(game: Game) -> dict[str, Any]:
    """The variables of a game's GM's screen."""
    return {"game": game, "here": "screen", **reference.screen(game)}


def table_rules_page(game: Game) -> dict[str, Any]:
    """The variables of the page of table rules. Each rule is under the moment that uses it, or under EVERYWHERE."""
    drawn = forms.table_form(game)
    sections: dict[str, list[dict[str, Any]]] = {EVERYWHERE: [], **{moment.title: [] for moment in game.moments}}
    for name, rule in game.table_rules.items():
        moments = [moment for moment in game.moments if any(one in rule.calculators for one in moment.calculators)]
        section = moments[0].title if len(moments) == 1 else EVERYWHERE
        standard = input_text.plain(rule.field.input, rule.field.default)
        sections[section].append({"name": name, "rule": rule, "field": drawn[name], "standard": standard})
    return {
        "game": game,
        "here": "house",
        "sections": [(title, rules) for title, rules in sections.items() if rules],
        "summary": table_rules.summary(pyrules.table_rules(game.id), table_rules.TableRules({})),
        "own_rows": forms.own_form(pyrules.sheet(game.id)),
        "own_schema": pyrules.sheet(game.id).own_schema,
    }


def sheet_page(game: Game) -> dict[str, Any]:
    """The variables of the page of a game's characters: a blank form, and the ready-made characters."""
    sheet = pyrules.sheet(game.id)
    return {
        "game": game,
        "here": "sheet",
        "sheet": sheet,
        "form": forms.sheet_form(sheet),
        "new_foe": json.dumps([("name", NEW_FOE), (FOE, yes_no(True)), *sheet.new_foe.items()]),
        "games": json.dumps({one.id: one.name for one in pyrules.GAMES}),
        "examples": _examples(sheet),
    }


def fight_page(game: Game) -> dict[str, Any]:
    """The variables of the page of a game's fights: who can join one, and a blank quick foe.

    Ready-made characters come in whole: with full pools, and without conditions.
    """
    rules = pyrules.fight_rules(game.id)
    foes = rules.foes
    return {
        "game": game,
        "here": "fight",
        "sides": rules.sides,
        "examples": _examples(rules.sheet, without=(*rules.sheet.maximum, CONDITIONS)),
        "foes": foes,
        "quick": forms.record_form(foes.quick, QUICK_FOE),
        "rolls_hit_points": any(foes.hit_points(row.id) for row in foes.rows),
        "most_at_once": MOST_AT_ONCE,
    }


def fight_view_page(game: Game) -> dict[str, Any]:
    """The variables of the page that shows players a fight: it is empty until a fight is drawn into it."""
    return {"game": game, "here": "fight"}


def _examples(sheet: Sheet, without: Collection[str] = ()) -> list[dict[str, str]]:
    """The ready-made characters; `without` are the names of inputs that stay at their defaults."""
    return [
        {"id": one.id, "about": one.about, "name": one.data["name"], "pairs": _ready_made(sheet, one, without)}
        for one in sheet.examples
    ]


def _ready_made(sheet: Sheet, example: Example, without: Collection[str]) -> str:
    held = sheet.parse({name: value for name, value in example.data.items() if name not in without})
    return json.dumps(sheet.to_pairs(held), separators=(",", ":"))


def calculator_page(game: Game, moment: Moment, calculator: Calculator[Any]) -> dict[str, Any]:
    """The variables of a calculator's page, with the answer of its example."""
    inputs = calculator.parse(dict(calculator.start))
    form = filled_inputs.mark(forms.form(calculator, inputs), calculator)
    answer = calculator.answer(inputs)
    former = former_paths(calculator.inputs)
    return {
        "game": game,
        "here": moment.id,
        "topic": reference.topic_of(game, calculator),
        "moment": moment,
        "calculator": calculator,
        "fields": form,
        "characters": filled_inputs.from_sheet(calculator),
        "summaries": views.group_summaries(calculator, inputs),
        "start": json.dumps(links.pairs(calculator, inputs)),
        "shared": json.dumps(links.shared(calculator, inputs)),
        "former": former and json.dumps(former),
        "table_rules": " ".join(calculator.table_rules),
        "headline": [(views.figure_text(one), one["label"]) for one in views.figures(calculator, answer)],
        "answer": Markup(AnswerView(calculator, inputs, answer).complete()),  # escaped by its own templates
        "shared_inputs": {
            other.id: _shared_inputs(calculator, other) for other in moment.calculators if other is not calculator
        },
        "sweeps": sweep_inputs.can_hold_numbers(calculator.inputs),
        "rules": _in_book_order(game, calculator.cited),
    }


def _shared_inputs(calculator: Calculator[Any], other: Calculator[Any]) -> dict[str, str]:
    """The names of the inputs that two calculators share, and the example of the other calculator."""
    start = links.pairs(other, other.parse(dict(other.start)))
    return {"names": " ".join(links.shared_names(calculator, other)), "start": json.dumps(start)}


def environment() -> Environment:
    """The templates of the pages, with the filters that only they use."""
    made = views.environment(FileSystemLoader(WEB / "templates"))
    made.filters["quoted"] = _quoted
    made.bytecode_cache = template_cache.bytecode()
    return made


def _quoted(json_text: str) -> Markup:
    """A JSON text as an attribute with its quotes. In single quotes, those of JSON need no escape."""
    for special, escape in (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")):
        json_text = json_text.replace(special, escape)
    return Markup("'{}'").format(Markup(json_text))  # escaped above


def _root(address: str) -> str:
    """The relative address of the site's root, as seen from a page."""
    return "/".join([".."] * address.count("/")) or "."


class Drawing:
    """Draws pages from their templates. With the site's public address, it collects what their cards say."""

    def __init__(self, environment: Environment, app: str, url: str = "") -> None:
        self.cards: dict[str, cards.Card] = {}
        """By the address of the page."""
        self._environment, self._app, self._url = environment, app, url
        self._imports = partial(scripts.with_imports, scripts.graph())
        self._accents = cards.accents((WEB / "styles" / "parts" / "tokens.css").read_text(encoding="utf-8"))

    def html(self, page: Page, root: str | None = None) -> str:
        """One page. `root` replaces the relative address of the site's root."""
        root = _root(page.address) if root is None else root
        template = self._environment.get_template(f"pages/{page.template}.html")
        variables = {
            "here": "",
            "games": pyrules.GAMES,
            "fights": FIGHTS,
            "with_imports": self._imports,
            **page.variables(),
            "app": f"{root}/{self._app}",
            "root": root,
            "public": None,
        }
        if self._url and page.template not in UNLISTED:
            self.cards[page.address] = self._card(template, variables)
            variables["public"] = {
                "url": self._url + page.address,
                "card": self._url + cards.address(page.address),
                "width": cards.WIDTH,
                "height": cards.HEIGHT,
            }
        return without_indent(template.render(variables))

    def _card(self, template: Template, variables: dict[str, Any]) -> cards.Card:
        """What the card of a page says: the words of its template, and its headline."""
        game = variables["game"]
        title, _, _ = _block(template, "title", variables).partition(" · ")
        return cards.Card(
            self._accents[game.id if game else ""],
            game.name if game else "Tableside",
            title.removeprefix("Tableside: "),
            _block(template, "description", variables),
            tuple(cards.Figure(*figure) for figure in variables.get("headline", ())),
        )


def without_indent(page: str) -> str:
    """HTML without the white space before its lines, except in elements that show it."""
    return _KEPT_OR_INDENT.sub(lambda found: found["kept"] or "\n", page)


def _block(template: Template, name: str, variables: dict[str, Any]) -> str:
    """A block of a template as plain text."""
    return html.unescape("".join(template.blocks[name](template.new_context(variables))))


def _in_book_order(game: Game, rule_ids: Iterable[str]) -> list[Rule]:
    order = {rule_id: place for place, rule_id in enumerate(game.facts.rules)}
    return sorted(map(game.facts.rule, rule_ids), key=lambda rule: order[rule.id])


def _write(path: Path, html: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html, encoding="utf-8")
