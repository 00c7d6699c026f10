"""The checks of one visit to a page: each function returns the faults that it finds, as sentences."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

import pyrules
from pyrules.engine.inputs import RecordInput, input_fields
from tests.answers import as_built
from tests.extent import EXTENT, LONG
from tests.rotation import one_unless_long
from web.builder.dev import environment
from web.builder.site import pages

from .conftest import frames, until
from .paper import A4_AND_LETTER, pages_of

AXE = (environment.WEB / "node_modules" / "axe-core" / "axe.min.js").read_text()
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# What sticks lies over other targets wherever the page happens to be scrolled to; a person scrolls on. Rows out of view
# are laid out when a person scrolls to them.
UNSTUCK = (
    ".headline, .acts, .now, .bar-of, [data-sticks] { position: static !important } "
    "[data-row] { content-visibility: visible !important }"
)
# A style element of our own is what the pages' policy forbids.
ADD_STYLE = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}"""
# Without what nobody reads here: the elements that are in order, of which a reference has thousands, and selectors.
FIND = """async (only) => {
  const asked = { runOnly: only, resultTypes: ["violations"], selectors: false, preload: false };
  const { violations } = await axe.run(asked);
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}"""
WIDTHS = """(sizes) => {
  const { style } = document.documentElement;
  const found = sizes.map((size) => {
    style.fontSize = size;
    return [size, document.documentElement.scrollWidth];
  });
  style.fontSize = "";
  return Object.fromEntries(found);
}"""
SMALL = """() => [...document.querySelectorAll('button, select, .chip, .step input')]
  .map((target) => [target.textContent.trim() || target.id, target.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(([name, box]) => `${name.slice(0, 60)}: ${box.width} by ${box.height} px`)"""
# The body is out of the document meanwhile: `:has()` in the styles makes each removal as slow as the page is long.
LEAVE_TWO_ALIKE = """() => {
  const TOLD_APART = /^(class|role|type|scope|tabindex|aria-(current|hidden|expanded|pressed|checked))$/;
  const shapes = new Map();
  const body = document.body;
  const needed = new Set([...body.querySelectorAll("[for], [aria-labelledby], [aria-describedby], [aria-controls]")]
    .flatMap((one) => ["for", "aria-labelledby", "aria-describedby", "aria-controls"]
      .flatMap((name) => (one.getAttribute(name) ?? "").split(" "))));
  needed.delete("");
  const isNeeded = (one) => [one, ...one.querySelectorAll("[id]")].some(({ id }) => needed.has(id));
  const shape = (element) => {
    const alike = new Map();
    for (const child of [...element.children]) {
      const kind = shape(child);
      alike.set(kind, (alike.get(kind) ?? 0) + 1);
      if (alike.get(kind) > 2 && !isNeeded(child)) child.remove();
    }
    const attributes = [...element.attributes].map(({ name, value }) => TOLD_APART.test(name) ? name + value : name);
    const says = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const key = JSON.stringify([element.localName, attributes.sort(), says, [...alike.keys()]]);
    return shapes.get(key) ?? (shapes.set(key, shapes.size), shapes.size - 1);
  };
  body.remove();
  shape(body);
  document.documentElement.append(body);
}"""
SCHEMES: Sequence[Any] = one_unless_long(["light", "dark"])
in_a_scheme = pytest.mark.parametrize("scheme", SCHEMES)
PHONE = 360
PHONE_HIGH = 780
TALLEST = 3000
"""No calculator's page is taller than this many px on a phone when it opens."""
OPEN_ALL = "document.querySelectorAll('details').forEach((fold) => { fold.open = true })"

