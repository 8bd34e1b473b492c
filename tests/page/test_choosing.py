"""The gallery, the page of a scenario, and what is filled in there to begin a battle."""

from __future__ import annotations

import html
import re
import threading
import time
from pathlib import Path
from threading import Event
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient

from autogm.agents.names import MOST_SEED
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.model.library import shipped
from autogm.table.app import MOST_BEGUN, MOST_FIELDS
from autogm.table.battles import Battles
from autogm.table.gallery import GalleryItem, Length, read_item
from autogm.table.known import shipped_hardness
from autogm.table.pictures import MOST_KEPT, Pictures
from autogm.table.seating import PERSON
from autogm.table.shelf import Shelf
from tests.commands.test_pictures import AMBUSH
from tests.page.test_dropping import Seen, drop

SHIPPED = sorted(shipped())


def begin(client: TestClient, **form: str) -> int:
    fields = {name.replace("__", "."): value for name, value in form.items()}
    return client.post("/battles", data={"scenario": "duel", **fields}).status_code


def test_the_gallery_offers_everything_that_ships(client: TestClient) -> None:
    page = client.get("/").text
    for name in SHIPPED:
        assert f'href="/scenarios/{name}"' in page
        assert f"/pictures/{name}/field/players/night.svg" in page


def test_what_can_be_chosen_tells_who_takes_part() -> None:
    found = {name: read_item(name, path) for name, path in shipped().items()}
    assert (found["duel"].players, found["duel"].gm) == (1, 1)
    assert found["duel"].company == "solo"
    assert found["lizardfolk-camp"].against == "4 against 7"
    assert found["hold-the-bridge"].against == "5 against 4", "four more come later, unseen"
    assert found["harbour-run"].length == "medium"
    assert found["the-vault"].against == "3 characters"
    assert {one.length for one in found.values()} == set(get_args(Length))
    guards = next(one for one in found["lizardfolk-camp"].people if one.id == "guard")
    assert (guards.name, guards.copies) == ("Spear Guard", 3)
    assert "war-camp lies beyond" in found["lizardfolk-camp"].situation[0]
    assert not any("---" in text for one in found.values() for text in one.situation)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_scenario_has_a_page_and_pictures(client: TestClient, name: str) -> None:
    for viewer in ("players", "all"):
        page = client.get(f"/scenarios/{name}?for={viewer}")
        assert page.status_code == 200
        assert page.text.count("<h1") == 1
        for part in ("field", "whole"):
            drawn = client.get(f"/pictures/{name}/{part}/{viewer}/day.svg")
            ET.fromstring(drawn.content)
            again = client.get(
                f"/pictures/{name}/{part}/{viewer}/day.svg",
                headers={"if-none-match": drawn.headers["etag"]},
            )
            assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", SHIPPED)
def test_by_night_only_colours_differ(client: TestClient, name: str) -> None:
    by_day, by_night = (
        ET.fromstring(client.get(f"/pictures/{name}/whole/all/{scheme}.svg").content)
        for scheme in ("day", "night")
    )
    different = 0
    for one, other in zip(by_day.iter(), by_night.iter(), strict=True):
        assert (one.tag, one.text) == (other.tag, other.text)
        assert one.attrib.keys() == other.attrib.keys()
        changed = {key for key in one.attrib if one.attrib[key] != other.attrib[key]}
        assert changed <= {"fill", "stroke"}
        different += len(changed)
    assert different > 20


def test_what_is_hidden_is_shown_only_to_who_asks_for_everything(client: TestClient) -> None:
    """Of a scenario with an ambush: nothing names it that a page as the players see it is sent."""
    status, said = drop(client, AMBUSH.encode())
    assert status == 201, said
    page = str(said["page"])
    hidden = ("Eyes in the Reeds", "Thug")
    assert all(one in client.get(f"{page}?for=all").text for one in hidden)
    name = page.rpartition("/")[2]
    sent = [client.get(page).text, client.get("/").text.partition('class="cards"')[2]]
    sent += [
        client.get(f"/pictures/{name}/{part}/players/day.svg").text for part in ("field", "whole")
    ]
    assert not any(one in text for one in hidden for text in sent)


