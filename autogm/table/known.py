"""How hard the conflicts that ship are, as the gallery says it, and harder or easier versions of
them that a battle may be begun with: measured beforehand, and kept in `hardness.json` beside this
module (`python -m evaluation.hardness --write` makes it anew). What is known of a conflict holds
for the very texts that were measured: of a changed one nothing is said.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from autogm.game.plays import is_ours
from autogm.game.registry import read_file
from autogm.model.texts import noted

FILE = Path(__file__).with_name("hardness.json")


@dataclass(frozen=True)
class Version:
    """A conflict with another opposition: the `changes` that make it, as `--set` takes them, and in
    words, one by one; how hard it is then, by as many battles as the conflict itself."""

    changes: str
    words: tuple[str, ...]
    word: str
    share: float
    low: float
    high: float

    @property
    def briefly(self) -> str:
        """How hard it is, which gives nothing away."""
        return _briefly(self.word, self.low, self.high)


@dataclass(frozen=True)
class Known:
    """How hard a conflict is: a name for its texts, the word (`autogm.analysis.verdict`), and the
    share of the players' wins with its 95% interval, of so many battles between the default agents
    with that seed; and versions of it, the easiest first."""

    text: str
    word: str
    share: float
    low: float
    high: float
    battles: int
    seed: int
    versions: tuple[Version, ...] = ()

    @property
    def plain(self) -> Known:
        """The same without its versions."""
        return replace(self, versions=())

    @property
    def briefly(self) -> str:
        """How hard it is as it is written, with the interval."""
        return _briefly(self.word, self.low, self.high)

    @property
    def says(self) -> str:
        """What the word comes from."""
        return (
            f"the players win {self.share:.0%} ({self.low:.0%} to {self.high:.0%}) of "
            f"{self.battles} battles that the tactician plays for both sides"
        )


def _briefly(word: str, low: float, high: float) -> str:
    return f"{word} ({100 * low:.0f}–{high:.0%})"


@cache
def shipped_hardness() -> Mapping[str, Known]:
    """What is known, by the names of conflicts."""
    told = json.loads(FILE.read_text("utf-8"))
    return {name: known_from(one) for name, one in told["conflicts"].items()}


def known_from(told: Mapping[str, Any]) -> Known:
    """What is known of a conflict, from plain data."""
    versions = [Version(**one | {"words": tuple(one["words"])}) for one in told["versions"]]
    return Known(**{**told, "versions": tuple(versions)})


def name_of(texts: Mapping[Path, bytes]) -> str:
    """A name for the texts that make a conflict, by the files they were read from, wherever those
    lie; the program's own, which are read once, are left out."""
    written = sorted(text for path, text in texts.items() if not is_ours(path))
    return hashlib.sha256(b"\0".join(written)).hexdigest()[:16]


def text_of(path: Path) -> str:
    """That of a file and the sheets that it refers to."""
    with noted() as texts:
        read_file(path)
    return name_of(texts)


def as_text(found: Mapping[str, Known], made: str, date: str) -> str:
    """The file: how it was made, and a line for each conflict and version."""
    lines = ",\n".join(f'  "{name}": {_line(one)}' for name, one in found.items())
    head = f'"made": {json.dumps(made)},\n"date": {json.dumps(date)},\n'
    return f'{{{head}"conflicts": {{\n{lines}\n}}}}\n'


def _line(known: Known) -> str:
    fields = asdict(known)
    versions = [json.dumps(one, ensure_ascii=False) for one in fields.pop("versions")]
    inner = "".join(f"\n    {one}," for one in versions).removesuffix(",")
    return f'{json.dumps(fields)[:-1]}, "versions": [{inner}]}}'
