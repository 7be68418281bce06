"""The files of a language, and what is wrong with them: `python3 dev.py language CODE` tells it to translators.

`python3 dev.py language CODE WORDS` shows the messages whose code or text has these words: the English pattern, the
translated one, and what is said for numbers of every kind. `--old` instead of words lists the messages whose English
was changed after them, by the repository's history.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from icu4py.messageformat import MessageFormat

from fourfold import text
from fourfold.core.help.rulebook import Passage, Rulebook, parse_rulebook
from fourfold.core.registry import list_games
from fourfold.text.patterns import arguments, parse
from fourfold.text.translations import WHOLE, category, find_faults, find_wrong_signs, is_left_over, is_optional

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "fourfold"
FOR_ALL = ("fr",)  # translated also for programmers and operators
SAME = Path(__file__).parent / "same_as_english.txt"  # codes of messages that are rightly so
NUMBER = re.compile(r"\d+")
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/text"))


@cache
def list_folders() -> dict[str, Path]:
    """The folders of all catalogues, by namespace; the game that new ones begin as is for programmers."""
    folders = {"page": ROOT / "web" / "text", "board": ROOT / "web" / "src" / "board" / "text"}
    folders["fourfold"] = PACKAGE / "text"
    for path in sorted(PACKAGE.glob("*/text")) + sorted(PACKAGE.glob("games/*/text")):
        folders[path.parent.name] = path
    return folders


def read(namespace: str, language: str) -> dict[str, str]:
    """The messages of a file; none where there is no such file."""
    path = list_folders()[namespace] / f"{language}.json"

    def unique(pairs: list[tuple[str, str]]) -> dict[str, str]:
        names = [name for name, _ in pairs]
        assert len(set(names)) == len(names), f"{path}: {[name for name in names if names.count(name) > 1]}"
        return dict(pairs)

    found: dict[str, str] = json.loads(path.read_text("utf-8"), object_pairs_hook=unique) if path.exists() else {}
    return found


def every(language: str) -> dict[str, str]:
    """All messages of a language, by code."""
    return {f"{space}.{name}": said for space in list_folders() for name, said in read(space, language).items()}


def is_needed(code: str, language: str) -> bool:
    """Tell whether a language lacks something without a message."""
    return language in FOR_ALL or not is_optional(*code.split(".", 1))


def read_rules(game: str, language: str) -> Rulebook | None:
    name = "RULES.md" if language == text.DEFAULT_LANGUAGE else f"RULES.{language}.md"
    path = PACKAGE / "games" / game / name
    return parse_rulebook(path.read_text("utf-8"), game, language) if path.exists() else None


def shape(passage: Passage) -> tuple[object, ...]:
    return passage.names, passage.option, tuple(figure.name for figure in passage.figures)


def rules_faults(game: str, language: str) -> Iterator[str]:
    """What differs between the rules of a game and the English ones, for players; the rest may be left out."""
    english, book = read_rules(game, text.DEFAULT_LANGUAGE), read_rules(game, language)
    assert english is not None
    if book is None:
        yield "is missing"
        return
    if [len(section.passages) for section in english.for_players] != [len(each.passages) for each in book.for_players]:
        yield "has other sections or passages: # ## ### stand where they stand in English"
        return
    for ours, theirs in zip(english.passages(), book.passages(), strict=True):
        if shape(ours) != shape(theirs):
            yield f"{ours.heading}: rules, option or figures differ ({shape(ours)}, {shape(theirs)})"
        meant, said = (" ".join((part.text, *(each.caption for each in part.figures))) for part in (ours, theirs))
        if set(NUMBER.findall(meant)) != set(NUMBER.findall(said)):
            yield f"{ours.heading}: numbers {set(NUMBER.findall(meant)) ^ set(NUMBER.findall(said))}"
        if meant.count("(+)") != said.count("(+)"):
            yield f"{ours.heading}: signs (+)"
        for fault in find_wrong_signs(said, language):
            yield f"{ours.heading}: {fault}"
        if meant == said:
            yield f"{ours.heading}: is still English"


def find_all_faults(language: str) -> dict[str, list[str]]:
    """All that is wrong with a language, by the code of the message or the name of the file."""
    english, said = every(text.DEFAULT_LANGUAGE), every(language)
    same = SAME.read_text("utf-8").split()
    faults = {code: ["is missing"] for code in english if code not in said and is_needed(code, language)}
    for code, message in said.items():
        if code not in english:
            faults[code] = ["English has no such message"]
            continue
        found = find_faults(english[code], message, language)
        if language != text.DEFAULT_LANGUAGE and is_left_over(english[code], message) and code not in same:
            found.append("is still English")
        faults |= {code: found} if found else {}
    if language != text.DEFAULT_LANGUAGE:
        rules = {f"games/{game}/RULES.{language}.md": list(rules_faults(game, language)) for game in GAMES}
        faults |= {name: found for name, found in rules.items() if found}
    return faults


# ----- what translators see


def last_changes(path: Path) -> dict[str, int]:
    """When each message of a file was last changed, by the repository's history."""
    command = ["git", "blame", "--line-porcelain", path.name]
    told = subprocess.run(command, cwd=path.parent, capture_output=True, encoding="utf-8", check=False).stdout
    return {
        line[1]: int(time)
        for time, line in (
            (time, re.match(r'\s*"([^"]+)":', line))
            for time, line in re.findall(r"^author-time (\d+)$.*?^\t(.*?)$", told, re.MULTILINE | re.DOTALL)
        )
        if line
    }