# Recorded by the browser from the page's first moment.
WATCH_SHIFTS = """{
window.shift = 0;
window.moved = [];
new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
  if (entry.hadRecentInput) return;
  window.shift += entry.value;
  window.moved.push(...entry.sources.map(({ node, previousRect, currentRect }) =>
    `${previousRect.y} to ${currentRect.y}: ${(node?.outerHTML ?? node?.textContent ?? "").slice(0, 80)}`));
})).observe({ type: 'layout-shift', buffered: true });
// What a page says of a slow machine: a Stop button comes after two seconds, words about a late Python or late scripts
// after eight.
const unhurried = new CSSStyleSheet();
unhurried.replaceSync('[data-slow], [data-status], .start-check { display: none !important }');
document.adoptedStyleSheets.push(unhurried);
}"""
UNSEEN_SHIFT = 0.01
"""A tenth of what is still called good."""
REPORTS = """
window.reports = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.reports.push(`${event.effectiveDirective} refused ${event.blockedURI} ${event.sample}`);
});
"""
INLINE = """() => [...document.querySelectorAll("*")].flatMap((element) => [
  ...[...element.attributes]
    .filter(({ name, value }) => name === "style" || name.startsWith("on") || /^\\s*javascript:/i.test(value))
    .map(({ name }) => `<${element.localName} ${name}>`),
  ...(element.matches("style, script:not([src])") ? [`<${element.localName}>`] : []),
])"""
POLICIES = "document.querySelectorAll('meta[http-equiv=Content-Security-Policy]').length"
# A figure whose explanation names no rule.
UNEXPLAINED = """[...document.querySelectorAll('#answer .why')]
  .filter((why) => !why.querySelector('a')).map(({ id }) => id)"""
FIGURES = "document.querySelectorAll('#answer .why').length"

FILLED = """[...document.querySelectorAll('#answer details[data-fold]')]
  .every((fold) => fold.querySelector(':scope > :not(summary, [role=status])'))"""

CALCULATORS = {f"{game.id}/{one.slug}/": one for game in pyrules.GAMES for one in game.calculators}
ROLLS = "Number(document.querySelector('[data-log-count]').textContent)"


def first_of_each_shape(listed: Sequence[pages.Page]) -> list[str]:
    """The addresses of pages among which each template and each part of a calculator's page stands at least once.

    No address is among them that all others make unnecessary.
    """
    shown: dict[str, set[str]] = {}
    for page in listed:
        parts = parts_of(page)
        if not parts <= set[str]().union(*shown.values()):
            shown[page.address] = parts
    for address, parts in [*shown.items()]:
        if parts <= set[str]().union(*(others for other, others in shown.items() if other != address)):
            del shown[address]
    return [*shown]


def parts_of(page: pages.Page) -> set[str]:
    """What templates draw differently on a page."""
    calculator = CALCULATORS.get(page.address)
    if calculator is None:
        return {page.template}
    tools = {
        "rolls": bool(calculator.rolls),
        "several rolls": len(calculator.rolls) > 1,
        "table rules": bool(calculator.table_rules),
        "kept state": calculator.is_kept,
        "events": bool(calculator.events),
        "harm": bool(calculator.harms),
        "follow-up": bool(calculator.follow_up),
    }
    outputs = {f"shows {output.kind.name}" for output in calculator.outputs if output.visible}
    return input_kinds(calculator.inputs) | outputs | {name for name, there in tools.items() if there}


def input_kinds(record: type) -> set[str]:
    """What templates draw differently: each kind of input, and each within a record or a list."""
    kinds: set[str] = set()
    for field in input_fields(record):
        parts = [field.input, getattr(field.input, "element", None)]
        inner = [
            f"{type(part).__name__} of {kind}"
            for part in parts
            if isinstance(part, RecordInput)
            for kind in input_kinds(part.of)
        ]
        kinds |= {type(field.input).__name__, *inner}
    return kinds


def leave_two_alike(page: Page) -> None:
    """Of elements beside each other that are built alike, leave two for axe to judge; in a long run, leave all.

    Afterwards the page is of no use for anything else.
    """
    if EXTENT != LONG:
        page.evaluate(OPEN_ALL)
        page.evaluate(LEAVE_TWO_ALIKE)


