"""The packs of the site: compiled, small, and reproducible."""

import gzip
import io
import json
import marshal
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

import pyrules
from pyrules.games import FIGHTS
from web.builder.dev import environment, site_python
from web.builder.pyodide import plan, runtime, staging, stock
from web.builder.pyodide.packers import Packers

from ..built import topics_of
from ..rotation import one_unless_long

LIBRARY_LIMIT = 400_000
CORE_LIMIT = 150_000
PAGE_LIMIT = 150_000
"""What a calculator's page fetches of its game."""
MOST_REQUESTS = 3
trimmed = pytest.mark.skipif(stock.is_plain(), reason="a plain site has the stock library")
CALCULATORS = {calculator.id: calculator for game in pyrules.GAMES for calculator in game.calculators}


@pytest.fixture(scope="session")
def packs(site: Path) -> dict[str, Path]:
    """Every pack of the site, by name."""
    return {path.stem: path for kind in ("python", "core", "game") for path in site.glob(f"assets/{kind}-*/*.pack")}


def game_of(name: str) -> str:
    """The game of a pack: `obss`, `obss-attack`, `obss-sheet`; `all` for the pack of every game's characters."""
    return name.partition("-")[0]


def fetched_for(site: Path, calculator_id: str) -> list[str]:
    """The packs besides the core that a calculator's page fetches."""
    game, _, slug = calculator_id.partition(".")
    topics = topics_of(site)[game][slug]
    return [game, *(f"{plan.EVERY_GAME if topic == plan.EVENTS else game}-{topic}" for topic in topics)]


def content(pack: Path) -> bytes:
    """What Python reads."""
    return gzip.decompress(pack.read_bytes())


def early(pack: Path) -> zipfile.ZipFile:
    """What of the library Python imports before it can read a pack."""
    return zipfile.ZipFile(io.BytesIO(content(pack)))


def held(pack: Path) -> dict[str, Any]:
    """A pack as packs.py has it: names, and what each piece was marshaled to."""
    found: dict[str, Any] = marshal.loads(early(pack).read("library.pack") if pack.stem == "std" else content(pack))
    return found


def modules(pack: Path) -> set[str]:
    """The names of all modules in a pack."""
    before = early(pack).namelist() if pack.stem == "std" else []
    return {*held(pack)["modules"], *(name.removesuffix(".pyc").replace("/", ".") for name in before)}


def test_there_is_a_pack_for_the_library_one_for_the_core_and_one_for_each_game(packs: dict[str, Path]) -> None:
    assert {game_of(name) for name in packs} == {"std", "core", plan.EVERY_GAME, *pyrules.GAME_IDS}


@trimmed
def test_no_pack_holds_python_source(packs: dict[str, Path]) -> None:
    for pack in packs.values():
        for _, code in held(pack)["modules"].values():
            assert b"import " not in code[:20] and code[0] & 0x7F == ord("c"), "each module is a marshaled code object"
    assert all(name.endswith((".pyc", ".pack")) for name in early(packs["std"]).namelist())


@trimmed
def test_the_library_is_trimmed(packs: dict[str, Path]) -> None:
    assert packs["std"].stat().st_size < LIBRARY_LIMIT
    kept_out = {"ast", "dis", "email", "http", "pathlib", "pickle", "shutil", "ssl", "tempfile", "tomllib", "zipfile"}
    assert not kept_out & {name.partition(".")[0] for name in modules(packs["std"])}
    assert not {name for name in modules(packs["std"]) if name.startswith("asyncio.")}


def test_the_core_is_small(packs: dict[str, Path]) -> None:
    assert packs["core"].stat().st_size <= CORE_LIMIT


def test_a_page_fetches_little_of_its_game(site: Path, packs: dict[str, Path]) -> None:
    needed = {calculator_id: fetched_for(site, calculator_id) for calculator_id in CALCULATORS}
    sizes = {each: sum(packs[name].stat().st_size for name in names) for each, names in needed.items()}

    assert {each: size for each, size in sizes.items() if size > PAGE_LIMIT} == {}
    assert max(map(len, needed.values())) <= MOST_REQUESTS


