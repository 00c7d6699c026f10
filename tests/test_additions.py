"""The additions that the README describes, each made in a copy of the sources and tried there."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"^```(?:toml|python|html)\n(?:\{# |# )(append to|create) (\S+)(?: #\})?\n(.*?)^```$", re.MULTILINE | re.DOTALL
)

DRAW = """
import sys
from web.builder.site import pages
page = next(page for page in pages.pages() if page.address == sys.argv[1])
print(pages.Drawing(pages.environment(), "app").html(page, ".."))
"""

OFFERED = """
import pyrules
from web.builder.site import forms, reference
calculator = pyrules.calculator("wwn.attack")
print(repr(forms.form(calculator, calculator.start_inputs)))
print(reference.topics(pyrules.game("wwn")))
"""

FORMER = """
import pyrules
from web.builder.site import pages
game = pyrules.game("wwn")
print(pages.calculator_page(game, game.moments[0], pyrules.calculator("wwn.brace"))["former"])
"""

BRACED = """
import pyrules
from pyrules.engine.sheet.condition_lines import lines
from pyrules.engine.sheet.values import Values
sheet = pyrules.sheet("wwn")
print(lines(sheet.conditions, "braced"))
braced = Values(sheet, sheet.parse({"conditions": ["braced", "charging"], "overrides": {"armor_class": 12}}))
print(braced["armor_class_now"])
print(braced.barred("charge"))
"""


ASK = """
import sys
from web.worker import endpoint
print(endpoint.handle(sys.argv[1]))
"""


pytestmark = pytest.mark.usual


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources of the core and the pages."""
    left_out = shutil.ignore_patterns("node_modules", "__pycache__", "pictures")
    for folder in ("pyrules", "web"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
    (tmp_path / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    return tmp_path


def add(copy: Path, *paths: str) -> None:
    """Make those additions of the README that name these files."""
    found = {path: (how, text) for how, path, text in BLOCK.findall(README)}
    for path in paths:
        how, text = found[path]
        target = copy / path
        assert target.exists() == (how == "append to"), f"the README says '{how} {path}'"
        with target.open("a", encoding="utf-8") as file:
            file.write(f"\n{text}")


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def python(copy: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask(copy: Path, **request: Any) -> dict[str, Any]:
    """The worker's reply to a request."""
    reply: dict[str, Any] = json.loads(python(copy, "-c", ASK, json.dumps(request)))
    assert reply["ok"], reply
    return reply


def add_the_rule(copy: Path) -> None:
    add(copy, "pyrules/games/wwn/tables/rules.toml", "pyrules/games/wwn/tables/numbers.toml")


def test_a_rule_is_a_row(copy: Path) -> None:
    add_the_rule(copy)
    topics = "import pyrules; from web.builder.site import reference; print(reference.topics(pyrules.game('wwn')))"

    assert "A braced spear adds 2 to the roll of d20." in python(copy, "-c", topics)


def add_the_calculator(copy: Path) -> None:
    add_the_rule(copy)
    add(copy, "pyrules/games/wwn/turns/brace.py")
    game = copy / "pyrules" / "games" / "wwn" / "__init__.py"
    replace(game, "(DOWNED, STABILIZE)", "(DOWNED, STABILIZE, BRACE)")
    replace(game, "\nGAME = ", "\nfrom .turns.brace import BRACE\n\nGAME = ")


def test_a_calculator_is_a_file_and_a_line_of_its_game(copy: Path) -> None:
    add_the_calculator(copy)

    assert '"p_holds": "11/20"' in python(copy, "-m", "pyrules", "wwn.brace", "target=12", "--json")
    page = python(copy, "-c", DRAW, "wwn/brace/")
    assert "The chance that a braced spear holds." in page
    assert "it holds" in page
    assert "Braced +2" in python(copy, "-m", "pyrules", "wwn.brace", "target=12", "--roll", "--seed", "1")


def test_a_condition_is_a_row(copy: Path) -> None:
    add_the_rule(copy)
    add(copy, "pyrules/games/wwn/tables/conditions.toml")
    shown = python(copy, "-c", BRACED)

    assert shown.splitlines() == [
        "('Armor Class +2', 'No charge')",
        "12",
        "Nobody charges from the ground: stand up first.",
    ]


def test_a_chart_kind_is_a_file_and_a_name_and_for_pages_a_module_and_a_template(copy: Path) -> None:
    add_the_calculator(copy)
    add(copy, "pyrules/engine/outputs/meter.py", "web/worker/render/kinds/meter.py", "web/templates/meter.html")
    table = copy / "pyrules" / "engine" / "outputs" / "__init__.py"
    replace(table, "from .output import Kind\n", "from .meter import METER\nfrom .output import Kind\n")
    replace(table, "CURVE, ROWS", "CURVE, METER, ROWS")
    brace = copy / "pyrules" / "games" / "wwn" / "turns" / "brace.py"
    replace(brace, "from ....engine.inputs", "from ....engine.outputs.meter import meter\nfrom ....engine.inputs")
    replace(brace, "headline=True),)", 'headline=True), meter("faces", "Faces", rule="WWN-BRACE-01"))')
    replace(
        brace, 'compute=lambda inputs: {"', 'compute=lambda inputs: {"faces": {"is": 23 - inputs.target, "of": 20}, "'
    )
    about = {"calculator": "wwn.brace", "inputs": {"target": 12}}
    both = about | {"vs": [["target", "15"]]}

    assert "Faces: ███████████░░░░░░░░░ 11 of 20" in python(copy, "-m", "pyrules", "wwn.brace", "target=12")
    page = python(copy, "-c", DRAW, "wwn/brace/")
    assert 'aria-label="Faces: 11 of 20"' in page
    assert "<td>11 of 20</td>" in page, "the built page has the fold filled"
    assert 'data-fold="as_table faces"' in ask(copy, kind="answer", **about)["html"]
    assert "<td>11 of 20</td>" in ask(copy, kind="as_table", output="faces", **about)["html"]
    compared = ask(copy, kind="compare", **both)["html"]
    assert re.findall('aria-label="Faces: (.*?)"', compared) == ["11 of 20", "8 of 20"]
    assert 'data-fold="compare_table faces 0"' in compared
    numbers = ask(copy, kind="compare_table", output="faces", index=0, **both)["html"]
    assert "<td>11 of 20</td><td>8 of 20</td><td>+3</td>" in numbers


def test_a_request_kind_is_a_file_and_a_name(copy: Path) -> None:
    add(copy, "web/worker/requests/cited.py")
    replace(
        copy / "web/worker/requests/kinds.py",
        '    "compare": INPUTS,\n',
        '    "cited": INPUTS,\n    "compare": INPUTS,\n',
    )
    of_scripts = "from web.builder.site import assets; print(assets._kinds_about('inputs'))"

    reply = ask(copy, kind="cited", calculator="wwn.attack", inputs={"target_ac": 15, "weapon": {"damage": "1d8"}})
    assert "WWN-HIT-02" in reply["values"]
    assert "'cited'" in python(copy, "-c", of_scripts)


def test_a_game_is_a_folder_and_a_name(copy: Path) -> None:
    """A second Ruins & Raiders under another name."""
    games = copy / "pyrules" / "games"
    shutil.copytree(games / "raiders", games / "delvers")
    for path in (games / "delvers").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r'"raiders(?=["\.])|(?<=games\.)raiders\b', replaced, text), encoding="utf-8")
    replace(games / "__init__.py", '"raiders", ', '"raiders", "delvers", ')
    asked = ("offense=7", "defense=10", "brawn=6", "weapon=15")

    own, theirs = (python(copy, "-m", "pyrules", f"{game}.strike", *asked) for game in ("delvers", "raiders"))
    assert own == theirs
    listed = "from web.builder.site import pages; print(*(page.address for page in pages.pages()))"
    assert {"delvers/", "delvers/strike/", "delvers/sheet/", "delvers/rules/"} <= set(
        python(copy, "-c", listed).split()
    )


def test_a_weapon_is_a_row(copy: Path) -> None:
    add(copy, "pyrules/games/wwn/tables/weapons.toml")

    form, topics = python(copy, "-c", OFFERED).splitlines()
    assert "Whip" in form
    assert "Whip" in topics


def test_a_renamed_input_has_an_alias(copy: Path) -> None:
    add_the_calculator(copy)
    brace = copy / "pyrules" / "games" / "wwn" / "turns" / "brace.py"
    replace(brace, "target: int = number(", 'goal: int = number(aliases=("target",), label=')
    replace(brace, 'label="Target number", 1, 40, help', 'label="Target number", low=1, high=40, help')
    replace(brace, "inputs.target", "inputs.goal")
    replace(brace, '{"target": 12}', '{"goal": 12}')

    assert '"p_holds": "1/4"' in python(copy, "-m", "pyrules", "wwn.brace", "target=18", "--json")
    assert python(copy, "-c", FORMER) == '{"target": "goal"}\n'


def test_a_page_is_a_line_and_a_template(copy: Path) -> None:
    add(copy, "web/templates/pages/dice.html")
    replace(
        copy / "web" / "builder" / "site" / "pages.py",
        '"help", "notfound")',
        '"help", "dice", "notfound")',
    )

    page = python(copy, "-c", DRAW, "dice/")
    assert "<title>Dice · Tableside</title>" in page
    assert "<li>Worlds Without Number: " in page


def replaced(match: re.Match[str]) -> str:
    return match.group().replace("raiders", "delvers")
