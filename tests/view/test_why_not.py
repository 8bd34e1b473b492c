"""Why something cannot be done: the rule, in a sentence, and nothing that is hidden."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from autogm.engine import refusals, uninvoked
from autogm.engine.codes import CHANCE, N_DUEL, N_TURN, V_INVOKE, V_INVOKE_FREE, VERB_SHIFT
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.registry import read_file
from autogm.view.options import Offer, offer
from autogm.view.why_not import INVOKES, REASONS, RULES, meant, why_not
from tests.table import scene
from tests.twins import KNIFE, PAIRS, battle, twins

IDS = set(
    re.findall(
        r"^([A-Z]\d+) ", Path(__file__).parents[1].joinpath("rule_ids.txt").read_text("utf-8"), re.M
    )
)


def turn(players: str, gm: str, ground: str, **fields: object) -> State:
    return scene("war-of-ashes", players, gm, ground, **fields).turn("ann").state


def told(state: State, **said: object) -> tuple[str, str]:
    found = why_not(state, state.current_player(), said)
    assert found is not None
    return found.sentence, found.rule


def test_every_reason_has_words_and_a_rule_that_there_is() -> None:
    assert set(REASONS) == set(range(refusals.NO_WAY_OUT + 1)) - {0, refusals.UNTOLD}
    assert set(INVOKES) == set(range(uninvoked.SAME + 1))
    rules = {rule for rule, _, _ in REASONS.values()} | set(RULES.values())
    rules |= {rule for rule, _ in INVOKES.values()}
    assert rules - {""} <= IDS


@pytest.mark.rule("E2", "Z2", "Z3")
def test_what_is_too_far_is_told_so() -> None:
    state = turn("ann@a Forceful 3 boxes=3", "bo@c Forceful 1 boxes=3", "a - b - c - d - e - f")
    assert told(state, verb="attack", target="bo") == ("That is out of reach from here.", "E2")
    assert told(state, verb="move", zone="c") == (
        "No free step leads there: it is no neighbouring zone.", "Z2",
    )  # fmt: skip
    assert told(state, verb="sprint", zone="f")[1] == "Z3"
    assert told(state, verb="sprint", zone="b")[0].startswith("A free move leads there")
    assert told(state, verb="push", target="bo") == ("Bo is in another zone.", "M1")
    assert told(state, verb="charge", target="bo")[1] == "M3"


@pytest.mark.rule("T3", "Z2")
def test_whoever_has_moved_moves_no_more() -> None:
    state = turn("ann@a Forceful 3 boxes=3", "bo@c Forceful 1 boxes=3", "a - b - c")
    moved = next(
        one for one in state.legal_actions() if state.game.describe(state, one).verb == "move"
    )
    state = state.child(moved)
    assert told(state, verb="move", zone="c") == (
        "Ann has made the free move of this turn already.", "Z2",
    )  # fmt: skip
    assert told(state, verb="move", zone="b") == ("Ann is there already.", "Z2")


def test_friends_are_not_attacked_and_nobody_is_who_is_not_there() -> None:
    state = turn("ann@a Forceful 3; cy@a Forceful 1", "bo@a Forceful 1 boxes=3", "a - b")
    assert told(state, verb="attack", target="cy") == ("Cy is on the same side.", "E1")
    found = why_not(state, state.current_player(), {"verb": "attack", "target": "dora"})
    assert found is not None
    assert found.rule == ""
    assert found.instead == ("attack Bo",)
    assert "dora" in found.sentence


def test_conceding_belongs_before_rolls() -> None:
    both = "ann@a Forceful 3", "bo@a Forceful 1 boxes=3", "a"
    for allowed, words in ((True, "Before the dice of a roll"), (False, "Nobody concedes by")):
        state = turn(*both, rules={"concede": allowed})
        for said in ({"verb": "concede"}, {"verb": "concede", "target": "ann"}):
            sentence, rule = told(state, **said)
            assert sentence.startswith(words)
            assert rule == "H6"


def test_what_can_be_done_has_nothing_against_it() -> None:
    state = load_game("street-fight").new_initial_state()
    while state.current_player() == CHANCE or state.node() != N_TURN:
        state = state.child(state.legal_actions()[0])
    side = state.current_player()
    for option in offer(state, side).options:
        assert why_not(state, side, option.action) is None
    with pytest.raises(ValueError, match="not the choice"):
        why_not(state, 1 - side, {"verb": "pass"})


def test_elsewhere_what_can_be_chosen_is_named() -> None:
    state = load_game("duel").new_initial_state()
    while state.current_player() == CHANCE or state.node() == N_TURN:
        attacks = [one for one in state.legal_actions()
                   if state.current_player() == CHANCE
                   or state.game.describe(state, one).verb == "attack"]  # fmt: skip
        state = state.child(attacks[0])
    asked = offer(state, state.current_player())
    found = why_not(state, state.current_player(), {"verb": "move", "zone": "nowhere"})
    assert found is not None
    assert found.instead == tuple(one.words for one in asked.options)[:5]


def test_other_games_name_what_can_be_chosen() -> None:
    state = read_file("party-crashers").game().new_initial_state()
    while state.current_player() == CHANCE:
        state = state.child(state.legal_actions()[0])
    side = state.current_player()
    found = why_not(state, side, {"verb": "reveal", "aspect": "A Suspicious Officer"})
    assert found is not None
    assert found.instead
    assert found.sentence == why_not(
        state, side, {"verb": "reveal", "aspect": "No Such Thing"}
    ).sentence.replace("No Such Thing", "A Suspicious Officer")  # type: ignore[union-attr]


def test_what_is_said_is_understood_in_the_words_of_choices() -> None:
    state = turn("ann@a Forceful 3 boxes=3", "bo@a Forceful 1 boxes=3", "a [Loose Gravel] - b")
    side = state.current_player()
    for words, action in (
        ("make for b", {"verb": "sprint", "zone": "b"}),
        ("get rid of «Loose Gravel»", {"verb": "overcome", "aspect": "Loose Gravel"}),
        ("take advantage of loose gravel", {"verb": "create", "aspect": "Loose Gravel"}),
        ("create Off Balance on bo", {"verb": "create", "aspect": "Off Balance", "on": "bo"}),
        ("create «Off Balance» on Bo", {"verb": "create", "aspect": "Off Balance", "on": "bo"}),
        ("look for what is hidden", {"verb": "discover"}),
        ("attack bo", {"verb": "attack", "target": "bo"}),
        ("explore", {"verb": "explore"}),
    ):
        assert meant(state, side, words) == action
    for words, lacking in (("attack everyone", "where"), ("create", "which aspect"),
                           ("overcome", "which aspect"), ("attack", "whom")):  # fmt: skip
        with pytest.raises(ValueError, match=f"say {lacking} besides, as in «{words} [A-Z]+»"):
            meant(state, side, words)
    for verb in ("create", "explore", "attack everyone", "invoke"):
        found = why_not(state, side, {"verb": verb})
        assert found is None or "None" not in found.sentence


def invoked(state: State, text: str) -> tuple[str, str]:
    return told(state, verb="invoke", aspect=text)


def duel(points: int, **fields: object) -> State:
    """Ann's attack on Bo has fallen, and she may invoke."""
    sheets = {"ann": {"type": "player", "refresh": points, **fields.pop("ann", {})}}  # type: ignore[dict-item]
    table = scene("war-of-ashes", "ann@a Forceful 3 boxes=3", "bo@a Forceful 1 boxes=3",
                  "a [Loose Gravel] - b [Wet Grass]", sheets=sheets, **fields)  # fmt: skip
    table.turn("ann")
    assert invoked(table.state, "Wet Grass")[1] == "A2"
    state = table.state
    while state.node() != N_DUEL:
        codes = state.legal_actions()
        fights = [one for one in codes if state.current_player() != CHANCE
                  and state.game.describe(state, one).verb == "attack"]  # fmt: skip
        state = state.child((fights or codes)[0])
    return state


