"""The things that an action reveals, by game: such an action cannot be taken back."""

import random
from typing import Any

import pytest

from engine import GAMES
from engine.civil_suits.state import Phase
from engine.game import DEALER
from tests.engine.strategies import Position, played


def revealing(position: Position) -> list[tuple[str, str, bool]]:
    """Return, for each action that has not ended its hand, its last event, itself and whether it reveals."""
    found = []
    for before, entry, after in position.steps():
        if not isinstance(entry, str) or position.game.to_act(after) in ((), (DEALER,)):
            continue
        seat, action = int(entry[0]), position.game.parse(entry[2:])
        event = position.game.events(before, seat, action, after)[-1].name
        found.append((event, entry[2:], position.game.reveals(before, seat, action, after)))
    return found


@pytest.mark.parametrize("deal", [6, 12])
@pytest.mark.parametrize("players", [2, 4])
def test_cicera_reveals_new_cards(deal: int, players: int) -> None:
    found = revealing(played(GAMES["cicera"], {"deal": deal, "players": players}, seed=1, steps=140))
    assert [revealed for _, _, revealed in found] == [event == "round" for event, _, _ in found]
    assert any(revealed for _, _, revealed in found) == (deal == 6 or players == 2)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_ciapano_reveals_nothing(players: int) -> None:
    found = revealing(played(GAMES["ciapano"], {"players": players}, seed=1, steps=140))
    assert len(found) > 100
    assert not any(revealed for _, _, revealed in found)


def test_civil_suits_reveals_what_was_passed_and_looked_at() -> None:
    every = []
    for seed in range(6):
        every += revealing(played(GAMES["civil-suits"], {}, seed=seed, steps=10_000, tempers=("hoard",)))
    told = {action.split()[0] for _, action, revealed in every if revealed}
    assert {"pass", "intelligence", "expose"} <= told
    for event, action, revealed in every:
        match action.split():
            case ["pass", *_]:
                assert revealed == (event == "passed")
            case ["intelligence", other]:
                assert revealed == (other != "none")
            case ["expose"]:
                assert revealed
            case ["suit" | "decline" | "challenge" | "might" | "magic", *_]:
                assert not revealed


def test_a_ban_reveals_who_has_nothing_else() -> None:
    found: list[tuple[Any, Any, str]] = []
    game = GAMES["civil-suits"]
    for seed in range(12):
        position = played(game, {}, seed=seed, steps=10_000, tempers=("hoard",))
        for before, entry, after in position.steps():
            if (
                isinstance(entry, str)
                and entry[2:].startswith("ban ")
                and len(after.sheets) == len(before.sheets)
            ):
                others = [
                    n for n in range(4) if n != int(entry[0]) and before.confined[n] != after.confined[n]
                ]
                revealed = game.reveals(before, int(entry[0]), game.parse(entry[2:]), after)
                # A seat that is asked for another card has one, and a seat that is not has none.
                asked = after.turn if after.phase is Phase.REPLAY else None
                assert revealed == (bool(others) or asked not in (None, int(entry[0])))
                found += [(before, after, entry)] if revealed else []
    assert len(found) > 5
    # This knowledge of others is new: they could have held something else.
    rng = random.Random(1)
    seen = []
    for before, _, entry in found[:20]:
        seat, action = int(entry[0]), game.parse(entry[2:])
        worlds = [game.sample(game.observe(before, seat), rng) for _ in range(60)]
        seen.append({game.observe(game.apply(world, seat, action), None) for world in worlds})
    assert any(len(each) > 1 for each in seen)
