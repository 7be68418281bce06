// Qawale as a game of maker and breaker, searched by the warps of a GPU.
//
// The maker wants a line of his pebbles on top, after whoever's move. All other pebbles, the breaker's and the neutral
// ones, are blank: the breaker only hinders. What the maker cannot win here he cannot win in Qawale.
//
// A stack is a word: a one, and below it a bit for each pebble, the bottom one highest, set for the maker's. An empty
// cell is 1. Where a warp has one board, lane 0 to 15 holds the stack of its cell. A walk is a word: its cells, four bits
// each, the first lowest, and above 48 bits the set of them. A warp answers one question at a time, depth first: of the
// maker's moves each must fail, of the breaker's replies one must do. What it finds out it keeps in a table that all warps
// share. The last two moves of the maker are most of the work; there each lane has a board of its own.
//
// Built by nvcc for a GPU, by a C++ compiler with EMULATED for tests (see emulated_warp.h).
#ifdef EMULATED
#include "emulated_warp.h"
#define FIXED
#define WARPS_IN_BLOCK 1
#else
#define FIXED __constant__
#define WARPS_IN_BLOCK 8
#endif
#ifndef BLOCKS_AT_ONCE  // on a multiprocessor
#define BLOCKS_AT_ONCE 4
#endif

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

constexpr u32 ALL = ~0u, LANES = 32, CELLS = 16, WARPS = WARPS_IN_BLOCK, BLOCKS = BLOCKS_AT_ONCE;
constexpr u32 LONGEST = 11;                                               // steps of the walks that are listed
constexpr u32 TALL = 1 << LONGEST;                                        // the first stack that has no walks
constexpr u32 COVERS = 64;                                                 // see Cover
#ifndef SHIFT2
#define SHIFT2 2
#define SHIFT3 4
#endif
#ifndef ORDERED
#define ORDERED 5
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 16
#endif
constexpr u32 CANNOT = 1, CAN = 2, GIVEN_BACK = 3;  // answers
constexpr u64 EACH = 0x1111111111111111ull, HIGH = 0x8888888888888888ull;
constexpr u64 NO_REPLY = ~0ull;

// Words that the host sets before it launches anything.
struct Setup {
  const u64* walks;         // by length and origin
  const u32* begins;        // [length][origin]: where they begin
  const u32* counts;        // [length][origin]: how many there are
  const uint4* lines;       // [stack][cell]: two words of four, see LineSets
  const ulonglong2* hashes; // [cell][stack]: random words
  const u8* images;         // [symmetry][cell]
  const u16* threats;       // [tops]: how much incomplete lines weigh when replies are compared
  const u32* orders;        // [tops]: his tops, those that matter most in lines first, four bits each
  u64* table;
  u64 mask;                 // of the table's buckets
  u64 breaker_ends;         // whether the breaker's is the last move of all
};
extern "C" {
FIXED Setup setup;
}

// A reply of the breaker that sows a stack of blanks, and so covers cells.
struct Cover {
  u32 visits;         // how often its walk visits each cell, two bits each
  u16 cells, origin;
};
struct alignas(4) Pair {
  u16 low, high;
};
struct MoveList {
  alignas(4) u16 board[CELLS];
  u32 first[CELLS];  // the number of a cell's first move
  u32 walks[CELLS];  // its walk in the list of all, less that number
};
struct WarpMemory {
  alignas(4) u16 columns[CELLS * LANES], spare[CELLS * LANES];  // a board for each lane, see `at`
  Cover covers[COVERS];
  u64 covering[CELLS], leaving[CELLS];  // the covers of a cell, and those that sow its stack, as sets
  u64 tried[LANES];                     // the covers that were tried on the board of a lane
  MoveList moves, replies;
  u16 more[CELLS];  // the moves that a cell gains with a pebble
  u8 owners[LANES];
  u64 nodes, tests, rounds, leaves, scans, retries, hits;  // what was done
  u64 most_nodes, deadline, patience;
  u32* control;
  u32 idle_limit, stopped;
};
constexpr u32 COUNTED = 7;
__shared__ WarpMemory memories[WARPS];

