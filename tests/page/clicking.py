"""Battles in a real browser: begun from the page of a scenario, and clicked on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

CALM = "() => !('more' in document.querySelector('#now').dataset)"
OVER = "() => document.querySelector('#asked a.button') !== null"
ASKED = f"() => ({CALM})() && (document.querySelector('.choice:enabled, #dice') || ({OVER})())"


def begin(page: Page, table: Served, name: str, **fields: str) -> str:
    """Begins a battle from its scenario's page, shown at once; its address."""
    page.goto(f"{table.address}/scenarios/{name}")
    page.evaluate("localStorage.setItem('pace', '0')")
    page.get_by_text("Dice and seed").click()
    for field, value in fields.items():
        page.select_option(f"[id='{field.replace('__', '.')}']", value)
    page.get_by_label("Seed").fill("3")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/battles/*")
    page.wait_for_function(ASKED)
    return page.url


def place(page: Page) -> str:
    """Where the page stands."""
    return str(page.get_attribute("#now", "data-here"))


def choose(page: Page, number: int = 0) -> bool:
    """Clicks a choice and waits for the next; whether there was one."""
    page.wait_for_function(ASKED)
    if page.evaluate(OVER):
        return False
    here = place(page)
    with page.expect_response(lambda one: one.request.method == "POST") as answered:
        page.locator(".choice:visible").nth(number).click()
    if answered.value.status != 422:  # as where nothing is found that was looked for
        page.wait_for_function(
            f"() => document.querySelector('#now').dataset.here !== '{here}' && ({ASKED})()"
        )
    return True
