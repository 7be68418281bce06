"""The layout of a row, of a move and of the scratch space of Exago."""

# The words of a row. Sets of cells are two words each.
PLY = 0
WINNER = 1  # the winner's seat + 1, or 0
BOARD = 2  # all cells with tiles
SIDE, SEATS, EARLY, LATE, BLOCKING = range(4, 9)  # the options; blocking only where it matters
MOVER = 9
HAND = 10  # + seat: how many tiles the seat has in hand
TILES = 16  # + 2 * seat: the cells with the seat's tiles
WORDS = 28

# A move: target, source + 1, first cell of the group that stays + 1, 7 bits each; 0 for no source, no choice.
FIELD = 127
SOURCE, KEEP, MOVE_BITS = 7, 14, 21
NO_CELL = -1

# Scratch space: up to three groups with the cells that they touch.
GROUP, TOUCH, SIZE, GROUP_WORDS = 0, 2, 4, 5
MOST_GROUPS = 3
# Then what R4 asks of the mover: a ruling and the seat to stop.
DUTY, DUTY_SEAT = 15, 16
BUNDLES_END = 17  # where the bundles end
# Then the bundles. A bundle is all the moves of one source and one choice of the group that stays: how many moves
# come before it, what its moves have in common, their targets, and the tiles that stay.
FIRST_BUNDLE = 18
BEFORE, MOVES, TARGETS, KEPT, BUNDLE_WORDS = 0, 1, 2, 4, 6
MOST_BUNDLES = 62  # one for the hand, five for each of twelve sources, one that only says how many come before
# Then two sets for each bundle: the targets that stop the seat to stop, and those that stop some other one.
MUST = FIRST_BUNDLE + MOST_BUNDLES * BUNDLE_WORDS
SOME = MUST + 2 * MOST_BUNDLES
WORK_WORDS = SOME + 2 * MOST_BUNDLES

# Flags of a bundle with `late`, above the bits of a move.
WAITS = 1 << 21  # what stays depends on the target
MOVED_STAYS = 1 << 22  # the group that the moved tile joins stays, and no other of its size

# What `refuse` answers.
F1_OFF_BOARD, F3_CENTRE, F3_OCCUPIED, F3_NO_CONTACT = range(1, 5)
F4_MUST_LIFT, F4_HAND_FIRST, F4_NOT_YOURS, F4_SAME_CELL = range(5, 9)
R2_CONTACT_LOST, F5_CHOOSE, F5_NO_CHOICE, F5_NO_SUCH_GROUP = range(9, 13)
R4A_STOP_NEXT, R4B_STOP_NEAREST = 13, 14
