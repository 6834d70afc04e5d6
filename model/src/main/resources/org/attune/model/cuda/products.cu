// Small products in float32 together with what comes before or after them, so that a step has fewer nodes. A block has a tile of
// TILE x TILE sums, each of its 256 threads 4 x 4 of them.
#define TILE 64
#define DEPTH 16 // terms that a block loads at once
#define LOADS (TILE * DEPTH / 256)

// sum += a(row, k) b(k, column) for from <= k < to. A factor is loaded with its k's side by side, or with its rows or columns.
template <bool A_BY_K, bool B_BY_K, class A, class B>
__device__ inline void add_tile(float (&sum)[4][4], A a, B b, int from, int to) {
  __shared__ float as[DEPTH][TILE + 4], bs[DEPTH][TILE + 4];
  const int column = (threadIdx.x & 15) * 4, row = (threadIdx.x >> 4) * 4;
  for (int first = from; first < to; first += DEPTH) {
    __syncthreads(); // the last terms have been read
#pragma unroll
    for (int n = 0; n < LOADS; n++) {
      const int i = n * 256 + threadIdx.x;
      const int ka = A_BY_K ? i % DEPTH : i / TILE, r = A_BY_K ? i / DEPTH : i % TILE;
      const int kb = B_BY_K ? i % DEPTH : i / TILE, c = B_BY_K ? i / DEPTH : i % TILE;
      as[ka][r] = first + ka < to ? a(r, first + ka) : 0.0f;
      bs[kb][c] = first + kb < to ? b(first + kb, c) : 0.0f;
    }
    __syncthreads(); // all terms are here
#pragma unroll
    for (int k = 0; k < DEPTH; k++)
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) sum[i][j] += as[k][row + i] * bs[k][column + j];
  }
}

// Goes over a thread's sums within a matrix.
#define EACH_SUM(r, c, first_row, first_column, rows, columns)                    \
  _Pragma("unroll") for (int i_ = 0; i_ < 4; i_++)                                \
  _Pragma("unroll") for (int j_ = 0; j_ < 4; j_++)                                \
  for (int r = (first_row) + (threadIdx.x >> 4) * 4 + i_, c = (first_column) + (threadIdx.x & 15) * 4 + j_, once_ = 1; \
       once_ && r < (rows) && c < (columns); once_ = 0)
#define SUM sum[i_][j_]

#define TILE_OF(block, columns)                            \
  const int tiles = ((columns) + TILE - 1) / TILE;         \
  const int r0 = (block) / tiles * TILE, c0 = (block) % tiles * TILE

// y = n w with n = gain x / sqrt(mean(x²) + epsilon) of each row; w is (inner, columns), turned: (columns, inner). The blocks of the
// first columns keep n, x over its root, and one over the root; all may be null.
extern "C" __global__ void normed_product(
    float epsilon, IN(x), IN(gain), IN(w), OUT(y), float *normed, float *unit, float *inverse, int turned, int rows, int inner,
    int columns) {
  __shared__ float roots[TILE];
  TILE_OF(blockIdx.x, columns);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int i = warp; i < TILE; i += 8) {
    float squares = 0;
    for (int c = lane; r0 + i < rows && c < inner; c += 32) squares += AT(x, r0 + i, c) * AT(x, r0 + i, c);
    squares = warp_sum(squares);
    if (lane == 0) roots[i] = 1.0f / sqrtf(squares / inner + epsilon);
  }
  __syncthreads(); // all roots are here
  if (c0 == 0 && normed) {
    for (int i = warp; i < TILE && r0 + i < rows; i += 8) {
      for (int c = lane; c < inner; c += 32) {
        const float u = AT(x, r0 + i, c) * roots[i];
        unit[(long long)(r0 + i) * inner + c] = u;
        normed[(long long)(r0 + i) * inner + c] = u * AT(gain, 0, c);
      }
      if (lane == 0) inverse[r0 + i] = roots[i];
    }
  }
  float sum[4][4] = {};
  const auto a = [=](int r, int k) { return r0 + r < rows ? AT(x, r0 + r, k) * roots[r] * AT(gain, 0, k) : 0.0f; };
  if (turned)
    add_tile<true, true>(sum, a, [=](int k, int c) { return c0 + c < columns ? AT(w, c0 + c, k) : 0.0f; }, 0, inner);
  else
    add_tile<true, false>(sum, a, [=](int k, int c) { return c0 + c < columns ? AT(w, k, c0 + c) : 0.0f; }, 0, inner);
  EACH_SUM(r, c, r0, c0, rows, columns) AT(y, r, c) = SUM;
}

