"""Every page of the site, rendered from the rules core and the templates."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

import pyrules
from pyrules.engine.calculator import Calculator
from pyrules.engine.system import Moment, System
from web import endpoint, views

from . import assets, checks, forms
from .runtime import Runtime

WEB = Path(__file__).resolve().parent.parent
NOT_FOUND = "404.html"


class Page(NamedTuple):
    """One page: its address from the site's root, with a slash at its end, and its template's variables."""

    address: str
    template: str
    variables: dict[str, Any]


def build(site: Path, runtime: Runtime, wheel: Path, base: str) -> None:
    """Render the whole site into `site`, and refuse one that is not in order."""
    (site / "wheels").mkdir()
    (site / "wheels" / wheel.name).write_bytes(wheel.read_bytes())
    app = assets.write_app(site, WEB, runtime, json.dumps(search_index(), ensure_ascii=False))
    environment = _environment()
    for page in pages():
        _write(site / page.address / "index.html", _render(environment, page, app, _root(page.address)))
    missing = Page("", "notfound", {"system": None})
    _write(site / NOT_FOUND, _render(environment, missing, app, base.rstrip("/")))
    (site / ".nojekyll").touch()
    assets.write_manifest(site, app)
    checks.check(site)
    assets.write_service_worker(site, WEB, left_out={NOT_FOUND, ".nojekyll"})


def pages() -> Iterator[Page]:
    """Every page, from the home page down."""
    yield Page("", "home", {"system": None, "systems": pyrules.SYSTEMS})
    for name in ("about", "help", "notfound"):
        yield Page(f"{name}/", name, {"system": None, "systems": pyrules.SYSTEMS})
    for system in pyrules.SYSTEMS:
        yield Page(f"{system.id}/", "system", {"system": system, "here": ""})
        yield Page(f"{system.id}/rules/", "rules", {"system": system, "here": "rules", "topics": topics(system)})
        for moment in system.moments:
            for calculator in moment.calculators:
                address = f"{system.id}/{calculator.slug}/"
                yield Page(address, "calculator", _calculator(system, moment, calculator))


def topics(system: System) -> list[dict[str, Any]]:
    """The reference in reading order: each topic with its rules and tables."""
    found: dict[str, dict[str, Any]] = {}
    for rule in system.facts.rules.values():
        topic = found.setdefault(rule.topic, _topic(rule.topic))
        shown = {name: getattr(rule, name) for name in ("id", "title", "text", "ruling", "source")}
        topic["rules"].append(shown | {"uses": system.uses[rule.id]})
    for table in system.tables:
        found.setdefault(table.topic, _topic(table.topic))["tables"].append(table)
    return list(found.values())


def _topic(title: str) -> dict[str, Any]:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return {"id": slug, "title": title, "rules": [], "tables": []}


def _calculator(system: System, moment: Moment, calculator: Calculator[Any]) -> dict[str, Any]:
    inputs = calculator.parse(dict(calculator.start))
    form = forms.form(calculator, inputs)
    answer = calculator.answer(inputs)
    return {
        "system": system,
        "here": moment.id,
        "moment": moment,
        "calculator": calculator,
        "fields": form,
        "summaries": views.group_summaries(calculator, inputs),
        "start": json.dumps(endpoint.link_pairs(calculator, inputs)),
        "answer": Markup(views.answer_html(calculator, inputs, answer)),  # rendered, and escaped, by its own template
        "rules": [system.facts.rule(rule_id) for rule_id in calculator.rules],
    }


def search_index() -> list[dict[str, str]]:
    """What the home page searches: every calculator and every rule."""
    entries = []
    for system in pyrules.SYSTEMS:
        for moment in system.moments:
            for c in moment.calculators:
                where = f"{system.name} · {moment.title}"
                entries.append({"title": c.title, "text": c.summary, "where": where, "url": f"{system.id}/{c.slug}/"})
        for rule in system.facts.rules.values():
            where = f"{system.name} · {rule.id}"
            url = f"{system.id}/rules/#{rule.id}"
            entries.append({"title": rule.title, "text": rule.text, "where": where, "url": url})
    return entries


def cell(value: Any) -> str:
    """A value of a rulebook table as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(cell(one) for one in value) or "—"
    if value is None or value == "":
        return "—"
    return str(value)


def _environment() -> Environment:
    made = views.environment(FileSystemLoader(WEB / "templates"))
    made.filters["cell"] = cell
    return made


def _root(address: str) -> str:
    """The way from a page back to the site's root."""
    return "/".join([".."] * address.count("/")) or "."


def _render(environment: Environment, page: Page, app: str, root: str) -> str:
    variables = {"here": "", "systems": pyrules.SYSTEMS, **page.variables, "app": f"{root}/{app}", "root": root}
    return environment.get_template(f"pages/{page.template}.html").render(variables)


def _write(path: Path, html: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html, encoding="utf-8")
