"""The reference of what may be written in a scene: it is what the code makes, and leaves nothing
out."""

from __future__ import annotations

import re
from pathlib import Path

from autogm.model.base import Written
from autogm.model.reference import with_reference
from autogm.scenes.cards import file
from autogm.scenes.cards.reference import parts

README = Path("scenarios/scenes/README.md")


def test_the_reference_is_what_the_code_makes() -> None:
    """To renew it: `python -m autogm.scenes.cards.reference scenarios/scenes/README.md`."""
    text = README.read_text("utf-8")
    assert with_reference(text, parts()) == text


def test_every_field_of_the_model_has_a_row_in_the_section_of_its_object() -> None:
    sections = dict(
        re.findall(r"^### Fields: (.*?)\n(.*?)(?=^###|\Z)", parts()["scene"], re.M | re.S)
    )
    names = {"SceneFile": "scene"}
    models = [
        one for one in vars(file).values()
        if isinstance(one, type) and issubclass(one, Written) and one is not Written
    ]  # fmt: skip
    found = set()
    for model in models:
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", model.__name__.removesuffix("Written"))
        title = names.get(model.__name__, spaced.lower())
        if model in (file.AspectWritten, file.SceneAspect):  # what others extend
            continue
        found.add(title)
        rows = re.findall(r"^\| `([a-z_]+)` \|", sections[title], re.M)
        assert rows == list(model.model_fields), title
    assert found == set(sections)


def test_links_lead_to_sections() -> None:
    text = README.read_text("utf-8")
    anchors = {one.lower().replace(": ", "-").replace(" ", "-") for one in
               re.findall(r"^#+ (.*)$", text, re.M)}  # fmt: skip
    links = set(re.findall(r"\(#([^)]+)\)", text))
    assert links
    assert links <= anchors
