"""The reference of what may be written in a scene of cards, and in a position of one: every field,
made from the schemas as that of scenarios is (`autogm.model.reference`).

`python -m autogm.scenes.cards.reference scenarios/scenes/README.md` writes it into that file
between its marks; without a file it prints it.
"""

from __future__ import annotations

import sys

from autogm.model.reference import main, objects_of
from autogm.scenes.cards.schema import scene_schema
from autogm.scenes.cards.set_up import CardPositions

SCENE, POSITION = "Scene", "Position"


def parts() -> dict[str, str]:
    """All that is made, by name."""
    return {
        "scene": "\n".join(objects_of(SCENE, scene_schema())).rstrip(),
        "position": "\n".join(objects_of(POSITION, CardPositions().schema())).rstrip(),
    }


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:], parts()))
