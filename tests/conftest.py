"""What holds for all tests: a command that a test runs in its own process waits until all that it
needs is compiled. Going on interpreted, as it does for people, would hold for every later test. And
what takes long is begun first.
"""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autogm.commands.building.seconds_to_build", lambda entries: 0.0)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of two processes none waits for the other in the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
