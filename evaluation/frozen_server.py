"""What `evaluation.frozen` runs in another checkout of this project, in a process of its own: an
agent of that checkout that follows battles and is asked for its choices. Requests come as lines of
JSON on standard input, each is answered by one on standard output, and it ends with its input.
Standard error is for whatever else is said.

It may use only what that checkout has: scenarios as data, states, structured actions and entries,
agents by name. It is run as a file, so that nothing else of this checkout is imported.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

MILLISECONDS = 1000.0


def lines_of(actions: Iterable[Any]) -> list[str]:
    """Structured actions as sorted lines, to be compared."""
    return sorted(json.dumps(one.as_dict(), sort_keys=True) for one in actions)


def standing(state: Any) -> dict[str, Any]:
    """How things stand, as far as any two versions can say it alike."""
    record, words = state.record[0], state.game.words
    present = int(record["present"])
    found: dict[str, Any] = {"exchange": state.exchange, "gm": int(record["points"][-1])}
    for index, name in enumerate(words.fighters):
        if (present >> index) & 1:
            zone = words.zones[int(record["zone"][index])]
            numbers = [record[one][index].tolist() for one in ("stress", "wounds", "points")]
            found[name] = [zone, *numbers]
    invokes: dict[str, list[int]] = {}
    for slot in range(int(state.game.scene[0]["slots"])):
        free = record["free"][slot]
        if free.any():
            invokes[f"{words.text(slot)} on {words.subject(slot)}"] = free.tolist()
    return {**found, "free invokes": invokes}


class Server:
    """One agent, and the battle that it follows."""

    def __init__(self, name: str) -> None:
        self.agent = _agent(name)
        self.state: Any = None

    def begin(self, request: dict[str, Any]) -> dict[str, Any]:
        """Begin a battle of a scenario: by which rules it is played."""
        game = _game(request["scenario"])
        self.state = game.new_initial_state()
        return {"rules": game.encounter.ruleset.model_dump(mode="json")}

    def decide(self, request: dict[str, Any]) -> dict[str, Any]:
        """Play on by what has happened since, and choose: the choice and the milliseconds that it
        took. What both programs see must agree."""
        from autogm.agents.base import RandomSource

        state = self.state
        for number, entry in enumerate(request["entries"], 1):
            try:
                state.apply_action(state.game.action_of(state, entry))
            except ValueError as error:
                return {"differs": f"step {number} of {len(request['entries'])}, {entry}: {error}"}
        player = state.current_player()
        if player != request["player"]:
            return {"differs": f"player {player} chooses there, player {request['player']} here"}
        own = lines_of(state.game.describe(state, one) for one in state.legal_actions())
        if own != request["legal"]:
            there = [one for one in own if one not in request["legal"]]
            here = [one for one in request["legal"] if one not in own]
            return {"differs": f"legal there alone: {there}; legal here alone: {here}"}
        if request["standing"] is not None:
            stands = json.loads(json.dumps(standing(state)))
            for name in stands.keys() | request["standing"].keys():
                one, other = stands.get(name), request["standing"].get(name)
                if one != other:
                    return {"differs": f"{name} stands at {one} there, at {other} here"}
        source = RandomSource(request["seed"], request["battle"], request["step"])
        began = time.thread_time()
        action = self.agent.decide(state, source).action
        spent = MILLISECONDS * (time.thread_time() - began)
        return {"action": state.game.describe(state, action).as_dict(), "milliseconds": spent}

    def battles(self, request: dict[str, Any]) -> dict[str, Any]:
        """Battles of an agent against itself, as that checkout plays them by itself: the
        milliseconds that they took."""
        from autogm.agents.playing import play_chunk

        game, one = _game(request["scenario"]), _agent(request["agent"])
        play_chunk(game, request["seed"], 0, 1, (one, one))  # compiles what is missing
        began = time.thread_time()
        play_chunk(game, request["seed"], 0, request["battles"], (one, one))
        return {"milliseconds": MILLISECONDS * (time.thread_time() - began)}


def _game(fields: dict[str, Any]) -> Any:
    from autogm.engine.game import Game
    from autogm.model.scenario import Scenario
    from autogm.rules.loading import settle

    return Game(settle(Scenario.model_validate(fields)))


def _agent(name: str) -> Any:
    from autogm.agents.names import UnknownAgentError
    from autogm.agents.roster import agent

    try:
        return agent(name)
    except UnknownAgentError:
        from evaluation.players import player

        return player(name)


def main(arguments: list[str]) -> None:
    """Serve the agent of that name until the input ends."""
    checkout, name = Path(arguments[0]).resolve(), arguments[1]
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever libraries print is no answer

    def answer(of: dict[str, Any]) -> None:
        answers.write(json.dumps(of) + "\n")
        answers.flush()

    try:
        import autogm
        from autogm.rules.ruleset import Ruleset

        found = Path(str(autogm.__file__)).resolve()
        if not found.is_relative_to(checkout):
            raise ImportError(f"{checkout} has no `autogm`; {found.parent} was found instead")
        server = Server(name)
        answer({"agent": server.agent.name, "fields": sorted(Ruleset.model_fields)})
    except Exception as error:
        answer({"error": type(error).__name__, "says": str(error)})
        return
    asked = {"begin": server.begin, "decide": server.decide, "battles": server.battles}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer(asked[request["ask"]](request))
        except Exception as error:
            answer({"error": type(error).__name__, "says": str(error)})


if __name__ == "__main__":
    main(sys.argv[1:])
