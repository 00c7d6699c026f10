"""The other browsers for the tests: Firefox, and WebKit, which is closest to Safari outside of a Mac.

Both come from the system, because Playwright's own are patched and differ from those on phones. The tests use them
where they are installed. The long test run, and any run with `TABLESIDE_ALL_ENGINES=1`, installs them; a missing one
is then an error.
"""

import os
import shutil
from typing import NamedTuple

from . import chromium, environment
from .environment import SetupError

WANTED = "TABLESIDE_ALL_ENGINES"
FIREFOX_PACKAGES = ("firefox-esr",)
WEBKIT_PACKAGES = ("webkit2gtk-driver", "xvfb")


class Webkit(NamedTuple):
    """WebKitGTK's driver, and a virtual screen, because WebKitGTK has no headless mode."""

    driver: str
    screen: str


def firefox() -> str | None:
    """The system's Firefox."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def webkit() -> Webkit | None:
    """The system's WebKitGTK, if its driver and a virtual screen are installed."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    return Webkit(driver, screen) if driver and screen else None


def wanted() -> bool:
    """Whether a missing browser is an error."""
    return os.environ.get(WANTED) == "1"


def prepare(*, long_run: bool = False) -> None:
    """Install missing browsers if all are wanted, as in the long test run.

    A machine that cannot install packages tests the browsers that it has, and prints a warning.
    """
    if long_run:
        os.environ[WANTED] = "1"
    missing = _missing_packages()
    if not wanted() or not missing:
        return None
    if not chromium.may_install():
        return _go_without(missing)
    fresh = chromium.apt_update()
    try:
        chromium.apt_install(missing, f"apt-get could not install {' '.join(missing)}, which {WANTED}=1 asks for.")
    except SetupError:
        if fresh:
            raise
        return _go_without(missing)
    if left := _missing_packages():
        raise SetupError(f"{' '.join(left)} brought no browser that could be found.")
    return None


def _missing_packages() -> list[str]:
    return [*(() if firefox() else FIREFOX_PACKAGES), *(() if webkit() else WEBKIT_PACKAGES)]


def _go_without(missing: list[str]) -> None:
    """Print a warning and let the tests skip these browsers."""
    environment.say(f"WARNING: {' '.join(missing)} cannot be installed from here; these engines are NOT tested")
    os.environ[WANTED] = "0"