// y = before + g w with g = f(gate) up; the blocks of the first columns keep g. before may be y.
extern "C" __global__ void gated_product(
    int f, IN(before), IN(gate), IN(up), IN(w), OUT(y), float *gated, int rows, int inner, int columns) {
  TILE_OF(blockIdx.x, columns);
  const auto a = [=](int r, int k) {
    return r0 + r < rows ? value(f, AT(gate, r0 + r, k)) * AT(up, r0 + r, k) : 0.0f;
  };
  if (c0 == 0 && gated)
    for (int n = threadIdx.x; n < TILE * inner; n += blockDim.x)
      if (r0 + n / inner < rows) gated[(long long)(r0 + n / inner) * inner + n % inner] = a(n / inner, n % inner);
  float sum[4][4] = {};
  add_tile<true, false>(sum, a, [=](int k, int c) { return c0 + c < columns ? AT(w, k, c0 + c) : 0.0f; }, 0, inner);
  EACH_SUM(r, c, r0, c0, rows, columns) AT(y, r, c) = AT(before, r, c) + SUM;
}

// A tile of the first factor's gradient, dy w'.
#define FACTOR_TILE                                                                                             \
  TILE_OF(blockIdx.x, inner);                                                                                   \
  float sum[4][4] = {};                                                                                         \
  const auto d = [=](int r, int k) { return r0 + r < rows ? AT(dy, r0 + r, k) : 0.0f; };                         \
  if (turned)                                                                                                   \
    add_tile<true, false>(sum, d, [=](int k, int c) { return c0 + c < inner ? AT(w, k, c0 + c) : 0.0f; }, 0, columns); \
  else                                                                                                          \
    add_tile<true, true>(sum, d, [=](int k, int c) { return c0 + c < inner ? AT(w, c0 + c, k) : 0.0f; }, 0, columns)

// A tile of the weights' gradient, a' dy, over a part of the rows. The last block of a tile to come sums the parts, in order.
__device__ inline void weight_tile(
    int block, IN(a), IN(dy), SINK(dw), int turned, float *partial, int *done, int parts, int rows, int inner, int columns) {
  const int own = block % parts, tile = block / parts;
  TILE_OF(tile, columns);
  float sum[4][4] = {};
  add_tile<false, false>(
      sum, [=](int i, int k) { return r0 + i < inner ? AT(a, k, r0 + i) : 0.0f; },
      [=](int k, int c) { return c0 + c < columns ? AT(dy, k, c0 + c) : 0.0f; }, (int)((long long)rows * own / parts),
      (int)((long long)rows * (own + 1) / parts));
  if (parts > 1) {
    float *mine = partial + (long long)block * TILE * TILE + threadIdx.x * 16;
    for (int n = 0; n < 16; n++) mine[n] = sum[n / 4][n % 4];
    if (!last_of(done + tile, parts)) return;
    for (int n = 0; n < 16; n++) {
      float all = 0;
      for (int p = 0; p < parts; p++)
        all += ((const volatile float *)partial)[((long long)tile * parts + p) * TILE * TILE + threadIdx.x * 16 + n];
      sum[n / 4][n % 4] = all;
    }
  }
  EACH_SUM(r, c, r0, c0, inner, columns) {
    if (turned) GIVE(dw, c, r, SUM);
    else GIVE(dw, r, c, SUM);
  }
}

#define WEIGHTS \
  weight_tile(blockIdx.x - first, a, a_stride, dy, dy_stride, dw, dw_stride, dw_adds, turned, partial, done, parts, rows, inner, columns)

// Both adjoints of y = a w: the first blocks have da's tiles, the others dw's. done: a zero for each of dw's tiles.
extern "C" __global__ void product_backward(
    IN(a), IN(w), IN(dy), SINK(da), SINK(dw), float *partial, int *done, int first, int parts, int turned, int rows, int inner,
    int columns) {
  if ((int)blockIdx.x >= first) {
    WEIGHTS;
    return;
  }
  FACTOR_TILE;
  EACH_SUM(r, c, r0, c0, rows, inner) GIVE(da, r, c, SUM);
}

// The same where a = f(gate) up, of which it makes the gradients of gate and up.
extern "C" __global__ void gated_product_backward(
    int f, IN(gate), IN(up), IN(a), IN(w), IN(dy), SINK(dgate), SINK(dup), SINK(dw), float *partial, int *done, int first,
    int parts, int rows, int inner, int columns) {
  const int turned = 0;
  if ((int)blockIdx.x >= first) {
    WEIGHTS;
    return;
  }
  FACTOR_TILE;
  EACH_SUM(r, c, r0, c0, rows, inner) {
    const float z = AT(gate, r, c), v = SUM;
    if (dup) GIVE(dup, r, c, v * value(f, z));
    if (dgate) GIVE(dgate, r, c, v * AT(up, r, c) * slope(f, z));
  }
}
