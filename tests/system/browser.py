"""A browser without a screen, for the tests of pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

__all__ = ["browser"]


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """Chromium under its driver, both of the system. The test is skipped where they are missing."""
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    missing = [name for name, path in programs.items() if path is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} here: apt install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = str(programs["chromium"])
    # Without a sandbox of its own, since tests may run as root; without shared memory, which containers are short of.
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1200,1000"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(programs["chromedriver"])))
    try:
        yield driver
    finally:
        driver.quit()
