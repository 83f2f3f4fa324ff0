"""H1: whatever is sent to a route, it answers as its types say and never with a fault."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from tests.server.grounds import GROUND, POSTGRES, SQLITE
from tests.server.house import LONG, Browser, House

CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Browser]]:
    """The host at a server of either database: thinking of requests takes longer than answering them."""
    houses = []
    for GROUND.kind in (SQLITE, POSTGRES):
        houses.append(House(tmp_path_factory.mktemp("house") / "data"))
    yield [house.host() for house in houses]
    errors = [house.stop() for house in houses]
    assert errors == ["", ""], errors


@pytest.fixture(scope="module")
def lines() -> Iterator[requests.Session]:
    """Connections that stay open; no cookie stays from one request to the next."""
    with requests.Session() as session:
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield session


@pytest.fixture(scope="module")
def api(hosts: list[Browser]) -> Any:
    return schemathesis.openapi.from_url(f"{hosts[0].base}/api/openapi.json")


@pytest.fixture(autouse=True)
def doors_closed() -> None:
    """The hosts' browsers serve the whole file."""


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(
    max_examples=150 if LONG else 3,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=True,
)
def test_h1_every_route_keeps_to_its_types(case: Any, hosts: list[Browser], lines: requests.Session) -> None:
    for host in hosts:
        headers = {"X-Fracas": "1", "Origin": host.base}
        cookies = dict(host.http.cookies)
        case.call_and_validate(base_url=host.base, session=lines, headers=headers, cookies=cookies, checks=CHECKS)
