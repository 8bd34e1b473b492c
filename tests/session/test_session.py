"""Games in progress: who is asked, what is taken back and done again, and that a session plays what
a replay plays.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from autogm.agents.base import Decision, RandomSource
from autogm.agents.plain import played
from autogm.agents.roster import seats as agents_of
from autogm.engine.codes import N_CONCEDE, V_CONCEDE, VERB_SHIFT
from autogm.game.contract import CHANCE
from autogm.game.plays import PlayError
from autogm.game.registry import CONFLICT, read_file
from autogm.lab.replay import replay
from autogm.session.begun import begin, readable
from autogm.session.errors import AgentFailedError, SessionError, StaleError
from autogm.session.history import ROOT
from autogm.session.saved import Saved
from autogm.session.seats import Seat, SeatError
from autogm.session.session import Session

ADA = Seat(person="Ada")


def seats(players: str | None = None, gm: str | None = None, **fighters: Seat) -> dict[str, Seat]:
    """Both sides, agents by name or Ada."""
    both = {"players": players, "gm": gm}
    return {
        **{key: Seat(agent=name) if name else ADA for key, name in both.items()},
        **fighters,
    }


def new(name: str, sitting: dict[str, Seat], seed: int = 1, **more: Any) -> Session:
    return Session(begin(name, sitting, seed, **more))


def let_go_on(session: Session) -> None:
    while session.go_on() is not None:
        pass


def play(session: Session, rng: Random, choices: int = 10**6) -> int:
    """Plays a person's choices at random, at most so many; returns how many there were."""
    made = 0
    let_go_on(session)
    while made < choices and session.waits().on == "choice":
        session.take(rng.choice(session.state.legal_actions()), session.here)
        let_go_on(session)
        made += 1
    return made


@pytest.mark.parametrize("name", ["duel", "autarch-skirmish", "street-fight", "royal-court"])
def test_agents_play_what_a_replay_of_the_same_seed_plays(name: str) -> None:
    session = new(name, seats("brawler", "random"), seed=7)
    let_go_on(session)
    found = read_file(name)
    both = agents_of("players=brawler,gm=random", encounter=found.content)
    steps = list(replay(session.game, 7, 0, both))
    assert [one.action for one in session.steps()] == [one.action for one in steps[1:]]
    assert session.state == steps[-1].after
    assert session.waits().on == "nothing"


@pytest.mark.parametrize("name", ["party-crashers", "one-question"])
def test_other_games_are_played_the_same_way(name: str) -> None:
    session = new(name, seats("frugal", "random"), seed=3)
    let_go_on(session)
    both = agents_of("players=frugal,gm=random", session.kind)
    steps = list(played(session.game, 3, 0, both))
    assert [one.action for one in session.steps()] == [one.action for one in steps]
    assert session.state == steps[-1].after


def test_choices_of_a_person_lead_where_an_agent_with_the_same_choices_leads() -> None:
    by_agents = new("duel", seats("brawler", "brawler"), seed=5)
    let_go_on(by_agents)
    by_hand = new("duel", seats(None, "brawler"), seed=5)
    agent = agents_of("brawler")[0]
    let_go_on(by_hand)
    while by_hand.waits().on == "choice":
        decided = agent.decide(by_hand.state, RandomSource(5, 0, 0))
        by_hand.take(decided.action)
        let_go_on(by_hand)
    assert by_hand.state == by_agents.state


def test_the_same_deed_meets_the_same_dice_after_undo() -> None:
    session = new("street-fight", seats(None, "brawler"), seed=2)
    play(session, Random(1), 12)
    before, entries = session.state, len(session.history)
    for _ in range(5):
        session.undo()
    assert session.state != before
    taken = [session.history[one.number] for one in session.history.further()]
    for entry in taken:
        if entry.asked:
            session.take(session.game.action_of(session.state, entry.data))
            let_go_on(session)
    assert session.state == before
    assert len(session.history) == entries  # nothing was done that was not done before


def test_undo_and_redo_go_from_question_to_question() -> None:
    session = new("street-fight", seats(None, "brawler"), seed=4)
    assert play(session, Random(3), 6) == 6
    places = [session.here]
    for _ in range(6):
        session.undo()
        assert session.waits().on == "choice"
        places.append(session.here)
    with pytest.raises(SessionError, match="nobody has chosen anything yet"):
        session.undo()
    back = [session.here]
    for _ in range(6):
        session.redo()
        back.append(session.here)
    assert back == places[::-1]
    with pytest.raises(SessionError, match="nothing was taken back"):
        session.redo()


def test_something_else_opens_a_branch_and_forgets_nothing() -> None:
    session = new("duel", seats(None, "brawler"), seed=4)
    play(session, Random(3), 4)
    first, end = session.state, session.here
    session.undo()
    done = session.history.further()[0]
    other = next(
        one for one in session.state.legal_actions()
        if session.game.entry(session.state, one) != done.data
    )  # fmt: skip
    session.take(other)
    let_go_on(session)
    assert sorted(session.history.ends()) == sorted({end, session.history.tip})
    session.go(end)
    assert session.state == first
    assert Session(session.saved).state == first


