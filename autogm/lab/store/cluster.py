"""The workers of a Dask cluster play parts of a job. Parts go to Dask itself, not through joblib:
that plays them here where a cluster has one thread in all, and waits for ever where no worker is
left.
"""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from autogm.lab.records import Batch
from autogm.lab.store.base import StoreError
from autogm.lab.store.jobs import Job, play_part

ANSWERS_WITHIN = 10
"""Seconds in which a scheduler has to answer, and a worker to be there."""
GIVEN_UP_AFTER = 30.0
"""Seconds without any worker after which a cluster is given up."""
LOOKS_EVERY = 1.0
"""Seconds between two looks at whether workers are there."""
DASK = "autogm[dask]"
CHATTY = ("distributed", "asyncio", "tornado.application")
"""Loggers that tell tracebacks of what is told in a sentence."""


@contextmanager
def cluster_client(address: str) -> Iterator[tuple[Any, int]]:
    """The client of a cluster by the address of its scheduler, and how many threads its workers
    have.

    Raises:
        StoreError: where Dask is not installed, or no scheduler or worker answers.
    """
    if (scheme := urlsplit(address).scheme) and "://" in address and scheme != "tcp":
        raise StoreError(
            f"--scheduler {address}: clusters are reached by tcp, not by {scheme}; its scheduler "
            "tells its address, such as tcp://192.168.0.5:8786"
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import distributed
    except ImportError:
        raise StoreError(
            f"--backend dask needs Dask: pip install '{DASK}'", bad_input=False
        ) from None
    with _silence():
        try:
            make: Any = distributed.Client
            client = make(address, timeout=ANSWERS_WITHIN, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise StoreError(
                f"no scheduler answers at {address} ({type(error).__name__}); `dask scheduler` "
                "starts one and tells its address, such as tcp://192.168.0.5:8786"
            ) from None
        try:
            try:
                client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
            except TimeoutError:
                raise StoreError(
                    f"the scheduler at {address} has no workers; `dask worker {address}` starts one"
                ) from None
            yield client, sum(client.nthreads().values())
        finally:
            with suppress(OSError, TimeoutError):
                client.close()


def play_parts(client: Any, job: Job, todo: Sequence[tuple[int, int]]) -> Generator[Batch]:
    """Parts that are played at the same time, in order.

    Raises:
        StoreError: where the cluster fails for good.
    """
    under_way = [client.submit(play_part, job, *part, pure=False) for part in todo]
    try:
        for one in under_way:
            yield _result(client, one)
    except StoreError:
        raise
    except Exception as error:  # whatever a worker raises, or the way to it
        raise _lost(f"{type(error).__name__}: {' '.join(str(error).split())[:200]}") from None
    finally:
        with suppress(Exception):  # it is gone, or they are
            client.cancel(under_way)


def _result(client: Any, part: Any) -> Batch:
    """What a part comes to, as long as somebody is there to play it."""
    seen = time.monotonic()
    while True:
        try:
            found: Batch = part.result(timeout=LOOKS_EVERY)
        except TimeoutError:
            if client.nthreads():
                seen = time.monotonic()
            elif time.monotonic() - seen > GIVEN_UP_AFTER:
                raise _lost(f"no worker for {GIVEN_UP_AFTER:.0f} seconds") from None
        else:
            return found


def _lost(why: str) -> StoreError:
    return StoreError(
        f"the cluster gave up ({why}); what was stored is there, and the same command goes on",
        bad_input=False,
    )


@contextmanager
def _silence() -> Iterator[None]:
    """Nothing but what fails for good is told of the cluster."""
    loggers = [logging.getLogger(name) for name in CHATTY]
    levels = [one.level for one in loggers]
    for one in loggers:
        one.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for one, level in zip(loggers, levels, strict=True):
            one.setLevel(level)
