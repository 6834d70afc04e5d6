// Runs a CUDA kernel's text on the host. The threads of a block are fibers, one running at a time, that give way at barriers and
// exchanges within a warp only. Which of those that may run runs next is the schedule: 0 in order, 1 in reverse, else by chance,
// one warp as far ahead of the others as it gets. What a block shares is not a number before it is written.
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __global__
#define __device__ static
#define __shared__ static
#define __restrict__ __restrict
#define SHARED(type, name) type *name = (type *)shim::shared
#define __launch_bounds__(...)

namespace shim {
struct Three { unsigned x = 1, y = 1, z = 1; };
static const int MOST = 1024, STACK = 32 * 1024;
enum { READY, AT_BARRIER, AT_EXCHANGE, DONE };
struct Fiber { void *top; int state; unsigned long long slot; };
static Fiber fibers[MOST];
static char *stacks;
static void *scheduler;
static int now, size;
static char *shared;
static void (*body)(void **);
static void **arguments;
static unsigned long long seed;

static __attribute__((naked, noinline)) void change(void **, void *) {
  asm("pushq %rbp; pushq %rbx; pushq %r12; pushq %r13; pushq %r14; pushq %r15;"
      "movq %rsp, (%rdi); movq %rsi, %rsp;"
      "popq %r15; popq %r14; popq %r13; popq %r12; popq %rbx; popq %rbp; ret");
}
static unsigned chance(unsigned n) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(seed >> 33) % n;
}
}

static shim::Three gridDim, blockDim, blockIdx, threadIdx;

namespace shim {
static void give_way(int state) {
  fibers[now].state = state;
  const int me = now;
  change(&fibers[me].top, scheduler);
  threadIdx.x = me;
}
static void begin() {
  threadIdx.x = now;
  body(arguments);
  fibers[now].state = DONE;
  change(&fibers[now].top, scheduler);
}
static void prepare(int i) {
  void **top = (void **)(stacks + (i + 1) * (long)STACK);
  *--top = 0; // as if begin had been called: it never returns
  *--top = (void *)begin;
  for (int r = 0; r < 6; r++) *--top = 0;
  fibers[i].top = top;
  fibers[i].state = READY;
}
// Lets a warp go on when all its threads have come to an exchange, a block when all have come to a barrier.
enum { NOTHING, WARPS, BLOCK };
static int release() {
  int moved = NOTHING;
  for (int w = 0; w < size; w += 32) {
    bool all = true, any = false;
    for (int i = w; i < w + 32 && i < size; i++) {
      all = all && (fibers[i].state == AT_EXCHANGE || fibers[i].state == DONE);
      any = any || fibers[i].state == AT_EXCHANGE;
    }
    if (all && any) {
      moved = WARPS;
      for (int i = w; i < w + 32 && i < size; i++)
        if (fibers[i].state == AT_EXCHANGE) fibers[i].state = READY;
    }
  }
  bool all = true, any = false;
  for (int i = 0; i < size; i++) {
    all = all && (fibers[i].state == AT_BARRIER);
    any = any || fibers[i].state == AT_BARRIER;
  }
  if (any && all) {
    moved = BLOCK;
    for (int i = 0; i < size; i++) fibers[i].state = READY;
  }
  return moved;
}
static int run(int schedule) {
  int warps = (size + 31) / 32, left = size, order[MOST / 32];
  for (int w = 0; w < warps; w++) order[w] = schedule == 1 ? warps - 1 - w : w;
  bool fresh = true; // a new order after each barrier
  while (left) {
    if (schedule > 1 && fresh)
      for (int w = warps - 1; w > 0; w--) {
        const int other = chance(w + 1), kept = order[w];
        order[w] = order[other];
        order[other] = kept;
      }
    bool ran = false;
    for (int n = 0; n < warps && !(schedule > 1 && ran); n++)
      for (int l = 0; l < 32; l++) {
        const int i = order[n] * 32 + (schedule == 1 ? 31 - l : l);
        if (i >= size || fibers[i].state != READY) continue;
        now = i;
        change(&scheduler, fibers[i].top);
        ran = true;
        if (fibers[i].state == DONE) left--;
      }
    const int released = release();
    fresh = released == BLOCK;
    if (left && !ran && released == NOTHING) return 1; // a barrier that not all threads reach
  }
  return 0;
}
static unsigned long long exchange(unsigned long long v, int from) {
  fibers[now].slot = v;
  give_way(AT_EXCHANGE);
  const unsigned long long got = fibers[now / 32 * 32 + from].slot;
  give_way(AT_EXCHANGE);
  return got;
}
template <class T> static T lane(T v, int from) {
  unsigned long long word = 0;
  memcpy(&word, &v, sizeof(T));
  word = exchange(word, from);
  memcpy(&v, &word, sizeof(T));
  return v;
}
template <int... I> struct Places {};
template <class F> struct Kernel;
template <class... A> struct Kernel<void(A...)> {
  static int sizes(int *to) {
    int i = 0;
    ((to[i++] = sizeof(A)), ...);
    return i;
  }
  template <int... I> static void call(void (*f)(A...), void **p, Places<I...>) { f(*(A *)p[I]...); }
  static void call(void (*f)(A...), void **p) { call(f, p, Places<__integer_pack(sizeof...(A))...>()); }
};
}

static void __syncthreads() { shim::give_way(shim::AT_BARRIER); }
static void __syncwarp(unsigned = ~0u) { shim::give_way(shim::AT_EXCHANGE); }
template <class T> static T __shfl_xor_sync(unsigned, T v, int m) { return shim::lane(v, (shim::now % 32) ^ m); }
template <class T> static T __shfl_sync(unsigned, T v, int l) { return shim::lane(v, l); }
static unsigned __ballot_sync(unsigned, bool yes) {
  unsigned bits = yes ? 1u << shim::now % 32 : 0;
  for (int m = 1; m < 32; m <<= 1) bits |= shim::lane(bits, (shim::now % 32) ^ m);
  return bits;
}
static int atomicAdd(int *at, int more) {
  const int before = *at;
  *at += more;
  return before;
}
static void __threadfence() {}
static void __threadfence_system() {}
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
struct alignas(8) float2 { float x, y; };
struct alignas(16) float4 { float x, y, z, w; };
template <class T> static T __ldcg(const T *from) { return *from; }
static int __ffs(unsigned bits) { return __builtin_ffs((int)bits); }
#define rsqrtf(x) (1.0f / sqrtf(x))

// Runs a kernel over a grid; 0 when it ends, 1 where a barrier is never passed.
extern "C" int host_launch(void (*call)(void **), void **arguments, int blocks, int threads, int bytes, int schedule) {
  if (!shim::stacks) shim::stacks = (char *)malloc(shim::MOST * (long)shim::STACK);
  shim::shared = (char *)aligned_alloc(256, (bytes + 255) / 256 * 256 + 256);
  shim::body = call;
  shim::arguments = arguments;
  shim::size = threads;
  shim::seed = 88172645463325252ULL + schedule;
  gridDim.x = blocks;
  blockDim.x = threads;
  int stuck = 0;
  for (int b = 0; b < blocks && !stuck; b++) {
    blockIdx.x = b;
    memset(shim::shared, 0xff, bytes);
    for (int i = 0; i < threads; i++) shim::prepare(i);
    stuck = shim::run(schedule);
  }
  free(shim::shared);
  return stuck;
}

#define HOST(name)                                                                                   \
  extern "C" void host_call_##name(void **p) { shim::Kernel<decltype(name)>::call(name, p); }        \
  extern "C" int host_sizes_##name(int *to) { return shim::Kernel<decltype(name)>::sizes(to); }
