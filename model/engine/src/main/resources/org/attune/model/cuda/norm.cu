// y = gain x / sqrt(mean(x²) + epsilon) over each group of a row's columns: a block each.

extern "C" __global__ void rms_forward(
    float epsilon, IN(x), IN(gain), OUT(y), float *unit, float *inverse, int groups, int width) {
  __shared__ float part[32];
  const int r = blockIdx.x / groups, from = blockIdx.x % groups * width;
  float squares = 0;
  EACH(i, width) squares += AT(x, r, from + i) * AT(x, r, from + i);
  const float root = 1.0f / sqrtf(block_sum(squares, part) / width + epsilon);
  EACH(i, width) {
    const float u = AT(x, r, from + i) * root;
    if (unit) unit[(long long)blockIdx.x * width + i] = u;
    AT(y, r, from + i) = u * AT(gain, 0, i);
  }
  if (inverse && threadIdx.x == 0) inverse[blockIdx.x] = root;
}

extern "C" __global__ void rms_backward(
    IN(gain), IN(dy), const float *unit, const float *inverse, SINK(dx), int groups, int width) {
  __shared__ float part[32];
  const int r = blockIdx.x / groups, from = blockIdx.x % groups * width;
  const float *u = unit + (long long)blockIdx.x * width;
  float along = 0;
  EACH(i, width) along += AT(dy, r, from + i) * AT(gain, 0, i) * u[i];
  along = block_sum(along, part) / width;
  EACH(i, width)
    GIVE(dx, r, from + i, (AT(dy, r, from + i) * AT(gain, 0, i) - u[i] * along) * inverse[blockIdx.x]);
}

// y = c / sqrt(mean(c²) + epsilon) over each group of a row's columns, c being x, perhaps less its mean: a block each.
extern "C" __global__ void standardise_forward(
    float epsilon, int centred, IN(x), OUT(y), float *unit, float *inverse, int groups, int width) {
  __shared__ float part[32];
  const int r = blockIdx.x / groups, from = blockIdx.x % groups * width;
  float mean = 0;
  if (centred) {
    EACH(i, width) mean += AT(x, r, from + i);
    mean = block_sum(mean, part) / width;
  }
  float squares = 0;
  EACH(i, width) {
    const float c = AT(x, r, from + i) - mean;
    squares += c * c;
  }
  const float root = 1.0f / sqrtf(block_sum(squares, part) / width + epsilon);
  EACH(i, width) {
    const float u = (AT(x, r, from + i) - mean) * root;
    if (unit) unit[(long long)blockIdx.x * width + i] = u;
    AT(y, r, from + i) = u;
  }
  if (inverse && threadIdx.x == 0) inverse[blockIdx.x] = root;
}

extern "C" __global__ void standardise_backward(
    int centred, IN(dy), const float *unit, const float *inverse, SINK(dx), int groups, int width) {
  __shared__ float part[32];
  const int r = blockIdx.x / groups, from = blockIdx.x % groups * width;
  const float *u = unit + (long long)blockIdx.x * width;
  float along = 0, mean = 0;
  EACH(i, width) {
    along += AT(dy, r, from + i) * u[i];
    mean += AT(dy, r, from + i);
  }
  along = block_sum(along, part) / width;
  mean = centred ? block_sum(mean, part) / width : 0.0f;
  EACH(i, width) GIVE(dx, r, from + i, (AT(dy, r, from + i) - mean - u[i] * along) * inverse[blockIdx.x]);
}

// Columns with mean 0 and variance 1 over every `group` rows: a block has 32 columns of a group, its warps every so many rows.
#define COLUMNS_OF_A_GROUP                                                         \
  __shared__ float part[32][33];                                                   \
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5; \
  const int tiles = (columns + 31) / 32, c = blockIdx.x % tiles * 32 + lane;       \
  const long long first = (long long)(blockIdx.x / tiles) * group, end = first + group

// The sum of what a block's warps have of each column.
__device__ inline float column_sum(float v, float part[32][33], int lane, int warp, int warps) {
  __syncthreads(); // the last sum has been read
  part[warp][lane] = v;
  __syncthreads();
  float sum = 0;
  for (int w = 0; w < warps; w++) sum += part[w][lane];
  return sum;
}

