"""Findings of shipped scenarios for tests: brawlers, a few battles, hardly any time."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

from autogm.game.plays import read_noted
from autogm.lab.report.conflict import Findings, Subject, find_out
from autogm.model.library import shipped


def subject(name: str, battles: int = 12, side: int | None = None) -> Subject:
    """A shipped conflict, played by brawlers."""
    found, files = read_noted(shipped()[name])
    return Subject(files, found.content, "brawler", 1, battles, side, 1)


@cache
def findings(name: str, battles: int = 12, side: int | None = None) -> Findings:
    """What is found out about it in half a second."""
    return find_out(subject(name, battles, side), 0.5, lambda _: None)


def said(made: str) -> str:
    """All that stands in a page or a picture as it is, and once more without marks, in which words
    that a picture breaks over two lines follow each other."""
    return f"{made} {' '.join(unescape(re.sub('<[^>]*>', ' ', made)).split())}"
