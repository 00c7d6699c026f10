"""Anyone with a Pyodide console can install the rules from the site's own address."""

import subprocess
from pathlib import Path

import pytest

from web.builder.dev import environment
from web.builder.dev.serve import Server

ASK = """
import pyrules
first = [game.calculators[0] for game in pyrules.GAMES]
"values" if all(pyrules.answer(each.id, dict(each.start)).values for each in first) else "nothing"
"""


@pytest.mark.usual
def test_micropip_installs_the_wheel_from_the_served_site(site: Path) -> None:
    (wheel,) = (site / "wheels").glob("*.whl")
    tools = sorted(path.name for path in environment.EXTRA_WHEELS.glob("*.whl"))

    with Server(site, base="/tableside/") as served, Server(environment.EXTRA_WHEELS) as extra:
        script = Path(__file__).parent / "stock_python.mjs"
        addresses = [f"{served.url}wheels/{wheel.name}", *(extra.url + name for name in tools)]
        done = subprocess.run(
            [environment.node(), str(script), str(environment.PYODIDE), *addresses],
            input=ASK,
            capture_output=True,
            text=True,
            check=False,
        )

    assert (done.returncode, done.stdout) == (0, "values"), done.stderr
