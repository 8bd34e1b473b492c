"""The registry of agents: their names, a line on each, where each is made, and who plays which
side. Later layers register agents of their own. An unknown name is refused with the known ones;
nothing here needs a kernel, so that a name can be refused before any is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from autogm.game.registry import CONFLICT, kinds
from autogm.model.words import SIDES, TEMPERS
from autogm.planner import levels
from autogm.planner.temper import names as tempers
from autogm.planner.temper.names import USUAL, Temperament, split

if TYPE_CHECKING:
    from autogm.rules.encounter import Encounter

MOST_SEED = (1 << 53) - 1
"""The largest seed that anybody may give: JSON and browsers keep all up to it unharmed."""
LEVELLED = "planner"
DEFAULT = "tactician"
"""Who plays a conflict where nothing is said: the fastest who thinks."""
THOUGHTLESS = frozenset({"random", "brawler"})
"""Agents who do not think."""
ANY = ""
"""Any kind of games."""
GRAPHED = "with a graph"
"""Any kind of games that lay out their graphs (`GameKind.graphed`)."""


class UnknownAgentError(ValueError):
    """A name that no agent has."""


@dataclass(frozen=True)
class AgentKind:
    """An agent, or agents of several levels, under one name. `made_by` is «module:function»,
    imported when the agent is first asked for; it takes the full name. `spell` completes what
    stands after the name and a colon (if nothing does, the usual level), and raises `ValueError`
    for what the agent does not know; without it the name stands alone. `plays` are the kinds of
    games that it plays; `ANY` stands for any, of which it then needs only the contract, `GRAPHED`
    for those that lay out their graphs. One that
    is `tempered` takes a temper behind its name too (`planner.temper.names`)."""

    name: str
    says: str
    made_by: str
    spell: Callable[[str], str] | None = None
    plays: tuple[str, ...] = (CONFLICT,)
    tempered: bool = False


KINDS: dict[str, AgentKind] = {}


def register(kind: AgentKind) -> None:
    """Make an agent known by its name.

    Raises:
        ValueError: for a name that another agent has.
    """
    if KINDS.get(kind.name, kind) != kind:
        raise ValueError(f"another agent is called `{kind.name}` already")
    KINDS[kind.name] = kind


def names() -> tuple[str, ...]:
    """The names of the agents, in the order in which they were registered."""
    return tuple(everybody())


def everybody() -> dict[str, AgentKind]:
    """Every agent by its name: those that were registered, then those that kinds of games bring
    along as kernels of their own (`GameKind.agents`)."""
    found = dict(KINDS)
    for kind in kinds().values():
        for name, says in kind.agents:
            known = found.get(name)
            plays = (kind.name,) if known is None else (*known.plays, kind.name)
            found[name] = AgentKind(name, says, "autogm.agents.roster:OwnAgent", plays=plays)
    return found


def _level(text: str) -> str:
    try:
        return levels.spelling(levels.setting(text or levels.DEFAULT.name))
    except levels.LevelError:
        first, *others = text.split(":")
        for part in (first, *(one for one in others if _like_temper(one))):
            if "=" not in part and levels.find_level(part) is None:
                raise ValueError(_no_level_or_temper(part)) from None
        raise


def _like_temper(text: str) -> bool:
    return bool(get_close_matches(text.lower(), TEMPERS, 1))


def _no_level_or_temper(text: str) -> str:
    """Of what stands behind the planner's name and is nothing."""
    close = get_close_matches(text.lower(), (*levels.BY_NAME, *TEMPERS), 1)
    hint = f" Did you mean `{close[0]}`?" if close else ""
    return (
        f"no level or temper is called `{text}`.{hint} {levels.there_are()} {tempers.there_are()}"
    )


register(AgentKind("random", "does anything", "autogm.agents.roster:random", plays=(ANY,)))
register(
    AgentKind(
        "brawler",
        "hits the first enemy in reach and spends nothing",
        "autogm.agents.roster:brawler",
    )
)
register(
    AgentKind(
        "skirmisher",
        "does what the tactician would mostly do, without looking ahead",
        "autogm.agents.skirmisher:skirmisher",
        tempered=True,
    )
)
register(
    AgentKind(
        "tactician", "looks one turn ahead", "autogm.agents.tactician:tactician", tempered=True
    )
)
register(
    AgentKind(
        LEVELLED,
        "looks several turns ahead, at nine levels, and solves what is small",
        "autogm.agents.planner:planner",
        _level,
        plays=(CONFLICT, GRAPHED),
        tempered=True,
    )
)


