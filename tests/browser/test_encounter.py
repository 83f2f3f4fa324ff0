"""For each ruleset a GM, two players and a spectator play an encounter to its end, each on a page of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import gm as running
from tests.browser.chromium import Watch
from tests.browser.playing import Deeds, play_on
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

from fracas.engine.command import GM
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset

MOST = 300
"""So often people look around for something to do before a test gives up."""
