"""The rules of card scenes, one after the other, each played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autogm.game.contract import CHANCE
from autogm.scenes.cards.actions import Action
from autogm.scenes.cards.codes import MAX_ASPECTS
from tests.scenes.cards.parties import (
    BRUISED,
    CHARMING,
    DAUGHTER,
    FOR_A_PRICE,
    GOONS,
    INSIDE,
    LOCKED,
    NOISY,
    PIPER,
    QUESTION,
    SWANKY,
    TURNED_AWAY,
    aspect,
    ending,
)
from tests.scenes.cards.table import MINUS, PLUS, Table, bluff, fails, party


@pytest.mark.rule("EX-CARD-2", "G1", "G2", "G11")
def test_the_party_is_framed_for_two_points_and_has_difficulty_four() -> None:
    table = party(aspects=(SWANKY, replace(NOISY, turns=frozenset()), LOCKED, GOONS, CHARMING))
    assert [one.facts["aspect"] for one in table.events if one.kind == "framed"] == [
        "Swanky", "Noisy", "Locked Down Tight", "Security Goons",
    ]  # fmt: skip
    assert table.points() == {"piper": 3, "gm": 2, "bowl": 2}
    table.do("try", "piper", "bluff")
    tried = table.told("tries")
    assert tried.facts["difficulty"] == 4
    assert tried.facts["against"] == ["Locked Down Tight", "Security Goons"]


@pytest.mark.rule("EX-CARD-1", "D5", "G3")
def test_piper_is_one_short_and_one_more_point_would_do() -> None:
    table = bluff(party(), 1, -1, 1, 0)
    rolled = table.told("rolled")
    assert (rolled.facts["total"], rolled.facts["difficulty"]) == (3, 4)
    assert rolled.facts["faces"] == [1, -1, 1, 0]
    assert ("leave it", None) in table.may()
    table.do("invoke", "Daughter of Venus")
    assert table.points()["piper"] == 2
    table.do("leave it")
    assert table.told("succeeded").facts == {
        "who": "piper", "intention": "bluff", "total": 5, "difficulty": 4,
    }  # fmt: skip


@pytest.mark.rule("G2", "D5")
def test_a_difficulty_is_told_whatever_stands_in_the_way() -> None:
    """As many aspects as a scene can have oppose it."""
    crowd = tuple(aspect(f"Guard {one}", opposes=("bluff",)) for one in range(MAX_ASPECTS - 2))
    table = bluff(party(aspects=(*crowd, CHARMING, DAUGHTER), gm_points=2), *PLUS)
    facts = table.told("rolled").facts
    assert facts["difficulty"] == 2 * len(crowd)
    assert (facts["invokes"], facts["total"]) == (1, 6)


@pytest.mark.rule("D5")
def test_meeting_the_difficulty_succeeds() -> None:
    table = bluff(party(gm_points=2), 1, 1, 0, 0).done()
    assert table.told("succeeded").facts["total"] == 4


@pytest.mark.rule("G1", "G12")
def test_framing_costs_earns_or_is_free() -> None:
    table = party(
        aspects=(
            SWANKY,
            replace(GOONS, source="framed"),
            replace(NOISY, source="framed"),
            aspect("A Friendly Waiter", "party", "framed", "beneficial", ("sneak",)),
            CHARMING,
        ),
        gm_points=1,
        bowl=1,
    )
    table.do("frame", "Noisy")
    assert table.points()["gm"] == 1
    table.do("frame", "Security Goons")
    assert table.points() == {"piper": 3, "gm": 0, "bowl": 2}
    assert ("frame for nothing", "A Friendly Waiter") in table.may()
    table.do("frame", "A Friendly Waiter")
    assert table.points() == {"piper": 3, "gm": 1, "bowl": 1}
    moved = table.told("point")
    assert (moved.facts["from"], moved.facts["to"], moved.rule) == ("bowl", "gm", "G1")


@pytest.mark.rule("G1", "G12")
def test_what_cannot_be_paid_is_not_framed_and_an_empty_bowl_gives_nothing() -> None:
    waiter = aspect("A Friendly Waiter", "party", "framed", "beneficial", ("sneak",))
    table = party(aspects=(SWANKY, replace(GOONS, source="framed"), waiter, CHARMING), gm_points=0)
    assert table.may() == {("frame", "A Friendly Waiter"), ("begin", None)}
    table.do("frame", "A Friendly Waiter")
    assert table.points() == {"piper": 3, "gm": 0, "bowl": 0}


@pytest.mark.rule("G11")
def test_the_gm_frames_once_and_the_first_aspect_is_free() -> None:
    table = party(aspects=(replace(GOONS, source="framed"), CHARMING), gm_points=0)
    assert ("begin", None) in table.may()
    table.do("frame", "Security Goons")
    assert table.points()["bowl"] == 0
    assert not {"frame", "begin"} & {verb for verb, _ in table.may()}


@pytest.mark.rule("G3", "G13")
def test_each_further_invoke_costs_a_point_and_each_aspect_is_invoked_once() -> None:
    table = party().do("try", "piper", "bluff").do("invoke", "Charming")
    assert table.told("invoked").facts["free"]
    assert table.may() == {("roll", None), ("invoke", "Daughter of Venus")}
    table.do("invoke", "Daughter of Venus")
    assert table.points()["piper"] == 2
    assert not any(verb == "invoke" for verb, _ in table.may())


@pytest.mark.rule("G13")
def test_only_who_rolls_invokes_with_own_points_whatever_is_there() -> None:
    bram = replace(PIPER, id="bram", name="Bram", points=0)
    table = party(characters=(replace(PIPER, points=2), bram))
    table.do("try", "bram", "bluff").do("invoke", "Charming")
    assert table.state.current_player() == CHANCE  # no point of his own, for all Piper's
    assert table.points()["piper"] == 2


@pytest.mark.rule("G14")
def test_the_free_invoke_lapses_where_nothing_helps() -> None:
    table = party(aspects=(SWANKY, LOCKED, GOONS)).do("try", "piper", "bluff")
    assert table.told("lapsed").rule == "G14"
    assert table.state.current_player() == CHANCE


@pytest.mark.rule("G15")
def test_what_was_invoked_is_not_turned_and_what_was_turned_does_not_help() -> None:
    table = party().do("try", "piper", "sneak").free("Noisy").roll(*PLUS)
    assert ("turn", "Daughter of Venus") in table.may()
    both = aspect("Candlelight", helps=("bluff",), turns=("bluff",))
    table = party(aspects=(SWANKY, both, CHARMING, DAUGHTER)).do("try", "piper", "bluff")
    table.do("invoke", "Candlelight").roll(*PLUS).do("leave it")
    assert not any(verb == "turn" for verb, _ in table.may())
    table = party(aspects=(SWANKY, both, CHARMING, DAUGHTER))
    bluff(table, *MINUS).do("leave it").do("turn", "Candlelight")
    assert ("invoke", "Candlelight") not in table.may()
    assert ("invoke", "Daughter of Venus") in table.may()


@pytest.mark.rule("G15")
def test_aspects_of_sheets_oppose_only_when_they_are_turned() -> None:
    table = party().do("try", "piper", "sneak")
    assert "Daughter of Venus" not in table.told("tries").facts["against"]
    table.free("Noisy").roll(*PLUS).do("turn", "Daughter of Venus")
    assert table.told("turned").facts["difficulty"] == 4


@pytest.mark.rule("G4", "G12")
def test_the_gm_answers_for_a_point_each_which_the_player_has_at_once() -> None:
    table = party(characters=(replace(PIPER, points=0),))
    bluff(table, *PLUS)
    assert table.may() == {("leave it", None), ("turn", "Noisy")}
    table.do("turn", "Noisy")
    assert table.points() == {"piper": 1, "gm": 1, "bowl": 2}
    assert table.told("turned").facts["difficulty"] == 6
    assert ("invoke", "Daughter of Venus") in table.may()


@pytest.mark.rule("G4", "G16")
def test_what_was_revealed_or_turned_stays() -> None:
    table = party().do("try", "piper", "sneak").free("Noisy").roll(*PLUS)
    table.do("reveal", "Silent Alarm")
    assert table.difficulty() == 4
    assert "Silent Alarm" in table.standing()
    table.do("turn", "Daughter of Venus")
    while table.state.actor() and ("leave it", None) in table.may():
        table.do("leave it")
    table.do("remove", "Swanky").do("try", "piper", "sneak")
    against = table.told("tries").facts["against"]
    assert against == ["Locked Down Tight", "Silent Alarm", "Daughter of Venus"]


@pytest.mark.rule("G16")
def test_the_player_answers_first_and_two_passes_end_it() -> None:
    table = bluff(party(), 0, 0, 0, 0)
    assert table.state.current_player() == 0
    table.do("invoke", "Daughter of Venus")
    assert table.state.current_player() == 1
    table.do("leave it")  # the player has nothing left to invoke, and so has passed
    assert table.has("succeeded")


@pytest.mark.rule("G5", "G17", "G18")
def test_a_success_adds_or_removes_or_does_nothing() -> None:
    table = bluff(party(gm_points=2), *PLUS).done()
    assert table.may() == {
        ("remove", "Swanky"), ("remove", "Noisy"), ("remove", "Locked Down Tight"),
        ("remove", "Security Goons"), ("add", "Guard Distracted"), ("change nothing", None),
    }  # fmt: skip
    table.do("add", "Guard Distracted")
    assert "Guard Distracted" in table.standing()
    table.do("try", "piper", "sneak")
    assert table.may() == {("invoke", "Noisy"), ("invoke", "Guard Distracted")}


@pytest.mark.rule("G18")
def test_what_is_fixed_or_on_a_sheet_is_never_removed() -> None:
    fixed = replace(LOCKED, fixed=True)
    table = party(aspects=(SWANKY, NOISY, fixed, GOONS, CHARMING), gm_points=2)
    bluff(table, *PLUS).done()
    removable = {what for verb, what in table.may() if verb == "remove"}
    assert removable == {"Swanky", "Noisy", "Security Goons"}


@pytest.mark.rule("G18")
def test_the_players_remove_what_the_intention_can_remove() -> None:
    by_talk = replace(GOONS, removed=frozenset({"bluff"}))
    in_secret = replace(LOCKED, removed=frozenset({"sneak"}))
    table = party(aspects=(SWANKY, in_secret, by_talk, CHARMING, DAUGHTER), gm_points=2)
    bluff(table, *PLUS).done()
    assert {what for verb, what in table.may() if verb == "remove"} == {"Swanky", "Security Goons"}
    fails(table.do("change nothing"))
    assert ("remove", "Locked Down Tight") in table.may()  # the GM may remove any


@pytest.mark.rule("G5", "G19")
def test_after_a_failure_the_gm_must_pick_and_adds_free() -> None:
    table = fails(party(gm_points=2))
    verbs = {verb for verb, _ in table.may()}
    assert verbs == {"remove", "add", "offer"}
    table.do("add", "Bruised")
    assert table.points()["gm"] == 0
    assert table.told("added").rule == "G19"


@pytest.mark.rule("G19")
def test_where_nothing_is_legal_nothing_happens() -> None:
    fixed = tuple(replace(one, fixed=True) for one in (SWANKY, LOCKED, GOONS))
    table = party(aspects=(*fixed, CHARMING), endings=(INSIDE, TURNED_AWAY), gm_points=2)
    bluff(table, *MINUS)
    assert table.has("left")
    assert table.may() == {("try", "piper"), ("give in", None)}


@pytest.mark.rule("G6", "G20")
def test_resolving_needs_its_conditions_this_roll_counted() -> None:
    twice = ending("twice", "players", 1, -1, successes=2)
    with_guard = ending("guarded", "players", 1, -1, standing=("Guard Distracted",))
    table = party(endings=(INSIDE, twice, with_guard, TURNED_AWAY), gm_points=2)
    bluff(table, *PLUS).done()
    assert not any(verb == "resolve" for verb, _ in table.may())
    bluff(table.do("add", "Guard Distracted"), *PLUS).done()
    assert {what for verb, what in table.may() if verb == "resolve"} == {"twice", "guarded"}
    bluff(table.do("remove", "Security Goons"), *PLUS).done()
    assert ("resolve", "inside") in table.may()
    table.do("resolve", "inside")
    assert table.state.winner == "players"
    assert table.told("resolved").rule == "G20"


@pytest.mark.rule("G6", "G20")
def test_the_gm_resolves_by_conditions_of_its_own() -> None:
    table = fails(party(gm_points=2))
    assert ("resolve", "thrown-out") not in table.may()
    fails(table.do("remove", "Swanky"))
    table.do("resolve", "thrown-out")
    assert table.state.winner == "gm"


@pytest.mark.rule("G21", "G12")
def test_one_bargain_a_failure_and_an_implicit_one_takes_from_the_bowl() -> None:
    table = fails(party(gm_points=2)).do("offer", "in-debt")
    assert table.state.current_player() == 0
    before = table.points()
    table.do("refuse")
    assert not any(verb == "offer" for verb, _ in table.may())
    fails(table.do("remove", "Swanky")).do("offer", "in-debt").do("accept")
    assert table.points() == {**before, "gm": before["gm"] + 1, "bowl": before["bowl"] - 1}
    assert table.state.winner == "undecided"


@pytest.mark.rule("G21")
def test_an_implicit_bargain_needs_a_point_in_the_bowl() -> None:
    free = (SWANKY, replace(GOONS, valence="neutral"), CHARMING, DAUGHTER)
    table = fails(party(aspects=free, gm_points=0))
    assert {what for verb, what in table.may() if verb == "offer"} == {"for-a-price"}


@pytest.mark.rule("G10")
def test_giving_in_and_time_leave_the_gm_the_last_word() -> None:
    table = party().do("give in")
    assert table.has("gave in")
    assert table.game.ending(table.state) == "turned-away"  # the only one that is due
    table = party(max_rolls=1, gm_points=2, endings=(INSIDE, TURNED_AWAY, FOR_A_PRICE))
    fails(table).do("remove", "Swanky")
    assert table.has("time up")
    assert table.game.ending(table.state) == "turned-away"


@pytest.mark.rule("G10")
def test_the_players_choose_who_acts() -> None:
    bram = replace(PIPER, id="bram", name="Bram", tries=frozenset({"sneak"}))
    table = party(characters=(PIPER, bram))
    assert table.may() == {("try", "piper"), ("try", "bram"), ("give in", None)}
    with pytest.raises(AssertionError):
        table.do("try", "bram", "bluff")


@pytest.mark.rule("G7", "G9", "G23")
def test_clean_up_leaves_what_lasts_and_what_is_kept() -> None:
    scene_only = replace(BRUISED, text="Out of Breath", lasts=None)
    kept = replace(GOONS, kept=True)
    table = party(
        aspects=(SWANKY, LOCKED, kept, CHARMING, DAUGHTER, BRUISED, scene_only), gm_points=2
    )
    fails(table).do("add", "Bruised")
    fails(table).do("add", "Out of Breath")
    assert table.standing() >= {"Bruised", "Out of Breath"}
    table.do("give in")
    if not table.state.is_terminal():
        table.do("resolve", "turned-away")
    sheets = {"Charming", "Daughter of Venus"}
    assert table.standing() == sheets | {"Security Goons", "Bruised"}
    assert table.told("cleared").facts["aspects"] == [
        "Swanky",
        "Locked Down Tight",
        "Out of Breath",
    ]
    assert table.told("kept").facts["aspects"] == ["Security Goons", "Bruised"]


@pytest.mark.rule("G9", "G2")
def test_what_is_on_a_status_card_opposes_like_the_rest() -> None:
    table = fails(party(gm_points=2)).do("add", "Bruised").do("try", "piper", "sneak")
    assert "Bruised" in table.told("tries").facts["against"]


@pytest.mark.rule("G8", "G22")
def test_a_simple_scene_is_one_roll_that_ends_it() -> None:
    table = Table(QUESTION).do("keep it simple").do("keep it simple")
    assert table.points() == {"piper": 1, "gm": 3, "bowl": 1}  # the setup is skipped
    bluff(table, *PLUS).done()
    assert table.state.winner == "players"
    table = Table(QUESTION).do("keep it simple").do("keep it simple")
    fails(table)
    assert table.may() == {("resolve", "turned-away"), ("offer", "in-debt")}
    table.do("offer", "in-debt").do("refuse")
    assert table.game.ending(table.state) == "turned-away"


@pytest.mark.rule("G8", "G22")
def test_anybody_may_pay_for_a_full_scene() -> None:
    table = Table(QUESTION)
    assert table.may() == {("keep it simple", None), ("pay for a full scene", "piper")}
    table.do("pay for a full scene", "piper")
    assert table.points() == {"piper": 0, "gm": 3, "bowl": 2}
    assert ("frame", "Cameras") in table.may()
    table = Table(QUESTION).do("keep it simple").do("pay for a full scene")
    assert table.points() == {"piper": 1, "gm": 2, "bowl": 2}
    table.do("frame", "Cameras")  # what stands already is the setting: this is not the first
    assert table.points() == {"piper": 1, "gm": 1, "bowl": 3}


@pytest.mark.rule("F2", "F8", "G12")
def test_every_movement_of_a_point_is_told_with_its_reason() -> None:
    table = party()
    told = [one for one in table.events if one.kind == "point"]
    assert [(one.facts["from"], one.facts["to"], one.facts["why"]) for one in told] == [
        ("gm", "bowl", "framing"), ("gm", "bowl", "framing"),
    ]  # fmt: skip


@pytest.mark.rule("G16", "G4")
def test_what_is_hidden_is_not_known_to_the_players_until_it_is_revealed() -> None:
    table = party().do("try", "piper", "sneak").free("Noisy")
    assert "Silent Alarm" not in str(table.game.observation(table.state, 0))
    known = table.game.as_known_to(table.state, 0)
    assert "Silent Alarm" not in repr(known.game.settled)
    assert all(not one.turns for one in known.game.settled.aspects)
    table.roll(*PLUS)
    with pytest.raises(ValueError, match="what the players do not know"):
        table.game.as_known_to(table.state, 0)
    table.do("reveal", "Silent Alarm")
    assert "Silent Alarm" in str(table.game.observation(table.state, 0))


def test_actions_are_data_that_outlives_versions() -> None:
    table = party()
    said = Action("try", character="piper", intention="bluff")
    assert table.game.describe(table.state, table.game.encode(said)) == said
    with pytest.raises(ValueError, match="no intention is called `blff`"):
        table.game.encode(replace(said, intention="blff"))
    with pytest.raises(ValueError, match="other fields"):
        table.game.encode(replace(said, verb="give in"))
