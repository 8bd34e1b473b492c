"""A process that compiles for the one that started it: what each line of its input says, or, with
`--ahead`, all that its input names.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

from autogm.game.building import LOWER, build_ahead, link_one, lower_one
from autogm.game.code_cache import code_cache
from autogm.game.kernels import KERNELS


def serve_ahead() -> None:
    """Compile the entries that stdin names."""
    wanted = []
    for module, name in json.load(sys.stdin):
        import_module(module)
        wanted.append(KERNELS[name])
    build_ahead(wanted)


def serve() -> None:
    """Be a worker: do what each line of stdin says, until the input ends."""
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        what, module, name, fingerprint = json.loads(line)
        try:
            import_module(module)
            kernel = KERNELS[name]
            if kernel.fingerprint != fingerprint:
                raise ValueError(f"{name} is another one here")
            (lower_one if what == LOWER else link_one)(kernel, code_cache())
            answer = "done"
        except Exception:  # the process that asked does it itself and says what is wrong
            answer = "failed"
        out.write(answer + "\n")
        out.flush()


if __name__ == "__main__":
    if sys.argv[1:] == ["--ahead"]:
        serve_ahead()
    else:
        serve()
