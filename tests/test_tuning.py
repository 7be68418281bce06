"""Tuning: samples of self-play, and weights for the features that a game's evaluation names."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import fourfold
from fourfold.core.registry import module

SCRIPT = Path(__file__).parents[1] / "tuning" / "tune.py"
TUNED = [game for game in fourfold.list_games() if hasattr(module(game, "evaluation"), "features")]


@pytest.fixture(scope="module")
def tune() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tune", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.mark.parametrize("game", TUNED)
def test_a_game_of_self_play_gives_features_and_weights(tune: ModuleType, game: str) -> None:
    samples = tune.play(game, seed=1, nodes=50)
    evaluation = module(game, "evaluation")
    assert evaluation is not None
    features = np.array([evaluation.features(sample.position.row.copy()) for sample in samples])
    assert len(features) > 3
    assert (features != features[0]).any()
    fit = tune.fit_points if tune.has_points(game) else tune.fit_odds
    weights = fit(features, np.array([sample.result for sample in samples]))
    assert np.isfinite(weights).all()