def find_old(language: str) -> list[str]:
    """Messages whose English was changed after them."""
    old = []
    for namespace, folder in list_folders().items():
        if (folder / f"{language}.json").exists():
            times = last_changes(folder / f"{language}.json")
            english = last_changes(folder / f"{text.DEFAULT_LANGUAGE}.json")
            old += [f"{namespace}.{name}" for name, time in times.items() if english.get(name, 0) > time]
    return old


def samples(code: str, pattern: str, language: str) -> Iterator[str]:
    """What is said: with the names of values for values, and with a number of every kind for the first plural."""
    values: dict[str, Any] = {part.name: 0 if part.kind else f"[{part.name}]" for part in arguments(parse(pattern))}
    plurals = [part for part in arguments(parse(pattern)) if part.kind in ("plural", "selectordinal")]
    selects = [part for part in arguments(parse(pattern)) if part.kind == "select"]
    numbers = (
        {category(language, plurals[0].kind, number): number for number in reversed(WHOLE)} if plurals else {"": 0}
    )
    cases = list(selects[0].cases) if selects else [""]
    values |= {part.name: "other" for part in selects}
    for case in cases:
        for number in numbers.values():
            values |= {selects[0].name: case} if selects else {}
            values |= {part.name: number for part in plurals}
            shown: str = MessageFormat(pattern, language).format(values)
            yield shown


def show(language: str, words: str) -> None:
    """Print the messages that have some words, each with its places in the files and as it is shown."""
    english, said = every(text.DEFAULT_LANGUAGE), every(language)
    for code, message in english.items():
        translated = said.get(code, "")
        if words.lower() in f"{code}\n{message}\n{translated}".lower():
            path = list_folders()[code.partition(".")[0]] / f"{language}.json"
            print(f"{code}  ({path.relative_to(ROOT)})\n  en  {message}\n  {language}  {translated or '–'}")
            for shown in samples(code, translated or message, language):
                print(f"      → {shown}")


def report(language: str) -> int:
    """Print what is to be done; returns how much is wrong."""
    faults, said = find_all_faults(language), every(language)
    for what, found in sorted(faults.items(), key=lambda fault: (fault[1] == ["is missing"], fault[0])):
        print(f"{what}: {'; '.join(found)}")
    needed = sum(is_needed(code, language) for code in every(text.DEFAULT_LANGUAGE))
    print(
        f"{language}: {needed} messages are needed, {len(said)} are there; {len(faults)} things are missing or wrong."
    )
    return len(faults)


def main() -> None:
    language, *words = sys.argv[1:] or [""]
    list_games()
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Z][a-z]{3})?", language):
        sys.exit("usage: python3 dev.py language CODE [WORDS | --old], with a code such as de or zh-Hant")
    if words == ["--old"]:
        print(*find_old(language), sep="\n")
    elif words:
        show(language, " ".join(words))
    else:
        sys.exit(min(report(language), 1))


if __name__ == "__main__":
    main()
