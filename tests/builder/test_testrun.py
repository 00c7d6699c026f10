"""The test run executes every step; a failed step shows its output and fails the run."""

import sys
from pathlib import Path

import pytest

from web.builder.dev import test_run
from web.builder.dev.test_run import Step


@pytest.fixture(autouse=True)
def _output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_run, "OUTPUT", tmp_path)


def python(name: str, script: str) -> Step:
    return Step(name, [sys.executable, "-c", script])


def test_a_step_that_passes_takes_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert test_run._passes(python("check", "print('all is well')"))

    [line] = capfd.readouterr().out.splitlines()
    assert line.startswith("check ") and line.endswith(" s  passed")


@pytest.mark.parametrize("step", [python("check", "import sys; sys.exit('a fault')"), Step("check", ["./a fault"])])
def test_a_step_that_fails_shows_its_output(capfd: pytest.CaptureFixture[str], step: Step) -> None:
    assert not test_run._passes(step)

    line, *output = capfd.readouterr().out.splitlines()
    assert line.endswith("FAILED")
    assert "a fault" in "".join(output)


def test_after_a_failed_check_the_tests_run_and_the_run_fails(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []
    monkeypatch.setenv(test_run.EXTENT, "usual")
    monkeypatch.setattr(test_run, "_passes", lambda step: ran.append(step.name) or step.name != "ruff")
    monkeypatch.setattr(test_run, "_pytest_passes", lambda arguments: ran.append("pytest") or True)

    assert test_run.run("usual", []) == 1
    assert {"build", "mypy", "biome", "ruff", "pytest"} <= set(ran)
    assert "FAILED: ruff;" in capfd.readouterr().out


def test_without_a_site_pytest_does_not_run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(test_run.EXTENT, "usual")
    monkeypatch.setattr(test_run, "_passes", lambda step: step.name != "build")
    monkeypatch.setattr(test_run, "_pytest_passes", lambda arguments: pytest.fail("pytest ran"))

    assert test_run.run("usual", []) == 1
    assert "not run" in capfd.readouterr().out


def test_the_slowest_files_come_first_with_all_their_tests(tmp_path: Path) -> None:
    results = tmp_path / "pytest.xml"
    cases = [("tests.web.test_a", 1), ("tests.web.test_b", 5), ("tests.web.test_a.TestMany", 7)]
    listed = "".join(f'<testcase classname="{name}" time="{seconds}"/>' for name, seconds in cases)
    results.write_text(f"<testsuites><testsuite>{listed}</testsuite></testsuites>")

    assert list(test_run._slowest(results))[1:] == ["      8.0  tests/web/test_a.py", "      5.0  tests/web/test_b.py"]


def test_errors_count_as_failed_tests(tmp_path: Path) -> None:
    results = tmp_path / "pytest.xml"
    results.write_text('<testsuites><testsuite tests="9" failures="2" errors="1" skipped="3"/></testsuites>')

    assert test_run._counts(results) == "3 passed, 3 failed, 3 skipped"


def test_what_pytest_prints_after_its_progress_is_the_summary() -> None:
    retried = "...R..  [100%]\n==== tried twice ====\ntests/a.py: late\n6 passed, 1 rerun in 3 s\n"

    assert "".join(test_run._summary(retried)) == "==== tried twice ====\ntests/a.py: late\n6 passed, 1 rerun in 3 s\n"
    assert "".join(test_run._summary("....  [100%]\n4 passed in 1 s\n")) == "4 passed in 1 s\n"
