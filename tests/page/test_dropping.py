"""Files that are dropped onto the page: their own page, or their faults, and nothing else."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from autogm.model.library import folder
from autogm.model.source import MAX_BYTES
from autogm.table.shelf import MOST_DROPPED, Shelf
from tests.page.hostile import FILES, TEXTS, scenario

SCENARIOS = folder()
VIEWS = ("?for=players", "?for=all")


class Seen(HTMLParser):
    """The elements of a page, with what they are given, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.given: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.given += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def drop(client: TestClient, data: bytes, name: str = "mine.yaml") -> tuple[int, dict[str, object]]:
    answer = client.post("/scenarios", params={"name": name}, content=data)
    return answer.status_code, answer.json()


def listed(client: TestClient) -> list[str]:
    return re.findall(r'href="/scenarios/([^"]+)"', client.get("/").text)


def test_a_file_without_faults_has_a_page(client: TestClient) -> None:
    text = (SCENARIOS / "lizardfolk-camp.yaml").read_bytes()  # with characters of other files
    status, said = drop(client, text)
    assert status == 201
    page = client.get(str(said["page"]))
    assert page.status_code == 200
    assert "The Lizardfolk Camp" in page.text
    assert str(said["page"]).rpartition("/")[2] == listed(client)[0]
    assert drop(client, text) == (201, said)


def test_the_first_comment_is_told_without_the_marks_of_files(client: TestClient) -> None:
    text = (SCENARIOS / "duel.yaml").read_text("utf-8").partition("\ntitle:")[2]
    commented = f"# Two meet, and `actions: [attack]` decides.\ntitle:{text}"
    page = client.get(str(drop(client, commented.encode())[1]["page"])).text
    assert "Two meet, and actions: [attack] decides." in page


@pytest.mark.parametrize("name", ["scenes/the-vault", "duel", "aether-storm"])
def test_files_of_every_kind_can_be_dropped(client: TestClient, name: str) -> None:
    status, said = drop(client, (SCENARIOS / f"{name}.yaml").read_bytes())
    assert status == 201
    assert client.get(str(said["page"])).status_code == 200


def test_faults_are_told_as_check_tells_them(client: TestClient) -> None:
    text = (SCENARIOS / "duel.yaml").read_text("utf-8").replace("type: main", "typ: main")
    line = 1 + text[: text.index("typ: main")].count("\n")
    before = listed(client)
    status, said = drop(client, text.encode())
    assert status == 422
    faults = said["faults"]
    assert isinstance(faults, list)
    assert faults[0]["where"].startswith(f"mine.yaml:{line}:")
    assert "Did you mean `type`?" in faults[0]["says"]
    assert listed(client) == before


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_cannot_be_opened_changes_nothing(
    client: TestClient, shelf: Shelf, name: str
) -> None:
    before, kept = listed(client), sorted(shelf._folder.glob("*"))
    began = time.thread_time()
    status, said = drop(client, FILES[name])
    assert time.thread_time() - began < 20
    assert status == 422
    faults = said["faults"]
    assert isinstance(faults, list)
    assert faults
    assert all(len(one["says"]) < 2000 for one in faults)
    assert not any(str(shelf._folder) in str(one) for one in faults)
    assert "root:" not in str(said)
    assert not Path("/tmp/owned").exists()
    assert listed(client) == before
    after = [one for one in sorted(shelf._folder.glob("*")) if one.name != "characters"]
    assert after == [one for one in kept if one.name != "characters"]


def test_a_file_that_does_not_say_how_long_it_is_ends_somewhere(client: TestClient) -> None:
    answer = client.post("/scenarios?name=endless", content=iter([b"a" * 100_000] * 40))
    assert answer.status_code == 422
    assert f"{MAX_BYTES:,}" in answer.text


@pytest.mark.parametrize(
    "name", ["../../x.yaml", "<script>", "a\nb\x00c", "\u202egpj.exe", "", "n" * 9999]
)
def test_a_files_name_is_only_shown(client: TestClient, shelf: Shelf, name: str) -> None:
    status, said = drop(client, b"title: 1\n", name)
    assert status == 422
    faults = said["faults"]
    assert isinstance(faults, list)
    assert len(faults[0]["where"]) < 120
    assert not any("\n" in one["where"] or "\x00" in one["where"] for one in faults)
    assert {one.suffix for one in shelf._folder.glob("*")} <= {"", ".yaml"}


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_text_is_shown_as_text(client: TestClient, name: str) -> None:
    """What a page consists of does not depend on what somebody wrote."""
    plain = Seen(client.get(str(drop(client, scenario("harmless").encode())[1]["page"])).text)
    text = TEXTS[name]
    status, said = drop(client, scenario(text).encode())
    assert status == 201, said
    page = str(said["page"])
    for view in VIEWS:
        seen = Seen(client.get(page + view).text)
        assert seen.tags == plain.tags
        assert not [key for key, _ in seen.given if key.startswith("on")]
        assert " ".join(text.split()) in " ".join(seen.text.split())
    gallery = Seen(client.get("/").text)
    assert "svg" not in gallery.tags
    assert len([one for one in gallery.given if one[0] == "src" and "gallery" in str(one[1])]) == 1
    for part in ("field", "whole"):
        for scheme in ("day", "night"):
            address = f"/pictures/{page.rpartition('/')[2]}/{part}/all/{scheme}.svg"
            drawn = client.get(address)
            assert drawn.status_code == 200
            assert drawn.headers["content-type"] == "image/svg+xml"
            assert not {"script", "img"} & Seen(drawn.text).tags


def test_no_more_than_some_are_kept(client: TestClient) -> None:
    for number in range(MOST_DROPPED + 2):
        assert drop(client, scenario(f"number {number}").encode())[0] == 201
    own = [one for one in listed(client) if one.startswith("own-")]
    assert len(own) == MOST_DROPPED


def test_what_was_dropped_is_deleted_in_the_end() -> None:
    made = Shelf()
    opened = made.drop("a.yaml", scenario("a").encode())
    assert opened.found.path.exists()
    made.close()
    assert not opened.found.path.exists()


def test_a_file_of_this_machine_stays_where_it_is(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(scenario("mine"), "utf-8")
    made = Shelf()
    opened = made.open(file)
    assert opened.own
    assert made.get(opened.id) == opened
    made.close()
    assert file.exists()
    assert made.open(SCENARIOS / "duel.yaml").id == "duel"
