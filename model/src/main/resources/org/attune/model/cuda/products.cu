// Small products in float32 together with what comes before or after them, so that a step has fewer nodes. A block has a tile of
// TILE x TILE sums, each of its 256 threads 4 x 4 of them.
#define TILE 64
#define DEPTH 16 // terms that a block loads at once

// Whether each four of a row's numbers lie on 16 bytes, and all or none of them within the matrix.
#define WIDE(x, columns) ((((unsigned long long)(x) & 15) | (x##_stride & 3) | ((columns) & 3)) == 0)

// Four numbers side by side in a row; zeros beyond the matrix.
template <bool WIDE_ROWS>
__device__ inline float4 four(IN(x), int r, int c, int rows, int columns) {
  float4 v = {0, 0, 0, 0};
  if (r >= rows || c >= columns) return v;
  const float *from = &AT(x, r, c);
  if (WIDE_ROWS) return *(const float4 *)from;
  v.x = from[0];
  if (c + 1 < columns) v.y = from[1];
  if (c + 2 < columns) v.z = from[2];
  if (c + 3 < columns) v.w = from[3];
  return v;
}

// A thread's share of a factor's next terms: four of a row's, or four rows' of one.
template <bool BY_K, class F>
__device__ inline float4 terms(F factor, int first) {
  return BY_K ? factor(threadIdx.x >> 2, first + (threadIdx.x & 3) * 4) : factor((threadIdx.x & 15) * 4, first + (threadIdx.x >> 4));
}

// The terms that a block's threads share: one half is summed while the other is filled.
struct Terms {
  float4 a[2][DEPTH][TILE / 4 + 1], b[2][DEPTH][TILE / 4 + 1];
};

template <bool BY_K>
__device__ inline void put(float4 (&to)[DEPTH][TILE / 4 + 1], float4 v) {
  if (BY_K) {
    float *column = (float *)to[(threadIdx.x & 3) * 4] + (threadIdx.x >> 2);
    column[0] = v.x, column[TILE + 4] = v.y, column[2 * (TILE + 4)] = v.z, column[3 * (TILE + 4)] = v.w;
  } else {
    to[threadIdx.x >> 4][threadIdx.x & 15] = v;
  }
}

// sum += a(row, k) b(column, k) for from <= k < to. A factor gives four numbers at once: of k's side by side, or of rows or columns;
// those of k >= to are zero. The next terms are fetched while these are summed.
template <bool A_BY_K, bool B_BY_K, class A, class B>
__device__ inline void add_tile(Terms &t, float (&sum)[4][4], A a, B b, int from, int to) {
  const int column = threadIdx.x & 15, row = threadIdx.x >> 4;
  float4 next_a = terms<A_BY_K>(a, from), next_b = terms<B_BY_K>(b, from);
  for (int first = from, half = 0; first < to; first += DEPTH, half ^= 1) {
    put<A_BY_K>(t.a[half], next_a);
    put<B_BY_K>(t.b[half], next_b);
    __syncthreads(); // all terms are here, and those of the other half have been read
    if (first + DEPTH < to) next_a = terms<A_BY_K>(a, first + DEPTH), next_b = terms<B_BY_K>(b, first + DEPTH);
#pragma unroll
    for (int k = 0; k < DEPTH; k++) {
      const float4 u = t.a[half][k][row], v = t.b[half][k][column];
      const float x[4] = {u.x, u.y, u.z, u.w}, y[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) sum[i][j] += x[i] * y[j];
    }
  }
}

// Goes over the rows of a thread's sums: r, and c the first of four columns.
#define EACH_FOUR(r, c, first_row, first_column)                  \
  _Pragma("unroll") for (int i_ = 0; i_ < 4; i_++)                \
  for (int r = (first_row) + (threadIdx.x >> 4) * 4 + i_, c = (first_column) + (threadIdx.x & 15) * 4, once_ = 1; once_; once_ = 0)
#define FOUR {sum[i_][0], sum[i_][1], sum[i_][2], sum[i_][3]}

#define TILE_OF(block, columns)                            \
  const int tiles = ((columns) + TILE - 1) / TILE;         \
  const int r0 = (block) / tiles * TILE, c0 = (block) % tiles * TILE