def test_the_core_holds_what_is_ours_and_nothing_of_the_build_or_a_game(packs: dict[str, Path]) -> None:
    names = modules(packs["core"])

    assert {"pyrules", "pyrules.games", "web.worker.endpoint", "web.templates_compiled.answer"} <= names
    assert {name.partition(".")[0] for name in names} == {"pyrules", "web"}
    assert not [name for name in names if name.startswith("pyrules.games.")]
    assert not [name for name in names if "builder" in name or "__pycache__" in name or "__main__" in name]


@pytest.mark.parametrize("game_id", pyrules.GAME_IDS)
def test_a_games_pack_holds_that_game_alone(packs: dict[str, Path], game_id: str) -> None:
    package = f"pyrules.games.{game_id}"
    own, tables = set[str](), set[str]()
    for name in [name for name in packs if game_of(name) == game_id]:
        assert not own & modules(packs[name])
        own |= modules(packs[name])
        tables |= held(packs[name])["tables"].keys()

    assert {package, f"{package}.whole", f"{package}.tables"} <= own
    assert all(f"{name}.".startswith(f"{package}.") for name in own)
    sheets = {name for name in own if name.removeprefix(f"{package}.").startswith("sheet")}
    assert modules(packs[f"{game_id}-sheet"]) == sheets
    fights = {name for name in own if f"{name}.".startswith(f"{package}.fight.")}
    assert modules(packs[f"{game_id}-fight"]) == fights if game_id in FIGHTS else not fights
    assert {name.removeprefix(f"{package}.tables.") for name in tables} == {
        path.stem for path in (environment.ROOT / "pyrules" / "games" / game_id / "tables").glob("*.toml")
    }


def test_what_only_requests_about_characters_need_is_in_a_pack_of_its_own(packs: dict[str, Path]) -> None:
    names = modules(packs["all-sheet"])

    assert {"pyrules.engine.sheet.sheet", "web.worker.render.sheet", "web.templates_compiled.sheet"} <= names
    assert not names & modules(packs["core"])


def test_what_only_requests_about_fights_need_is_in_a_pack_of_its_own(packs: dict[str, Path]) -> None:
    names = modules(packs["all-fight"])

    assert {"pyrules.engine.fight.acts", "web.worker.requests.fight", "web.templates_compiled.fight.list"} <= names
    assert not names & (modules(packs["core"]) | modules(packs["all-sheet"]) | modules(packs["all-events"]))
    assert "pyrules.engine.fight.replay" in modules(packs["all-events"]), "trackers need it, too"


ANSWERED = """
import json
import sys

import packs


def main(text):
    asked = json.loads(text)
    whole = {name: dict(getattr(packs, name)) for name in ("_modules", "_tables")}
    kept = {name: {key: value for key, value in held.items() if not of_a_game(key)} for name, held in whole.items()}
    packed = {name: bytes.fromhex(pack) for name, pack in asked["packs"].items()}
    wrong = []
    for names, requests in asked["groups"]:
        for held, value in kept.items():
            getattr(packs, held).clear()
            getattr(packs, held).update(value)
        for name in names:
            packs.add(packed[name])
        for name in [name for name in sys.modules if of_a_game(name)]:
            del sys.modules[name]
        from web.worker import endpoint
        for request in requests:
            problems = json.loads(endpoint.handle(json.dumps(request)))["problems"]
            wrong += [[request, names] for problem in problems if problem["code"] == "internal"]
    return json.dumps(wrong)


def of_a_game(name):
    return name.startswith("pyrules.games.")
"""


