"""The test run: build, checks, script tests and pytest. Each step is timed and takes one line; a failed one shows why.

The build runs beside the checks and the script tests, none of which needs a built site; pytest follows. A failed step
does not stop the others, and any failed step fails the run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import NamedTuple
from xml.etree import ElementTree

from .environment import CACHE, ROOT, VENV_BIN, node

EXTENT = "TABLESIDE_TEST_EXTENT"
"""The variable that tests/extent.py reads: quick, usual or long."""
SITE_IS_BUILT = "TABLESIDE_SITE_IS_BUILT"
SLOWEST_SHOWN = 10
OUTPUT = CACHE / "test-run"
"""What each step of the last run printed, a file each."""
WORKFLOWS = ".github/workflows"
SCRIPT_TESTS = "tests/scripts"
SCRIPT_TEST_COMMAND = (
    "--import",
    f"./{SCRIPT_TESTS}/setup.mjs",
    "--test",
    "--test-concurrency=2",
    "--test-reporter=spec",
)

_printing = Lock()


class Step(NamedTuple):
    """One command of a run. `live` shows its output at once."""

    name: str
    command: Sequence[str]
    live: bool = False

    @property
    def output(self) -> Path:
        """The file with what the command printed."""
        return OUTPUT / f"{self.name.replace(' ', '-')}.txt"


def run(extent: str, pytest_arguments: Sequence[str]) -> int:
    """Run every step with tests of this extent (quick, usual or long); returns the exit code."""
    began = time.perf_counter()
    OUTPUT.mkdir(parents=True, exist_ok=True)
    os.environ[EXTENT] = extent
    # Every worker reads every test module: without compiled copies, collection takes twice as long.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    build = Step("build", [sys.executable, "build.py", "build", "--if-changed"])
    with ThreadPoolExecutor(os.cpu_count()) as several:
        before = [build, *checks(), *script_tests()]
        failed = [step.name for step, passed in zip(before, several.map(_passes, before), strict=True) if not passed]
    if build.name in failed:
        print("pytest          not run: the build has failed")
    elif not _pytest_passes(pytest_arguments):
        failed.append("pytest")
    taken = time.perf_counter() - began
    print(f"{'FAILED: ' + ', '.join(failed) if failed else 'Every step passed'}; {taken:.0f} s in all", flush=True)
    return 1 if failed else 0


def checks() -> list[Step]:
    """Linters, formatters and type checkers, the slowest first."""
    python, packages = [sys.executable, "-m"], ROOT / "web" / "node_modules"
    workflows = sorted(str(path.relative_to(ROOT)) for path in (ROOT / WORKFLOWS).glob("*.yml"))
    schema = ["--builtin-schema", "vendor.github-workflows"]
    return [
        Step("mypy", [*python, "mypy"]),
        Step("tsc", [node(), str(packages / "typescript" / "bin" / "tsc"), "--project", "web"]),
        Step("biome", [node(), str(packages / "@biomejs" / "biome" / "bin" / "biome"), "check", "."]),
        Step("ruff", [*python, "ruff", "check", "."]),
        Step("ruff format", [*python, "ruff", "format", "--check", "."]),
        Step("zizmor", [str(VENV_BIN / "zizmor"), "--offline", "--no-progress", *workflows]),
        Step("workflows", [*python, "check_jsonschema", *schema, *workflows]),
    ]


def script_tests() -> list[Step]:
    """The tests of the scripts in Node; none if there are none."""
    files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / SCRIPT_TESTS).rglob("*.test.*js"))
    return [Step("scripts", [node(), *SCRIPT_TEST_COMMAND, *files])] if files else []


def _pytest_passes(arguments: Sequence[str]) -> bool:
    """With arguments its output is shown at once, as they are for somebody who looks at certain tests."""
    results = OUTPUT / "pytest.xml"
    results.unlink(missing_ok=True)
    os.environ[SITE_IS_BUILT] = "1"
    # A browser test often waits: one more at once than there are processors. The tests come longest first
    # (tests/conftest.py), and are given out a few at a time: so only short ones are left at the end.
    side_by_side = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "load", "--maxschedchunk", "4"]
    command = [sys.executable, "-m", "pytest", "-q", *side_by_side, f"--junitxml={results}", *arguments]
    step = Step("pytest", command, live=bool(arguments))
    passed = _passes(step)
    if passed and not step.live:
        print("".join(_summary(step.output.read_text(encoding="utf-8"))), end="")
    if results.is_file():
        print("\n".join((*_slowest(results), _counts(results))), flush=True)
    return passed


def _passes(step: Step) -> bool:
    """Run one step and print its line; below it, if the step fails, what its command printed."""
    began = time.perf_counter()
    try:
        with step.output.open("w", encoding="utf-8") as output:
            stream = None if step.live else output
            code = subprocess.call(step.command, cwd=ROOT, stdout=stream, stderr=stream)
    except OSError as error:
        step.output.write_text(f"{error}\n", encoding="utf-8")
        code = 1
    taken = time.perf_counter() - began
    with _printing:
        print(f"{step.name:<12}{taken:6.1f} s  {'FAILED' if code else 'passed'}", flush=True)
        if code:
            print(step.output.read_text(encoding="utf-8"), end="", flush=True)
    return not code


def _summary(output: str) -> Iterator[str]:
    """Of pytest's output what follows the progress: retried tests, skipped tests with the reason, and the counts."""
    lines = output.splitlines(keepends=True)
    first = next((at for at, line in enumerate(lines) if line.startswith("=")), len(lines) - 1)
    yield from lines[first:]


def _slowest(results: Path) -> Iterator[str]:
    """The test files that took the most time, all their tests added up."""
    seconds: dict[str, float] = defaultdict(float)
    for case in ElementTree.parse(results).iter("testcase"):
        seconds[_file(case.get("classname", ""))] += float(case.get("time", 0))
    yield "Slowest test files, in seconds over all workers:"
    for name in sorted(seconds, key=lambda name: -seconds[name])[:SLOWEST_SHOWN]:
        yield f"  {seconds[name]:7.1f}  {name}"


def _counts(results: Path) -> str:
    """How many tests have passed, failed and been skipped, as continuous integration reads it."""
    counts: Counter[str] = Counter()
    for suite in ElementTree.parse(results).iter("testsuite"):
        counts.update({kind: int(suite.get(kind, 0)) for kind in ("tests", "failures", "errors", "skipped")})
    failed = counts["failures"] + counts["errors"]
    return f"{counts['tests'] - failed - counts['skipped']} passed, {failed} failed, {counts['skipped']} skipped"


def _file(classname: str) -> str:
    """`tests.web.test_links.TestClass` stands for a class in tests/web/test_links.py."""
    parts = classname.split(".")
    while parts and not parts[-1].startswith("test_"):
        parts.pop()
    return "/".join(parts) + ".py" if parts else classname
