"""Reads the tables that this package ships in `data/`, in the same dialect of YAML as scenarios:
only `true` and `false` are booleans, so that `on` stays a word. It carries no rule.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from autogm.model.source import read_source


@cache
def shipped(name: str) -> dict[str, Any]:
    """The table `data/<name>.yaml` as plain data; not to be changed.

    Raises:
        ScenarioError: when there is no such table, or it can't be read.
    """
    with resources.as_file(resources.files("autogm.rules").joinpath("data")) as folder:
        return read_source(folder / f"{name}.yaml").data
