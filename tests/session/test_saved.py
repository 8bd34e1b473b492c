"""Exports: read back the same, and mangled ones refused with a message."""

from __future__ import annotations

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.game.plays import PlayError
from autogm.model.faults import ScenarioError
from autogm.model.source import STANDARD_INPUT
from autogm.session.begun import begin, since_changed
from autogm.session.saved import (
    FORMAT,
    MOST_BYTES,
    MOST_IMPORTED,
    Saved,
    SaveError,
    export_text,
    import_text,
)
from autogm.session.seats import SeatError
from autogm.session.session import Session
from autogm.session.store import Store
from tests.session.test_session import play, seats
from tests.soak import times

MANGLED = times(300, 10_000)


def exported() -> str:
    session = Session(begin("duel", seats(None, "brawler"), title='<script>"Ä" \u202e🐉'))
    play(session, Random(1), 3)
    session.undo()
    return export_text(session.saved)


def test_an_export_is_read_back_the_same() -> None:
    text = exported()
    found = import_text(text)
    assert export_text(found) == text
    assert Session(found).state == Session(import_text(text.encode())).state


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": FORMAT + 1}, "newer version"),
        ({"format": "1"}, "`format`"),
        ({"files": {}}, "no file says"),
        ({"files": {"../../etc/passwd": "x"}}, "no path below"),
        ({"files": {"/etc/passwd": "x"}}, "no path below"),
        ({"files": {"a\\b.yaml": "x"}}, "no path below"),
        ({"files": {"": "x"}}, "no path below"),
        ({"files": {".": "x"}}, "no path below"),
        ({"seats": {"players": {"person": "A", "agent": "brawler"}}}, "a person's or an agent's"),
        ({"seed": -1}, "`seed`"),
        ({"title": ""}, "`title`"),
        ({"more": 1}, "`more`"),
        ({"here": 10**9}, "cannot stand at"),
    ],
)
def test_what_is_wrong_with_an_export_is_told(change: dict[str, Any], says: str) -> None:
    data = {**json.loads(exported()), **change}
    with pytest.raises(SaveError, match=says):
        import_text(json.dumps(data)).history()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("[]", "no saved game"),
        ("{}", "no saved game"),
        ('{"autogm": "play", "files": {}}', "no saved game"),
        ("[" * 100_000, "not JSON"),
        (" " * (MOST_BYTES + 1), "longer than"),
    ],
)
def test_what_is_no_export_is_told(text: str, says: str) -> None:
    with pytest.raises(SaveError, match=says):
        import_text(text)


def test_deep_nesting_is_refused() -> None:
    data = json.loads(exported())
    deep: Any = 1
    for _ in range(200):
        deep = [deep]
    data["entries"][0]["data"] = {"verb": deep}
    with pytest.raises(SaveError, match="nested"):
        import_text(json.dumps(data))


def test_whatever_number_an_entry_may_have_can_be_followed_by_another(tmp_path: Path) -> None:
    """In a file that counts no further than 2**63 - 1."""
    data = json.loads(exported())
    for number in (MOST_IMPORTED, 2**63 - 1):
        data["entries"][-1]["number"] = data["here"] = data["tip"] = number
        with pytest.raises(SaveError, match="numbered beyond"):
            import_text(json.dumps(data))
    data["entries"][-1]["number"] = data["here"] = data["tip"] = MOST_IMPORTED - 1
    with Store(tmp_path / "games.sqlite") as store:
        game = store.open(store.add(import_text(json.dumps(data))))
        game.take(game.state.legal_actions()[0])
        assert game.here == MOST_IMPORTED


def test_saved_texts_refer_to_nothing_outside() -> None:
    text = json.loads(exported())
    name = next(iter(text["files"]))
    text["files"][name] += "\n"
    assert Session(Saved.model_validate({k: v for k, v in text.items() if k != "autogm"}))
    broken = text["files"][name].replace("sides:", "sides: !include /etc/passwd\nsidez:", 1)
    with pytest.raises(ScenarioError):
        Session(import_text(json.dumps({**text, "files": {name: broken}})))


def test_standard_input_is_no_file_that_may_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"something else")))
    saved = begin("duel", seats(None, "brawler"))
    assert not since_changed(saved.model_copy(update={"origin": str(STANDARD_INPUT)}))


def test_mangled_exports_give_messages() -> None:
    rng, text = Random(11), exported()
    refused = 0
    for _ in range(MANGLED):
        mangled = mangle(rng, text)
        try:
            Session(import_text(mangled))
        except (SaveError, ScenarioError, SeatError, PlayError):
            refused += 1
    assert refused > MANGLED // 2


def mangle(rng: Random, text: str) -> str:
    """A text with some of it lost, doubled or replaced, or a value of its JSON replaced."""
    if rng.random() < 0.4:
        first, second = sorted(rng.randrange(len(text)) for _ in range(2))
        second = min(second, first + rng.choice([1, 5, 400]))
        return (
            text[:first]
            + rng.choice(["", text[first:second] * 2, "{", "null", "9"])
            + text[second:]
        )
    data = json.loads(text)
    spot: Any = data
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        key = rng.choice(keys)
        if rng.random() < 0.4 or not isinstance(spot[key], dict | list) or not spot[key]:
            spot[key] = rng.choice([None, -1, 2**70, "x", [], {}, [[]], {"verb": "pass"}, "\ud800"])
            return json.dumps(data)
        spot = spot[key]
