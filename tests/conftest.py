"""The order of all tests: those that take long begin first, so that no worker is left with one at the end."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests marked `long` before all others."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
