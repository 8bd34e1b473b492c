"""The wheel: installed without its dependencies into an environment of its own, over the packages
that are here, it does outside of the source tree what the README says.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command in a folder, with nothing of the source tree on the path."""
    settings = {name: one for name, one in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(part) for part in command],
        check=False,
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this source tree."""
    folder = tmp_path_factory.mktemp("wheel")
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=ROOT)
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def autogm(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, installed from the wheel into an environment of its own."""
    home = tmp_path_factory.mktemp("environment")
    made = run(sys.executable, "-m", "venv", "--without-pip", home, folder=home)
    assert made.returncode == 0, made.stderr
    (packages,) = home.glob("lib/python*/site-packages")
    # After the environment's own packages, and without what this path's own .pth files add.
    (packages / "parent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    done = run(
        sys.executable, "-m", "pip", "install", "--no-deps", "--no-index",
        "--no-warn-script-location", "--disable-pip-version-check",
        "--ignore-installed", "--prefix", home, wheel, folder=home,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    command = home / "bin" / "autogm"
    text = command.read_text().replace(sys.executable, str(home / "bin" / "python"), 1)
    command.write_text(text)
    return command


def test_the_wheel_holds_the_scenarios_and_all_data(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    package, scenarios = ROOT / "autogm", ROOT / "scenarios"
    wanted = {f"autogm/{path.relative_to(package)}" for path in package.rglob("*.yaml")}
    table = package / "table"
    pages = [*(table / "templates").iterdir(), *(table / "static").iterdir()]
    assert {one.suffix for one in pages} == {".html", ".css", ".js", ".svg"}
    wanted |= {f"autogm/{path.relative_to(package)}" for path in pages}
    wanted |= {f"autogm/{path.relative_to(ROOT)}" for path in scenarios.rglob("*.yaml")}
    assert len(wanted) > 30
    assert wanted <= names
    assert "autogm/py.typed" in names
    assert not any(name.startswith(("tests/", "evaluation/")) for name in names)


def test_what_is_installed_is_the_wheel(autogm: Path, tmp_path: Path) -> None:
    where = run(
        autogm.parent / "python", "-c", "import autogm; print(autogm.__file__)", folder=tmp_path
    )
    assert Path(where.stdout.strip()).is_relative_to(autogm.parents[1])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--version"], "autogm 0"),
        (["list", "scenarios"], "A Duel at Dawn"),
        (["rules", "fate-core"], "Fate Core"),
        (["odds", "--skill", "3", "--versus", "2"], "%"),
        (["check", "duel"], "A Duel at Dawn"),
        (["show", "lizardfolk-camp"], "The Lizardfolk Camp"),
        (["simulate", "duel", "-n", "20", "--agents", "brawler"], "20 battles"),
        (["replay", "duel", "--agents", "brawler"], "Exchange 1"),
    ],
)
def test_the_readmes_commands_run(
    autogm: Path, tmp_path: Path, arguments: list[str], says: str
) -> None:
    done = run(autogm, *arguments, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert says in done.stdout
