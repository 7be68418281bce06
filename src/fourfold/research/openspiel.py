"""OpenSpiel games; importing this module registers them as `fourfold_quads` and so on.

>>> import pyspiel
>>> game = pyspiel.load_game("fourfold_exago(seats=4)")
>>> state = game.new_initial_state()
>>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]
(0, ['+0,+0'])

Options are parameters; an optional number is 0 by default, and several numbers are joined by `/`. An action is one
choice of a move (see `Encoding`). A deal is a chain of chance nodes, one for each tile in the order of the deal.
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fourfold.core.errors import needs_extra
from fourfold.core.options import Flag, Number
from fourfold.core.registry import facts, list_games
from fourfold.kernel.jit import NOBODY
from fourfold.research.walk import Walk

with needs_extra("research"):
    import pyspiel

ENDLESS = 1_000_000  # moves: the bound of games that have none
OPEN: dict[type, Any] = {int: 0, str: ""}  # parameter values that mean the default


def _specification(game_id: str) -> dict[str, Any]:
    """The parameters of a game and their defaults."""
    known = facts(game_id)
    values: dict[str, Any] = {"seats": known.seats[0]}
    for option in known.options:
        if isinstance(option, Flag):
            values[option.name] = option.on
        elif isinstance(option, Number):
            values[option.name] = OPEN[int] if option.normal is None else option.normal
        else:
            values[option.name] = OPEN[str]
    return values


def _options(parameters: dict[str, Any]) -> dict[str, Any]:
    """Convert the parameters to seats and options of a game."""
    return {
        name: value.replace("/", ",") if isinstance(value, str) else value
        for name, value in parameters.items()
        if value != OPEN.get(type(value))
    }


def _game_type(game_id: str, is_hidden: bool) -> pyspiel.GameType:
    known = facts(game_id)
    kind = pyspiel.GameType
    return kind(
        short_name=f"fourfold_{game_id}",
        long_name=known.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if known.has_deals else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if is_hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=known.seats[-1],
        min_num_players=known.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_specification(game_id),
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """An OpenSpiel game with its options; every game gets its own subclass."""

    game_id: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        game_id = self.game_id
        given = {**_specification(game_id), **(parameters or {})}
        self.walk = Walk(game_id, **_options(given))
        game, encoding = self.walk.game, self.walk.encoding
        self.is_hidden = game.is_hidden(self.walk.start.options)
        self.deck = game.deck(self.walk.start.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.choices,
            max_chance_outcomes=self.walk.deck,
            num_players=self.walk.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=(game.plies_left(self.walk.start.row) or encoding.plies or ENDLESS) * encoding.longest,
        )
        super().__init__(_game_type(game_id, self.is_hidden), info, given)

    def new_initial_state(self) -> "TableState":
        """The state before the first move or deal."""
        return TableState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "TableObserver | None":
        """The observer of one player's view; other kinds of observation are not supported."""
        if params:
            raise ValueError(f"observations of Fourfold's games take no parameters, not {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return TableObserver(self, kind.perfect_recall)


class TableState(pyspiel.State):  # type: ignore[misc]
    """An OpenSpiel state: a game in progress."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.walk = game.walk.copy()
        self.deck = game.deck
        self.is_hidden = game.is_hidden
        self.order: list[int] = []  # of the current deal
        # What each seat saw that its view does not show for good: as itself, and as anybody.
        self.memories: list[list[tuple[str, str]]] = [[] for _ in range(self.walk.seats)]

    def current_player(self) -> int:
        """The seat to move, or chance."""
        if self.walk.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.walk.seat is None else self.walk.seat

    def _legal_actions(self, player: int) -> list[int]:
        listed: list[int] = np.flatnonzero(self.walk.mask()).tolist()
        return listed

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every tile that is not dealt yet, with equal probability."""
        left = sorted(set(range(self.walk.deck)) - set(self.order))
        return [(number, 1.0 / len(left)) for number in left]

    def _apply_action(self, action: int) -> None:
        if self.walk.seat is None:
            self.order.append(action)
            if len(self.order) == self.walk.deck:
                self.walk.deal(self.order)
                self.order = []
            return
        seat = self.walk.seat
        if self.walk.choose(action) and self.is_hidden:
            if self.walk.seat == seat:
                self._remember(seat)  # what it has just drawn
            elif self.walk.is_deal_due:
                for other in range(self.walk.seats):
                    self._remember(other)  # the hands, which are open now, and are dealt anew

    def _remember(self, seat: int) -> None:
        position = self.walk.position
        self.memories[seat].append((str(position.view(seat)), str(position.view())))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.deck[action] if player == pyspiel.PlayerId.CHANCE else self.walk.encoding.describe(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.walk.is_over

    def returns(self) -> list[float]:
        """1 for the winner, -1 shared by the others; 0 for all in a draw and before the end."""
        return self.walk.rewards()

    def __str__(self) -> str:
        chosen = [self.walk.encoding.describe(choice) for choice in self.walk.path]
        dealt = [self.deck[number] for number in self.order]
        return " ".join([str(self.walk.position), *chosen, *dealt])


class TableObserver:
    """Observations of a player: a tensor in named pieces, or a string; with perfect recall a string only."""

    def __init__(self, game: TableGame, has_recall: bool) -> None:
        self.has_recall = has_recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not has_recall:
            self.tensor = np.zeros(game.walk.encoding.size, np.float32)
            self.dict = dict(game.walk.encoding.split(self.tensor))

    def set_from(self, state: TableState, player: int) -> None:
        """Write the observation of a player into `tensor` and `dict`."""
        assert self.tensor is not None
        self.tensor[:] = state.walk.observe(player)

    def string_from(self, state: TableState, player: int) -> str:
        """The view of a player as text; with perfect recall also all moves, and what the player saw in between."""
        walk = state.walk
        own = [walk.encoding.describe(choice) for choice in walk.path] if walk.seat == player else []
        told = [str(walk.position.view(player)), *own]
        if self.has_recall:
            told += [*(walk.spell(code) for code in walk.codes), *(seen for seen, _ in state.memories[player])]
        return " ".join(told)


class Resampler:
    """Determinization for `ISMCTSBot.set_resampler`: the state with all that a player cannot see dealt anew.

    The same seed gives the same states. They contradict themselves for no seat: what another seat saw alone is not in
    its memory, and its incomplete move is taken back.
    """

    def __init__(self, seed: int = 0) -> None:
        self._chance = np.random.default_rng(seed)

    def __call__(self, state: TableState, player: int) -> TableState:
        """Imagine a state."""
        imagined: TableState = state.clone()
        imagined.walk.imagine(player if player >= 0 else NOBODY, int(self._chance.integers(1 << 62)))
        for seat, memories in enumerate(imagined.memories):
            if seat != player:
                memories[:] = [(anybody, anybody) for _, anybody in memories]
        return imagined


resample = Resampler()


def _register(game_id: str) -> None:
    """Register a game by a class: OpenSpiel outlives the interpreter and cannot release a function then."""
    kind = type(f"TableGame_{game_id}", (TableGame,), {"game_id": game_id})
    globals()[kind.__name__] = kind  # so that `pickle` finds it
    pyspiel.register_game(_game_type(game_id, facts(game_id).has_deals), kind)


for _game in list_games():
    _register(_game)
