"""The additions that the README describes, each made in a copy of the sources and tried there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?:toml|python)\n# (append to|create) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

DRAW = """
import sys
from web.builder.site import pages
[page] = [page for page in pages.pages() if page.address == sys.argv[1]]
print(pages._render(pages._environment(), page, "app", ".."))
"""

BRACED = """
import pyrules
from pyrules.engine.sheet.values import Values
sheet = pyrules.sheet("wwn")
print(sheet.conditions.lines("braced"))
braced = Values(sheet, sheet.parse({"conditions": ["braced", "charging"], "overrides": {"armor_class": 12}}))
print(braced["armor_class_now"])
print(braced.barred("charge"))
"""


pytestmark = pytest.mark.usual


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources of the core and the pages."""
    left_out = shutil.ignore_patterns("node_modules", "__pycache__", "pictures")
    for folder in ("pyrules", "web"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
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


def add_the_rule(copy: Path) -> None:
    add(copy, "pyrules/games/wwn/tables/rules.toml", "pyrules/games/wwn/tables/numbers.toml")


def test_a_rule_is_a_row(copy: Path) -> None:
    add_the_rule(copy)
    topics = "import pyrules; from web.builder.site import reference; print(reference.topics(pyrules.game('wwn')))"

    assert "A braced spear adds 2 to the roll of d20." in python(copy, "-c", topics)


def test_a_calculator_is_a_file_and_a_line_of_its_game(copy: Path) -> None:
    add_the_rule(copy)
    add(copy, "pyrules/games/wwn/turns/brace.py")
    game = copy / "pyrules" / "games" / "wwn" / "__init__.py"
    replace(game, "(DOWNED, STABILIZE)", "(DOWNED, STABILIZE, BRACE)")
    replace(game, "\nGAME = ", "\nfrom .turns.brace import BRACE\n\nGAME = ")

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


def replaced(match: re.Match[str]) -> str:
    return match.group().replace("raiders", "delvers")
