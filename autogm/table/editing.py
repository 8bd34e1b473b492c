"""What somebody types in to have things stand as at their table: a line of one or several changes,
each a word and what it is about, done to a draft (`autogm.session.draft`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

from autogm.engine.compiling.standing import SCENE
from autogm.model.faults import ScenarioError
from autogm.model.library import find_sheet
from autogm.model.position import WHEREABOUTS
from autogm.model.source import read_text
from autogm.model.words import HARMS, SEVERITIES, Helps, RollKind
from autogm.session.draft import Draft
from autogm.session.errors import SessionError

HELP = """Set how things stand as at your table, one change or several with ; between them:
  e move WHO ZONE                     e turn WHO, or e exchange NUMBER
  e box WHO 1 2, or WHO mental 1, or WHO none
  e consequence WHO mild moderate, or WHO none
  e points WHO 2, or gm 3             e members GROUP 3
  e out WHO, e conceded WHO, e left WHO
  e aspect TEXT on WHERE free gm 1    WHERE is a fighter, a zone or the scene; what it speaks to is
                                      inferred, or said: helps against actions attack,defend
  e drop TEXT                         or a part of it; also: TEXT on WHERE
  e bring SHEET SIDE ZONE NAME        somebody new, by a character file or one that ships
"""
WAYS_OUT = {"out": WHEREABOUTS[1], "conceded": WHEREABOUTS[2], "left": WHEREABOUTS[3]}
NONE = "none"
OPTION = (
    r" (?:free (?P<side>players|gm|open) (?P<count>\d+)|helps (?P<helps>\w+)"
    r"|actions (?P<actions>\w+(?:[, ]+(?!free\b|helps\b|actions\b)\w+)*))"
)
"""What is said of an aspect besides its text and its place, in any order."""
MOST_CHANGES = 40


def edit(draft: Draft, line: str) -> None:
    """Do to a draft what a line says.

    Raises:
        SessionError: for what it does not say clearly.
    """
    changes = [one.strip() for one in line.split(";") if one.strip()]
    if not changes:
        raise SessionError("say what changes, such as `e move rolf ford`; `e` alone tells all")
    if len(changes) > MOST_CHANGES:
        raise SessionError(f"at most {MOST_CHANGES} changes are made at a time")
    for one in changes:
        word, _, rest = one.partition(" ")
        if word not in EDITS:
            raise SessionError(f"`{word[:40]}` is no change; those are {', '.join(EDITS)}")
        EDITS[word](draft, rest.strip())


def _move(draft: Draft, said: str) -> None:
    who, rest = _whose(draft, said, "move WHO ZONE")
    zone = " ".join(rest)
    if not rest:
        raise SessionError("say `move WHO ZONE`")
    draft.move(who, draft.zone(zone) or zone)


def _box(draft: Draft, said: str) -> None:
    who, rest = _whose(draft, said, "box WHO 1 2")
    harm = rest.pop(0) if rest and rest[0] in HARMS else HARMS[0]
    if not rest:
        raise SessionError(f"say which boxes are checked: `box WHO 1 2`, or `box WHO {NONE}`")
    draft.boxes(who, harm, [] if rest == [NONE] else [_number(one) for one in rest])


def _consequence(draft: Draft, said: str) -> None:
    who, rest = _whose(draft, said, "consequence WHO mild")
    if rest != [NONE] and (not rest or not set(rest) <= set(SEVERITIES)):
        raise SessionError(f"a consequence is {', '.join(SEVERITIES)}, or {NONE}")
    draft.consequences(who, [] if rest == [NONE] else rest)


def _points(draft: Draft, said: str) -> None:
    draft.points(*_counted(draft, said, "points WHO NUMBER"))


def _members(draft: Draft, said: str) -> None:
    draft.members(*_counted(draft, said, "members GROUP NUMBER"))


def _turn(draft: Draft, said: str) -> None:
    draft.turn(_alone(draft, said, "turn WHO"))


def _exchange(draft: Draft, said: str) -> None:
    draft.exchange(_number(*_words(said, "exchange NUMBER", 1)))


def _out(how: str) -> Callable[[Draft, str], None]:
    return lambda draft, said: draft.leave(_alone(draft, said, f"{how} WHO"), WAYS_OUT[how])


def _aspect(draft: Draft, said: str) -> None:
    free: dict[str, int] = {}
    helps, actions = None, list[str]()
    found = re.fullmatch(rf"(?P<what>.+?)(?P<options>(?:{OPTION})*)", said)
    what, options = (found["what"], found["options"]) if found else ("", "")
    for one in re.finditer(OPTION, options):
        if one["side"]:
            free[one["side"]] = int(one["count"])
        elif one["helps"]:
            helps = _of("helps", one["helps"], get_args(Helps))
        else:
            kinds = re.split(r"[, ]+", one["actions"])
            actions = [_of("actions", each, get_args(RollKind)) for each in kinds]
    text, on = _placed(draft, what)
    if not text or (text.startswith("on ") and draft.place(text.removeprefix("on ")) is not None):
        raise SessionError("say `aspect TEXT on WHERE free gm 1`")
    draft.aspect(text, on or SCENE, free, helps=helps, actions=actions)


def _of(option: str, said: str, known: tuple[str, ...]) -> str:
    """What an option of an aspect says, of what it may say."""
    if said not in known:
        raise SessionError(f"`{option}` is of {', '.join(known)}, not `{said[:40]}`")
    return said


def _drop(draft: Draft, said: str) -> None:
    if not said:
        raise SessionError("say `drop TEXT`")
    draft.gone(*_placed(draft, said))


def _placed(draft: Draft, said: str) -> tuple[str, str | None]:
    """An aspect's text and where it stands, where `TEXT on WHERE` says so: by an id, or by a name
    of several words. One word that is no place is passed on, to be told as none."""
    parts = said.split(" on ")
    for number in range(1, len(parts)):
        text, where = " on ".join(parts[:number]), " on ".join(parts[number:])
        if (on := draft.place(where)) is not None:
            return text, on
    if len(parts) > 1 and re.fullmatch(r"[\w-]+", parts[-1]):
        return " on ".join(parts[:-1]), parts[-1]
    return said, None


def _bring(draft: Draft, said: str) -> None:
    parts = said.split(maxsplit=3)
    if len(parts) < 3:
        raise SessionError("say `bring SHEET.yaml SIDE ZONE NAME`; SIDE is players or gm")
    try:
        sheet = read_text(find_sheet(Path(parts[0])))
    except ScenarioError as error:
        raise SessionError(error.faults[0].says) from None
    draft.bring(sheet, parts[1], parts[2], "".join(parts[3:]))


EDITS: dict[str, Callable[[Draft, str], None]] = {
    "move": _move,
    "box": _box,
    "consequence": _consequence,
    "points": _points,
    "members": _members,
    "turn": _turn,
    "exchange": _exchange,
    **{how: _out(how) for how in WAYS_OUT},
    "aspect": _aspect,
    "drop": _drop,
    "bring": _bring,
}
"""What each word does."""


def ids(draft: Draft) -> str:
    """Who and where can be named."""
    return f"Fighters: {', '.join(draft.fighters)}. Zones: {', '.join(draft.zones)}."


def _words(said: str, form: str, count: int | None = None) -> list[str]:
    words = said.split()
    if not words or (count is not None and len(words) != count):
        raise SessionError(f"say `{form}`")
    return words


def _whose(draft: Draft, said: str, form: str) -> tuple[str, list[str]]:
    """Who is named first, by an id or by a name of one or several words, and what is left; the
    first word, to be told as nobody's, where nobody is."""
    words = _words(said, form)
    for number in range(len(words), 0, -1):
        if draft.names_somebody(name := " ".join(words[:number])):
            return name, words[number:]
    return words[0], words[1:]


def _counted(draft: Draft, said: str, form: str) -> tuple[str, int]:
    """Somebody, and a number."""
    who, rest = _whose(draft, said, form)
    if len(rest) != 1:
        raise SessionError(f"say `{form}`")
    return who, _number(rest[0])


def _alone(draft: Draft, said: str, form: str) -> str:
    """Somebody, and nothing else."""
    who, rest = _whose(draft, said, form)
    if rest:
        raise SessionError(f"say `{form}`")
    return who


def _number(said: str) -> int:
    if not re.fullmatch(r"\d{1,3}", said):
        raise SessionError(f"`{said[:20]}` is no number")
    return int(said)
