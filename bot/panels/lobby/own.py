"""The private panel of a lobby: the next step of the viewer, and the way to everything else."""

from typing import Final

from bot.blocks.blocks import FELT_ACCENT, Button, ButtonStyle, Panel, lines
from bot.blocks.look import control
from bot.lobby.options import first_game
from bot.locale import Words
from bot.panels.lobby.call import asked_again, own_call
from bot.panels.lobby.lobby import agree_button, free, house_rules, others_agree, start
from bot.panels.shared import claims, rematch
from bot.panels.shared.lacking import lacking
from bot.table.view import AnyView
from engine import GAMES

_ON_PANEL: Final = 2
"""The buttons of a private panel beside *More*; the others are on the page that it opens."""


def private_lobby(view: AnyView, words: Words) -> Panel:
    """Return the private panel of a lobby: for the viewer the next step, and the way to the rest."""
    if asked_again(view):
        return own_call(view, words)
    viewer = view.viewer
    agreed = viewer is None or viewer.ready
    buttons = _actions(view, words)[:_ON_PANEL]
    if viewer is not None:
        buttons = (*buttons, control(view, words("button.more"), "lobby"))
    return Panel(
        (
            lines(
                *lacking(view, words),
                view.notice,
                _situation(view, words),
                "" if agreed else lines(words("lobby.agree"), house_rules(view, words)),
            ),
            buttons,
            *claims.wait_button(view, words),
        ),
        FELT_ACCENT,
    )


def _situation(view: AnyView, words: Words) -> str:
    """Return the sentence that tells the viewer how things stand for them."""
    viewer = view.viewer
    if viewer is None:
        return words("panel.no-seat" if view.opening else "panel.full")
    if viewer.user_id != view.host_id or view.reserved or not others_agree(view):
        return words("panel.lobby")
    if free(view):
        return _may_begin_alone(view, words) if _alone(view) else words("panel.free")
    return words("panel.start")


def _may_begin_alone(view: AnyView, words: Words) -> str:
    """Return that the viewer may play with computers, for a beginner with the rules that are then others."""
    game = GAMES[view.game]
    chosen = game.options(view.options)
    values, first = game.values(chosen), first_game(game, chosen)
    changed = [name for name in first if view.beginner and first[name] != values[name]]
    if not changed:
        return words("panel.alone")
    rules = [words(f"{view.game}.option.{name}.{first[name]}") for name in changed]
    return words("panel.alone.first", rules=words("between").join(rules))


def _alone(view: AnyView) -> bool:
    """Return whether one person sits in the lobby."""
    return sum(row.person for row in view.seats) == 1


def behind_more(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the buttons behind *More*, the last of which is a way out."""
    return _asks(view, words) if asked_again(view) else _actions(view, words)[_ON_PANEL:]


def _asks(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the buttons of a viewer seated in a lobby that asks for a rematch."""
    how = control(view, words("button.how"), "rules")
    fairness = control(view, words("button.fairness"), "fairness")
    leave = control(view, words("button.leave"), "leave")
    if view.viewer is None or view.viewer.user_id != view.host_id:
        return how, fairness, leave
    return (
        *rematch.choices(view, words),
        control(view, words("button.options"), "options"),
        how,
        fairness,
        leave,
        control(view, words("button.cancel"), "cancel", ButtonStyle.DANGER),
    )


def _actions(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the buttons of the viewer in the order of their use; the first are on the panel itself."""
    viewer = view.viewer
    how = control(view, words("button.how"), "rules")
    fairness = control(view, words("button.fairness"), "fairness")
    if viewer is None:
        return how, fairness
    leave = control(view, words("button.leave"), "leave")
    computers = control(view, words("button.computers"), "computers")
    first = () if viewer.ready else (agree_button(view, words),)
    if viewer.user_id != view.host_id:
        return *first, how, leave, computers, fairness
    return (
        *_begins(view, words),
        *first,
        control(view, words("button.options"), "options"),
        computers,
        *rematch.choices(view, words),
        how,
        fairness,
        leave,
        control(view, words("button.cancel"), "cancel", ButtonStyle.DANGER),
    )


def _begins(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the host's button that begins: with computers in the free seats, or once all are taken."""
    if view.reserved or not free(view) or not others_agree(view):
        return start(view, words)
    label = words("button.alone" if _alone(view) else "button.fill-up")
    return (control(view, label, "alone", ButtonStyle.GOOD),)


def second_start(view: AnyView, words: Words) -> Panel:
    """Return the answer to a host who starts a game while this lobby of theirs is open in the channel."""
    return Panel(
        (
            words("start.open", game=words(f"{view.game}.name")),
            (
                control(view, words("button.bring"), "down", ButtonStyle.MAIN),
                control(view, words("button.cancel"), "cancel"),
            ),
        ),
        FELT_ACCENT,
    )
