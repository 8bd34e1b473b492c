"""Jobs for tests of the store."""

from __future__ import annotations

from autogm.game.plays import read_noted
from autogm.lab.store.jobs import Job
from autogm.model.version import version


def job_for(name: str, agents: str, *, level: str = "exchanges", seed: int = 1) -> Job:
    """Battles of a scenario that ships."""
    _, files = read_noted(name)
    return Job(tuple(files.items()), agents, seed, None, level, version())