extern "C" __global__ void channel_norm_forward(
    float epsilon, IN(x), OUT(y), float *unit, float *inverse, int group, int columns) {
  COLUMNS_OF_A_GROUP;
  const bool mine = c < columns;
  float sum = 0;
  for (long long r = first + warp; mine && r < end; r += warps) sum += AT(x, r, c);
  const float mean = column_sum(sum, part, lane, warp, warps) / group;
  float squares = 0;
  for (long long r = first + warp; mine && r < end; r += warps) {
    const float d = AT(x, r, c) - mean;
    squares += d * d;
  }
  const float root = 1.0f / sqrtf(column_sum(squares, part, lane, warp, warps) / group + epsilon);
  for (long long r = first + warp; mine && r < end; r += warps) {
    const float u = (AT(x, r, c) - mean) * root;
    if (unit) unit[r * columns + c] = u;
    AT(y, r, c) = u;
  }
  if (inverse && mine && warp == 0) inverse[(long long)(blockIdx.x / tiles) * columns + c] = root;
}

extern "C" __global__ void channel_norm_backward(
    IN(dy), const float *unit, const float *inverse, SINK(dx), int group, int columns) {
  COLUMNS_OF_A_GROUP;
  const bool mine = c < columns;
  float sum = 0, along = 0;
  for (long long r = first + warp; mine && r < end; r += warps) {
    sum += AT(dy, r, c);
    along += AT(dy, r, c) * unit[r * columns + c];
  }
  const float mean = column_sum(sum, part, lane, warp, warps) / group;
  const float share = column_sum(along, part, lane, warp, warps) / group;
  for (long long r = first + warp; mine && r < end; r += warps) {
    const float root = inverse[(long long)(blockIdx.x / tiles) * columns + c];
    GIVE(dx, r, c, (AT(dy, r, c) - mean - unit[r * columns + c] * share) * root);
  }
}

// Norms' adjoints that also sum their gains' gradients: a warp takes every so many groups of columns, and each lane keeps to its
// own columns, so that a warp's sums need no exchange. A block's sums are a row of `partial`.
#define WARPS_OF_A_BLOCK \
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5
#define EACH_OF_A_LANE(i, n) for (int i = lane; i < (n); i += 32)
#define ITEMS_OF_A_WARP(n, items) \
  for (long long n = blockIdx.x * (long long)warps + warp; n < (items); n += (long long)gridDim.x * warps)

__device__ inline void store_sums(const float *sums, float *partial, int warps, int columns) {
  __syncthreads();
  EACH(i, columns) {
    float sum = 0;
    for (int w = 0; w < warps; w++) sum += sums[w * columns + i];
    partial[(long long)blockIdx.x * columns + i] = sum;
  }
}

extern "C" __global__ void rms_backward_gains(
    IN(gain), IN(dy), const float *unit, const float *inverse, SINK(dx), float *partial, int items, int groups, int width) {
  SHARED(float, sums); // a row for each warp
  WARPS_OF_A_BLOCK;
  float *own = sums + warp * width;
  EACH_OF_A_LANE(i, width) own[i] = 0;
  ITEMS_OF_A_WARP(n, items) {
    const int r = (int)(n / groups), from = (int)(n % groups) * width;
    const float *u = unit + n * width;
    float along = 0;
    EACH_OF_A_LANE(i, width) {
      const float d = AT(dy, r, from + i) * u[i];
      own[i] += d;
      along += d * AT(gain, 0, i);
    }
    if (!dx) continue;
    along = warp_sum(along) / width;
    EACH_OF_A_LANE(i, width)
      GIVE(dx, r, from + i, (AT(dy, r, from + i) * AT(gain, 0, i) - u[i] * along) * inverse[n]);
  }
  store_sums(sums, partial, warps, width);
}

