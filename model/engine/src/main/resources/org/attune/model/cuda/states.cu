// Values read through a matrix per head that each token updates, token by token. Columns of the matrix do not need each other: a
// warp has ACROSS of them in registers, each on LANES lanes that have ROWS rows. Warps of one block, or of several, have a head's
// columns. The last warps of a block are loaders: they fetch the tokens of the next tile and bring away the results of the last
// one while the others work on this one. CORRECTS: whether a token's value is less what its key reads. DECAYED: the decays whose
// derivative is wanted: 0, 1 for each head, 2 for each row.
#define WIDE (ROWS * LANES) // a head's width, with zeros after it
#define ACROSS (32 / LANES)
#define LOADERS 4
#define BATCH 4 // numbers of a kind that a loader waits for at once
#define MOST_THREADS (ROWS > 16 ? 256 : 384) // of a block
#define LOADED(i, n) for (int i = threadIdx.x - blockDim.x + 32 * LOADERS; i < (n); i += 32 * LOADERS)

// A tile's tokens in shared memory, a row each: scaled queries, decays, values and results' derivatives of the block's columns.
struct Tokens {
  float *key, *query, *by, *value, *change, *weight;
};

__device__ inline int tokens_size(int tile, int columns) { return (tile * (3 * WIDE + 2 * columns + 1) + 3) / 4 * 4; }

__device__ inline Tokens tokens_at(float *memory, int tile, int columns) {
  Tokens at;
  at.key = memory, at.query = at.key + tile * WIDE, at.by = at.query + tile * WIDE, at.value = at.by + tile * WIDE;
  at.change = at.value + tile * columns, at.weight = at.change + tile * columns;
  return at;
}

__device__ inline float decay_of(IN(decay), int decays, float rate, long long r, int h, int c) {
  return decays == 0 ? rate : rate * AT(decay, r, decays == 1 ? h : h * decays + c);
}

// Fetches count tokens from row first on; of the head's values the block's columns, of which the first is from.
__device__ inline void fetch(
    Tokens to, IN(q), IN(k), IN(v), IN(decay), IN(write), float rate, IN(dy), long long first, int count, int h, int width,
    int depth, int decays, int from, int columns, float scale) {
  const int own = threadIdx.x - blockDim.x + 32 * LOADERS;
  const float weight = write && own < count ? AT(write, first + own, h) : 1.0f;
  for (int i0 = own; i0 < count * WIDE; i0 += BATCH * 32 * LOADERS) {
    float key[BATCH], query[BATCH], by[BATCH];
#pragma unroll
    for (int e = 0; e < BATCH; e++) {
      const int i = i0 + e * 32 * LOADERS, c = i % WIDE, at = h * width + c;
      const long long r = first + i / WIDE;
      const bool real = i < count * WIDE && c < width;
      key[e] = real ? AT(k, r, at) : 0.0f;
      query[e] = real ? scale * AT(q, r, at) : 0.0f;
      by[e] = real ? decay_of(decay, decay_stride, decays, rate, r, h, c) : 0.0f;
    }
#pragma unroll
    for (int e = 0; e < BATCH; e++) {
      const int i = i0 + e * 32 * LOADERS;
      if (i < count * WIDE) to.key[i] = key[e], to.query[i] = query[e], to.by[i] = by[e];
    }
  }
  for (int i0 = own; i0 < count * columns; i0 += BATCH * 32 * LOADERS) {
    float value[BATCH], change[BATCH];
#pragma unroll
    for (int e = 0; e < BATCH; e++) {
      const int i = i0 + e * 32 * LOADERS, t = (unsigned)i / (unsigned)columns, j = from + i - t * columns;
      const bool real = t < count && j < depth;
      value[e] = real ? AT(v, first + t, h * depth + j) : 0.0f;
      change[e] = dy && real ? AT(dy, first + t, h * depth + j) : 0.0f;
    }
#pragma unroll
    for (int e = 0; e < BATCH; e++) {
      const int i = i0 + e * 32 * LOADERS;
      if (i < count * columns) to.value[i] = value[e], to.change[i] = change[e];
    }
  }
  if (own < count) to.weight[own] = weight;
}

// The lane's rows of a token's row: four side by side, then four that are LANES fours further.
__device__ inline void rows_of(float *to, const float *from, int part) {
#pragma unroll
  for (int g = 0; g < ROWS; g += 4) four_of(to + g, from + (g * LANES + 4 * part));
}

// A warp's state in memory: fours of all lanes side by side.
__device__ inline void state_in(float *s, const float *from, int lane) {
#pragma unroll
  for (int g = 0; g < ROWS; g += 4) four_of(s + g, from + (g * 32 + 4 * lane));
}

