"""Screenshots of every page, in both schemes, wide and narrow, to be looked at by a person:

python -m tests.page.screenshots FOLDER

Among them is `table.png`, which the README shows (autogm/table/table.png).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from autogm.table.access import PLAYERS, Access, kept_key
from tests.page.battles import quick
from tests.page.browsing import SCHEMES, SETTLED, SIZES, browser, missing, person
from tests.page.clicking import begin, choose
from tests.page.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = {
    "gallery": "/",
    "gallery-found": "/?search=bats",
    "conflict": "/scenarios/lizardfolk-camp",
    "conflict-all": "/scenarios/lizardfolk-camp?for=all",
    "duel": "/scenarios/duel",
    "hardness": "/scenarios/duel/hardness",
    "cards": "/scenarios/the-vault",
    "heroes": "/heroes",
    "rules": "/rules",
    "gone": "/scenarios/nowhere",
}
"""Every kind of page by a name of its own."""


def take(folder: Path) -> Iterator[Path]:
    """Takes all of them, whole pages, and says where each is."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as table, browser() as made:
        yield from _of_who_waits(made, table, Path(data), folder)
        with person(made, table.link) as page:
            yield _of_readme(page, table, folder / "table.png")
        for size in SIZES:
            for scheme in SCHEMES:
                with person(made, table.link, size=size, scheme=scheme, excused="of 404") as page:
                    for name, path in PAGES.items():
                        page.goto(table.address + path)
                        page.wait_for_function(SETTLED)
                        # Pictures are drawn when they come into sight.
                        page.evaluate(
                            "document.querySelectorAll('img').forEach((e) => e.loading = 'eager')"
                        )
                        page.wait_for_load_state("networkidle")
                        target = folder / f"{name}-{size}-{scheme}.png"
                        page.screenshot(path=target, full_page=True)
                        yield target
                    yield from _battles(page, table, folder, f"{size}-{scheme}")


def _battles(page: Page, table: Served, folder: Path, ending: str) -> Iterator[Path]:
    """A battle and a scene of cards under way, with all that can be shown beside them."""
    for name in ("lizardfolk-camp", "the-vault"):
        begin(page, table, name, side__gm=quick(name))
        base = page.url.partition("?")[0]
        if name == "lizardfolk-camp":  # before a roll is under way
            yield _whole(page, f"{base}/by-hand", folder / f"by-hand-{ending}.png")
            page.goto(base)
        page.check("#show-coach")
        if name == "lizardfolk-camp":  # nobody attacks in a scene of cards
            page.check("#show-threats")
        for _ in range(6):
            choose(page)
        page.wait_for_timeout(1500)
        for part, whole in (("screen", False), ("page", True)):
            target = folder / f"battle-{name}-{part}-{ending}.png"
            page.screenshot(path=target, full_page=whole)
            yield target
        for part in ("history", "review") if name == "lizardfolk-camp" else ():
            yield _whole(page, f"{base}/{part}", folder / f"{part}-{ending}.png")
        if name == "lizardfolk-camp":
            story = page.request.get(f"{base}/story.html").text()
            page.goto("about:blank")
            page.set_content(story)
            yield _shot(page, folder / f"story-{ending}.png")
    begin(page, table, "duel", side__gm="brawler", dice__players="own")
    choose(page)
    page.wait_for_selector("#dice")
    yield _shot(page, folder / f"dice-{ending}.png")


def _of_who_waits(made: Browser, table: Served, data: Path, folder: Path) -> Iterator[Path]:
    """What players see before the GM has begun anything."""
    link = f"{table.address}/enter/{Access(kept_key(data), '127.0.0.1', 0).token(PLAYERS)}"
    for size in SIZES:
        for scheme in SCHEMES:
            with person(made, link, size=size, scheme=scheme, shown=True) as page:
                yield _shot(page, folder / f"waiting-{size}-{scheme}.png")


def _of_readme(page: Page, table: Served, target: Path) -> Path:
    """Takes the first turn of a battle with all that can be shown beside it."""
    begin(page, table, "lizardfolk-camp", side__gm="brawler")
    while "what to do" not in " ".join(page.inner_text("#question").split()):
        choose(page)
    page.select_option("#coach-level", "good")
    page.select_option("#pace", "700")
    for box in ("#show-coach", "#show-threats"):
        page.check(box)
    for told in ("#coach ul", "#threats li", ".odds:visible"):
        page.wait_for_selector(told)
    page.wait_for_timeout(1500)
    page.screenshot(path=target)
    return target


def _whole(page: Page, address: str, target: Path) -> Path:
    """Takes a page as soon as it shows what it is to show."""
    page.goto(address)
    page.wait_for_function(SETTLED)
    return _shot(page, target)


def _shot(page: Page, target: Path) -> Path:
    page.screenshot(path=target, full_page=True)
    return target


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    reason = missing()
    if reason is not None:
        sys.exit(reason)
    for shot in take(asked.folder):
        print(shot)
