"""Loading beside other threads: nothing is collected meanwhile; at the end the compiler leaves memory."""

import gc
import random
import subprocess
import sys
from pathlib import Path

import pytest

from engine import ciapano
from engine.ai import Budget, named
from engine.ai.kernels import prepare
from engine.ai.loading import LIBRARY, SWITCH_SECONDS, drop_compiler, giving_way

ROOT = Path(__file__).parents[3]


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


def resident() -> int:
    """Return how many kilobytes of the compiler's code are in memory."""
    found, counts = 0, False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        words = line.split()
        if "-" in words[0]:
            counts = LIBRARY in line and words[1] == "r-xp"
        elif counts and words[0] == "Rss:":
            found += int(words[1])
    return found


@pytest.mark.searches
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells and takes back pages")
def test_the_compilers_code_leaves_memory_and_kernels_go_on() -> None:
    state = ciapano.deal(ciapano.start(ciapano.options({})), 0, ciapano.DECK)
    player, seen = named("ciapano", "hard", Budget(worlds=8)), ciapano.observe(state, state.turn)
    before = player.consider(seen, random.Random(1))
    drop_compiler()
    assert resident() < 1000
    assert player.consider(seen, random.Random(1)) == before
    assert named("cicera", "hard") is not None


@pytest.mark.searches
def test_kept_kernels_are_loaded_without_what_compiles() -> None:
    if not prepare("ciapano"):
        pytest.skip("kernels cannot be kept here")
    program = "import sys; from engine.ai import named; named('ciapano', 'hard'); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    modules = done.stdout.split()
    assert "numba" in modules
    assert "numba.np.linalg" not in modules
