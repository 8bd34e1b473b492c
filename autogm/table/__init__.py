"""The table: a page in the browser at which a person chooses a conflict and plays it. A Starlette
application with plain HTML, SVG and a few small ES modules; nothing is built, and nothing is loaded
from elsewhere. It adds no rule of its own: it shows what `autogm.view` makes, and hands what a
person wants to the layers below.
"""

HOST, PORT = "127.0.0.1", 8423
"""Where it listens unless it is told otherwise: at this machine alone."""
