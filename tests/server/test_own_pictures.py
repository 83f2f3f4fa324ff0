"""Pictures of a campaign: kept by what they are, within limits, copied and deleted with it, and the host's alone."""

from __future__ import annotations

import hashlib
import io
from typing import Any

import httpx
import pytest
from PIL import Image
from tests.server.hostile_files import SVG, flood, picture, turned
from tests.server.house import Browser, House
from tests.server.test_admin import admin_of, told
from tests.server.test_campaigns import HostCampaign, ok

from fracas.engine.errors import Invalid
from fracas.server import gallery
from fracas.server.bodies import MOST_PICTURE
from fracas.server.limits import CAMPAIGN_MB, KNOWN

Data = dict[str, Any]


@pytest.fixture
def host(house: House) -> Browser:
    return house.host()


@pytest.fixture
def campaign(host: Browser) -> HostCampaign:
    return HostCampaign(host)


def send(campaign: HostCampaign, raw: bytes, use: str = "portrait") -> httpx.Response:
    return campaign.host.http.post(
        f"{campaign.url}/pictures", params={"use": use}, content=raw, headers={"X-Fracas": "1"}, timeout=60
    )


def listed(campaign: HostCampaign) -> list[str]:
    return [one["id"] for one in ok(campaign.host.http.get(f"{campaign.url}/pictures"))]


def test_a_picture_is_kept_once_under_the_hash_of_its_bytes(campaign: HostCampaign) -> None:
    kept = ok(send(campaign, turned(), "handout"))
    assert (kept["use"], kept["type"], kept["width"], kept["height"]) == ("handout", "image/jpeg", 40, 60)
    assert ok(send(campaign, turned(), "portrait")) == kept, "the same bytes are the same picture"
    assert listed(campaign) == [kept["id"]]
    got = campaign.host.http.get(f"{campaign.url}/pictures/{kept['id']}")
    assert hashlib.sha256(got.content).hexdigest() == kept["id"] and len(got.content) == kept["size"]
    assert got.headers["content-type"] == "image/jpeg" and got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert b"secret camp" not in got.content
    missing = campaign.host.http.get(f"{campaign.url}/pictures/{'0' * 64}")
    assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store")


@pytest.mark.parametrize("raw", [flood(), SVG, picture()[:60], b"", b"x" * 100])
def test_hostile_files_are_refused_in_words_and_nothing_is_kept(campaign: HostCampaign, raw: bytes) -> None:
    refused = send(campaign, raw)
    assert refused.status_code == 422 and refused.json()["problems"][0]["at"] == "file.picture", refused.text
    assert listed(campaign) == []


def test_a_file_past_32_megabytes_is_refused(campaign: HostCampaign) -> None:
    refused = send(campaign, picture() + b"\0" * (MOST_PICTURE + 1_000_000))
    assert refused.status_code == 413 and str(MOST_PICTURE) in refused.json()["error"]


def test_a_use_nobody_knows_is_refused(campaign: HostCampaign) -> None:
    assert send(campaign, picture(), "poster").status_code == 422


def test_a_copy_of_a_campaign_has_its_pictures_too(campaign: HostCampaign) -> None:
    kept = ok(send(campaign, picture(), "map"))
    other = ok(campaign.host.post(f"{campaign.url}/copy", {"name": "Twin"}))["id"]
    ok(campaign.host.post(f"{campaign.url}/pictures/{kept['id']}/delete", {}))
    assert listed(campaign) == []
    assert campaign.host.http.get(f"/api/campaigns/{other}/pictures/{kept['id']}").status_code == 200


def test_a_picture_of_another_campaign_is_not_here(campaign: HostCampaign) -> None:
    kept = ok(send(HostCampaign(campaign.host, "Elsewhere"), picture("WEBP", mode="RGBA")))
    assert campaign.host.http.get(f"{campaign.url}/pictures/{kept['id']}").status_code == 404
    assert campaign.host.post(f"{campaign.url}/pictures/{kept['id']}/delete", {}).status_code == 404


def test_limits_are_said(campaign: HostCampaign, house: House) -> None:
    """So many pictures a campaign, and with its texts no more than the administrator's limit."""
    with pytest.raises(Invalid, match="at most 200 pictures in a campaign"):
        gallery.check_count({str(number): {"size": 1} for number in range(200)})
    admin = admin_of(house)
    try:
        told(admin, "limits", **{CAMPAIGN_MB: 0})
        refused = send(campaign, turned())
    finally:
        told(admin, "limits", **{CAMPAIGN_MB: KNOWN[CAMPAIGN_MB].usual})
    assert refused.status_code == 422 and "at most 0 MB a campaign" in refused.text, refused.text
    assert listed(campaign) == []


def coloured(colour: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(out, "PNG")
    return out.getvalue()
