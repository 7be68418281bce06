"""The neural nets: a policy head and a value head on a few residual blocks, small enough for one processor."""

from pathlib import Path

import torch
from torch import Tensor, nn

from fourfold.core.net_features import Training, Vision

SQUEEZED, HIDDEN = 8, 64  # of the value head


class Block(nn.Module):
    """A residual block of two convolutions, with global pooling between them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one = nn.Conv2d(width, width, 3, padding=1)
        self.other = nn.Conv2d(width, width, 3, padding=1)
        self.whole = nn.Linear(width, width)
        nn.init.zeros_(self.other.weight)

    def forward(self, board: Tensor) -> Tensor:
        """Apply the block."""
        inner = torch.relu(self.one(board) + self.whole(board.mean((2, 3)))[:, :, None, None])
        return torch.relu(board + self.other(inner))


class Net(nn.Module):
    """The view of the seat to move in, likings (policy) and its chances (value) out."""

    def __init__(self, training: Training, vision: Vision) -> None:
        super().__init__()
        width, blocks, reach = training.channels, training.blocks, training.kernel
        self.shape = (vision.planes, vision.across, vision.across)
        self.board = vision.planes * vision.across**2
        planes, rest = divmod(vision.likings, vision.across**2)
        self.entry = nn.Conv2d(vision.planes, width, reach, padding=reach // 2)
        self.facts = nn.Linear(vision.facts, width)
        self.blocks = nn.Sequential(*(Block(width) for _ in range(blocks)))
        self.likings = nn.Conv2d(width, planes, 1)
        self.rest = nn.Linear(width, rest) if rest else None
        self.squeeze = nn.Conv2d(width, SQUEEZED, 1)
        self.hidden = nn.Linear(SQUEEZED * vision.across**2 + width, HIDDEN)
        self.value = nn.Linear(HIDDEN, 1)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Return likings, and the logits of the chances."""
        kind = self.value.weight.dtype
        planes = seen[:, : self.board].unflatten(1, self.shape).to(kind, memory_format=torch.channels_last)
        facts = seen[:, self.board :].to(kind)
        board = torch.relu(self.entry(planes) + self.facts(facts)[:, :, None, None])
        board = self.blocks(board)
        mean = board.mean((2, 3))
        likings = self.likings(board).flatten(1)
        if self.rest is not None:
            likings = torch.cat([likings, self.rest(mean)], 1)
        inner = torch.cat([torch.relu(self.squeeze(board)).flatten(1), mean], 1)
        return likings, self.value(torch.relu(self.hidden(inner)))[:, 0]


class Exported(nn.Module):
    """A net as players use it: with a sigmoid on the value."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Return likings and chances."""
        likings, value = self.net(seen)
        return likings, torch.sigmoid(value)


def export(net: Net, vision: Vision, path: Path) -> None:
    """Write a net as ONNX, with a dynamic batch size."""
    torch.onnx.export(
        Exported(net).eval(),
        (torch.zeros((2, vision.size), dtype=torch.int8),),
        str(path),
        input_names=["seen"],
        output_names=["likings", "chances"],
        dynamic_axes={"seen": {0: "n"}, "likings": {0: "n"}, "chances": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


def read_weights(path: Path) -> dict[str, Tensor]:
    """Read the weights of a net that was exported."""
    import onnx

    parts = onnx.load(str(path)).graph.initializer
    return {part.name.removeprefix("net."): torch.tensor(onnx.numpy_helper.to_array(part)) for part in parts}
