"""What a line means that somebody types: one of the choices by its number or in words, or dice by
their faces or their sum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from autogm.session.errors import SessionError
from autogm.session.session import Session
from autogm.view.options import Option
from autogm.view.words.grammar import counted

NAMED, ALIKE = 4, 0.75
"""Choices that are named at most where several are meant, and how like one a line has to be for it
to be named where none is."""
FUDGE = "4dF"
"""The dice of most rulesets and of scenes of cards, as rulesets name them; the others are two of
six faces."""
FACES = {"+": 1, "-": -1, "−": -1, "0": 0}


def chosen_by(line: str, options: Sequence[Option]) -> Option:
    """The option that a line means: by number, or by words that no other has.

    Raises:
        ValueError: where it is none, or may be several.
    """
    if re.fullmatch(r"-?[0-9]{1,9}", line):
        number = int(line)
        if not 0 < number <= len(options):
            raise ValueError(f"the choices are numbered from 1 to {len(options)}")
        return options[number - 1]
    words = _letters(line).split()
    exact = [one for one in options if _letters(one.words) == _letters(line)]
    found = exact or [one for one in options if _has(_letters(one.words), words)]
    if len(found) == 1:
        return found[0]
    if found:
        said = "; ".join(one.words for one in found[:NAMED])
        more = f"; and {counted(len(found) - NAMED)} more" if len(found) > NAMED else ""
        raise ValueError(f"«{line}» may mean {said}{more}: say more, or the number")
    near = get_close_matches(_letters(line), [_letters(one.words) for one in options], 1, ALIKE)
    like = next((one.words for one in options if near and _letters(one.words) == near[0]), "")
    meant = f" (did you mean «{like}»?)" if like else ""
    raise ValueError(f"«{line[:60]}» is none of the choices{meant}; h tells what can be typed here")


def number_of(words: str, options: Sequence[Option]) -> int | None:
    """The number of the one option that words mean, or none."""
    try:
        return 1 + list(options).index(chosen_by(words, options))
    except ValueError:
        return None


def _has(text: str, words: list[str]) -> bool:
    return bool(words) and all(re.search(rf"\b{re.escape(one)}", text) for one in words)


def _letters(text: str) -> str:
    return re.sub(r"[^\w+]+", " ", text.casefold()).strip()


def dice_of(session: Session) -> str:
    """Which dice are rolled."""
    encounter = getattr(session.game, "encounter", None)
    return FUDGE if encounter is None else str(encounter.ruleset.dice)


def how_typed(dice: str) -> str:
    """How dice are typed."""
    faces = "all four faces, such as +0-+" if dice == FUDGE else "both faces, such as 3 5"
    return f"{faces}, or as their sum, such as 2 or -1"


def dice_by(line: str, dice: str) -> dict[str, Any]:
    """The dice that a line says, four Fate dice or two six-sided ones, of which one counts against
    the roll: their faces, or their sum; as an entry of the history has them.

    Raises:
        SessionError: where it says none that can fall.
    """
    text, fudge = line.strip(), dice == FUDGE
    least, called = (-4, "four Fate dice") if fudge else (-5, "these dice")
    if found := re.fullmatch(r"=?\s*([-+−]?\d{1,2})", text):
        total = int(found[1].replace("−", "-"))
        if not least <= total <= -least:
            raise SessionError(
                f"{called} come to {least} at least and {-least} at most, not {total}"
            )
        return {"sum": total}
    signs = text.replace(" ", "") if re.fullmatch(r"[-+0− ]+", text) else ""
    if fudge and len(signs) == 4:
        return {"dice": [FACES[one] for one in signs]}
    found = re.fullmatch(r"([1-6])[\s,]+([1-6])", text)
    if found and not fudge:
        return {"dice": [int(found[1]), int(found[2])]}
    raise SessionError(f"dice are typed as {how_typed(dice)}")
