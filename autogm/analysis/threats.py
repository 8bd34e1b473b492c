"""What each enemy of a side can do on its next turn, or in the one that it has now while it is
still to act, as things stand and as that side knows them: where it can get to, into which zones
its attacks reach, whom it can attack, and how likely it hits and takes out. What is legal the game
says, of a turn that begins now; the odds are those of `autogm.analysis.forecast`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autogm.analysis.forecast import Forecast, Forecaster, forecaster_of
from autogm.engine.actions import Action
from autogm.engine.carry import NotKnownError
from autogm.engine.codes import N_BLOCK, N_COMPEL, N_CONCEDE, N_TURN, N_WAY, PASS, T_ACTED
from autogm.engine.observation import standing
from autogm.engine.state import State
from autogm.engine.supposed import supposed_turn, zones_struck
from autogm.view.words.grammar import listed, start
from autogm.view.words.names import Names, names_in

FREE, SPRINT, ATTACK, CHARGE, AREA = "move", "sprint", "attack", "charge", "attack everyone"
"""Verbs of moves and attacks."""
TOLD = 0.1
"""Of moves that take a roll, those are told that succeed as often as this."""


@dataclass(frozen=True)
class Reach:
    """A zone that somebody can get to, by its id: by a free move, or by a roll, with the chance
    that it succeeds by the surest way (None where it needs something else)."""

    zone: str
    free: bool
    chance: float | None


@dataclass(frozen=True)
class Strike:
    """An attack that somebody could make on `target`, an id: by which verb, from which zone (by a
    free move, if `moves`), and its odds; none for attacks on a whole zone, whose one roll several
    meet."""

    target: str
    verb: str
    zone: str
    moves: bool
    odds: Forecast | None

    @property
    def hit(self) -> float | None:
        """How likely it hits before anybody invokes."""
        return None if self.odds is None else self.odds.hits

    @property
    def out(self) -> float | None:
        """How likely it takes out before anybody invokes."""
        return None if self.odds is None else self.odds.out


@dataclass(frozen=True)
class Threat:
    """What an enemy can do on its next turn: its id and zone, whether it has acted in this
    exchange, where it can get to, the zones that its attacks reach into from where it stands or
    after a free move, and the attack on each of the side's fighters that is likeliest to take out,
    or else to hit; those that are likeliest first."""

    fighter: str
    zone: str
    acted: bool
    reaches: tuple[Reach, ...]
    covers: tuple[str, ...]
    strikes: tuple[Strike, ...]

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "fighter": self.fighter,
            "zone": self.zone,
            "acted": self.acted,
            "reaches": [vars(one) for one in self.reaches],
            "covers": list(self.covers),
            "strikes": [
                {
                    "target": one.target,
                    "verb": one.verb,
                    "zone": one.zone,
                    "moves": one.moves,
                    "skill": one.odds.skill if one.odds else None,
                    "answer": one.odds.answer if one.odds else None,
                    "hit": one.hit,
                    "out": one.out,
                }
                for one in self.strikes
            ],
        }


def threats(state: Any, side: int) -> tuple[Threat, ...]:
    """What each enemy of a side that it knows of and that is here can do; nothing in games of
    other kinds and once it is over. Nobody stands in anybody's way, compels or concedes, and the
    skills used are those that are worth most."""
    if not isinstance(state, State) or state.is_terminal():
        return ()
    seen = standing(state, side)
    record, scene = seen.record[0], seen.game.scene[0]
    here = int(record["present"]) & int(scene["side_mask"][1 - side])
    forecaster, now = forecaster_of(seen.game), _turn_now(state, side)
    found = []
    for number, who in enumerate(seen.game.words.fighters):
        if now is not None and now.actor() == who:
            found.append(_threat(now, forecaster, who, acted=False))
        elif (here >> number) & 1:
            acted = bool((int(record["acted"]) >> number) & 1)
            found.append(_threat(supposed_turn(seen, who), forecaster, who, acted))
    return tuple(found)


def _turn_now(state: State, side: int) -> State | None:
    """The turn of an enemy who is still to act in it, as a side knows it and if nobody compels;
    none where there is no such."""
    here = state
    while here.current_player() >= 0 and here.node() == N_COMPEL:
        here = here.child(PASS)
    if here.current_player() != 1 - side or here.node() != N_TURN:
        return None
    if int(here.record[0]["turn_flags"]) & T_ACTED:
        return None
    try:
        return here.game.as_known_to(here, side)
    except NotKnownError:
        return None


def threat_lines(state: State, side: int, found: Sequence[Threat]) -> tuple[str, ...]:
    """All attacks of threats in sentences, and then where they could get to and strike. Those who
    could do the very same are told together."""
    names = names_in(standing(state, side))
    able: dict[str, list[str]] = {}
    for threat in found:
        for one in threat.strikes:
            able.setdefault(_words(names, one), []).append(names.of(threat.fighter))
    for threat in found:
        if does := _reach_words(names, threat):
            able.setdefault(does, []).append(names.of(threat.fighter))
    return tuple(
        start(f"{listed(who)} could {'each ' if len(who) > 1 else ''}{does}")
        for does, who in able.items()
    )


def _reach_words(names: Names, threat: Threat) -> str:
    """Where somebody could get to, and into which other zones their attacks would reach, as it
    follows «could»; nothing of who has neither."""
    ways = [names.of(one.zone) for one in threat.reaches if one.free]
    ways += [
        f"{names.of(one.zone)} ({_needs(one)})"
        for one in sorted(threat.reaches, key=lambda one: -(one.chance or 0.0))
        if not one.free and (one.chance is None or one.chance >= TOLD)
    ]
    said = [f"get to {listed(ways)}"] if ways else []
    there = {threat.zone, *(one.zone for one in threat.reaches if one.free)}
    if afar := [names.of(one) for one in threat.covers if one not in there]:
        said.append(f"strike into {listed(afar)} from afar")
    return f"{', and '.join(said)}." if said else ""


def _needs(reach: Reach) -> str:
    """What a longer move takes."""
    return "by a roll" if reach.chance is None else f"by a roll, {reach.chance:.0%}"


def _words(names: Names, one: Strike) -> str:
    """What somebody could do, as it follows «could»."""
    does = {CHARGE: names.worded("charge"), AREA: "attack everyone around"}.get(one.verb, "attack")
    way = f"go to {names.of(one.zone)} and " if one.moves else ""
    said = f"{way}{does} {names.of(one.target)}"
    if one.odds is None:
        return f"{said}."
    odds = replace(one.odds, them="you")  # who reads it is whom it is about
    against = f" against {odds.answer}" if odds.answer else ""
    said += f" with {odds.skill}{against}: {odds.words()}"
    invoked = odds.invoked_words()
    return f"{said}; {invoked}." if invoked else f"{said}."


def _threat(turn: State, forecaster: Forecaster, who: str, acted: bool) -> Threat:
    zone = _zone(turn, who)
    if turn.node() != N_TURN or turn.actor() != who:  # all that it can do is forced
        return Threat(who, zone, acted, (), (), ())
    reaches, covers = list(_reaches(turn, forecaster)), list(zones_struck(turn, who))
    best: dict[str, Strike] = {}
    for one in _strikes(turn, forecaster, zone, False):
        best[one.target] = max(best.get(one.target, one), one, key=_likely)
    for reach in reaches:
        moved = _moved(turn, who, reach.zone) if reach.free else None
        if moved is None:
            continue
        covers += [one for one in zones_struck(moved, who) if one not in covers]
        for one in _strikes(moved, forecaster, reach.zone, True):
            best[one.target] = max(best.get(one.target, one), one, key=_likely)
    strikes = tuple(sorted(best.values(), key=_likely, reverse=True))
    return Threat(who, zone, acted, tuple(reaches), tuple(covers), strikes)


def _reaches(turn: State, forecaster: Forecaster) -> Iterator[Reach]:
    """Where a turn can lead to."""
    for code in turn.legal_actions():
        action = turn.game.describe(turn, code)
        if action.verb == FREE and action.zone:
            yield Reach(action.zone, True, 1.0)
        elif action.verb == SPRINT and action.zone:
            yield Reach(action.zone, False, _surest(turn, forecaster, code))


def _surest(turn: State, forecaster: Forecaster, code: int) -> float | None:
    """How likely a longer move succeeds, by the way that is surest."""
    here = turn.child(code)
    ways = here.node() == N_WAY and here.current_player() >= 0
    starts = [here.child(one) for one in here.legal_actions()] if ways else [here]
    found = (forecaster.declared(_let_pass(one)) for one in starts)
    return max((one.hits for one in found if one is not None), default=None)


def _let_pass(state: State) -> State:
    """What follows where nobody blocks."""
    while state.current_player() >= 0 and state.node() == N_BLOCK:
        state = state.child(PASS)
    return state


def _moved(turn: State, who: str, zone: str) -> State | None:
    """The turn after a free move that nobody blocks; none where it does not go on."""
    after = turn.child(turn.game.encode(Action(FREE, zone=zone)))
    while after.current_player() >= 0 and after.node() in (N_BLOCK, N_CONCEDE):
        after = after.child(PASS)
    goes_on = after.current_player() >= 0 and after.node() == N_TURN and after.actor() == who
    return after if goes_on else None


def _strikes(turn: State, forecaster: Forecaster, zone: str, moves: bool) -> Iterator[Strike]:
    """The attacks of a turn in a zone."""
    for code in turn.legal_actions():
        action = turn.game.describe(turn, code)
        if action.verb in (ATTACK, CHARGE) and action.target:
            odds = forecaster.declared(_let_pass(turn.child(code)))
            there = _zone(turn, action.target) if action.verb == CHARGE else zone
            yield Strike(action.target, action.verb, there, moves or action.verb == CHARGE, odds)
        elif action.verb == AREA and action.zone:
            for target in _enemies_in(turn, action.zone):
                yield Strike(target, AREA, zone, moves, None)


def _enemies_in(turn: State, zone: str) -> list[str]:
    """Whom of the other side an attack on a zone would meet."""
    words, record = turn.game.words, turn.record[0]
    mask = int(record["present_in"][words.zones.index(zone)])
    mask &= int(turn.game.scene[0]["side_mask"][1 - turn.current_player()])
    return [one for number, one in enumerate(words.fighters) if (mask >> number) & 1]


def _zone(state: State, who: str) -> str:
    words = state.game.words
    return words.zones[int(state.record[0]["zone"][words.fighters.index(who)])]


def _likely(one: Strike) -> tuple[float, float]:
    """How much an attack is to be feared; one without odds the least."""
    return (-1.0, -1.0) if one.odds is None else (one.odds.out, one.odds.hits)
