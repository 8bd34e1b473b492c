"""An opponent from another checkout of this project, frozen as it was: an agent that plays in a
process of its own, which runs that checkout's code (`evaluation.frozen_server`). Both programs play
the battle along, each by its own rules; they exchange nothing but scenarios as data, structured
actions, dice by their faces, and choices. Wherever the two disagree, on the rules, on how things
stand or on what is legal, that is said by name, and the battle is not played on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread, local
from typing import IO, Any
from weakref import finalize

from autogm.agents.base import Decision, RandomSource
from autogm.engine.actions import Action
from autogm.engine.game import Game
from autogm.engine.state import State
from evaluation.frozen_server import lines_of, standing

PREFIX = "frozen:"
SERVER = Path(__file__).with_name("frozen_server.py")
SECONDS = 1800.0  # until an answer: the first may compile that checkout's kernels
LAST_WORDS = 2000  # characters of what a process said that are told when it ends
NAMES = ("id", "title", "source")  # fields of a ruleset that are no rules


class FrozenError(RuntimeError):
    """What went wrong in the other process: its error, its end, or no answer in time."""


class DiffersError(FrozenError):
    """Where the two programs disagree."""


class Process:
    """A process that serves an agent of a checkout. It ends when this object does, or this
    process.

    Raises:
        FrozenError: where it cannot serve that agent.
    """

    def __init__(self, checkout: Path, agent: str, seconds: float = SECONDS) -> None:
        if not (checkout / "autogm" / "__init__.py").exists():
            raise FrozenError(f"{checkout} is no checkout: it has no folder `autogm`")
        self._seconds, self._where = seconds, f"{agent} of {checkout}"
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  read when it has ended
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(SERVER), str(checkout), agent],
            cwd=checkout, env=environment, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said,
        )  # fmt: skip
        self.close = finalize(self, _end, self._process, self._said)
        self._answers: SimpleQueue[str] = SimpleQueue()
        Thread(target=_collect, args=(self._process.stdout, self._answers), daemon=True).start()
        self.fields: set[str] = set(self._answer()["fields"])
        """The fields that its rulesets have."""

    def ask(self, **request: Any) -> dict[str, Any]:
        """Its answer to a request.

        Raises:
            FrozenError: for its errors, and if it has ended or does not answer in time.
            DiffersError: where it disagrees.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise FrozenError(self._ended()) from None
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=self._seconds)
        except Empty:
            self.close()
            raise FrozenError(f"{self._where}: no answer in {self._seconds:g} seconds") from None
        if not line:
            raise FrozenError(self._ended())
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise FrozenError(f"{self._where}: {answer['error']}: {answer['says']}")
        if "differs" in answer:
            raise DiffersError(f"{self._where} plays another game: {answer['differs']}")
        return answer

    def _ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._said.seek(0)
        said = self._said.read().decode("utf-8", "replace")[-LAST_WORDS:].strip()
        return f"{self._where} has ended{': ' + said if said else ''}"


def _collect(lines: Any, answers: SimpleQueue[str]) -> None:
    with suppress(ValueError):  # closed
        for line in lines:
            answers.put(line)
    answers.put("")


def _end(process: subprocess.Popen[str], said: IO[bytes]) -> None:
    process.kill()
    process.wait()
    for file in (process.stdin, process.stdout, said):
        with suppress(OSError):
            if file is not None:
                file.close()


