"""Errors as replies: what cannot be understood, what the rules refuse, and bugs of ours.

For the referee and for servers. Only the GM learns what might tell a secret.
"""

from __future__ import annotations

from typing import Final

from pydantic import ValidationError

from fracas.engine.dice.sources import ScriptError
from fracas.engine.errors import Invalid, Refused
from fracas.engine.reason import Reason
from fracas.protocol import records
from fracas.protocol import replies as tell

OUR_WORDS: Final = {
    "extra_forbidden": "no such field",
    "missing": "this field, which is missing",
    "string_type": "a text",
    "int_type": "a whole number",
    "list_type": "a list",
    "model_type": "an object or a text",
    "model_attributes_type": "an object or a text",
}


def trouble(error: Exception, id: str | int | None, seat: str) -> tell.Reply:
    """The reply to a request of a seat that ended in an error."""
    if isinstance(error, Refused):
        return refusal(id, error.reasons)
    if isinstance(error, ScriptError):
        text = str(error) if seat == "gm" else "the script of dice does not fit what is to be thrown"
        return invalid(id, text, "dice", error.expected if seat == "gm" else "a script that fits")
    if isinstance(error, Invalid):
        place = f"{error.where}.{error.key}" if error.key else error.where
        return tell.Error(id=id, kind="invalid", message=str(error), problems=[problem_of(error, place)])
    if isinstance(error, ValidationError):
        return misfit(id, error)
    detail = f"{type(error).__name__}: {error}" if seat == "gm" else "a bug of ours"
    return tell.Error(id=id, kind="fault", message=f"{detail[:500]}; nothing was changed")


def echo(id: object) -> str | int | None:
    """An id that can be given back even when the rest of its line is wrong."""
    if (isinstance(id, str) and len(id) <= 64) or (isinstance(id, int) and not isinstance(id, bool)):
        return id
    return None


def refusal(id: str | int | None, reasons: list[Reason]) -> tell.Reply:
    whys = [records.Why.model_validate(reason) for reason in reasons]
    said = "; ".join([f"{why.text} ({why.paragraph})" for why in whys])
    return tell.Error(id=id, kind="refused", message=said, reasons=whys)


def invalid(id: str | int | None, message: str, at: str, expected: str) -> tell.Reply:
    return tell.Error(id=id, kind="invalid", message=message, problems=[records.Problem(at=at, expected=expected)])


def problem_of(error: Invalid, place: str) -> records.Problem:
    """What is wrong with one value, where it stands."""
    missing = error.value in ("", None, [], ())
    return records.Problem(at=place[:200], expected=error.expected[:500], missing=missing, near=error.near)


def misfit(id: str | int | None, error: ValidationError) -> tell.Reply:
    """What is wrong with the fields of a request, at most ten things."""
    problems: list[records.Problem] = []
    for one in error.errors(include_url=False, include_context=False, include_input=False)[:10]:
        at = ".".join([str(part) for part in one["loc"] if part not in ("object", "text")])[:200]
        problems.append(records.Problem(at=at, expected=OUR_WORDS.get(one["type"], one["msg"])))
    said = "; ".join([f"{problem.at}: {problem.expected}" for problem in problems])
    return tell.Error(id=id, kind="invalid", message=said, problems=problems)


def reason_of(error: Exception) -> str:
    return str(error.strerror) if isinstance(error, OSError) and error.strerror else type(error).__name__
