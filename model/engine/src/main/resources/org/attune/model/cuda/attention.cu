// Causal softmax attention without its scores in memory (Dao et al. 2022, arXiv 2205.14135): a block has ROWS queries of a head
// and goes through the keys, KEYS at a time. WIDTH is the width of a head. A warp has 4 DOWN rows, each of its 4 x 8 threads
// DOWN x ACROSS of their scores: rows down + 4 m, keys across + 8 n; so no other warp has a share of a row's sums. In shared
// memory rows begin an odd number of fours apart: threads that read the same column of eight rows meet no bank twice.
#ifndef TILE_WARPS
#define DOWN 4
#define ACROSS 8
#define TILE_WARPS 4
#endif
#define ROWS_OF_A_WARP (4 * DOWN)
#define ROWS (ROWS_OF_A_WARP * TILE_WARPS)
#define KEYS (8 * ACROSS)
#define QUADS ((WIDTH + 3) / 4)
#define ROW_STRIDE (4 * (QUADS | 1))
#define WEIGHT_STRIDE (KEYS + 8) // a warp's threads write to all banks at once
#define PARTS ((WIDTH + 31) / 32) // fours of columns that a thread has of each of its rows: from 4 across + 32 n

// A thread's place in its warp. Threads side by side read the same, or every other of them: so half a warp reads fours at once.
#define WHERE                                                                                            \
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;                                            \
  const int down = (lane & 1) | (lane >> 3 & 2), across = lane >> 1 & 7;                                 \
  const int own_row = warp * ROWS_OF_A_WARP + down
#define EACH_ROW(m) _Pragma("unroll") for (int m = 0; m < DOWN; m++)
#define EACH_KEY(n) _Pragma("unroll") for (int n = 0; n < ACROSS; n++)
#define EACH_PART(n) _Pragma("unroll") for (int n = 0; n < PARTS; n++)

// Whether rows of heads may be read by fours.
__device__ inline bool by_fours(IN(x)) {
  return WIDTH % 4 == 0 && x_stride % 4 == 0 && ((unsigned long long)x & 15) == 0;
}

// A thread's fours of COUNT rows of a head, from its n-th on; zeros beyond the width and the sequence.
#define AT_ONCE 8
#define THREADS_OF_A_TILE (32 * TILE_WARPS)
#define EACH_FETCHED(k) _Pragma("unroll") for (int k = 0; k < AT_ONCE && k * THREADS_OF_A_TILE < COUNT * QUADS; k++)
// Whether there is a thread's k-th four; known at once where all threads have one.
#define FETCHED(i)                                                                                               \
  (((k + 1) * THREADS_OF_A_TILE <= COUNT * QUADS && COUNT * QUADS <= AT_ONCE * THREADS_OF_A_TILE) || i < COUNT * QUADS)

template <int COUNT>
__device__ inline void fetch_rows(
    float4 (&to)[AT_ONCE], int n, IN(x), long long first, int from, int length, int column) {
  const bool fours = by_fours(x, x_stride);
  EACH_FETCHED(k) {
    const int i = (n + k) * THREADS_OF_A_TILE + threadIdx.x, row = i / QUADS, c = i % QUADS * 4;
    to[k] = float4{0, 0, 0, 0};
    if (!FETCHED(i) || from + row >= length) continue;
    const float *at = &AT(x, first + from + row, column + c);
    if (fours) {
      to[k] = *(const float4 *)at;
    } else {
      to[k].x = at[0];
      if (c + 1 < WIDTH) to[k].y = at[1];
      if (c + 2 < WIDTH) to[k].z = at[2];
      if (c + 3 < WIDTH) to[k].w = at[3];
    }
  }
}

template <int COUNT>
__device__ inline void put_rows(float *to, const float4 (&v)[AT_ONCE], int n) {
  EACH_FETCHED(k) {
    const int i = (n + k) * THREADS_OF_A_TILE + threadIdx.x;
    if (FETCHED(i)) *(float4 *)(to + i / QUADS * ROW_STRIDE + i % QUADS * 4) = v[k];
  }
}

