"""What can be shown beside a battle, in a real browser: odds, the coach, and threats on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import person
from tests.page.clicking import begin, choose
from tests.page.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route


def test_overlays_are_told_and_can_be_off(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        page.locator(".choice .odds:visible").first.wait_for()
        page.check("#show-coach")
        page.get_by_text("should", exact=False).first.wait_for()
        page.check("#show-threats")
        page.wait_for_selector("#threats li")
        page.wait_for_selector("#map g.threats text", state="attached")
        page.uncheck("#show-threats")
        page.uncheck("#show-odds")
        assert page.locator("#threats").count() == 0
        assert page.locator(".choice .odds:visible").count() == 0


def test_what_was_switched_off_meanwhile_is_not_shown(chromium: Browser, table: Served) -> None:
    """Answers that come late."""
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        answers: list[Route] = []

        def held(answer: Route) -> None:
            answers.append(answer)

        for overlay in ("odds", "coach", "threats"):
            page.uncheck(f"#show-{overlay}")
            page.route(f"**/{overlay}?*", held)
            page.check(f"#show-{overlay}")
            page.wait_for_timeout(100)
            page.uncheck(f"#show-{overlay}")
        assert len(answers) == 3
        for one in answers:
            one.continue_()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)
        shown = ".choice .odds:visible, .choice.best, #coach:visible, #threats, #map g.threats"
        assert page.locator(shown).count() == 0
        page.unroute_all()
        page.check("#show-coach")
        page.locator(".choice.best").first.wait_for()
        page.uncheck("#show-coach")
        assert page.locator(".choice.best").count() == 0


def test_bars_are_paler_where_only_invokes_succeed(chromium: Browser, table: Served) -> None:
    """The two parts of a bar are as wide as what is told beside them."""
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        odds = page.request.get(f"{page.url}/odds?at={page.get_attribute('#now', 'data-here')}")
        page.locator(".odds .bar:visible").first.wait_for()
        bars = page.evaluate(
            "() => [...document.querySelectorAll('.odds .bar')].map(bar =>"
            " [...bar.children].map(part => part.style.width))"
        )
        told = {
            tuple(
                round(100 * chance)
                for chance in (
                    one["succeeds"],
                    max(0.0, one["invoked_succeeds"] - one["succeeds"]),
                )
            )
            for one in odds.json()["odds"].values()
            if one.get("succeeds") is not None
        }
        shown = {tuple(int(width.removesuffix("%")) for width in one) for one in bars}
        assert shown
        assert shown <= told
        assert any(paler for _, paler in shown)


def test_what_cannot_succeed_recedes(chromium: Browser, table: Served) -> None:
    def told(route: Route) -> None:
        odds = {
            str(number): {"words": "", "succeeds": succeeds, "invoked_succeeds": invoked}
            for number, (succeeds, invoked) in enumerate([(0.0, 0.0), (0.0, 0.3), (0.3, 0.3)])
        }
        route.fulfill(json={"odds": odds})

    with person(chromium, table.link) as page:
        page.route("**/odds?*", told)
        begin(page, table, "duel", side__gm="brawler")
        page.locator(".choice.hopeless").wait_for()
        values = page.locator(".choice.hopeless").evaluate_all("all => all.map(one => one.value)")
        assert values == ["0"]
        page.uncheck("#show-odds")
        assert page.locator(".choice.hopeless").count() == 0


THREATS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const along = (a, b) => a.left < b.right && b.left < a.right;
  const across = (a, b) => a.top < b.bottom && b.top < a.bottom;
  const meet = (a, b) => along(box(a), box(b)) && across(box(a), box(b));
  const svg = document.querySelector('#map svg');
  const drawn = (one) => [...svg.querySelectorAll(`g.threats ${one}`)];
  const [told, lines] = [drawn('text'), drawn('line')];
  const ways = [...svg.querySelectorAll('.difficulty')];
  const words = [...svg.querySelectorAll('g.zone text')].filter((one) => !one.closest('.threats'));
  const below = (line, one) => line.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
  const out = (one) => box(one).left < box(svg).left || box(one).right > box(svg).right;
  const olivia = svg.querySelector('#fighter-olivia, #fighter-ilse, #fighter-cynere');
  const around = drawn('rect').filter((one) => olivia && meet(one, olivia));
  return {
    outlined: drawn('rect').length, around: around.length,
    told: told.length, lines: lines.length, words: words.length, outside: told.filter(out).length,
    onWays: told.filter((a) => ways.some((b) => meet(a, b))).length,
    covered: told.flatMap((a) => words.filter((b) => meet(a, b)).map((b) => b.textContent)),
    struck: lines.flatMap((a) => words.filter((b) => meet(a, b) && !below(a, b))).length,
  };
}"""


@pytest.mark.parametrize(
    ("name", "size", "turns", "arrows"),
    [
        ("foredeck-boarding", "wide", 8, 0),
        ("street-fight", "wide", 1, 2),
        ("lizardfolk-camp", "narrow", 4, 3),
        ("duel", "narrow", 0, 0),
    ],
)
def test_threats_cover_no_words(
    chromium: Browser, table: Served, name: str, size: str, turns: int, arrows: int
) -> None:
    """Chances stand where nothing does, no difficulty of a way either, and within the map; arrows,
    of which there is one at most from one zone to another, pass below all words."""
    with person(chromium, table.link, size=size) as page:
        begin(page, table, name, side__gm="tactician")
        for _ in range(turns):
            choose(page)
        page.check("#show-threats")
        page.wait_for_selector("#map g.threats text", state="attached")
        found = page.evaluate(THREATS)
        assert found["told"]
        assert found["lines"] == arrows
        assert found["around"] == 0  # nobody's own zone, for which chances stand
        assert (found["outlined"] > 0) == (name != "duel")
        assert found["words"]
        assert (found["covered"], found["struck"], found["outside"]) == ([], 0, 0)
        assert found["onWays"] == 0


def test_nobody_threatens_when_it_is_over_and_no_points_are_small(
    chromium: Browser, table: Served
) -> None:
    with person(chromium, table.link) as page:
        begin(page, table, "duel", side__gm="brawler")
        page.locator("#show-threats").check()
        page.wait_for_selector("#threats")
        for _ in range(200):
            if not choose(page):
                break
        page.wait_for_function("() => document.querySelector('#threats') === null")
        spent = page.locator(".token.spent")
        for place_ in range(spent.count()):
            box = spent.nth(place_).bounding_box()
            assert box is not None
            assert box["height"] == pytest.approx(box["width"], abs=1)
