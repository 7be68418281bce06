"""Trains a net by self-play, on a graphics processor or on this machine's processors.

    python research/train/train.py run GAME --minutes 5 --out OUT  # self-play and training; again: goes on
    python research/train/train.py begin GAME --out OUT            # the run goes on from the net of the package
    python research/train/train.py export GAME --out OUT           # the nets as they were while they were trained

Games, net and search trees stay on the device. Two groups of games and the training share it; the training samples
positions from a replay buffer, under random symmetries. `OUT/GAME.pt` is all that a run needs to go on, and has the
nets of earlier moments; `OUT/GAME.jsonl` a line every ten seconds; `OUT/GAME.onnx` the net, for `net.onnx` in the
folder of the game. `check.py make` compiles what a GPU runs; where Numba is not, set FOURFOLD_INTERPRET=1, and
FOURFOLD_CACHE to the folder that it filled.
"""

import argparse
import copy
import json
import time
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np
import torch
from group import Group, Streams, player_of
from net import Net, export, read_weights
from ring import Ring
from symmetry import symmetries
from tables import training_of
from torch import Tensor
from torch.nn import functional

from fourfold import list_games
from fourfold.core.registry import vision
from fourfold.players.net_runtime import net_path
from fourfold.research.devices import find_device
from fourfold.search.mcts.puct import MOST_CHILDREN

LAST_RATE, DECAY = 1e-4, 1e-4  # final learning rate, weight decay
SPARE = 16  # rounds that are kept longer than the longest game
QUICK = 4  # so much quicker are the first rounds, until even the longest games have ended
MOST_STEPS = 2  # of training, for each step of self-play
COUNTERS = {"seconds": 0.0, "positions": 0, "steps": 0, "asked": 0, "games": 0, "rounds": 0}
KEYS = ("game", "games", "tries", "nodes", "batch", "repeats", "rate", "minutes", "seed", "device")


