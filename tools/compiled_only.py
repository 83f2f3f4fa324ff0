"""A pytest plugin that refuses to start unless the kernel under test is the compiled one.

For `make test-compiled`: without it a wrong search path would test the pure package again and look green.
"""

from __future__ import annotations

import pytest

from fracas import version


def pytest_sessionstart() -> None:
    if not version.is_compiled():
        pytest.exit(f"{version.KERNEL} is not compiled: the path is wrong", returncode=3)
