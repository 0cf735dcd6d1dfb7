"""The order of all tests, and how long kernels are held against the rules.

Tests that take long begin first, so that no worker is left with one at the end.
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make bench` play far more hands than a test run has time for, and others every time."""
    parser.addoption("--hands", type=int, default=500, help="hands that kernels play in step with the rules")
    parser.addoption("--seed", type=int, default=1, help="what those hands are dealt from")


@pytest.fixture
def hands(pytestconfig: pytest.Config) -> int:
    """Return how many hands, or games of several hands, are played by a kernel and by the rules."""
    number: int = pytestconfig.getoption("--hands")
    return number


@pytest.fixture
def seed(pytestconfig: pytest.Config) -> int:
    """Return the seed from which these are dealt."""
    number: int = pytestconfig.getoption("--seed")
    return number


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests marked `long` before all others."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
