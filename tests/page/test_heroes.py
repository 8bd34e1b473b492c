"""Heroes of somebody's own on the page: made on a form, taken from a sheet, played instead of those
of a scenario."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from autogm.model.library import sheets
from autogm.table.access import PLAYERS, Access
from autogm.table.battles import Battles
from autogm.view.snapshot import board_of
from tests.page.battles import begin
from tests.page.browsing import faults, person
from tests.page.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MIRA = {
    "part": "form", "ruleset": "accelerated", "name": "Mira <b>the</b> Smith",
    "aspect.0": "Smith of the Lower Town", "aspect.1": "Owes Everybody",
    "skill.Forceful": "3", "skill.Quick": "1", "refresh": "",
    "stunt.0": "Hammer Blow", "skill-of.0": "Forceful", "action.0": "attack",
}  # fmt: skip


def test_a_hero_is_made_kept_and_played(
    client: TestClient, battles: Battles, tmp_path: Path
) -> None:
    assert client.post("/heroes", data=MIRA).status_code == 303
    (kept,) = battles.heroes.all()
    assert kept.name == "Mira <b>the</b> Smith"
    assert [one.name for one in (tmp_path / "heroes").iterdir()] == [f"{kept.id}.yaml"]
    page = client.get("/heroes").text
    assert "<b>the</b>" not in page
    battle = begin(client, battles, "duel", side__gm="brawler", **{f"hero__{kept.id}": "on"})
    hero = board_of(battle.session.state).fighter("ilse")
    assert hero.name == "Mira <b>the</b> Smith"
    assert {one.name: one.rating for one in hero.skills} == {"Forceful": 3, "Quick": 1}
    assert [one.name for one in hero.stunts] == ["Hammer Blow"]
    assert client.post(f"/heroes/{kept.id}/removal", data={}).status_code == 303
    assert not battles.heroes.all()


def test_what_was_typed_stays_where_another_ruleset_is_chosen(
    client: TestClient, battles: Battles
) -> None:
    answer = client.post("/heroes", data={**MIRA, "ruleset": "fate-core", "show": "skills"})
    assert answer.status_code == 200
    assert 'value="Mira &lt;b&gt;the&lt;/b&gt; Smith"' in answer.text
    assert 'name="skill.Provoke"' in answer.text
    assert 'name="skill.Forceful"' not in answer.text
    assert not battles.heroes.all()


def test_a_sheet_is_taken_as_text_or_by_its_name(client: TestClient, battles: Battles) -> None:
    text = sheets()["deliah"].read_text(encoding="utf-8")
    for form in ({"sheet": text}, {"shipped": "deliah"}):
        answer = client.post("/heroes", data={"part": "sheet", "ruleset": "war-of-ashes", **form})
        assert answer.status_code == 303
    assert [one.id for one in battles.heroes.all()] == ["deliah", "deliah-2"]


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"part": "sheet", "sheet": "title: no"}, "`name` is missing"),
        ({"part": "sheet", "sheet": "a: &a [*a]"}, ""),
        ({"part": "sheet", "sheet": "x" * 150_000}, "100,000 letters"),
        ({**MIRA, "name": " "}, "name"),
        ({**MIRA, "skill.Forceful": "lots"}, "Forceful"),
        ({**MIRA, "action.0": "dance"}, "dance"),
    ],
)
def test_what_is_no_hero_is_told_and_not_kept(
    client: TestClient, battles: Battles, form: dict[str, str], says: str
) -> None:
    answer = client.post("/heroes", data=form)
    assert answer.status_code == 422
    assert says in html.unescape(answer.text)
    assert not battles.heroes.all()


def test_a_hero_whose_sheet_has_a_fault_is_told_and_can_be_removed(
    client: TestClient, battles: Battles, tmp_path: Path
) -> None:
    client.post("/heroes", data=MIRA)
    (kept,) = battles.heroes.all()
    (tmp_path / "heroes" / f"{kept.id}.yaml").write_text("name: Mira\nhp: 3\n", "utf-8")
    page = html.unescape(client.get("/heroes").text)
    assert f"{kept.id}.yaml" in page
    assert "cannot be played" in page
    assert f"hero.{kept.id}" not in client.get("/scenarios/duel").text
    form = {"scenario": "duel", "side.gm": "brawler", f"hero.{kept.id}": "on"}
    assert client.post("/battles", data=form).status_code == 422
    assert client.post(f"/heroes/{kept.id}/removal", data={}).status_code == 303
    assert not battles.heroes.all()


def test_heroes_of_another_ruleset_are_refused_at_the_form(
    client: TestClient, battles: Battles
) -> None:
    client.post("/heroes", data=MIRA)
    (kept,) = battles.heroes.all()
    form = {"scenario": "street-fight", "side.gm": "brawler", f"hero.{kept.id}": "on"}
    answer = client.post("/battles", data=form)
    assert answer.status_code == 422
    assert "Forceful" in html.unescape(answer.text)
    assert not battles.store.listed()


@pytest.mark.parametrize("name", ["../secret", "x/y", "", "nobody", "-", "a" * 300])
def test_no_name_leads_out_of_the_folder(
    client: TestClient, battles: Battles, tmp_path: Path, name: str
) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("name: Secret\n", encoding="utf-8")
    assert battles.heroes.get(name) is None
    battles.heroes.remove(name)
    assert secret.exists()


def test_heroes_are_the_owners_alone(
    client: TestClient, stranger: TestClient, access: Access
) -> None:
    stranger.cookies.clear()
    assert stranger.get(f"/enter/{access.token(PLAYERS)}").status_code == 303
    assert stranger.get("/heroes").status_code == 403
    assert stranger.post("/heroes", data=MIRA).status_code == 403


def test_a_hero_is_made_in_a_browser(chromium: Browser, table: Served) -> None:
    with person(chromium, table.link) as page:
        page.goto(f"{table.address}/scenarios/duel")
        page.get_by_text("With heroes of your own").click()
        page.get_by_role("link", name="Make a hero").click()
        page.get_by_label("Name").fill("Mira")
        page.get_by_label("High concept").fill("Smith of the Lower Town")
        page.get_by_label("Forceful").first.fill("3")
        assert faults(page, serious=True) == []
        page.get_by_role("button", name="Keep this hero").first.click()
        page.get_by_text("Mira", exact=True).wait_for()
        page.goto(f"{table.address}/scenarios/duel")
        page.select_option("[id='side.gm']", "brawler")
        page.get_by_text("With heroes of your own").click()
        page.get_by_label("Mira").check()
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/battles/*")
        page.locator("#people h3").get_by_text("Mira").wait_for()
