"""H1: whatever is sent to a route, it answers as its types say and never with a fault."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from tests.server.house import LONG, Browser, House

CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def host(house: House) -> Browser:
    return house.host()


@pytest.fixture(scope="module")
def api(house: House) -> Any:
    return schemathesis.openapi.from_url(f"{house.base}/api/openapi.json")


@pytest.fixture(autouse=True)
def doors_closed() -> None:
    """The host's browser serves the whole file."""


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(
    max_examples=150 if LONG else 5,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)
def test_h1_every_route_keeps_to_its_types(case: Any, host: Browser) -> None:
    case.call_and_validate(
        headers={"X-Fracas": "1", "Origin": host.base}, cookies=dict(host.http.cookies), checks=CHECKS
    )
