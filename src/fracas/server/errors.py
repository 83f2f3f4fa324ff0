"""What a failed request gets: every kind of trouble in one shape, with its status."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from fracas.engine.command import GM
from fracas.engine.content import ContentErrors
from fracas.engine.errors import Invalid, Refused
from fracas.protocol.messages import Message
from fracas.protocol.records import Problem
from fracas.protocol.troubles import problem_of
from fracas.server.grants import HOST
from fracas.server.hall import Hall
from fracas.server.library import Gone, Stale
from fracas.server.opening import Unreadable
from fracas.server.store import Damaged, NotKept


class Trouble(Message):
    """What every refused request gets."""

    error: str
    problems: list[Problem]


TROUBLE: Final = {"application/json": {"schema": {"$ref": "#/components/schemas/Trouble"}}}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": HTTPStatus(status).phrase, "content": TROUBLE}
    for status in (400, 403, 404, 405, 409, 413, 415, 422, 429, 500)
}
"""What every route says of them. Named as a model, it would cost each route ten validators that nothing uses."""
PLAIN: dict[type, tuple[int, str, str]] = {
    Gone: (404, "{error}", ""),
    Stale: (409, "it was saved somewhere else in the meantime; nothing was changed", ""),
    Unreadable: (409, "{error}", "a table cannot be opened"),
    Damaged: (500, "the database cannot be read ({error.what})", "the database cannot be read"),
    NotKept: (500, "it could not be kept; nothing was changed", "a row was not kept"),
}
"""By kind of error: the status, what whoever asked is told, and what the server's log says."""
UNOPENED: Final = "this table cannot be opened"
LESS: dict[type, str] = {Unreadable: UNOPENED, Damaged: "the database cannot be read"}
"""What those are told of it who are neither the host nor the table's GM."""


def add_errors(app: FastAPI, hall: Hall) -> None:
    def answer(status: int, error: str, problems: list[Problem] | None = None) -> JSONResponse:
        return JSONResponse(Trouble(error=error, problems=problems or []).model_dump(), status)

    @app.exception_handler(HTTPException)
    async def refused_by_route(_: Request, error: HTTPException) -> Response:
        return answer(error.status_code, str(error.detail))

    @app.exception_handler(RequestValidationError)
    async def misfit(_: Request, error: RequestValidationError) -> Response:
        problems = [
            Problem(at=".".join([str(part) for part in fault["loc"]])[:200], expected=str(fault["msg"])[:200])
            for fault in error.errors()[:10]
        ]
        return answer(422, "this cannot be understood", problems)

    @app.exception_handler(Invalid)
    async def invalid(_: Request, error: Invalid) -> Response:
        place = f"{error.where}.{error.key}" if error.key else error.where
        return answer(422, str(error)[:500], [problem_of(error, place)])

    @app.exception_handler(ContentErrors)
    async def faulty(_: Request, error: ContentErrors) -> Response:
        problems = [
            Problem(at=f"{fault.where}: {fault.key}"[:200], expected=fault.expected[:300]) for fault in error.errors
        ]
        count = len(problems)
        return answer(422, f"{count} {'thing is' if count == 1 else 'things are'} wrong with it", problems)

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        return answer(409, "; ".join([f"{reason.text} ({reason.paragraph})" for reason in error.reasons]))

    def may_know(request: Request) -> bool:
        """Is it the host or the table's GM? What is wrong with a table may name those who are hidden there."""
        rights = (("", HOST), (request.path_params.get("table", ""), GM))
        return any([hall.grants.behind_cookie(dict(request.cookies), *right) for right in rights])

    async def plainly(request: Request, error: Exception) -> Response:
        """What has a status and words of its own, and where the log is to say so, a line there."""
        kind = next(kind for kind in type(error).__mro__ if kind in PLAIN)
        status, words, noted = PLAIN[kind]
        if noted:
            hall.note(noted, error)
        if kind in LESS and not may_know(request):
            words = LESS[kind]
        return answer(status, words.format(error=error)[:500])

    for kind in PLAIN:
        app.add_exception_handler(kind, plainly)
