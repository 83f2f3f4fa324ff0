"""The built pages, as files: one page is all of them, and what is worth it is compressed."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response

STATIC = Path(__file__).parent / "static"
SQUEEZED = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Files of the pages that are worth compressing."""


@lru_cache(maxsize=100)
def squeeze(path: Path, changed: int) -> bytes:
    """A public file of the pages, gzipped once. Nothing of a table is ever compressed: lengths tell."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)


def file_of(path: str) -> Path | None:
    """The file of the built pages behind an address, if there is one."""
    try:
        wanted = (STATIC / path).resolve()
        found = bool(path) and wanted.is_file() and wanted.is_relative_to(STATIC.resolve())
    except (OSError, ValueError):
        # No name a file could have: too long, or with a NUL in it.
        return None
    return wanted if found else None


def add_pages(app: FastAPI) -> None:
    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        """A file of the built pages, or the one page that is all of them."""
        if path.startswith("api/"):
            raise HTTPException(404, "no such address")
        wanted = file_of(path)
        if wanted is not None:
            lasting = path.startswith("assets/")
            age = "public, max-age=31536000, immutable" if lasting else "no-cache"
            if wanted.suffix in SQUEEZED and "gzip" in request.headers.get("accept-encoding", ""):
                headers = {"Cache-Control": age, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
                body = squeeze(wanted, wanted.stat().st_mtime_ns)
                return Response(body, headers=headers, media_type=SQUEEZED[wanted.suffix])
            return FileResponse(wanted, headers={"Cache-Control": age})
        known = not path or path.startswith(("t/", "c/", "rules/")) or path in ("join", "credits", "campaigns", "admin")
        if not known and "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404, "no such address")
        index = STATIC / "index.html"
        if not index.is_file():
            return PlainTextResponse("The pages are not built yet: run `make ui`.", 503)
        return FileResponse(index, 200 if known else 404, headers={"Cache-Control": "no-cache"})
