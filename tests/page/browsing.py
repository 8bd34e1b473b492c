"""A Chromium that is driven by tests. Where there is none, tests that need it are skipped, loudly;
with AUTOGM_BROWSER=required that is a failure. It says by itself whom it would have called: any
request that leaves this machine fails the test.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "microsoft-edge")
VARIABLE, REQUIRED = "AUTOGM_BROWSER", "required"
UNSEEN = "NOT TESTED IN A BROWSER"
"""What a test that is skipped for want of one says first."""
FLAGS = (
    "--no-sandbox",  # as root, in containers; it is shown our own pages alone
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
SIZES = {"wide": WIDE, "narrow": NARROW}
SCHEMES = ("light", "dark")
PATIENCE = 45_000
"""Milliseconds until something that was waited for counts as missing."""
SETTLED = "() => !document.querySelector('meta[name=again]')"
"""A page waits for nothing any more."""


def chromium() -> str | None:
    """The path of a Chromium: the one that AUTOGM_BROWSER names, or one that is found."""
    said = os.environ.get(VARIABLE, "")
    if said not in ("", REQUIRED):
        return said
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> str | None:
    """Why pages cannot be driven; None if they can."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "Playwright is not installed: pip install 'autogm[test]'"
    if chromium() is None:
        return "no Chromium was found on PATH: apt-get install chromium"
    return None


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser, as long as it is needed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield made
        finally:
            made.close()


@contextmanager
def person(
    made: Browser,
    link: str,
    *,
    size: str = "wide",
    scheme: str = "light",
    excused: str = "",
    shown: bool = False,
) -> Iterator[Page]:
    """A page of somebody who came by a link, with nothing kept from before, and nothing on it yet,
    or all that the link leads to `shown`. Errors on the page, but for those that match what
    is `excused`, and requests that leave this machine, fail."""
    context = made.new_context(viewport=SIZES[size], color_scheme=scheme)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    _watch(context, wrong)
    try:
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda one: wrong.append(one.text) if one.type == "error" else None)
        if shown:
            page.goto(link)
        else:
            context.request.get(link, max_redirects=0)  # the key of the link is in a cookie then
        yield page
    finally:
        context.close()
    told = [one for one in wrong if not excused or not re.search(excused, one)]
    if told:
        raise AssertionError("; ".join(told))


def faults(page: Page, *, serious: bool = False, colours: bool = False) -> list[str]:
    """What the accessibility checker calls a fault, or a serious one, on a page as it stands: the
    rule and where it is first broken; of `colours` only what is too pale. Only faults leave the
    page: all that is right with a long one takes seconds to hand over."""
    page.evaluate(_checker())  # by the debugger, which no policy of the page's hinders
    asked: dict[str, Any] = {"resultTypes": ["violations"]}
    if colours:
        asked["runOnly"] = ["color-contrast"]
    found = page.evaluate("(asked) => axe.run(asked).then((all) => all.violations)", asked)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found
        if not serious or one["impact"] in ("serious", "critical")
    ]


@cache
def _checker() -> str:
    """axe-core, as a script."""
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def _watch(context: BrowserContext, wrong: list[str]) -> None:
    """Notes requests to anywhere else."""
    here = ("http://127.0.0.1:", "blob:", "data:")
    context.on(
        "request",
        lambda request: None if request.url.startswith(here) else wrong.append(request.url),
    )
