"""What fighters and zones are called as a scenario writes them, told apart where names recur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any


def written_names(written: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """What those are called who are written under some ids: by their names, or by their ids where
    they have none; with the id beside a name that somebody else has too."""
    names = {
        key: str(one.get("name") or key.replace("-", " ").replace("_", " ").capitalize())
        for key, one in written.items()
    }
    shared = Counter(names.values())
    return {key: f"{name} ({key})" if shared[name] > 1 else name for key, name in names.items()}
