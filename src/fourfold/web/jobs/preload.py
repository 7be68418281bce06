"""What all worker processes share: the fork server imports this module once, before it forks the first of them.

Rules, searches, players and drawings are loaded here, and compiled where the cache lacks them, so a new worker is ready
in milliseconds and has little memory of its own.
"""

import gc
from contextlib import suppress
from importlib import import_module

from fourfold.core.errors import FourfoldError
from fourfold.core.registry import game, list_games
from fourfold.players.levels import find_level, list_levels
from fourfold.web.logs import configure_logs

NAMES = (
    "fourfold.picture.formats.gif", "fourfold.puzzles.answers", "fourfold.search.story",
    *(f"fourfold.web.routes.{name}" for name in ("games", "invites", "match_boards", "pictures", "puzzles", "reviews")),
)  # fmt: skip

configure_logs()  # of what is compiled here, too
for _name in NAMES:
    import_module(_name)
for _name in list_games():
    with suppress(FourfoldError):  # a game that cannot be loaded is an error of those who ask for it
        game(_name)
for _name in list_levels():
    _ = find_level(_name).player
gc.collect()
gc.freeze()  # the collector would write to, and so copy, memory that is shared
