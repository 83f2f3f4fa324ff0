"""The messages of the WebSocket as components of the OpenAPI document, so that pages get types for them too."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from fracas.engine.errors import EngineFault
from fracas.protocol import replies as tell
from fracas.protocol.messages import type_of
from fracas.server.errors import Trouble
from fracas.server.frames import FRAMES, View
from fracas.server.messages import PAGE_REQUESTS, Pong

ANSWERS = [
    reply
    for word, reply in tell.REPLY_BY_TYPE.items()
    if word in ("error", *[model.ANSWERED for model in PAGE_REQUESTS])
    and word not in [type_of(frame) for frame in FRAMES]
]
"""The protocol's replies that a page may get."""
A_FILE = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
"""For routes that are sent a file."""
REF = "#/components/schemas/{model}"


def message_schemas() -> dict[str, Any]:
    """Every message of the WebSocket by name, requests as `...Message`, the rest under their own names; and what a
    refused request gets."""
    found: dict[str, Any] = {}
    groups: list[tuple[str, list[type[BaseModel]]]] = [
        ("Message", [*PAGE_REQUESTS, Pong]),
        ("", [*FRAMES, View, *ANSWERS, Trouble]),
    ]
    for suffix, models in groups:
        _, definitions = models_json_schema([(model, "validation") for model in models], ref_template=REF)
        own = {model.__name__ for model in models}
        text = definitions.get("$defs", {})
        for name, schema in text.items():
            found[f"{name}{suffix}" if name in own else name] = schema
    return found


def add_messages(app: FastAPI) -> None:
    """Make the OpenAPI document hold them."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            schemas = made.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in message_schemas().items():
                if schemas.setdefault(name, schema) != schema:
                    raise EngineFault(f"two messages of the server are called {name}")
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
