"""Battles on a narrow screen: by keyboard alone, and with what is asked always in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page.browsing import person
from tests.page.clicking import ASKED, OVER, begin, place
from tests.page.serving import Served
from tests.soak import is_brief, times

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_by_keyboard_alone_on_a_telephone(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link, size="narrow") as page:
        begin(page, table, "duel", side__gm="brawler")
        for _ in range(times(400, briefly=3)):
            if page.evaluate(OVER):
                break
            here = place(page)
            page.keyboard.press("1")
            assert page.evaluate("document.activeElement.classList.contains('choice')")
            page.keyboard.press("Enter")
            page.wait_for_function(
                f"() => document.querySelector('#now').dataset.here !== '{here}' && ({ASKED})()"
            )
        assert page.evaluate(OVER) or is_brief()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390


SMALLEST = """() => Math.min(...[...document.querySelectorAll('#map svg text')].map((one) =>
  parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""
IN_VIEW = """(what) => {
  const [box, map] = [what.getBoundingClientRect(), document.querySelector('#map')];
  const seen = what.closest('#map') ? map.getBoundingClientRect() : {left: 0, right: innerWidth};
  return box.left >= seen.left - 1 && box.right <= seen.right + 1;
}"""


def test_on_a_telephone_who_has_chosen_is_taken_to_what_is_asked_next(
    chromium: Browser, table: Served
) -> None:
    """The question has the focus and is seen, and the map shows who has the turn, in letters that
    can be read, and says that it goes on; at first what is asked is on the screen, too."""
    with person(chromium, table.link, size="narrow") as page:
        begin(page, table, "foredeck-boarding", side__gm="brawler")
        assert page.locator("#map .further").is_visible()
        assert (
            page.locator(".choice").first.evaluate("(one) => one.getBoundingClientRect().top") < 844
        )
        assert page.evaluate(SMALLEST) >= 8
        for _ in range(12):
            turn = page.locator("#map circle.turn").first
            if turn.count():
                assert page.evaluate(IN_VIEW, turn.element_handle())
            last = page.locator(".choice").last
            last.scroll_into_view_if_needed()
            here = place(page)
            last.press("Enter")
            page.wait_for_function(
                f"() => document.querySelector('#now').dataset.here !== '{here}' && ({ASKED})()"
            )
            page.wait_for_function("() => document.activeElement.id === 'question'")
            top = page.evaluate("document.querySelector('#question').getBoundingClientRect().top")
            assert -1 <= top < 844
