// Causal softmax attention without its scores in memory (Dao et al. 2022, arXiv 2205.14135): a block has QUERIES queries of one
// head, its warps QUERIES / WARPS each, and goes through the keys 32 at a time. WIDTH is the width of a head.
#define QUERIES 16
#define WARPS 4
#define EACH_WARPS (QUERIES / WARPS)
#define PARTS ((WIDTH + 31) / 32)
#define PADDED (WIDTH + 1) // lanes that read a column of rows meet no bank twice

__device__ inline void rows_in(float *to, IN(x), long long first, int from, int length, int column, int count) {
  EACH(i, count * WIDTH) {
    const int row = i / WIDTH, c = i % WIDTH;
    to[row * PADDED + c] = from + row < length ? AT(x, first + from + row, column + c) : 0.0f;
  }
}

__device__ inline float product(const float *a, const float *b) {
  float sum = 0;
  for (int c = 0; c < WIDTH; c++) sum += a[c] * b[c];
  return sum;
}

// Whether a query sees a key; shown: a bit for each key, words for each query; null for all that are not later.
#define SEES(i, j) (!shown || (shown[(long long)(i) * words + ((j) >> 5)] >> ((j) & 31) & 1))

// Whether one of the queries from a place on sees one of 32 keys, or of those that bits choose: the same for all threads.
__device__ inline bool any_seen(
    const unsigned *shown, int words, int first, int count, int length, int word, unsigned bits) {
  unsigned all = 0;
  for (int i = first; shown && i < first + count && i < length; i++) all |= shown[(long long)i * words + word];
  return !shown || (all & bits);
}

// logs: log of the sum of exponentials of each query's scaled scores, (B, H, T); kept: a copy of y. Both may be null.
extern "C" __global__ void attention_forward(
    float factor, IN(q), IN(k), IN(v), OUT(y), float *logs, float *kept, int heads, int length, int tiles,
    const unsigned *shown, int words) {
  SHARED(float, rows);
  float *qs = rows, *ks = qs + QUERIES * PADDED, *vs = ks + 32 * PADDED;
  const int tile = blockIdx.x % tiles, h = blockIdx.x / tiles % heads, b = blockIdx.x / tiles / heads;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, first = tile * QUERIES;
  const long long row0 = (long long)b * length;
  float most[EACH_WARPS], sums[EACH_WARPS], out[EACH_WARPS][PARTS];
#pragma unroll
  for (int e = 0; e < EACH_WARPS; e++) {
    most[e] = -3.0e38f;
    sums[e] = 0;
#pragma unroll
    for (int p = 0; p < PARTS; p++) out[e][p] = 0;
  }
  rows_in(qs, q, q_stride, row0, first, length, h * WIDTH, QUERIES);
  const int last = first + QUERIES < length ? first + QUERIES : length;
  for (int from = 0; from < last; from += 32) {
    if (!any_seen(shown, words, first, QUERIES, length, from / 32, ALL)) continue;
    __syncthreads(); // the last keys have been read
    rows_in(ks, k, k_stride, row0, from, length, h * WIDTH, 32);
    rows_in(vs, v, v_stride, row0, from, length, h * WIDTH, 32);
    __syncthreads();
#pragma unroll
    for (int e = 0; e < EACH_WARPS; e++) {
      const int i = warp * EACH_WARPS + e, j = from + lane;
      const bool seen = j <= first + i && first + i < length && SEES(first + i, j);
      const float score = seen ? factor * product(qs + i * PADDED, ks + lane * PADDED) : -3.0e38f;
      const float now = fmaxf(most[e], warp_max(score));
      const float weight = seen ? expf(score - now) : 0.0f;
      const float before = expf(most[e] - now);
      sums[e] = sums[e] * before + warp_sum(weight);
      most[e] = now;
#pragma unroll
      for (int p = 0; p < PARTS; p++) out[e][p] *= before;
      for (int l = 0; l < 32; l++) {
        const float w = __shfl_sync(ALL, weight, l);
#pragma unroll
        for (int p = 0; p < PARTS; p++)
          if (p * 32 + lane < WIDTH) out[e][p] += w * vs[l * PADDED + p * 32 + lane];
      }
    }
  }
#pragma unroll
  for (int e = 0; e < EACH_WARPS; e++) {
    const int i = first + warp * EACH_WARPS + e;
    if (i >= length) continue;
#pragma unroll
    for (int p = 0; p < PARTS; p++) {
      const int c = p * 32 + lane;
      if (c >= WIDTH) continue;
      const float answer = out[e][p] / sums[e];
      AT(y, row0 + i, h * WIDTH + c) = answer;
      if (kept) kept[((row0 + i) * heads + h) * WIDTH + c] = answer;
    }
    if (logs && lane == 0) logs[((long long)b * heads + h) * length + i] = most[e] + logf(sums[e]);
  }
}

