"""OpenSpiel games; importing this module registers them as `fourfold_quads` and so on.

>>> import pyspiel
>>> game = pyspiel.load_game("fourfold_exago(seats=4)")
>>> state = game.new_initial_state()
>>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]
(0, ['+0,+0'])

Options are parameters; an optional number is 0 by default, and several numbers are joined by `/`. An action is one
choice of a move (see `Encoding`). Games with deals have three parameters more:

    sampled_deals  0: a deal is a chain of chance nodes, one for each tile in the order of the deal, so that every deal
                   can happen. Otherwise it is one chance node with so many outcomes, each a deal drawn from the seed.
    seed           of the sampled deals
    max_deals      a game that would need more deals is a draw; 0: as many as the options allow, else MOST_DEALS

An information state has all that its player has seen (perfect recall), as a string and as a tensor. The tensor is the
observation, followed by these pieces:

    moves   (m, longest)  the choices of each move: 1 for the first, in parts of their number
    drawn   (d, tiles)    for each deal when the player first held a tile: 1 for in the deal, in parts of its most moves
    opened  (d, tiles)    for each deal whose hand all have seen a tile in: 1 for the own, in parts of the seats
"""

import copy
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from fourfold.core.encoding import Piece
from fourfold.core.errors import BadOption, needs_extra
from fourfold.core.options import Flag, Number
from fourfold.core.registry import facts, list_games
from fourfold.kernel.jit import NOBODY
from fourfold.research.walk import Walk

with needs_extra("research"):
    import pyspiel

MOST_DEALS = 100  # of games that have no limit
DEALS = {"sampled_deals": 0, "seed": 0, "max_deals": 0}  # parameters of the adapter, not of the game
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
    return values | DEALS if known.has_deals else values


