"""The options of an encounter: kept with it, told where they are wrong, carried by its file, and played with."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.server.grounds import GROUND
from tests.server.house import Browser, House
from tests.server.test_campaigns import HOG, HostCampaign, ok, yard

from fracas.engine.log import log_from_text
from fracas.engine.registry import load_ruleset
from fracas.lab.check import check
from fracas.server.catalogue import game_out
from fracas.server.forms import forms_of

Data = dict[str, Any]
OWN = {"diagonal": "alternating", "exploding": "checks"}


@pytest.fixture
def campaign(house: House) -> HostCampaign:
    return HostCampaign(house.host())


def encounter(campaign: HostCampaign) -> Data:
    campaign.make("creature", HOG)
    return campaign.make("scenario", {**yard(campaign.host), "options": OWN})


def exported(campaign: HostCampaign) -> bytes:
    ids = [one["id"] for one in ok(campaign.host.http.get(f"{campaign.url}/things"))]
    return campaign.host.post(f"{campaign.url}/export", {"things": ids}).content


def played(house: House, table: str) -> Data:
    """The options a table has begun with."""
    ((header,),) = GROUND.read(house.folder, "SELECT header FROM tables WHERE id = ?", table)
    start: Any = log_from_text(bytes(header).decode()).header["start"]
    return dict(start["options"])


def test_they_are_kept_with_it_and_carried_by_its_file(campaign: HostCampaign, tmp_path: Path) -> None:
    made = encounter(campaign)
    assert made["problems"] == [] and made["data"]["options"] == OWN
    assert tomllib.loads(made["body"])["scenario"]["the-yard"]["options"] == OWN
    file = tmp_path / "things.toml"
    file.write_bytes(exported(campaign))
    other = HostCampaign(campaign.host)
    ok(campaign.host.http.post(f"{other.url}/import", content=file.read_bytes()))
    plan = next(one for one in ok(campaign.host.http.get(f"{other.url}/things")) if one["kind"] == "scenario")
    assert ok(campaign.host.http.get(f"{other.url}/things/{plan['id']}"))["data"]["options"] == OWN
    copied = ok(campaign.host.post(f"{campaign.url}/things/{made['id']}/copy", {}))
    assert copied["data"]["options"] == OWN


def test_tables_trials_and_forecasts_begin_with_them_unless_others_are_chosen(
    campaign: HostCampaign, house: House
) -> None:
    made = encounter(campaign)

    def table(**chosen: str) -> Data:
        body = {"campaign": campaign.id, "thing": made["id"], "options": chosen}
        return played(house, ok(campaign.host.post("/api/tables", body))["table"])

    def trial(**chosen: str) -> Data:
        url = ok(campaign.host.post(f"{campaign.url}/things/{made['id']}/trial", {"options": chosen}))["url"]
        return played(house, url.split("/")[2])

    for begin in (table, trial):
        assert (begin()["diagonal"], begin()["exploding"]) == ("alternating", "checks")
        once = begin(diagonal="one", order="re-sort")
        assert (once["diagonal"], once["exploding"], once["order"]) == ("one", "checks", "re-sort")
    assert table(preset="later-edition")["diagonal"] == table(preset="later-edition", diagonal="one")["diagonal"]
    asked = {"ruleset": "crisis_mode", "scenario": "the-yard", "campaign": campaign.id}
    ok(campaign.host.post("/api/forecasts", asked))


def test_what_the_game_does_not_know_of_them_is_told_at_each(campaign: HostCampaign) -> None:
    campaign.make("creature", HOG)
    wrong = {**yard(campaign.host), "options": {"diagonal": "sideways", "gravity": "no", "order": "fixed"}}
    made = campaign.make("scenario", wrong)
    assert {one["at"] for one in made["problems"]} == {"options.diagonal", "options.gravity"}
    assert "one of one, alternating" in made["problems"][0]["expected"]
    for odd, at in (({"a": 'b"\n[x]'}, "options.a"), ({"a": 3}, "options.a"), (["a"], "options")):
        made = campaign.make("scenario", {**wrong, "options": odd})
        assert [one["at"] for one in made["problems"]][:1] == [at], made["problems"]


def test_no_form_asks_for_them_as_the_page_of_the_encounter_does(campaign: HostCampaign) -> None:
    for id in ("crisis_mode", "phases_of_play"):
        (form,) = [one for one in forms_of(load_ruleset(id)) if one.kind == "scenario"]
        assert "rooms" in [one.key for one in form.fields]
        assert "options" not in [one.key for one in form.fields]


def test_a_file_with_them_is_checked_and_its_wrong_ones_are_told(campaign: HostCampaign, tmp_path: Path) -> None:
    encounter(campaign)
    file = tmp_path / "things.toml"
    file.write_bytes(exported(campaign))
    assert "the-yard" in load_ruleset("crisis_mode", [str(file)]).content.scenarios
    file.write_text(file.read_text().replace("alternating", "sideways"))
    errors = check("crisis_mode", [str(file)]).errors
    assert [(one.where, one.key) for one in errors] == [("things.toml", "scenario.the-yard.options.diagonal")]
    assert "one of one, alternating" in errors[0].expected


def test_what_a_server_is_given_as_content_comes_with_its_options(tmp_path: Path, host: Browser) -> None:
    campaign = HostCampaign(host)
    encounter(campaign)
    file = tmp_path / "things.toml"
    file.write_bytes(exported(campaign))
    plans = {one.id: one for one in game_out(load_ruleset("crisis_mode", [str(file)])).scenarios}
    assert plans["the-yard"].options == OWN
    house = House(tmp_path / "other", content=[str(file)])
    try:
        assert played(house, house.host().create("crisis_mode", "the-yard"))["diagonal"] == "alternating"
    finally:
        house.stop()


@pytest.fixture
def host(house: House) -> Browser:
    return house.host()
