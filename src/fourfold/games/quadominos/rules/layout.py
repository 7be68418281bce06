"""The layout of a row and of a move of Quad-Ominos.

A *cell* is a number: (y + 128) * 256 + x + 128, with x and y east and north of the round's first tile.
A *spot* is a cell and the code of its corners (see `tables`): cell * 4096 + code. It stands for an empty cell
with what it demands, or for a tile as it lies.

State, one row of words:
  the numbers + 1 at the corners of the lattice, four bits each, on a torus of 128 x 128 (125 joined tiles never
    span more); the taken cells, one bit each, on the same torus;
  the frontier: a spot for each empty cell that shares a side with a tile, in ascending order, and how many;
  the set of tiles on the table, how many, and a hash of the table;
  the sets of tiles in the hands; how many tiles each hand holds; the scores;
  the sets of tiles that seats are known not to hold, from what all have seen;
  the well, eight tiles + 1 a word, the next one to be drawn last, and how many;
  the options and the rest, one word each, named below.
In a view the hidden hands and the well are empty sets; the counts tell how many tiles they hold.

Move: sign + 4 * turn + 16 * tile + 2048 * cell, or DRAW, or PASS. The sign is 1 for `+25`, 2 for `+2`, both for
`+25+2`, 0 for none.
"""

from fourfold.games.quadominos.rules.tables import TILES

MOST_SEATS = 8
MOST_SPOTS = 2 * TILES + 2  # the longest frontier: all tiles in a row

CORNERS = 0
TAKEN = CORNERS + 1024
FRONTIER = TAKEN + 256
SPOTS = FRONTIER + MOST_SPOTS  # how many spots the frontier has
TABLE = SPOTS + 1
LYING = TABLE + 2  # how many tiles lie on the table
TABLE_HASH = LYING + 1
HANDS = TABLE_HASH + 1
HELD = HANDS + 2 * MOST_SEATS  # how many tiles each hand holds
RULED_OUT = HELD + MOST_SEATS
WELL = RULED_OUT + 2 * MOST_SEATS
WELL_LEFT = WELL + 16
PASSES = WELL_LEFT + 1  # in a row
DUE = PASSES + 1  # tiles still due from a bonus
FRESH = DUE + 1  # 1 if the seat to move has just drawn: one of its tiles is not bound by RULED_OUT
SHOWN = FRESH + 1  # the tile + 1 that was shown for starting with 0000, as long as it is in hand
SHOWN_BY = SHOWN + 1
MOVER = SHOWN_BY + 1
ROUND_END = MOVER + 1  # what comes before is made anew by each deal
PHASE = ROUND_END
RESULT = PHASE + 1  # what `status` says
ROUND = RESULT + 1  # how many rounds have been dealt
SCORES = ROUND + 1
SEATS = SCORES + MOST_SEATS
BEGINNER = SEATS + 1
TARGET = BEGINNER + 1  # 0 for none
ROUNDS = TARGET + 1  # 0 for a match to a target
PLY = ROUNDS + 1
STATE_WORDS = PLY + 1

BEFORE_DEAL, PLAYING, MATCH_OVER = 0, 1, 2  # what PHASE says

OPEN_WORDS = 1 + MOST_SPOTS  # of a list of open spots: how many, then the spots
WORK_LISTED = 0  # how many moves the work lists; 0 if it holds sums over the open spots instead
WORK_FIRST = 1
WORK_OPEN = WORK_FIRST + MOST_SPOTS  # the spots that take a tile of the hand
WORK_WORDS = WORK_OPEN + OPEN_WORDS

NORTH, EAST = 256, 1  # steps between cells
ORIGIN = 128 * NORTH + 128 * EAST
SIDES = (NORTH, EAST, -NORTH, -EAST)
NOTHING = 0  # a spot where no tile lies; far from every cell of the table

PLUS_25, PLUS_2 = 1, 2
NO_TILE, FLIPPED = TILES, TILES + 1  # in a move, instead of a tile: what no set has, what only a mirror shows
DRAW = 1 << 27
PASS = 1 << 28
