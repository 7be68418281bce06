"""Checks of a translated message against the English one: values, plurals, codes, typography."""

import re
from collections.abc import Set
from functools import cache

from icu4py.messageformat import MessageFormat

from fourfold.text.patterns import Argument, arguments, parse, texts

WHOLE = (*range(1001),)
OTHER_NUMBERS = (10**6, 0.5, 1.5)
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
MARKS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # of direction: the program sets values apart itself

# What must stay as it is: codes, rules, options of commands, addresses, tags, signs of Markdown.
CODE = re.compile(r"`[^`]+`|\b[FR]\d+[a-z]?\b|--[a-z]+\b|https?://|\bfourfold\b|</?\w+>|\*\*|➤|★|●|\(\+\)")

# What programmers and operators read, by namespace: it may stay English.
OPTIONAL = {
    "arena": r"(?!tournament\.).*",
    "cli": r".*",
    "research": r".*",
    "store": r"(?!(unknown_(match|guest|code|commitment|tournament)|name_taken|account_exists|tournament_changed"
    r"|cannot_store|cannot_read|busy)$).*",
    "web": r"(summary|api)(\..*)?|cannot_(bind|share)|started|on_network|bad_(host|origin|body|value|proxy|token)"
    r"|not_json|no_page|push\.(bad_|no_).*|second_copy|too_many_streams|not_allowed|not_by_token|no_session|too_large"
    r"|long_address",
    "fourfold": r"faulty_game\..*|compiling|bad_new_game|no_encoding|needs_pytest|no_extra|bad_seed|deal_and_seed"
    r"|record\..*|not_utf8",
    "search": r"no_limit|no_cpu_clock|bad_.*|no_proof|other_proof|not_solvable|solved_is_over",
    "match": r"verify\..*|part_alone|promised_no_lots|other_commitment|bad_part",
    "players": r"no_net|not_to_move|failed|no_legal_move|closed",
}
OPTIONAL_IN_GAMES = r"position\..*|study"

# Quotation marks by language: the opening and the closing one. The apostrophe ’ is no quotation mark.
QUOTES = {
    **dict.fromkeys(("en", "nl", "pt", "tr", "lv", "he", "zh-Hans"), "“”"),
    **dict.fromkeys(("fr", "es", "it", "ru", "ar"), "«»"),
    **dict.fromkeys(("de", "et", "cs", "sk", "sl", "lt"), "„“"),
    **dict.fromkeys(("hu", "pl"), "„”"),
    **dict.fromkeys(("ja", "zh-Hant"), "「」"),
    "sv": "””",
}
ALL_QUOTES = set('"“”„«»「」『』‹›‚‟')

# What is wrong wherever it is found, by language.
CHINESE_OR_JAPANESE = r"(?<=[\u3040-\u30ff\u3400-\u9fff])[,.?!:;()]"
WRONG = {
    "fr": r" [;?!»]| :(?!:)|« |\w[»?;](?=\s|$)",  # a narrow no-break space (U+202F) stands there
    "ar": r"(?<=[\u0600-\u06ff])\s?[,;?]",
    **dict.fromkeys(("ja", "zh-Hans", "zh-Hant"), CHINESE_OR_JAPANESE),
}
PAIRS = {"es": (("¿", "?"), ("¡", "!"))}  # as many of the one as of the other
LEFT_OVER = 4  # words that are the same as in English


def is_optional(namespace: str, name: str) -> bool:
    """Tell whether a message is for programmers and operators, who can do with English.

    >>> is_optional("web", "summary.games"), is_optional("web", "banned")
    (True, False)
    """
    return re.fullmatch(OPTIONAL.get(namespace, OPTIONAL_IN_GAMES), name) is not None


@cache
def category(language: str, kind: str, number: float) -> str:
    """The category that a language puts a number into, as ICU knows it.

    >>> category("pl", "plural", 3), category("en", "selectordinal", 22)
    ('few', 'two')
    """
    cases = " ".join(f"{name} {{{name}}}" for name in CATEGORIES)
    found: str = MessageFormat(f"{{n, {kind}, {cases}}}", language).format({"n": number})
    return found


def plural_faults(argument: Argument, language: str) -> list[str]:
    """Categories that a plural lacks: each of a whole number that has no case of its own; and those of no number."""
    alone = {int(case[1:]) for case in argument.cases if case.startswith("=")}
    wanted = {category(language, argument.kind, number) for number in WHOLE if number not in alone}
    known = {category(language, argument.kind, number) for number in (*WHOLE, *OTHER_NUMBERS)} | {"other"}
    given = {case for case in argument.cases if not case.startswith("=")}
    faults = [f"{argument.name} lacks the {argument.kind} “{name}”" for name in sorted(wanted - given)]
    return faults + [f"{language} has no {argument.kind} “{name}”" for name in sorted(given - known)]


def find_faults(english: str, message: str, language: str) -> list[str]:
    """What is wrong with a translation, in words.

    >>> find_faults("{count, plural, one {# tile} other {# tiles}}", "{count, plural, other {# Steine}}", "de")
    ['count lacks the plural “one”']
    """
    try:
        MessageFormat(message, language)
        parts = parse(message)
    except (ValueError, RuntimeError) as error:
        return [f"cannot be read: {error}"]
    meant, said = parse(english), arguments(parts)
    faults = []
    for what, found in (
        ("values", [{part.name for part in each} for each in (arguments(meant), said)]),
        ("codes", [set(CODE.findall(" ".join(texts(each)))) for each in (meant, parts)]),
        ("line breaks", [{str(max((text.count("\n") for text in texts(each)), default=0))} for each in (meant, parts)]),
    ):
        lacks, has = found[0] - found[1], found[1] - found[0]
        faults += [f"{what}: lacks {', '.join(sorted(lacks))}"] if lacks else []
        faults += [f"{what}: English has no {', '.join(sorted(has))}"] if has else []
    kinds = {part.name: part for part in arguments(meant) if part.kind == "select"}
    for part in said:
        if part.kind == "select" and part.name in kinds and not part.cases.keys() <= kinds[part.name].cases.keys():
            faults.append(f"{part.name} has cases that English does not have")
        if part.kind in ("plural", "selectordinal"):
            faults += plural_faults(part, language)
    faults += ["a ' that ICU reads as a quotation mark; write ’"] if "'" in message.replace("''", "") else []
    return faults + find_wrong_signs(" ".join(texts(parts)), language, ALL_QUOTES - set('"' if '"' in english else ""))


def find_wrong_signs(text: str, language: str, quotes: Set[str] = ALL_QUOTES) -> list[str]:
    """Signs that the language does not use, or not so."""
    faults = []
    if strange := quotes & set(text) - set(QUOTES.get(language, ALL_QUOTES)):
        faults.append(f"quotation marks {' '.join(sorted(strange))}; {language} has {QUOTES.get(language, '')}")
    if MARKS.search(text):
        faults.append("marks of direction; the program sets values apart itself")
    if language in WRONG and (wrong := re.search(WRONG[language], text)):
        faults.append(f"the sign at “{text[max(0, wrong.start() - 8) : wrong.end() + 4]}”")
    faults += [f"{one} without {two}" for one, two in PAIRS.get(language, ()) if text.count(one) != text.count(two)]
    return faults


def is_left_over(english: str, message: str) -> bool:
    """Tell whether a message of some words is still the English one."""
    return message == english and len(re.findall(r"[^\W\d_]{2,}", " ".join(texts(parse(english))))) >= LEFT_OVER