@pytest.mark.rule("A2", "A3", "A8")
def test_why_an_aspect_is_not_invoked() -> None:
    free = {"aspects": [{"text": "Bell Tower", "free": {"players": 1}}, "Clock Tower"]}
    state = duel(1, ann={"aspects": ["Quick on Her Feet", "Never Gives Ground"]}, **free)
    side = state.current_player()
    offered = {one.aspect for one in offer(state, side).options}
    assert invoked(state, "Wet Grass") == ("That aspect does not speak to this roll.", "A8")
    assert invoked(state, "No Such Thing")[0] == "You know of no aspect «No Such Thing»."
    assert why_not(state, side, {"verb": "invoke", "aspect": "Bell Tower"}) is None
    paid = next(one for one in offer(state, side).options if one.action["verb"] == "invoke")
    assert paid.aspect is not None
    assert paid.aspect in paid.words
    assert why_not(state, side, {"verb": "invoke", "aspect": paid.aspect}) is None
    assert meant(state, side, "invoke wet grass") == {"verb": "invoke", "aspect": "Wet Grass"}
    with pytest.raises(ValueError, match="no aspect that you know"):
        meant(state, side, "invoke dry grass")
    with pytest.raises(ValueError, match="say which aspect besides"):
        meant(state, side, "invoke")
    others = {"Clock Tower", "Quick on Her Feet", "Never Gives Ground"} - offered
    assert {invoked(state, one)[1] for one in others} <= {"A3", "A8"}
    assert "A3" in {invoked(state, one)[1] for one in others}
    code = next(one for one in state.legal_actions() if one >> VERB_SHIFT == V_INVOKE)
    spent = state.child(code)
    while spent.current_player() != side or spent.node() != N_DUEL:
        spent = spent.child(spent.legal_actions()[0])
    assert invoked(spent, paid.aspect)[1] == "A2", "no point is left"


