"""Tests, and the processes they start, run the sources, also where `make compile` has put the kernel beside them."""

from __future__ import annotations

import os

os.environ["FRACAS_PURE"] = "1"
