"""docs/protocol.md: made from the types, and every example in it runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.forks import fracas

from fracas.protocol.examples import first_referee
from fracas.protocol.messages import BY_TYPE, REQUESTS
from fracas.protocol.page import pretty, protocol_text, shorten
from fracas.protocol.replies import REPLIES, REPLY_BY_TYPE
from fracas.protocol.wire import write_object

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLE = re.compile(r"```request\n(.*?)\n```\n\n```reply\n(.*?)\n```", re.DOTALL)


def documented() -> list[tuple[dict[str, object], str]]:
    """The examples of the page, in the order of their ids."""
    found = [(json.loads(request), reply) for request, reply in EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))]
    return sorted(found, key=lambda pair: pair[0]["id"])


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == protocol_text(), "run make docs"


def test_every_message_and_every_field_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for model in (*REQUESTS, *REPLIES):
        for name in model.model_fields:
            assert f"`{name}`" in page or name == "type"
    for word in BY_TYPE:
        assert f"### `{word}`" in page
    for word in REPLY_BY_TYPE:
        assert f"### Reply `{word}`" in page


def test_every_request_has_an_example_that_works() -> None:
    worked = {request["type"] for request, reply in documented() if '"type": "error"' not in reply}
    assert worked == set(BY_TYPE)


def test_every_example_runs_as_documented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    referee = first_referee()
    for request, reply in documented():
        got = json.loads(referee.reply_to(write_object(request)))
        assert pretty(shorten(got)) == reply, request
        REPLY_BY_TYPE[got["type"]].model_validate(got)


@pytest.mark.parametrize("type", ["preview", "odds", "chances"])
def test_results_of_odds_come_from_the_best_on(type: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    referee = first_referee()
    best_first = referee.session.game.ruleset.results
    asked = [request for request, _ in documented() if request["type"] == type]
    told: list[list[str]] = []
    for request, _ in documented():
        line = referee.reply_to(write_object(request))
        if request in asked:
            reply = json.loads(line)
            odds = reply["chances"] if type == "chances" else [reply.get("odds")]
            told += [list(one["results"]) for one in odds if one]
    assert any([len(results) > 2 for results in told])
    for results in told:
        assert results == [word for word in best_first if word in results]


def test_the_examples_run_over_a_pipe(tmp_path: Path) -> None:
    lines = b"".join([write_object(request) for request, _ in documented()])
    run = fracas("referee", "--seed", "1", home=tmp_path, typed=lines.decode())
    assert (run.returncode, run.stderr) == (0, "")
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    assert [pretty(shorten(reply)) for reply in replies] == [reply for _, reply in documented()]
