"""How a weaker player errs (`levels.Misjudgement`): what it counts for more or less than it is
worth, what it does not see, and what it misreads of what it sees, when it decides what a turn is
about. Within a roll it counts things as it does elsewhere, forgets free invokes, shies from paying
points, takes the skill that leads by most, and misreads nothing.

All of it depends on the position and on what people judge as one choice (`CLASS`), by a hash of
them as data, and not on how records are laid out (what is forgotten depends on the numbers of
aspects and fighters, too). The same position is misread in the same way whenever it is met, by
every level in the same direction, and the weaker the level, the further.
Solved positions are not misjudged. And whoever errs never misses what is plain (`plain_sight`): it
takes an enemy out where that is all but sure, does something where it could hurt one, here or a
step away, does not by mistake leave one that it could hurt, or wait instead of going to one or
preparing something, goes nowhere else after a step, and throws no dice again that have succeeded.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from autogm.engine import codes
from autogm.engine.codes import A_MASK, A_SHIFT, PLAYERS, VERB_SHIFT
from autogm.engine.game import Game
from autogm.engine.position import position_data
from autogm.engine.stakes import stake_at
from autogm.engine.state import State
from autogm.game.kernels import plain
from autogm.game.rows import rows
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.evaluation.value import value_at
from autogm.planner.evaluation.weights import FEATURES
from autogm.planner.forgetting import in_mind, own_rollers
from autogm.planner.keyed_errors import digest, draws
from autogm.planner.levels import UNERRING, Misjudgement
from autogm.planner.plain_sight import WAYS, PlainSight, Sight
from autogm.planner.search.beam import Line, Thought
from autogm.planner.turn.duel_choices import is_reroll
from autogm.planner.turn.ranking import SAME, rank
from autogm.planner.turn.tactician import NO_LIMIT, Tactician
from autogm.planner.turn.weighing import TO_THE_END

LEAST_CHANCE = 0.001
"""Chances nearer to 0 or 1 than this count as certain, and certain chances are not misread."""
MOST_LOG_ODDS = math.log((1.0 - LEAST_CHANCE) / LEAST_CHANCE)
ALL_BUT_WON = 3.0
"""From these log-odds on a choice all but wins the conflict, and nobody overlooks it."""

OVERLOOKED = {
    codes.V_MOVE: 0.3, codes.V_SPRINT: 0.5, codes.V_CHARGE: 0.5, codes.V_ATTACK_EVERYONE: 0.3,
    codes.V_FULL_ATTACK: 0.7, codes.V_FULL_DEFENSE: 0.7, codes.V_PUSH: 0.7, codes.V_PULL: 0.7,
    codes.V_GRAB: 0.4, codes.V_LEAVE: 0.4, codes.V_CREATE: 0.5, codes.V_EXPLORE: 0.7,
    codes.V_DISCOVER: 0.8, codes.V_OVERCOME: 0.8, codes.V_HELP: 0.8, codes.V_RECOVER: 0.6,
    codes.V_ROAR: 0.5, codes.V_DECLARE: 0.8, codes.V_STUNT: 0.4, codes.V_EFFECT: 0.7,
    codes.V_COMPEL: 0.7, codes.V_DIVIDE: 0.7, codes.V_BLOCK: 0.9,
}  # fmt: skip
"""How easily a player that overlooks all it can (`overlooks` 1) overlooks a choice with this
verb."""
PLAIN = (
    codes.V_PASS, codes.V_ATTACK, codes.V_USE, codes.V_ACT_NEXT, codes.V_CONCEDE,
    codes.V_ABSORB, codes.V_BE_TAKEN_OUT, codes.V_TAKE_THE_BOOST, codes.V_PUT, codes.V_KNOCK_BACK,
    codes.V_DISARM, codes.V_FOOTWORK, codes.V_DRIVE_ON, codes.V_INVOKE, codes.V_INVOKE_FREE,
    codes.V_INVOKE_FULL_DEFENSE, codes.V_CALL_ON_STUNT, codes.V_NAME_COST, codes.V_PAY_THE_COST,
    codes.V_FAIL, codes.V_LET_IT_STAND, codes.V_STAY, codes.V_GO_ON, codes.V_ACCEPT,
    codes.V_REFUSE, codes.V_ALLOW, codes.V_DENY, codes.V_PAY_TO_KEEP_ROARING, codes.V_OPPOSE,
)  # fmt: skip
"""The verbs that nobody overlooks: a plain attack, to pass, whom to let act, and what is chosen
within a roll or answers a question."""
NEGLECTED = (
    codes.V_CREATE, codes.V_EXPLORE, codes.V_DISCOVER, codes.V_HELP, codes.V_FULL_ATTACK,
    codes.V_FULL_DEFENSE,
)  # fmt: skip
"""What brings nothing at once: who has read the rules once underrates it (`neglects`), and so it
does waiting where there is a way to go, and going elsewhere where there is somebody to hurt."""

PREPARES = (codes.V_CREATE, codes.V_EXPLORE, codes.V_HELP)
"""What somebody does at least who has nothing else to do and thinks of it: no error makes it wait
where this is no worse."""

OPENINGS = (codes.N_TURN, codes.N_ORDER, codes.N_ROAR, codes.N_COMPEL)
"""The choices that decide what a turn is about. Only these are misread and overlooked, but for what
a point pays for and that one may block: whoever has decided to attack takes the best skill for it
and pays what is cheapest."""
SKILLS = (codes.N_SKILL, codes.N_DEFEND)
"""The choices of a skill, in which whoever errs takes the one that leads by most."""
CLASS = ("verb", "target", "zone", "where", "compel")
"""What of an action people judge as one: whatever else tells choices apart, the same error is made
about them all. Copies of one fighter that stand alike are one to them, too."""


def bias(parameters: Any, misjudgement: Misjudgement) -> None:
    """Let evaluation parameters (`parameters_of`) count what such a player counts."""
    parameters["free"] *= misjudgement.combines
    parameters["coming"] *= misjudgement.expects
    parameters["weights"][..., FEATURES.index("weight")] *= misjudgement.weight
    parameters["weights"][..., FEATURES.index("tempo")] *= misjudgement.follows


def alike_to(game: Game, stands: dict[str, Any]) -> dict[str, str]:
    """For each fighter, by id, the first that it cannot be told from in a position (as
    `position_data` has it): a copy of the same one, in the same place and state, that has acted or
    not as well. Itself, where there is none before it."""
    origins = {one.id: one.origin for one in game.encounter.fighters}
    first, found = dict[str, str](), {one: one for one in origins}
    copied = [own for own, origin in origins.items() if origin != own]
    for own in copied:
        bears = [[text, how] for text, bearer, _, how in stands["aspects"] if bearer == own]
        has = [stands[of].get(own) for of in ("fighters", "purses")]
        does = [own in stands[of] for of in ("present", "acted") if of in stands]
        key = json.dumps([origins[own], *has, *does, bears], sort_keys=True)
        found[own] = first.setdefault(key, own)
    return found


def pays(state: State, action: int) -> bool:
    """Whether a legal action pays a fate point or stakes one at once: an invoke, also for effect, a
    declaration, a stunt, a compel that a player offers, a refusal (A2, A15, F3, F5, N5). The GM's
    offers cost its side nothing, and a stunt called on with a skill is part of a roll."""
    verb, scene = action >> VERB_SHIFT, state.game.scene[0]
    if verb == codes.V_REFUSE:
        return state.node() == codes.N_ANSWER and int(scene["refusal"]) > 0
    if verb in (codes.V_STUNT, codes.V_CALL_ON_STUNT):
        who = own_rollers(state)[-1] if verb == codes.V_CALL_ON_STUNT else _whose_turn(state)
        limit = scene["stunt_limit"][who, (action >> A_SHIFT) & A_MASK]
        return int(limit) == codes.L_POINT
    if verb in (codes.V_COMPEL, codes.V_EFFECT):
        return state.game.describe(state, action).payer is not None
    return verb in (codes.V_INVOKE, codes.V_DECLARE)


def _whose_turn(state: State) -> int:
    return state.game.words.fighters.index(str(state.actor()))


def succeeds(state: State) -> bool:
    """Whether the side that chooses in a duel has succeeded as the dice lie: rolls better than its
    opposition, or answers better than what it answers."""
    record, side = state.record[0], state.current_player()
    acts = int(state.game.scene[0]["side"][int(record["roll_actor"])]) == side
    return int(record["margin"]) > 0 if acts else int(record["margin"]) < 0


def instead(action: int, sight: Sight) -> int:
    """The plain choice, by number, that an action is taken instead of, and misread alike: to wait
    instead of the way to go, to leave instead of attacking; -1: of none."""
    verb = action >> VERB_SHIFT
    if verb == codes.V_PASS:
        return sight.way
    return sight.hit if verb in WAYS else -1


class Seen(NamedTuple):
    """A line as the player reads it: its verb; to the side that chooses, its utility and log-odds
    before any error, and the utility after it; the number `drawn` for its class by which it may be
    overlooked; and whether it takes somebody out for all but sure."""

    verb: int
    worth: float
    plain: float
    read: float
    drawn: float
    kills: bool
    line: Line


class Perception:
    """The perception of a player who thinks with that tactician: what it sees of what a search
    found."""

    def __init__(self, tactician: Tactician, misjudgement: Misjudgement) -> None:
        game, parameters = tactician.game, tactician.parameters
        self.misjudgement = misjudgement
        self._tactician = tactician
        self._plain_sight = None if misjudgement == UNERRING else PlainSight(game, parameters)
        self._valued = rows(parameters), rows(np.zeros(1, WORK))
        nobody, won, lost, _ = (float(one) for one in game.scene[0]["win_value"])
        self._nobody, self._lost, self._span = nobody, lost, (won - lost) or 1.0

    def in_mind(self, state: State) -> State:
        """A state as the player has it in mind when it thinks about it."""
        return in_mind(state, self.misjudgement.forgets)

    def see(self, state: State, thought: Thought) -> Thought:
        """The thought with the lines that the player sees, as it reads them, and the way to go if
        it was not among them; without waiting where it knows better, and without straying after a
        step. The first line, the one to take, is among those that were expanded as far as the best
        and are within the cap, or is plain to see."""
        how = self.misjudgement
        if self._plain_sight is None:
            return thought
        if state.node() in SKILLS:
            best = state.legal_actions().index(self._plain_sight.best_skill(state))
            lines = sorted(thought.lines, key=lambda line: line.place != best)
            return replace(thought, lines=tuple(lines))
        if state.node() not in OPENINGS:
            return self._as_paid(state, self._remembered(state, thought))
        sight = self._plain_sight.of(state)
        thought = self._with_the_way(state, thought, sight)
        read = self._as_read(state, thought, sight)
        stepped = bool(int(state.record[0]["turn_flags"]) & codes.T_MOVED)
        most, idles = max(one.worth for one in read), sight.can_hurt or sight.engages
        seen, hidden, idle = list[Seen](), list[Seen](), list[Seen]()
        for one in read:
            strays = stepped and one.verb in WAYS and one.worth < most - SAME
            chance = how.overlooks * OVERLOOKED.get(one.verb, 0.0)
            slips = one.plain < ALL_BUT_WON and one.drawn < chance
            if idles and one.verb == codes.V_PASS:
                idle.append(one)
            elif (strays or slips) and one.line.place != sight.way:
                hidden.append(one)
            else:
                seen.append(one)
        if [one.verb for one in seen] == [codes.V_PASS]:  # it looks again for something to do
            seen += [one for one in hidden if one.verb in PREPARES]
        for waits in [one for one in seen if one.verb == codes.V_PASS]:
            alike = (one for one in seen if one.line.turns == waits.line.turns)
            if any(one.verb in PREPARES and one.worth >= waits.worth - SAME for one in alike):
                seen.remove(waits)
        seen = seen or hidden[:1] or idle
        deepest = max(one.line.turns for one in seen)
        least = max(one.plain for one in seen if one.line.turns == deepest) - how.cap
        kills = any(one.kills for one in seen)

        def order(one: Seen) -> tuple[bool, bool, float]:
            obvious = one.kills or one.plain >= ALL_BUT_WON
            behind = one.line.turns != deepest or one.plain < least
            return kills and not obvious, behind, round(-one.read / SAME)

        return replace(thought, lines=tuple(one.line for one in sorted(seen, key=order)))

    def _with_the_way(self, state: State, thought: Thought, sight: Sight) -> Thought:
        """The thought with the way to go among its lines, weighed if it was not."""
        if sight.way < 0 or any(line.place == sight.way for line in thought.lines):
            return thought
        worth = self._tactician.deepen(state, sight.way, TO_THE_END, NO_LIMIT)
        line = Line(sight.way, worth, thought.best.turns)
        positions = thought.positions + self._tactician.positions
        return replace(thought, lines=(*thought.lines, line), positions=positions)

    def _as_read(self, state: State, thought: Thought, sight: Sight) -> list[Seen]:
        """The lines of a thought as the player reads them, one error drawn for each class."""
        legal, price, stands = state.legal_actions(), self._price(state), position_data(state)
        position, one_of, found = digest(stands), alike_to(state.game, stands), list[Seen]()
        for line in thought.lines:
            action = legal[line.place]
            does = instead(action, sight)
            described = state.game.describe(state, legal[does] if does >= 0 else action).as_dict()
            alike = {name: described[name] for name in CLASS if name in described}
            if "target" in alike:
                alike["target"] = one_of[alike["target"]]
            found.append(self._read(state, line, price, draws(position, alike), sight))
        return found

    def _read(
        self, state: State, line: Line, price: float, drawn: tuple[float, float], sight: Sight
    ) -> Seen:
        """A line as the player reads it, where a point is worth `price`, by what is `drawn` for its
        class: how easily it is overlooked, and its error in standard deviations."""
        how, sign = self.misjudgement, 1.0 if state.current_player() == PLAYERS else -1.0
        action, error = state.legal_actions()[line.place], how.noise * drawn[1]
        verb = action >> VERB_SHIFT
        if verb in NEGLECTED or instead(action, sight) >= 0:
            error -= how.neglects
        if line.place in sight.at_the_worst:
            error += how.fixates
        if price and pays(state, action):
            error -= (how.hoards - 1.0) * price
        settled = self._settled(state)
        odds = sign * self._log_odds(line.worth - settled)
        worth = self._misread(line.worth, settled, sign * error)
        kills = line.place in sight.kills
        read = replace(line, worth=worth)
        return Seen(verb, sign * line.worth, odds, sign * worth, drawn[0], kills, read)

    def _as_paid(self, state: State, thought: Thought) -> Thought:
        """The thought with what a point pays for read as whoever hoards reads it, best first; what
        is worth the same stays in its order."""
        legal, price = state.legal_actions(), self._price(state)
        paid = [pays(state, legal[line.place]) for line in thought.lines]
        if price == 0.0 or not any(paid):
            return thought
        side, settled = state.current_player(), self._settled(state)
        error = (1.0 - self.misjudgement.hoards) * (price if side == PLAYERS else -price)
        lines = [
            replace(line, worth=self._misread(line.worth, settled, error)) if pays_for else line
            for line, pays_for in zip(thought.lines, paid, strict=True)
        ]
        deepest = max(line.turns for line in lines)
        lines.sort(key=lambda line: (line.turns != deepest, rank(side, line.worth, 0)))
        return replace(thought, lines=tuple(lines))

    def _remembered(self, state: State, thought: Thought) -> Thought:
        """The thought without what slips its mind, that it may block a move, and without new rolls
        of what has succeeded. Free invokes that do, it never had in mind (`in_mind`)."""
        legal = state.legal_actions()
        if state.node() == codes.N_DUEL:
            won = succeeds(state)

            def lost(action: int) -> bool:
                return won and plain(is_reroll)(action)

        elif state.node() == codes.N_BLOCK and self.misjudgement.overlooks > 0.0:
            drawn, _ = draws(digest(position_data(state)), {"verb": "block"})
            forgotten = drawn < self.misjudgement.overlooks * OVERLOOKED[codes.V_BLOCK]

            def lost(action: int) -> bool:
                return forgotten and action >> VERB_SHIFT == codes.V_BLOCK

        else:
            return thought
        kept = [line for line in thought.lines if not lost(legal[line.place])]
        return replace(thought, lines=tuple(kept or thought.lines))

    def _price(self, state: State) -> float:
        """What a point is worth to the side that chooses, in log-odds, by the value of the position
        without it; 0 where none is to be paid, and to whoever does not misjudge it. It is taken
        from the purse with the fewest, since only so many of one purse count
        (`value.points_of`)."""
        legal = state.legal_actions()
        if self.misjudgement.hoards == 1.0 or not any(pays(state, one) for one in legal):
            return 0.0
        record, scene, side = state.record[0], state.game.scene[0], state.current_player()
        own = {int(purse) for purse in scene["purse"][scene["side"] == side] if purse >= 0}
        full = [purse for purse in own if record["points"][purse] > 0]
        if not full:
            return 0.0
        less = state.clone()
        less.record["points"][0, min(full, key=lambda purse: int(record["points"][purse]))] -= 1
        settled = self._settled(state)
        there, here = (self._log_odds(self._value(one) - settled) for one in (less, state))
        return here - there if side == PLAYERS else there - here

    def _value(self, state: State) -> float:
        return float(value_at(state.game.scene_rows, rows(state.record), 0, *self._valued))

    def _settled(self, state: State) -> float:
        """What is settled of the stakes already, beyond what it is worth that nobody wins."""
        return stake_at(state.game.scene_rows, rows(state.record), 0) - self._nobody

    def _misread(self, worth: float, settled: float, error: float) -> float:
        """A utility misread by so many log-odds, to the players; what is certain is not."""
        odds = self._log_odds(worth - settled)
        if abs(odds) >= MOST_LOG_ODDS - 1e-9:
            return worth
        return settled + self._worth(odds + error)

    def _log_odds(self, worth: float) -> float:
        """Log-odds of how far u, less what is settled of the stakes already, lies on the way from
        the players' defeat to their victory."""
        way = (worth - self._lost) / self._span
        way = min(1.0 - LEAST_CHANCE, max(LEAST_CHANCE, way))
        return math.log(way / (1.0 - way))

    def _worth(self, log_odds: float) -> float:
        """The utility that has these log-odds."""
        return self._lost + self._span / (1.0 + math.exp(-log_odds))
