"""The tempers by name: what each leans to, in weights of named features of a choice, and how a
temper is written behind an agent's name.

A temper acts where a turn is chosen, where it is chosen whose turn comes, and where somebody may
concede, which may be after an action is declared; of other choices none is swayed.
It may take a choice only if its win chance is within so much (`CAPS`) of the best by its agent's
estimate: that bounds what temper costs, and a decisive blow is never missed.

Nothing here needs a kernel, so that a name can be refused before any is compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from autogm.model.words import TEMPERS

FEATURES = (
    "attack", "reckless", "hurt", "equal", "gang", "prepare", "trick", "cover", "help", "guard",
    "closer", "exposed", "company", "prey", "goal", "ward", "quit", "strong", "harmed",
)  # fmt: skip
"""What tempers weigh, in the order in which `features` writes it."""

CAPS: Mapping[str, float] = {
    "aggressive": 0.006, "cautious": 0.006, "honourable": 0.006, "cruel": 0.01, "greedy": 0.007,
    "cowardly": 0.003,
}  # fmt: skip
"""How much of the win chance, by the agent's own estimate, a choice that a temper takes may be
behind the best. What was measured is told in evaluation/HISTORY.md, «Temper»."""
PROTECTIVE_CAP = 0.008
"""The same of who is even and protects somebody."""

EVEN = "even"
PROTECTS = "protects"
LEANINGS: Mapping[str, Mapping[str, float]] = {
    "aggressive": {
        "attack": 1.0, "reckless": 1.0, "trick": 0.5, "help": -1.0, "guard": -2.0, "quit": -2.0,
        "harmed": 1.0,
    },
    "cautious": {
        "reckless": -1.0, "cover": 1.0, "guard": 1.0, "exposed": -1.0, "goal": 0.4,
    },
    "honourable": {
        "equal": 1.3, "hurt": -1.0, "gang": -0.7, "trick": -0.5, "company": -0.5, "quit": -1.0,
        "strong": 2.0, "goal": 0.2,
    },
    "cruel": {"hurt": 2.0, "prey": 1.0, "attack": 0.5},
    "greedy": {"goal": 1.0},
    "cowardly": {
        "gang": 1.0, "company": 1.0, "equal": -0.5, "hurt": 0.5, "help": 0.5, "strong": -2.0,
    },
}  # fmt: skip
"""What each temper leans to: weights of `FEATURES`; what is left out weighs nothing. Whoever keeps
away from enemies, or from the crowd, leans to the goal as well: a side whose people forget what it
is there for has lost (evaluation/HISTORY.md, «Temper»)."""
OUTNUMBERED: Mapping[str, Mapping[str, float]] = {
    "cowardly": {
        "reckless": -1.0, "guard": 0.3, "exposed": -0.2, "company": 1.0, "help": 1.0,
        "strong": -2.0, "goal": 0.4,
    },
}  # fmt: skip
"""What a temper leans to instead while its side is not the larger one at hand."""
PROTECTIVE: Mapping[str, float] = {"ward": 1.0}
"""What who protects somebody leans to besides."""
A_WEIGHT = 0.006
"""How much of the win chance a weight of 1 counts as much as."""
ORDER = 3.0
"""How much more leaning, and a wider cap, decides who acts next: it is seen well and costs little,
since nearly all orders are nearly as good."""


class TemperError(ValueError):
    """A temper that does not exist, or is named twice."""


@dataclass(frozen=True)
class Temperament:
    """A temper as it is written behind an agent's name: the temper of all fighters that the agent
    decides for, and whom they protect; None: as the scenario has it."""

    temper: str | None = None
    protects: str | None = None

    @property
    def spelling(self) -> str:
        """As `split` reads it."""
        ward = None if self.protects is None else f"{PROTECTS}={self.protects}"
        return ":".join(one for one in (self.temper, ward) if one is not None)


USUAL = Temperament()
"""Of an agent of which nothing is said: all as the scenario has it."""


def split(text: str) -> tuple[str, Temperament]:
    """What stands behind an agent's name, parted by colons, without the parts that tell a temper,
    and the temper that those tell: `great:cruel` is `great` and a cruel one,
    `cautious:protects=queen` is nothing else and a cautious one who protects the queen.

    Raises:
        TemperError: for two tempers, or for nobody to protect.
    """
    rest, temper, ward = list[str](), None, None
    for part in text.split(":") if text else ():
        _, equals, whom = part.partition("=")
        if part in TEMPERS:
            if temper is not None:
                raise TemperError(f"two tempers are named, `{temper}` and `{part}`")
            temper = part
        elif is_temper(part):
            if not equals or not whom:
                raise TemperError(f"`{part}`: write whom, as in `{PROTECTS}=queen`")
            if ward is not None:
                raise TemperError(f"two are to be protected, `{ward}` and `{whom}`")
            ward = whom
        else:
            rest.append(part)
    return ":".join(rest), Temperament(temper, ward)


def is_temper(part: str) -> bool:
    """Whether a part of what stands behind an agent's name is about its temper."""
    return part in TEMPERS or part.partition("=")[0] == PROTECTS


def unknown(text: str) -> str:
    """Of what is no temper: which there are."""
    close = get_close_matches(text.lower(), TEMPERS, 1)
    hint = f" Did you mean `{close[0]}`?" if close else ""
    return f"no temper is called `{text}`.{hint} {there_are()}"


def there_are() -> str:
    """Which tempers there are, as a sentence."""
    return f"The tempers are {', '.join(TEMPERS)} and {PROTECTS}=ID."
