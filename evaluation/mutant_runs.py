"""Runs tests for `evaluation.mutants`, in a copy of the project and in a process of its own that
imports nothing of the project before it has been changed. Each run is a fork of that process, which
has imported what tests need of other packages once. Requests come as lines of JSON on its input,
and so do the answers on its output.

- `{"watch": FOLDER, "of": FOLDERS, "tests": FILES}` runs tests under coverage of some sources.
  FOLDER has afterwards the tests that passed with their seconds (`times.json`) and the tests that
  execute each line (`lines.sqlite`); the answer is what failed or took longer than `LONGEST`.
- `{"run": {TEST: SECONDS}, "patience": [SECONDS, TIMES]}` runs those tests in that order, and
  answers with the first that fails, or that takes longer than so many seconds and so many times its
  usual ones; or null.

Kernels run interpreted. Compiling one mutant takes longer than all of its tests.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

LONGEST = 15.0
"""Seconds of processor time that a test may take under coverage; slower ones are left out."""
OTHERS = ("numpy", "networkx", "pydantic", "yaml")
"""What tests need of other packages."""
APART = ("tests/engine/test_perft.py", "tests/examples/test_readme.py")
"""Files of tests that start processes of their own or simulate at length."""
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", *(f"--ignore={one}" for one in APART))
OURS = ("autogm", "tests")
"""Where modules keep what they have once worked out."""
IMPORT = "import"
"""Who noticed, where tests could not even be collected."""


class TooSlow(BaseException):
    """A test takes longer than it may. No test catches it, and Hypothesis does not try to find a
    smaller example of it."""


class Watch:
    """A plugin that measures which lines each test executes, and each file of tests while it is
    imported, and how long each test takes. What the project keeps in memory is forgotten before
    each test: a line counts for all that need it."""

    def __init__(self, folder: Path, sources: list[str]) -> None:
        """Measure into a folder which lines of the sources are executed."""
        from coverage import Coverage

        self.folder = folder
        self.times: dict[str, float] = {}
        self.left_out: list[str] = []
        self.caches: list[Any] = []
        self.properties: list[tuple[Any, str]] = []
        self.coverage = Coverage(str(folder / "lines.sqlite"), config_file=False, source=sources)
        self.coverage.set_option("run:relative_files", True)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        """Measure what a file does while it is imported."""
        self.coverage.switch_context(collector.nodeid)
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")

    def pytest_collection_finish(self) -> None:
        """Find what functions and objects keep in memory."""
        wrapper = type(functools.lru_cache(print))
        for one in gc.get_objects():
            if isinstance(one, wrapper) and str(one.__module__).startswith(OURS):
                self.caches.append(one)
            elif str(type(one).__module__).startswith(OURS) and hasattr(one, "__dict__"):
                kept = (
                    name
                    for kind in type(one).__mro__
                    for name, its in vars(kind).items()
                    if isinstance(its, functools.cached_property)
                )
                self.properties += [(one, name) for name in kept]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure one test, and end it if it takes too long."""
        for one in self.caches:
            one.cache_clear()
        for one, name in self.properties:
            vars(one).pop(name, None)
        self.failed = False
        self.coverage.switch_context(item.nodeid)
        signal.signal(signal.SIGPROF, give_up)
        signal.setitimer(signal.ITIMER_PROF, LONGEST, 1.0)
        begun = time.process_time()
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.coverage.switch_context("")
            if self.failed:
                self.left_out.append(item.nodeid)
            else:
                self.times[item.nodeid] = round(time.process_time() - begun, 4)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember that a test did not pass."""
        self.failed |= not report.passed

    def pytest_sessionfinish(self) -> None:
        """Write down what was measured."""
        self.coverage.stop()
        self.coverage.save()
        (self.folder / "times.json").write_text(json.dumps(self.times), encoding="utf-8")


def give_up(signal_number: int, frame: FrameType | None) -> None:
    """End a test that takes too long."""
    raise TooSlow


class Chosen:
    """A plugin that runs some tests only, in their order, and tells each that begins and what
    fails through a pipe."""

    def __init__(self, seconds: dict[str, float], pipe: int) -> None:
        """Run the tests that `seconds` names."""
        self.seconds = seconds
        self.pipe = pipe

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the others out."""
        there = {one.nodeid: one for one in items}
        items[:] = [there[one] for one in self.seconds if one in there]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        self.tell({"begins": nodeid})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has failed."""
        if report.failed:
            self.tell({"ends": report.nodeid})

    def tell(self, what: dict[str, Any]) -> None:
        """Write a line."""
        os.write(self.pipe, (json.dumps(what) + "\n").encode())


def run_pytest(arguments: list[str], plugin: object) -> int:
    """Run tests in this process without printing anything."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    return int(pytest.main([*OPTIONS, *arguments], plugins=[plugin]))


def watch(folder: Path, sources: list[str], tests: list[str]) -> list[str]:
    """Measure tests; returns those that did not pass in time."""
    pipe, child_pipe = os.pipe()
    child = os.fork()
    if not child:
        plugin = Watch(folder, sources)
        run_pytest(tests, plugin)
        with os.fdopen(child_pipe, "w") as told:
            told.write(json.dumps(plugin.left_out))
        os._exit(0)
    os.close(child_pipe)
    with os.fdopen(pipe) as told:
        found: list[str] = json.loads(told.read())
    os.waitpid(child, 0)
    return found


def run(seconds: dict[str, float], patience: tuple[float, float]) -> str | None:
    """Run tests up to the first that fails or does not end, and return it."""
    if not seconds:
        return None
    pipe, child_pipe = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        files = sorted({one.split("::")[0] for one in seconds})
        code = run_pytest(["-x", *files], Chosen(seconds, child_pipe))
        os.write(child_pipe, (json.dumps({"ends": IMPORT if code else None}) + "\n").encode())
        os._exit(0)
    os.close(child_pipe)
    try:
        with os.fdopen(pipe, "rb", buffering=0) as told:
            return followed(told, seconds, patience)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)


def followed(told: Any, seconds: dict[str, float], patience: tuple[float, float]) -> str | None:
    """What a run comes to, by what it tells."""
    current, text = IMPORT, b""
    least, times = patience
    while True:
        wait = max(least, times * seconds.get(current, 0.0))
        if not select.select([told], [], [], wait)[0]:
            return current
        more = told.read(65536)
        if not more:
            return current
        *lines, text = (text + more).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if "ends" in message:
                noticed: str | None = message["ends"]
                return noticed
            current = message["begins"]


def main() -> None:
    """Answer requests until there are no more."""
    for name in OTHERS:
        importlib.import_module(name)
    for line in sys.stdin:
        request = json.loads(line)
        answer: Any = (
            watch(Path(request["watch"]), request["of"], request["tests"])
            if "watch" in request
            else run(request["run"], request["patience"])
        )
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