def test_what_an_agent_had_chosen_is_a_persons_once_she_chooses_it() -> None:
    """The same choice after the same is an entry of its own, which can be taken back."""
    session = new("duel", seats("brawler", "brawler"))
    let_go_on(session)
    first = next(step for step in session.steps() if step.entry.facts)
    session.go(first.entry.parent)
    session.seat("players", ADA)
    session.seat("gm", ADA)
    step = session.take(first.action, session.here)
    assert step.entry.number != first.entry.number
    assert (first.entry.asked, step.entry.asked) == (False, True)
    session.undo()
    assert session.here == first.entry.parent
    assert session.take(first.action, session.here).entry.number == step.entry.number


def test_whoever_looks_at_another_moment_is_refused() -> None:
    session = new("duel", seats(None, "brawler"))
    play(session, Random(3), 2)
    seen = session.here
    action = session.state.legal_actions()[0]
    session.take(action, seen)
    for late in (lambda: session.take(action, seen), lambda: session.undo(seen)):
        with pytest.raises(StaleError):
            late()


def test_what_is_not_asked_for_is_refused_and_changes_nothing() -> None:
    session = new("duel", seats(None, "brawler"), own_dice=("players",))
    let_go_on(session)
    before = session.saved
    with pytest.raises(SessionError, match="no legal choice"):
        session.take(-5)
    with pytest.raises(SessionError, match="it is the choice of `players`"):
        session.roll({"sum": 1})
    assert session.saved == before
    with pytest.raises(SessionError, match="no entry 99"):
        session.go(99)


def test_own_dice_are_typed_for_the_sides_that_roll_themselves() -> None:
    session = new("duel", seats(None, "brawler"), own_dice=("players",))
    rng, rolled = Random(1), 0
    while rolled < 3:
        let_go_on(session)
        if session.waits().on == "dice":
            with pytest.raises(SessionError, match="four Fate dice cannot show"):
                session.roll({"dice": [5, 5, 5, 5]})
            session.roll({"dice": [1, 0, -1, 1]} if rolled % 2 else {"sum": 2})
            rolled += 1
        else:
            session.take(rng.choice(session.state.legal_actions()))
    kept = [session.history[one] for one in session.history.line(session.here)[1:]]
    own = [one.data for one in kept if one.by == "dice" and one.asked]
    assert own == [{"sum": 2}, {"dice": [1, 0, -1, 1]}, {"sum": 2}]
    assert any(one.by == "dice" and not one.asked for one in kept)  # the other side's


def test_each_fighter_may_have_a_seat_of_its_own() -> None:
    bo = Seat(person="Bo")
    session = new("street-fight", seats("brawler", "brawler", zird=bo, cynere=ADA))
    asked = set()
    rng = Random(2)
    let_go_on(session)
    while session.waits().on == "choice":
        asked.add(session.waits().seat)
        session.take(rng.choice(session.state.legal_actions()))
        let_go_on(session)
    assert asked <= {"zird", "cynere"}
    assert asked
    by = {one.by for one in session.history.entries}
    assert {"players", "gm", "dice"} <= by


def test_nobody_concedes_for_a_person_who_does_not_ask_for_it() -> None:
    session = new("street-fight", seats(None, "brawler"))
    rng = Random(5)
    play(session, rng)
    conceded = [one for one in session.history.entries if one.data.get("verb") == "concede"]
    assert session.waits().on == "nothing"
    assert not [one for one in conceded if one.by == "players"]


def test_whoever_wants_to_concede_is_asked() -> None:
    session = new("street-fight", seats(None, "brawler"))
    session.seat("players", ADA.model_copy(update={"conceding": True}))
    let_go_on(session)
    while session.state.node() != N_CONCEDE:
        session.take(session.state.legal_actions()[-1])
        let_go_on(session)
    actions = [one for one in session.state.legal_actions() if one >> VERB_SHIFT == V_CONCEDE]
    step = session.take(actions[0])
    assert any(event.kind == "concedes" for event in session.game.events(step.before, step.action))


def test_a_seat_that_an_agent_has_left_failing_falls_to_a_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = new("duel", seats("brawler", "brawler"))
    for _ in range(9):
        session.go_on()
    before = len(session.history)

    class Failing:
        name = "brawler"

        def decide(self, state: Any, source: RandomSource) -> Decision:
            raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("autogm.session.seats.agent", lambda name: Failing())
    session = Session(session.saved)
    with pytest.raises(AgentFailedError, match=r"brawler.*failed.*division by zero"):
        let_go_on(session)
    seat = session.waits().seat
    assert seat is not None
    assert session.seats.seats[seat].person == "instead of brawler"
    assert len(session.history) >= before
    assert session.waits().on == "choice"


@pytest.mark.parametrize(
    ("sitting", "says"),
    [
        ({"players": ADA}, "nobody sits on the seat of `gm`"),
        (seats(rolf=ADA), "`rolf` is no side and no fighter"),
        (seats("brawlr"), "no agent is called `brawlr`"),
        (seats("frugal"), "plays no such game"),
    ],
)
def test_who_cannot_sit_there_is_refused(sitting: dict[str, Seat], says: str) -> None:
    with pytest.raises(SeatError, match=says):
        begin("duel", sitting)


