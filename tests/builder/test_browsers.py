"""The other browsers: tested where installed, installed where all are wanted, and reported when missing."""

import shutil
from collections.abc import Sequence

import pytest

from web.builder.dev import browsers, chromium
from web.builder.dev.environment import SetupError

from ..other_browsers.conftest import needs


class Machine:
    """A machine whose packages are only told of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, programs: set[str], ours: bool, network: bool) -> None:
        self.programs = programs
        self.offered = {"firefox-esr": {"firefox-esr"}, "webkit2gtk-driver": {"WebKitWebDriver"}, "xvfb": {"Xvfb"}}
        self.installed: list[str] = []
        self._network = network
        monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name in self.programs else None)
        monkeypatch.setattr(chromium, "may_install", lambda: ours)
        monkeypatch.setattr(chromium, "apt_update", lambda: network)
        monkeypatch.setattr(chromium, "apt_install", self._install)

    def _install(self, packages: Sequence[str], failed: str) -> None:
        if not self._network or not set(packages) <= set(self.offered):
            raise SetupError(failed)
        self.installed += packages
        self.programs |= {program for package in packages for program in self.offered[package]}


@pytest.fixture
def all_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(browsers.WANTED, "1")


def test_nothing_is_installed_unless_all_browsers_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(browsers.WANTED, raising=False)
    machine = Machine(monkeypatch, programs=set(), ours=True, network=True)
    browsers.prepare()

    assert machine.installed == []


@pytest.mark.usefixtures("all_wanted")
def test_only_what_is_missing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, programs={"firefox"}, ours=True, network=True)
    browsers.prepare()
    browsers.prepare()

    assert machine.installed == ["webkit2gtk-driver", "xvfb"]


@pytest.mark.usefixtures("all_wanted")
@pytest.mark.parametrize(("ours", "network"), [(False, True), (True, False)])
def test_without_packages_the_browsers_are_skipped_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ours: bool, network: bool
) -> None:
    Machine(monkeypatch, programs={"firefox-esr"}, ours=ours, network=network)
    browsers.prepare()

    assert "WARNING: webkit2gtk-driver xvfb cannot be installed" in capsys.readouterr().out
    assert not browsers.wanted()


@pytest.mark.usefixtures("all_wanted")
def test_a_browser_that_is_missing_after_the_installation_fails_the_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, programs=set(), ours=True, network=True)
    del machine.offered["firefox-esr"]
    with pytest.raises(SetupError, match="could not install firefox-esr"):
        browsers.prepare()

    machine.offered["firefox-esr"] = {"something else"}
    with pytest.raises(SetupError, match="firefox-esr brought no browser"):
        browsers.prepare()


def test_a_missing_browser_skips_its_tests_unless_all_browsers_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(browsers.WANTED, raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt-get install firefox-esr"):
        needs("Firefox", None, browsers.FIREFOX_PACKAGES)

    monkeypatch.setenv(browsers.WANTED, "1")
    with pytest.raises(pytest.fail.Exception, match="apt-get install firefox-esr"):
        needs("Firefox", None, browsers.FIREFOX_PACKAGES)
