"""Measures self-play and training: `python research/train/bench.py run GAME`, with the options of `train.py`.

For one group of games the milliseconds of each part of a step; then, with all groups side by side, games, positions and
net evaluations a second. `OUT/bench.jsonl` gets a line.
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from train import Trainer, parse


class Watch:
    """Adds up the milliseconds of parts, by the clock of the device."""

    def __init__(self, device: str) -> None:
        self.is_gpu = device == "cuda"
        self.taken: dict[str, list[Any]] = defaultdict(list)

    @contextmanager
    def on(self, part: str) -> Iterator[None]:
        """Watch a part once."""
        if self.is_gpu:
            first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            first.record()
            yield
            last.record()
            self.taken[part].append((first, last))
        else:
            began = time.perf_counter()
            yield
            self.taken[part].append(1000 * (time.perf_counter() - began))

    def means(self) -> dict[str, float]:
        """The mean time of each part."""
        if self.is_gpu:
            torch.cuda.synchronize()
        times = {
            part: [one[0].elapsed_time(one[1]) if self.is_gpu else one for one in taken]
            for part, taken in self.taken.items()
        }
        return {part: round(sum(taken) / len(taken), 3) for part, taken in times.items()}


def watch_parts(trainer: Trainer) -> dict[str, float]:
    """The milliseconds of the parts of a round of one group, and of a step of training."""
    options, group, watch = trainer.options, trainer.groups[0], Watch(trainer.device)
    device = group.tables.device
    with watch.on("solve_roots"):
        if trainer.training.solved_from is not None:
            device.run("solve_roots", options.nodes)
    for number in range(options.tries):
        with watch.on("gather"):
            device.run("gather", options.tries)
        with watch.on("net"):
            group.ask(trainer.player)
        with watch.on("absorb"):
            device.run("absorb")
        if number == 0:
            with watch.on("stir_roots"):
                device.run("stir_roots")
    with watch.on("finish_round"):
        device.run("finish_round")
    with watch.on("ring"):
        trainer.ring.add([group.learned for group in trainer.groups], True)
    for _ in range(12):
        with watch.on("learn"):
            trainer.learn()
    return watch.means()


def watch_host(trainer: Trainer) -> dict[str, float]:
    """The milliseconds in which the host asks a device, which it does not wait for, for a step."""
    group, taken = trainer.groups[0], []
    for action in (lambda: group.step(trainer.player, 1, trainer.options.tries, 0), trainer.learn):
        if trainer.device == "cuda":
            torch.cuda.synchronize()
        began = time.perf_counter()
        action()
        taken.append(round(1000 * (time.perf_counter() - began), 3))
    return dict(zip(("host_step", "host_learn"), taken, strict=True))


def main() -> None:
    """Warm up, then measure."""
    options = parse()
    began = time.monotonic()
    options.out.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(options)
    set_up = time.monotonic() - began
    while not len(trainer.ring.places):
        trainer.play_round()
    trainer.learn()
    watch_parts(trainer)
    parts = watch_parts(trainer) | watch_host(trainer)
    tried, asked = options.tries, [int(group.asked) for group in trainer.groups]
    known, games, began, rounds = int(trainer.ring.known), int(trainer.ring.ended[1:].sum()), time.monotonic(), 0
    trainer.warm_up = 0  # whole rounds, with training
    while time.monotonic() - began < 60 * options.minutes:
        trainer.counters["positions"] = int(trainer.ring.known) - known
        trainer.play_round()
        rounds += 1
    taken = time.monotonic() - began
    asked_now = [int(group.asked) for group in trainer.groups]
    line = {
        "game": options.game, "device": options.device, "games": options.games, "tries": tried,
        "set_up": round(set_up, 1), "rounds": rounds, "seconds": round(taken, 1), "milliseconds": parts,
        "evaluations_a_second": round((sum(asked_now) - sum(asked)) / taken),
        "share_that_waited": round((sum(asked_now) - sum(asked)) / (rounds * tried * options.games), 3),
        "games_a_second": round((int(trainer.ring.ended[1:].sum()) - games) / taken),
        "positions_a_second": round((int(trainer.ring.known) - known) / taken),
        "steps_a_second": round(trainer.counters["steps"] / taken, 1),
        "gigabytes": round(torch.cuda.mem_get_info()[1] / 1e9 - torch.cuda.mem_get_info()[0] / 1e9, 1)
        if options.device == "cuda" else 0,
    }  # fmt: skip
    print(json.dumps(line), flush=True)
    with (options.out / "bench.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
