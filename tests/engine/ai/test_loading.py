"""Loading beside other threads: no garbage is collected meanwhile, and all is as before afterwards."""

import gc
import sys

import pytest

from engine.ai.loading import SWITCH_SECONDS, giving_way


def test_nothing_is_collected_while_modules_are_loaded() -> None:
    seconds = sys.getswitchinterval()
    with giving_way():
        assert not gc.isenabled()
        assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS)
        loaded = [{"module": number} for number in range(100)]
    assert gc.isenabled()
    assert sys.getswitchinterval() == pytest.approx(seconds)
    # Later collections skip it.
    assert not {id(each) for each in gc.get_objects()} & {id(each) for each in loaded}


def test_an_error_leaves_all_as_it_was() -> None:
    seconds = sys.getswitchinterval()

    def load() -> None:
        with giving_way():
            raise ImportError

    with pytest.raises(ImportError):
        load()
    assert gc.isenabled()
    assert sys.getswitchinterval() == pytest.approx(seconds)