// Adds up what the blocks of a tile have, a part of its terms each, in order; whether this is the block that has come last, and
// has the sums. done: a zero for each tile.
__device__ inline bool sum_parts(float (&sum)[4][4], float *partial, int *done, int tile, int own, int parts) {
  if (parts == 1) return true;
  float *all = partial + (long long)tile * parts * TILE * TILE + threadIdx.x;
#pragma unroll
  for (int n = 0; n < 16; n++) all[(own * 16 + n) * 256] = sum[n / 4][n % 4];
  if (!last_of(done + tile, parts)) return false;
#pragma unroll
  for (int n = 0; n < 16; n++) sum[n / 4][n % 4] = 0;
  for (int p = 0; p < parts; p++) {
    float next[16]; // all asked for before the first is needed
#pragma unroll
    for (int n = 0; n < 16; n++) next[n] = __ldcg(all + (p * 16 + n) * 256);
#pragma unroll
    for (int n = 0; n < 16; n++) sum[n / 4][n % 4] += next[n];
  }
  return true;
}

// The end of a part of some terms.
#define PART(own, parts, terms) ((int)((long long)(terms) * (own) / (parts)))

template <bool WIDE_ROWS>
__device__ inline void normed_tile(
    Terms &t, const float *roots, IN(x), IN(gain), IN(w), float (&sum)[4][4], int turned, int r0, int c0, int rows, int inner,
    int columns) {
  const auto a = [=](int r, int k) {
    const float4 v = four<WIDE_ROWS>(x, x_stride, r0 + r, k, rows, inner), g = four<WIDE_ROWS>(gain, gain_stride, 0, k, 1, inner);
    const float root = roots[r];
    return float4{v.x * root * g.x, v.y * root * g.y, v.z * root * g.z, v.w * root * g.w};
  };
  if (turned)
    add_tile<true, true>(t, sum, a, [=](int c, int k) { return four<WIDE_ROWS>(w, w_stride, c0 + c, k, columns, inner); }, 0, inner);
  else
    add_tile<true, false>(t, sum, a, [=](int c, int k) { return four<WIDE_ROWS>(w, w_stride, k, c0 + c, inner, columns); }, 0, inner);
}

// y = n w with n = gain x / sqrt(mean(x²) + epsilon) of each row; w is (inner, columns), turned: (columns, inner). The blocks of a
// row of tiles share its rows and keep n, x over its root, and one over the root; all may be null.
extern "C" __global__ void normed_product(
    float epsilon, IN(x), IN(gain), IN(w), OUT(y), float *normed, float *unit, float *inverse, int turned, int rows, int inner,
    int columns) {
  __shared__ Terms t;
  __shared__ float roots[TILE];
  TILE_OF(blockIdx.x, columns);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float squares[TILE / 8];
#pragma unroll
  for (int n = 0; n < TILE / 8; n++) squares[n] = 0;
  for (int c = lane; c < inner; c += 32) {
#pragma unroll
    for (int n = 0; n < TILE / 8; n++) {
      const float v = r0 + n * 8 + warp < rows ? AT(x, r0 + n * 8 + warp, c) : 0.0f;
      squares[n] += v * v;
    }
  }
#pragma unroll
  for (int n = 0; n < TILE / 8; n++) {
    squares[n] = warp_sum(squares[n]);
    if (lane == 0) roots[n * 8 + warp] = 1.0f / sqrtf(squares[n] / inner + epsilon);
  }
  __syncthreads(); // all roots are here
  if (normed) {
    for (int i = c0 / TILE + warp * tiles; i < TILE && r0 + i < rows; i += 8 * tiles) {
      for (int c = lane; c < inner; c += 32) {
        const float u = AT(x, r0 + i, c) * roots[i];
        unit[(long long)(r0 + i) * inner + c] = u;
        normed[(long long)(r0 + i) * inner + c] = u * AT(gain, 0, c);
      }
      if (lane == 0) inverse[r0 + i] = roots[i];
    }
  }
  float sum[4][4] = {};
#define NORMED t, roots, x, x_stride, gain, gain_stride, w, w_stride, sum, turned, r0, c0, rows, inner, columns
  if (WIDE(x, inner) && WIDE(gain, inner) && WIDE(w, turned ? inner : columns)) normed_tile<true>(NORMED);
  else normed_tile<false>(NORMED);
  EACH_FOUR(r, c, r0, c0) give_four(y, y_stride, 0, r, c, rows, columns, FOUR);
}