__device__ __forceinline__ u32 lane_index() { return threadIdx.x & 31; }
__device__ __forceinline__ WarpMemory& here() { return memories[threadIdx.x >> 5]; }
__device__ __forceinline__ u32 below(u32 lane) { return (1u << lane) - 1; }
__device__ __forceinline__ int pebbles(u32 stack) { return 31 - __clz(stack); }
#ifndef EMULATED
__device__ __forceinline__ u64 nanoseconds() {
  u64 now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}
#endif

// The stack of a cell on a lane's board. No two lanes meet in a memory bank.
__device__ __forceinline__ u16& at(u16* columns, u32 cell, u32 lane) {
  return columns[(cell >> 1) * 2 * LANES + 2 * lane + (cell & 1)];
}

// ---- Lines

// For each line the set of his tops in it, as one bit of sixteen: four rows, four columns, two diagonals.
struct LineSets {
  u32 upper, lower, left, right, diagonals, any;
};

__device__ __forceinline__ u32 two_sets(u32 x) { return 1u << (x & 15) | 0x10000u << (x >> 4 & 15); }

__device__ __forceinline__ LineSets line_sets(u32 tops) {
  u32 swapped = (tops ^ tops >> 3) & 0x0A0A;
  u32 across = tops ^ (swapped ^ swapped << 3);
  swapped = (across ^ across >> 6) & 0x00CC;
  across ^= swapped ^ swapped << 6;
  // The products bring the four tops of a diagonal to the bits 12 to 15.
  u32 down = (tops & 0x8421) * 0x1111 >> 12 & 15, up = (tops & 0x1248) * 0x1111 >> 12 & 15;
  LineSets sets{two_sets(tops), two_sets(tops >> 8), two_sets(across), two_sets(across >> 8), two_sets(down | up << 4), 0};
  sets.any = sets.upper | sets.lower | sets.left | sets.right | sets.diagonals;
  return sets;
}

__device__ __forceinline__ bool has_line(const LineSets& sets) { return sets.any & 0x80008000; }

// How many pebbles of his a stack must hold, besides the one he adds, to complete a line.
__device__ __forceinline__ u32 lacking(const LineSets& sets) {
  return sets.any & 0xE880E880 ? 0 : sets.any & 0xFEE8FEE8 ? 1 : sets.any & 0xFFFEFFFE ? 2 : 3;
}

// Whether he completes a line by sowing a stack that is not TALL.
__device__ __forceinline__ bool completes(u32 stack, u32 cell, const LineSets& sets) {
  const uint4* entry = setup.lines + 2 * (stack * CELLS + cell);
  uint4 all = __ldg(entry);
  u32 diagonals = __ldg(&entry[1].x);
  return (all.x & sets.upper) | (all.y & sets.lower) | (all.z & sets.left) | (all.w & sets.right) |
         (diagonals & sets.diagonals);
}

// ---- Moves

struct Move {
  u32 origin;
  u64 walk;
};

// List the moves of a board, or only those that sow a stack of blanks; give their number.
__device__ __forceinline__ u32 list_moves(MoveList& list, u32 stack, bool only_blanks = false) {
  u32 lane = lane_index(), steps = pebbles(stack) + 1;
  bool is_stack = lane < CELLS && stack > 1 && !(only_blanks && stack & (stack - 1));
  u32 count = is_stack ? __ldg(setup.counts + steps * CELLS + lane) : 0, sum = count;
  for (u32 by = 1; by < CELLS; by *= 2) {
    u32 before = __shfl_up_sync(ALL, sum, by);
    if (lane >= by) sum += before;
  }
  __syncwarp();
  if (lane < CELLS) {
    list.board[lane] = (u16)stack;
    list.first[lane] = sum - count;
    list.walks[lane] = is_stack ? __ldg(setup.begins + steps * CELLS + lane) - (sum - count) : 0;
  }
  u32 total = __shfl_sync(ALL, sum, CELLS - 1);
  __syncwarp();
  return total;
}

// The move of a number. Cells without moves share their first number with the next that has some.
__device__ __forceinline__ Move nth_move(const MoveList& list, u32 index) {
  u32 cell = 0;
#pragma unroll
  for (u32 half = CELLS / 2; half; half /= 2) cell += list.first[cell + half] <= index ? half : 0;
  return {cell, __ldg(setup.walks + (list.walks[cell] + index))};
}