// The queries' gradient.
__device__ inline void backward_queries(
    int block, float *rows, float factor, IN(q), IN(k), IN(v), IN(dy), const float *logs, const float *kept, SINK(dq),
    int heads, int length, int tiles, const unsigned *shown, int words) {
  float *qs = rows, *ds = qs + QUERIES * PADDED, *ks = ds + QUERIES * PADDED, *vs = ks + 32 * PADDED;
  const int tile = block % tiles, h = block / tiles % heads, b = block / tiles / heads;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, first = tile * QUERIES;
  const long long row0 = (long long)b * length, number0 = ((long long)b * heads + h) * length;
  float out[EACH_WARPS][PARTS], own[EACH_WARPS];
  rows_in(qs, q, q_stride, row0, first, length, h * WIDTH, QUERIES);
  rows_in(ds, dy, dy_stride, row0, first, length, h * WIDTH, QUERIES);
  __syncthreads();
#pragma unroll
  for (int e = 0; e < EACH_WARPS; e++) {
    const int i = warp * EACH_WARPS + e;
    float sum = 0;
    for (int c = lane; c < WIDTH; c += 32)
      if (first + i < length) sum += ds[i * PADDED + c] * kept[((row0 + first + i) * heads + h) * WIDTH + c];
    own[e] = warp_sum(sum);
#pragma unroll
    for (int p = 0; p < PARTS; p++) out[e][p] = 0;
  }
  const int last = first + QUERIES < length ? first + QUERIES : length;
  for (int from = 0; from < last; from += 32) {
    if (!any_seen(shown, words, first, QUERIES, length, from / 32, ALL)) continue;
    __syncthreads();
    rows_in(ks, k, k_stride, row0, from, length, h * WIDTH, 32);
    rows_in(vs, v, v_stride, row0, from, length, h * WIDTH, 32);
    __syncthreads();
#pragma unroll
    for (int e = 0; e < EACH_WARPS; e++) {
      const int i = warp * EACH_WARPS + e, j = from + lane;
      float slope = 0;
      if (j <= first + i && first + i < length && SEES(first + i, j)) {
        const float score = factor * product(qs + i * PADDED, ks + lane * PADDED);
        const float weight = expf(score - logs[number0 + first + i]);
        slope = factor * weight * (product(ds + i * PADDED, vs + lane * PADDED) - own[e]);
      }
      for (int l = 0; l < 32; l++) {
        const float s = __shfl_sync(ALL, slope, l);
#pragma unroll
        for (int p = 0; p < PARTS; p++)
          if (p * 32 + lane < WIDTH) out[e][p] += s * ks[l * PADDED + p * 32 + lane];
      }
    }
  }
#pragma unroll
  for (int e = 0; e < EACH_WARPS; e++) {
    const int i = first + warp * EACH_WARPS + e;
#pragma unroll
    for (int p = 0; p < PARTS; p++)
      if (dq && i < length && p * 32 + lane < WIDTH) GIVE(dq, row0 + i, h * WIDTH + p * 32 + lane, out[e][p]);
  }
}

