"""The replay buffer: the last rounds of self-play, on the device of the net."""

import torch
from torch import Tensor

from fourfold.core.net_features import Vision
from fourfold.search.mcts.puct import LOST, MOST_CHILDREN, WON

OWN_SHARE = 0.5  # weight of the search value in the value target, against the result of the game


class Ring:
    """The positions of so many rounds. They can be learned from when their game has ended."""

    def __init__(self, rounds: int, games: int, vision: Vision, each: int, device: str) -> None:
        shape = (rounds, games)
        self.seen = torch.zeros((*shape, vision.size), dtype=torch.int8, device=device)
        self.marked = torch.zeros((*shape, MOST_CHILDREN * each), dtype=torch.int16, device=device)
        self.shares = torch.zeros((*shape, MOST_CHILDREN), dtype=torch.float16, device=device)
        self.worths = torch.zeros(shape, device=device)
        self.targets = torch.zeros(shape, device=device)
        self.seats = torch.full(shape, -1, dtype=torch.int64, device=device)
        self.is_known = torch.zeros(shape, dtype=torch.bool, device=device)
        self.began = torch.zeros(games, dtype=torch.int64, device=device)
        self.known = torch.zeros((), dtype=torch.int64, device=device)  # positions, in all
        self.ended = torch.zeros(WON + 1, dtype=torch.int64, device=device)  # games by result
        self.places = torch.zeros(0, dtype=torch.int64, device=device)
        self.rows = torch.arange(rounds, device=device)
        self.round = 0

    def add(self, groups: list[dict[str, Tensor]], has_shares: bool) -> None:
        """Add a round of all games, and write its results to all positions of the games that ended with it.

        The tensors of each group are named as those of `SelfPlay`. Without shares nothing is learned of moves.
        """
        at = self.round % len(self.rows)
        results = torch.cat([group["results"] for group in groups])
        for name in ("seen", "marked", "shares", "worths", "seats"):
            getattr(self, name)[at] = torch.cat([group[name] for group in groups])
        if not has_shares:
            self.shares[at] = 0
        self.is_known[at] = False
        age = (self.round - self.rows) % len(self.rows)
        is_of_game = age[:, None] <= self.round - self.began
        is_new = is_of_game & (results > 0) & (self.seats >= 0) & ~self.is_known
        first = (results - LOST) / (WON - LOST)  # what seat 0 got
        won = torch.where(self.seats == 1, 1 - first, first)
        self.targets = torch.where(is_new, OWN_SHARE * self.worths + (1 - OWN_SHARE) * won, self.targets)
        self.is_known |= is_new
        self.known += is_new.sum()
        self.ended += torch.bincount(results, minlength=WON + 1)
        self.began = torch.where(results > 0, self.round + 1, self.began)
        self.round += 1

    def list_known(self) -> int:
        """List the positions that can be learned from, and say how many they are; this waits for the device."""
        self.places = self.is_known.flatten().nonzero()[:, 0]
        return len(self.places)

    def draw(self, count: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Sample positions of those that are listed: what is seen, the marks and shares of moves, the chances."""
        drawn = self.places[torch.randint(len(self.places), (count,), device=self.places.device)]
        return (
            self.seen.flatten(0, 1)[drawn],
            self.marked.flatten(0, 1)[drawn],
            self.shares.flatten(0, 1)[drawn].float(),
            self.targets.flatten()[drawn],
        )
