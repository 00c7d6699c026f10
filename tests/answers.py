"""The answer of the worker as a built page holds it."""

from html.parser import HTMLParser

from web.builder.site.pages import without_indent


def as_built(answer: str) -> str:
    """The HTML of an answer without what the build leaves out.

    The rows of a table that are not shown at first have no folds (web/worker/render/answer.py), and lines no indent.
    """
    reading = _Built()
    reading.feed(answer)
    reading.close()
    return without_indent("".join(reading.kept))


class _Built(HTMLParser):
    """Keeps the HTML as it is written, except the folds of a table's rows that are not shown at first."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []
        self._has_rest: list[bool] = []
        """For each table that is open, whether it has come to the rows that are not shown at first."""
        self._left_out = 0
        """How many rows are open that are left out: a fold's own table has rows too."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._has_rest.append(False)
        if tag == "tr":
            kind = dict(attrs).get("class")
            self._has_rest[-1] |= kind == "rest"
            self._left_out += bool(self._left_out or (kind == "opens" and self._has_rest[-1]))
        self._keep(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        self._keep(f"</{tag}>")
        if tag == "table":
            self._has_rest.pop()
        if tag == "tr" and self._left_out:
            self._left_out -= 1

    def handle_data(self, data: str) -> None:
        self._keep(data)

    def handle_entityref(self, name: str) -> None:
        self._keep(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._keep(f"&#{name};")

    def _keep(self, text: str) -> None:
        if not self._left_out:
            self.kept.append(text)