def test_a_battle_begins_as_it_was_filled_in(client: TestClient, battles: Battles) -> None:
    answer = client.post(
        "/battles",
        data={
            "scenario": "lizardfolk-camp", "for": "all", "side.players": PERSON,
            "side.gm": "planner:good", "fighter.guard": "brawler", "fighter.olivia": "",
            "dice.players": "own", "dice.gm": "program", "seed": " 17 ",
        },
    )  # fmt: skip
    (kept,) = battles.store.listed()
    assert (answer.status_code, answer.headers["location"]) == (303, f"/battles/{kept.id}")
    saved = battles.store.read(kept.id)
    assert next(iter(saved.files.values())) == shipped()["lizardfolk-camp"].read_text("utf-8")
    seats = {key: one.agent for key, one in saved.seats.items()}
    guards = {f"guard-{number}": "brawler" for number in (1, 2, 3)}
    assert seats == {"players": None, "gm": "planner:good", **guards}
    assert (saved.seed, saved.own_dice) == (17, ("players",))


def test_a_form_that_is_clicked_twice_begins_one_battle(
    client: TestClient, battles: Battles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A while later, from a page that a browser has kept, it begins another one."""
    form = re.findall(r'name="once" value="([^"]+)"', client.get("/scenarios/duel").text)
    assert len(form) == 1
    assert [begin(client, once=form[0]) for _ in range(2)] == [303, 303]
    assert len(battles.store.listed()) == 1
    monkeypatch.setattr("autogm.table.battles.MOMENT", 0.0)
    assert begin(client, once=form[0]) == 303
    assert len(battles.store.listed()) == 2


def test_what_is_left_out_is_as_usual(client: TestClient, battles: Battles) -> None:
    assert begin(client) == 303
    assert begin(client, seed=str(MOST_SEED)) == 303
    listed = battles.store.listed()
    assert {one.seats["players"] for one in listed} == {"a person"}
    assert {len(one.seats) for one in listed} == {2}
    assert MOST_SEED in {battles.store.read(one.id).seed for one in listed}
    page = Seen(client.get("/scenarios/duel").text)
    assert ("value", "planner:great") in page.given


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("side__gm", "planner:grand", "nobody is called"),
        ("side__gm", "", "nobody is called"),
        ("side__gm", "frugal", "nobody is called"),
        ("side__players", "<script>", "nobody is called"),
        ("side__gm", "planner:great:positions=999999999", "nobody is called"),
        ("fighter__bruno", "x" * 5000, "nobody is called"),
        ("dice__gm", "loaded", "the program"),
        ("seed", "-1", "whole number"),
        ("seed", "²", "whole number"),
        ("seed", "9" * 4000, "whole number"),
        ("seed", str(MOST_SEED + 1), "whole number"),
    ],
)
def test_what_does_not_do_is_told_and_begins_nothing(
    client: TestClient, battles: Battles, field: str, value: str, says: str
) -> None:
    name = field.replace("__", ".")
    answer = client.post("/battles", data={"scenario": "duel", name: value})
    assert answer.status_code == 422
    seen = Seen(answer.text)
    assert says in seen.text
    assert ("aria-describedby", f"fault-{name}") in seen.given
    assert "script" not in seen.tags
    assert not battles.store.listed()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"scenario=nowhere", 404),
        (b"", 404),
        (b"scenario=duel&seed=" + b"1" * MOST_BEGUN, 413),
        (b"\xff\xfe=duel", 400),
        (b"&".join(b"a%d=1" % one for one in range(MOST_FIELDS + 1)), 400),
    ],
)
def test_forms_that_are_none_begin_nothing(
    client: TestClient, battles: Battles, data: bytes, status: int
) -> None:
    assert client.post("/battles", content=data).status_code == status
    assert not battles.store.listed()


def test_a_page_tells_how_hard_a_conflict_is_as_simulate_does(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "/scenarios/duel/hardness" in client.get("/scenarios/duel").text
    asked = client.get("/scenarios/duel/hardness")
    assert (asked.status_code, 'http-equiv="refresh"' in asked.text) == (200, True)
    told: list[str] = []
    for _ in range(600):
        told = re.findall(
            r"<p><b><bdi>(.*)</bdi></b></p>", client.get("/scenarios/duel/hardness").text
        )
        if told:
            break
        time.sleep(0.1)
    assert guarded(lambda: app(["simulate", "duel"])) == 0
    assert told[0] in html.escape(" ".join(capsys.readouterr().out.split()))
    assert client.get("/scenarios/the-vault/hardness").status_code == 404


def test_pictures_are_drawn_once(shelf: Shelf) -> None:
    duel = shelf.get("duel")
    assert duel is not None
    pictures = Pictures()
    first = pictures.of(duel, "field", "players", "day")
    assert pictures.of(duel, "field", "players", "day") is first
    assert len(pictures._kept) == 1 < MOST_KEPT
    assert duel.title in first.svg


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of scenarios of somebody's own, with one in it."""
    (tmp_path / "ford.yaml").write_text(shipped()["duel"].read_text("utf-8"), "utf-8")
    monkeypatch.setattr("autogm.model.library.folder", lambda: tmp_path)
    return tmp_path / "ford.yaml"


def test_a_file_is_read_again_once_it_has_changed(client: TestClient, written: Path) -> None:
    assert "Bruno" in client.get("/scenarios/ford?for=all").text
    before = client.get("/pictures/ford/whole/all/day.svg").text
    written.write_text(written.read_text("utf-8").replace("Bruno", "Brunhilde"), "utf-8")
    page = client.get("/scenarios/ford?for=all").text
    assert "Brunhilde" in page
    assert "Bruno<" not in page
    assert client.get("/pictures/ford/whole/all/day.svg").text != before
    written.with_name("wood.yaml").write_text(written.read_text("utf-8"), "utf-8")
    assert "/scenarios/wood" in client.get("/").text
    written.unlink()
    assert "/scenarios/ford" not in client.get("/").text
    assert client.get("/scenarios/ford").status_code == 404


def test_a_file_with_faults_hides_no_other(client: TestClient, written: Path) -> None:
    sound = written.read_text("utf-8")
    written.with_name("wood.yaml").write_text("title: A Wood\n", "utf-8")
    page = client.get("/")
    assert page.status_code == 200
    assert "/scenarios/ford" in page.text
    assert "wood.yaml" in page.text
    answer = client.get("/scenarios/wood")
    assert answer.status_code == 409
    assert "wood.yaml" in answer.text
    assert client.get("/scenarios/ford").status_code == 200
    written.with_name("wood.yaml").write_text(sound, "utf-8")
    assert client.get("/scenarios/wood").status_code == 200


def test_a_shelf_that_is_closed_reads_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread within a file when Python ends would end the program with it."""
    read: list[str] = []
    begun = Event()

    def slowly(name: str, path: Path, own: bool) -> GalleryItem:
        begun.set()
        time.sleep(0.01)
        read.append(name)
        return read_item("duel", shipped()["duel"], own)

    monkeypatch.setattr("autogm.table.shelf.read_item", slowly)
    shelf = Shelf()
    shelf.read_ahead()
    assert begun.wait(10)
    shelf.close()
    assert len(read) < len(SHIPPED)
    assert not [one for one in threading.enumerate() if one.name == "reader"]


def test_the_gallery_says_how_hard_a_fight_is_that_was_measured_as_it_is(
    client: TestClient, tmp_path: Path
) -> None:
    known = shipped_hardness()["duel"]
    card = re.search(r'<li class="card"[^>]*>(?:(?!</li>).)*?/scenarios/duel.*?</li>',
                     client.get("/").text, re.DOTALL)  # fmt: skip
    assert card is not None
    assert f'data-hard="{known.word}"' in card[0]
    assert html.escape(known.says) in card[0]
    camp = read_item("lizardfolk-camp", shipped()["lizardfolk-camp"])
    assert camp.known == shipped_hardness()["lizardfolk-camp"], "its sheets are texts of it, too"
    changed = tmp_path / "duel.yaml"
    text = shipped()["duel"].read_text("utf-8")
    changed.write_text(text.replace("Forceful: 3", "Forceful: 4", 1), "utf-8")
    assert read_item("duel", shipped()["duel"]).known == known
    assert read_item("duel", changed).known is None
    assert read_item("duel", shipped()["duel"], own=True).known is None
