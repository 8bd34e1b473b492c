"""What can be played and is probably not meant: a warning of `check` at its line, with what to do
about it; and what is meant, of which nothing is said.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.test_frame import run
from tests.model.examples import write
from tests.scenes.cards.written import PARTY, changed, read

CAMERA = "{text: Camera, hidden: true, kind: detrimental, opposes: [sneak]}"


@pytest.mark.parametrize(
    ("old", "new", "at", "field", "says"),
    [
        # aspects that nobody could ever use
        ("{text: Swanky, helps: []}", "Swanky", "Swanky", "cards.party.aspects[0]",
         "nobody can ever use «Swanky»: it helps and opposes nothing; say what in `helps`, "
         "`opposes` or `borderline` (`helps: []`: it is only there to be seen)"),
        ("text: Cat, helps: [sneak]", "text: Left Alone", "Left Alone",
         "characters.rue.aspects[0]", "it helps nothing; say what in `helps`"),
        ("text: Guard Busy, on: party, kind: beneficial, helps: [entry]", "text: Odd, on: party",
         "Odd", "additions.players[0]", "nobody can ever use «Odd»: it helps and opposes nothing"),
        ("who: [piper], after", "who: [rue], after", "Guard Busy", "additions.players[0]",
         "nobody who may add it may try what it comes after (G5); see its `after` and `who`"),
        ("on: rue, ", "on: rue, after: [], ", "Bruised", "additions.gm[0]",
         "nobody can ever use «Bruised»"),
        (CAMERA, "{text: Camera, hidden: true, helps: [sneak], opposes: [], after: []}", "Camera",
         "cards.party.aspects[3]", "it opposes nothing to be revealed against, and comes after "
         "nothing (G4, G5)"),
        ("points: {gm: 2, bowl: 1}", "points: {gm: 1, bowl: 0}", "Host", "cards.party.aspects[2]",
         "nobody can ever use «Host»: the GM has no point to frame it with (G1)"),
        # prices that do not fit
        ("text: Locked Down Tight, kind: detrimental", "text: Locked Down Tight, kind: neutral",
         "Locked Down", "cards.party.aspects[1].kind", "«Locked Down Tight» only opposes, and "
         "costs the GM nothing as `neutral` (G1); `kind: detrimental` costs a point"),
        ("detrimental, opposes: [talk], helps: []", "detrimental, opposes: [], helps: [talk]",
         "Host", "cards.party.aspects[2].kind", "«Host» only helps, and costs the GM a point as "
         "`detrimental` (G1); say what it opposes, or another `kind`"),
        # who and what has nothing to do
        ("slip past, tags: [entry]}", "slip past, tags: [entry], who: [piper]}", "rue: {name",
         "characters.rue", "there is nothing that this character may try; see `who`"),
        ("  sneak: {words", "  dance: {words: dance}\n  sneak: {words", "dance", "intentions.dance",
         "nothing ever helps or opposes it, so its difficulty is always 0 (G2)"),
        # what only the GM can take out of the way, and endings that are all the same to a side
        ("text: Locked Down Tight, kind", "text: Locked Down Tight, removed: [], kind",
         "inside: {side", "resolutions.inside.needs.gone", "the players can never remove «Locked "
         "Down Tight», so it is gone only if the GM removes it (G19)"),
        ("worth: {players: 0.4}", "worth: {gm: 0.4}", "resolutions:", "resolutions",
         "every ending is worth the same to the players"),
        # points that nobody has
        ("points: {gm: 2, bowl: 1}", "points: {gm: 1, bowl: 0}", "points: {gm", "points.gm",
         "the GM has no point left to reveal or turn anything with, such as «Camera» (G4)"),
    ],
)  # fmt: skip
def test_a_doubt_is_told_at_its_line(
    tmp_path: Path, old: str, new: str, at: str, field: str, says: str
) -> None:
    text = changed((old, new))
    line = next(number for number, one in enumerate(text.splitlines(), 1) if at in one)
    notes = read(tmp_path, text).notes
    told = [one for one in notes if (one.field, one.line) == (field, line)]
    assert len(told) == 1, [str(one) for one in notes]
    assert says in told[0].says
    assert len(notes) == (2 if "bowl: 0" in new else 1), [str(one) for one in notes]


def test_an_implicit_bargain_needs_points_somewhere(tmp_path: Path) -> None:
    text = changed(
        ("points: {gm: 2, bowl: 1}", "points: {gm: 0, bowl: 0}"), ("points: 3", "points: 0"),
        ("points: 2, ", "points: 0, "), (", price: their coats", ""),
        ("text: Locked Down Tight, kind: detrimental", "text: Locked Down Tight, kind: neutral"),
    )  # fmt: skip
    told = [one for one in read(tmp_path, text).notes if one.field == "bargains.tab"]
    assert len(told) == 1
    assert "takes a point from the bowl, and nobody has any (G21)" in told[0].message


FRIEND = "      - {text: Friend, framed: may, kind: beneficial, helps: [talk]}\n"


@pytest.mark.parametrize(
    "changes",
    [
        # what an ending needs is of use
        (("{text: Swanky, helps: []}", "Unlike Any"),
         ("gone: [Locked Down Tight]", "standing: [Unlike Any]")),
        # the GM's points may come from the bowl
        (("points: {gm: 2, bowl: 1}", "points: {gm: 1, bowl: 2}"),
         ("      - {text: Camera", f"{FRIEND}      - {{text: Camera")),
        # what does both may have any price
        (("opposes: [entry]}\n", "opposes: [talk], helps: [sneak]}\n"),),
        # the first aspect is free, and all are in a simple scene
        (("{text: Swanky, helps: []}", "{text: Swanky, kind: neutral, opposes: [talk]}"),),
        (("max_rolls: 4", "simple: true"),
         ("text: Locked Down Tight, kind: detrimental", "text: Locked Down Tight, kind: neutral")),
        # the price of a hidden aspect is its revelation
        (("hidden: true, kind: detrimental", "hidden: true, kind: neutral"),),
    ],
)  # fmt: skip
def test_what_may_be_meant_is_not_doubted(
    tmp_path: Path, changes: tuple[tuple[str, str], ...]
) -> None:
    assert [str(one) for one in read(tmp_path, changed(*changes)).notes] == []


def test_check_tells_warnings_and_what_was_inferred(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And does not fail for them."""
    file = str(write(tmp_path, changed(("{text: Swanky, helps: []}", "Swanky")), "scene.yaml"))
    assert run("check", file) == 0
    said = capsys.readouterr()
    assert "1 inference from words" in said.out
    assert "«Swanky»: is neutral, helps nothing and opposes nothing" in said.out
    assert "9:9: cards.party.aspects[0]: nobody can ever use «Swanky»" in " ".join(said.err.split())
    assert run("check", "--json", file) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert len(row["warnings"]) == len(row["reasons"]) == 1
    assert row["warnings"][0].startswith(f"{file}:9:9: cards.party.aspects[0]: nobody can ever")


def test_check_has_nothing_to_say_of_a_sound_scene(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("check", str(write(tmp_path, PARTY, "scene.yaml"))) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "inference" not in said.out
