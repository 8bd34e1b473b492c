"""Whole battles in a real browser: by clicks, in two tabs, and across a server that is killed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.page.battles import SIX, quick
from tests.page.browsing import SETTLED, faults, person
from tests.page.clicking import ASKED, OVER, begin, choose, place
from tests.page.serving import Served, served
from tests.soak import is_brief, times

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route


@pytest.mark.parametrize("name", SIX)
def test_a_battle_is_clicked_to_its_end(chromium: Browser, table: Served, name: str) -> None:
    """At random; in a brief run only some clicks, and an agent ends what the person is tired of."""
    clicks, rng = times(2_000, briefly=5), Random(3)
    with person(chromium, table.link, excused="of 422") as page:
        begin(page, table, name, side__gm=quick(name))
        page.uncheck("#show-odds")
        for _ in range(clicks):
            page.wait_for_function(ASKED)
            if not choose(page, rng.randrange(page.locator(".choice:visible").count() or 1)):
                break
        if not page.evaluate(OVER):
            assert is_brief()
            page.get_by_text("This table: who sits").click()
            page.select_option("#seat-players", quick(name))
            page.get_by_role("button", name="Seat them there: The players").click()
            page.wait_for_function(OVER, timeout=90_000)
        assert page.locator("#log li").count() > 3
        assert page.locator("#map svg").count() == 1


def test_taken_back_done_again_and_reloaded(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link) as page:
        address = begin(page, table, "duel", side__gm="brawler")
        first = place(page)
        assert page.get_by_role("button", name="Take back").is_disabled()
        choose(page)
        after = place(page)
        told = page.locator("#log li").all_inner_texts()
        page.reload()
        assert place(page) == after
        assert page.locator("#log li").all_inner_texts() == told
        page.keyboard.press("u")
        page.wait_for_function(f"() => document.querySelector('#now').dataset.here === '{first}'")
        assert page.locator("#log li").last.inner_text() == "(Taken back to here.)"
        page.get_by_role("button", name="Do again").click()
        page.wait_for_function(f"() => document.querySelector('#now').dataset.here === '{after}'")
        assert page.locator("#log li").all_inner_texts() == told
        page.goto(table.address)
        page.go_back()
        assert page.url == address
        assert place(page) == after


def test_another_way_is_a_branch(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        choose(page, 0)
        page.get_by_role("button", name="Take back").click()
        page.wait_for_function("() => document.querySelector('[action*=redo] button:enabled')")
        choose(page, 1)
        page.get_by_text("This table: who sits").click()
        page.get_by_role("link", name="History").click()
        page.get_by_role("heading", name="Another way").wait_for()
        page.get_by_role("button", name="Go on from its end").first.click()
        page.wait_for_url("**/battles/*")
        page.wait_for_function(ASKED)
        assert "attacks" in page.inner_text("#log")


def test_two_tabs_show_one_battle_and_play_nothing_twice(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link, excused="409") as page:
        address = begin(page, table, "duel", side__gm="brawler")
        other = page.context.new_page()
        other.goto(address)
        here = place(page)
        assert place(other) == here
        choose(page)
        other.bring_to_front()
        other.wait_for_function(
            f"() => document.querySelector('#now').dataset.here === '{place(page)}'"
        )
        data = {"at": here, "choice": "0"}
        answer = other.evaluate(
            f"fetch('{address}/choices', {{method: 'POST', headers: {{accept: 'application/json'}},"
            f" body: new URLSearchParams({json.dumps(data)})}}).then((one) => one.status)"
        )
        assert answer == 409
        assert place(page) == place(other)
        page.bring_to_front()
        page.get_by_role("button", name="Take back").click()
        other.bring_to_front()
        other.get_by_text("(Taken back to here.)").wait_for()


def test_choices_are_pointed_at_on_the_map(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        every = page.locator(".choice:visible").count()
        page.locator("#fighter-bruno").click()
        page.wait_for_selector("#pointed:visible")
        assert 0 < page.locator(".choice:visible").count() < every
        page.keyboard.press("Escape")
        assert page.locator(".choice:visible").count() == every
        page.locator("#fighter-ilse").click()
        page.get_by_text("is on the same side").wait_for()


def test_of_what_no_rule_speaks_it_is_said_that_there_is_nothing(
    chromium: Browser, table: Served
) -> None:
    """As where the battle has gone on meanwhile, so that the answer tells nothing."""
    from playwright.sync_api import expect

    def gone_on(route: Route) -> None:
        route.fulfill(json={"gone_on": True})

    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        page.route("**/why-not?*", gone_on)
        page.locator("#people [data-fighter='ilse'] h3").click()
        expect(page.locator("#pointed span")).to_have_text("There is nothing to choose about Ilse.")


def test_a_late_answer_is_told_of_nothing_else(chromium: Browser, table: Served) -> None:
    """Who points at somebody is told of them, by their name alone, whatever comes later."""
    from playwright.sync_api import expect

    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        page.route("**/why-not?*", hold)
        words = page.locator("#pointed span")
        page.locator("#people [data-fighter='ilse'] h3").click()
        expect(words).to_contain_text("About Ilse: why there is nothing to choose")
        page.locator("#fighter-bruno").click()
        expect(words).to_have_text("About Bruno:")
        with page.expect_response("**/why-not?*"):
            held[0].continue_()
        page.wait_for_timeout(300)
        expect(words).to_have_text("About Bruno:")
        assert page.locator("[role=status]:has(#pointed)").count() == 1


def test_whoever_reads_is_left_alone_where_nothing_is_new(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        choose(page)
        page.locator(".choice .odds:visible").first.wait_for()
        fresh, asked = page.locator("#log .fresh").count(), list[str]()
        assert fresh
        page.evaluate("document.querySelector('#scroll').style.maxHeight = '2em'")
        page.evaluate("document.querySelector('#scroll').scrollTop = 0")
        page.on("request", lambda one: asked.append(one.url))
        with page.expect_response("**/now?*"):
            page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        page.wait_for_timeout(300)
        assert page.locator("#log .fresh").count() == fresh
        assert page.evaluate("document.querySelector('#scroll').scrollTop") == 0
        assert not [one for one in asked if "/odds" in one]


def test_what_is_refused_is_told_until_something_is_done(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link, excused="403|503") as page:
        page.route("**/events", lambda route: route.fulfill(status=503))
        begin(page, table, "duel", side__gm="brawler")
        page.unroute("**/events")
        page.route("**/choices?*", lambda route: route.fulfill(status=403, body="<p>no"))
        page.locator(".choice").first.click()
        page.get_by_text("The table has refused that (403).").wait_for()
        page.unroute("**/choices?*")
        choose(page)
        assert page.locator(".told").count() == 0
        address = page.url.partition("?")[0]
        done = page.request.post(  # elsewhere: the page hears of it once it has asked again
            f"{address}/title", form={"title": "x"},
            headers={"origin": table.address, "accept": "application/json"},
        )  # fmt: skip
        page.wait_for_function(
            "(change) => document.querySelector('[data-change]').dataset.change === change",
            arg=done.json()["change"],
        )


def test_cards_and_intentions_are_pointed_at(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link) as page:
        begin(page, table, "party-crashers", side__gm="frugal")
        page.locator("#people tr[data-about='intention bluff']").first.click()
        assert page.locator(".choice:visible").count() == 1
        assert "bluff" in page.inner_text(".choice:visible").casefold()
        page.locator("#pointed button").click()
        page.locator("#people .aspect", has_text="Swanky").click()
        page.wait_for_function(
            "() => document.querySelector('#pointed').textContent.includes('(G3)')"
        )
        assert "Invoking it: No roll is being made" in page.inner_text("#pointed")


def test_the_others_turn_is_told_step_by_step_with_reasons(
    chromium: Browser, table: Served
) -> None:
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="tactician")
        page.select_option("#pace", "1600")
        page.locator(".choice").first.click()
        for _ in range(8):
            if page.locator("#skip").count():
                break
            page.wait_for_timeout(100)
            if page.locator(".choice:enabled").count():
                page.locator(".choice:enabled").first.click()
        page.select_option("#pace", "0")
        if page.locator("#skip").count():
            page.locator("#skip").click()
        for _ in range(6):
            if page.locator("[data-why]").count():
                break
            choose(page)
        page.locator("[data-why]").last.click()
        page.wait_for_selector("#log .reason")
        assert len(page.inner_text("#log .reason")) > 10


def test_who_moves_and_points_that_are_paid_are_seen_moving(
    chromium: Browser, table: Served
) -> None:
    with person(chromium, table.link) as page:
        page.add_init_script(
            "window.seen = []; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (frames, time) {"
            " window.seen.push([this.getAttribute('class'), frames[0].transform]);"
            " return animate.call(this, frames, time); };"
        )
        begin(page, table, "farmhouse-raiders", side__gm="brawler")
        page.uncheck("#show-odds")
        went = page.locator(".choice", has_text="Move to")
        for _ in range(8):
            if went.count():
                break
            choose(page)
        assert not any("moving" in str(one) for one, _ in page.evaluate("window.seen"))
        who = page.evaluate("document.querySelector('circle.turn').closest('g.fighter').id")
        was = page.evaluate(f"document.getElementById('{who}').closest('g.zone').id")
        went.first.click()
        page.wait_for_function(
            f"() => document.getElementById('{who}').closest('g.zone').id !== '{was}'"
        )
        page.wait_for_function("() => window.seen.some((one) => /moving/.test(one[0]))")
        page.wait_for_function("() => !document.querySelector('g.moving')")
        assert page.evaluate(f"document.getElementById('{who}').style.visibility") == ""
        page.evaluate("document.querySelector('[data-purse]').dataset.points = '9'")
        choose(page)
        page.wait_for_function("() => window.seen.some((one) => /flying/.test(one[0]))")
        page.wait_for_function("() => !document.querySelector('.flying')")


def test_choices_are_typed_by_number_and_shown_by_kind(chromium: Browser, table: Served) -> None:
    words = "document.activeElement.querySelector('.key')?.textContent"
    with person(chromium, table.link) as page:
        begin(page, table, "foredeck-boarding", side__gm="brawler")
        assert not page.locator("#map .further").is_visible()
        page.locator("#show-odds").click()
        page.keyboard.press("1")
        page.keyboard.press("2")
        assert page.evaluate(words) == "12"
        page.wait_for_timeout(1000)
        page.keyboard.press("3")
        assert page.evaluate(words) == "3"
        shown = page.locator("#choices .choice:visible")
        number = shown.count()
        page.locator("[data-kind]", has_text="Create an advantage").click()
        assert 0 < shown.count() < number
        assert page.evaluate(words) == "1"
        assert page.locator("#choices .group:visible legend").all_inner_texts() == [
            "Create an advantage"
        ]
        page.keyboard.press("Escape")
        assert shown.count() == number


def test_ways_to_do_the_same_stand_together_with_their_odds(
    chromium: Browser, table: Served
) -> None:
    """Who roars, and with what: one line for each, in place of one for each pair."""
    with person(chromium, table.link) as page:
        begin(page, table, "lizardfolk-camp", side__gm="brawler")
        assert "roars" in page.locator("#question").inner_text()
        lines = page.locator("#choices .deed")
        assert lines.count() == 4
        assert page.locator("#choices .choice").count() == 25
        said = lines.first.locator("p").first.inner_text()
        page.wait_for_function(
            "() => document.querySelectorAll('.deed .choice .odds:not([hidden])').length === 24"
        )
        way = lines.first.get_by_role("button", name=said).nth(2)
        way.click()
        page.wait_for_function(ASKED)
        assert said.replace("Have ", "").split()[0] in page.locator("#log").inner_text()


@pytest.mark.parametrize("name", ["party-crashers"])
def test_the_accessibility_checker_finds_no_serious_fault(
    chromium: Browser, table: Served, name: str
) -> None:
    """By day; by night nothing differs but colours."""
    with person(chromium, table.link) as page:
        address = begin(page, table, name, side__gm=quick(name))
        page.check("#show-coach")
        for threats in page.locator("#show-threats").all():  # none in a scene of cards
            threats.check()
        choose(page)
        page.get_by_text("This table: who sits").click()
        for where in ("", "/history", "/review"):
            if where:
                page.goto(address + where)
            page.wait_for_function(SETTLED, timeout=90_000)
            assert faults(page, serious=True) == []
            page.emulate_media(color_scheme="dark", reduced_motion="reduce")
            assert faults(page, serious=True, colours=True) == []
            page.emulate_media(color_scheme="light", reduced_motion="no-preference")


def test_a_killed_server_loses_nothing_that_was_acknowledged(
    chromium: Browser, tmp_path: Path
) -> None:
    """It is killed while the next choice is on its way, written or thought about."""
    address, port, seen, rng = "", "0", "", Random(7)
    for turn in range(times(5, 1000)):
        with served(tmp_path, "--port", port) as table:
            port = table.address.rpartition(":")[2]
            gone = "ERR_|Failed to fetch"
            with person(chromium, table.link, excused=gone) as page:
                if address:
                    page.goto(address)
                    page.wait_for_function(ASKED)
                    assert int(place(page)) >= int(seen)
                else:
                    address = begin(page, table, "undercrypt", side__gm="brawler")
                for _ in range(turn % 2 + 1):
                    if not choose(page):
                        address = begin(page, table, "undercrypt", side__gm="brawler")
                seen = place(page)
                for way in page.locator(".choice:visible").all()[:1]:
                    way.click(no_wait_after=True)
                    time.sleep(0.3 * rng.random() ** 2)
                table.kill()
