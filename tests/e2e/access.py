"""What axe finds wrong with a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SERIOUS = ("serious", "critical")


def serious_problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{problem['id']}: {node['html'][:200]}"
        for problem in found
        if problem["impact"] in SERIOUS
        for node in problem["nodes"]
    ]
