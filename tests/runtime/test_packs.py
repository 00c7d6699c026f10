"""What the site ships of Python: compiled, small, and the same from build to build."""

import io
import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

import pyrules
from web.builder import environment, runtime

HERE = Path(__file__).parent
LIBRARY_LIMIT = 800_000
CORE_LIMIT = 200_000
GAME_LIMIT = 300_000
"""An update of our own code brings the packs that have changed: what all games share, or one game."""

PARTS = ("core", *pyrules.SYSTEM_IDS)


@pytest.fixture(scope="session")
def packs(site: Path) -> dict[str, Path]:
    """Every pack of the site, by name."""
    return {path.stem: path for path in site.glob("assets/*/*.zip")}


def entries(pack: Path) -> zipfile.ZipFile:
    """The archive that Python reads: the one entry of a pack."""
    outer = zipfile.ZipFile(pack)
    assert outer.namelist() == [f"{pack.stem}.zip"]
    return zipfile.ZipFile(io.BytesIO(outer.read(outer.namelist()[0])))


def test_there_is_a_pack_for_the_library_one_for_the_core_and_one_for_each_game(packs: dict[str, Path]) -> None:
    assert set(packs) == {"std", *PARTS}


def test_no_pack_holds_python_source(packs: dict[str, Path]) -> None:
    for pack in packs.values():
        assert not [name for name in entries(pack).namelist() if name.endswith((".py", ".so", ".html"))]


def test_the_library_is_trimmed(packs: dict[str, Path]) -> None:
    assert packs["std"].stat().st_size < LIBRARY_LIMIT
    kept_out = ("email/", "http/", "zipfile/", "compression/", "ssl.", "shutil.", "tempfile.", "pickle.")
    assert not [name for name in entries(packs["std"]).namelist() if name.startswith(kept_out)]


@pytest.mark.parametrize("part", PARTS)
def test_what_an_update_brings_is_small(packs: dict[str, Path], part: str) -> None:
    assert packs[part].stat().st_size <= (CORE_LIMIT if part == "core" else GAME_LIMIT)


def test_the_core_holds_what_is_ours_and_nothing_of_the_build_or_a_game(packs: dict[str, Path]) -> None:
    names = entries(packs["core"]).namelist()

    assert {"pyrules/__init__.pyc", "pyrules/systems/__init__.pyc", "web/endpoint.pyc"} <= set(names)
    assert any(name.startswith("web/templates_compiled/") for name in names)
    assert {name.partition("/")[0] for name in names} == {"pyrules", "web"}
    assert not [name for name in names if name.startswith("pyrules/systems/") and name.count("/") > 2]
    assert not [name for name in names if "builder" in name or "__pycache__" in name or "__main__" in name]


@pytest.mark.parametrize("game", pyrules.SYSTEM_IDS)
def test_a_games_pack_holds_that_game_alone(packs: dict[str, Path], game: str) -> None:
    names = entries(packs[game]).namelist()

    assert {f"pyrules/systems/{game}/__init__.pyc", f"pyrules/systems/{game}/tables/rules.toml"} <= set(names)
    assert all(name.startswith(f"pyrules/systems/{game}/") for name in names)


def test_other_peoples_packages_stand_with_the_library(packs: dict[str, Path]) -> None:
    names = set(entries(packs["std"]).namelist())

    assert {"jinja2/environment.pyc", "markupsafe/__init__.pyc", "segno/encoder.pyc"} <= names


def test_the_packs_hold_no_clock(packs: dict[str, Path]) -> None:
    for pack in packs.values():
        for archive in (zipfile.ZipFile(pack), entries(pack)):
            assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.slow
def test_packs_depend_on_their_own_sources_alone(packs: dict[str, Path], tmp_path: Path) -> None:
    staged = environment.CACHE / "runtime" / "core"
    shutil.copytree(staged, tmp_path / "core")
    sources = {path.relative_to(tmp_path / "core").as_posix(): path for path in (tmp_path / "core").rglob("*.*")}

    again = {name: path.read_bytes() for name, path in runtime.packs(tmp_path / "cache", sources).items()}
    assert again == {name: path.read_bytes() for name, path in packs.items()}

    game, *_ = pyrules.SYSTEM_IDS
    for changed in (f"pyrules/systems/{game}/__init__.py", "pyrules/engine/errors.py"):
        with sources[changed].open("a") as source:
            source.write("\n\ndef added() -> str:\n    return 'something new'\n")
    later = {name: path.read_bytes() for name, path in runtime.packs(tmp_path / "cache", sources).items()}

    assert {name for name in later if later[name] != again[name]} == {"core", game}


def test_a_traceback_names_the_lines_of_our_sources(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "refused.py"
    script.write_text(
        "import json, traceback\nimport pyrules\n"
        "def main(text):\n"
        "    try:\n"
        "        pyrules.answer('raiders.strike', json.loads(text))\n"
        "    except pyrules.InvalidInput as refused:\n"
        "        frames = traceback.extract_tb(refused.__traceback__)[1:]\n"
        "        return json.dumps([[frame.filename, frame.lineno] for frame in frames])\n"
    )
    [python], [core] = site.glob("assets/python-*"), site.glob("assets/core-*/core.zip")
    command = [environment.node(), str(HERE / "site_python.mjs"), str(python), str(core), str(script)]
    told = subprocess.run(command, input='{"offense": "x"}', capture_output=True, text=True, check=True).stdout

    with pytest.raises(pyrules.InvalidInput) as here:
        pyrules.answer("raiders.strike", {"offense": "x"})
    frames = [(str(frame.path.relative_to(environment.ROOT)), frame.lineno + 1) for frame in here.traceback[1:]]
    assert [(name.partition(".zip/")[2] or name, line) for name, line in json.loads(told)] == frames


def test_pyodide_finds_its_abi_in_the_lock(site: Path) -> None:
    (lock,) = site.glob("assets/python-*/lock.mjs")
    text = lock.read_text().removeprefix("export default ").removesuffix(";\n")

    assert json.loads(json.loads(text))["info"]["python"].startswith("3.")