// COUNT rows of a head, of one or two matrices.
template <int COUNT>
__device__ inline void rows_in(float *to, IN(x), long long first, int from, int length, int column) {
  for (int n = 0; n * THREADS_OF_A_TILE < COUNT * QUADS; n += AT_ONCE) {
    float4 u[AT_ONCE];
    fetch_rows<COUNT>(u, n, x, x_stride, first, from, length, column);
    put_rows<COUNT>(to, u, n);
  }
}

template <int COUNT>
__device__ inline void rows_in(
    float *to_x, IN(x), float *to_y, IN(y), long long first, int from, int length, int column) {
  for (int n = 0; n * THREADS_OF_A_TILE < COUNT * QUADS; n += AT_ONCE) {
    float4 u[AT_ONCE], v[AT_ONCE];
    fetch_rows<COUNT>(u, n, x, x_stride, first, from, length, column);
    fetch_rows<COUNT>(v, n, y, y_stride, first, from, length, column);
    put_rows<COUNT>(to_x, u, n);
    put_rows<COUNT>(to_y, v, n);
  }
}

__device__ inline void rows_of(float (&to)[4], const float *from) { four_of(to, from); }

__device__ inline void rows_of(float (&to)[2], const float *from) {
  const float2 v = *(const float2 *)from;
  to[0] = v.x, to[1] = v.y;
}

// sum[m][n] += a's row 4 m times b's row 8 n.
__device__ inline void add_products(float (&sum)[DOWN][ACROSS], const float *a, const float *b) {
#pragma unroll 4
  for (int c = 0; c < QUADS * 4; c += 4) {
    float x[DOWN][4];
    EACH_ROW(m) four_of(x[m], a + 4 * m * ROW_STRIDE + c);
    EACH_KEY(n) {
      float y[4];
      four_of(y, b + 8 * n * ROW_STRIDE + c);
#pragma unroll
      for (int e = 0; e < 4; e++) EACH_ROW(m) sum[m][n] += x[m][e] * y[e];
    }
  }
}

// The first of four columns of a thread; a thread beyond the width has the first ones, for nothing.
__device__ inline int column_of(int across, int n) {
  return 32 * n + 32 <= QUADS * 4 || across * 4 + 32 * n < QUADS * 4 ? across * 4 + 32 * n : 0;
}

// sum[m] += over rows from <= j < to: w's row 4 m at j, times x's row j. Both are multiples of 4.
__device__ inline void add_rows(float (&sum)[DOWN][PARTS][4], const float *w, const float *x, int across, int from, int to) {
#pragma unroll 2
  for (int j = from; j < to; j += 4) {
    float u[DOWN][4];
    EACH_ROW(m) four_of(u[m], w + 4 * m * WEIGHT_STRIDE + j);
#pragma unroll
    for (int e = 0; e < 4; e++) EACH_PART(n) {
        float y[4];
        four_of(y, x + (j + e) * ROW_STRIDE + column_of(across, n));
        EACH_ROW(m) for (int c = 0; c < 4; c++) sum[m][n][c] += u[m][e] * y[c];
      }
  }
}

// sum[m] += over rows from <= i < to: w's row i at m, times x's row i.
__device__ inline void add_turned(float (&sum)[DOWN][PARTS][4], const float *w, const float *x, int across, int from, int to) {
#pragma unroll 4
  for (int i = from; i < to; i++) {
    float u[DOWN];
    rows_of(u, w + i * WEIGHT_STRIDE);
    EACH_PART(n) {
      float y[4];
      four_of(y, x + i * ROW_STRIDE + column_of(across, n));
      EACH_ROW(m) for (int c = 0; c < 4; c++) sum[m][n][c] += u[m] * y[c];
    }
  }
}

// Four columns of a head's row from c on, each times a factor.
__device__ inline void give_columns(SINK(x), long long row, int column, int c, const float (&v)[4], float factor) {
  if (c >= WIDTH) return;
  if (by_fours(x, x_stride)) {
    float4 *to = (float4 *)&AT(x, row, column + c), before = {0, 0, 0, 0};
    if (x_adds) before = *to;
    *to = float4{before.x + factor * v[0], before.y + factor * v[1], before.z + factor * v[2], before.w + factor * v[3]};
  } else {
#pragma unroll
    for (int e = 0; e < 4; e++)
      if (c + e < WIDTH) GIVE(x, row, column + c + e, factor * v[e]);
  }
}

