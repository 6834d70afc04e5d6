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
