"""A group of games of self-play on a device, and the net that they ask there: nothing is copied to another memory."""

import copy
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from net import Net
from tables import Tables
from torch import Tensor

from fourfold.research.devices import Compiler, Device

LEARNED = ("seen", "marked", "shares", "worths", "seats", "results")


class Streams:
    """Streams of a graphics processor, on which work goes on side by side; on processors all is done in turn."""

    def __init__(self, device: Device, count: int) -> None:
        self.device = device
        self.all = [torch.cuda.Stream() for _ in range(count)] if isinstance(device, Compiler) else []

    @contextmanager
    def on(self, number: int) -> Iterator[None]:
        """Do on a stream what torch and the device are asked for."""
        with ExitStack() as stack:
            if self.all:
                stream = self.all[number]
                stack.enter_context(torch.cuda.stream(stream))
                stack.enter_context(self.device.arrays.cuda.ExternalStream(stream.cuda_stream))  # type: ignore[union-attr]
            yield

    def fork(self) -> None:
        """Let all streams wait for what was asked for outside of them."""
        for stream in self.all:
            stream.wait_stream(torch.cuda.current_stream())

    def join(self) -> None:
        """Let what is asked for from now on wait for all streams."""
        for stream in self.all:
            torch.cuda.current_stream().wait_stream(stream)


class Group:
    """So many games, with their trees, and the net's input and output as tensors over the same memory."""

    def __init__(self, game_id: str, games: int, tries: int, device: Device, seed: int) -> None:
        self.tables = Tables(game_id, games, tries, device, seed)
        play = self.tables.play
        self.asks = torch.from_dlpack(play.forest.seen)
        self.filled = torch.from_dlpack(play.forest.filled)
        self.likings, self.chances = torch.from_dlpack(play.likings), torch.from_dlpack(play.chances)
        self.learned: dict[str, Tensor] = {name: torch.from_dlpack(getattr(play, name)) for name in LEARNED}
        self.asked = torch.zeros((), dtype=torch.int64, device=self.asks.device)  # positions that waited for the net

    def step(self, player: Net, number: int, tries: int, nodes: int) -> None:
        """Do one of so many steps of a round."""
        self.tables.step(lambda: self.ask(player), number, tries, nodes)

    def ask(self, player: Net) -> None:
        """Answer all games, also those that do not wait."""
        with torch.inference_mode():
            likings, value = player(self.asks)
            self.likings.copy_(likings)
            self.chances.copy_(torch.sigmoid(value.float()))
            self.asked += self.filled.sum()
            self.asks.zero_()


def player_of(net: Net, device: str) -> Net:
    """A copy of a net for self-play."""
    player: Any = copy.deepcopy(net).eval().requires_grad_(False)
    if device == "cuda":
        player = player.to(torch.bfloat16)
    return player.to(memory_format=torch.channels_last)  # type: ignore[no-any-return]
