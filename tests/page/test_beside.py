"""What is worked out beside a battle: once for what was asked, anew where it failed, and never more
than can be waited for."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest

from autogm.session.errors import StaleError
from autogm.table.beside import AT_ONCE_KEPT, MOST_WAITING, WORKS_KEPT, Beside


@pytest.fixture
def worker() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as made:
        yield made


def test_an_answer_is_worked_out_once_and_kept_a_while() -> None:
    beside, asked = Beside(lambda: None), list[int]()

    def work(number: int) -> int:
        asked.append(number)
        return number

    for _ in range(2):
        for number in range(AT_ONCE_KEPT):
            assert beside.at_once(("odds", number), partial(work, number)) == number
    assert asked == [*range(AT_ONCE_KEPT)]
    beside.at_once(("odds", -1), lambda: work(-1))
    beside.at_once(("odds", 0), lambda: work(0))
    assert asked[-2:] == [-1, 0]


def test_one_kind_waits_for_no_other(worker: ThreadPoolExecutor) -> None:
    beside, held = Beside(lambda: None), Event()
    slow = worker.submit(lambda: beside.at_once(("coach", 1), held.wait))
    try:
        assert beside.at_once(("odds", 1), lambda: "told") == "told"
    finally:
        held.set()
    assert slow.result()


def test_what_fails_is_raised_and_begun_anew(worker: ThreadPoolExecutor) -> None:
    beside, tries = Beside(lambda: None), list[int]()

    def work() -> str:
        tries.append(1)
        if len(tries) == 1:
            raise RuntimeError("not this time")
        return "done"

    with pytest.raises(RuntimeError, match="not this time"):
        beside.later(("review", 1), work, worker, wait=True)
    assert beside.later(("review", 1), work, worker, wait=True) == "done"


def test_nothing_that_somebody_waits_for_is_given_up(worker: ThreadPoolExecutor) -> None:
    rung = list[int]()
    beside, held = Beside(lambda: rung.append(1)), Event()

    def work(number: int) -> int:
        held.wait()
        return number

    def ask(number: int, *, wait: bool = False) -> int | None:
        return beside.later(("review", number), lambda: work(number), worker, wait=wait)

    try:
        assert [ask(number) for number in range(MOST_WAITING)] == [None] * MOST_WAITING
        with pytest.raises(StaleError, match="in a while"):
            ask(MOST_WAITING)
        assert beside.later(("proposal", 1), lambda: 1, worker) is None
    finally:
        held.set()
    assert [ask(number, wait=True) for number in range(MOST_WAITING)] == [*range(MOST_WAITING)]
    assert ask(MOST_WAITING, wait=True) == MOST_WAITING
    worker.shutdown()
    assert len(rung) == MOST_WAITING + 2
    kept = [one for one in beside._works if one[0] == "review"]
    assert len(kept) == WORKS_KEPT