class Trainer:
    """The net, its copy for self-play, the games and the replay buffer."""

    def __init__(self, options: argparse.Namespace) -> None:
        found = vision(options.game)
        assert found is not None
        self.options, self.vision, self.training = options, found, training_of(options.game)
        self.device, self.out = options.device, options.out
        self.file = self.out / f"{options.game}.pt"
        torch.set_num_threads(options.threads)
        torch.manual_seed(options.seed)
        torch.backends.cudnn.benchmark = True
        self.net = Net(self.training, found).to(self.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=options.rate, weight_decay=DECAY, fused=self.device == "cuda"
        )
        self.counters = dict(COUNTERS)
        self.nets: dict[int, dict[str, Tensor]] = {}  # by seconds of training
        if self.file.exists():
            self._load()
        self.player = player_of(self.net, self.device)
        orders = symmetries(self.training, found)
        seen_from = np.array([np.argsort(seen) for seen, _ in orders])
        likings_to = np.array([[*likings, found.likings] for _, likings in orders])  # one that means none stays itself
        self.seen_from, self.likings_to = (torch.tensor(x, device=self.device) for x in (seen_from, likings_to))
        device = find_device(self.device, options.threads)
        halves = 2 if self.device == "cuda" else 1  # groups: while one asks the net, the trees of the other grow
        self.streams = Streams(device, halves + 1)
        self.groups, size = [], options.games // halves
        for half in range(halves):
            self.groups.append(Group(options.game, size, options.tries, device, options.seed * halves + half))
        self.ring = Ring(self.training.longest + SPARE, halves * size, found, self.training.marks, self.device)
        self.warm_up = self.training.longest  # rounds
        self.losses = torch.zeros(3, device=self.device)  # of moves, of chances, how many were added up
        self.told_ended = self.ring.ended.clone()  # games that earlier lines counted
        if self.device == "cuda":
            torch.cuda.synchronize()

    @property
    def is_warm(self) -> bool:
        """Whether even the longest games have ended once: short games alone would be a biased sample."""
        return self.ring.round > self.warm_up

    def run(self) -> None:
        """Run self-play and training until the time is over, then write the net."""
        before, began = dict(self.counters), time.monotonic()
        told = kept = before["seconds"]
        while self.counters["seconds"] < 60 * self.options.minutes:
            self.play_round()
            self._count(before, before["seconds"] + time.monotonic() - began)
            now = self.counters["seconds"]
            if now - told >= 10 or now >= 60 * self.options.minutes:
                self._tell(before)
                told = now
            if now - kept >= self.options.every:
                self.save()
                kept = now
        self.save()
        export(copy.deepcopy(self.net).cpu(), self.vision, self.out / f"{self.options.game}.onnx")

    def play_round(self) -> None:
        """Play a move in each game, and train beside it, but no more than there are positions for."""
        tries = self.options.tries if self.is_warm else max(self.options.tries // QUICK, 2)
        due = int(self.counters["positions"] * self.options.repeats / self.options.batch) - self.counters["steps"]
        due = min(due, MOST_STEPS * tries) if self.is_warm and len(self.ring.places) else 0
        trained = 0
        self._set_rate()
        self.streams.fork()
        for number in range(tries):
            for half, group in enumerate(self.groups):
                with self.streams.on(half):
                    group.step(self.player, number, tries, self.options.nodes)
            with self.streams.on(-1):
                while trained * tries < due * (number + 1):
                    self.learn()
                    trained += 1
        self.counters["steps"] += trained
        self.streams.join()
        self.ring.add([group.learned for group in self.groups], tries == self.options.tries)
        with torch.no_grad():
            for old, new in zip(self.player.parameters(), self.net.parameters(), strict=True):
                old.copy_(new)
        self.ring.list_known()

    def learn(self) -> None:
        """Take one training step on a batch, under one symmetry."""
        seen, marked, shares, chances = self.ring.draw(self.options.batch)
        turn = int(torch.randint(len(self.seen_from), ()))
        seen = seen[:, self.seen_from[turn]]
        marks = marked.long()
        marks = self.likings_to[turn][torch.where(marks < 0, self.vision.likings, marks)]
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            likings, value = self.net(seen)
        likings = functional.pad(likings.float(), (0, 1))
        liked = likings.gather(1, marks).unflatten(1, (MOST_CHILDREN, -1)).sum(2)
        liked = liked.masked_fill(marked.unflatten(1, (MOST_CHILDREN, -1))[:, :, 0] < 0, -1e4)
        liking_loss = -(shares * functional.log_softmax(liked, 1)).sum(1).mean()
        value_loss = functional.binary_cross_entropy_with_logits(value.float(), chances)
        self.optimizer.zero_grad(set_to_none=True)
        (liking_loss + value_loss).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        self.losses += torch.stack([liking_loss.detach(), value_loss.detach(), torch.ones_like(value_loss)])

    def _set_rate(self) -> None:
        part = min(self.counters["seconds"] / (60 * self.options.minutes), 1.0)
        for group in self.optimizer.param_groups:
            group["lr"] = LAST_RATE + (self.options.rate - LAST_RATE) * 0.5 * (1 + cos(pi * part))

    def _count(self, before: dict[str, Any], seconds: float) -> None:
        self.counters["seconds"] = seconds
        self.counters["positions"] = before["positions"] + int(self.ring.known)
        self.counters["asked"] = before["asked"] + sum(int(group.asked) for group in self.groups)
        self.counters["games"] = before["games"] + int(self.ring.ended[1:].sum())
        self.counters["rounds"] = before["rounds"] + self.ring.round

    def _tell(self, before: dict[str, Any]) -> None:
        """Print a line, and add it to the file of this run; a second means one of this process."""
        taken = self.counters["seconds"] - before["seconds"]
        ended = (self.ring.ended - self.told_ended).tolist()
        liking, value, count = self.losses.tolist()
        self.losses.zero_()
        self.told_ended = self.ring.ended.clone()
        line = {
            **{name: round(number) for name, number in self.counters.items()},
            "games_a_second": round((self.counters["games"] - before["games"]) / taken),
            "evaluations_a_second": round((self.counters["asked"] - before["asked"]) / taken),
            "positions_a_second": round((self.counters["positions"] - before["positions"]) / taken),
            "lost_drawn_won": [round(number / max(sum(ended[1:]), 1), 3) for number in ended[1:]],  # for seat 0
            "liking_loss": round(liking / max(count, 1), 4),
            "value_loss": round(value / max(count, 1), 4),
            "game": self.options.game,
        }
        print(json.dumps(line), flush=True)
        with (self.out / f"{self.options.game}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def save(self) -> None:
        """Write all that a later run needs, and keep the net of this moment."""
        state = self.net.state_dict()
        self.nets[round(self.counters["seconds"])] = {name: part.half().cpu() for name, part in state.items()}
        unfinished = self.file.with_suffix(".unfinished")
        torch.save(
            {
                "net": state,
                "optimizer": self.optimizer.state_dict(),
                "counters": self.counters,
                "nets": self.nets,
                "options": {name: getattr(self.options, name) for name in KEYS},
            },
            unfinished,
        )
        unfinished.replace(self.file)

    def _load(self) -> None:
        saved = torch.load(self.file, map_location=self.device, weights_only=True)
        self.net.load_state_dict(saved["net"])
        if saved["optimizer"]:
            self.optimizer.load_state_dict(saved["optimizer"])
        self.counters, self.nets = saved["counters"], saved["nets"]
        self.options.seed += self.counters["rounds"]  # other games than before
        print(f"going on after {self.counters['seconds']:.0f} seconds", flush=True)


def begin(options: argparse.Namespace) -> None:
    """Write a file from which a run goes on with the net of the package."""
    weights = read_weights(net_path(options.game))
    saved = {"net": weights, "optimizer": None, "counters": COUNTERS, "nets": {}, "options": {}}
    torch.save(saved, options.out / f"{options.game}.pt")


def export_all(options: argparse.Namespace) -> None:
    """Write each net that was kept as ONNX."""
    sight = vision(options.game)
    assert sight is not None
    net = Net(training_of(options.game), sight)
    saved = torch.load(options.out / f"{options.game}.pt", map_location="cpu", weights_only=True)
    for seconds, state in saved["nets"].items():
        net.load_state_dict({name: part.float() for name, part in state.items()})
        export(net, sight, options.out / f"{options.game}-{seconds}.onnx")


def parse() -> argparse.Namespace:
    """Read the command line."""
    has_gpu = torch.cuda.is_available()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("run", "begin", "export"))
    parser.add_argument("game", choices=[game for game in list_games() if vision(game)])
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--minutes", type=float, default=5.0, help="of training, with those of earlier runs")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda" if has_gpu else "cpu")
    parser.add_argument("--games", type=int, default=65536 if has_gpu else 1024)
    parser.add_argument("--tries", type=int, default=48, help="in each tree, for a move")
    parser.add_argument("--nodes", type=int, default=10_000, help="in which the end of a game is solved; 0: it is not")
    parser.add_argument("--batch", type=int, default=8192 if has_gpu else 1024)
    parser.add_argument("--repeats", type=float, default=4.0, help="how often a position is learned from, on average")
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at the beginning")
    parser.add_argument("--every", type=float, default=60.0, help="seconds after which the net is kept")
    parser.add_argument("--threads", type=int, default=8, help="where no GPU is")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def main() -> None:
    """Do what is asked for."""
    options = parse()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.command == "begin":
        begin(options)
    elif options.command == "export":
        export_all(options)
    else:
        Trainer(options).run()


if __name__ == "__main__":
    main()
