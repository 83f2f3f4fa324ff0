"""The OpenAPI document of the server as a file, for openapi-typescript: `tools/openapi.py web/openapi.json`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from fracas.server.page import document


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
