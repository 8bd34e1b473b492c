"""The JSON schema of card scenes, for editors that complete and check while one writes."""

from __future__ import annotations

from typing import Any

from autogm.model.schema import schema_of
from autogm.scenes.cards.file import SceneFile

SHORT_FORMS = {"OnCard": "text", "OnStatus": "text", "SheetAspect": "text"}


def scene_schema() -> dict[str, Any]:
    """The schema of a file with `ruleset: aspect-cards`."""
    return schema_of(SceneFile, "autogm aspect-card scene", SHORT_FORMS)
