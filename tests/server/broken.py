"""The server with one thing broken on purpose, named by the first argument; with none, the server as it is.

Every safety test is run once against such a server and must turn red.
"""

from __future__ import annotations

import sys

from fracas.cli import app

BREAKERS: dict[str, object] = {}


def main() -> None:
    name = sys.argv.pop(1)
    if name:
        BREAKERS[name]()  # type: ignore[operator]
    app()


if __name__ == "__main__":
    main()