def test_seats_change_in_mid_game() -> None:
    session = new("duel", seats(None, "brawler"))
    play(session, Random(1), 3)
    assert session.waits().on == "choice"
    session.seat("players", Seat(agent="brawler"))
    let_go_on(session)
    assert session.waits().on == "nothing"


@pytest.mark.parametrize(
    ("name", "sitting", "says"),
    [
        ("duel", Seat(agent="planner:protects=brno"), "gm: .* Did you mean `bruno`"),
        ("duel", Seat(person="Bo", proposer="tactician:protects=ilse"), "`ilse` is an enemy"),
        ("party-crashers", Seat(agent="planner:cruel"), "gm: `cruel` is a temper"),
    ],
)
def test_a_temper_that_comes_to_nothing_there_is_refused(
    name: str, sitting: Seat, says: str
) -> None:
    session = new(name, seats())
    with pytest.raises(SeatError, match=says):
        session.seat("gm", sitting)
    with pytest.raises(SeatError, match=says):
        begin(name, {**seats(), "gm": sitting})


def test_names_and_dice_can_be_changed() -> None:
    session = new("duel", seats(None, "brawler"))
    session.rename("  The   evening <b> ")
    session.roll_own(("gm", "players"))
    assert session.saved.title == "The evening <b>"
    assert session.own_dice == ("players", "gm")
    with pytest.raises(SessionError, match="called something"):
        session.rename("   ")


def test_a_game_that_this_version_does_not_accept_is_told_and_read_as_far_as_it_goes() -> None:
    session = new("duel", seats(None, "brawler"))
    play(session, Random(1), 5)
    saved = session.saved
    broken = [
        one.model_copy(update={"data": {"verb": "pass"}}) if place == 6 else one
        for place, one in enumerate(saved.entries)
    ]
    if saved.entries[6].data.get("verb") == "pass":
        pytest.fail("the entry to be broken says the same already")
    damaged = saved.model_copy(update={"entries": broken})
    with pytest.raises(PlayError, match="entry 7 of"):
        Session(damaged)
    kept = readable(damaged)
    assert kept.entries == saved.entries[:6]
    assert Session(kept).here == 6
    taken_back = readable(damaged.model_copy(update={"here": 2}))
    assert (taken_back.entries, taken_back.here, taken_back.tip) == (saved.entries[:6], 2, 6)
    assert readable(damaged.model_copy(update={"here": ROOT})).here == ROOT


def test_what_the_program_chose_keeps_what_it_went_by() -> None:
    session = new("duel", seats("tactician", "tactician"))
    for _ in range(12):
        session.go_on()
    decided = [one for one in Session(session.saved).steps() if one.decision is not None]
    assert decided
    assert all(one.decision and one.decision.facts["by"] == "tactician" for one in decided)
    assert all(one.entry.facts == {} for one in session.steps() if one.entry.by == "dice")


def test_nobody_decides_what_dice_show_whatever_a_file_says() -> None:
    session = new("duel", seats("tactician", "tactician"))
    for _ in range(12):
        session.go_on()
    saved = session.saved
    entries = [one.model_copy(update={"facts": {"by": "tactician"}}) for one in saved.entries]
    steps = list(Session(saved.model_copy(update={"entries": entries})).steps())
    by_dice = [one for one in steps if one.entry.by == "dice"]
    assert by_dice
    assert all((one.decision is None) == (one in by_dice) for one in steps)


def test_a_failed_keeper_leaves_the_game_as_it_was() -> None:
    full = False

    def keep(change: object) -> None:
        if full:
            raise OSError("no space left on device")

    session = Session(begin("duel", seats(None, "brawler")), keep)
    play(session, Random(1), 3)
    full = True
    before, saved = session.state, session.saved
    action = before.legal_actions()[0]
    for change in (
        lambda: session.take(action),
        session.undo,
        lambda: session.rename("x"),
        lambda: session.seat("players", Seat(agent="brawler")),
    ):
        with pytest.raises(OSError, match="no space"):
            change()
        assert session.state == before
        assert session.saved == saved
        assert session.waits().on == "choice"
    full = False
    session.take(action)
    assert session.here != ROOT


def test_steps_since_an_entry() -> None:
    session = new("duel", seats(None, "brawler"))
    play(session, Random(1), 4)
    whole = list(session.steps())
    since = whole[5].entry.number
    assert [one.entry for one in session.steps(since)] == [one.entry for one in whole[6:]]
    assert any(one.before.current_player() == CHANCE for one in whole)


def test_a_game_goes_on_from_its_own_texts(tmp_path: Any) -> None:
    path = tmp_path / "here.yaml"
    text = read_file("duel").path.read_text("utf-8")
    path.write_text(text, "utf-8")
    saved = begin(path, seats(None, "brawler"))
    path.write_text("title: something else", "utf-8")
    session = Session(Saved.model_validate_json(saved.model_dump_json()))
    assert session.kind == CONFLICT
    assert play(session, Random(1)) > 0