def _options(parameters: dict[str, Any]) -> dict[str, Any]:
    """Convert the parameters to seats and options of a game."""
    return {
        name: value.replace("/", ",") if isinstance(value, str) else value
        for name, value in parameters.items()
        if name not in DEALS and value != OPEN.get(type(value))
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
        provides_information_state_tensor=True,
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
        self.sampled_deals, self.seed, self.max_deals = (given.get(name, 0) for name in DEALS)
        for name in DEALS:
            if given.get(name, 0) < 0:
                raise BadOption("research.bad_deals", name=name, value=given[name])
        start = self.walk.start.row
        self.max_deals = self.max_deals or encoding.deals(start) or MOST_DEALS if self.walk.deck else 0
        self.most_moves = encoding.plies(start)  # from one deal to the next
        most_moves = self.most_moves * max(self.max_deals, 1)
        self.recalled = [Piece("moves", (most_moves, encoding.longest))]
        if self.max_deals:
            self.recalled += (Piece(name, (self.max_deals, self.walk.deck)) for name in ("drawn", "opened"))
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.choices,
            max_chance_outcomes=self.sampled_deals or self.walk.deck,
            num_players=self.walk.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most_moves * encoding.longest,
        )
        super().__init__(_game_type(game_id, self.is_hidden), info, given)

    def new_initial_state(self) -> "TableState":
        """The state before the first move or deal."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most chance nodes of a game."""
        return int(self.max_deals * (1 if self.sampled_deals else self.walk.deck))

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "TableObserver | None":
        """The observer of one player's view; other kinds of observation are not supported."""
        if params:
            raise ValueError(f"observations of Fourfold's games take no parameters, not {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return TableObserver(self, kind.perfect_recall)


class Recall:
    """What players remember of a game: its moves, and which of the things that are dealt they saw, and when."""

    def __init__(self, seats: int) -> None:
        self.moves: list[tuple[int, ...]] = []  # the choices of each
        self.deals = 0
        self.since = 0  # moves after the last deal
        self.drawn: list[dict[tuple[int, int], int]] = [
            {} for _ in range(seats)
        ]  # (deal, thing) -> moves after the deal
        self.opened: dict[tuple[int, int], int] = {}  # (deal, thing) -> the seat that all have seen it with

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = copy.copy(self)
        twin.moves, twin.drawn, twin.opened = list(self.moves), [dict(own) for own in self.drawn], dict(self.opened)
        return twin

    def look(self, walk: Walk, since: int) -> None:
        """Note what each seat sees and did not see before, as seen so many moves after the deal."""
        if not walk.encoding.dealt or not self.deals:
            return
        for seat in range(walk.seats):
            hands = walk.encoding.split(walk.observe(seat))[walk.encoding.dealt]
            for near, thing in np.argwhere(hands).tolist():
                if near == 0:
                    self.drawn[seat].setdefault((self.deals - 1, thing), since)
                else:
                    self.opened[self.deals - 1, thing] = (seat + near) % walk.seats

    def forget(self, seat: int) -> None:
        """Forget what a seat alone has seen."""
        self.drawn[seat].clear()


class TableState(pyspiel.State):  # type: ignore[misc]
    """An OpenSpiel state: a game in progress."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.walk = game.walk.copy()
        self.deck, self.is_hidden, self.max_deals = game.deck, game.is_hidden, game.max_deals
        self.sampled_deals, self.seed = game.sampled_deals, game.seed
        self.order: list[int] = []  # of the current deal
        self.recall = Recall(self.walk.seats)

    def current_player(self) -> int:
        """The seat to move, or chance."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.walk.seat is None else self.walk.seat

    def _legal_actions(self, player: int) -> list[int]:
        listed: list[int] = np.flatnonzero(self.walk.mask()).tolist()
        return listed

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every tile that is not dealt yet, or every sampled deal, with equal probability."""
        left = sorted(set(range(self.sampled_deals or self.walk.deck)) - set(self.order))
        return [(number, 1.0 / len(left)) for number in left]

    def _apply_action(self, action: int) -> None:
        recall = self.recall
        if self.walk.seat is None:
            self.order.append(action)
            if self.sampled_deals:
                chance = np.random.default_rng([self.seed, recall.deals, action])
                self.order = chance.permutation(self.walk.deck).tolist()
            if len(self.order) < self.walk.deck:
                return
            self.walk.deal(self.order)
            self.order = []
            recall.deals, recall.since = recall.deals + 1, 0
        else:
            path = (*self.walk.path, action)
            if not self.walk.choose(action):
                return
            recall.moves.append(path)
            recall.since += 1
        recall.look(self.walk, recall.since)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.walk.encoding.describe(action)
        return f"#{action}" if self.sampled_deals else self.deck[action]

    def is_terminal(self) -> bool:
        """Whether the game is over, or would need one deal too many."""
        return self.walk.is_over or (self.walk.is_deal_due and self.recall.deals == self.max_deals)

    def returns(self) -> list[float]:
        """1 for the winner, -1 shared by the others; 0 for all in a draw and before the end."""
        return self.walk.rewards()

    def __str__(self) -> str:
        chosen = [self.walk.encoding.describe(choice) for choice in self.walk.path]
        dealt = [self.deck[number] for number in self.order]
        return " ".join([str(self.walk.position), *chosen, *dealt])


class TableObserver:
    """Observations of a player, as a tensor in named pieces and as a string; with perfect recall information states."""

    def __init__(self, game: TableGame, has_recall: bool) -> None:
        self.game = game
        self.has_recall = has_recall
        encoding = game.walk.encoding
        self._recalled = sum(piece.size for piece in game.recalled) if has_recall else 0
        self.tensor = np.zeros(encoding.size + self._recalled, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = dict(encoding.split(self.tensor[: encoding.size]))
        first = encoding.size
        for piece in game.recalled if has_recall else ():
            self.dict[piece.name] = self.tensor[first : first + piece.size].reshape(piece.shape)
            first += piece.size

    def set_from(self, state: TableState, player: int) -> None:
        """Write the observation of a player into `tensor` and `dict`."""
        encoding, recall = self.game.walk.encoding, state.recall
        self.tensor[: encoding.size] = state.walk.observe(player)
        if not self.has_recall:
            return
        self.tensor[encoding.size :] = 0
        for number, path in enumerate(recall.moves):
            self.dict["moves"][number, : len(path)] = (np.array(path) + 1) / encoding.choices
        for place, since in recall.drawn[player].items():
            self.dict["drawn"][place] = (since + 1) / (self.game.most_moves + 1)
        for place, holder in recall.opened.items():
            self.dict["opened"][place] = ((holder - player) % state.walk.seats + 1) / state.walk.seats

    def string_from(self, state: TableState, player: int) -> str:
        """The view of a player as text; with perfect recall also all moves, and when tiles were drawn and opened."""
        walk, recall, deck = state.walk, state.recall, self.game.deck
        own = [walk.encoding.describe(choice) for choice in walk.path] if walk.seat == player else []
        told = [str(walk.position.view(player)), *own]
        if self.has_recall:
            told += (walk.spell(code) for code in walk.codes)
            drawn, opened = sorted(recall.drawn[player].items()), sorted(recall.opened.items())
            told += (f"{deck[thing]}<{deal}.{since}" for (deal, thing), since in drawn)
            told += (f"{deck[thing]}>{deal}.{holder}" for (deal, thing), holder in opened)
        return " ".join(told)


class Resampler:
    """Determinization for `ISMCTSBot.set_resampler`: the state with all that a player cannot see dealt anew.

    The same seed gives the same states. They contradict themselves for no seat: another seat remembers its imagined
    hand as dealt, and nothing that it alone saw before; its incomplete move is taken back.
    """

    def __init__(self, seed: int = 0) -> None:
        self._chance = np.random.default_rng(seed)

    def __call__(self, state: TableState, player: int) -> TableState:
        """Imagine a state."""
        imagined: TableState = state.clone()
        imagined.walk.imagine(player if player >= 0 else NOBODY, int(self._chance.integers(1 << 62)))
        for seat in set(range(imagined.walk.seats)) - {player}:
            imagined.recall.forget(seat)
        imagined.recall.look(imagined.walk, 0)
        return imagined


resample = Resampler()


def _register(game_id: str) -> None:
    """Register a game by a class: OpenSpiel outlives the interpreter and cannot release a function then."""
    kind = type(f"TableGame_{game_id}", (TableGame,), {"game_id": game_id})
    globals()[kind.__name__] = kind  # so that `pickle` finds it
    pyspiel.register_game(_game_type(game_id, facts(game_id).has_deals), kind)


for _game in list_games():
    _register(_game)
