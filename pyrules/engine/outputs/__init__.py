"""The kinds of outputs: the one list of them.

A kind is a file of this package: its declaration, its text, and what a shell prints. A page draws a kind with the
module of the same name in `web/worker/render/kinds/`. Pages, the build's packs and the tests read this list, so a new
kind is a line here and a file beside it.
"""

from __future__ import annotations

from collections.abc import Mapping

from .curve import CURVE
from .distribution import DISTRIBUTION
from .output import Kind
from .rows import RECORD, ROWS
from .single import FIGURE, FLAG, LISTING, NAMED, PERCENT, WORD
from .squares import SQUARES

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (PERCENT, FIGURE, WORD, FLAG, LISTING, NAMED, DISTRIBUTION, CURVE, ROWS, RECORD, SQUARES)
}
"""Every kind by its name."""