__device__ inline void state_out(float *to, const float *s, int lane) {
#pragma unroll
  for (int g = 0; g < ROWS; g += 4) {
    float4 x;
    x.x = s[g], x.y = s[g + 1], x.z = s[g + 2], x.w = s[g + 3];
    *(float4 *)(to + (g * 32 + 4 * lane)) = x;
  }
}

__device__ inline float rows_product(const float *a, const float *b) {
  float sum[4] = {0, 0, 0, 0};
#pragma unroll
  for (int i = 0; i < ROWS; i++) sum[i & 3] += a[i] * b[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// The sum over a column's lanes, known to them.
__device__ inline float lanes_sum(float v) {
#pragma unroll
  for (int o = 1; o < LANES; o <<= 1) v += __shfl_xor_sync(ALL, v, o);
  return v;
}

// Sums over a warp's columns for each row, put at the rows. Each exchange halves the rows that a lane has sums of.
__device__ inline void columns_out(float *to, float *x, int lane) {
  int n = ROWS, first = 0;
#pragma unroll
  for (int o = 16; o >= LANES; o >>= 1) {
    const bool upper = lane & o;
    if (n == 1) {
      x[0] += __shfl_xor_sync(ALL, x[0], o);
    } else {
      n /= 2;
#pragma unroll
      for (int i = 0; i < ROWS / 2; i++)
        if (i < n) {
          const float own = upper ? x[i + n] : x[i], other = upper ? x[i] : x[i + n];
          x[i] = own + __shfl_xor_sync(ALL, other, o);
        }
      if (upper) first += n;
    }
  }
#pragma unroll
  for (int i = 0; i < ROWS; i++)
    if (i < n) to[((first + i) / 4 * LANES + lane % LANES) * 4 + (first + i) % 4] = x[i];
}

// Takes the lane's state over a token that writes u at its key, less what the key reads if it corrects; returns what it writes.
// The next token's key and decay come into the places of this one's.
__device__ inline float step(
    float *s, float *key, float *by, float weight, float u, const float *next_key, const float *next_by, int part) {
#pragma unroll
  for (int i = 0; i < ROWS; i++) s[i] *= by[i];
  rows_of(by, next_by, part);
  if (CORRECTS) u -= lanes_sum(rows_product(key, s));
  const float w = weight * u;
#pragma unroll
  for (int i = 0; i < ROWS; i++) s[i] += key[i] * w;
  rows_of(key, next_key, part);
  return u;
}

// y_t = scale q_t S_t. kept: each warp's state before each chunk of tokens, or null. decays: numbers that a head has for its
// decay, 0, 1 or width. A chunk has some tiles of tokens. splits: blocks that a head has.
extern "C" __global__ void __launch_bounds__(MOST_THREADS, 1) read_states(
    IN(q), IN(k), IN(v), IN(decay), IN(write), const float *rates, OUT(y), float *kept, int heads, int length, int width,
    int depth, int decays, float scale, int chunk, int tile, int splits) {
  SHARED(float4, fours);
  const int split = blockIdx.x % splits, h = blockIdx.x / splits % heads, b = blockIdx.x / splits / heads;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, warps = (blockDim.x >> 5) - LOADERS, part = lane % LANES;
  const int columns = warps * ACROSS, column = warp * ACROSS + lane / LANES, from = split * columns;
  const int tiles = (length + tile - 1) / tile, chunks = (length + chunk - 1) / chunk, size = tokens_size(tile, columns);
  const long long row0 = (long long)b * length;
  float s[ROWS];
#pragma unroll
  for (int i = 0; i < ROWS; i++) s[i] = 0;
  for (int n = -1; n <= tiles; n++) {
    const int first = n * tile, count = length - first < tile ? length - first : tile;
    if (warp >= warps) {
      const int next = first + tile, last = first - tile;
      const Tokens at = tokens_at((float *)fours + (n + 1 & 1) * size, tile, columns);
      if (n > 0) // values that were read have given way to results; the thread that fetches a value has brought its result away
        LOADED(i, tile * columns) {
          const int t = (unsigned)i / (unsigned)columns, j = from + i - t * columns;
          if (last + t < length && j < depth) AT(y, row0 + last + t, h * depth + j) = at.value[i];
        }
      if (next < length)
        fetch(
            at, q, q_stride, k, k_stride, v, v_stride, decay, decay_stride, write, write_stride, rates[h], 0, 0, row0 + next,
            length - next < tile ? length - next : tile, h, width, depth, decays, from, columns, scale);
    } else if (n >= 0) {
      const Tokens at = tokens_at((float *)fours + (n & 1) * size, tile, columns);
      if (kept && first < length && first % chunk == 0)
        state_out(kept + (((long long)blockIdx.x * chunks + first / chunk) * warps + warp) * (32 * ROWS), s, lane);
      float key[ROWS], by[ROWS], query[ROWS], sum = 0;
      rows_of(key, at.key, part);
      rows_of(by, at.by, part);
      for (int t = 0; t < count; t++) {
        const int next = (t + 1 < count ? t + 1 : t) * WIDE;
        const float weight = at.weight[t], u = at.value[t * columns + column];
        rows_of(query, at.query + t * WIDE, part);
        __syncwarp(); // all lanes have read the value before its place takes the result
        sum = lanes_sum(sum); // of the token before, while this one waits
        if (t > 0 && part == 0) at.value[(t - 1) * columns + column] = sum;
        step(s, key, by, weight, u, at.key + next, at.by + next, part);
        sum = rows_product(query, s);
      }
      sum = lanes_sum(sum);
      if (part == 0 && count > 0) at.value[(count - 1) * columns + column] = sum;
    }
    __syncthreads(); // the next tile is there, this one is done
  }
}

// What the adjoint gives of a tile: sums over each warp's columns, for each row or for the head, to be added up, and what it
// gives for each column.
struct Results {
  float *rows, *decayed, *columns, *written;
};

#define DECAYED_SIZE (DECAYED == 2 ? WIDE : DECAYED)

__device__ inline int results_size(int tile, int warps, int columns) {
  return tile * (warps * (WIDE + DECAYED_SIZE) + 2 * columns);
}

__device__ inline Results results_at(float *memory, int tile, int warps, int columns) {
  Results at;
  at.rows = memory, at.decayed = at.rows + tile * warps * WIDE;
  at.columns = at.decayed + tile * warps * DECAYED_SIZE, at.written = at.columns + tile * columns;
  return at;
}

// A step of the adjoint: from the last chunk to the first, each goes ahead through its tiles, to have its states, and back.
struct Stage {
  int ahead, chunk, inside, first, count;
};

__device__ inline Stage stage_of(int step, int length, int chunk, int tile, int chunks) {
  const int tiles = chunk / tile, i = step % (2 * tiles);
  Stage at;
  at.ahead = i < tiles, at.chunk = chunks - 1 - step / (2 * tiles);
  at.inside = (at.ahead ? i : 2 * tiles - 1 - i) * tile, at.first = at.chunk * chunk + at.inside;
  at.count = length - at.first < tile ? length - at.first : tile;
  return at;
}

// Adds up the warps' sums for each row.
__device__ inline void rows_away(
    const float *sums, int warps, SINK(to), long long first, int count, int column, int width, float factor) {
#pragma unroll 4
  LOADED(i, count * WIDE) {
    const int t = i / WIDE, c = i % WIDE;
    if (c >= width) continue;
    float sum = 0;
    for (int w = 0; w < warps; w++) sum += sums[(t * warps + w) * WIDE + c];
    GIVE(to, first + t, column + c, factor * sum);
  }
}

// The adjoint. states: memory of each block for a chunk's states, computed again. Of a head with several blocks each puts a part
// of dq, dk, dd and dw at rows of its own, which are added up later. later: the derivative by the state after a token.
extern "C" __global__ void __launch_bounds__(MOST_THREADS, 1) read_states_back(
    IN(q), IN(k), IN(v), IN(decay), IN(write), const float *rates, IN(dy), const float *kept, float *states, SINK(dq), SINK(dk),
    SINK(dv), SINK(dd), SINK(dw), int heads, int length, int width, int depth, int decays, float scale, int chunk, int tile,
    int splits) {
  SHARED(float4, fours);
  const int split = blockIdx.x % splits, h = blockIdx.x / splits % heads, b = blockIdx.x / splits / heads;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, warps = (blockDim.x >> 5) - LOADERS, part = lane % LANES;
  const int columns = warps * ACROSS, column = warp * ACROSS + lane / LANES, from = split * columns;
  const int chunks = (length + chunk - 1) / chunk, size = tokens_size(tile, columns), steps = chunks * (chunk / tile) * 2;
  const int given = results_size(tile, warps, columns), own = 32 * ROWS, all = warps * own;
  const long long row0 = (long long)b * length, part0 = (long long)split * (gridDim.x / splits / heads) * length + row0;
  const bool remembers = CORRECTS || DECAYED;
  float *results = (float *)fours + 2 * size, *written = results + 2 * given;
  states += (long long)blockIdx.x * chunk * all + warp * own;
  kept += (long long)blockIdx.x * chunks * all + warp * own;
  float s[ROWS], later[ROWS];
#pragma unroll
  for (int i = 0; i < ROWS; i++) later[i] = 0;
  for (int n = -1; n <= steps; n++) {
    const Stage now = stage_of(n, length, chunk, tile, chunks);
    if (warp >= warps) {
      const Stage last = stage_of(n - 1, length, chunk, tile, chunks), next = stage_of(n + 1, length, chunk, tile, chunks);
      const Results at = results_at(results + (n + 1 & 1) * given, tile, warps, columns);
      const long long r = part0 + last.first;
      if (n > 0 && last.ahead) {
        if (dq) rows_away(at.rows, warps, dq, dq_stride, dq_adds, r, last.count, h * width, width, scale);
      } else if (n > 0) {
        if (dk) rows_away(at.rows, warps, dk, dk_stride, dk_adds, r, last.count, h * width, width, 1);
        if (DECAYED == 2)
          rows_away(at.decayed, warps, dd, dd_stride, dd_adds, r, last.count, h * width, width, rates[h]);
        if (DECAYED == 1)
          LOADED(t, last.count) {
            float sum = 0;
            for (int w = 0; w < warps; w++) sum += at.decayed[t * warps + w];
            GIVE(dd, r + t, h, rates[h] * sum);
          }
        for (int t = warp - warps; t < last.count; t += LOADERS) {
          float sum = 0;
          for (int j = lane; j < columns; j += 32) {
            if (dv && from + j < depth) GIVE(dv, row0 + last.first + t, h * depth + from + j, at.columns[t * columns + j]);
            sum += at.written[t * columns + j];
          }
          if (!dw) continue;
          sum = warp_sum(sum);
          if (lane == 0) GIVE(dw, r + t, h, sum);
        }
      }
      if (n + 1 < steps)
        fetch(
            tokens_at((float *)fours + (n + 1 & 1) * size, tile, columns), q, q_stride, k, k_stride, v, v_stride, decay,
            decay_stride, write, write_stride, rates[h], dy, dy_stride, row0 + next.first, next.count, h, width, depth, decays,
            from, columns, scale);
    } else if (n >= 0 && n < steps) {
      const Tokens at = tokens_at((float *)fours + (n & 1) * size, tile, columns);
      const Results to = results_at(results + (n & 1) * given, tile, warps, columns);
      if (now.ahead) {
        float key[ROWS], by[ROWS], read[ROWS];
        if (now.inside == 0) state_in(s, kept + (long long)now.chunk * all, lane);
        rows_of(key, at.key, part);
        rows_of(by, at.by, part);
        for (int t = 0; t < now.count; t++) {
          const int next = (t + 1 < now.count ? t + 1 : t) * WIDE;
          const float change = at.change[t * columns + column];
          if (remembers) state_out(states + (now.inside + t) * all, s, lane);
          const float u =
              step(s, key, by, at.weight[t], at.value[t * columns + column], at.key + next, at.by + next, part);
          if (part == 0) written[(now.inside + t) * columns + column] = u;
#pragma unroll
          for (int i = 0; i < ROWS; i++) read[i] = s[i] * change;
          columns_out(to.rows + (t * warps + warp) * WIDE, read, lane);
        }
      } else {
        float before[ROWS];
        if (remembers && now.count > 0) state_in(before, states + (now.inside + now.count - 1) * all, lane);
        for (int t = now.count - 1; t >= 0; t--) {
          float key[ROWS], by[ROWS], query[ROWS], faded[ROWS], decayed = 0;
          rows_of(key, at.key + t * WIDE, part);
          rows_of(by, at.by + t * WIDE, part);
          rows_of(query, at.query + t * WIDE, part);
          const float change = at.change[t * columns + column], weight = at.weight[t];
          const float u = written[(now.inside + t) * columns + column], w = weight * u;
#pragma unroll
          for (int i = 0; i < ROWS; i++) later[i] += query[i] * change;
          const float sum = lanes_sum(rows_product(key, later)), du = weight * sum;
          if (part == 0) to.columns[t * columns + column] = du, to.written[t * columns + column] = sum * u;
#pragma unroll
          for (int i = 0; i < ROWS; i++) {
            float along = w * later[i];
            if (CORRECTS) along -= by[i] * before[i] * du, later[i] -= key[i] * du;
            if (DECAYED == 2) faded[i] = later[i] * before[i];
            if (DECAYED == 1) decayed += later[i] * before[i];
            later[i] *= by[i];
            key[i] = along;
          }
          if (remembers && t > 0) state_in(before, states + (now.inside + t - 1) * all, lane);
          columns_out(to.rows + (t * warps + warp) * WIDE, key, lane);
          if (DECAYED == 2) columns_out(to.decayed + (t * warps + warp) * WIDE, faded, lane);
          if (DECAYED == 1) {
            decayed = warp_sum(decayed);
            if (lane == 0) to.decayed[t * warps + warp] = decayed;
          }
        }
      }
    }
    __syncthreads(); // the next tokens are there, these are done
  }
}

// Adds up what the blocks of a head have put at rows of their own.
extern "C" __global__ void add_splits(IN(parts), int splits, SINK(to), int rows, int columns) {
  ELEMENT;
  float sum = 0;
  for (int s = 0; s < splits; s++) sum += AT(parts, (long long)s * rows + r, c);
  GIVE(to, r, c, sum);
}
