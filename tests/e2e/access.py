"""What axe finds wrong with a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SERIOUS = ("serious", "critical")


def problems(page: Page, impacts: tuple[str, ...] = ("minor", "moderate", *SERIOUS)) -> list[str]:
    """All that axe finds, or what has some impact."""
    found = Axe().run(page).response["violations"]
    return [
        f"{problem['id']}: {node['html'][:200]}"
        for problem in found
        if problem["impact"] in impacts
        for node in problem["nodes"]
    ]


def serious_problems(page: Page) -> list[str]:
    return problems(page, SERIOUS)
