"""Which version this is. Its one source is pyproject.toml: read from there in a source tree,
where nothing may be installed or something older, and from the installed package elsewhere.
"""

from __future__ import annotations

from pathlib import Path

PROJECT = "autogm"
SOURCE_TREE = Path(__file__).parents[2]


def version(tree: Path = SOURCE_TREE) -> str:
    """The version, or `unknown` where neither a source tree nor an installed package says it."""
    import tomllib
    from importlib import metadata

    try:
        project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["project"]
        if project["name"] == PROJECT:
            return str(project["version"])
    except (OSError, KeyError, ValueError):
        pass
    try:
        return metadata.version(PROJECT)
    except metadata.PackageNotFoundError:
        return "unknown"
