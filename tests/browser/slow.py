"""Copies of the site in which Python takes long for certain requests.

The calculators are too fast to test what happens during a long calculation.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from .hosts import alter, copied

ENDLESS = "while True: pass"
HUNGRY = "held = []\nwhile True: held.append(bytes(1_000_000))"
"""Takes more and more memory."""
FOUR_SECONDS = "import time\nend = time.monotonic() + 4\nwhile time.monotonic() < end: pass"
"""Longer than the two seconds that Chromium lets a worker finish its work before it kills the worker."""

_HANDLE = 'const { handle } = pyodide.pyimport("web.worker.endpoint");'
_SLOW_HANDLE = """const handle = (request) => {
    for (const [part, code] of Object.entries(%s)) {
        if (request.includes(part)) pyodide.pyimport("builtins").exec(code, pyodide.toPy({}));
    }
    return pyodide.pyimport("web.worker.endpoint").handle(request);
};"""


def slow_site(site: Path, folder: Path, codes: Mapping[str, str], seconds: int = 600) -> Path:
    """A copy whose Python runs the code of each text that a request contains, and then answers.

    A calculation is ended after the given seconds.
    """
    altered = copied(site, folder)
    alter(
        altered,
        ("worker/python.js", _HANDLE, _SLOW_HANDLE % json.dumps(codes)),
        ("shared/timeouts.js", "LIMIT_SECONDS = 30", f"LIMIT_SECONDS = {seconds}"),
    )
    return altered
