"""The pages in a real browser: chosen by clicks and by keyboard, a file dropped, nothing that an
accessibility checker calls serious, nothing that sticks out of a narrow screen, nothing loaded from
elsewhere (`tests/page/browsing.py` sees to that)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from autogm.model.library import folder
from autogm.table.access import PLAYERS, Access, kept_key
from tests.page.browsing import SETTLED, faults, person
from tests.page.clicking import OVER, begin, choose
from tests.page.hostile import TEXTS, scenario
from tests.page.screenshots import PAGES
from tests.page.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NOTHING_YET = "Nothing is being played yet"
CHECKED = ("gallery", "conflict", "hardness", "cards", "heroes", "rules", "gone")
"""One page of each kind, but for those of a battle."""
STICKS_OUT = """() => [...document.querySelectorAll('body *')]
    .filter((one) => !one.closest('picture, .wide, pre, .unseen, .skip'))
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 80))"""


def shown(page: Page) -> list[str]:
    """The titles of the scenarios that are shown."""
    return [one.strip() for one in page.locator(".card:visible h2").all_inner_texts()]


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("narrow", "dark")])
def test_no_page_has_a_serious_fault(
    chromium: Browser, table: Served, size: str, scheme: str
) -> None:
    with person(chromium, table.link, size=size, scheme=scheme, excused="of 404") as page:
        for name in CHECKED:
            page.goto(table.address + PAGES[name])
            if name == "hardness":
                assert faults(page) == [], "while it waits, the first time"
                page.wait_for_function(SETTLED, timeout=90_000)
            assert faults(page) == [], name
            assert page.evaluate(STICKS_OUT) == [], name
            assert page.evaluate("scrollTo(999, 0), scrollX") == 0, name


def test_a_page_that_waits_shows_what_there_is_in_place(chromium: Browser, table: Served) -> None:
    """Nothing is loaded anew, and whoever uses a keyboard stands where it is told."""
    with person(chromium, table.link) as page:
        page.goto(f"{table.address}/scenarios/foredeck-boarding/hardness")
        page.evaluate("window.same = true")
        assert page.locator("[role=status]").count() == 1
        page.wait_for_function(SETTLED, timeout=90_000)
        assert page.evaluate("window.same")
        assert page.evaluate("document.activeElement.localName") == "h1"
        assert "in brackets 95% intervals" in page.inner_text("main")


def test_no_page_of_a_battle_has_a_serious_fault(chromium: Browser, table: Served) -> None:
    """Where dice are asked for, set by hand, gone back, over, and looked back at."""

    def look(what: str) -> None:
        page.wait_for_function(SETTLED)
        assert faults(page) == [], what
        assert page.evaluate(STICKS_OUT) == [], what

    with person(chromium, table.link, size="narrow", scheme="dark") as page:
        address = begin(page, table, "duel", side__gm="brawler", dice__players="own")
        page.goto(f"{address}/by-hand")
        look("by hand")
        page.goto(address)
        choose(page)
        page.wait_for_selector("#dice")
        look("dice")
        page.goto(f"{address}/history")
        look("history")
        page.goto(address)
        page.get_by_text("This table: who sits").click()
        page.select_option("#dice-players", "program")
        page.get_by_role("button", name="Change dice").click()
        page.wait_for_url("**/battles/*")
        page.get_by_text("This table: who sits").click()
        page.select_option("#seat-players", "brawler")
        page.get_by_role("button", name="Seat them there: The players").click()
        page.wait_for_function(OVER, timeout=90_000)
        look("over")
        page.goto(f"{address}/review")
        look("review")
        page.goto("about:blank")  # whose files may have styles of their own
        page.set_content(page.request.get(f"{address}/story.html").text())
        look("story")


def test_players_who_wait_are_led_to_the_battle(chromium: Browser, tmp_path: Path) -> None:
    """In place: their page does not load itself anew until there is something to be led to."""
    with served(tmp_path) as table:
        links = Access(kept_key(tmp_path), "127.0.0.1", 0)
        link = f"{table.address}/enter/{links.token(PLAYERS)}"
        with person(chromium, link, size="narrow", scheme="dark", shown=True) as players:
            assert players.get_by_role("heading", level=1).inner_text() == NOTHING_YET
            assert faults(players) == []
            assert players.evaluate(STICKS_OUT) == []
            players.evaluate("window.same = true")
            players.wait_for_timeout(4000)
            assert players.evaluate("window.same"), "it has looked again meanwhile"
            with person(chromium, table.link) as gm:
                address = begin(gm, table, "duel", side__gm="brawler")
            players.wait_for_url(f"{address}*")
            choose(players)
            players.goto(table.address)
            assert players.get_by_role("heading", level=1).inner_text() == "Your seat is kept"
            assert faults(players) == []


@pytest.mark.parametrize(("scheme", "paper"), [("light", "245, 239, 227"), ("dark", "28, 25, 22")])
def test_pages_wear_the_palette(chromium: Browser, table: Served, scheme: str, paper: str) -> None:
    with person(chromium, table.link, scheme=scheme, shown=True) as page:
        worn = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert worn == f"rgb({paper})"


def test_the_checker_finds_faults(chromium: Browser, table: Served) -> None:
    """What finds nothing anywhere would pass above, too."""
    with person(chromium, table.link, shown=True) as page:
        page.evaluate("document.querySelector('h1').innerHTML = '<img src=/static/token.svg>'")
        assert any(one.startswith("image-alt: <img") for one in faults(page, serious=True))


def test_buttons_and_the_search_choose(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link, shown=True) as page:
        every = shown(page)
        page.get_by_role("group", name="Ruleset").get_by_role("button", name="MiniFate").click()
        assert shown(page) == ["Goblins out of the Aether"]
        assert page.get_by_role("status").inner_text() == f"1 of {len(every)} scenarios"
        page.get_by_role("group", name="Heroes").get_by_role("button", name="One").click()
        assert shown(page) == []
        page.get_by_role("button", name="Show all").click()
        assert shown(page) == every
        page.get_by_role("searchbox").fill("goblin ravine")
        assert shown(page) == []
        page.get_by_role("searchbox").fill("GOBLIN")
        found = shown(page)
        assert 0 < len(found) < len(every)
        page.locator(".card").get_by_role("link", name=found[0]).click()
        page.wait_for_url("**/scenarios/*")
        page.go_back()
        page.wait_for_url("**/?search=GOBLIN")
        assert shown(page) == found


def test_by_keyboard_alone_to_the_beginning_of_a_battle(chromium: Browser, table: Served) -> None:
    """What has the focus can always be seen to have it."""
    with person(chromium, table.link, size="narrow", shown=True) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        for _ in range(200):  # past the battles that are kept
            page.keyboard.press("Tab")
            marked = page.evaluate(
                """() => {
                    const one = document.activeElement;
                    const styles = [getComputedStyle(one), getComputedStyle(one, '::after')];
                    const label = one.labels?.[0];
                    if (label) styles.push(getComputedStyle(label));
                    return styles.some((style) => style.outlineStyle !== 'none');
                }"""
            )
            assert marked, page.evaluate("document.activeElement.outerHTML")
            if page.evaluate("document.activeElement.closest('.card') !== null"):
                break
        page.keyboard.press("Enter")
        page.wait_for_url("**/scenarios/*")
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.type") == "submit":
                break
        page.keyboard.press("Enter")
        page.wait_for_url("**/battles/*")
        assert page.get_by_role("heading", level=1).count() == 1


@pytest.mark.parametrize("name", ["script", "image", "quotes"])
def test_hostile_files_are_shown_as_text(
    chromium: Browser, table: Served, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(scenario(TEXTS[name]), "utf-8")
    with person(chromium, table.link, shown=True) as page:
        page.set_input_files("#file", file)
        page.wait_for_url("**/scenarios/own-*")
        assert page.get_by_role("heading", level=1).inner_text() == TEXTS[name]
        assert "owned" not in page.title().replace(TEXTS[name], "")
        page.goto(table.address)
        assert shown(page)[0] == TEXTS[name]
        assert "owned" not in page.title()


def test_faults_of_a_file_are_told_where_they_are(
    chromium: Browser, table: Served, tmp_path: Path
) -> None:
    text = (folder() / "duel.yaml").read_text("utf-8").replace("type: main", "typ: <b>main</b>")
    file, large = tmp_path / "<i>.yaml", tmp_path / "large.yaml"
    file.write_text(text, "utf-8")
    large.write_bytes(b"a" * 10_000_000)
    with person(chromium, table.link, excused="of 422", shown=True) as page:
        before = shown(page)
        page.set_input_files("#file", file)
        told = page.get_by_role("alert")
        told.wait_for()
        assert re.search(r"<i>\.yaml:\d+:\d+ .*Did you mean `type`\?", told.inner_text())
        assert page.evaluate("document.activeElement.id") == "faults"
        page.set_input_files("#file", large)
        told.get_by_text("longer than").wait_for()
        told.get_by_role("button", name="Close").click()
        assert not told.is_visible()
        page.reload()
        assert shown(page) == before


def test_a_file_can_be_dropped_anywhere(chromium: Browser, table: Served) -> None:
    text = (folder() / "duel.yaml").read_text("utf-8").replace("A Duel at Dawn", "A Duel at Noon")
    with person(chromium, table.link, shown=True) as page:
        page.evaluate(
            """(text) => {
                const data = new DataTransfer();
                data.items.add(new File([text], 'noon.yaml'));
                for (const kind of ['dragover', 'drop']) {
                    const event = new DragEvent(kind, {dataTransfer: data, bubbles: true});
                    document.querySelector('.cards').dispatchEvent(event);
                }
            }""",
            text,
        )
        page.wait_for_url("**/scenarios/own-*")
        assert page.get_by_role("heading", level=1).inner_text() == "A Duel at Noon"


def test_an_open_page_finds_back_to_a_table_that_was_killed(
    chromium: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as first:
        port = first.address.rpartition(":")[2]
        with person(chromium, first.link, excused="net::ERR_CONNECTION_RE", shown=True) as page:
            first.kill()
            with served(tmp_path, "--port", port) as second:
                assert second.link == first.link
                page.get_by_role("link", name="A Duel at Dawn").click()
                page.wait_for_url("**/scenarios/duel")
                assert page.get_by_role("heading", level=1).inner_text() == "A Duel at Dawn"
