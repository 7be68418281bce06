"""A proof that a seat cannot win: a tree of the first plies on this side, the questions below it on the GPU.

The tree has the maker's positions, where each of his moves must fail, and the breaker's, where one reply must do; each
position once, with those that symmetry makes the same. A maker's position with so many moves left that the GPU may
answer it is a question. One that takes too long comes back and is divided: its moves, and a reply to each, are further
questions. What the GPU has found out below is still in its table.

Positions far from the end are all listed first, those next to the questions divided in random order: so the share that
is decided tells how much is left.
"""

import heapq
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from prover import answers as told
from prover.answers import Answers
from prover.boards import canonical, reply_text, start
from prover.device import CAN, CANNOT, GIVEN_BACK, NO_REPLY, Device, Effort, Words

NO_KEY = bytes(16)
FEWEST_DIVIDED = 3  # moves of the maker left; with fewer the GPU ends what it began
PORTION = 64  # positions that are divided at once
QUESTIONS = 24  # for each warp in a launch, before more positions are divided
MOST_DOUBLINGS = 6  # of the replies that are asked about at once


@dataclass(eq=False, slots=True)
class Maker:
    """A position with the maker to move."""

    board: Words
    left: int
    can: bool | None = None
    parents: "list[Breaker]" = field(default_factory=list)
    unrefuted: int = -1  # of his moves; -1 until they are listed
    nodes: int = 0
    is_known: bool = False  # from an earlier run

    def is_needed(self) -> bool:
        """Whether the answer matters still."""
        return self.can is None and (not self.parents or any(parent.is_needed(self) for parent in self.parents))


@dataclass(eq=False, slots=True)
class Breaker:
    """A position with the breaker to move."""

    board: Words
    left: int  # moves of the maker
    holds: bool | None = None
    parents: list[Maker] = field(default_factory=list)
    mark: int = 0  # of the last reply
    refuted: int = 0  # replies
    replies: dict[Maker, int] = field(default_factory=dict)  # those that are open: where they lead, and the move
    move: int = 0  # the reply that does

    def is_needed(self, reply: Maker) -> bool:
        """Whether the answer to a reply matters still."""
        return self.holds is None and reply in self.replies and any(parent.is_needed() for parent in self.parents)