// Sow on the board of a warp.
__device__ __forceinline__ u32 sow(u32 stack, Move move, u32 own) {
  u32 lane = lane_index(), sown = __shfl_sync(ALL, stack, move.origin) << 1 | own;
  if (lane == move.origin) stack = 1;
  for (int left = pebbles(sown) - 1; left >= 0; left--, move.walk >>= 4)
    if (lane == (move.walk & 15)) stack = stack << 1 | (sown >> left & 1);
  return stack;
}

// Of a lane's board what the search asks most often.
struct Glance {
  u32 tops, full;  // the cells with his pebble on top, and with any
  u64 own;         // how many of his pebbles each cell has, four bits each
};

// Sow on a lane's board.
__device__ __forceinline__ void sow_column(u16* columns, Glance& glance, Move move, u32 own) {
  u32 lane = lane_index(), sown = at(columns, move.origin, lane) << 1 | own;
  at(columns, move.origin, lane) = 1;
  glance.tops &= ~(1u << move.origin);
  glance.own &= ~(15ull << 4 * move.origin);
  glance.full = (glance.full & ~(1u << move.origin)) | (u32)(move.walk >> 48);
  for (int left = pebbles(sown) - 1; left >= 0; left--, move.walk >>= 4) {
    u32 cell = (u32)move.walk & 15, pebble = sown >> left & 1;
    u16& stack = at(columns, cell, lane);
    stack = (u16)(stack << 1 | pebble);
    glance.tops = (glance.tops & ~(1u << cell)) | pebble << cell;
    glance.own += (u64)pebble << 4 * cell;
  }
}

__device__ __forceinline__ void copy_board(const u16* board, u16* columns) {
#pragma unroll
  for (u32 pair = 0; pair < CELLS / 2; pair++)
    *(Pair*)&at(columns, 2 * pair, lane_index()) = *(const Pair*)(board + 2 * pair);
}

__device__ __forceinline__ void copy_column(u16* from, u32 lane, u16* to) {
#pragma unroll
  for (u32 pair = 0; pair < CELLS / 2; pair++)
    *(Pair*)&at(to, 2 * pair, lane_index()) = *(Pair*)&at(from, 2 * pair, lane);
}

__device__ __forceinline__ Glance glance_at(u32 stack) {
  u32 lane = lane_index(), own = (u32)__popc(stack) - 1;
  u32 low = __reduce_or_sync(ALL, lane < 8 ? own << 4 * lane : 0);
  u32 high = __reduce_or_sync(ALL, lane >= 8 && lane < CELLS ? own << 4 * (lane - 8) : 0);
  u32 tops = __ballot_sync(ALL, lane < CELLS && stack > 1 && (stack & 1));
  return {tops, __ballot_sync(ALL, lane < CELLS && stack > 1), (u64)high << 32 | low};
}

// ---- What is certain without search

// Whether the maker, to move on the board of a warp, completes a line at once. True too where a stack is too tall to know.
__device__ __forceinline__ bool wins_at_once(u32 stack) {
  u32 lane = lane_index();
  u32 tops = __ballot_sync(ALL, lane < CELLS && stack > 1 && (stack & 1));
  LineSets sets = line_sets(tops);
  bool wins = false;
  if (lane < CELLS && stack > 1) wins = stack >= TALL || completes(stack, lane, sets);
  return __any_sync(ALL, wins);
}

// Whether the maker, to make his last move on a lane's board, fails. The breaker's last reply was either sown on the board,
// or is a killer: it emptied a cell (or none, 16), and only dropped blanks.
__device__ __forceinline__ bool fails(const Glance& glance, u16* columns, u32 emptied, u32 visits) {
  u32 lane = lane_index();
  if (setup.breaker_ends) {
    // The breaker needs a last move, too, that completes no line: sowing a stack of blanks. Of these the maker's last move
    // spoils as many as he drops pebbles of his, and one or two more where he sows one.
    u64 owned = (glance.own + 7 * EACH) & HIGH;
    u32 bare = __popc(glance.full) - __popc((u32)owned) - __popc((u32)(owned >> 32));
    if (bare <= 2) return false;
    if (bare <= 8 && (glance.own + (9 - bare) * EACH) & HIGH) return false;
  }
  LineSets sets = line_sets(glance.tops);
  u64 able = (glance.own + (8 - lacking(sets)) * EACH) & HIGH;
  while (able) {
    u32 cell = (u32)(__ffsll(able) - 1) >> 2;
    able &= able - 1;
    u32 stack = (cell == emptied ? 1 : at(columns, cell, lane)) << (visits >> 2 * cell & 3);
    if (stack >= TALL || completes(stack, cell, sets)) return false;
  }
  return true;
}

