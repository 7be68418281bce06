"""The desk of an alpha-beta search: values, what a search has before it, and the notes of each ply."""

from fourfold.kernel.evaluation import CERTAIN
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import DRAWN, Row, Table, compiled

HALF = CERTAIN // 2
DRAW = 0
WIN = 4 * CERTAIN  # less one for each ply until it is won
PROVED = 2 * CERTAIN  # values beyond are wins and losses
INFINITE = 8 * CERTAIN
NO_MOVE = -(1 << 62)  # ends a line
TRIED = -2 * INFINITE  # the rank of a move that was searched before the others were listed
KILLERS = 4  # moves that refuted others lately, kept for each ply
STAGES = 1 + KILLERS
MOST_PLIES = 64
ROWS = MOST_PLIES + 2  # of states, work, lists and notes: one a ply
MOST_LISTED = 2048  # moves that are looked at in one position; of more, an even sample
MOST_SOLVED = 1 << 15  # the same where a position is solved
SORTED = 12  # moves that are searched in the order of their promise; the rest as they come
REDUCED_FROM = 4  # moves later than this are searched less deeply at first
KILLER_BONUS, BEST_KILLERS = CERTAIN // 16, 2  # by how much the last so many of them are more promising
RANKED_FROM = 3  # where a position is solved and fewer plies are left, moves are tried as they come
REPLY = CERTAIN // 100  # what each reply to a move makes it less promising there: few are soon refuted

# The words of a desk: what a search has before it.
LEFT, HALTED, ALARM, RECESS, OVERLOOKED, SALT, REPETITION, FIRST, SOLVING, GLANCING, DESK_WORDS = range(11)
# Words of a note, one row a ply: whether the value is proved, the length of the line, its moves; moves that refuted
# others, the last one first.
FIRM, LENGTH, KILLER = range(3)
LINE = KILLER + KILLERS
NOTE_WORDS = LINE + MOST_PLIES + 1


@compiled
def is_overlooked(desk: Row, move: int) -> bool:
    """Tell whether this player does not see a move."""
    return desk[OVERLOOKED] != 0 and (scramble(move ^ desk[SALT]) & 1023) < desk[OVERLOOKED]


@compiled
def is_halted(desk: Row, stop: Row) -> bool:
    """Tell whether the search must end now."""
    if desk[LEFT] <= 0 or stop[0] or desk[ALARM] or desk[RECESS]:
        desk[HALTED] = 1
    return desk[HALTED] != 0


@compiled
def ending_value(status: int, seat: int, ply: int) -> int:
    """What an ended game is worth to a seat."""
    if status == DRAWN:
        return DRAW
    return WIN - ply if status == seat + 1 else ply - WIN


@compiled
def to_table(value: int, ply: int) -> int:
    """Count the plies to a win from the position instead of from the root."""
    if value >= PROVED:
        return value + ply
    return value - ply if value <= -PROVED else value


@compiled
def from_table(value: int, ply: int) -> int:
    """Count the plies to a win from the root again."""
    if value >= PROVED:
        return value - ply
    return value + ply if value <= -PROVED else value


@compiled
def lead_line(notes: Table, ply: int, move: int, goes_on: bool) -> None:
    """Begin the best line from a ply with a move, and go on with that of the next ply."""
    note = notes[ply]
    note[LINE] = move
    note[LENGTH] = 1
    if goes_on:
        after = notes[ply + 1]
        length = min(after[LENGTH], MOST_PLIES - 1)
        for place in range(length):
            note[LINE + 1 + place] = after[LINE + place]
        note[LENGTH] = 1 + length


@compiled
def note_killer(note: Row, move: int) -> None:
    """Remember a move that refuted others at this ply."""
    place = KILLER
    while place < LINE - 1 and note[place] != move:
        place += 1
    while place > KILLER:
        note[place] = note[place - 1]
        place -= 1
    note[KILLER] = move


@compiled
def is_killer(note: Row, move: int, killers: int) -> bool:
    """Tell whether a move is among the last so many that refuted others at this ply."""
    found = False
    for place in range(KILLER, KILLER + killers):
        found = found or note[place] == move
    return found


@compiled
def staged_move(desk: Row, note: Row, stage: int, known: int) -> int:
    """The moves that are tried before the others are even listed: what the table knows, then what refuted others."""
    if stage == 0:
        return known
    move = note[KILLER + stage - 1]
    return move if desk[SOLVING] and move != known else NO_MOVE


@compiled
def bring_best(moves: Row, ranks: Row, place: int, listed: int) -> None:
    """Bring the move of the highest rank from a place on to that place."""
    best = place
    for other in range(place + 1, listed):
        if ranks[other] > ranks[best]:
            best = other
    if best != place:
        moves[place], moves[best] = moves[best], moves[place]
        ranks[place], ranks[best] = ranks[best], ranks[place]


@compiled
def keep_best(tops: Row, value: int) -> None:
    """Put a value among the best ones, which lie in falling order, if it is one of them."""
    for place in range(len(tops)):
        if value > tops[place]:
            value, tops[place] = tops[place], value
