"""Hostile values for links and requests."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import strategies as st

MARKS = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '" style="position:fixed',
    "</select><iframe src=//x>",
    "<!--",
    "&lt;b&gt;&amp;",
    "javascript:alert(1)",
)
"""Markup that would do or undo something where it is not escaped."""

ODDITIES = (
    "{{ 7 * 7 }}",
    "{% include 'x' %}",
    "${7*7}",
    "%s%n%(x)s",
    "{0.__class__}",
    "__proto__",
    "../../../etc/passwd",
    "NaN",
    "-Infinity",
    "1e999",
    "0x10",
    "1_000",
    "٣",
    "−5",
    "+7",
    " 5 ",
    "5\n",
    "\x00",
    "\u202e5",
    "\ud800",
    "\ufeff1",
    "9" * 5_000,
    "1/0",
    "1/" + "9" * 400,
    "1d0",
    "0d6",
    "999999d999999",
    "1d8+" * 200,
    "((((1d6))))",
    "",
    "\t",
)

texts = (
    st.sampled_from(MARKS) | st.sampled_from(ODDITIES) | st.text(max_size=20) | st.integers(-(10**6), 10**6).map(str)
)
strange_keys = st.sampled_from(
    (
        "",
        ".",
        "..",
        "a." * 100,
        "0",
        "__class__",
        "__init__.__globals__",
        "constructor.prototype",
        "v",
        "vs.x",
        "%",
        *MARKS,
    )
) | st.text(max_size=12)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(strange_keys, inner, max_size=3),
    max_leaves=6,
)

HARMLESS = """
a abbr b br button caption circle dd details div dl dt em fieldset figcaption figure form g h2 h3 h4 i input label
legend li line ol option p path polygon polyline rect section select small span strong sub summary sup svg table tbody
td text tfoot th thead time title tr tspan ul
"""
"""The elements that our templates draw."""


class Markup(HTMLParser):
    """Reads HTML of ours and collects what must not be in it: such elements and attributes as a stranger would add."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in HARMLESS.split():
            self.strange.append(f"<{tag}>")
        for name, value in attrs:
            leads_away = name in ("href", "src", "action") and not (value or "").startswith(("#", "../", "./"))
            if name.startswith("on") or name in ("style", "autofocus", "srcdoc") or leads_away:
                self.strange.append(f"<{tag} {name}={value!r}>")

    def handle_comment(self, data: str) -> None:
        self.strange.append(f"<!--{data}-->")


def strange(html: str) -> list[str]:
    """What in this HTML is not ours."""
    reader = Markup()
    reader.feed(html)
    reader.close()
    found = [mark for mark in MARKS if "<" in mark and mark in html]
    return [*reader.strange, *found]