class Tree:
    """The positions of a proof, and what is open.

    What does not matter any more, because something else decided above it, waits: it may come to matter again.
    """

    def __init__(self, device: Device, answers: Answers, level: int) -> None:
        """Questions have at most so many moves of the maker left."""
        self.device, self.answers, self.level = device, answers, level
        self.makers: dict[bytes, Maker] = {}
        self.breakers: dict[bytes, Breaker] = {}
        self.questions: list[Maker] = []
        self.coarse: list[tuple[int, float, Maker]] = []  # to be divided before they are asked: a heap
        self.chance = random.Random(answers.seed)
        self.is_short = False  # there are more warps than questions
        self.unanswered: list[Breaker] = []  # that need a reply
        self.waiting: list[Breaker] = []  # that need none now
        self.learnt: list[tuple[Maker | Breaker, bool]] = []
        self.noted: list[Maker] = []  # answers to be written
        self.held: list[Breaker] = []  # replies to be written

    def add(self, board: Words, left: int) -> Maker:
        """Ask about a board."""
        maker = Maker(board, left)
        self._open([maker])
        return maker

    def _open(self, makers: Sequence[Maker]) -> None:
        """Put new positions where they belong: answered already, questions, or to be divided."""
        if self.answers.makers and makers:
            boards, _ = canonical(np.stack([maker.board for maker in makers]), self.device.tables["images"])
            for maker, board in zip(makers, boards, strict=True):
                known = self.answers.makers.get((maker.left, board))
                if known is not None:
                    maker.is_known = True
                    self.learnt.append((maker, known))
        for maker in makers:
            if not maker.is_known and maker.left <= self.level:
                self.questions.append(maker)
            elif not maker.is_known:
                heapq.heappush(self.coarse, (-maker.left, self.chance.random(), maker))

    def divide(self, makers: Sequence[Maker]) -> None:
        """List the moves of positions."""
        if not makers:
            return
        after, keys, begins = self.device.list_positions(np.stack([maker.board for maker in makers]))
        data = keys.tobytes()
        for number, maker in enumerate(makers):
            seen: set[bytes] = set()
            maker.unrefuted = 0
            for at in range(int(begins[number]), int(begins[number + 1])):
                key = data[16 * at : 16 * at + 16]
                if key in seen:
                    continue
                seen.add(key)
                if key == NO_KEY:
                    self.learnt.append((maker, True))
                    break
                breaker = self.breakers.get(key)
                if breaker is None:
                    breaker = self.breakers[key] = Breaker(after[at].copy(), maker.left - 1)
                    self.unanswered.append(breaker)
                if breaker.holds is None:
                    maker.unrefuted += 1
                    breaker.parents.append(maker)
                elif not breaker.holds:
                    self.learnt.append((maker, True))
                    break
            else:
                if not maker.unrefuted:
                    self.learnt.append((maker, False))

    def reply(self) -> None:
        """Give each position that needs one its next reply; several if warps are idle and replies failed before."""
        breakers: list[Breaker] = []
        new: list[Maker] = []
        for each in self.unanswered:
            if each.holds is None:
                (breakers if any(parent.is_needed() for parent in each.parents) else self.waiting).append(each)
        self.unanswered = []
        while breakers:
            marks = np.array([breaker.mark for breaker in breakers], np.uint64)
            found = self.device.find_replies(np.stack([breaker.board for breaker in breakers]), marks)
            data, asked, breakers = found.keys.tobytes(), breakers, []
            for at, breaker in enumerate(asked):
                breaker.mark = int(found.marks[at])
                if breaker.mark == NO_REPLY:
                    if not breaker.replies:
                        self.learnt.append((breaker, False))
                    continue
                key = data[16 * at : 16 * at + 16]
                maker = self.makers.get(key)
                if maker is None:
                    maker = self.makers[key] = Maker(found.boards[at].copy(), breaker.left)
                    new.append(maker)
                breaker.replies[maker] = int(found.moves[at])
                maker.parents.append(breaker)
                if maker.can is not None:
                    self._learn_of_reply(breaker, maker)
                elif self.is_short and len(breaker.replies) < 1 << min(breaker.refuted, MOST_DOUBLINGS):
                    breakers.append(breaker)
        self._open(new)

    def _learn_of_reply(self, breaker: Breaker, maker: Maker) -> None:
        if breaker.holds is None and maker in breaker.replies:
            move = breaker.replies.pop(maker)
            if not maker.can:
                breaker.move = move
                self.learnt.append((breaker, True))
            else:
                breaker.refuted += 1
                if not breaker.replies:
                    self.unanswered.append(breaker)

    def settle(self) -> None:
        """Draw the conclusions of what was learnt, and find replies, until only questions are left."""
        while self.learnt or self.unanswered:
            while self.learnt:
                node, value = self.learnt.pop()
                if isinstance(node, Maker):
                    if node.can is None:
                        node.can = value
                        self.noted.append(node)
                        for breaker in node.parents:
                            self._learn_of_reply(breaker, node)
                elif node.holds is None:
                    node.holds = value
                    if value:
                        self.held.append(node)
                    for parent in node.parents:
                        parent.unrefuted -= 1
                        if not value or parent.unrefuted == 0:
                            self.learnt.append((parent, not value))
            self.reply()

    def write(self) -> None:
        """Write what was found out since the last time."""
        images, lines = self.device.tables["images"], []
        makers = [maker for maker in self.noted if not maker.is_known]
        if makers:
            boards, _ = canonical(np.stack([maker.board for maker in makers]), images)
            for maker, board in zip(makers, boards, strict=True):
                lines.append(f"{maker.left} {told.CAN if maker.can else told.CANNOT} {maker.nodes} {board}")
        breakers = [breaker for breaker in self.held if breaker.left >= self.level]
        if breakers:
            boards, symmetries = canonical(np.stack([breaker.board for breaker in breakers]), images)
            for breaker, board, symmetry in zip(breakers, boards, symmetries, strict=True):
                if (breaker.left, board) not in self.answers.replies:
                    reply = reply_text(breaker.board, breaker.move, images[symmetry])
                    lines.append(f"{breaker.left} {told.REPLY} {reply} {board}")
        self.noted, self.held = [], []
        if lines:
            self.answers.write(sorted(lines, key=lambda line: line.rpartition(" ")[2]))  # sorted they pack better

    def questions_for(self, warps: int) -> list[Maker]:
        """The questions for a launch: enough for so many warps, where there are; those with many moves first."""
        self.unanswered, self.waiting = self.unanswered + self.waiting, []
        self.settle()
        unneeded: list[tuple[int, float, Maker]] = []
        while len(self.questions) < QUESTIONS * warps and self.coarse:
            portion: list[Maker] = []
            while self.coarse and len(portion) < PORTION and (not portion or -self.coarse[0][0] == portion[0].left):
                entry = heapq.heappop(self.coarse)
                if entry[2].is_needed():
                    portion.append(entry[2])
                elif entry[2].can is None:
                    unneeded.append(entry)
            self.divide(portion)
            self.settle()
        for entry in unneeded:
            heapq.heappush(self.coarse, entry)
        chosen = [maker for maker in self.questions if maker.is_needed()]
        self.questions = [maker for maker in self.questions if maker.can is None and not maker.is_needed()]
        counts = self.device.tables["counts"]
        width = {id(each): int(counts[np.frexp(each.board)[1], np.arange(16)].sum()) for each in chosen}
        return sorted(chosen, key=lambda maker: (-maker.left, -width[id(maker)]))


