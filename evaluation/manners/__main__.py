"""How often an agent plays as no person would:
`python -m evaluation.manners [SCENARIO …] [--agents A,B,…] [-n N[,N,…]] [--seed S]
[--json | --compare FILE | --show MANNER]`.

Each agent plays itself in each scenario, a field's or a shipped scenario's name or a path. Named
manners (`evaluation/manners/table.py`) are counted in every battle, both sides together: how often
a battle, with 95% intervals (`evaluation/manners/rates.py`), and in which share of the
opportunities. `-n` is the number of battles in each scenario, one for all agents or one for each.
`--compare` shows the rates beside those of a file that was kept with `--json`, for what is in both;
`--show` tells where a manner was seen, so that `autogm replay` can tell the battle.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from autogm.engine.codes import CHANCE
from autogm.engine.game import Game, load_game
from autogm.lab.progress import status_line
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.events import EventWords
from evaluation.arguments import agents, count
from evaluation.manners.battle import Battle, Sighting, watch
from evaluation.manners.rates import Rate, Row, both, change, exchange_of, rate
from evaluation.manners.table import MANNERS, NAMES, Manner, manner
from evaluation.players import player
from evaluation.tables import console, plain_table
from evaluation.tournament import FIELDS, ROOT

SCENARIOS = (
    "bat-ruins", "eight-streets", "street-fight", "lizardfolk-camp", "counting-house", "ore-yard",
    "duel", "hold-the-bridge",
)  # fmt: skip
AGENTS = ("brawler", "tactician", "planner:fair")
BATTLES, SEED = 10, 1


def place(name: str) -> Path:
    """The file of a scenario, from the top of the project where it is of it.

    Raises:
        ArgumentTypeError: where there is none.
    """
    for path in (FIELDS / f"{name}.yaml", ROOT / "scenarios" / f"{name}.yaml", Path(name)):
        if path.is_file():
            return path
    raise argparse.ArgumentTypeError(f"there is no scenario `{name}`")


def battles(
    names: Sequence[str],
    numbers: Sequence[int],
    places: Sequence[Path],
    seed: int,
    say: Callable[[str], None],
) -> Iterator[tuple[str, Path, int, Battle]]:
    """Each battle of each agent against itself in each scenario, with its number."""
    games: dict[Path, Game] = {path: load_game(path) for path in places}
    for name, number in zip(names, numbers, strict=True):
        for path in places:
            for battle in range(number):
                say(f"{name} in {path.stem}, battle {battle + 1} of {number}")
                yield name, path, battle, watch(games[path], seed, battle, player(name))


def show(rows: Sequence[Row], console: Console) -> None:
    """The rates of each agent as a table."""
    for name, own in _by_agent(rows).items():
        table = plain_table(
            f"{name}: how often a battle, in {sum(row.battles for row in own)} battles of "
            f"{len(own)} scenarios",
            "manner", "a battle", "95% interval", "of all", "", "exchange",
        )  # fmt: skip
        table.columns[4].justify = "left"
        for one in MANNERS:
            found = rate(one.name, own)
            if found is not None:
                table.add_row(one.name, *_figures(found), one.out_of, _exchange(found))
        console.print(table)
        console.print()


def _by_agent(rows: Sequence[Row]) -> dict[str, list[Row]]:
    return {name: [row for row in rows if row.agent == name] for name in _agents_of(rows)}


def _agents_of(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row.agent for row in rows))


def _figures(found: Rate) -> tuple[str, str, str]:
    share = "–" if found.share is None else f"{found.share:.1%}"
    return _rounded(found.mean), f"{_rounded(found.low)} – {_rounded(found.high)}", share


def _rounded(number: float) -> str:
    return f"{number:.3f}" if number < 0.1 else f"{number:.2f}" if number < 10 else f"{number:.1f}"


def _exchange(found: Rate) -> str:
    return "–" if found.exchange is None else str(found.exchange)


def show_change(kept: Sequence[Row], rows: Sequence[Row], console: Console) -> None:
    """The rates before and after, of what is in both."""
    before, after = (_by_agent(those) for those in both(kept, rows))
    for name in after:
        table = plain_table(
            f"{name}: how often a battle, before ({sum(row.battles for row in before[name])} "
            f"battles) and after ({sum(row.battles for row in after[name])})",
            "manner", "before", "after", "ratio", "95% interval", "a fifth?",
        )  # fmt: skip
        for one in MANNERS:
            was, now = rate(one.name, before[name]), rate(one.name, after[name])
            if was is None or now is None:
                continue
            found = change(was, now)
            ratio = "–" if found.ratio is None else f"{found.ratio:.2f}"
            between = "–" if found.ratio is None else f"{found.low:.2f} – {found.high:.2f}"
            reached = "–" if found.ratio is None else "yes" if found.reached else "no"
            table.add_row(one.name, _rounded(was.mean), _rounded(now.mean), ratio, between, reached)
        console.print(table)
        console.print()


def where(battle: Battle, sighting: Sighting) -> str:
    """A sighting in words: the exchange, who, what was chosen and what happened then."""
    moment = battle.moments[sighting.place]
    parts = [f"exchange {exchange_of(battle, sighting)}"]
    if sighting.who is not None:
        parts.append(sighting.who)
    elif sighting.side is not None:
        parts.append(("the players", "the GM")[sighting.side])
    if sighting.odd > 1 or sighting.of > 1:
        parts.append(f"{sighting.odd} of {sighting.of}")
    said = [", ".join(parts) + ":"]
    if moment.side != CHANCE:
        said.append(f"«{ChoiceWords(battle.game).phrase(moment.before, moment.action)}»")
    words = EventWords(battle.game)
    said += [words.tell(event) for event in moment.events[:3]]
    return " ".join(said)


def tell(
    chosen: Manner, found: Iterator[tuple[str, Path, int, Battle]], seed: int
) -> Iterator[str]:
    """Every place where a manner was seen, below the command that tells its battle."""
    for name, path, number, battle in found:
        seen = [one for one in chosen.count(battle) if one.odd]
        if seen:
            named = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
            yield f"autogm replay {named} --seed {seed} --battle {number} --agents {name}"
            yield from (f"  {where(battle, one)}" for one in seen)


def counted(found: Iterator[tuple[str, Path, int, Battle]]) -> list[Row]:
    """The counts of battles, a row for each agent and scenario."""
    rows: dict[tuple[str, str], Row] = {}
    for name, path, _, battle in found:
        rows.setdefault((name, path.stem), Row(name, path.stem)).add(battle)
    return list(rows.values())


def read(path: Path) -> list[Row]:
    """The rows of a kept file.

    Raises:
        SystemExit: with 2, for one that cannot be read.
    """
    try:
        return [Row.from_dict(one) for one in json.loads(path.read_text("utf-8"))["rows"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{path} does not hold counts of manners: {error}", file=sys.stderr)
        raise SystemExit(2) from error


def as_text(made: str, rows: Sequence[Row]) -> str:
    """Rows as JSON, a line each, and how they were made."""
    lines = ",\n".join(json.dumps(row.as_dict(), separators=(",", ":")) for row in rows)
    return f'{{"made": {json.dumps(made)}, "rows": [\n{lines}\n]}}'


def numbers_of(text: str, names: Sequence[str]) -> list[int]:
    """How many battles each agent plays.

    Raises:
        ArgumentTypeError: for other than one number for all or one for each.
    """
    numbers = [count(one) for one in text.split(",")]
    if len(numbers) not in (1, len(names)):
        raise argparse.ArgumentTypeError(f"-n has {len(numbers)} numbers for {len(names)} agents")
    return numbers * len(names) if len(numbers) == 1 else numbers


def _players(text: str) -> list[str]:
    return agents(text, lambda name: player(name).name)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, count and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.manners", description=__doc__)
    parser.add_argument("scenarios", nargs="*", type=place, metavar="SCENARIO")
    parser.add_argument("--agents", type=_players, default=list(AGENTS))
    parser.add_argument("-n", default=str(BATTLES), metavar="N", help="battles in each scenario")
    parser.add_argument("--seed", type=int, default=SEED)
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    ways.add_argument("--compare", type=Path, metavar="FILE", help="figures kept before")
    ways.add_argument("--show", choices=NAMES, metavar="MANNER", help="where: " + ", ".join(NAMES))
    chosen = parser.parse_args(arguments)
    try:
        numbers = numbers_of(chosen.n, chosen.agents)
    except (argparse.ArgumentTypeError, ValueError) as error:
        parser.error(str(error))
    places = chosen.scenarios or [place(name) for name in SCENARIOS]
    kept = read(chosen.compare) if chosen.compare else []
    with status_line("counting") as say:
        found = battles(chosen.agents, numbers, places, chosen.seed, say)
        if chosen.show:
            for line in tell(manner(chosen.show), found, chosen.seed):
                print(line)
            return
        rows = counted(found)
    if chosen.json:
        given = list(sys.argv[1:] if arguments is None else arguments)
        print(as_text(" ".join(("python -m evaluation.manners", *given)), rows))
    elif chosen.compare:
        show_change(kept, rows, console())
    else:
        show(rows, console())


if __name__ == "__main__":
    main()
