"""What must hold at every moment of every conflict: the quick clauses of the contract of all games
(`test_contract.py` has all of them), and one function for each invariant of a conflict's records.
`CHECKS` is called with each step of a play: the state before, the action, what the game says would
happen, the state after.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from autogm.engine.codes import (
    CHANCE,
    F_BLOCKED,
    F_HINDERED,
    GM,
    HERE,
    K_FOR,
    K_ON,
    MAX_DEPTH,
    N_ABSORB,
    N_BLOCK,
    N_BLOCKED,
    N_DICE,
    N_FINISH,
    N_LAST_AUTO,
    N_ORDER,
    N_ROAR,
    N_TURN,
    PLAYERS,
    POOL,
    VERB_SHIFT,
    ZONE_SUBJECT,
)
from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.engine.kinds import ROLLS
from autogm.engine.state import State
from autogm.game import conformance
from autogm.model.verbs import VERBS
from autogm.view.words.choices import NODES
from autogm.view.words.events import EventWords

ROLL_FIELDS = (
    "roll_verb", "roll_actor", "roll_target", "roll_skill", "roll_answer", "roll_flags",
    "roll_argument", "roll_against", "roll_from", "roll_guard", "roll_way", "margin", "die",
    "paid_left",
)  # fmt: skip
TURN_FIELDS = (
    "turn_flags", "turn_toward", "turn_away", "turn_banned", "turn_paid",
)  # fmt: skip
FIGHTER_FIELDS = ("zone", "stress", "members", "helps", "flags", "roars", "used")


@dataclass(frozen=True)
class Step(conformance.Step):
    """One step of a play of a conflict. `after` is what `child` gave; `before` has not been
    touched."""

    game: Game
    before: State
    events: tuple[Event, ...]
    after: State

    @property
    def old(self) -> Any:
        """The record before."""
        return self.before.record[0]

    @property
    def new(self) -> Any:
        """The record after."""
        return self.after.record[0]


def bits(mask: int) -> set[int]:
    """The set bits of a mask."""
    left, found = int(mask) & (1 << 64) - 1, set()
    while left:
        found.add(left.bit_length() - 1)
        left ^= 1 << left.bit_length() - 1
    return found


def illegal_actions_are_refused(step: Step) -> None:
    """What is not legal raises `ValueError` and leaves the state as it was."""
    state = step.after
    legal = set(state.legal_actions())
    near = {action + more for action in legal for more in (-1, 1, 1 << 7, 1 << 14, 1 << 24)}
    tried = [*sorted(near - legal)[:4], -1, 1 << 40, step.action]
    before = state.record.tobytes()
    chance = state.current_player() == CHANCE
    for action in tried:
        if action in legal or (chance and action >= 0 and action & 31 in legal):
            continue
        with pytest.raises(ValueError, match=r"action|outcome"):
            state.apply_action(action)
    assert state.record.tobytes() == before
    assert set(state.legal_actions()) == legal


def who_chooses_is_there(step: Step) -> None:
    """The fighter a choice is about is in the scene, and the side that a turn, hit or defence
    belongs to chooses it."""
    state, record = step.after, step.new
    actor = state.actor()
    if state.is_terminal():
        assert actor is None
    elif state.node() not in (N_ORDER, N_ROAR):
        assert actor is not None
        index = state.game.words.fighters.index(actor)
        assert (int(record["present"]) >> index) & 1


def forced_nodes_are_passed(step: Step) -> None:
    """A state rests only at a choice, at dice or at the end."""
    state = step.after
    if not state.is_terminal():
        assert state.node() > N_LAST_AUTO


def pending_above_depth_is_zero(step: Step) -> None:
    """Popped entries leave nothing behind."""
    record = step.new
    depth = int(record["depth"])
    assert 0 <= depth <= MAX_DEPTH
    assert not record["pending"][depth:].any()
    assert all(record["pending"][:depth, 0] > 0)
    assert (depth == 0) == step.after.is_terminal()


def weights_are_kept_up(step: Step) -> None:
    """The weights of each zone and side are what its fighters weigh (W1, N4)."""
    scene, record = step.game.scene[0], step.new
    weights = np.zeros_like(record["weight"])
    for fighter in bits(record["present"]):
        weight = int(scene["weight"][fighter])
        if scene["mob"][fighter]:
            weight = min(
                weight, int(scene["member_weight"][fighter]) * int(record["members"][fighter])
            )
        weights[record["zone"][fighter], scene["side"][fighter]] += weight
    assert (weights == record["weight"]).all()


def masks_are_kept_up(step: Step) -> None:
    """Who stands in each zone, which aspects are in play, how many adverse ones each zone has."""
    scene, record = step.game.scene[0], step.new
    for zone, mask in enumerate(record["present_in"]):
        assert bits(mask) == {f for f in bits(record["present"]) if record["zone"][f] == zone}
    marked = {64 * word + bit for word, mask in enumerate(record["slots_here"])
              for bit in bits(mask)}  # fmt: skip
    assert marked == set(np.flatnonzero(record["here"]).tolist())
    adverse = np.zeros_like(record["adverse"])
    for slot in marked:
        if scene["slot_adverse"][slot] and 0 <= scene["slot_subject"][slot] - ZONE_SUBJECT < 32:
            adverse[scene["slot_subject"][slot] - ZONE_SUBJECT] += 1
    assert (adverse == record["adverse"]).all()


def free_invokes_are_kept_up(step: Step) -> None:
    """The mask of slots with free invokes, counts within bounds, none where no aspect is, no
    boost without one (A5)."""
    scene, record = step.game.scene[0], step.new
    held = record["free"].sum(axis=1)
    marked = {64 * word + bit for word, mask in enumerate(record["slots_free"])
              for bit in bits(mask)}  # fmt: skip
    assert marked == set(np.flatnonzero(held).tolist())
    assert (record["free"] >= 0).all()
    gone = record["here"] & HERE == 0
    assert not record["free"][gone].any()
    assert not record["here"][gone].any()
    kinds = scene["slot_kind"][: int(scene["slots"])]
    boosts = np.flatnonzero((kinds == K_ON) | (kinds == K_FOR))
    assert all(held[slot] > 0 for slot in boosts if record["here"][slot])
    assert (record["free"] <= scene["free_cap"]).all()


def the_roll_is_forgotten(step: Step) -> None:
    """Without a roll under way its fields are zero, but for the target of a charge and the way of
    a longer move that may be blocked; so they are where only absorbing its hit is still to come."""
    record = step.new
    pending = record["pending"][: int(record["depth"]), 0].tolist()
    if pending[-2:] == [N_FINISH, N_ABSORB]:
        pending = []
    for name in ROLL_FIELDS:
        blocked = (name == "roll_target" and N_BLOCK in pending) or (
            name == "roll_way" and (N_BLOCK in pending or N_BLOCKED in pending)
        )
        assert N_FINISH in pending or blocked or not record[name].any(), name


def the_turn_is_forgotten(step: Step) -> None:
    """Between turns the fields of a turn are zero."""
    record = step.new
    if record["pending"][0, 0] != N_TURN:
        for name in TURN_FIELDS:
            assert not record[name].any(), name


def who_is_gone_leaves_nothing(step: Step) -> None:
    """Fighters who are not in the scene have no fields that are not zero, bear no aspects, hold no
    points, and nothing of others points at them."""
    scene, record = step.game.scene[0], step.new
    present = bits(record["present"])
    everyone = set(range(int(scene["fighters"])))
    assert present <= everyone
    left = bits(record["out"]) | bits(record["conceded"]) | bits(record["escaped"])
    assert not left & present
    for fighter in everyone - present:
        for name in FIGHTER_FIELDS:
            assert not record[name][fighter].any(), (name, fighter)
        first, last = scene["fighter_slots"][fighter], scene["fighter_slots"][fighter + 1]
        assert not record["here"][first:last].any()
        assert not record["points"][fighter]
        assert fighter + 1 not in record["maker"].tolist()
        assert fighter + 1 not in record["helps"].tolist()
        assert int(record["item"]) != 64 + fighter
        if not scene["wound_value"][fighter].any():
            assert not record["wounds"][fighter]
    for same in scene["compel_same"][: int(scene["compels"])]:
        used = bits(same) & bits(record["compelled"])
        victims = {int(scene["compel_victim"][n]) for n in bits(same)}
        assert not used or (used == bits(same) and not victims <= left)
    assert not bits(record["acted"]) - present


def counts_are_in_range(step: Step) -> None:
    """Stress, members and exchanges are what the scenario allows; nothing is negative."""
    scene, record = step.game.scene[0], step.new
    count = int(scene["fighters"])
    assert (record["members"][:count] <= scene["members"][:count]).all()
    for name in ("points", "owed", "members", "paid_left", "stress", "wounds"):
        assert (record[name] >= 0).all(), name
    for harm in range(2):
        boxes = scene["boxes"][:count, harm].astype(int)
        assert (record["stress"][:count, harm] < 1 << boxes).all()
    assert 1 <= int(record["exchange"]) <= int(scene["exchanges"])
    assert int(record["exchange"]) >= int(step.old["exchange"])
    assert not record["flags"][:count][~_present(record, count)].any()
    if not scene["blocking"]:
        assert not (record["flags"] & F_BLOCKED).any()
    if not scene["effects"]:
        assert not (record["flags"] & F_HINDERED).any()


def _present(record: Any, count: int) -> Any:
    return np.array([(int(record["present"]) >> n) & 1 == 1 for n in range(count)])


def points_balance(step: Step) -> None:
    """F8: what the events move is what the accounts of the state change by."""
    names = {**dict(enumerate(step.game.words.fighters)), POOL: "gm"}
    kept = bool(step.game.scene[0]["keep_owed"])
    for field, prefix in (("points", ""), ("owed", "owed to ")):
        for purse, name in names.items():
            moved = 0
            for event in step.events:
                if event.kind == "point":
                    moved += event.facts["count"] * (
                        (event.facts["to"] == prefix + name)
                        - (event.facts["from"] == prefix + name)
                    )
            changed = int(step.new[field][purse]) - int(step.old[field][purse])
            assert changed == (moved if prefix == "" or kept else 0), (field, name)


def copies_are_independent(step: Step) -> None:
    """A clone is equal and goes its own way; saving and loading give the same bytes; applying to a
    copy gives what `child` gave."""
    game, before = step.game, step.before
    bytes_before = before.record.tobytes()
    copy = before.clone()
    assert copy == before
    loaded = game.deserialize(game.serialize(before))
    assert loaded.record.tobytes() == bytes_before
    for state in (copy, loaded):
        state.apply_action(step.action)
        assert state.record.tobytes() == step.after.record.tobytes()
        assert state.legal_actions() == step.after.legal_actions()
    assert before.record.tobytes() == bytes_before


def events_tell_what_happens(step: Step) -> None:
    """Zones, harm, who leaves and who wins as the events tell them are as the state has them."""
    game, old, new = step.game, step.old, step.new
    ids = game.words.fighters
    zones = {name: int(old["zone"][n]) for n, name in enumerate(ids)}
    wounds = {name: bits(old["wounds"][n]) for n, name in enumerate(ids)}
    gone: dict[str, str] = {}
    members = {name: int(old["members"][n]) for n, name in enumerate(ids)}
    here = {ids[n] for n in bits(old["present"])}
    winner, exchange, words = None, int(old["exchange"]), EventWords(game)
    for event in step.events:
        facts, who = event.facts, event.who
        text = words.tell(event)
        assert text[-1] in ".!", text
        if event.kind == "moves":
            assert who is not None
            assert game.words.zones[zones[who]] == facts["from"]
            zones[who] = game.words.zones.index(facts["to"])
        elif event.kind == "arrives":
            assert who is not None
            here.add(who)
            zones[who] = game.words.zones.index(facts["zone"])
            members[who] = int(game.scene[0]["members"][ids.index(who)])
        elif event.kind == "consequence":
            assert who is not None
            wounds[who].add(facts["slot"])
        elif event.kind in ("taken out", "concedes", "leaves"):
            assert who is not None
            gone[who] = event.kind
        elif event.kind == "member falls":
            assert who is not None
            members[who] = facts["left"]
        elif event.kind == "action" and facts["action"]["verb"] == "divide":
            assert who is not None
            part = facts["action"]["target"]
            gone.pop(part, None)
            here.add(part)
            zones[part] = zones[who]
            members[part] = facts["action"]["members"]
            members[who] -= members[part]
        elif event.kind == "exchange":
            exchange = facts["exchange"]
        elif event.kind == "end":
            winner = facts["winner"]
    assert winner == step.after.winner
    assert exchange == int(new["exchange"])
    present = {ids[n] for n in bits(new["present"])}
    assert present == here - gone.keys()
    for name in present:
        index = ids.index(name)
        assert zones[name] == int(new["zone"][index])
        assert wounds[name] == bits(new["wounds"][index])
        assert members[name] == int(new["members"][index])
    out = {ids[n] for n in bits(new["out"]) - bits(old["out"])}
    conceded = {ids[n] for n in bits(new["conceded"]) - bits(old["conceded"])}
    escaped = {ids[n] for n in bits(new["escaped"]) - bits(old["escaped"])}
    mobs = {name: ids[int(game.scene[0]["mob_of"][n])] for n, name in enumerate(ids)}
    left = {mobs[name]: how for name, how in gone.items()}
    for name in {mobs[name] for name in present}:
        left.pop(name, None)  # a part of it is here
    away = {ids[n] for n in bits(old["slipped"])} | {
        mobs[name] for name, how in gone.items() if how == "leaves"
    }
    assert out | conceded | escaped == set(left)
    assert escaped == set(left) & away


def what_rolls_has_its_row(step: Step) -> None:
    """Whatever rolls dice stands in the table that says which kind of roll it is (E1)."""
    if step.before.node() == N_DICE:
        assert int(step.before.record[0]["roll_verb"]) in ROLLS


def verbs_come_up_where_their_rows_say(step: Step) -> None:
    """What may be chosen stands in the row of its verb, under the kind of choice."""
    if step.before.current_player() in (PLAYERS, GM):
        kind, _ = NODES[step.before.node()]
        for action in step.before.legal_actions():
            row = VERBS[action >> VERB_SHIFT]
            assert kind in row.at, f"{row.name} comes up at {kind}"


CHECKS: tuple[Callable[[Any], None], ...] = (
    conformance.somebody_chooses,
    conformance.legal_actions_are_sorted,
    conformance.forced_moves_are_taken,
    conformance.dice_are_a_distribution,
    conformance.words_and_numbers_agree,
    conformance.ends_are_ends,
    illegal_actions_are_refused,
    who_chooses_is_there,
    forced_nodes_are_passed,
    pending_above_depth_is_zero,
    weights_are_kept_up,
    masks_are_kept_up,
    free_invokes_are_kept_up,
    the_roll_is_forgotten,
    the_turn_is_forgotten,
    who_is_gone_leaves_nothing,
    counts_are_in_range,
    points_balance,
    copies_are_independent,
    events_tell_what_happens,
    what_rolls_has_its_row,
    verbs_come_up_where_their_rows_say,
)
