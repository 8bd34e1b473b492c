"""Who may come to the table: only by its own name, from its own pages, with a link of a seat."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from autogm.table.access import GM, HEADERS, KEY_BYTES, PLAYERS, Access, kept_key
from autogm.table.battles import Battles
from tests.page.conftest import ADDRESS

EVERYWHERE = (
    "/",
    "/scenarios/duel",
    "/pictures/duel/field/players/day.svg",
    "/battles",
    "/rules",
    "/nowhere",
)
EVIL = "http://evil.example"


@pytest.mark.parametrize("path", EVERYWHERE)
def test_nobody_comes_without_a_seat(stranger: TestClient, path: str) -> None:
    answer = stranger.get(path)
    assert answer.status_code == 403
    assert "Duel" not in answer.text


@pytest.mark.parametrize("path", ["/battles", "/scenarios"])
def test_nobody_sends_without_a_seat(stranger: TestClient, battles: Battles, path: str) -> None:
    answer = stranger.post(path, content=b"scenario=duel", headers={"origin": ADDRESS})
    assert answer.status_code == 403
    assert not battles.store.listed()


def test_a_link_takes_a_seat_and_leaves_no_secret_in_the_address(
    stranger: TestClient, access: Access
) -> None:
    answer = stranger.get(f"/enter/{access.token(GM)}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    kept = answer.headers["set-cookie"].lower()
    assert "httponly" in kept
    assert "samesite=lax" in kept
    assert stranger.get("/").status_code == 200


@pytest.mark.parametrize(
    "token",
    [
        "",
        "gm",
        "gm.",
        "gm.0000",
        "GM.{right}",
        "players.{right}",
        "gm.{right}0",
        "gm.{short}",
        "../gm.{right}",
        "gm%00.{right}",
        "gm.ä",
    ],
)
def test_other_secrets_take_no_seat(stranger: TestClient, access: Access, token: str) -> None:
    right = access.token(GM).partition(".")[2]
    written = token.format(right=right, short=right[:-1])
    assert stranger.get(f"/enter/{written}").status_code in (403, 404)
    assert stranger.get("/", headers={"cookie": f"{access.cookie}=gm.x"}).status_code == 403
    assert stranger.get("/").status_code == 403


def test_a_link_leads_on_to_a_scenario_and_nowhere_else(
    stranger: TestClient, access: Access
) -> None:
    link = f"/enter/{access.token(GM)}?open="
    assert stranger.get(link + "duel").headers["location"] == "/scenarios/duel"
    for wanted in (EVIL, "//evil.example", "nowhere", "duel/../..", "%0d%0aset-cookie:a=b"):
        assert stranger.get(link + wanted).headers["location"] == "/"


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8423", "", "127.0.0.1", "127.0.0.1:80",
     "127.0.0.1.evil.example:8423",
     "a@127.0.0.1:8423", "127.0.0.1:x", "[", "10.0.0.1:8423"],
)  # fmt: skip
def test_another_name_that_leads_here_is_refused(client: TestClient, host: str) -> None:
    """DNS rebinding."""
    assert client.get("/", headers={"host": host, "origin": ADDRESS}).status_code == 403
    assert client.get("/static/table.css", headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8423", "localhost:8423", "LOCALHOST:8423", "[::1]:8423"]
)
def test_its_own_names_are_known(access: Access, host: str) -> None:
    assert access.known(host)


@pytest.mark.parametrize(
    "origin", [EVIL, "null", "https://127.0.0.1:8423", "http://127.0.0.1:8424"]
)
def test_pages_of_others_get_and_send_nothing(
    client: TestClient, battles: Battles, origin: str
) -> None:
    headers = {"origin": origin}
    assert client.get("/", headers=headers).status_code == 403
    assert client.post("/battles", data={"scenario": "duel"}, headers=headers).status_code == 403
    assert client.post("/scenarios?name=a", content=b"a: b", headers=headers).status_code == 403
    assert not battles.store.listed()


def test_what_is_sent_says_where_it_comes_from(client: TestClient, battles: Battles) -> None:
    del client.headers["origin"]
    assert client.post("/battles", data={"scenario": "duel"}).status_code == 403
    assert not battles.store.listed()


def test_the_players_do_not_see_the_gms_pages(
    stranger: TestClient, access: Access, battles: Battles
) -> None:
    stranger.get(f"/enter/{access.token(PLAYERS)}")
    stranger.headers["origin"] = ADDRESS
    assert stranger.get("/").status_code == 200
    assert "Duel" not in stranger.get("/").text
    for path in EVERYWHERE[1:3]:
        assert stranger.get(path).status_code == 403
    assert stranger.post("/battles", data={"scenario": "duel"}).status_code == 403
    assert stranger.post("/scenarios?name=a", content=b"a: b").status_code == 403
    assert not battles.store.listed()


@pytest.mark.parametrize(
    ("host", "name", "known"),
    [
        ("0.0.0.0", "192.168.1.7:8423", True),
        ("0.0.0.0", "evil.example:8423", False),
        ("0.0.0.0", "192.168.1.7:80", False),
        ("table.lan", "table.lan:8423", True),
        ("table.lan", "other.lan:8423", False),
    ],
)
def test_in_a_network_addresses_are_known_and_foreign_names_are_not(
    host: str, name: str, known: bool
) -> None:
    assert Access(bytes(32), host, 8423).known(name) is known


def test_every_answer_says_what_a_browser_may_do(client: TestClient) -> None:
    paths = [*EVERYWHERE, "/static/table.css", "/static/nothing", "/enter/no"]
    for path in paths:
        answer = client.get(path)
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert "cache-control" in answer.headers
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


@pytest.mark.parametrize(
    "path",
    [
        "/scenarios/nowhere",
        "/scenarios/..%2f..%2fetc%2fpasswd",
        "/scenarios/%2e%2e/app.py",
        "/scenarios/duel?for=%3Cscript%3E",
        "/static/..%2fapp.py",
        "/static/../app.py",
        "/static/%2e%2e%2f%2e%2e%2fcli.py",
        "/static//etc/passwd",
        "/pictures/duel/field/players/../day.svg",
        "/pictures/duel/field/gm/day.svg",
        "/pictures/duel/all/players/day.svg",
        "/pictures/duel/field/players/dusk.svg",
        "/battles/1",
    ],
)
def test_what_is_not_there_is_refused(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text
    assert "import" not in answer.text


def test_a_key_is_kept_for_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    key = kept_key(folder)
    assert len(key) == KEY_BYTES
    assert kept_key(folder) == key
    assert kept_key(tmp_path / "other") != key
    if sys.platform != "win32":
        assert stat.S_IMODE((folder / "table.key").stat().st_mode) == 0o600


def test_a_damaged_key_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "table.key").write_bytes(b"short")
    assert len(kept_key(tmp_path)) == KEY_BYTES
    assert [one.name for one in tmp_path.iterdir()] == ["table.key"]


def test_seats_have_secrets_of_their_own() -> None:
    one, other = Access(bytes(32), "127.0.0.1", 1), Access(bytes(31) + b"x", "127.0.0.1", 1)
    assert len({one.token(GM), one.token(PLAYERS), other.token(GM)}) == 3
    assert other.seat(one.token(GM)) is None
    with pytest.raises(ValueError, match="no seat"):
        one.token("a.b")
