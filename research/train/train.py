"""Trains a net by self-play: `python research/train/train.py GAME --minutes 5 --out FOLDER`.

Needs PyTorch, and in practice a GPU. Two groups of games alternate between the processors and the GPU, and the trainer
samples their positions from a replay buffer, under random symmetries, until the time is up. The results are
`GAME.onnx`, for `net.onnx` in the folder of the game, and the checkpoint `GAME.pt`.
"""

import argparse
import copy
import threading
import time
from pathlib import Path

import numpy as np
import torch
from net import Net, export
from numpy.typing import NDArray
from symmetry import symmetries
from tables import Round, Tables, training_of
from torch import Tensor
from torch.nn import functional

from fourfold.core.net_features import Vision
from fourfold.core.registry import vision
from fourfold.search.mcts.puct import MOST_CHILDREN

LAST_RATE, DECAY = 1e-4, 1e-4  # final learning rate, weight decay
BATCH = 2048
REPEATS = 6.0  # how often a position is sampled on average
OWN_SHARE = 0.5  # weight of the search value in the value target, against the result of the game


class Ring:
    """The replay buffer: the last rounds of self-play, on the device, with the results of finished games."""

    def __init__(self, rounds: int, games: int, vision: Vision, each: int, device: str) -> None:
        shape = (rounds, games)
        self.seen = torch.zeros((*shape, vision.size), dtype=torch.int8, device=device)
        self.marked = torch.zeros((*shape, MOST_CHILDREN * each), dtype=torch.int16, device=device)
        self.shares = torch.zeros((*shape, MOST_CHILDREN), dtype=torch.float16, device=device)
        self.worth = torch.zeros(shape, dtype=torch.float32, device=device)
        self.chances = np.zeros(shape, np.float32)
        self.seats = np.full(shape, -1, np.int64)
        self.is_known = np.zeros(shape, bool)
        self.began = np.zeros(games, np.int64)
        self.round = 0
        self.known = 0  # positions, in all
        self.lock = threading.Lock()

    def add(self, one: Round) -> None:
        """Add a round, and write the results of the games that ended with it to all their positions."""
        rounds = len(self.is_known)
        at = self.round % rounds
        with self.lock:
            self.seen[at].copy_(torch.from_numpy(one.seen))
            self.marked[at].copy_(torch.from_numpy(one.marked))
            self.shares[at].copy_(torch.from_numpy(one.shares))
            self.chances[at], self.seats[at], self.is_known[at] = one.chances, one.seats, False
            ended = np.flatnonzero(one.results)
            length = np.minimum(self.round - self.began[ended], rounds - 1)
            age, column = np.nonzero(np.arange(rounds)[:, None] <= length[None, :])
            place, number = (self.round - age) % rounds, ended[column]
            counted = self.seats[place, number] >= 0
            place, number = place[counted], number[counted]
            won = (one.results[number] - 1) / 2  # for seat 0
            won = np.where(self.seats[place, number] == 1, 1 - won, won)
            worth = OWN_SHARE * self.chances[place, number] + (1 - OWN_SHARE) * won
            device = self.worth.device
            self.worth[torch.from_numpy(place).to(device), torch.from_numpy(number).to(device)] = torch.from_numpy(
                worth.astype(np.float32)
            ).to(device)
            self.is_known[place, number] = True
            self.known += len(place)
            self.began[ended] = self.round + 1
            self.round += 1

    def draw(self, count: int, chance: np.random.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Sample positions of finished games."""
        with self.lock:
            places = np.flatnonzero(self.is_known)
            drawn = torch.from_numpy(places[chance.integers(len(places), size=count)]).to(self.seen.device)
            return (
                self.seen.flatten(0, 1)[drawn],
                self.marked.flatten(0, 1)[drawn],
                self.shares.flatten(0, 1)[drawn],
                self.worth.flatten()[drawn],
            )


class Trainer:
    """The net, its copy for self-play, the games and the replay buffers."""

    def __init__(self, options: argparse.Namespace) -> None:
        found = vision(options.game)
        assert found is not None
        self.options, self.vision = options, found
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.dtype = torch.bfloat16 if self.device == "cuda" else torch.float32
        torch.manual_seed(options.seed)
        self.net = Net(training_of(options.game), found).to(self.device)
        if options.resume:
            self.net.load_state_dict(torch.load(options.resume, map_location=self.device))
        self.player = copy.deepcopy(self.net).to(self.dtype).eval()
        if self.device == "cuda":
            self.player = self.player.to(memory_format=torch.channels_last)
        orders = symmetries(training_of(options.game), found)
        back = [np.argsort(seen) for seen, _ in orders]
        self.seen_from = torch.tensor(np.array(back), device=self.device)
        beyond = np.full((len(orders), 1), found.likings)
        to = np.concatenate([np.array([likings for _, likings in orders]), beyond], axis=1)
        self.likings_to = torch.tensor(to, device=self.device)
        self.tables, self.rings = [], []
        for half in range(2):
            seen = torch.zeros((options.games // 2, found.size), dtype=torch.int8)
            pinned = seen.pin_memory() if self.device == "cuda" else seen
            tables = Tables(options.game, options.games // 2, options.tries, options.threads, half, pinned.numpy())
            self.tables.append((tables, pinned))
            self.rings.append(Ring(options.rounds, options.games // 2, found, tables.each, self.device))
        self.ends = time.monotonic() + 60 * options.minutes
        self.began = time.monotonic()
        self.failed: list[BaseException] = []

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self.ends or bool(self.failed)

    @property
    def has_whole_games(self) -> bool:
        """Whether even the longest games have ended once: short games alone would be a biased sample."""
        return all(ring.round > tables.longest for ring, (tables, _) in zip(self.rings, self.tables, strict=True))

    def play(self, half: int) -> None:
        """Run self-play of one group of games, in its own thread."""
        tables, pinned = self.tables[half]
        games = tables.games
        likings = torch.zeros((games, self.vision.likings))
        chances = torch.zeros(games)
        stream = torch.cuda.Stream() if self.device == "cuda" else None
        if stream is not None:
            likings, chances = likings.pin_memory(), chances.pin_memory()

        def ask(_: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            with torch.inference_mode(), torch.cuda.stream(stream):
                found, value = self.player(pinned.to(self.device, non_blocking=True))
                likings.copy_(found, non_blocking=True)
                chances.copy_(torch.sigmoid(value.float()), non_blocking=True)
                if stream is not None:
                    stream.synchronize()
            return likings.numpy(), chances.numpy()

        try:
            while not self.is_over:
                self.rings[half].add(tables.play(ask))
        except BaseException as error:
            self.failed.append(error)
            raise

    def learn(self) -> None:
        """Train until the time is up, but no more steps than there are positions for."""
        optimizer = torch.optim.AdamW(self.net.parameters(), lr=self.options.rate, weight_decay=DECAY)
        chance = np.random.default_rng(self.options.seed)
        steps, told, sums = 0, time.monotonic(), np.zeros(2)
        while not self.is_over:
            known = sum(ring.known for ring in self.rings)
            if not self.has_whole_games or steps * BATCH > known * REPEATS:
                time.sleep(0.005)
                continue
            part = (time.monotonic() - self.began) / (60 * self.options.minutes)
            for group in optimizer.param_groups:
                group["lr"] = LAST_RATE + (self.options.rate - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * min(part, 1.0)))
            losses = self.step(optimizer, chance, steps)
            steps += 1
            if steps % 8 == 0:
                self.hand_over()
            if steps % 50 == 0:
                sums = np.array([float(loss) for loss in losses])
            if time.monotonic() - told > 10:
                told = time.monotonic()
                asked = sum(tables.asked for tables, _ in self.tables)
                ended = self._shares()
                print(
                    f"{told - self.began:6.0f} s  {known:9d} positions  {steps:6d} steps  {asked:10d} asked  "
                    f"liking {sums[0]:.3f}  value {sums[1]:.4f}  results {ended}",
                    flush=True,
                )

    def _shares(self) -> str:
        ring = self.rings[0]
        known = ring.is_known & (ring.seats == 0)
        worth = ring.worth.cpu().numpy()[known]
        return f"{worth.mean():.3f} for seat 0" if len(worth) else "-"

    def step(self, optimizer: torch.optim.Optimizer, chance: np.random.Generator, number: int) -> tuple[Tensor, Tensor]:
        """Take one training step on a batch, under one symmetry."""
        seen, marked, shares, worth = self.rings[number % 2].draw(BATCH, chance)
        turn = int(chance.integers(len(self.seen_from)))
        seen = seen[:, self.seen_from[turn]]
        marks = marked.long()
        marks = self.likings_to[turn][torch.where(marks < 0, self.vision.likings, marks)]
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            likings, value = self.net(seen)
        likings = functional.pad(likings.float(), (0, 1))
        liked = likings.gather(1, marks).unflatten(1, (MOST_CHILDREN, -1)).sum(2)
        liked = liked.masked_fill(marked.unflatten(1, (MOST_CHILDREN, -1))[:, :, 0] < 0, -1e4)
        liking_loss = -(shares.float() * functional.log_softmax(liked, 1)).sum(1).mean()
        value_loss = functional.binary_cross_entropy_with_logits(value.float(), worth)
        optimizer.zero_grad(set_to_none=True)
        (liking_loss + value_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        optimizer.step()
        return liking_loss.detach(), value_loss.detach()

    def hand_over(self) -> None:
        """Copy the weights to the net of self-play."""
        with torch.no_grad():
            for old, new in zip(self.player.parameters(), self.net.parameters(), strict=True):
                old.copy_(new)

    def run(self) -> None:
        """Run self-play and training, then write the net."""
        threads = [threading.Thread(target=self.play, args=(half,)) for half in range(2)]
        for thread in threads:
            thread.start()
        try:
            self.learn()
        finally:
            self.ends = 0.0
            for thread in threads:
                thread.join()
        out = Path(self.options.out)
        out.mkdir(parents=True, exist_ok=True)
        net = self.net.float().cpu().eval()
        torch.save(net.state_dict(), out / f"{self.options.game}.pt")
        export(net, self.vision, out / f"{self.options.game}.onnx")


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--out", default=".")
    parser.add_argument("--resume", metavar="FILE", help="a GAME.pt of an earlier run to go on with")
    parser.add_argument("--games", type=int, default=3072)
    parser.add_argument("--tries", type=int, default=48)
    parser.add_argument("--rounds", type=int, default=128, help="that are kept; more than the longest game has plies")
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at the beginning")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    Trainer(parser.parse_args()).run()


if __name__ == "__main__":
    main()