// Heads of two values side by side, x's and then z's, normed and turned by their row's place: a warp for each head of each row.
// table: (length, width), cosines then sines; none: nothing is turned.
extern "C" __global__ void heads_forward(
    float epsilon, IN(x), IN(z), IN(gain), IN(zgain), IN(table), OUT(y), float *unit, float *inverse, int items, int heads,
    int split, int width, int length) {
  WARPS_OF_A_BLOCK;
  ITEMS_OF_A_WARP(n, items) {
    const int r = (int)(n / heads), h = (int)(n % heads), half = width / 2;
    const float *from = h < split ? &AT(x, r, h * width) : &AT(z, r, (h - split) * width);
    const float *g = h < split ? gain : zgain;
    float squares = 0;
    EACH_OF_A_LANE(i, width) squares += from[i] * from[i];
    const float root = 1.0f / sqrtf(warp_sum(squares) / width + epsilon);
    float *to = &AT(y, r, h * width);
    if (unit) EACH_OF_A_LANE(i, width) unit[n * width + i] = from[i] * root;
    if (table) {
      EACH_OF_A_LANE(i, half) {
        const float cosine = AT(table, r % length, i), sine = AT(table, r % length, half + i);
        const float a = from[i] * root * g[i], b = from[half + i] * root * g[half + i];
        to[i] = a * cosine - b * sine;
        to[half + i] = b * cosine + a * sine;
      }
    } else {
      EACH_OF_A_LANE(i, width) to[i] = from[i] * root * g[i];
    }
    if (inverse && lane == 0) inverse[n] = root;
  }
}

// The gradient by a head's i-th normed number: dy turned back.
__device__ inline float turned_back(const float *dy, IN(table), int t, int i, int width) {
  if (!table) return dy[i];
  const int half = width / 2, pair = i % half;
  const float cosine = AT(table, t, pair), sine = AT(table, t, half + pair);
  return i < half ? dy[i] * cosine + dy[half + i] * sine : dy[i] * cosine - dy[pair] * sine;
}

extern "C" __global__ void heads_backward(
    IN(gain), IN(zgain), IN(table), IN(dy), const float *unit, const float *inverse, SINK(dx), SINK(dz), float *partial,
    int items, int heads, int split, int width, int length) {
  SHARED(float, sums); // a row for each warp: x's gain, then z's
  WARPS_OF_A_BLOCK;
  const int columns = heads > split ? 2 * width : width;
  EACH_OF_A_LANE(i, columns) sums[warp * columns + i] = 0;
  __syncwarp();
  ITEMS_OF_A_WARP(n, items) {
    const int r = (int)(n / heads), h = (int)(n % heads), t = r % length;
    const bool first = h < split;
    const float *u = unit + n * width, *d = &AT(dy, r, h * width), *g = first ? gain : zgain;
    float *own = sums + warp * columns + (first ? 0 : width);
    float along = 0;
    EACH_OF_A_LANE(i, width) {
      const float v = turned_back(d, table, table_stride, t, i, width) * u[i];
      own[i] += v;
      along += v * g[i];
    }
    along = warp_sum(along) / width;
    EACH_OF_A_LANE(i, width) {
      const float v = (turned_back(d, table, table_stride, t, i, width) * g[i] - u[i] * along) * inverse[n];
      if (first && dx) GIVE(dx, r, h * width + i, v);
      if (!first && dz) GIVE(dz, r, (h - split) * width + i, v);
    }
  }
  store_sums(sums, partial, warps, columns);
}

// The gradients of many gains at once. Each of the jobs has five numbers: where its partial sums are and where the sum goes, then
// rows, stride and columns of the partial sums. A job whose bit in `due` is 0 is left out; where its bit in `adds` is 1, the sum
// is added. A block has 32 columns of a job.
extern "C" __global__ void gain_sums(const long long *jobs, long long due, long long adds) {
  __shared__ float part[32][33];
  WARPS_OF_A_BLOCK;
  int job = 0, tile = blockIdx.x;
  for (int tiles; tile >= (tiles = (int)((jobs[5 * job + 4] + 31) / 32)); job++) tile -= tiles;
  if (!(due >> job & 1)) return;
  const float *x = (const float *)jobs[5 * job];
  float *to = (float *)jobs[5 * job + 1];
  const long long rows = jobs[5 * job + 2], stride = jobs[5 * job + 3], columns = jobs[5 * job + 4];
  const int c = tile * 32 + lane;
  float sum = 0;
  if (c < columns) {
#pragma unroll 8
    for (long long r = warp; r < rows; r += warps) sum += x[r * stride + c];
  }
  sum = column_sum(sum, part, lane, warp, warps);
  if (warp == 0 && c < columns) to[c] = adds >> job & 1 ? to[c] + sum : sum;
}