def known(name: str) -> str:
    """The full name of an agent: `planner` is `planner:great`, so is `planner:4`. Parts of the
    budget may follow, as in `planner:great:positions=5000` (see `levels.setting`).

    Raises:
        UnknownAgentError: naming the known agents or levels, or what is wrong with a budget.
    """
    first, colon, more = name.partition(":")
    kind = KINDS.get(first) or everybody().get(first)
    if kind is None:
        raise UnknownAgentError(_nobody("agent", first, names()))
    if colon and not more:
        raise UnknownAgentError(f"`{name}`: nothing stands behind the colon")
    try:
        rest, temperament = split(more) if kind.tempered else (more, USUAL)
        if kind.spell is None and rest:
            raise ValueError(_no_levels(kind, rest))
        spelled = kind.spell(rest) if kind.spell else ""
    except ValueError as error:
        raise UnknownAgentError(f"`{name}`: {error}") from None
    return ":".join(part for part in (first, spelled, temperament.spelling) if part)


def _no_levels(kind: AgentKind, rest: str) -> str:
    """Of what stands behind the name of an agent without levels."""
    if not kind.tempered and any(map(tempers.is_temper, rest.split(":"))):
        *most, last = (f"`{one}`" for one in tempered())
        return f"`{kind.name}` has no temper; {', '.join(most)} and {last} may have one"
    said = f"`{kind.name}` has no levels; `{LEVELLED}` has"
    return f"{said}; {tempers.unknown(rest)}" if kind.tempered else said


def tempered() -> tuple[str, ...]:
    """The agents that may have a temper."""
    return tuple(one.name for one in KINDS.values() if one.tempered)


def players_of(kind: str) -> tuple[str, ...]:
    """The names of the agents that play a kind of games."""
    graphed = (GRAPHED,) if kind in kinds() and kinds()[kind].graphed else ()
    able = {kind, ANY, *graphed}
    return tuple(one.name for one in everybody().values() if able & set(one.plays))


def default_of(kind: str) -> str:
    """Who plays a kind of games where nothing is said: in a conflict the fastest who thinks, else
    the planner where it plays, or the last of those who do, since the first does anything."""
    able = players_of(kind)
    if kind == CONFLICT:
        return DEFAULT
    return LEVELLED if LEVELLED in able else able[-1]


def opponent_of(kind: str) -> str:
    """Who sits on a seat at a table where nobody chooses: the planner at its usual level where it
    plays, since nobody waits there for many battles."""
    if LEVELLED in players_of(kind):
        return f"{LEVELLED}:{levels.DEFAULT.name}"
    return default_of(kind)


class Seating(NamedTuple):
    """Who plays, by full names: a side, and those of its fighters who are named themselves, by
    what was written for them, a fighter's id or that of what they are copies of."""

    players: str
    gm: str
    fighters: dict[str, str]

    @property
    def names(self) -> dict[str, str]:
        """The full names, by side and by what else was written."""
        return {"players": self.players, "gm": self.gm, **self.fighters}


def seating(text: str | None, kind: str = CONFLICT, encounter: Encounter | None = None) -> Seating:
    """Who plays which side of a game of that kind, and which fighters of an `encounter`, given by
    what may be written for them: `players=brawler,gm=planner:superb,rolf=tactician`. A name alone
    plays both sides, except what is named after it; a side that is left out is played by the
    default (`default_of`).

    Raises:
        UnknownAgentError: for names of agents, sides or fighters that do not exist, for nobody, for
            who is named twice, for agents that play other kinds of games, and as `check_tempers`.
    """
    default = default_of(kind)
    fighters = () if encounter is None else tuple(fighters_of(encounter))
    parts = [part.strip() for part in (default if text is None else text).split(",")]
    parts = [part for part in parts if part]
    if not parts:
        raise UnknownAgentError(f"nobody is named: write an agent, such as `{default}`")
    both, chosen = "", dict[str, str]()
    for number, part in enumerate(parts):
        who, equals, name = (piece.strip() for piece in part.partition("="))
        if not equals or ":" in who:  # part of a budget, and of nobody who plays
            _check_no_seat(part, fighters)
            if number:
                raise UnknownAgentError(
                    f"`{part}` would play both sides, and `{parts[0]}` is named before it; write "
                    "players=… and gm=…"
                )
            both = part
        elif who not in SIDES and who not in fighters:
            raise UnknownAgentError(_nobody_plays(who, fighters))
        elif who in chosen:
            raise UnknownAgentError(f"`{who}` is named twice, as `{chosen[who]}` and `{name}`")
        else:
            chosen[who] = name
    players, gm = (known(chosen.pop(side, both or default)) for side in SIDES)
    own = {who: known(name) for who, name in chosen.items()}
    found = Seating(players, gm, own)
    for name in found.names.values():
        able = players_of(kind)
        first = name.partition(":")[0]
        if first not in able:
            plays = everybody()[first].plays[0]
            raise UnknownAgentError(
                f"`{name}` plays games of the kind `{plays}` and no `{kind}`; who does: "
                f"{', '.join(able)}"
            )
    check_tempers(found.names, kind, encounter)
    return found


