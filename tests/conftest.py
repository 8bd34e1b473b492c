"""What holds for all tests: a command that a test runs in its own process waits until all that it
needs is compiled. Going on interpreted, as it does for people, would hold for every later test. And
what takes long is begun first.
"""

from __future__ import annotations

import pytest

from tests.page.browsing import UNSEEN


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autogm.commands.building.seconds_to_build", lambda entries: 0.0)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of two processes none waits for the other in the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tests that were skipped for want of a browser are told in words, not by letters alone."""
    told = [str(one.longrepr) for one in terminalreporter.stats.get("skipped", [])]
    untested = [one for one in told if UNSEEN in one]
    if untested:
        reason = untested[0].partition(UNSEEN)[2].strip(" :')")
        terminalreporter.section(f"{len(untested)} tests of the page {UNSEEN}: {reason}", red=True)
