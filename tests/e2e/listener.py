"""Somebody who does not see the page: hears what live regions and the focus say, and types."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from e2e.table import WAYS, Seated

PATIENCE = 60_000  # milliseconds
EARS = """(() => {
    const LIVE = '[aria-live], [role=log], [role=status], [role=alert]';
    const heard = (window.heard = []);
    const elementOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement);
    const textOf = (node) => (node?.textContent ?? '').replace(/\\s+/g, ' ').trim();
    const isHeard = (element) => element?.isConnected && element.getAttribute('aria-live') !== 'off'
        && element.checkVisibility() && !element.closest('[aria-hidden=true]');
    const speak = (text) => text && heard.push(text);
    new MutationObserver((changes) => {
        const changed = new Set();
        for (const { type, target, addedNodes } of changes) {
            const region = elementOf(target)?.closest(LIVE);
            if (isHeard(region)) {
                if (region.getAttribute('role') !== 'log') changed.add(region);
                else if (type === 'childList') for (const node of addedNodes) speak(textOf(node));
            } else if (!region)
                // A region that comes with its text is only heard if it is an alert.
                for (const node of addedNodes)
                    for (const alert of [node, ...(node.querySelectorAll?.('[role=alert]') ?? [])])
                        if (alert.matches?.('[role=alert]') && isHeard(alert)) changed.add(alert);
        }
        for (const region of changed) speak(textOf(region));
    }).observe(document, { childList: true, characterData: true, subtree: true });
})();"""
FOCUS = """() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const label = element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent;
    return label.replace(/\\s+/g, ' ').trim();
}"""


class Listener:
    """Hears a page, and nothing else of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.log: list[str] = []
        self.at = 0  # how much of the log was listened to
        page.add_init_script(EARS)

    def focus(self) -> str:
        """The name of what has the focus; empty for the page itself."""
        name: str = self.page.evaluate(FOCUS)
        return name

    def wait_for_focus(self, name: str | re.Pattern[str]) -> None:
        """Wait until something of this name has the focus."""
        pattern = name.pattern if isinstance(name, re.Pattern) else f"^{re.escape(name)}$"
        self.page.wait_for_function(f"(wanted) => new RegExp(wanted).test(({FOCUS})())", arg=pattern, timeout=PATIENCE)

    def hear(self) -> None:
        """Listen to what was said since."""
        self.log += self.page.evaluate("() => window.heard.splice(0)")

    def listen(self, wanted: str) -> list[str]:
        """Wait for a sentence with some words; gives all that was said since the last time, with it."""
        while True:
            self.hear()
            for place in range(self.at, len(self.log)):
                if re.search(wanted, self.log[place]):
                    told, self.at = self.log[self.at : place + 1], place + 1
                    return told
            self.page.wait_for_function("() => window.heard.length", timeout=PATIENCE)

    def sit(self, game: str, seats: int, options: dict[str, Any], labels: dict[str, str]) -> Seated:
        """Set a match against computers up, by keyboard."""
        page = self.page
        page.goto(f"/play/{game}")
        expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE)
        page.get_by_role("radio", name=WAYS["computer"]).focus()
        page.keyboard.press("Space")
        if seats > 2:
            page.get_by_role("group", name=re.compile("^Players")).get_by_role("radio", name=str(seats)).focus()
            page.keyboard.press("Space")
        for option, value in options.items():
            field = page.get_by_label(labels[option], exact=True)
            if value is True:
                field.focus()
                page.keyboard.press("Space")
            else:
                field.focus()
                page.keyboard.press("ControlOrMeta+a")
                page.keyboard.type(str(value))
        page.locator("main form .button.main").focus()
        page.keyboard.press("Enter")
        return Seated(page).sit()

    def open_field(self) -> None:
        """Go to the field for moves and questions."""
        self.page.keyboard.press("/")
        in_field = "() => document.activeElement?.id === 'notation'"
        self.page.wait_for_function(in_field, timeout=PATIENCE, polling=50)  # whatever the page's frames do

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def ask(self, question: str, wanted: str) -> str:
        """Ask something, and wait for the answer."""
        self.type(question)
        return self.listen(wanted)[-1]