@dataclass
class Progress:
    """How far a proof is."""

    seconds: float = 0.0
    searching: float = 0.0  # seconds of the GPU
    asked: int = 0
    answered: int = 0
    divided: int = 0
    shares: Counter[tuple[int, bool | None]] = field(default_factory=Counter)  # at the end: by moves left and answer


def prove(tree: Tree, root: Maker, effort: Effort, until: float, report: Callable[[Progress], None]) -> bool | None:
    """Whether the maker can win a position; None if that was not found out until the time of a monotonic clock."""
    device, progress, began = tree.device, Progress(), time.monotonic()
    while True:
        makers = tree.questions_for(device.warps)
        tree.is_short = len(makers) < device.warps
        if root.can is None and makers and (now := time.monotonic()) < until:
            boards, lefts = np.stack([maker.board for maker in makers]), np.array([maker.left for maker in makers])
            share = Effort(min(effort.seconds, until - now), effort.most_nodes, effort.patience, effort.idle_share)
            found, nodes = device.answer(boards, lefts, share)
            progress.searching += time.monotonic() - now
            progress.asked += len(makers)
            _learn(tree, makers, found, nodes, effort, progress)
        elif root.can is None and not makers:
            raise RuntimeError("nothing is left to be asked, and nothing is proved")
        else:
            tree.write()
            progress.seconds = time.monotonic() - began
            progress.shares = Counter((maker.left, maker.can) for maker in tree.makers.values())
            report(progress)
            return root.can
        tree.write()
        progress.seconds = time.monotonic() - began
        report(progress)


def _learn(tree: Tree, makers: Sequence[Maker], found: Words, nodes: Words, effort: Effort, progress: Progress) -> None:
    """Take in the answers of a launch; divide what came back."""
    divided, rest = [], []
    for maker, answer, took in zip(makers, found.tolist(), nodes.tolist(), strict=True):
        maker.nodes += took
        if answer in (CANNOT, CAN):
            tree.learnt.append((maker, answer == CAN))
            progress.answered += 1
        elif answer == GIVEN_BACK and maker.left >= FEWEST_DIVIDED and took >= effort.patience:
            divided.append(maker)
        else:
            rest.append(maker)
    # While there are more questions than warps, what is not too long is asked again as it is.
    if len(divided) + len(rest) >= tree.device.warps:
        rest += [maker for maker in divided if maker.nodes < effort.most_nodes]
        divided = [maker for maker in divided if maker.nodes >= effort.most_nodes]
    tree.questions += rest
    tree.settle()
    progress.divided += len(divided)
    for at in range(0, len(divided), PORTION):
        portion = divided[at : at + PORTION]
        tree.divide([maker for maker in portion if maker.is_needed()])
        tree.questions += [maker for maker in portion if maker.can is None and maker.unrefuted < 0]
        tree.settle()


def openings(device: Device) -> list[Words]:
    """The boards after the breaker's first move, best first: that to which the fewest different moves are left."""
    board, mark = start()[None], np.zeros(1, np.uint64)
    found: dict[bytes, Words] = {}
    while True:
        replies = device.find_replies(board, mark)
        mark = replies.marks
        if int(mark[0]) == NO_REPLY:
            break
        found.setdefault(replies.keys.tobytes(), replies.boards[0])
    return sorted(found.values(), key=lambda after: _different_moves(device, after))


def _different_moves(device: Device, board: Words) -> int:
    _, keys, _ = device.list_positions(board[None])
    return len(np.unique(keys, axis=0))


def cannot_win(
    device: Device, answers: Answers, level: int, effort: Effort, until: float, report: Callable[[Progress], None]
) -> bool | None:
    """Whether it is proved that a seat cannot win from the start; None if time did not suffice."""
    boards: Iterable[Words] = [start()] if answers.seat == 0 else openings(device)
    for board in boards:
        tree = Tree(device, answers, level)
        can = prove(tree, tree.add(board, answers.pebbles), effort, until, report)
        if can is None:
            return None
        if not can:
            return True
    return False
