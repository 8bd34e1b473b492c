"""Somebody new at a real table: by a sheet that ships or one of their own, or one more of those who
are there.
"""

from __future__ import annotations

import html
import re

import pytest
from starlette.testclient import TestClient

from autogm.model.library import sheets
from autogm.table.battles import Battles
from tests.page.battles import assisted
from tests.page.test_by_hand import board, send


@pytest.mark.parametrize("own", [False, True])
def test_somebody_new_is_brought_in(client: TestClient, battles: Battles, own: bool) -> None:
    battle = assisted(client, battles)
    form = {"at": str(battle.session.here), "part": "newcomer", "side": "players",
            "zone": "mouth", "called": "Mira"}  # fmt: skip
    sheet = sheets()["deliah"].read_text(encoding="utf-8")
    form |= {"sheet": sheet} if own else {"shipped": "deliah"}
    assert send(client, battle, **form)[0] == 303
    assert board(battle).fighter("mira").zone == "mouth"
    assert client.get(f"/battles/{battle.name}?view=players").status_code == 200


def test_one_more_of_those_who_are_there_is_brought_in(
    client: TestClient, battles: Battles
) -> None:
    battle = assisted(client, battles)
    page = client.get(f"/battles/{battle.name}/by-hand").text
    like = re.findall(r'value="like:([\w-]+)"', page)
    first, second, *_ = battle.session.game.encounter.ruleset.skills
    assert f"name: Mira\nskills: {{{first}: 3, {second}: 2}}" in html.unescape(page)
    names = {one.origin: one for one in battle.session.game.encounter.fighters}
    assert like == list(names)
    key = next(one for one in like if names[one].side == "gm")
    form = {"at": str(battle.session.here), "part": "newcomer", "side": "gm", "zone": "mouth",
            "shipped": f"like:{key}"}  # fmt: skip
    assert send(client, battle, **form)[0] == 303
    there = {one.id: one for one in battle.session.game.encounter.fighters}
    came = next(one for one in there.values() if one.name.startswith("Another "))
    assert board(battle).fighter(came.id).skills == board(battle).fighter(names[key].id).skills
    assert board(battle).fighter(came.id).zone == "mouth"
    form |= {"at": str(battle.session.here), "shipped": "like:nobody"}
    status, said = send(client, battle, **form)
    assert status == 422
    assert "Nobody is written as" in said


@pytest.mark.parametrize("name", ["ravine-ambush", "undercrypt"])
def test_every_sheet_that_is_offered_can_be_brought_in(
    client: TestClient, battles: Battles, name: str
) -> None:
    """Those of other rulesets are not offered."""
    battle = assisted(client, battles, name)
    text = client.get(f"/battles/{battle.name}/by-hand").text
    part = text.partition('name="shipped"')[2].partition("</select>")[0]
    offered = re.findall(r"<option>([\w-]+)</option>", part)
    assert offered
    assert ("zird" in offered) == (name == "undercrypt")
    zone = board(battle).zones[0].id
    for sheet in offered:
        form = {"at": str(battle.session.here), "part": "newcomer", "shipped": sheet}
        form |= {"called": f"Another {sheet}", "side": "players", "zone": zone}
        status, said = send(client, battle, **form)
        assert status == 303, said