// ---- The table of answers

struct Key {
  u64 place, check;
};

// The key of a board, the same for its eight images: the least of theirs.
__device__ __noinline__ Key key_of(u32 stack, u32 player) {
  u32 lane = lane_index(), symmetry = lane >> 2;
  u64 place = 0, check = 0;
#pragma unroll
  for (u32 i = 0; i < 4; i++) {
    u32 cell = (lane & 3) * 4 + i, other = __shfl_sync(ALL, stack, cell);
    if (other > 1) {
      ulonglong2 random = setup.hashes[(u32)__ldg(setup.images + symmetry * CELLS + cell) * TALL + other];
      place ^= random.x;
      check ^= random.y;
    }
  }
  for (u32 by = 1; by < 4; by *= 2) {
    place ^= __shfl_xor_sync(ALL, place, by);
    check ^= __shfl_xor_sync(ALL, check, by);
  }
  for (u32 by = 4; by < LANES; by *= 2) {
    u64 place2 = __shfl_xor_sync(ALL, place, by), check2 = __shfl_xor_sync(ALL, check, by);
    bool less = check2 < check || (check2 == check && place2 < place);
    place = less ? place2 : place;
    check = less ? check2 : check;
  }
  ulonglong2 salt = setup.hashes[player * TALL];
  return {place ^ salt.x, check ^ salt.y};
}

constexpr u64 CHECKED = ~31ull;  // of an entry: below are three bits for the moves left, and two for the answer

// The answer that the table has, or 0.
__device__ __forceinline__ u32 look_up(Key key) {
  u32 lane = lane_index();
  u64 entry = lane < 4 ? __ldcg(setup.table + 4 * (key.place & setup.mask) + lane) : 0;
  u32 found = __ballot_sync(ALL, entry && (entry & CHECKED) == (key.check & CHECKED));
  if (!found) return 0;
  return (u32)__shfl_sync(ALL, entry, __ffs(found) - 1) & 3;
}

// Keep an answer: over an older one, in an empty place, or where the fewest moves were left.
__device__ __forceinline__ void keep(Key key, u32 left, u32 answer) {
  u32 lane = lane_index(), worth = ~0u;
  u64* bucket = setup.table + 4 * (key.place & setup.mask);
  if (lane < 4) {
    u64 entry = __ldcg(bucket + lane);
    bool is_free = !entry || (entry & CHECKED) == (key.check & CHECKED);
    worth = is_free ? lane : (1 + ((u32)entry >> 2 & 7)) << 4 | ((lane + (u32)(key.check >> 32)) & 3) << 2 | lane;
  }
  u32 chosen = __reduce_min_sync(ALL, worth) & 3;
  if (lane == chosen) __stcg(bucket + lane, (key.check & CHECKED) | (left - 1) << 2 | answer);
}

// ---- The last two moves of the maker

// List the covers of a board, 64 at most; give the set of all.
__device__ __forceinline__ u64 list_covers(u32 stack) {
  WarpMemory& memory = here();
  u32 lane = lane_index(), total = list_moves(memory.replies, stack, true), many = min(total, COVERS);
  u32 cells[2], origins[2];
#pragma unroll
  for (u32 half = 0; half < 2; half++) {
    u32 index = half * LANES + lane;
    cells[half] = origins[half] = 0;
    if (index < many) {
      Move move = nth_move(memory.replies, total > COVERS ? index * total / COVERS : index);
      u32 visits = 0;
      cells[half] = (u32)(move.walk >> 48);
      origins[half] = 1u << move.origin;
      for (int left = pebbles(memory.replies.board[move.origin]); left >= 0; left--, move.walk >>= 4)
        visits += 1u << 2 * (move.walk & 15);
      memory.covers[index] = {visits, (u16)cells[half], (u16)move.origin};
    }
  }
  for (u32 cell = 0; cell < CELLS; cell++) {
    u64 over = __ballot_sync(ALL, cells[0] >> cell & 1) | (u64)__ballot_sync(ALL, cells[1] >> cell & 1) << 32;
    u64 from = __ballot_sync(ALL, origins[0] >> cell & 1) | (u64)__ballot_sync(ALL, origins[1] >> cell & 1) << 32;
    if (lane == cell) {
      memory.covering[cell] = over;
      memory.leaving[cell] = from;
    }
  }
  __syncwarp();
  return many < 64 ? (1ull << many) - 1 : ~0ull;
}

