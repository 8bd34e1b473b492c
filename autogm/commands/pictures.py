"""Pictures that commands draw into files: over another picture, and over nothing else."""

from __future__ import annotations

from pathlib import Path

from autogm.commands.frame import InputError
from autogm.model.writing import write_whole

SUFFIX = ".svg"


def check_target(svg: Path, option: str) -> None:
    """Refuses to draw over anything but another picture; `option` is what names the file.

    Raises:
        InputError: saying what would do.
    """
    right = svg.with_suffix(SUFFIX)
    if right == svg:
        right = svg.with_name(f"{svg.stem}-board{SUFFIX}")
    for one in (svg, svg.resolve()):  # what a link leads to, too
        if one.suffix.lower() != SUFFIX or one.is_dir():
            what = "is there and is no SVG file" if one.exists() else "is no name of an SVG file"
            raise InputError(f"{option} draws SVG, and {one} {what}; write {option} {right}")
    if svg.exists() and not _is_picture(svg):
        raise InputError(
            f"{option}: {svg} is there and holds no picture; draw to another file: {option} {right}"
        )


def check_folder(folder: Path, option: str, what: str) -> None:
    """Refuses a folder that cannot be one.

    Raises:
        InputError: where a file has its name.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{option}: {folder} is a file; name a folder for {what}")


def write_pictures(folder: Path, pictures: dict[str, str], option: str) -> None:
    """Write pictures by their names into a folder, which is made where it is not there. Nothing is
    written where one of them would be drawn over something else.

    Raises:
        InputError: naming what would be overwritten.
        OSError: as writing does.
    """
    for name in pictures:
        target = folder / name
        if target.exists() and not (target.is_file() and _is_picture(target)):
            raise InputError(
                f"{option}: {target} is there and holds no picture; name another folder"
            )
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in pictures.items():
        write_whole(folder / name, drawn)


def _is_picture(path: Path) -> bool:
    """Whether a file begins as an SVG document does."""
    with path.open("rb") as file:
        start = file.read(512).lstrip()
    return not start or (start.startswith((b"<svg", b"<?xml")) and b"<svg" in start)