// Of the eight threads that share rows.
__device__ inline float across_sum(float v) {
  for (int o = 8; o > 1; o >>= 1) v += __shfl_xor_sync(ALL, v, o);
  return v;
}

__device__ inline float across_max(float v) {
  for (int o = 8; o > 1; o >>= 1) v = fmaxf(v, __shfl_xor_sync(ALL, v, o));
  return v;
}

// The 32 keys from a place on that a query sees. shown: a bit for each key, words for each query; null: all that are not later.
__device__ inline unsigned seen(const unsigned *shown, int words, int i, int from, int length) {
  if (i >= length || from > i) return 0;
  if (shown) return shown[(long long)i * words + (from >> 5)];
  return i - from >= 31 ? ALL : (2u << (i - from)) - 1;
}

// Whether some queries may see any of some keys: the same for all threads.
__device__ inline bool any_seen(const unsigned *shown, int words, int query, int queries, int length, int key, int keys) {
  if (!shown) return true;
  unsigned all = 0;
  for (int i = query + (threadIdx.x & 31); i < query + queries; i += 32)
    for (int j = key & ~31; j < key + keys; j += 32) all |= seen(shown, words, i, j, length);
  return __ballot_sync(ALL, all != 0) != 0;
}

// dy·y of a query, by the eight threads that share it; 0 beyond the sequence.
__device__ inline float along(IN(dy), const float *kept, long long row, int h, int heads, int across, bool there) {
  const float *a = &AT(dy, row, h * WIDTH), *b = kept + (row * heads + h) * WIDTH;
  float sum = 0;
  if (there && by_fours(dy, dy_stride) && by_fours(kept, 0))
    EACH_PART(n) {
      if (across * 4 + 32 * n >= WIDTH) continue;
      const float4 u = *(const float4 *)(a + across * 4 + 32 * n), v = *(const float4 *)(b + across * 4 + 32 * n);
      sum += u.x * v.x + u.y * v.y + (u.z * v.z + u.w * v.w);
    }
  else if (there)
    for (int c = across; c < WIDTH; c += 8) sum += a[c] * b[c];
  return across_sum(sum);
}

#define NO_SCORE -3.0e38f

// logs: log of the sum of exponentials of each query's scaled scores, (B, H, T); kept: a copy of y. Both may be null.
extern "C" __global__ void attention_forward(
    float factor, IN(q), IN(k), IN(v), OUT(y), float *logs, float *kept, int heads, int length, int tiles,
    const unsigned *shown, int words) {
  SHARED(float4, tile);
  float *qs = (float *)tile, *ks = qs + ROWS * ROW_STRIDE, *vs = ks + KEYS * ROW_STRIDE, *ws = vs + KEYS * ROW_STRIDE;
  WHERE;
  const int all = gridDim.x / tiles, b = blockIdx.x % all / heads, h = blockIdx.x % all % heads;
  const int first = (tiles - 1 - (int)blockIdx.x / all) * ROWS, end = first + (warp + 1) * ROWS_OF_A_WARP; // most keys first
  const long long row0 = (long long)b * length;
  float most[DOWN], sums[DOWN] = {}, out[DOWN][PARTS][4] = {};
  EACH_ROW(m) most[m] = NO_SCORE;
  rows_in<ROWS>(qs, q, q_stride, row0, first, length, h * WIDTH);
  const int last = first + ROWS < length ? first + ROWS : length;
  for (int from = 0; from < last; from += KEYS) {
    if (!any_seen(shown, words, first, ROWS, length, from, KEYS)) continue;
    __syncthreads(); // the last keys have been read
    rows_in<KEYS>(ks, k, k_stride, vs, v, v_stride, row0, from, length, h * WIDTH);
    __syncthreads(); // all keys are here
    if (from >= end) continue;
    float s[DOWN][ACROSS] = {};
    add_products(s, qs + own_row * ROW_STRIDE, ks + across * ROW_STRIDE);
    EACH_ROW(m) {
      float top = NO_SCORE;
      EACH_KEY(n) {
        const unsigned word = seen(shown, words, first + own_row + 4 * m, from + n / 4 * 32, length) >> across;
        s[m][n] = word & 1u << n % 4 * 8 ? factor * s[m][n] : NO_SCORE;
        top = fmaxf(top, s[m][n]);
      }
      top = fmaxf(most[m], across_max(top));
      const float shift = top == NO_SCORE ? 0.0f : top; // no score weighs nothing
      const float before = expf(most[m] - shift);
      most[m] = top;
      sums[m] *= before;
      EACH_KEY(n) {
        const float weight = expf(s[m][n] - shift);
        sums[m] += weight;
        ws[(own_row + 4 * m) * WEIGHT_STRIDE + across + 8 * n] = weight;
      }
      EACH_PART(n) for (int c = 0; c < 4; c++) out[m][n][c] *= before;
    }
    __syncwarp(); // the warp's weights are here
    add_rows(out, ws + own_row * WEIGHT_STRIDE, vs, across, 0, end - from < KEYS ? end - from : KEYS);
  }
  EACH_ROW(m) {
    const int i = first + own_row + 4 * m;
    const float sum = across_sum(sums[m]), inverse = 1.0f / sum;
    if (i >= length) continue;
    EACH_PART(n) {
      const int c = across * 4 + 32 * n;
      give_columns(y, y_stride, 0, row0 + i, h * WIDTH, c, out[m][n], inverse);
      if (kept) give_columns(kept, heads * WIDTH, 0, row0 + i, h * WIDTH, c, out[m][n], inverse);
    }
    if (logs && across == 0) logs[((long long)b * heads + h) * length + i] = most[m] + logf(sum);
  }
}