template <bool WIDE_ROWS>
__device__ inline void gated_tile(
    Terms &t, int f, IN(gate), IN(up), IN(w), float *gated, float (&sum)[4][4], int r0, int c0, int rows, int inner, int columns) {
  const auto a = [=](int r, int k) {
    const float4 z = four<WIDE_ROWS>(gate, gate_stride, r0 + r, k, rows, inner);
    const float4 v = four<WIDE_ROWS>(up, up_stride, r0 + r, k, rows, inner);
    return float4{value(f, z.x) * v.x, value(f, z.y) * v.y, value(f, z.z) * v.z, value(f, z.w) * v.w};
  };
  if (gated) {
    const int tiles = (columns + TILE - 1) / TILE, fours = (inner + 3) / 4;
    for (int n = c0 / TILE * 256 + threadIdx.x; n < TILE * fours; n += tiles * 256)
      give_four(gated, inner, 0, r0 + n / fours, n % fours * 4, rows, inner, a(n / fours, n % fours * 4));
  }
  add_tile<true, false>(t, sum, a, [=](int c, int k) { return four<WIDE_ROWS>(w, w_stride, k, c0 + c, inner, columns); }, 0, inner);
}

// y = before + g w with g = f(gate) up; the blocks of a row of tiles share its rows and keep g. before may be y.
extern "C" __global__ void gated_product(
    int f, IN(before), IN(gate), IN(up), IN(w), OUT(y), float *gated, int rows, int inner, int columns) {
  __shared__ Terms t;
  TILE_OF(blockIdx.x, columns);
  float sum[4][4] = {};
#define GATED t, f, gate, gate_stride, up, up_stride, w, w_stride, gated, sum, r0, c0, rows, inner, columns
  if (WIDE(gate, inner) && WIDE(up, inner) && WIDE(w, columns)) gated_tile<true>(GATED);
  else gated_tile<false>(GATED);
  EACH_FOUR(r, c, r0, c0) {
    const float4 x = take_four(before, before_stride, r, c, rows, columns);
    give_four(
        y, y_stride, 0, r, c, rows, columns,
        float4{x.x + sum[i_][0], x.y + sum[i_][1], x.z + sum[i_][2], x.w + sum[i_][3]});
  }
}

// A tile of the first factor's gradient, dy w', over the columns of dy from one to another.
template <bool WIDE_ROWS>
__device__ inline void factor_tile(
    Terms &t, float (&sum)[4][4], IN(dy), IN(w), int turned, int from, int end, int r0, int c0, int rows, int inner) {
  const auto d = [=](int r, int k) { return four<WIDE_ROWS>(dy, dy_stride, r0 + r, k, rows, end); };
  if (turned)
    add_tile<true, false>(t, sum, d, [=](int c, int k) { return four<WIDE_ROWS>(w, w_stride, k, c0 + c, end, inner); }, from, end);
  else
    add_tile<true, true>(t, sum, d, [=](int c, int k) { return four<WIDE_ROWS>(w, w_stride, c0 + c, k, inner, end); }, from, end);
}

template <bool WIDE_ROWS>
__device__ inline void weight_tile(
    Terms &t, float (&sum)[4][4], IN(a), IN(dy), int from, int end, int r0, int c0, int inner, int columns) {
  add_tile<false, false>(
      t, sum, [=](int i, int k) { return four<WIDE_ROWS>(a, a_stride, k, r0 + i, end, inner); },
      [=](int c, int k) { return four<WIDE_ROWS>(dy, dy_stride, k, c0 + c, end, columns); }, from, end);
}

