"""Parameters of paths and queries that several routes take, with their limits."""

from typing import Annotated

from msgspec import Meta

Id = r"^[A-Za-z0-9_-]{1,64}$"

MatchId = Annotated[str, Meta(pattern=Id, description="The match.")]
TournamentId = Annotated[str, Meta(pattern=Id, description="The tournament.")]
GameId = Annotated[str, Meta(max_length=40, description="The game.")]
PuzzleId = Annotated[str, Meta(max_length=40, description="The puzzle.")]
InviteToken = Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]+$", description="The invitation.")]
ClickPath = Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=64)] | None
SequenceNumber = Annotated[int, Meta(ge=0, le=2**31 - 1, description="The number of the last event that is known.")]
WithBoard = Annotated[bool, Meta(description="Whether each message has the board, as data to draw it.")]
Language = Annotated[
    str,
    Meta(
        max_length=20,
        description="A code of BCP 47; empty: as Accept-Language says, or English.",
    ),
]