class Frozen:
    """An agent of another checkout. It has to be told what happens (`evaluation.told`): `begin` a
    battle, then each step. Each thread has a process and a battle of its own."""

    def __init__(self, checkout: Path, agent: str, seconds: float = SECONDS) -> None:
        self.checkout, self.agent = Path(checkout).resolve(), agent
        self.name = f"{PREFIX}{checkout}:{agent}"
        self._seconds, self._own = seconds, local()

    def begin(self, game: Game) -> None:
        """A battle begins.

        Raises:
            FrozenError: where its program cannot play that conflict.
            DiffersError: where it plays it by other rules.
        """
        process = self._process()
        answer = process.ask(ask="begin", scenario=scenario_data(game, process.fields))
        compare_rules(game, answer["rules"])
        self._own.entries, self._own.exchange = [], 0

    def saw(self, state: State, action: int) -> None:
        """Somebody chooses that, or dice fall so."""
        self._own.entries.append(state.game.entry(state, action))

    def decide(self, state: State, source: RandomSource) -> Decision:
        """Its choice; `milliseconds` in the facts is the time it took by its own thread's clock.

        Raises:
            DiffersError: where the state that it has come to is another one.
        """
        own, game = self._own, state.game
        legal = [game.describe(state, one) for one in state.legal_actions()]
        answer = self._process().ask(
            ask="decide",
            entries=own.entries,
            legal=lines_of(legal),
            player=state.current_player(),
            standing=standing(state) if own.exchange != state.exchange else None,
            seed=source.seed,
            battle=source.battle,
            step=source.step,
        )
        own.entries, own.exchange = [], state.exchange
        action = Action.from_dict(answer["action"])
        facts = {"by": self.name, "choices": len(legal), "action": answer["action"],
                 "milliseconds": answer["milliseconds"]}  # fmt: skip
        return Decision(game.encode(action), facts)

    def battles(self, game: Game, agent: str, seed: int, battles: int) -> float:
        """The milliseconds that its program takes for so many battles of an agent against
        itself."""
        process = self._process()
        fields = scenario_data(game, process.fields)
        answer = process.ask(
            ask="battles", scenario=fields, agent=agent, seed=seed, battles=battles
        )
        return float(answer["milliseconds"])

    def _process(self) -> Process:
        if not hasattr(self._own, "process"):
            self._own.process = Process(self.checkout, self.agent, self._seconds)
        process: Process = self._own.process
        return process


def frozen(name: str) -> Frozen:
    """The opponent of a full name, `frozen:PATH:AGENT`.

    Raises:
        ValueError: for a name of another form, and where there is no checkout.
    """
    path, colon, agent = name.removeprefix(PREFIX).partition(":")
    if not (path and colon and agent):
        raise ValueError(f"`{name}`: write frozen:PATH:AGENT, such as frozen:../before:tactician")
    if not (Path(path) / "autogm" / "__init__.py").exists():
        raise ValueError(f"`{name}`: {path} is no checkout: it has no folder `autogm`")
    return Frozen(Path(path), agent)


def scenario_data(game: Game, fields: Sequence[str] | set[str]) -> dict[str, Any]:
    """A game's scenario as data for a program whose rulesets have those fields: others are left
    out."""
    data: dict[str, Any] = game.encounter.scenario.model_dump(mode="json", exclude_unset=True)
    if "rules" in data:
        data["rules"] = {name: one for name, one in data["rules"].items() if name in fields}
    return data


def compare_rules(game: Game, there: Mapping[str, Any]) -> None:
    """Hold the rules that a conflict is played by here against those of another program. A field
    that it does not know must stand in the scenario: then somebody has set it as it is there.

    Raises:
        DiffersError: naming the fields that differ.
    """
    here, scenario = game.encounter.ruleset.model_dump(mode="json"), game.encounter.scenario
    unknown = sorted({*here} - {*there} - {*scenario.rules})
    if unknown:
        words = ", ".join(f"{name} (here {here[name]})" for name in unknown)
        raise DiffersError(
            f"`{scenario.title}`: the frozen program does not know {words}. Set them in the "
            "scenario's `rules` to what holds there: --rules FIELD=VALUE"
        )
    gone = sorted({*there} - {*here})
    other = [name for name in here if name in there and name not in NAMES
             and here[name] != there[name]]  # fmt: skip
    if gone or other:
        words = "; ".join(
            [f"{name} is {there[name]} there, {here[name]} here" for name in other]
            + [f"{name} is {there[name]} there, and no field here" for name in gone]
        )
        raise DiffersError(f"`{scenario.title}` has other rules in the frozen program: {words}")
