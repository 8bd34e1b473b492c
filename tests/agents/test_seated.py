"""Fighters with agents of their own: who may be named and how that is refused; whose choice is
asked of whom, and that nothing changes where they are all the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autogm.agents.base import Decision, RandomSource
from autogm.agents.names import UnknownAgentError, fighters_of, seating
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent, seats
from autogm.agents.seated import Seated, names_of_agents
from autogm.engine.codes import N_CONCEDE, N_DUEL, N_TURN, V_CONCEDE, V_PASS, VERB_SHIFT
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.rules.encounter import Encounter
from tests.table import scene

CAMP = load_game(Path(__file__).parents[2] / "scenarios" / "lizardfolk-camp.yaml")


def by(text: str, encounter: Encounter = CAMP.encounter) -> dict[str, str]:
    """Who plays, by side and fighter."""
    return names_of_agents(seats(text, encounter=encounter))


def test_fighters_are_named_beside_the_sides() -> None:
    assert by("gm=planner:fair,rolf=brawler") == {
        "players": "tactician", "gm": "planner:fair", "rolf": "brawler",
    }  # fmt: skip
    assert by("random, guard = planner:0 ,guard-2=brawler") == {
        "players": "random", "gm": "random", "guard-2": "brawler", "guard": "planner:mediocre",
    }  # fmt: skip


def test_what_copies_were_written_as_means_each_of_them() -> None:
    """But one that is named itself has its own; a side without any is the agent alone."""
    for text in ("guard=random,guard-2=brawler", "guard-2=brawler,guard=random"):
        players, gm = seats(text, encounter=CAMP.encounter)
        assert players is agent("tactician")
        assert isinstance(gm, Seated)
        names = {who: one.name for who, (_, one) in gm.fighters.items()}
        assert names == {"guard-1": "random", "guard-2": "brawler", "guard-3": "random"}


def test_what_breaks_off_goes_with_its_mob() -> None:
    game = load_game(Path(__file__).parents[2] / "scenarios" / "undercrypt.yaml")
    parts = {one.id: one.part_of for one in game.encounter.fighters if one.part_of}
    means = fighters_of(game.encounter)
    assert not parts.keys() & means.keys()
    for part, mob in parts.items():
        assert part in means[str(mob)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rlof=brawler", "no side or fighter is called `rlof`. Did you mean `rolf`?"),
        ("nobody=brawler", "The sides are players and gm; the fighters here: olivia, rolf, "),
        ("rolf=brawler,rolf=random", "`rolf` is named twice, as `brawler` and `random`"),
        ("rolf=brawlr", "Did you mean `brawler`"),
        ("rolf=", "no agent is called ``"),
        (
            "gm:planner:fair",
            "`gm:planner:fair`: `gm` is a side, and no agent; write gm=planner:fair",
        ),
        ("random,rolf:brawler", "`rolf` is a fighter, and no agent; write rolf=brawler"),
        ("rolf=brawler,random", "`random` would play both sides, and `rolf=brawler` is named"),
    ],
)
def test_who_is_not_there_is_refused_with_those_who_are(text: str, says: str) -> None:
    with pytest.raises(UnknownAgentError) as told:
        seating(text, encounter=CAMP.encounter)
    assert says in str(told.value)


@pytest.mark.parametrize("who", ["brawler", "random"])
def test_fighters_who_are_played_alike_play_as_their_side_does(who: str) -> None:
    """Asked one by one, in the same battles."""
    names = (one.id for one in CAMP.encounter.fighters)
    own = ",".join([who, *(f"{name}={who}" for name in names)])
    both = seats(own, encounter=CAMP.encounter)
    assert all(isinstance(one, Seated) for one in both)
    alike = play_chunk(CAMP, 3, 0, 4, both).results == play_chunk(CAMP, 3, 0, 4, seats(who)).results
    assert alike.all()


class Told:
    """Answers with the first, or the last, legal action, and keeps what it was asked."""

    def __init__(self, name: str, last: bool = False) -> None:
        self.name = name
        self.last = last
        self.asked: list[tuple[int, str | None]] = []

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The first or the last."""
        self.asked.append((state.node(), state.actor()))
        return Decision(state.legal_actions()[-1 if self.last else 0], {"by": self.name})


def seated(**own: Any) -> tuple[Seated, Told]:
    """A side with its agent, and with agents of its fighters'."""
    side = Told("side")
    return Seated(side, {who: (who, one) for who, one in own.items()}), side


def test_a_fighters_own_choices_are_its_agents() -> None:
    """Its turn; who answers an attack with invokes answers for itself."""
    fog = {"text": "Fog", "helps": "both", "actions": ["attack", "defend"]}
    table = scene("fate-core", "ann Fight 2; cid Fight 2", "foe Fight 2", aspects=[fog])
    ann, foe = Told("ann"), Told("foe")
    table.turn("ann")
    both, side = seated(ann=ann)
    both.decide(table.state, RandomSource(1))
    assert ann.asked == [(N_TURN, "ann")]
    assert side.asked == []
    table.turn("cid")
    both.decide(table.state, RandomSource(1))
    assert side.asked == [(N_TURN, "cid")]
    hit = scene("fate-core", "ann Fight 2", "foe Fight 2; bar Fight 1", pool=2, aspects=[fog])
    hit.turn("ann").choose("attack", target="foe").dice("+ 0 0 0", "0 0 0 0")
    gm, rest = seated(foe=foe)
    while hit.state.side() != "gm":
        hit.choose("pass")
    assert hit.node == N_DUEL
    gm.decide(hit.state, RandomSource(1))
    assert len(foe.asked) == 1
    assert rest.asked == []


def test_each_is_asked_whether_it_concedes() -> None:
    """The choice is the side's: Ann's agent goes for Ann, and for nobody else."""
    table = scene("fate-core", "ann Fight 2; cid Fight 2; dee", "foe Fight 2").turn("ann")
    table.choose("attack", target="foe")
    while table.node != N_CONCEDE or table.state.side() != "players":
        table.state.apply_action(table.state.legal_actions()[0])
    legal = table.state.legal_actions()
    assert [one >> VERB_SHIFT for one in legal] == [V_PASS, V_CONCEDE, V_CONCEDE, V_CONCEDE]
    stays, ann, _, dee = legal
    for own, answer in (
        ({"ann": Told("last", last=True)}, stays),  # it would have Dee go, who is not its own
        ({"dee": Told("last", last=True)}, dee),
        ({"cid": agent("random")}, None),
    ):
        both, _ = seated(**own)
        found = both.decide(table.state, RandomSource(1)).action
        assert found in (legal if answer is None else [answer])
        assert found != ann