@pytest.mark.parametrize("name", ["duel", "street-fight", "lizardfolk-camp", "ravine-ambush"])
def test_reasons_against_invokes_agree_with_what_is_legal(name: str) -> None:
    """In every moment of random battles in which invokes are chosen."""
    from random import Random

    game, seen = load_game(name), 0
    slots = game.compiled.slots.slots
    for seed in range(3):
        state, dice = game.new_initial_state(), Random(seed)
        while not state.is_terminal() and seen < 400:
            legal = state.legal_actions()
            if state.current_player() >= 0 and state.node() == N_DUEL:
                seen += 1
                verbs = {one >> VERB_SHIFT for one in legal}
                listed = {game.describe(state, one).aspect for one in legal}
                for slot, one in enumerate(slots):
                    reason = uninvoked.refusal(state, slot)
                    if reason == uninvoked.SAME:
                        assert V_INVOKE in verbs
                    elif reason == uninvoked.NO_POINT:
                        assert V_INVOKE not in verbs
                    elif reason == uninvoked.EQUAL:
                        assert V_INVOKE_FREE in verbs
                    elif reason in (uninvoked.SILENT, uninvoked.ABSENT):
                        place = state.game.words.subject(slot)
                        assert not [
                            a
                            for a in (game.describe(state, c) for c in legal)
                            if a.aspect in one.texts and a.on == place
                        ]
                    assert reason != uninvoked.NO_ROLL
                assert listed
            state = state.child(dice.choice(legal))
    assert seen > 20


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_hidden_changes_no_reason(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is offered is worked out once for all that is said in a moment: that it is the same is
    in `test_options.py`."""
    pair, compared = twins(name), 0
    words = pair.plain.words
    said = [{"verb": verb, "target": one} for one in words.fighters
            for verb in ("attack", "push", "charge", "help")]  # fmt: skip
    said += [{"verb": verb, "zone": one} for one in words.zones for verb in ("move", "sprint")]
    said += [
        {"verb": verb} for verb in ("full defense", "recover", "grab", "leave", "dance", "discover")
    ]
    said += [{"verb": "discover", "on": one} for one in words.zones]
    said += [{"verb": "invoke", "aspect": text} for text in (str(KNIFE["text"]), "No Such Thing")]
    said += [
        {"verb": "invoke", "aspect": text}
        for one in pair.plain.compiled.slots.slots
        for text in one.texts
    ]
    said += [{"verb": "discover", "aspect": str(KNIFE["text"]), "on": "hans"}]
    moments = (one for seed in range(3) for one in battle(pair, seed))
    for moment in moments:
        if moment.plain.current_player() == pair.side:
            offers = {id(one): offer(one, pair.side) for one in (moment.plain, moment.full)}
            monkeypatch.setattr("autogm.view.why_not.offer", partial(_offered, offers))
            for one in said:
                plain, full = (why_not(s, pair.side, one) for s in (moment.plain, moment.full))
                assert plain == full
                compared += 1
    assert compared > 10


def _offered(offers: dict[int, Offer], state: State, side: int) -> Offer:
    return offers[id(state)]


def test_what_is_no_matter_at_a_choice_is_told_in_plain_words() -> None:
    """At a choice in the middle of a roll, whoever points at a fighter reads no engine's words."""
    game, found = load_game("duel"), 0
    state = game.new_initial_state()
    while not state.is_terminal() and found < 3:
        side = state.current_player()
        if side >= 0 and state.node() == N_DUEL:
            target = ("bruno", "ilse")[side]
            sentence, _ = told(state, verb="attack", target=target)
            says = ("Ilse chooses", "Bruno chooses")[side]
            assert sentence.startswith(f"That cannot be done now. {says} whether to invoke")
            found += 1
        actions = state.legal_actions()
        state = state.child(actions[-1] if side >= 0 else actions[len(actions) // 2])
    assert found
