"""The page of a GM of a real table: things are set by a form as they stand there, the NPCs' turns
are proposed, and a battle begins from a position; whatever is wrong is told and changes nothing."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import yaml
from starlette.testclient import TestClient

from autogm.model.library import shipped
from autogm.session.draft import Draft
from autogm.session.session import Session
from autogm.table.access import OF, PLAYERS, Access
from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.table.by_hand import HOLDERS, set_by_form
from autogm.table.past import branches
from autogm.table.viewers import Viewer
from autogm.view.board import Board, BoardAspect, Free
from autogm.view.by_hand import standing_on
from autogm.view.options import chosen, offer
from autogm.view.snapshot import board_of
from tests.page.battles import assisted, begin, pass_on
from tests.page.browsing import faults, person
from tests.page.clicking import ASKED, choose, place
from tests.page.serving import Served
from tests.page.test_dropping import drop

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def board(battle: Battle) -> Board:
    return board_of(battle.session.state)


def filled_in(battle: Battle) -> dict[str, str]:
    """What the form of all that stands has when nobody has changed anything."""
    shown = board(battle)
    form = {"at": str(battle.session.here), "part": "table", "exchange": str(shown.exchange)}
    form |= {"pool": str(shown.gm.pool), "turn": shown.turn or ""}
    for one in shown.fighters:
        form[f"status.{one.id}"] = "here" if one.presence == "in" else one.presence
        form[f"zone.{one.id}"] = one.zone
        for track in one.tracks:
            for number, checked in enumerate(track.checked, 1):
                if checked:
                    form[f"box.{one.id}.{track.harm}.{number}"] = "on"
        for number, slot in enumerate(one.slots):
            if slot.text:
                form[f"consequence.{one.id}.{number}"] = "on"
        if one.points is not None:
            form[f"points.{one.id}"] = str(one.points)
    return form


def _standing(battle: Battle) -> Iterator[tuple[str, tuple[BoardAspect, ...]]]:
    """The aspects of each place, by its id."""
    for on, _, aspects in standing_on(board(battle)):
        yield on, aspects


SHEET = ("high concept", "trouble", "character")
"""Kinds of aspects of a sheet, which a board goes on to show."""


def send(client: TestClient, battle: Battle, **form: str) -> tuple[int, str]:
    answer = client.post(f"/battles/{battle.name}/by-hand", data=form)
    return answer.status_code, html.unescape(answer.text)


def test_what_somebody_changes_is_set_and_nothing_else(
    client: TestClient, battles: Battles
) -> None:
    battle = assisted(client, battles)
    before, form = battle.session.state, filled_in(battle)
    status, said = send(client, battle, **form)
    assert (status, battle.session.state) == (422, before)
    assert "nothing would change" in said.lower()
    more = {"zone.rolf": "hollow", "box.rolf.any.1": "on", "box.rolf.physical.1": "on"}
    more |= {"consequence.olivia.0": "on", "points.deliah": "0", "pool": "1", "turn": "rolf"}
    assert send(client, battle, **{**form, **more})[0] == 303
    shown = board(battle)
    assert shown.fighter("rolf").zone == "hollow"
    assert sum(shown.fighter("rolf").tracks[0].checked) == 1
    assert shown.fighter("olivia").slots[0].text is not None
    assert (shown.fighter("deliah").points, shown.gm.pool, shown.turn) == (0, 1, "rolf")
    assert send(client, battle, **filled_in(battle))[0] == 422
    assert send(client, battle, **{**filled_in(battle), "consequence.olivia.0": "on",
                                   "status.deliah": "taken out"})[0] == 303  # fmt: skip
    assert board(battle).fighter("deliah").presence == "taken out"
    battle.do(lambda session: session.undo())
    assert board(battle).fighter("deliah").presence == "in"


def test_the_last_enemy_concedes_and_it_is_over(client: TestClient, battles: Battles) -> None:
    """The page says so, on the map and in the log, and it can be taken back."""
    battle = assisted(client, battles, "duel")
    before = battle.session.state
    assert send(client, battle, **filled_in(battle) | {"status.bruno": "conceded"})[0] == 303
    assert battle.session.winner == "players"
    text = client.get(f"/battles/{battle.name}?view=all").text
    for said in ("Bruno has conceded.", "The players have won.", "conceded"):
        assert said in text
    battle.do(lambda session: session.undo())
    assert battle.session.state == before


def test_what_was_filled_in_is_there_again_with_the_wrong_field_marked(
    client: TestClient, battles: Battles
) -> None:
    battle = assisted(client, battles)
    base, before = f"/battles/{battle.name}/by-hand", battle.session.state
    zone = next(one for one in board(battle).zones if one.aspects)
    more = {"points.rolf": "many", "zone.rolf": "hollow", "box.rolf.physical.1": "on", "pool": "7"}
    more |= {"consequence.olivia.0": "on", "status.deliah": "taken out", "turn": "olivia"}
    more |= {f"aspect.{zone.id}.0.players": "3", f"aspect.{zone.id}.0.gone": "on"}
    form = filled_in(battle) | more
    status, said = send(client, battle, **form)
    assert (status, battle.session.state) == (422, before)
    assert "`many` is no number" in said
    for name, value in (("points.rolf", "many"), ("pool", "7"), (f"aspect.{zone.id}.0.players", 3)):
        assert re.search(rf'name="{re.escape(name)}"[^>]* value="{value}"', said), name
    for name in (f"aspect.{zone.id}.0.gone", "consequence.olivia.0"):
        assert re.search(rf'name="{re.escape(name)}"[^>]* checked', said), name
    for name, value in (
        ("zone.rolf", "hollow"),
        ("turn", "olivia"),
        ("status.deliah", "taken out"),
    ):
        choice = said.partition(f'name="{name}"')[2].partition("</select>")[0]
        assert f'"{value}" selected' in choice or f"selected>{value}<" in choice, name
    assert re.findall(r'name="([^"]*)"[^>]* aria-invalid="true"', said) == ["points.rolf"]
    battle.do(pass_on)
    assert send(client, battle, **form)[0] == 422
    assert 'value="many"' not in client.post(base, data=form).text, "it is of an earlier moment"


def test_aspects_are_added_changed_and_dropped(client: TestClient, battles: Battles) -> None:
    battle = assisted(client, battles)
    at = str(battle.session.here)
    own = {"at": at, "part": "aspect", "text": "<b>Burning</b> Brambles", "on": "gully"}
    assert send(client, battle, **own, **{"free.gm": "1", "action.attack": "on"})[0] == 303
    page = client.get(f"/battles/{battle.name}/by-hand").text
    assert "<b>Burning" not in page
    assert "&lt;b&gt;Burning&lt;/b&gt; Brambles" in page
    zones = {one.id: one for one in board(battle).zones}
    place = [one.text for one in zones["gully"].aspects].index(own["text"])
    form = filled_in(battle)
    for number, one in enumerate(zones["gully"].aspects):
        for side in ("players", "gm", "open"):
            form[f"aspect.gully.{number}.{side}"] = str(getattr(one.free, side))
    form[f"aspect.gully.{place}.players"] = "2"
    assert send(client, battle, **form)[0] == 303
    found = next(one for one in board(battle).zones if one.id == "gully").aspects[place]
    assert (found.free.players, found.free.gm) == (2, 1)
    form = {**filled_in(battle), f"aspect.gully.{place}.gone": "on"}
    assert send(client, battle, **form)[0] == 303
    gully = next(one for one in board(battle).zones if one.id == "gully")
    assert own["text"] not in [one.text for one in gully.aspects]


def test_every_aspect_that_is_shown_can_be_set_and_dropped(
    client: TestClient, battles: Battles
) -> None:
    """Also boosts and maneuvers, which are shown in other words than a position has."""
    battle = begin(client, battles, "hold-the-bridge", side__gm="person")
    draft = Draft(battle.session)
    for boost, side in (("against", "gm"), ("for an attack on", "gm"), ("for", "players")):
        draft.aspect(f"a boost {boost} Rolf", "rolf", {side: 1})
    for maneuver in ("Roar", "Full Defense"):
        draft.aspect(f"Rolf's {maneuver}", "rolf", {"players": 1})
    battle.do(lambda session: session.set_by_hand(draft.position, draft.files))
    session, start, texts = battle.session, battle.session.here, set[str]()
    files = session.files
    for on, _, aspects in standing_on(board(battle)):
        for number, aspect in enumerate(aspects):
            form = {"part": "table", f"status.{on}": "here"}
            name, free = f"aspect.{on}.{number}", aspect.free
            free = replace(free, gm=2) if free.gm else replace(free, players=free.players + 1)
            form |= {f"{name}.{side}": str(getattr(free, side)) for side in HOLDERS}
            set_by_form(session, form)
            assert replace(aspect, free=free) in dict(_standing(battle))[on]
            assert session.files == files, "no aspect is made up"
            session.go(start)
            set_by_form(session, {**form, f"{name}.gone": "on"})
            left = [one for one in dict(_standing(battle))[on] if one.key == aspect.key]
            assert not left or (left == [replace(aspect, free=Free())] and aspect.kind in SHEET)
            session.go(start)
            texts.add(aspect.text)
    assert {"a boost", "a boost for attacks", "Roar", "Full Defense"} <= texts
    rolf = board(battle).fighter("rolf")
    number = [one.text for one in (*rolf.aspects, *rolf.attached)].index("a boost")
    used = {f"aspect.rolf.{number}.{side}": "0" for side in HOLDERS}
    set_by_form(session, {"part": "table", "status.rolf": "here", **used})
    assert len(board(battle).fighter("rolf").attached) == len(rolf.attached) - 1


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"part": "text", "position": "fighters: {nobody: {}}"}, "no fighter is called"),
        ({"part": "text", "position": "a: [b"}, "is not closed"),
        ({"part": "text", "position": "x" * 300_000}, "200,000 letters"),
        ({"part": "newcomer", "side": "players", "zone": "court"}, "Choose somebody"),
        ({"part": "newcomer", "side": "gm", "zone": "court", "sheet": "title: no"}, "The sheet"),
        ({"part": "newcomer", "side": "gm", "zone": "court", "sheet": "Mira"}, "`name: …`"),
        ({"part": "aspect", "text": " ", "on": "court"}, "called something"),
        ({"part": "aspect", "text": "Fog", "on": "moon"}, "stands on one of"),
        ({"part": "aspect", "text": "Fog", "on": "court", "free.gm": "99999"}, "no number"),
        ({"part": "table", "status.bruno": "asleep"}, "asleep"),
        ({"part": "table", "points.ilse": "-1", "status.ilse": "here"}, "no number"),
        ({"part": "table", "exchange": "999", "turn": "bruno"}, "exchange"),
        ({"part": "table", "exchange": "0", "turn": "bruno"}, "exchange"),
        ({"part": "zap"}, "sets nothing"),
        ({"part": "table", "at": "77"}, "gone on meanwhile"),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(
    client: TestClient, battles: Battles, form: dict[str, str], says: str
) -> None:
    battle = assisted(client, battles, "duel")
    before = battle.session.saved
    status, said = send(client, battle, **{"at": str(battle.session.here), **form})
    assert status == 422
    assert says in said
    assert battle.session.saved == before


@pytest.mark.parametrize("on", ["court", "bruno", "scene"])
def test_an_aspect_comes_to_a_scenario_without_templates(
    client: TestClient, battles: Battles, on: str
) -> None:
    data = yaml.safe_load(shipped()["duel"].read_text(encoding="utf-8")) | {"templates": None}
    name = drop(client, yaml.safe_dump(data, sort_keys=False).encode())[1]["page"]
    battle = assisted(client, battles, str(name).rpartition("/")[2])
    form = {"at": str(battle.session.here), "part": "aspect", "text": "Thick Fog", "on": on}
    assert send(client, battle, **form)[0] == 303
    assert any("Thick Fog" in str(aspects) for _, aspects in _standing(battle))


def test_a_roll_under_way_is_finished_first(client: TestClient, battles: Battles) -> None:
    battle = assisted(client, battles, "duel")
    battle.do(lambda session: session.take(session.state.legal_actions()[-1]))
    page = client.get(f"/battles/{battle.name}/by-hand")
    assert page.status_code == 200
    assert "under way" in page.text
    assert client.get(f"/battles/{battle.name}/position.yaml").status_code == 409


def test_what_words_alone_would_suggest_stands_beside_what_was_said(
    client: TestClient, battles: Battles
) -> None:
    battle = begin(client, battles, "ravine-ambush")
    suggests = "its words alone would suggest that it helps anyone in every roll"
    base = f"/battles/{battle.name}/by-hand"
    assert "words alone would suggest" not in client.get(base).text  # what the file says is its own
    said = {"part": "aspect", "text": "Strange Humming", "on": "gully"}
    at = {"at": str(battle.session.here)}
    assert client.post(base, data={**said, **at, "action.create": "on"}).status_code == 303
    assert f"helps anyone in create rolls, as was said by hand; {suggests}" in client.get(base).text
    told = client.get(f"/battles/{battle.name}?view=all").text
    assert (
        f"«Strange Humming» helps anyone in create rolls, as was said by hand; {suggests}" in told
    )


def test_only_the_owner_sets_anything(
    client: TestClient, stranger: TestClient, battles: Battles, access: Access
) -> None:
    battle = begin(client, battles, "duel", side__gm="person")
    stranger.cookies.clear()
    link = f"/enter/{access.token(f'{PLAYERS}{OF}{battle.name}')}"
    assert stranger.get(link).status_code == 303
    for path in ("by-hand", "position.yaml"):
        assert stranger.get(f"/battles/{battle.name}/{path}").status_code == 403


def test_pages_are_there_where_a_search_is_offered_that_finds_nothing(
    client: TestClient, battles: Battles
) -> None:
    """What comes after it in the list is found all the same: in the history, and as a proposal."""
    battle = assisted(client, battles)

    def hold(session: Session) -> object:
        state = session.state
        legal = {session.game.describe(state, one).verb: one for one in state.legal_actions()}
        return session.take(legal["pass"])

    offered = [one.action["verb"] for one in offer(battle.session.state, 0).options]
    assert "discover" in offered[: offered.index("pass")]
    with pytest.raises(ValueError, match="nothing is to be found"):
        chosen(battle.session.state, 0, {"verb": "discover"})
    found = offer(battle.session.state, 0)
    battle.do(hold)  # type: ignore[arg-type]
    assert client.get(f"/battles/{battle.name}/history").status_code == 200
    line = next(
        one.chosen
        for kept in branches(battle, Viewer(None, frozenset(), owner=True))
        for one in kept.choices
    )
    assert found.options[-1].words == "pass"
    assert line.endswith(": pass")


def test_a_gm_sets_things_and_takes_a_proposal_in_a_browser(
    chromium: Browser, table: Served
) -> None:
    with person(chromium, table.link) as page:
        page.goto(f"{table.address}/scenarios/ravine-ambush")
        page.select_option("[id='side.gm']", "brawler")
        page.get_by_text("At a real table").click()
        page.get_by_label("I am the GM of a real table").check()
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/battles/*")
        page.get_by_text("This table: who sits").click()
        page.get_by_role("link", name="Set by hand").click()
        page.wait_for_url("**/by-hand")
        assert faults(page, serious=True) == []
        page.select_option("[id='zone.rolf']", "hollow")
        page.select_option("#turn", "rabble")
        page.get_by_role("button", name="So it stands").first.click()
        page.wait_for_url("**/battles/*view=all")
        page.wait_for_function(ASKED)
        assert "Rolf stands in Camp-Fire Hollow" in page.locator("#log").inner_text()
        while "compel" in page.locator("#question").inner_text():
            choose(page)  # who may compel the goblins is asked first
        for _ in range(6):  # holding back is told with what comes next
            page.wait_for_function(ASKED)
            if page.locator("#log .why").count():
                break
            here = place(page)
            page.locator(".proposal button").click()
            page.wait_for_function(
                "(here) => document.querySelector('#now').dataset.here !== here", arg=here
            )
        assert page.locator("#log .why").count()
