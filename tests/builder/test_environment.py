"""The environment: made once, reused, and with clear errors when it cannot be made."""

import ast
import importlib.metadata
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from web.builder.dev import chromium, environment, setup_steps
from web.builder.dev.environment import SetupError


@pytest.fixture
def no_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any command that would install or fetch fails the test."""

    def refuse(command: list[str], *_: Any, **__: Any) -> str:
        raise AssertionError(f"ran {command}")

    monkeypatch.setattr(environment, "run", refuse)
    monkeypatch.setattr(chromium, "run", refuse)
    monkeypatch.setattr(chromium, "_playwright_downloads", refuse)


@pytest.mark.usefixtures("no_commands")
def test_a_second_setup_installs_and_fetches_nothing() -> None:
    environment.prepare(Path("build.py"), [], ["build", "test"])
    environment.prepare_tests()


@pytest.mark.usefixtures("no_commands")
def test_changed_pins_are_installed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "requirements", lambda group: ["jinja2==0"])

    with pytest.raises(AssertionError, match="jinja2==0"):
        environment.prepare(Path("build.py"), [], ["build"])


def test_an_old_python_can_read_the_command_that_turns_it_away() -> None:
    source = (environment.ROOT / "build.py").read_text()

    ast.parse(source, feature_version=(3, 7))


def test_a_failing_command_is_reported_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SetupError, match="It did not work"):
        setup_steps.run(["false"], "It did not work.")
    with pytest.raises(SetupError, match="It did not work"):
        setup_steps.run(["/no/such/program"], "It did not work.")


def test_without_any_browser_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, **_: None)

    with pytest.raises(SetupError, match="install Chromium"):
        chromium._system_chromium()


def test_no_tracked_pin_names_a_registry() -> None:
    for name in ("pyproject.toml", "constraints.txt", "web/package.json", "web/package-lock.json", "web/.npmrc"):
        text = (environment.ROOT / name).read_text()
        # npm copies into the lock file where a package takes donations.
        addresses = [line for line in text.splitlines() if "://" in line and '"url": ' not in line]

        assert addresses == [], name
        assert '"resolved"' not in text, name


def test_every_installed_package_is_pinned() -> None:
    groups = tomllib.loads((environment.ROOT / "pyproject.toml").read_text())["dependency-groups"]
    constraints = (environment.ROOT / "constraints.txt").read_text().splitlines()
    pins = {_plain(pin) for pin in [*constraints, *(pin for group in groups.values() for pin in group)]}

    installed = {_plain(f"{found.name}=={found.version}") for found in importlib.metadata.distributions()}

    assert {pin for pin in installed - pins if not pin.startswith(("pip=", "setuptools="))} == set()


def _plain(pin: str) -> str:
    return pin.lower().replace("_", "-")


@pytest.mark.parametrize("windowless", [None, Path("/usr/bin/chromium-headless-shell")])
def test_playwrights_download_is_tried_only_where_the_system_has_no_headless_shell(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, windowless: Path | None
) -> None:
    downloads: list[Path] = []
    monkeypatch.setattr(chromium, "BROWSER", tmp_path / "browser.json")
    monkeypatch.setattr(chromium, "_playwright_chromium", lambda: tmp_path / "not-there")
    monkeypatch.setattr(chromium, "_playwright_downloads", lambda own: downloads.append(own))
    monkeypatch.setattr(chromium, "system_headless_shell", lambda: windowless)
    monkeypatch.setattr(chromium, "_system_chromium", lambda: Path("/usr/bin/chromium"))

    found = chromium.browser()

    assert found == str(windowless or "/usr/bin/chromium")
    assert downloads == ([] if windowless else [tmp_path / "not-there"])


def test_the_kept_browser_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = chromium.browser()
    monkeypatch.setattr(subprocess, "run", None)

    assert chromium.browser() == found
