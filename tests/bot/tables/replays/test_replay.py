"""A replay shows the table at each moment as everybody saw it in play."""

from typing import Any

import pytest

from bot.pictures.decks import Deck
from bot.tables.replays.replay import MomentKind
from engine import GAMES
from engine.deals import Deal
from tests.bot.tables.replays.witness import LOOKS, Look, Witness
from tests.bot.tavern import PEOPLE, Tavern, against

SHORT: dict[str, dict[str, Any]] = {"cicera": {"target": 21}, "ciapano": {"players": 3}}


@pytest.mark.parametrize("game", GAMES)
async def test_the_pictures_of_a_replay_are_those_of_the_game(tavern: Tavern, game: str) -> None:
    witness = Witness(tavern, await tavern.game(game, **SHORT.get(game, {})), LOOKS[:1])
    await witness.goes_on_until_over()
    assert await witness.unseen() == []
    assert len((await witness.replay()).hands) > 1


@pytest.mark.parametrize(
    ("game", "looks"), [("cicera", LOOKS), ("ciapano", LOOKS), ("civil-suits", LOOKS[:: len(Deck)])]
)
async def test_they_are_so_in_every_language_and_with_every_deck(
    tavern: Tavern, game: str, looks: tuple[Look, ...]
) -> None:
    witness = Witness(tavern, await tavern.game(game), looks)
    await witness.goes_on_until(lambda table: table.between_hands and not table.undealt)
    await witness.goes_on(6)
    await witness.is_stopped()
    assert await witness.unseen() == []
    pictures = {picture for seen in witness.seen.values() for picture in seen[0].pictures}
    assert len(pictures) > 2 * len(witness.seen)


@pytest.mark.parametrize("game", GAMES)
async def test_plays_that_were_taken_back_are_left_out(tavern: Tavern, game: str) -> None:
    witness = Witness(tavern, await tavern.game(game))
    while len(witness.removed) < 9:
        await witness.goes_on()
        await witness.some_take_back()
    await witness.is_stopped()
    assert await witness.unseen() == []


@pytest.mark.parametrize("game", GAMES)
async def test_plays_of_computers_that_were_taken_back_too_are_left_out(tavern: Tavern, game: str) -> None:
    witness = Witness(tavern, await against(tavern, game))
    while sum(witness.removed) < 15:
        await witness.goes_on()
        await witness.some_take_back(PEOPLE[:1])
    await witness.is_stopped()
    assert max(witness.removed) > 1
    assert await witness.unseen() == []
    assert (await witness.replay()).end.rewound


async def test_a_deck_that_was_cut_is_dealt_as_it_was(tavern: Tavern) -> None:
    witness = Witness(tavern, await tavern.game("cicera", players=4))
    await witness.goes_on_until(lambda table: table.between_hands and not table.undealt)
    await witness.goes_on(5)
    await witness.is_stopped()
    replay = await witness.replay()
    deals = [moment for moment in replay.every() if replay.kind(moment) is MomentKind.DEAL]
    entries = [entry for moment in deals if (entry := replay.entry(moment)) is not None]
    cuts = [Deal.parse(entry.action, witness.table.game).cut for entry in entries]
    assert len(cuts) == 2
    assert all(cuts)
    assert await witness.unseen() == []
