"""A record as a list of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from pyrules.engine.outputs.output import Output

from ..drawing import RECORDS, Drawing, Fold


class _Record(Drawing):
    place = RECORDS
    template = "record.html"

    def chart(self, output: Output, value: Mapping[str, Any]) -> Mapping[str, Any]:
        return value

    def draw(self, output: Output, chart: Mapping[str, Any], fold: Fold) -> Markup:
        """The list with its explanation."""
        drawn: Markup = self.macros.parts(output, chart, fold("explain", output.name))
        return drawn


DRAWING = _Record()