// The most promising of some covers, for a board with these tops: it covers those that matter most. At least one is given.
__device__ __forceinline__ u32 best_cover(u64 covers, u32 tops) {
  u32 order = __ldg(setup.orders + tops);
#pragma unroll
  for (u32 i = 0; i < ORDERED; i++, order >>= 4) {
    u64 better = covers & here().covering[order & 15];
    covers = better ? better : covers;
  }
  return (u32)__ffsll(covers) - 1;
}

__device__ __forceinline__ bool refutes(const Cover& cover, const Glance& glance, u16* columns) {
  Glance after{glance.tops & ~cover.cells, (glance.full & ~(1u << cover.origin)) | cover.cells, glance.own};
  return fails(after, columns, cover.origin, cover.visits);
}

// Whether the board of a lane has an answer among all the breaker's replies.
__device__ __noinline__ bool is_answered(Glance glance, u32 owner) {
  WarpMemory& memory = here();
  u32 lane = lane_index();
  __syncwarp();
  u32 stack = lane < CELLS ? at(memory.columns, lane, owner) : 1;
  glance.tops = __shfl_sync(ALL, glance.tops, owner);
  glance.full = __shfl_sync(ALL, glance.full, owner);
  glance.own = __shfl_sync(ALL, glance.own, owner);
  if (__any_sync(ALL, stack >= TALL)) return false;
  u32 total = list_moves(memory.replies, stack);
  for (u32 base = 0; base < total; base += LANES) {
    bool does = false;
    if (base + lane < total) {
      Move move = nth_move(memory.replies, base + lane);
      Glance after = glance;
      copy_column(memory.columns, owner, memory.spare);
      sow_column(memory.spare, after, move, 0);
      does = !has_line(line_sets(after.tops)) && fails(after, memory.spare, CELLS, 0);
    }
    u32 all = __ballot_sync(ALL, does);
    if (lane == 0) memory.tests += min(LANES, total - base), memory.rounds++;
    if (all) return true;
  }
  return false;
}

