"""Quad-Ominos: place square tiles so that the numbers at their corners match."""

from fourfold.core.facts import Extra, Facts, Scoring
from fourfold.core.options import Flag, Number

BONUS = 25  # Quad-Ominos F3, F6
PENALTY = 20  # Quad-Ominos F7
WINNING, BEGINNER_WINNING = 800, 600  # Quad-Ominos F9

FACTS = Facts(
    id="quadominos",
    name="Quad-Ominos",
    authors=(),
    publisher="Pressman",
    year=1978,
    seats=range(2, 9),
    minutes=30,
    colour="number-5",
    options=(
        Flag("beginner"),
        Number("target", low=1, high=100_000),
        Number("rounds", low=1, high=1_000),
    ),
    has_deals=True,
    time_out_moves=True,
    scoring=Scoring(
        extras=(Extra("bonus", BONUS, "F6"), Extra("draw", -PENALTY, "F7"), Extra("pass", -PENALTY, "F7")),
        target=WINNING,
        targets={"beginner": BEGINNER_WINNING},
        turn_seconds=(30, 60),  # Quad-Ominos F10
    ),
    bench={"seats": 4, "rounds": 1},
)
