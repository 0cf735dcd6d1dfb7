"""The search for hidden things finds them in a picture, in its description and in the name of its file.

`test_pictures.py` checks that there are none.
"""

import io
from pathlib import Path

import discord
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bot.blocks.blocks import Button, Panel, Picture, Press
from bot.pictures.decks import Deck
from bot.pictures.decks.tiles.naming import emoji_name
from bot.pictures.sketch.alt import words_aloud
from cogs.sending.layout import layout
from tests.e2e.secrecy.test_secrecy import watched
from tests.e2e.support.drawn import WORDS
from tests.e2e.support.house import house
from tests.e2e.support.tiled import PNG


def clip(**more: bytes) -> bytes:
    """Return a GIF of two pictures."""
    made, (first, other) = io.BytesIO(), [Image.new("P", (9, 9), colour) for colour in (0, 1)]
    first.save(made, "GIF", save_all=True, append_images=[other], duration=[9, 9], **more)
    return made.getvalue()


async def test_the_search_finds_a_card_in_a_picture_that_others_see(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 3, target=11)
        card = watch.hidden_from(made.people[0].id)[-1]
        named = words_aloud(Deck.FRENCH, WORDS).label_card(card)
        assert made.bot is not None
        channel = made.bot.get_partial_messageable(made.channel.id)

        async def found(name: str, alt: str, data: bytes = PNG) -> list[str]:
            picture = Picture(name, data, alt)
            file = discord.File(io.BytesIO(data), filename=name)
            await channel.send(view=layout(Panel((picture,), 0)), file=file)
            watch.look()
            told = list(watch.found)
            watch.found.clear()
            return told

        assert await found("0123.png", "A table.") == []
        assert [text[-2:] for text in await found("0123.png", f"Ann has the {named}.")] == [card.text]
        assert [text[-2:] for text in await found(f"{emoji_name(Deck.FRENCH, card)}.png", "A table.")] == [
            card.text
        ]
        assert await found("4567.png", "A table.", written(PNG, "Comment")) == ["4567.png: tEXt"]
        assert await found("0123.gif", "A clip.", clip()) == []
        assert await found("4567.gif", "A clip.", clip(comment=b"secret")) == ["4567.gif: fe"]


async def test_an_old_picture_may_be_kept_where_it_was_shown_and_nowhere_else(tmp_path: Path) -> None:
    async with house(tmp_path, players=3) as made:
        watch = await watched(made, 2, "ciapano", skims=0.9)
        while watch.umpire.deals < 2:
            await watch.umpire.play(1)
        assert made.bot is not None
        table = await made.bot.tables.get(watch.umpire.table_id)
        card = next(card for card in watch.umpire.state.hands[2] if card not in watch.told)
        picture = Picture(
            "0123.png", PNG, f"Bo played the {words_aloud(Deck.FRENCH, WORDS).label_card(card)}."
        )
        asks = Button("Next hand", str(Press(watch.umpire.table_id, watch.dealt - 1, "ready")))

        async def found(user: int, *parts: Picture | tuple[Button, ...]) -> list[str]:
            assert made.bot is not None
            at = table.ledger.panels[user]
            webhook = discord.Webhook.partial(made.bot.application_id or 0, at.token, client=made.bot)
            file = discord.File(io.BytesIO(PNG), filename=picture.name)
            await webhook.edit_message(at.message_id, view=layout(Panel(parts, 0)), attachments=[file])
            watch.look()
            told = list(watch.found)
            watch.found.clear()
            return told

        ann, bo, _ = (person.id for person in made.people)
        # Drawn before the deal, and still shown with the first words after it.
        assert await found(ann, picture, (asks,)) == []
        assert await found(ann, picture) == []
        assert [text[-2:] for text in await found(bo, picture)] == [card.text]
        now = asks._replace(id=str(Press(watch.umpire.table_id, watch.dealt, "ready")))
        again = picture._replace(alt=f"{picture.alt} ")
        assert [text[-2:] for text in await found(ann, again, (now,))] == [card.text]


def written(png: bytes, text: str) -> bytes:
    """Return a picture with a text in its file."""
    made, info = io.BytesIO(), PngInfo()
    info.add_text("Comment", text)
    Image.open(io.BytesIO(png)).save(made, "PNG", pnginfo=info)
    return made.getvalue()