@pytest.mark.usual
@pytest.mark.parametrize("game_id", one_unless_long(pyrules.GAME_IDS))
def test_the_packs_of_a_page_hold_all_that_its_golden_cases_need(
    site: Path, packs: dict[str, Path], tmp_path: Path, game_id: str
) -> None:
    vectors = (environment.ROOT / "tests" / "vectors").glob("*.json")
    cases = [case for path in vectors for case in json.loads(path.read_text())["cases"]]
    groups = []
    for calculator_id, calculator in CALCULATORS.items():
        if calculator.game_id == game_id:
            own = [case["inputs"] for case in cases if case["calculator"] == calculator_id]
            house = [[name, "nonsense"] for name in calculator.table_rules]
            about = [
                {"calculator": calculator_id, "inputs": inputs, "house": house}
                for inputs in (dict(calculator.start), *own)
            ]
            answers = [{"kind": "answer", **each} for each in about]
            others = [{"kind": kind, **about[0]} for kind in ("roll", "sweep")]
            groups.append([fetched_for(site, calculator_id), [*answers, *others]])
    held = {name: content(path).hex() for name, path in packs.items() if game_of(name) in (game_id, plan.EVERY_GAME)}
    script = tmp_path / "answered.py"
    script.write_text(ANSWERED)

    assert json.loads(site_python.run(site, script, json.dumps({"packs": held, "groups": groups}), fresh=True)) == []


@trimmed
def test_other_peoples_packages_stand_with_the_library(packs: dict[str, Path]) -> None:
    assert {"jinja2.environment", "markupsafe", "segno.encoder"} <= modules(packs["std"])


def test_the_packs_hold_no_clock(packs: dict[str, Path]) -> None:
    times = [pack.read_bytes()[4:8] for pack in packs.values()]
    assert times == [bytes(4)] * len(packs)
    assert {entry.date_time for entry in early(packs["std"]).infolist()} == {(1980, 1, 1, 0, 0, 0)}


class Workshop:
    """A copy of the build's cache and of the sources that the packs were made of."""

    def __init__(self, folder: Path) -> None:
        self.cache = shutil.copytree(stock.cache_folder(), folder / "cache")
        staged = shutil.copytree(self.cache / "core", folder / "core")
        self.sources = {path.relative_to(staged).as_posix(): path for path in staging.sources_in(staged)}

    def forget(self, name: str) -> None:
        """Have a pack made again."""
        [made] = (path for path in self.cache.glob("*-*.pack") if path.stem.rpartition("-")[0] == name)
        made.unlink()

    def packs(self) -> dict[str, bytes]:
        """What is in each pack, by the pack's name."""
        with Packers(self.cache) as packers:
            made, _ = runtime.packs(packers, self.sources)
        return {name: content(path) for name, path in made.items()}


