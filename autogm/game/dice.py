"""The dice (D1, D2, W2, W3): the exact distribution of a sum with some dice replaced by [+], and
the faces behind a sum. An outcome of a chance node is the index of the sum; the faces ride above it
in the same integer, for the log alone.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

OUTCOME_MASK = 31
FACES_SHIFT = 8
"""An outcome is the index of the sum in the low bits; faces stand above this many."""
DICE_FLOOR = {"4dF": -4, "d6-d6": -5}


def replace_worst(faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The faces with the `count` lowest of them turned to +1 (W3). EX-WOA-6: 0 - + - with two is
    0 + + +."""
    changed = list(faces)
    for _ in range(count):
        changed[changed.index(min(changed))] = 1
    return tuple(changed)


def sums(dice: str, replaced: int = 0) -> dict[int, Fraction]:
    """The exact distribution of the sum of the dice, `replaced` of them turned to [+].

    Raises:
        ValueError: for d6 minus d6 with weight, which do not go together (D2).
    """
    if dice == "d6-d6":
        if replaced:
            raise ValueError("weight and d6-d6 cannot be combined")
        counts = Counter(first - second for first, second in product(range(1, 7), repeat=2))
    else:
        counts = Counter(
            sum(replace_worst(faces, replaced)) for faces in product((-1, 0, 1), repeat=4)
        )
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in sorted(counts.items())}


def all_faces(dice: str) -> list[tuple[int, ...]]:
    """Every equally likely fall of the dice."""
    return list(
        product(range(1, 7), repeat=2) if dice == "d6-d6" else product((-1, 0, 1), repeat=4)
    )


def pack_faces(dice: str, faces: tuple[int, ...]) -> int:
    """Faces as the number that rides above an outcome: base 4 digits of fudge faces (1, 2, 3 for
    -, 0, +), or base 8 digits of d6."""
    if dice == "d6-d6":
        return sum(face << (3 * place) for place, face in enumerate(faces))
    return sum((face + 2) << (2 * place) for place, face in enumerate(faces))


def unpack_faces(dice: str, packed: int) -> tuple[int, ...]:
    """The faces of `pack_faces`; none if nothing was packed."""
    if packed == 0:
        return ()
    if dice == "d6-d6":
        return tuple((packed >> (3 * place)) & 7 for place in range(2))
    return tuple(((packed >> (2 * place)) & 3) - 2 for place in range(4))


@cache
def outcome_of(dice: str, faces: tuple[int, ...], replaced: int = 0) -> int:
    """The chance outcome for those faces, faces included.

    Raises:
        ValueError: for faces that those dice do not have.
    """
    if dice == "d6-d6":
        if len(faces) != 2 or not all(1 <= face <= 6 for face in faces):
            raise ValueError(f"two d6 cannot show {faces}")
        value = faces[0] - faces[1]
    else:
        if len(faces) != 4 or not all(-1 <= face <= 1 for face in faces):
            raise ValueError(f"four Fate dice cannot show {faces}")
        value = sum(replace_worst(faces, replaced))
    return (value - DICE_FLOOR[dice]) | (pack_faces(dice, faces) << FACES_SHIFT)
