"""The requests that the bot has made, written down for the bare bot to make them too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bench.stage import Stage
from sandbox.rest import Request
from sandbox.server import Sandbox

REQUESTS: Final = 5
"""The requests of one play: the answer, the table's message, and three panels."""


@dataclass(frozen=True)
class Written:
    """What is sent on the stage of one bot, with channels and people of the other's."""

    ours: Stage
    theirs: Stage

    def opening(self) -> str:
        """Return the file with the first messages of all tables, and a panel of each member."""
        sandbox, rooms, bare = self.ours.sandbox, self.ours.rooms, self.theirs.rooms
        boards, panels, uploads = {}, {}, self._uploads()
        index = {str(room.channel.id): number for number, room in enumerate(rooms)}
        for request in sandbox.requests:
            parts = request.path.split("/")
            if request.method == "POST" and parts[1] == "channels":
                boards[str(bare[index[parts[2]]].channel.id)] = self._sent(request, uploads)
            elif parts[1] == "interactions":
                made = sandbox.interactions.by_id[int(parts[2])]
                number = index[str(made.channel.id)]
                seat = [person.id for person in rooms[number].people].index(made.member.user.id)
                key = f"{bare[number].channel.id}:{bare[number].people[seat].id}"
                panels[key] = request.json["data"]
        return self.theirs.write("opening.json", {"boards": boards, "panels": panels})

    def play(self, made: Sequence[Request], number: int) -> dict[str, Any]:
        """Return the payloads of one play at a table, for the bare bot's script."""
        sandbox, uploads = self.ours.sandbox, self._uploads()
        people = [person.id for person in self.ours.rooms[number].people]
        others = self.theirs.rooms[number].people
        entry: dict[str, Any] = {"panels": []}
        for request in made:
            parts = request.path.split("/")
            if parts[1] == "interactions":
                entry["answer"] = request.json["data"]
            elif parts[1] == "channels":
                entry["board"] = self._sent(request, uploads)
            else:
                seat = people.index(sandbox.interactions.by_token[parts[3]].member.user.id)
                entry["panels"].append([others[seat].id, self._sent(request, uploads)])
        if len(entry) < 3 or len(entry["panels"]) != REQUESTS - 2:
            raise RuntimeError(f"a play made other requests: {[r.route for r in made]}")
        return entry

    def _uploads(self) -> dict[str, bytes]:
        """Return the files that the bot has uploaded, by name."""
        return {file.filename: file.data for file in self.ours.sandbox.world.attachments.values()}

    def _sent(self, request: Request, uploads: Mapping[str, bytes]) -> tuple[Any, dict[str, str]]:
        """Return the payload of a request, and its files by name, which are written down."""
        files = {}
        for name, _ in request.files:
            path = self.theirs.folder / name
            path.write_bytes(uploads[name])
            files[name] = str(path)
        return request.json, files


def channel_of(sandbox: Sandbox, request: Request) -> int:
    """Return the channel that a request of a bot is about, 0 for none."""
    parts, interactions = request.path.split("/"), sandbox.interactions
    if parts[1] == "channels":
        return int(parts[2])
    if parts[1] == "interactions":
        return interactions.by_id[int(parts[2])].channel.id
    return interactions.by_token[parts[3]].channel.id if parts[1] == "webhooks" else 0