@pytest.fixture
def workshop(site: Path, tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.mark.usual
def test_a_pack_made_again_is_the_same(packs: dict[str, Path], workshop: Workshop) -> None:
    workshop.forget("raiders-sheet")

    assert workshop.packs() == {name: content(path) for name, path in packs.items()}


@pytest.mark.long
def test_packs_depend_on_their_own_sources_alone(packs: dict[str, Path], workshop: Workshop) -> None:
    for name in packs:
        workshop.forget(name)

    game_id, *_ = pyrules.GAME_IDS
    for changed in (f"pyrules/games/{game_id}/__init__.py", "pyrules/engine/errors.py"):
        with workshop.sources[changed].open("a") as source:
            source.write("\n\ndef added() -> str:\n    return 'something new'\n")
    later = workshop.packs()

    assert later.keys() == packs.keys()
    changed_packs = [name for name in later if later[name] != content(packs[name])]
    assert changed_packs == ["core", game_id]


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
    result = site_python.run(site, script, '{"offense": "x"}')

    with pytest.raises(pyrules.InvalidInput) as here:
        pyrules.answer("raiders.strike", {"offense": "x"})
    frames = [(str(frame.path.relative_to(environment.ROOT)), frame.lineno + 1) for frame in here.traceback[1:]]
    assert [(name, line) for name, line in json.loads(result)] == frames


NEW_AT_THE_START = """
import json

compiled = []


def main(asked):
    import collections, dataclasses, re._compiler as patterns
    import packs
    for module, name in ((dataclasses, "exec"), (collections, "eval")):
        shortened = getattr(module, name)
        def noting(text, *scopes, shortened=shortened):
            if isinstance(packs.code_of(text), str):
                compiled.append(text)
            return shortened(text, *scopes)
        setattr(module, name, noting)
    parse = patterns._parser.parse
    def noting_parse(pattern, *rest):
        compiled.append(str(pattern))
        return parse(pattern, *rest)
    patterns._parser.parse = noting_parse
    from web.worker import endpoint
    import pyrules
    for calculator in json.loads(asked):
        endpoint.handle(json.dumps({"kind": "answer", "calculator": calculator, "pairs": []}))
    pyrules.GAMES
    return json.dumps(compiled)
"""


@trimmed
def test_a_start_compiles_nothing_that_the_build_could_have_compiled(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "started.py"
    script.write_text(NEW_AT_THE_START)
    asked = json.dumps([calculator.id for game in pyrules.GAMES for calculator in game.calculators])

    assert json.loads(site_python.run(site, script, asked, fresh=True)) == []


def test_a_calculator_brings_its_own_modules_and_not_its_whole_game(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "one.py"
    script.write_text(
        "import json, sys\nfrom web.worker import endpoint\n"
        "def main(asked):\n"
        "    reply = json.loads(endpoint.handle(asked))\n"
        "    return json.dumps([reply['ok'], [name for name in sys.modules if name.startswith('pyrules.games.')]])\n"
    )
    calculator = pyrules.calculator("openquest.skill_test")
    asked = json.dumps({"kind": "answer", "calculator": calculator.id, "inputs": dict(calculator.start)})
    ok, brought = json.loads(site_python.run(site, script, asked, fresh=True))

    assert ok
    assert "pyrules.games.openquest.skills.skill_test" in brought
    assert not {"pyrules.games.openquest.whole", "pyrules.games.openquest.talk.oratory"} & set(brought)


FAULTS = {
    "in our own code": "lambda request: 1 / 0",
    "below the library": "lambda request: json.loads('{}', object_hook=lambda held: 1 / 0)",
    "below what a dataclass wrote": "lambda request: repr(Modifier(Untold(), 1, ''))",
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_an_internal_error_is_reported_with_its_traceback(site: Path, tmp_path: Path, fault: str) -> None:
    script = tmp_path / "fault.py"
    script.write_text(
        "import io, json, sys\nfrom web.worker import endpoint\n"
        "from web.worker.requests import systems\nfrom pyrules.engine.procedure import Modifier\n"
        "class Untold:\n"
        "    def __repr__(self):\n"
        "        return 1 / 0\n"
        "def main(asked):\n"
        "    kept, console = systems.respond, sys.stderr\n"
        f"    systems.respond = {fault}\n"
        "    sys.stderr = io.StringIO()\n"
        "    reply = endpoint.handle(asked)\n"
        "    sys.stderr, told = console, sys.stderr.getvalue()\n"
        "    systems.respond = kept\n"
        "    return json.dumps([json.loads(reply)['problems'][0]['code'], told])\n"
    )
    code, result = json.loads(site_python.run(site, script, '{"kind": "systems"}'))

    assert code == "internal"
    assert result.startswith("Traceback") and result.endswith("ZeroDivisionError: division by zero\n")
    assert 'File "web/worker/endpoint.py", line ' in result


def test_pyodide_finds_its_abi_in_the_lock(site: Path) -> None:
    (lock,) = site.glob("assets/python-*/lock.mjs")
    text = lock.read_text().removeprefix("export default ").removesuffix(";\n")

    assert json.loads(json.loads(text))["info"]["python"].startswith("3.")