// Slopes to a warp's scores, and their weights, if wanted, to shared memory. own: dy·y of a thread's queries.
__device__ inline void slopes(
    float *slopes, float *weights, const float *qs, const float *ds, const float *ks, const float *vs, const float (&own)[DOWN],
    const float (&log)[DOWN], float factor, int query, int from, int across, int length, const unsigned *shown, int words) {
  float s[DOWN][ACROSS] = {}, d[DOWN][ACROSS] = {};
  add_products(s, qs, ks + across * ROW_STRIDE);
  add_products(d, ds, vs + across * ROW_STRIDE);
  EACH_ROW(m) EACH_KEY(n) {
    const unsigned word = seen(shown, words, query + 4 * m, from + n / 4 * 32, length) >> across;
    const bool sees = word & 1u << n % 4 * 8;
    const float weight = expf(sees ? factor * s[m][n] - log[m] : NO_SCORE), slope = factor * weight * (d[m][n] - own[m]);
    const int at = 4 * m * WEIGHT_STRIDE + across + 8 * n;
    slopes[at] = sees ? slope : 0.0f;
    if (weights) weights[at] = weight;
  }
}

// What a thread's queries have: dy·y, and the logs of their sums.
#define OWN_QUERIES                                                                                               \
  float own[DOWN], log[DOWN];                                                                                     \
  EACH_ROW(m) {                                                                                                   \
    const int i = first + own_row + 4 * m;                                                                        \
    own[m] = along(dy, dy_stride, kept, row0 + i, h, heads, across, i < length);                                  \
    log[m] = i < length ? logs[((long long)b * heads + h) * length + i] : 0.0f;                                   \
  }