// Whether the maker, to move with two moves left and no line at once, can win. Each lane takes one of his moves and tries
// covers on it; when it is refuted, the lane takes the next. When moves run out, the lanes share those that are left. A
// move that is not refuted by many covers is looked at by the whole warp.
__device__ __noinline__ bool can_make_in_two(u32 stack) {
  WarpMemory& memory = here();
  u32 lane = lane_index();
  u64 all_covers = list_covers(stack);
  u32 total = list_moves(memory.moves, stack), taken = 0, attempts = 0;
  Glance before = glance_at(stack), glance = before;
  u64 covers = 0;  // that may be tried
  bool is_busy = false, can = false;
  u32 tests = 0, rounds = 0, scans = 0;
  while (true) {
    __syncwarp();
    u32 idle = __ballot_sync(ALL, !is_busy);
    if (idle && taken < total) {
      u32 index = taken + __popc(idle & below(lane));
      if (!is_busy && index < total) {
        Move move = nth_move(memory.moves, index);
        copy_board(memory.moves.board, memory.columns);
        glance = before;
        sow_column(memory.columns, glance, move, 1);
        covers = all_covers & ~memory.leaving[move.origin];
        for (u32 cells = (u32)(move.walk >> 48); cells; cells &= cells - 1) covers &= ~memory.leaving[__ffs(cells) - 1];
        is_busy = true;
        attempts = 0;
      }
      taken = min(total, taken + __popc(idle));
    }
    u32 open = __ballot_sync(ALL, is_busy);
    if (!open) break;
    u32 boards = __popc(open), each = LANES / boards;
    rounds++;
    if (each == 1) {
      if (is_busy && covers) {
        u32 index = best_cover(covers, glance.tops);
        covers &= ~(1ull << index);
        is_busy = !refutes(memory.covers[index], glance, memory.columns);
      }
      attempts++;
      tests += boards;
    } else {
      u32 rank = __popc(open & below(lane));
      if (is_busy) {
        memory.owners[rank] = (u8)lane;
        memory.tried[lane] = 0;
      }
      __syncwarp();
      u32 part = lane / boards, owner = memory.owners[lane - part * boards];
      Glance other;
      other.tops = __shfl_sync(ALL, glance.tops, owner);
      other.full = __shfl_sync(ALL, glance.full, owner);
      other.own = __shfl_sync(ALL, glance.own, owner);
      // Each lane has a part of the covers to choose from.
      u32 begin = part * COVERS / each, end = (part + 1) * COVERS / each;
      u64 mine = __shfl_sync(ALL, covers, owner);
      mine = part < each ? mine >> begin << begin & (end < 64 ? (1ull << end) - 1 : ~0ull) : 0;
      copy_column(memory.columns, owner, memory.spare);
      bool does = false;
      if (mine) {
        u32 index = best_cover(mine, other.tops);
        atomicOr(&memory.tried[owner], 1ull << index);
        does = refutes(memory.covers[index], other, memory.spare);
      }
      u32 done = __ballot_sync(ALL, does);
      tests += __popc(__ballot_sync(ALL, mine != 0));
      for (u32 i = rank; i < LANES && is_busy; i += boards) is_busy = !(done >> i & 1);
      __syncwarp();
      if (is_busy) covers &= ~memory.tried[lane];
      attempts += each;
    }
    u32 stubborn = __ballot_sync(ALL, is_busy && (attempts >= ATTEMPTS || !covers));
    while (stubborn && !can) {
      u32 owner = __ffs(stubborn) - 1;
      stubborn &= stubborn - 1;
      scans++;
      can = !is_answered(glance, owner);
      if (lane == owner) is_busy = false;
    }
    if (can) break;
  }
  if (lane == 0) {
    memory.nodes += taken;
    memory.tests += tests;
    memory.rounds += rounds;
    memory.scans += scans;
    memory.leaves++;
  }
  __syncwarp();
  return can;
}

// ---- The moves before

// The breaker's most promising reply behind the one with this mark, by its mark: what leaves the maker few moves and few
// lines that are nearly complete. The replies are listed in the warp's memory.
__device__ __noinline__ u64 next_reply(u32 stack, u32 total, u64 mark, int left) {
  WarpMemory& memory = here();
  const MoveList& list = memory.replies;
  u32 lane = lane_index();
  u32 tops = __ballot_sync(ALL, lane < CELLS && stack > 1 && (stack & 1));
  if (lane < CELLS) {
    u32 steps = pebbles(stack) + 1, now = steps > 1 ? __ldg(setup.counts + steps * CELLS + lane) : 0;
    memory.more[lane] = (u16)(steps < LONGEST ? __ldg(setup.counts + (steps + 1) * CELLS + lane) - now : 0xFFFF);
  }
  __syncwarp();
  u64 best = NO_REPLY;
  for (u32 index = lane; index < total; index += LANES) {
    Move move = nth_move(list, index);
    u32 sown = (u32)list.board[move.origin] << 1, after = tops & ~(1u << move.origin);
    int steps = pebbles(sown);
    u32 moves = total - __ldg(setup.counts + steps * CELLS + move.origin);
    for (steps--; steps >= 0; steps--, move.walk >>= 4) {
      u32 cell = (u32)move.walk & 15;
      moves += memory.more[cell];
      after = (after & ~(1u << cell)) | (sown >> steps & 1) << cell;
    }
    u64 marked = (u64)(moves + (__ldg(setup.threats + after) >> (left == 2 ? SHIFT2 : SHIFT3))) << 32 | (index + 1);
    if (marked > mark && marked < best && !has_line(line_sets(after))) best = marked;
  }
  for (u32 by = 1; by < LANES; by *= 2) {
    u64 other = __shfl_xor_sync(ALL, best, by);
    best = other < best ? other : best;
  }
  return best;
}

// The move of a mark.
__device__ __forceinline__ Move marked_reply(u64 mark) { return nth_move(here().replies, (u32)mark - 1); }

