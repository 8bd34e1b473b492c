"""What holds for all tests: a command that a test runs in its own process waits until all that it
needs is compiled. Going on interpreted, as it does for people, would hold for every later test.
What takes long is begun first. And in a brief run (`tests.soak`) a test of every scenario that
ships, or of every kind of what is hidden, takes a third of them: each test another third.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from autogm.model.library import shipped
from tests.page.browsing import UNSEEN
from tests.soak import is_brief, left_out
from tests.twins import PAIRS

EVERY = frozenset((*shipped(), *PAIRS))
"""What a brief run takes a third of in each test: scenarios, and kinds of what is hidden."""
EXAMPLES = 30
"""Examples of what is drawn at random in a brief run, where a test says nothing else."""

# No test by random examples is about how long they take, which is long beside other work.
settings.register_profile("whole", deadline=None, suppress_health_check=(HealthCheck.too_slow,))
settings.register_profile("brief", settings.get_profile("whole"), max_examples=EXAMPLES)
settings.load_profile("brief" if is_brief() else "whole")


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autogm.commands.building.seconds_to_build", lambda entries: 0.0)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of two processes none waits for the other in the end."""
    if is_brief():
        spared = _spared(items)
        config.hook.pytest_deselected(items=[one for one in items if one.nodeid in spared])
        items[:] = [one for one in items if one.nodeid not in spared]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def _spared(items: list[pytest.Item]) -> set[str]:
    """The cases that a brief run leaves out."""
    spared = {one.nodeid for one in items if one.get_closest_marker("thorough")}
    by_test: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        name = _what_of(item)
        if name is not None:
            by_test[item.nodeid.partition("[")[0]][name].append(item.nodeid)
    for test, cases in by_test.items():
        spared.update(case for name in left_out(test, cases) for case in cases[name])
    return spared


def _what_of(item: pytest.Item) -> str | None:
    """Which scenario that ships, or what that is hidden, a case is about, if it is about one."""
    given = getattr(item, "callspec", None)
    values = () if given is None else given.params.values()
    names = (one.stem if isinstance(one, Path) else one for one in values)
    return next((one for one in names if isinstance(one, str) and one in EVERY), None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tests that were skipped for want of a browser are told in words, not by letters alone."""
    told = [str(one.longrepr) for one in terminalreporter.stats.get("skipped", [])]
    untested = [one for one in told if UNSEEN in one]
    if untested:
        reason = untested[0].partition(UNSEEN)[2].strip(" :')")
        terminalreporter.section(f"{len(untested)} tests of the page {UNSEEN}: {reason}", red=True)
