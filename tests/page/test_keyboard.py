"""By keyboard alone: letters while a list has the focus, dice, and pointing at what is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.page.battles import quick
from tests.page.browsing import person
from tests.page.clicking import ASKED, begin, choose, place
from tests.page.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOVED = "(here) => document.querySelector('#now').dataset.here !== here"
FOCUS = "document.activeElement.textContent"


def test_letters_do_what_they_do_while_a_list_has_the_focus(
    chromium: Browser, table: Served
) -> None:
    """But for those that choose from the list: `superb` is no taking back."""
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        choose(page)
        here = place(page)
        page.focus("#coach-level")
        page.keyboard.type("su")
        page.wait_for_timeout(300)
        assert place(page) == here
        assert page.input_value("#coach-level") == "superb"
        page.focus("#pace")
        page.wait_for_timeout(1000)
        page.keyboard.press("u")
        page.wait_for_function(MOVED, arg=here)
        page.wait_for_function(ASKED)
        page.keyboard.press("r")
        page.wait_for_function(
            "(here) => document.querySelector('#now').dataset.here === here", arg=here
        )


def test_arrows_lead_from_the_question_to_the_choices(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        choose(page)
        page.wait_for_function("() => document.activeElement.id === 'question'")
        at = "() => [...document.querySelectorAll('.choice')].indexOf(document.activeElement)"
        page.keyboard.press("ArrowDown")
        assert page.evaluate(at) == 0
        page.keyboard.press("ArrowDown")
        assert page.evaluate(at) == 1


def test_what_is_asked_still_is_not_put_in_anew(chromium: Browser, table: Served) -> None:
    """Whoever is about to press a choice still can when the page looks again how things stand."""
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        page.locator(".choice").nth(1).focus()
        page.evaluate("document.activeElement.dataset.mark = 'mine'")
        with page.expect_response("**/now?*"):
            page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        page.wait_for_timeout(500)
        assert page.evaluate("document.activeElement.dataset.mark") == "mine"


@pytest.mark.parametrize("name", ["party-crashers", "duel"])
def test_what_is_told_in_words_is_pointed_at(chromium: Browser, table: Served, name: str) -> None:
    """One stop of the tabulator, arrows from there, Enter."""
    with person(chromium, table.link) as page:
        begin(page, table, name, side__gm=quick(name))
        page.locator(".choice .odds:visible").first.wait_for()  # all that comes in late is there
        stop = page.locator("#people [role=button][tabindex='0']")
        assert stop.count() == 1
        stop.focus()
        met, told = set(), set()
        for _ in range(40):
            words = page.evaluate(FOCUS)
            if words in met:
                break
            met.add(words)
            page.keyboard.press("Enter")
            page.wait_for_function("() => !document.querySelector('#pointed').hidden")
            told.add(page.locator("#pointed span").inner_text())
            page.keyboard.press("Escape")
            page.locator("#people [role=button][tabindex='0']").focus()
            assert page.evaluate(FOCUS) == words
            page.keyboard.press("ArrowDown")
        assert len(met) > 1
        assert any(one.startswith("About ") for one in told)
        aspects = set(page.locator("#people .aspect:visible").all_inner_texts())
        assert aspects <= met


@pytest.mark.parametrize(
    ("name", "keys", "told"),
    [
        ("duel", ["+", "0", "-", "+"], "[+ 0 - +] = +1"),
        ("autarch-diplomacy", ["5", "2"], "[5 - 2] = +3"),
    ],
)
def test_dice_are_entered_face_by_face(
    chromium: Browser, table: Served, name: str, keys: list[str], told: str
) -> None:
    with person(chromium, table.link) as page:
        begin(page, table, name, side__gm="brawler", dice__players="own")
        for _ in range(30):
            if page.locator("#dice").count():
                break
            choose(page)
        here = place(page)
        page.locator("#falling tr td").first.wait_for()
        page.uncheck("#show-odds")
        assert page.locator("#falling").is_hidden()
        for number, face in enumerate(keys, 1):
            page.locator(f".die input[name=die{number}][value='{face}'] + span").click()
        page.fill("#typed", " ")
        entered = page.locator(".die input:checked").evaluate_all("all => all.map((e) => e.value)")
        assert entered == keys
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        page.wait_for_timeout(1000)  # the page looks again how things stand
        assert page.input_value("#typed") == " "
        page.get_by_role("button", name="These fell").click()
        page.wait_for_function(MOVED, arg=here)
        assert told in page.locator("#log").inner_text()
