"""The colours that tell sides and degrees apart in pictures do so for colour-blind people, too, by
day and by night."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from autogm.lab.report.drawings.common import FILLS
from autogm.lab.report.drawings.fighters import WORN
from autogm.view.picture.night import NIGHT
from autogm.view.picture.svg import COLOURS

Colour = npt.NDArray[np.float64]
SEEN = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
    "everybody else": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
}  # fmt: skip
"""Linear red, green and blue as dichromats see them (G. M. Machado, M. M. Oliveira and L. A. F.
Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009)."""
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                   [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
WHITE = np.array([0.95047, 1.0, 1.08883])
APART = 25.0
"""A distance in CIELAB (1976) that nobody overlooks: 2.3 are just noticed."""


def linear(colour: str) -> Colour:
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb: Colour) -> Colour:
    ratio = TO_XYZ @ np.clip(rgb, 0, 1) / WHITE
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def nearest(colours: Sequence[str], seen: str) -> float:
    """The least distance of two of them."""
    shown = [lab(np.array(SEEN[seen]) @ linear(one)) for one in colours]
    return min(float(np.linalg.norm(a - b)) for a, b in combinations(shown, 2))


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(
    "colours", [tuple(COLOURS.values()), tuple(FILLS.values()), WORN], ids=["sides", "wins", "worn"]
)
def test_what_has_to_be_told_apart_can_be(
    colours: tuple[str, ...], seen: str, *, night: bool
) -> None:
    shown = [NIGHT[one] for one in colours] if night else list(colours)
    assert nearest(shown, seen) >= APART


def test_red_and_green_are_taken_for_one_by_who_does_not_see_them() -> None:
    """The simulation does what it says: a red and a green of the same lightness fall together for a
    deuteranope, and lie far apart for others."""
    assert nearest(["#cc6677", "#999933"], "everybody else") > 60
    assert nearest(["#c06060", "#7f7f40"], "deuteranopia") < 15
