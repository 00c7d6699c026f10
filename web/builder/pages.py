"""Every page of the site, rendered from the rules core and the templates."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.sheet import Example, Sheet
from pyrules.engine.system import Moment, System
from web import house, links, said, swept, views

from . import assets, checks, filled, forms, reference, scripts
from .runtime import Runtime

WEB = Path(__file__).resolve().parent.parent
NOT_FOUND = "404.html"
EVERYWHERE = "In several moments"
"""Where table rules stand that touch more than one moment."""


class Page(NamedTuple):
    """One page: its address from the site's root, with a slash at its end, and its template's variables."""

    address: str
    template: str
    variables: dict[str, Any]


def build(
    site: Path, runtime: Runtime, wheel: Path, base: str, listed: Callable[[], Iterator[Page]] | None = None
) -> None:
    """Render the whole site into `site`, and refuse one that is not in order. The bench lists other pages than ours."""
    (site / "wheels").mkdir()
    (site / "wheels" / wheel.name).write_bytes(wheel.read_bytes())
    app = assets.write_app(site, WEB, runtime, json.dumps(reference.search_index(), ensure_ascii=False))
    environment = _environment()
    for page in (listed or pages)():
        _write(site / page.address / "index.html", _render(environment, page, app, _root(page.address)))
    write_not_found(site, app, base)
    (site / ".nojekyll").touch()
    assets.write_manifest(site, app)
    checks.check_rules(pyrules.SYSTEMS)
    checks.check(site, base)
    assets.write_service_worker(site, left_out={NOT_FOUND, ".nojekyll"})


def write_not_found(site: Path, app: str, base: str) -> None:
    """The page for addresses that lead nowhere. It may be shown at any depth, so its links name the base."""
    _write(
        site / NOT_FOUND, _render(_environment(), Page("", "notfound", {"system": None}), app, quote(base.rstrip("/")))
    )


def pages() -> Iterator[Page]:
    """Every page, from the home page down."""
    yield Page("", "home", {"system": None, "systems": pyrules.SYSTEMS})
    for name in ("about", "help", "notfound"):
        yield Page(f"{name}/", name, {"system": None, "systems": pyrules.SYSTEMS})
    for system in pyrules.SYSTEMS:
        yield Page(f"{system.id}/", "system", {"system": system, "here": ""})
        look_up = {
            "system": system,
            "here": "rules",
            "topics": reference.topics(system),
            "lengths": reference.lengths(system),
        }
        yield Page(f"{system.id}/rules/", "rules", look_up)
        if system.table_rules:
            yield Page(f"{system.id}/house/", "house", house_page(system))
        yield Page(f"{system.id}/sheet/", "sheet", sheet_page(system))
        for moment in system.moments:
            for calculator in moment.calculators:
                address = f"{system.id}/{calculator.slug}/"
                yield Page(address, "calculator", calculator_page(system, moment, calculator))


def house_page(system: System) -> dict[str, Any]:
    """The variables of a game's table rules: under the moment whose calculators they touch, or under all of them."""
    drawn = forms.table_form(system)
    sections: dict[str, list[dict[str, Any]]] = {EVERYWHERE: [], **{moment.title: [] for moment in system.moments}}
    for name, rule in system.table_rules.items():
        touched = [moment for moment in system.moments if any(one in rule.calculators for one in moment.calculators)]
        section = touched[0].title if len(touched) == 1 else EVERYWHERE
        standard = said.plain(rule.slot.input, rule.slot.default)
        sections[section].append({"name": name, "rule": rule, "field": drawn[name], "standard": standard})
    return {
        "system": system,
        "here": "house",
        "sections": [(title, rules) for title, rules in sections.items() if rules],
        "told": house.told(system, house.House({})),
    }


def sheet_page(system: System) -> dict[str, Any]:
    """The variables of the page of a game's characters: the form of one, blank, and those that are ready-made."""
    sheet = pyrules.sheet(system.id)
    return {
        "system": system,
        "here": "sheet",
        "sheet": sheet,
        "form": forms.sheet_form(sheet),
        "games": json.dumps({game.id: game.name for game in pyrules.SYSTEMS}),
        "examples": [
            {"id": one.id, "about": one.about, "name": one.data["name"], "pairs": json.dumps(_ready_made(sheet, one))}
            for one in sheet.examples
        ],
    }


def _ready_made(sheet: Sheet, example: Example) -> list[tuple[str, str]]:
    return sheet.to_pairs(sheet.parse(dict(example.data)))


def calculator_page(system: System, moment: Moment, calculator: Calculator[Any]) -> dict[str, Any]:
    """The variables of a calculator's page, its default answer included."""
    inputs = calculator.parse(dict(calculator.start))
    form = filled.mark(forms.form(calculator, inputs), calculator)
    answer = calculator.answer(inputs)
    return {
        "system": system,
        "here": moment.id,
        "moment": moment,
        "calculator": calculator,
        "fields": form,
        "characters": filled.from_sheet(calculator),
        "summaries": views.group_summaries(calculator, inputs),
        "start": json.dumps(links.pairs(calculator, inputs)),
        "shared": json.dumps(links.shared(calculator, inputs)),
        "table_rules": " ".join(calculator.table_rules),
        "answer": Markup(views.answer_html(calculator, inputs, answer)),  # rendered, and escaped, by its own template
        "carried": {other.id: _carried(calculator, other) for other in moment.calculators if other is not calculator},
        "sweeps": swept.can_hold_numbers(calculator.inputs),
        "rules": [system.facts.rule(rule_id) for rule_id in calculator.rules],
    }


def _carried(calculator: Calculator[Any], other: Calculator[Any]) -> dict[str, str]:
    """What travels along to a sibling: the inputs that both declare alike, over the sibling's own first state."""
    start = links.pairs(other, other.parse(dict(other.start)))
    return {"names": " ".join(links.carried(calculator, other)), "start": json.dumps(start)}


def _environment() -> Environment:
    return views.environment(FileSystemLoader(WEB / "templates"))


def _root(address: str) -> str:
    """The way from a page back to the site's root."""
    return "/".join([".."] * address.count("/")) or "."


def _render(environment: Environment, page: Page, app: str, root: str) -> str:
    variables = {
        "here": "",
        "systems": pyrules.SYSTEMS,
        "brought_by": scripts.brought_by,
        **page.variables,
        "app": f"{root}/{app}",
        "root": root,
    }
    return environment.get_template(f"pages/{page.template}.html").render(variables)


def _write(path: Path, html: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html, encoding="utf-8")