#define GIVE_ROWS(x, sum)                                                                                         \
  EACH_ROW(m) EACH_PART(n)                                                                                        \
    if (first + own_row + 4 * m < length)                                                                         \
      give_columns(x, x##_stride, x##_adds, row0 + first + own_row + 4 * m, h * WIDTH, across * 4 + 32 * n, sum[m][n], 1.0f)

// The queries' gradient.
__device__ inline void backward_queries(
    int block, int all, float *qs, float factor, IN(q), IN(k), IN(v), IN(dy), const float *logs, const float *kept, SINK(dq),
    int heads, int length, int tiles, const unsigned *shown, int words) {
  float *ds = qs + ROWS * ROW_STRIDE, *ks = ds + ROWS * ROW_STRIDE, *vs = ks + KEYS * ROW_STRIDE, *ss = vs + KEYS * ROW_STRIDE;
  WHERE;
  const int b = block % all / heads, h = block % all % heads;
  const int first = (tiles - 1 - block / all) * ROWS, end = first + (warp + 1) * ROWS_OF_A_WARP;
  const long long row0 = (long long)b * length;
  float out[DOWN][PARTS][4] = {};
  rows_in<ROWS>(qs, q, q_stride, ds, dy, dy_stride, row0, first, length, h * WIDTH);
  OWN_QUERIES;
  const int last = first + ROWS < length ? first + ROWS : length;
  for (int from = 0; from < last; from += KEYS) {
    if (!any_seen(shown, words, first, ROWS, length, from, KEYS)) continue;
    __syncthreads(); // the last keys have been read
    rows_in<KEYS>(ks, k, k_stride, vs, v, v_stride, row0, from, length, h * WIDTH);
    __syncthreads(); // all keys are here
    if (from >= end) continue;
    slopes(
        ss + own_row * WEIGHT_STRIDE, 0, qs + own_row * ROW_STRIDE, ds + own_row * ROW_STRIDE, ks, vs, own, log, factor,
        first + own_row, from, across, length, shown, words);
    __syncwarp(); // the warp's slopes are here
    add_rows(out, ss + own_row * WEIGHT_STRIDE, ks, across, 0, end - from < KEYS ? end - from : KEYS);
  }
  GIVE_ROWS(dq, out);
}

// The keys' and values' gradients: a block has ROWS keys and goes through the queries that see them, KEYS at a time.
__device__ inline void backward_keys(
    int block, int all, float *ks, float factor, IN(q), IN(k), IN(v), IN(dy), const float *logs, const float *kept, SINK(dk),
    SINK(dv), int heads, int length, const unsigned *shown, int words) {
  float *vs = ks + ROWS * ROW_STRIDE, *qs = vs + ROWS * ROW_STRIDE, *ds = qs + KEYS * ROW_STRIDE, *ws = ds + KEYS * ROW_STRIDE;
  float *ss = ws + ROWS * WEIGHT_STRIDE, *owns = ss + ROWS * WEIGHT_STRIDE, *sums = owns + KEYS;
  WHERE;
  const int b = block % all / heads, h = block % all % heads, first = block / all * ROWS;
  const int start = first + warp * ROWS_OF_A_WARP; // the warp's first key
  const long long row0 = (long long)b * length;
  float keys[DOWN][PARTS][4] = {}, values[DOWN][PARTS][4] = {};
  rows_in<ROWS>(ks, k, k_stride, vs, v, v_stride, row0, first, length, h * WIDTH);
  for (int from = first; from < length; from += KEYS) {
    if (!any_seen(shown, words, from, KEYS, length, first, ROWS)) continue;
    __syncthreads(); // the last queries have been read
    for (int j = 4 * warp; j < KEYS; j += 4 * TILE_WARPS) {
      const int i = from + j + down;
      const float own = along(dy, dy_stride, kept, row0 + i, h, heads, across, i < length);
      if (across == 0) owns[j + down] = own;
      if (across == 0) sums[j + down] = i < length ? logs[((long long)b * heads + h) * length + i] : 0.0f;
    }
    rows_in<KEYS>(qs, q, q_stride, ds, dy, dy_stride, row0, from, length, h * WIDTH);
    __syncthreads(); // all queries are here
    if (from + KEYS <= start || start >= length) continue;
    float s[DOWN][ACROSS] = {}, d[DOWN][ACROSS] = {};
    add_products(s, ks + own_row * ROW_STRIDE, qs + across * ROW_STRIDE);
    add_products(d, vs + own_row * ROW_STRIDE, ds + across * ROW_STRIDE);
    EACH_KEY(n) {
      const int j = across + 8 * n;
      const unsigned word = seen(shown, words, from + j, start & ~31, length) >> ((start & 31) + down);
      const float sum = sums[j], own = owns[j];
      EACH_ROW(m) {
        const bool sees = word & 1u << 4 * m;
        const float weight = expf(sees ? factor * s[m][n] - sum : NO_SCORE), slope = factor * weight * (d[m][n] - own);
        ws[(own_row + 4 * m) * WEIGHT_STRIDE + j] = weight;
        ss[(own_row + 4 * m) * WEIGHT_STRIDE + j] = sees ? slope : 0.0f;
      }
    }
    __syncwarp(); // the warp's weights and slopes are here
    const int begin = start > from ? start - from : 0, rest = (length - from + 3) / 4 * 4, end = rest < KEYS ? rest : KEYS;
    add_rows(values, ws + own_row * WEIGHT_STRIDE, ds, across, begin, end);
    add_rows(keys, ss + own_row * WEIGHT_STRIDE, qs, across, begin, end);
  }
  if (dk) GIVE_ROWS(dk, keys);
  if (dv) GIVE_ROWS(dv, values);
}

// All gradients: the first blocks have the queries', if they are wanted, the others the keys' and values'.
extern "C" __global__ void attention_backward(
    float factor, IN(q), IN(k), IN(v), IN(dy), const float *logs, const float *kept, SINK(dq), SINK(dk), SINK(dv), int heads,
    int length, const unsigned *shown, int words, int tiles, int first) {
  SHARED(float4, tile);
#define SAME q, q_stride, k, k_stride, v, v_stride, dy, dy_stride, logs, kept
  const int block = blockIdx.x, all = (first ? first : (int)gridDim.x) / tiles;
  if (block < first)
    backward_queries(block, all, (float *)tile, factor, SAME, dq, dq_stride, dq_adds, heads, length, tiles, shown, words);
  else
    backward_keys(
        block - first, all, (float *)tile, factor, SAME, dk, dk_stride, dk_adds, dv, dv_stride, dv_adds, heads, length, shown,
        words);
}

// All gradients of a head whose sequence is one tile: length <= ROWS <= KEYS.
extern "C" __global__ void attention_backward_at_once(
    float factor, IN(q), IN(k), IN(v), IN(dy), const float *logs, const float *kept, SINK(dq), SINK(dk), SINK(dv), int heads,
    int length, const unsigned *shown, int words) {
  SHARED(float4, tile);
  float *qs = (float *)tile, *ds = qs + ROWS * ROW_STRIDE, *ks = ds + ROWS * ROW_STRIDE, *vs = ks + KEYS * ROW_STRIDE;
  float *ws = vs + KEYS * ROW_STRIDE, *ss = ws + ROWS * WEIGHT_STRIDE;
  WHERE;
  const int b = blockIdx.x / heads, h = blockIdx.x % heads, first = 0, start = warp * ROWS_OF_A_WARP;
  const long long row0 = (long long)b * length;
  rows_in<ROWS>(qs, q, q_stride, ds, dy, dy_stride, row0, 0, length, h * WIDTH);
  rows_in<KEYS>(ks, k, k_stride, vs, v, v_stride, row0, 0, length, h * WIDTH);
  OWN_QUERIES;
  __syncthreads(); // all rows are here
  slopes(
      ss + own_row * WEIGHT_STRIDE, ws + own_row * WEIGHT_STRIDE, qs + own_row * ROW_STRIDE, ds + own_row * ROW_STRIDE, ks, vs,
      own, log, factor, own_row, 0, across, length, shown, words);
  __syncthreads(); // all weights and slopes are here
  if (dq) {
    float sum[DOWN][PARTS][4] = {};
    add_rows(sum, ss + own_row * WEIGHT_STRIDE, ks, across, 0, start + ROWS_OF_A_WARP);
    GIVE_ROWS(dq, sum);
  }
#define GIVE_KEYS(x, weights, rows)                                                                               \
  if (x) {                                                                                                        \
    float sum[DOWN][PARTS][4] = {};                                                                               \
    add_turned(sum, weights + start + DOWN * down, rows, across, start, length);                                  \
    EACH_ROW(m) EACH_PART(n)                                                                                      \
      if (start + DOWN * down + m < length)                                                                       \
        give_columns(                                                                                             \
            x, x##_stride, x##_adds, row0 + start + DOWN * down + m, h * WIDTH, across * 4 + 32 * n, sum[m][n], 1.0f); \
  }
  GIVE_KEYS(dv, ws, ds);
  GIVE_KEYS(dk, ss, qs);
}