// Whether this question is to be given back: it took too long, or many other warps have nothing to do.
__device__ __forceinline__ bool is_stopped() {
  WarpMemory& memory = here();
  bool stops = memory.stopped;
  if (!stops && lane_index() == 0) {
    bool others_wait = memory.nodes >= memory.patience && __ldcg(memory.control + 1) >= memory.idle_limit;
    stops = others_wait || memory.nodes >= memory.most_nodes || nanoseconds() >= memory.deadline;
  }
  stops = __any_sync(ALL, stops);
  if (stops && lane_index() == 0) memory.stopped = 1;
  __syncwarp();
  return stops;
}

constexpr int STOPS_FROM = 3;  // moves of the maker left; with fewer a question is answered soon

__device__ bool can_make(u32 stack, int left);

// Whether the breaker, to move, has a reply after which the maker cannot win with so many moves left.
__device__ __noinline__ bool can_break(u32 stack, int left) {
  if (__any_sync(ALL, stack >= TALL)) return false;
  Key key = key_of(stack, 1);
  u32 known = look_up(key);
  if (known) return known == CANNOT;
  u64 mark = 0;
  bool does = false;
  while (!does) {
    u32 total = list_moves(here().replies, stack);
    mark = next_reply(stack, total, mark, left);
    if (mark == NO_REPLY) break;
    u32 after = sow(stack, marked_reply(mark), 0);
    if (wins_at_once(after)) continue;
    does = !can_make(after, left);
    if (here().stopped) return false;
    if (!does && lane_index() == 0) here().retries++;
  }
  keep(key, left, does ? CANNOT : CAN);
  return does;
}

// Whether the maker, to move with so many moves left, two at least, and no line at once, can win.
__device__ __noinline__ bool can_make(u32 stack, int left) {
  Key key = key_of(stack, 0);
  u32 known = look_up(key);
  if (known) {
    if (lane_index() == 0) here().hits++;
    return known == CAN;
  }
  bool can = false;
  if (left == 2)
    can = can_make_in_two(stack);
  else
    for (u32 index = 0, total = 1; index < total && !can; index++) {
      if (left >= STOPS_FROM && is_stopped()) return true;
      total = list_moves(here().moves, stack);
      can = !can_break(sow(stack, nth_move(here().moves, index), 1), left - 1);
      if (here().stopped) return true;
      if (lane_index() == 0) here().nodes++;
    }
  keep(key, left, can ? CAN : CANNOT);
  return can;
}

// ---- Kernels

__device__ __forceinline__ void begin_warp() {
  WarpMemory& memory = here();
  u32 lane = lane_index();
  if (lane < COUNTED) (&memory.nodes)[lane] = 0;
  if (lane == 0) memory.stopped = 0;
  __syncwarp();
}

// Whether the maker can win boards, each with so many moves of his left. control: the next board; how many warps are idle.
extern "C" __global__ void __launch_bounds__(WARPS * LANES, BLOCKS)
answer(const u16* boards, const u8* lefts, u32 many, u8* answers, u64* nodes, u32* control, u64* counted, u64 most_nodes,
       u64 patience, u64 limit, u32 idle_limit) {
  WarpMemory& memory = here();
  u32 lane = lane_index();
  begin_warp();
  u64 total[COUNTED] = {}, deadline = nanoseconds() + limit;
  while (true) {
    u32 index = 0;
    if (lane == 0) index = nanoseconds() < deadline ? atomicAdd(control, 1u) : many;
    index = __shfl_sync(ALL, index, 0);
    if (index >= many) break;
    if (lane == 0) {
      for (u32 i = 0; i < COUNTED; i++) (&memory.nodes)[i] = 0;
      memory.stopped = 0;
      memory.most_nodes = most_nodes;
      memory.patience = patience;
      memory.deadline = deadline;
      memory.control = control;
      memory.idle_limit = idle_limit;
    }
    __syncwarp();
    u32 stack = lane < CELLS ? boards[index * CELLS + lane] : 1;
    int left = lefts[index];
    bool can = true;
    if (!wins_at_once(stack)) {
      if (left == 1) {  // only its end is looked at
        Glance glance = glance_at(stack);
        list_moves(memory.moves, stack);
        copy_board(memory.moves.board, memory.columns);
        can = !fails(glance, memory.columns, CELLS, 0);
      } else {
        can = can_make(stack, left);
      }
    }
    __syncwarp();
    if (lane == 0) {
      answers[index] = (u8)(memory.stopped ? GIVEN_BACK : can ? CAN : CANNOT);
      nodes[index] = memory.nodes;
      for (u32 i = 0; i < COUNTED; i++) total[i] += (&memory.nodes)[i];
    }
    __syncwarp();
  }
  if (lane == 0) {
    atomicAdd(control + 1, 1u);
    for (u32 i = 0; i < COUNTED; i++) atomicAdd(counted + i, total[i]);
  }
}

