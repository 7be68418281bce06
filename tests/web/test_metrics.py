"""Figures for operators: counted where it happens, and all of them on the dashboard."""

import json
import re
import time
from pathlib import Path

import httpx
import yaml
from prometheus_client.parser import text_string_to_metric_families

from web.server_process import PATIENCE, Guest, Server

DASHBOARD = Path(__file__).parents[2] / "docs" / "grafana.json"
ALERTS = DASHBOARD.with_name("alerts.yml")


def samples(server: Server) -> dict[str, float]:
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_happens_is_counted(server: Server) -> None:
    ann, before = Guest(server, "Ann"), samples(server)
    match, _ = ann.create("qawale", places=[{"kind": "me"}, {"kind": "computer", "level": "random"}], by_lot=False)
    ann.play(match, "a1NEE", 0)
    while ann.table(match)["ply"] < 2:
        pass
    ann.refused(match, "match.stale", "play", move="a1NEE", ply=7)
    ann.command(match, "resign")
    ann.http.get("/nowhere/at/all")
    after = samples(server)

    def grown(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert grown("fourfold_matches_started_total qawale") == 1
    assert grown("fourfold_matches_ended_total resign qawale") == 1
    assert grown("fourfold_moves_total") == 2
    assert grown("fourfold_computer_moves_total") == 1
    assert grown("fourfold_thinking_seconds_count") == 1
    assert grown("fourfold_refusals_total match.stale") == 1
    assert grown("fourfold_answers_total 409") == 1
    assert grown("fourfold_answers_total 404") == 1
    assert grown("fourfold_command_seconds_count") == 3
    assert grown("fourfold_store_seconds_count") == 3
    while not samples(server)["fourfold_delay_seconds_count"]:
        time.sleep(0.05)


def test_alerts_ask_for_what_there_is(server: Server) -> None:
    rules = [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]
    asked = " ".join(rule["expr"] for rule in rules)
    there = {name.partition(" ")[0] for name in samples(server)}
    assert set(re.findall(r"fourfold_[a-z_]+", asked)) <= there | {"fourfold_answers_total"}
    assert {rule["alert"] for rule in rules} >= {"FourfoldDown", "FourfoldNotReady", "FourfoldDatabaseGone"}
    assert all(rule["annotations"]["summary"] for rule in rules)


def test_the_dashboard_asks_for_what_there_is_and_leaves_nothing_of_ours_out(server: Server) -> None:
    board = json.loads(DASHBOARD.read_text())
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    names = {name.removesuffix("_bucket") for name in re.findall(r"(?:fourfold|process)_[a-z_]+", asked)}
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    families = {family.name: family.type for family in text_string_to_metric_families(text)}
    there = {f"{name}_total" if kind == "counter" else name for name, kind in families.items()}
    assert names <= there
    assert {name for name in there if name.startswith("fourfold_")} <= names
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in board["panels"]}) == len(places)
