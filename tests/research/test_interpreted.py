"""The research kernels, compiled and as the plain Python that they are written in, do the same."""

import os
import subprocess
import sys

import pytest

import fourfold

PROGRAM = """
import hashlib, sys
from fourfold.kernel.jit import INTERPRETED
from fourfold.research.batch import Batch
from fourfold.research.studies.study import Task, take_sample
assert INTERPRETED is (sys.argv[1] == "1")
game, options = sys.argv[2], {"rounds": 1} if sys.argv[2] == "quadominos" else {}
batch = Batch(game, 2, seed=3, threads=1, **options)
for step in range(14):
    batch.step([row.nonzero()[0][step % row.sum()] for row in batch.masks])
    digest = hashlib.sha256(b"".join(a.tobytes() for a in (batch.rows, batch.masks, batch.observations)))
    print(digest.hexdigest(), batch.rewards.tolist(), batch.counts.tolist())
print(batch.run(3))
if game == "quads":
    print(take_sample(Task(game, {}, "random", 1, 1, 0)).lengths)
"""


@pytest.mark.parametrize("game", fourfold.list_games())
def test_compiled_equals_interpreted(game: str) -> None:
    outputs = []
    for mode in "01":
        environment = {**os.environ, "FOURFOLD_INTERPRET": mode}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, mode, game], capture_output=True, text=True, env=environment, check=False
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert outputs[0].count("\n") >= 15
    assert outputs[0] == outputs[1]
