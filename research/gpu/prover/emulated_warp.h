// A warp without a GPU: what the words of CUDA in maker_breaker.cu mean where a plain C++ compiler builds it.
//
// The 32 lanes are fibers of one thread. A lane runs until it comes to a word that lanes share (a shuffle, a ballot, a
// barrier); there it waits until all 32 have come to the same one. Lanes that come to different ones would hang or err on
// a GPU: that ends the program. Between two such words the lanes run one after another, in rounds forwards and backwards
// by turns, so a missing barrier shows in one of them. A block is one warp; blocks run one after another.
#pragma once
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <chrono>
#include <functional>
#include <vector>
#include <ucontext.h>

#define __device__
#define __global__
#define __forceinline__ inline
#define __noinline__
#define __restrict__
#define __shared__ static
#define __launch_bounds__(...)

struct uint2 { uint32_t x, y; };
struct uint4 { uint32_t x, y, z, w; };
struct ulonglong2 { unsigned long long x, y; };
struct Place { uint32_t x; };

namespace emulation {

constexpr int LANES = 32, STACK = 1 << 18;

struct Lane {
  ucontext_t fiber;
  jmp_buf spot;  // where the lane waits
  std::vector<char> stack = std::vector<char>(STACK);
  bool begun, done;
  int line;  // of the word at which it waits
  uint64_t given;
};

inline Lane lanes[LANES];
inline uint64_t seen[LANES];  // what the lanes gave to the last word
inline int now;
inline ucontext_t outside;
inline jmp_buf round_of_lanes;
inline std::function<void()> body;
inline Place block_index, block_count;

// Wait for the other lanes at a word of the program; afterwards `seen` holds what each gave.
inline void meet(int line, uint64_t given) {
  Lane& lane = lanes[now];
  lane.line = line;
  lane.given = given;
  if (!_setjmp(lane.spot)) _longjmp(round_of_lanes, 1);
}

inline void live() {
  body();
  lanes[now].done = true;
  _longjmp(round_of_lanes, 1);
}

inline void resume(int index) {
  now = index;
  Lane& lane = lanes[index];
  if (_setjmp(round_of_lanes)) return;
  if (lane.begun) _longjmp(lane.spot, 1);
  lane.begun = true;
  setcontext(&lane.fiber);
}

inline void run_warp() {
  for (Lane& lane : lanes) {
    lane.begun = lane.done = false;
    getcontext(&lane.fiber);
    lane.fiber.uc_stack.ss_sp = lane.stack.data();
    lane.fiber.uc_stack.ss_size = STACK;
    lane.fiber.uc_link = &outside;
    makecontext(&lane.fiber, live, 0);
  }
  for (bool backwards = false;; backwards = !backwards) {
    for (int i = 0; i < LANES; i++) resume(backwards ? LANES - 1 - i : i);
    for (const Lane& lane : lanes)
      if (lane.done != lanes[0].done || (!lane.done && lane.line != lanes[0].line)) {
        fprintf(stderr, "lanes part: one is at line %d, another at line %d\n", lanes[0].line, lane.line);
        abort();
      }
    if (lanes[0].done) return;
    for (int i = 0; i < LANES; i++) seen[i] = lanes[i].given;
  }
}

inline void launch(uint32_t blocks, std::function<void()> kernel) {
  body = std::move(kernel);
  block_count.x = blocks;
  for (block_index.x = 0; block_index.x < blocks; block_index.x++) run_warp();
}

template <class T> T shuffle(int line, T value, int from) { meet(line, (uint64_t)value); return (T)seen[from & 31]; }
template <class T> T shuffle_up(int line, T value, int by) {
  meet(line, (uint64_t)value);
  return now < by ? value : (T)seen[now - by];
}
template <class T> T shuffle_across(int line, T value, int by) { meet(line, (uint64_t)value); return (T)seen[now ^ by]; }
inline uint32_t ballot(int line, bool value) {
  meet(line, value);
  uint32_t all = 0;
  for (int i = 0; i < LANES; i++) all |= (uint32_t)seen[i] << i;
  return all;
}
inline uint32_t either(int line, uint32_t value) {
  meet(line, value);
  uint32_t all = 0;
  for (uint64_t one : seen) all |= (uint32_t)one;
  return all;
}
inline uint32_t least(int line, uint32_t value) {
  meet(line, value);
  uint32_t all = ~0u;
  for (uint64_t one : seen) all = (uint32_t)one < all ? (uint32_t)one : all;
  return all;
}

inline Place thread() { return {(uint32_t)now}; }

}  // namespace emulation

#define threadIdx emulation::thread()
#define blockIdx emulation::block_index
#define gridDim emulation::block_count
#define __shfl_sync(mask, ...) emulation::shuffle(__LINE__, __VA_ARGS__)
#define __shfl_up_sync(mask, ...) emulation::shuffle_up(__LINE__, __VA_ARGS__)
#define __shfl_xor_sync(mask, ...) emulation::shuffle_across(__LINE__, __VA_ARGS__)
#define __ballot_sync(mask, value) emulation::ballot(__LINE__, value)
#define __any_sync(mask, value) (emulation::ballot(__LINE__, value) != 0)
#define __reduce_or_sync(mask, value) emulation::either(__LINE__, value)
#define __reduce_min_sync(mask, value) emulation::least(__LINE__, value)
#define __syncwarp() emulation::meet(__LINE__, 0)
#define __syncthreads() emulation::meet(__LINE__, 0)

inline int __popc(uint32_t x) { return __builtin_popcount(x); }
inline int __clz(uint32_t x) { return x ? __builtin_clz(x) : 32; }
inline int __ffs(uint32_t x) { return __builtin_ffs((int)x); }
inline int __ffsll(unsigned long long x) { return __builtin_ffsll((long long)x); }
template <class T> T __ldg(const T* at) { return *at; }
template <class T> T __ldcg(const T* at) { return *at; }
template <class T> void __stcg(T* at, T value) { *at = value; }
template <class T> T min(T a, T b) { return b < a ? b : a; }
template <class T> T atomicAdd(T* at, T value) { T before = *at; *at += value; return before; }
template <class T> T atomicOr(T* at, T value) { T before = *at; *at |= value; return before; }
inline uint64_t nanoseconds() {
  return (uint64_t)std::chrono::steady_clock::now().time_since_epoch().count();
}