def fighters_of(encounter: Encounter) -> dict[str, tuple[str, ...]]:
    """What may be written for the fighters of a conflict, each with the ids it means: an id alone,
    or what copies were written as. What may break off from a mob goes with it (N4)."""
    found: dict[str, list[str]] = {}
    for one in encounter.fighters:
        mine = [part.id for part in encounter.fighters if part.part_of == one.id]
        if one.part_of is None:
            for name in dict.fromkeys((one.origin, one.id)):
                found.setdefault(name, []).extend((one.id, *mine))
    return {name: tuple(ids) for name, ids in found.items()}


def check_tempers(seats: Mapping[str, str], kind: str, encounter: Encounter | None) -> None:
    """See that agents have a temper in conflicts alone, and that whom they are to protect is in the
    `encounter`, on their side; `seats` are their full names by side or fighter.

    Raises:
        UnknownAgentError: naming the temper, or who could be protected.
    """
    for name in seats.values():
        temper = _temperament(name).spelling
        if temper and kind != CONFLICT:
            raise UnknownAgentError(
                f"`{temper}` is a temper, and tempers are for conflicts on zones, not for games of "
                f"the kind `{kind}`: leave it out"
            )
    if encounter is not None:
        _check_wards(seats, encounter)


def _check_wards(seats: Mapping[str, str], encounter: Encounter) -> None:
    means, sides = fighters_of(encounter), {one.id: one.side for one in encounter.fighters}
    for name in dict.fromkeys(seats.values()):
        first, ward = name.partition(":")[0], _temperament(name).protects
        played = (who for who, one in seats.items() if one == name)
        theirs = {who if who in SIDES else sides[means[who][0]] for who in played}
        able = [who for who, ids in means.items() if sides[ids[0]] in theirs]
        if ward is not None and ward not in able:
            close = get_close_matches(ward, able, 1)
            hint = f" Did you mean `{close[0]}`?" if close else ""
            says = "is an enemy" if ward in means else "is nobody's id here"
            raise UnknownAgentError(
                f"`{first}` is to protect `{ward}`, and `{ward}` {says}.{hint} Fighters on its "
                f"side: {', '.join(able)}."
            )


def _temperament(name: str) -> Temperament:
    """The temper in the full name of an agent."""
    first, _, more = name.partition(":")
    return split(more)[1] if everybody()[first].tempered else USUAL


def _check_no_seat(part: str, fighters: Sequence[str]) -> None:
    """See that what is to be an agent does not begin with who is to be played by one.

    Raises:
        UnknownAgentError: saying how to write that.
    """
    who, colon, name = part.partition(":")
    if colon and (who in SIDES or who in fighters) and who not in everybody():
        is_what = "a side" if who in SIDES else "a fighter"
        raise UnknownAgentError(f"`{part}`: `{who}` is {is_what}, and no agent; write {who}={name}")


def _nobody_plays(who: str, fighters: Sequence[str]) -> str:
    """Of who is no side and no fighter."""
    if not fighters:
        return _nobody("side", who, SIDES)
    close = get_close_matches(who, [*SIDES, *fighters], 1)
    hint = f" Did you mean `{close[0]}`?" if close else ""
    return (
        f"no side or fighter is called `{who}`.{hint} The sides are {' and '.join(SIDES)}; the "
        f"fighters here: {', '.join(fighters)}."
    )


def _nobody(what: str, name: str, options: Sequence[str]) -> str:
    close = get_close_matches(name, options, 1)
    hint = f" Did you mean `{close[0]}`?" if close else ""
    there_are = f"{', '.join(options[:-1])} and {options[-1]}"
    return f"no {what} is called `{name}`.{hint} The {what}s are {there_are}."