def axe(page: Page, only: tuple[str, ...] = TAGS) -> list[str]:
    """What axe finds on the page with all its folds open, nothing stuck over a target."""
    page.evaluate(OPEN_ALL)
    page.evaluate(ADD_STYLE, UNSTUCK)
    page.evaluate(f"window.axe || (() => {{ {AXE} }})()")
    found: list[str] = page.evaluate(FIND, list(only))
    return found


def too_wide(page: Page) -> list[str]:
    """At 200 % text, too: a 360 px screen then holds 180 px of ordinary text."""
    page.evaluate(OPEN_ALL)
    widths: dict[str, int] = page.evaluate(WIDTHS, ["100%", "200%"])
    return [f"{width} px wide at {size} text" for size, width in widths.items() if width > PHONE]


def too_tall(page: Page) -> list[str]:
    """A calculator's page that is longer than a thumb scrolls; to be asked before folds are opened."""
    height: int = page.evaluate("document.documentElement.scrollHeight")
    return [f"{height} px tall"] if height > TALLEST else []


def small_targets(page: Page) -> list[str]:
    """Targets that are too small for a thumb."""
    page.evaluate(OPEN_ALL)
    found: list[str] = page.evaluate(SMALL)
    return found


def policy_faults(page: Page) -> list[str]:
    """A policy that is not there, and what it refused or would refuse; to be asked before the page is changed."""
    policies = page.evaluate(POLICIES)
    missing = [] if policies == 1 else [f"{policies} policies"]
    return [*missing, *page.evaluate(INLINE), *page.evaluate("window.reports")]


def unexplained(page: Page) -> list[str]:
    """Figures without a rule behind them."""
    found: list[str] = page.evaluate(UNEXPLAINED)
    return found if page.evaluate(FIGURES) else ["no figure says where it comes from"]


def other_answers(page: Page) -> list[str]:
    """The form reads as its start, Python answers what the page shows, and nothing on the page moves."""
    before = page.inner_html("#answer")
    assert page.evaluate(FILLED), "the build fills every fold"
    page.evaluate("document.querySelector('[data-calculator]').dispatchEvent(new Event('input'))")
    until(page, "location.hash.includes('=')")
    frames(page)  # a shift is known once it is drawn
    shift = page.evaluate("window.shift")
    page.evaluate(OPEN_ALL)
    until(page, f"{FILLED} && !!document.querySelector('#answer [data-fullest]')")
    page.evaluate(OPEN_ALL.replace("true", "false"))
    found = [] if as_built(page.inner_html("#answer")) == before else ["Python's answer is not the one of the build"]
    found += [f"problem: {text}" for text in page.locator("[data-problem]:visible").all_inner_texts()]
    return found if shift < UNSEEN_SHIFT else [*found, f"moved by {shift}: {page.evaluate('window.moved')}"]


def printed_badly(page: Page, title: str) -> list[str]:
    """A calculator that does not print on one page of paper, with its title on it.

    The height in print media does not tell: Chromium draws folds and wide pages differently on paper.
    """
    printed = pages_of(page, **A4_AND_LETTER)
    wrong = [] if len(printed) == 1 else [f"printed on {len(printed)} pages"]
    return wrong if title in printed[0] else [*wrong, "printed without its title"]


def unrolled(page: Page) -> list[str]:
    """The roll options whose button rolls nothing; closed are those that the example's inputs rule out."""
    found = []
    options: list[Any] = page.eval_on_selector_all(
        "[data-option] option", "(all) => all.filter(({ disabled }) => !disabled).map(({ value }) => value)"
    )
    for option in options or [None]:
        if option is not None:
            page.select_option("[data-option]", option)
        before = page.evaluate(ROLLS)
        page.click("[data-roll]")
        until(page, f"(before) => {ROLLS} > before || !document.querySelector('[data-refused]').hidden", before)
        if not page.locator(".rolled .outcome").count() or page.evaluate(ROLLS) == before:
            found.append(f"{option or 'the button'} rolls nothing: {page.inner_text('[data-refused]')}")
    return found