// A tile of the weights' gradient, a' dy, over a part of the rows.
__device__ inline void weights(
    Terms &t, int block, IN(a), IN(dy), SINK(dw), int turned, float *partial, int *done, int parts, int rows, int inner, int columns) {
  const int own = block % parts, tile = block / parts;
  TILE_OF(tile, columns);
  float sum[4][4] = {};
#define ROWS_TO t, sum, a, a_stride, dy, dy_stride, PART(own, parts, rows), PART(own + 1, parts, rows), r0, c0, inner, columns
  if (WIDE(a, inner) && WIDE(dy, columns)) weight_tile<true>(ROWS_TO);
  else weight_tile<false>(ROWS_TO);
  if (!sum_parts(sum, partial, done, tile, own, parts)) return;
  if (turned) {
#pragma unroll
    for (int j = 0; j < 4; j++)
      give_four(
          dw, dw_stride, dw_adds, c0 + (threadIdx.x & 15) * 4 + j, r0 + (threadIdx.x >> 4) * 4, columns, inner,
          float4{sum[0][j], sum[1][j], sum[2][j], sum[3][j]});
  } else {
    EACH_FOUR(r, c, r0, c0) give_four(dw, dw_stride, dw_adds, r, c, inner, columns, FOUR);
  }
}

// What both kernels of adjoints begin with: the first blocks have the first factor's tiles, in parts of dy's columns (a part is a
// multiple of four columns), the others the weights'. The last block of a tile to come sums its parts. partial and done serve both.
#define ADJOINTS                                                                                                             \
  __shared__ Terms t;                                                                                                        \
  const int factors = (rows + TILE - 1) / TILE * ((inner + TILE - 1) / TILE), first = wanted ? factors * pieces : 0;         \
  if ((int)blockIdx.x >= first) {                                                                                            \
    weights(                                                                                                                 \
        t, blockIdx.x - first, a, a_stride, dy, dy_stride, dw, dw_stride, dw_adds, turned,                                   \
        partial + (long long)first * TILE * TILE, done + factors, parts, rows, inner, columns);                              \
    return;                                                                                                                  \
  }                                                                                                                          \
  const int own = blockIdx.x % pieces, tile = blockIdx.x / pieces, fours = (columns + 3) / 4;                                \
  const int from = PART(own, pieces, fours) * 4, to = PART(own + 1, pieces, fours) * 4, end = to < columns ? to : columns;   \
  TILE_OF(tile, inner);                                                                                                      \
  float sum[4][4] = {};                                                                                                      \
  if (WIDE(dy, columns) && WIDE(w, turned ? inner : columns))                                                                \
    factor_tile<true>(t, sum, dy, dy_stride, w, w_stride, turned, from, end, r0, c0, rows, inner);                              \
  else                                                                                                                       \
    factor_tile<false>(t, sum, dy, dy_stride, w, w_stride, turned, from, end, r0, c0, rows, inner);                             \
  if (!sum_parts(sum, partial, done, tile, own, pieces)) return

// Both adjoints of y = a w. pieces: parts of a tile of da; parts: of a tile of dw. done: a zero for each tile of both.
extern "C" __global__ void product_backward(
    IN(a), IN(w), IN(dy), SINK(da), SINK(dw), float *partial, int *done, int wanted, int pieces, int parts, int turned, int rows,
    int inner, int columns) {
  ADJOINTS;
  EACH_FOUR(r, c, r0, c0) give_four(da, da_stride, da_adds, r, c, rows, inner, FOUR);
}

// The same where a = f(gate) up, of which it makes the gradients of gate and up.
extern "C" __global__ void gated_product_backward(
    int f, IN(gate), IN(up), IN(a), IN(w), IN(dy), SINK(dgate), SINK(dup), SINK(dw), float *partial, int *done, int wanted,
    int pieces, int parts, int rows, int inner, int columns) {
  const int turned = 0;
  ADJOINTS;
  EACH_FOUR(r, c, r0, c0) {
    const float4 z = take_four(gate, gate_stride, r, c, rows, inner), v = FOUR;
    if (dup)
      give_four(
          dup, dup_stride, dup_adds, r, c, rows, inner,
          float4{v.x * value(f, z.x), v.y * value(f, z.y), v.z * value(f, z.z), v.w * value(f, z.w)});
    if (dgate) {
      const float4 u = take_four(up, up_stride, r, c, rows, inner);
      give_four(
          dgate, dgate_stride, dgate_adds, r, c, rows, inner,
          float4{v.x * u.x * slope(f, z.x), v.y * u.y * slope(f, z.y), v.z * u.z * slope(f, z.z), v.w * u.w * slope(f, z.w)});
    }
  }
}
