"""The OpenAPI document of the server as a file, for openapi-typescript: `tools/openapi.py web/openapi.json`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from fracas.server.app import make_app
from fracas.server.hall import Hall


def document() -> dict[str, Any]:
    """Every route and every message of the WebSocket."""
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder), "http://127.0.0.1")
        try:
            return make_app(hall).openapi()
        finally:
            hall.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path, help="the file to write")
    path = parser.parse_args().path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document(), indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{path} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
