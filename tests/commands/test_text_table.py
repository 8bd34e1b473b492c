"""Games played in the terminal: to the end, back and forth, by number and by words, with what may
be asked for on the way.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from autogm.engine.codes import N_CONCEDE, N_DUEL
from autogm.session.begun import begin
from autogm.session.seats import Seat
from autogm.session.session import Session
from autogm.session.store import FILE, Store
from autogm.table.text import TextTable
from tests.soak import some

WHOLE = [
    "duel", "street-fight", "ravine-ambush", "autarch-skirmish", "aether-storm", "royal-court",
    "party-crashers", "one-question",
]  # fmt: skip
"""Of each ruleset one at least, something hidden, and scenes of cards."""


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGM_DATA_DIR", str(tmp_path / "data"))


def new(name: str, players: str | None = None, gm: str | None = "random", seed: int = 1) -> Session:
    def sits(agent: str | None) -> Seat:
        return Seat(agent=agent) if agent else Seat(person="you")

    return Session(begin(name, {"players": sits(players), "gm": sits(gm)}, seed))


def played(session: Session, answers: Iterator[str] | list[str], see: int | None = 0) -> str:
    """What is printed while somebody answers so, and then leaves."""
    lines, out = iter(answers), io.StringIO()
    console = Console(file=out, width=100, force_terminal=False, soft_wrap=True)
    TextTable(session, console, lambda: next(lines, None), see, lambda: session).run()
    return out.getvalue()


def at_random(session: Session, rng: Random, most: int = 3000) -> Iterator[str]:
    """A number of what is offered, now and then something else that can be typed."""
    for _ in range(most):
        waits = session.waits()
        if waits.on == "nothing":
            return
        yield (
            rng.choice(["u", "w", "?", "h", "m", "f", "1000", "x" * 50, "r", "c", "l skills", ""])
            if (rng.random() < 0.1)
            else str(rng.randrange(1, 5))
        )


@pytest.mark.parametrize("name", WHOLE)
def test_whole_games_are_played_to_the_end(name: str) -> None:
    session = new(name)
    shown = played(session, at_random(session, Random(3)))
    assert "It is over" in shown
    assert session.waits().on == "nothing"
    assert session.title in shown


def test_either_side_can_be_played_and_both() -> None:
    for players, gm in (("random", None), (None, None)):
        session = new("duel", players, gm)
        played(session, at_random(session, Random(5)), see=None)
        assert session.waits().on == "nothing"


def test_choices_are_meant_by_number_and_by_words() -> None:
    by_number, by_words = new("duel"), new("duel")
    shown = played(by_number, ["1"])
    assert "1  attack Bruno" in shown
    played(by_words, ["  Attack   bruno "])
    assert by_number.state == by_words.state
    assert by_number.here > 0
    assert "sets" not in shown


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("7", "the choices are numbered from 1 to 3."),
        ("0", "the choices are numbered from 1 to 3."),
        ("bruno", "may mean attack Bruno; create «Off Balance» on Bruno: say more, or the number."),
        ("-1", "the choices are numbered from 1 to 3."),
        ("atack bruno", "none of the choices (did you mean «attack Bruno»?)"),
        ("x attack bruno", "That can be done: it is choice 1."),
        ("x create", "That can be done: it is choice 2."),
        ("x overcome", "say which aspect besides, as in «overcome ASPECT»."),
        ("dance", "«dance» is none of the choices"),
        ("r", "nothing was taken back that could be done again."),
        ("u", "nobody has chosen anything yet that could be taken back."),
        ("+0-+", "is none of the choices"),
    ],
)
def test_what_is_no_answer_is_told_and_changes_nothing(line: str, says: str) -> None:
    session = new("duel")
    shown = played(session, [line])
    assert says in " ".join(shown.split())
    assert not [one for one in session.history.entries if one.asked]


def test_nothing_is_told_again_after_taking_back() -> None:
    session = new("street-fight")
    shown = played(session, ["1", "u", "1", "u", "2"])
    assert shown.count("Taken back.") == 2
    assert len(re.findall(r"^\s*Exchange 1$", shown, re.MULTILINE)) == 1


def test_what_the_enemies_could_do_is_told() -> None:
    shown = " ".join(played(new("duel"), ["t"]).split())
    assert "Bruno could attack Ilse with" in shown


def test_taking_back_and_doing_again() -> None:
    session = new("duel")
    shown = played(session, ["1", "1", "u", "u", "r", "r"])
    assert shown.count("Taken back.") == 2
    assert shown.count("Done again.") == 2
    other = new("duel")
    played(other, ["1", "1"])
    assert session.state == other.state


def test_odds_and_the_coach_are_told_on_demand() -> None:
    shown = played(new("duel"), ["?", "!"])
    assert "attack Bruno: hit 42%, with style 14%" in shown
    assert "(Quick against Forceful)" in shown
    assert "Ilse should attack Bruno" in shown
    assert "attack Bruno: the best" in shown


def test_reasons_of_the_other_side_are_told_on_demand() -> None:
    session = new("duel", gm="tactician")
    shown = played(session, ["1", "1", "1", "1", "w"])
    assert "In exchange 1:" in shown
    assert re.search(r"looks best for the GM's side .*\d percentage points worse", shown)
    assert "an estimated chance to win of" not in shown


def test_nobody_is_told_that_it_may_concede_where_it_may_not() -> None:
    session = new("duel")
    assert "Nobody can concede in this conflict (H6)." in played(session, ["c"])
    assert not session.seats.seats["players"].conceding


def test_once_it_is_over_one_may_still_ask_why() -> None:
    """And is not thrown out for what was mistyped."""
    session = new("duel", gm="tactician")
    shown = played(session, [*["1"] * 60, "w", "m", "u", "s"])
    assert shown.count("It is over") > 1
    over = shown.rindex("It is over")
    assert "In exchange" in shown[over:]
    assert session.waits().on != "nothing"


def test_choices_are_left_to_the_program_and_taken_back() -> None:
    session = new("street-fight")
    shown = played(session, ["l", "l skills", "l invokes", "l skills", "l nothing"])
    assert "l invokes  whether to invoke: you are asked" in shown
    assert "The tactician chooses for you: which skill to roll." in shown
    assert "You are asked again: which skill to roll." in shown
    assert "l invokes  whether to invoke: left to the program" in shown
    assert "No kind of choices is called «nothing»; there are:" in shown
    assert session.seats.seats["players"].leaves == ("invokes",)
    played(session, ["l skills, costs"])
    assert session.seats.seats["players"].leaves == ("skills", "invokes", "costs")
    played(session, ["l skills everything"])
    assert session.seats.seats["players"].leaves == ("skills", "invokes", "costs")


@pytest.mark.parametrize(
    ("kind", "first", "left"), [(N_DUEL, [], "l invokes"), (N_CONCEDE, ["c"], "c")]
)
def test_the_game_goes_on_where_the_very_choice_is_left_to_the_program(
    kind: int, first: list[str], left: str
) -> None:
    session, gone_on = new("street-fight"), list[bool]()

    def answers() -> Iterator[str]:
        yield from first
        while session.state.node() != kind:
            yield "1"
        here = session.here
        yield left
        gone_on.append(session.here > here)

    shown = played(session, answers())
    assert gone_on == [True]
    assert "no choice of a person is asked for" not in shown


def test_to_be_asked_about_conceding_is_offered_where_somebody_may() -> None:
    shown = played(new("street-fight"), ["x concede", "c", "x concede"])
    assert shown.count("Type c to be asked.") == 1
    assert "You are asked then." in shown.partition("Type c to be asked.")[2]
    shown = played(new("duel"), ["x concede"])
    assert "Nobody concedes by the rules of this conflict." in shown
    assert "Type c" not in shown


def test_own_dice_are_typed() -> None:
    seats = {"players": Seat(person="you"), "gm": Seat(agent="brawler")}
    session = Session(begin("duel", seats, 1, ("players",)))
    shown = played(session, ["attack bruno", "dice?", "?", "+0-+", "=9"])
    assert "Ilse rolls: which dice fell? (Ilse's Quick against Bruno's Forceful)" in shown
    assert "dice are typed as all four faces" in shown
    assert "Ilse's Quick against Bruno's Forceful: hit 42%" in shown  # see test_forecast.py
    assert re.search(r"^ +\+4 +1%  hit 99%", shown, re.MULTILINE)
    own = [one.data for one in session.history.entries if one.by == "dice" and one.asked]
    assert own[0] == {"dice": [1, 0, -1, 1]}
    assert "Ilse rolls [+ 0 - +] = +1" in shown


def test_who_leaves_in_the_middle_of_a_roll_is_told_what_is_asked_next_time() -> None:
    seats = {"players": Seat(person="you"), "gm": Seat(agent="brawler")}
    session = Session(begin("duel", seats, 1, ("players",)))
    assert "The game is kept.\n" in played(session, ["s"])
    assert "next time it asks first which dice fell" in played(session, ["attack bruno", "s"])
    again = played(Session(session.saved), ["s"])
    assert "Ilse rolls: which dice fell? (Ilse's Quick against Bruno's Forceful)" in again


@pytest.mark.parametrize(
    ("name", "secret"),
    some(
        [
            ("street-fight", "Knives from Above"),
            ("lizardfolk-camp", "Scales the Colour of Stone"),
            ("guild-debate", "Barbarians Were Seen at the Ford"),
            ("moonrise-ritual", "The Third Name Is Wrong"),
        ],
        2,
    ),
)
def test_what_players_may_not_know_is_not_printed_before_it_shows(name: str, secret: str) -> None:
    """All that can be asked for at every choice, until a step tells the players of it."""
    session = new(name, gm="tactician" if name != "moonrise-ritual" else "random")
    shown, asked, rng = "", 0, Random(1)
    while session.waits().on != "nothing" and asked < 25:
        asked += 1
        lines = ["m", "f", "?", "w", *(["!"] if asked % 8 == 1 else []), str(rng.randrange(1, 4))]
        before = session.here
        shown = played(session, lines)
        told = [
            str(one.facts) if hasattr(one, "facts") else str(one)
            for step in session.steps(before)
            for one in session.game.events(step.before, step.action, 0)
        ]
        if any(secret in one for one in told):
            break
        assert secret not in shown
    assert asked > 1
    open_to_all = played(session, ["m", "f"], see=None)
    assert secret in open_to_all or session.waits().on == "nothing"


def test_what_another_program_did_meanwhile_is_gone_on_with(tmp_path: Path) -> None:
    seats = {"players": Seat(person="you"), "gm": Seat(person="you too")}
    with Store(tmp_path / FILE) as store, Store(tmp_path / FILE) as other:
        game = store.add(begin("duel", seats, 1))
        session, elsewhere, out = store.open(game), other.open(game), io.StringIO()

        def answers() -> Iterator[str]:
            elsewhere.take(elsewhere.state.legal_actions()[0])
            yield "1"
            yield "s"

        lines = answers()
        console = Console(file=out, width=100, force_terminal=False, soft_wrap=True)
        table = TextTable(
            session, console, lambda: next(lines, None), None, lambda: store.open(game)
        )
        table.run()
        assert "has been gone on with elsewhere" in out.getvalue()
        assert store.read(game) == elsewhere.saved
        other.remove(game)
        lines = iter(["1"])
        table.run()
        assert "has been removed elsewhere" in out.getvalue()


def test_the_map_is_told_without_sheets_and_those_on_request() -> None:
    """Nothing that is only on sheets stands in the map; one can be asked for alone."""
    session = new("street-fight", gm=None)
    before, _, after = played(session, ["m", "f zird", "f", "f nobody"], see=None).partition("> ")
    first, _, shown = after.partition("> ")
    one, every, none, _ = shown.split("> ")
    for told in (before, first):
        assert "Tavern Roof" in told
        assert "Landon 3" in told
        assert "Exchange 4: Old Finn".lower() in told.lower()
        assert "Bolts of the Seventh Circle" not in told
        assert "Infamous Girl with Sword" not in told
        assert "Burglary" not in told
    assert "Bolts of the Seventh Circle" in one
    assert "Wizard for Hire" in one
    assert "Landon" not in one
    assert "Tavern Roof" not in one
    for words in ("Infamous Girl with Sword", "Bolts of the Seventh Circle", "Og the Strong"):
        assert words in every
    assert "nobody here is called «nobody»; there are Landon, Cynere" in none


def test_a_scene_of_cards_offers_nothing_that_only_conflicts_have() -> None:
    shown = played(new("the-vault", gm="frugal"), ["h", "t", "e", "f", "s"])
    assert "what the enemies could do" not in shown
    for one in ("t", "e", "f"):
        assert f"«{one}»: that is for conflicts" in shown
    assert "what the enemies could do" in played(new("duel"), ["h", "s"])


def test_at_a_roll_what_is_for_choices_is_said_to_be() -> None:
    session = new("duel")
    session.roll_own(("players",))
    assert played(session, ["1", "c", "l"]).count("That is for a choice") == 2


def test_whoever_is_out_is_said_to_be_where_their_sheet_is_asked_for() -> None:
    session = new("ravine-ambush")
    shown = played(session, ["e out deliah", "f deliah"])
    assert "no longer here: Deliah" in shown


def test_what_another_side_alone_may_know_is_put_to_nobody_unasked() -> None:
    """The agent of the GM's side fails, so that whoever sits there is asked for it."""
    session = new("duel", gm=None)
    for answers, asked in ((["s"], False), (["", "s"], True)):
        shown = played(session, answers, see=1)
        assert "The choice is the players'" in shown
        assert ("attack Bruno" in shown) == asked