// The keys' and values' gradients: a block has QUERIES keys and goes through the queries that see them.
__device__ inline void backward_keys(
    int block, float *rows, float factor, IN(q), IN(k), IN(v), IN(dy), const float *logs, const float *kept, SINK(dk), SINK(dv),
    int heads, int length, int tiles, const unsigned *shown, int words) {
  float *ks = rows, *vs = ks + QUERIES * PADDED, *qs = vs + QUERIES * PADDED, *ds = qs + 32 * PADDED;
  const int tile = block % tiles, h = block / tiles % heads, b = block / tiles / heads;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, first = tile * QUERIES;
  const long long row0 = (long long)b * length, number0 = ((long long)b * heads + h) * length;
  float keys[EACH_WARPS][PARTS], values[EACH_WARPS][PARTS];
#pragma unroll
  for (int e = 0; e < EACH_WARPS; e++)
#pragma unroll
    for (int p = 0; p < PARTS; p++) keys[e][p] = values[e][p] = 0;
  rows_in(ks, k, k_stride, row0, first, length, h * WIDTH, QUERIES);
  rows_in(vs, v, v_stride, row0, first, length, h * WIDTH, QUERIES);
  for (int from = first / 32 * 32; from < length; from += 32) {
    if (!any_seen(shown, words, from, 32, length, first / 32, 0xffffu << (first & 31))) continue;
    __syncthreads();
    rows_in(qs, q, q_stride, row0, from, length, h * WIDTH, 32);
    rows_in(ds, dy, dy_stride, row0, from, length, h * WIDTH, 32);
    __syncthreads();
    float along = 0; // dy·y of the lane's query
    for (int c = 0; from + lane < length && c < WIDTH; c++)
      along += ds[lane * PADDED + c] * kept[((row0 + from + lane) * heads + h) * WIDTH + c];
#pragma unroll
    for (int e = 0; e < EACH_WARPS; e++) {
      const int j = warp * EACH_WARPS + e, i = from + lane;
      float weight = 0, slope = 0;
      if (first + j <= i && i < length && SEES(i, first + j)) {
        const float score = factor * product(qs + lane * PADDED, ks + j * PADDED);
        weight = expf(score - logs[number0 + i]);
        slope = factor * weight * (product(ds + lane * PADDED, vs + j * PADDED) - along);
      }
      for (int l = 0; l < 32; l++) {
        const float w = __shfl_sync(ALL, weight, l), s = __shfl_sync(ALL, slope, l);
#pragma unroll
        for (int p = 0; p < PARTS; p++)
          if (p * 32 + lane < WIDTH) {
            values[e][p] += w * ds[l * PADDED + p * 32 + lane];
            keys[e][p] += s * qs[l * PADDED + p * 32 + lane];
          }
      }
    }
  }
#pragma unroll
  for (int e = 0; e < EACH_WARPS; e++) {
    const int j = first + warp * EACH_WARPS + e;
#pragma unroll
    for (int p = 0; p < PARTS; p++) {
      const int c = p * 32 + lane;
      if (j >= length || c >= WIDTH) continue;
      if (dk) GIVE(dk, row0 + j, h * WIDTH + c, keys[e][p]);
      if (dv) GIVE(dv, row0 + j, h * WIDTH + c, values[e][p]);
    }
  }
}

// All gradients: the first blocks have the queries', if they are wanted, the others the keys' and values'.
extern "C" __global__ void attention_backward(
    float factor, IN(q), IN(k), IN(v), IN(dy), const float *logs, const float *kept, SINK(dq), SINK(dk), SINK(dv), int first,
    int heads, int length, int tiles, const unsigned *shown, int words) {
  SHARED(float, rows);
#define SAME q, q_stride, k, k_stride, v, v_stride, dy, dy_stride, logs, kept
  if ((int)blockIdx.x < first)
    backward_queries(blockIdx.x, rows, factor, SAME, dq, dq_stride, dq_adds, heads, length, tiles, shown, words);
  else
    backward_keys(
        blockIdx.x - first, rows, factor, SAME, dk, dk_stride, dk_adds, dv, dv_stride, dv_adds, heads, length, tiles, shown,
        words);
}
