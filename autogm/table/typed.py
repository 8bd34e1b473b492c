"""What a line means that somebody types: one of the choices by its number or in words, or dice by
their faces or their sum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from autogm.view.options import Option

FACES = {"+": 1, "-": -1, "−": -1, "0": 0}


def chosen_by(line: str, options: Sequence[Option]) -> Option:
    """The option that a line means: by number, or by words that no other has.

    Raises:
        ValueError: where it is none, or may be several.
    """
    if line.isdecimal():
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
        said = "; ".join(one.words for one in found[:4])
        raise ValueError(f"«{line}» may mean {said}: say more, or the number")
    raise ValueError(f"«{line[:60]}» is none of the choices; h tells what can be typed here")


def _has(text: str, words: list[str]) -> bool:
    return bool(words) and all(re.search(rf"\b{re.escape(one)}", text) for one in words)


def _letters(text: str) -> str:
    return re.sub(r"[^\w+]+", " ", text.casefold()).strip()


def dice_by(line: str) -> dict[str, Any]:
    """The dice that a line says: faces, or `=` and their sum; as an entry of the history has them.

    Raises:
        ValueError: where it says none.
    """
    text = line.strip()
    if found := re.fullmatch(r"=\s*([-+−]?\d{1,2})", text):
        return {"sum": int(found[1].replace("−", "-"))}
    fudge = text.replace(" ", "") if re.fullmatch(r"[-+0− ]+", text) else ""
    if len(fudge) == 4:
        return {"dice": [FACES[one] for one in fudge]}
    if found := re.fullmatch(r"([1-6])[\s,]+([1-6])", text):
        return {"dice": [int(found[1]), int(found[2])]}
    raise ValueError("dice are typed as faces, such as +0-+ or 3 5, or as their sum, such as =2")
