"""What the tests of the table share: a table that is served, a browser, and, where nothing has to
be seen, a client that talks to the application itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from autogm.table.access import GM, Access
from autogm.table.app import application
from autogm.table.battles import Battles
from autogm.table.shelf import Shelf
from tests.page import browsing
from tests.page.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ADDRESS = "http://127.0.0.1:8423"


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A table in a process of its own."""
    with served(tmp_path_factory.mktemp("data")) as one:
        yield one


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser. Without one, tests are skipped, or fail where AUTOGM_BROWSER says `required`."""
    reason = browsing.missing()
    if reason is not None:
        if os.environ.get(browsing.VARIABLE) == browsing.REQUIRED:
            pytest.fail(f"{browsing.VARIABLE}={browsing.REQUIRED}, and {reason}")
        pytest.skip(f"{browsing.UNSEEN}: {reason}")
    with browsing.browser() as made:
        yield made


@pytest.fixture(scope="session")
def shelf() -> Iterator[Shelf]:
    """Scenarios to choose from."""
    made = Shelf()
    yield made
    made.close()


@pytest.fixture
def access() -> Access:
    """The links of a table that listens to this machine alone."""
    return Access(bytes(32), "127.0.0.1", 8423)


@pytest.fixture
def battles(tmp_path: Path) -> Iterator[Battles]:
    """The battles of a data folder of its own."""
    made = Battles.in_folder(tmp_path)
    yield made
    made.close()


@pytest.fixture
def stranger(access: Access, shelf: Shelf, battles: Battles) -> TestClient:
    """Somebody without a seat."""
    app = application(access, shelf, battles)
    return TestClient(app, base_url=ADDRESS, follow_redirects=False)


@pytest.fixture
def client(stranger: TestClient, access: Access) -> TestClient:
    """The GM's browser: with the cookie of the link, and saying where what it sends comes from."""
    assert stranger.get(f"/enter/{access.token(GM)}").status_code == 303
    stranger.headers["origin"] = ADDRESS
    return stranger
