"""A report in a real browser: from a file, with no network and no script, in both schemes, wide and
narrow; nothing that an accessibility checker calls a fault, nothing that sticks out; printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.lab.report.pages import inline
from autogm.lab.report.parts import Figure
from tests.page.browsing import SIZES, faults
from tests.page.hostile import TEXTS, scenario
from tests.soak import some

if TYPE_CHECKING:
    from playwright.sync_api import Browser

QUICK = ("--agents", "brawler", "-n", "40", "--minutes", "0.02", "--workers", "1")
QUICKER = ("--agents", "brawler", "-n", "12", "--minutes", "0.005", "--workers", "1")
STICKS_OUT = """() => [...document.querySelectorAll('body *')]
    .filter((one) => !one.closest('.wide, .unseen, .skip, svg'))
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A report of each kind, made when it is first asked for."""
    folder = tmp_path_factory.mktemp("reports")
    asked = {"conflict": ("lizardfolk-camp", *QUICK), "cards": ("one-question", "-n", "40"),
             "beside": ("duel", "street-fight", *QUICK)}  # fmt: skip

    def made(name: str) -> Path:
        path = folder / f"{name}.html"
        if not path.exists():
            line = ["report", *asked[name], "--out", str(path)]
            assert guarded(partial(app, line)) == 0
        return path

    return made


@pytest.mark.parametrize(
    ("name", "size", "scheme"),
    some(
        [
            # every pair of width and scheme in some kind
            ("conflict", "narrow", "dark"),
            ("conflict", "wide", "light"),
            ("cards", "wide", "dark"),
            ("beside", "narrow", "light"),
        ],
        2,
    ),
)
def test_it_has_no_fault_and_needs_no_network(
    chromium: Browser, pages: Callable[[str], Path], name: str, size: str, scheme: str
) -> None:
    context = chromium.new_context(
        viewport=SIZES[size],  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        offline=True,
    )
    asked, wrong = list[str](), list[str]()
    context.on("request", lambda request: asked.append(request.url))
    try:
        page = context.new_page()
        page.on("console", lambda one: wrong.append(one.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        address = pages(name).as_uri()
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        assert faults(page) == []
        assert page.evaluate(STICKS_OUT) == []
        assert page.evaluate("scrollTo(999, 0), scrollX") == 0
        assert asked == [address]
        assert wrong == []
        assert page.evaluate("document.scripts.length") == 0
    finally:
        context.close()


def test_it_prints(chromium: Browser, pages: Callable[[str], Path]) -> None:
    """As PDF, on light paper even where the screen is dark."""
    context = chromium.new_context(color_scheme="dark")
    try:
        page = context.new_page()
        page.goto(pages("conflict").as_uri())
        made = page.pdf(format="A4")
        assert made.startswith(b"%PDF")
        assert 3 <= len(re.findall(rb"/Type\s*/Page\b", made)) <= 40
        page.emulate_media(media="print", color_scheme="dark")
        colour = page.evaluate("getComputedStyle(document.body).color")
        assert colour == "rgb(42, 37, 32)"
    finally:
        context.close()


def test_every_chart_has_words_and_a_dark_side(
    chromium: Browser, pages: Callable[[str], Path]
) -> None:
    """Each picture is named to who cannot see it, and none of its colours is left by day."""
    context = chromium.new_context(color_scheme="dark")
    try:
        page = context.new_page()
        page.goto(pages("conflict").as_uri())
        figures = page.locator("figure .drawn")
        assert figures.count() >= 10
        for n in range(figures.count()):
            assert len(figures.nth(n).get_attribute("aria-label") or "") > 20
        kept = page.evaluate("""() => [...document.querySelectorAll('.drawn svg *')]
            .flatMap((one) => ['fill', 'stroke'].map((what) => [one.getAttribute(what),
                getComputedStyle(one)[what], one]))
            .filter(([said]) => said && said.startsWith('#'))
            .filter(([said, shown]) => {
                const part = (n) => parseInt(said.slice(1 + 2 * n, 3 + 2 * n), 16);
                return shown === `rgb(${part(0)}, ${part(1)}, ${part(2)})`; })
            .map(([said, , one]) => [said, one.closest('figure').innerText.slice(0, 30)])""")
        assert kept == []
    finally:
        context.close()


@pytest.mark.parametrize("name", some(list(TEXTS), 3))
def test_words_of_a_scenario_stay_words(chromium: Browser, tmp_path: Path, name: str) -> None:
    file, out = tmp_path / "mine.yaml", tmp_path / "page.html"
    file.write_text(scenario(TEXTS[name]), encoding="utf-8")
    assert guarded(lambda: app(["report", str(file), *QUICKER, "--out", str(out)])) == 0
    context = chromium.new_context()
    try:
        page = context.new_page()
        page.goto(out.as_uri())
        assert page.title().endswith("a report by autogm")
        assert page.evaluate("document.querySelectorAll('script, img, iframe').length") == 0
        assert page.evaluate("document.querySelectorAll('[onload], [onerror]').length") == 0
        assert page.evaluate("document.querySelectorAll('main > article').length") == 1
    finally:
        context.close()


def test_ids_of_pictures_are_their_own() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" role="img"><title>x</title>'
        '<clipPath id="a"/><g clip-path="url(#a)"/><text>id="a" url(#a)</text></svg>\n'
    )
    drawn = inline(Figure("map", "A map.", svg), "r2")
    assert '<clipPath id="r2-map-a"/>' in drawn
    assert 'clip-path="url(#r2-map-a)"' in drawn
    assert '<text>id="a" url(#a)</text>' in drawn
    assert "<title>" not in drawn
