"""Tuning of evaluations: every game with features can be tuned, and they are from the point of view of seat 0."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import fourfold
from fourfold.core.registry import module

SCRIPT = Path(__file__).parents[2] / "tuning" / "tune.py"


def evaluation(game: str) -> Any:
    return module(game, "evaluation")


GAMES = [game for game in fourfold.list_games() if hasattr(evaluation(game), "features")]


@pytest.fixture(scope="module")
def tune() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tune", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_games_are_played_and_weights_are_fitted_to_them(game: str, tune: ModuleType) -> None:
    samples = [sample for seed in range(2) for sample in tune.play(game, seed, 20)]
    assert samples == [sample for seed in range(2) for sample in tune.play(game, seed, 20)]
    features = np.array([evaluation(game).features(sample.position.row.copy()) for sample in samples])
    results = np.array([sample.result for sample in samples])
    weights = (tune.fit_points if tune.has_points(game) else tune.fit_odds)(features, results)
    assert len(samples) > 5
    assert weights.shape == features[0].shape
    assert np.isfinite(weights).all()
    assert np.ptp(features, axis=0).any()