// All positions after a move of the maker's, with their keys: those of a board from `begins` on. A key of zeros means that
// the breaker cannot hold the position: a stack is too tall.
extern "C" __global__ void __launch_bounds__(WARPS * LANES, BLOCKS)
list_positions(const u16* boards, const u32* begins, u32 many, u16* after, u64* keys) {
  u32 lane = lane_index();
  for (u32 index = blockIdx.x * WARPS + (threadIdx.x >> 5); index < many; index += gridDim.x * WARPS) {
    u32 stack = lane < CELLS ? boards[index * CELLS + lane] : 1, total = list_moves(here().moves, stack);
    for (u32 number = 0; number < total; number++) {
      u32 played = sow(stack, nth_move(here().moves, number), 1), to = begins[index] + number;
      bool is_lost = __any_sync(ALL, played >= TALL);
      Key key{0, 0};
      if (!is_lost) key = key_of(played, 1);
      if (lane < CELLS) after[to * CELLS + lane] = (u16)played;
      if (lane == 0) keys[2 * to] = key.place, keys[2 * to + 1] = key.check;
      __syncwarp();
    }
  }
}

// For positions with the breaker to move the next reply that leaves the maker no line at once: its mark, which replaces the
// one behind which it is looked for, the origin and the cells of its walk, the position after it, and that one's key.
extern "C" __global__ void __launch_bounds__(WARPS * LANES, BLOCKS)
find_replies(const u16* boards, u32 many, u64* marks, u64* moves, u16* after, u64* keys) {
  u32 lane = lane_index();
  for (u32 index = blockIdx.x * WARPS + (threadIdx.x >> 5); index < many; index += gridDim.x * WARPS) {
    u32 stack = lane < CELLS ? boards[index * CELLS + lane] : 1, played = 1;
    u64 mark = marks[index];
    Move move{0, 0};
    while (true) {
      u32 total = list_moves(here().replies, stack);
      mark = next_reply(stack, total, mark, 3);
      if (mark == NO_REPLY) break;
      move = marked_reply(mark);
      played = sow(stack, move, 0);
      if (!wins_at_once(played)) break;
    }
    Key key = key_of(mark == NO_REPLY ? 1 : played, 0);
    if (lane < CELLS) after[index * CELLS + lane] = (u16)played;
    if (lane == 0) {
      marks[index] = mark;
      moves[index] = (move.walk & 0xFFFFFFFFFFFull) << 4 | move.origin;
      keys[2 * index] = key.place;
      keys[2 * index + 1] = key.check;
    }
    __syncwarp();
  }
}

#ifdef EMULATED
// The kernels as functions for the host.
extern "C" void set_up(const Setup* given) { setup = *given; }
extern "C" void run_answer(const u16* boards, const u8* lefts, u32 many, u8* answers, u64* nodes, u32* control, u64* counted,
                           u64 most_nodes, u64 patience, u64 limit, u32 idle_limit) {
  emulation::launch(1, [=] {
    answer(boards, lefts, many, answers, nodes, control, counted, most_nodes, patience, limit, idle_limit);
  });
}
extern "C" void run_list_positions(const u16* boards, const u32* begins, u32 many, u16* after, u64* keys) {
  emulation::launch(1, [=] { list_positions(boards, begins, many, after, keys); });
}
extern "C" void run_find_replies(const u16* boards, u32 many, u64* marks, u64* moves, u16* after, u64* keys) {
  emulation::launch(1, [=] { find_replies(boards, many, marks, moves, after, keys); });
}
#endif
