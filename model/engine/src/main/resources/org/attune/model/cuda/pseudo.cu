// Pseudo-inverses, in double, a block for each matrix: by columns turned until they are at right angles, which gives a matrix's
// singular values and, of a symmetric one, its eigenvalues.

#define SWEEPS 40          // a dozen do
#define PRECISION 1.1920929e-7 // of what matrices are made of: float32

// to = factor a b, or that added to it: each element of a is `down` further for a row and `right` further for a column; b alike.
struct Read {
  const double *at;
  int down, right;
};

__device__ inline Read plain(const double *m, int columns) {
  const Read read = {m, columns, 1};
  return read;
}

__device__ inline Read turned(const double *m, int columns) {
  const Read read = {m, 1, columns};
  return read;
}

__device__ inline void product(
    double *to, int rows, int columns, int inner, double factor, Read a, Read b, bool adds) {
  __syncthreads(); // what it reads has been written
  EACH(i, rows * columns) {
    const double *left = a.at + i / columns * a.down, *right = b.at + i % columns * b.right;
    double sum = adds ? to[i] : 0.0;
    for (int l = 0; l < inner; l++) sum += factor * left[l * a.right] * right[l * b.down];
    to[i] = sum;
  }
}

// Turns the columns of w, rows x n, in pairs until they are at right angles, and v's, n x n, alike, from the identity (Hestenes
// 1958). The pairs of a round have no column in common: a warp each.
__device__ void right_angles(double *w, int rows, double *v, int n) {
  __shared__ int turned_;
  __shared__ double parts[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  EACH(i, n * n) v[i] = i / n == i % n ? 1.0 : 0.0;
  __syncthreads();
  double squares = 0;
  EACH(i, rows * n) squares += w[i] * w[i];
  squares = warp_sum(squares);
  if (lane == 0) parts[warp] = squares;
  __syncthreads();
  double all = 0;
  for (int p = 0; p < warps; p++) all += parts[p];
  const double least = 1e-30 * all; // shorter columns are rounding
  const int players = n + (n & 1);
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    __syncthreads(); // all have read it
    if (threadIdx.x == 0) turned_ = 0;
    __syncthreads();
    for (int round = 0; round < players - 1; round++) {
      for (int pair = warp; pair < players / 2; pair += warps) {
        const int one = pair == 0 ? players - 1 : (round + pair) % (players - 1);
        const int other = (round + players - 1 - pair) % (players - 1);
        const int p = one < other ? one : other, q = one < other ? other : one;
        if (q >= n) continue; // an odd one out
        double a = 0, b = 0, g = 0;
        for (int i = lane; i < rows; i += 32) {
          const double x = w[i * n + p], y = w[i * n + q];
          a += x * x;
          b += y * y;
          g += x * y;
        }
        a = warp_sum(a);
        b = warp_sum(b);
        g = warp_sum(g);
        if (!(fabs(g) > 1e-15 * sqrt(a * b) && a > least && b > least)) continue;
        const double zeta = (b - a) / (2 * g);
        const double t = (zeta >= 0 ? 1.0 : -1.0) / (fabs(zeta) + sqrt(1 + zeta * zeta));
        const double cosine = 1 / sqrt(1 + t * t), sine = cosine * t;
        for (int i = lane; i < rows; i += 32) {
          const double x = w[i * n + p], y = w[i * n + q];
          w[i * n + p] = cosine * x - sine * y;
          w[i * n + q] = sine * x + cosine * y;
        }
        for (int i = lane; i < n; i += 32) {
          const double x = v[i * n + p], y = v[i * n + q];
          v[i * n + p] = cosine * x - sine * y;
          v[i * n + q] = sine * x + cosine * y;
        }
        if (lane == 0) turned_ = 1;
      }
      __syncthreads();
    }
    if (!turned_) break;
  }
}

// Of a symmetric matrix, a: its eigenvectors, in columns, its eigenvalues, and its pseudo-inverse. work: n x n.
extern "C" __global__ void symmetric_parts(
    IN(a), double *vectors, double *values, double *inverses, double *work, int *faults, int n) {
  const long long from = (long long)blockIdx.x * n;
  double *v = vectors + from * n, *lambda = values + from, *inverse = inverses + from * n, *w = work + from * n;
  EACH(i, n * n) w[i] = i / n <= i % n ? AT(a, from + i / n, i % n) : AT(a, from + i % n, i / n);
  right_angles(w, n, v, n);
  __syncthreads();
  EACH(e, n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i * n + e] * w[i * n + e]; // w = a v
    lambda[e] = sum;
  }
  __syncthreads();
  double largest = 0, all = 0;
  for (int e = 0; e < n; e++) {
    largest = fmax(largest, lambda[e]);
    all += fabs(lambda[e]);
  }
  if (!(all < 1e300)) FAULT(NOT_FINITE);
  const double cut = n * PRECISION * largest;
  EACH(i, n * n) {
    double sum = all < 1e300 ? 0.0 : NOT_A_NUMBER;
    for (int e = 0; e < n; e++)
      if (lambda[e] > cut) sum += v[i / n * n + e] * v[i % n * n + e] / lambda[e];
    inverse[i] = sum;
  }
}

// How 1 / value, or 0 where that counts as 0, changes between two eigenvalues (Daleckii and Krein 1965).
__device__ inline double steepness(double a, double b, double cut) {
  if (a > cut && b > cut) return -1 / (a * b);
  if (a <= cut && b <= cut) return 0;
  return a > cut ? 1 / (a * (a - b)) : 1 / (b * (b - a));
}

// The derivative of <x'dy, a+> by a: V (F ∘ V'WV) V' with W = x'dy. work: 2 n x n.
extern "C" __global__ void symmetric_parts_backward(
    IN(x), IN(dy), const double *vectors, const double *values, double *work, SINK(da), int rows, int n) {
  const long long from = (long long)blockIdx.x * n, first = (long long)blockIdx.x * rows;
  const double *v = vectors + from * n, *lambda = values + from;
  double *one = work + 2 * from * n, *other = one + n * n;
  double largest = 0;
  for (int e = 0; e < n; e++) largest = fmax(largest, lambda[e]);
  const double cut = n * PRECISION * largest;
  EACH(i, n * n) {
    double sum = 0;
    for (int t = 0; t < rows; t++) sum += (double)AT(x, first + t, i / n) * AT(dy, first + t, i % n);
    one[i] = sum;
  }
  product(other, n, n, n, 1, turned(v, n), plain(one, n), false);
  product(one, n, n, n, 1, plain(other, n), plain(v, n), false);
  __syncthreads();
  EACH(i, n * n) one[i] *= steepness(lambda[i / n], lambda[i % n], cut);
  product(other, n, n, n, 1, plain(v, n), plain(one, n), false);
  product(one, n, n, n, 1, plain(other, n), turned(v, n), false);
  __syncthreads();
  EACH(i, n * n) GIVE(da, from + i / n, i % n, (float)one[i]);
}

// The pseudo-inverse p, d x n, of a, n x d, by the singular values of a or, where it has fewer rows, of its transpose. work: n d and
// the smaller side squared, twice the larger side.
extern "C" __global__ void pseudo_inverse(IN(a), OUT(p), double *work, int *faults, int n, int d) {
  const int rows = n < d ? d : n, columns = n < d ? n : d;
  double *w = work + (long long)blockIdx.x * (rows * columns + columns * columns + columns);
  double *v = w + rows * columns, *squares = v + columns * columns;
  const long long from = (long long)blockIdx.x * n, to = (long long)blockIdx.x * d;
  EACH(i, rows * columns) {
    const int r = i / columns, c = i % columns;
    w[i] = n < d ? AT(a, from + c, r) : AT(a, from + r, c);
  }
  right_angles(w, rows, v, columns);
  __syncthreads();
  EACH(e, columns) {
    double sum = 0;
    for (int i = 0; i < rows; i++) sum += w[i * columns + e] * w[i * columns + e];
    squares[e] = sum;
  }
  __syncthreads();
  double largest = 0, all = 0;
  for (int e = 0; e < columns; e++) {
    largest = fmax(largest, squares[e]);
    all += squares[e];
  }
  if (!(all < 1e300)) FAULT(NOT_FINITE);
  const double share = rows * PRECISION, cut = share * share * largest; // of values squared
  EACH(i, n * d) {
    const int r = i / n, c = i % n, of_w = n < d ? r : c, of_v = n < d ? c : r;
    double sum = all < 1e300 ? 0.0 : NOT_A_NUMBER;
    for (int e = 0; e < columns; e++)
      if (squares[e] > cut) sum += w[of_w * columns + e] * v[of_v * columns + e] / squares[e];
    AT(p, to + r, c) = (float)sum;
  }
}

// da = G'PP' + P'PG' - A P (G'PP') - (P'PG') P A - P'GP' (Golub and Pereyra 1973), G the loss's derivative by p. work: 6 n d and d x d.
extern "C" __global__ void pseudo_inverse_backward(IN(a), IN(p), IN(dp), double *work, SINK(da), int n, int d) {
  const int size = n * d;
  double *m = work + (long long)blockIdx.x * (6 * size + d * d), *q = m + size, *g = q + size, *left = g + size;
  double *right = left + size, *sum = right + size, *small = sum + size;
  const long long from = (long long)blockIdx.x * n, to = (long long)blockIdx.x * d;
  EACH(i, size) {
    m[i] = AT(a, from + i / d, i % d);
    q[i] = AT(p, to + i / n, i % n);
    g[i] = AT(dp, to + i / n, i % n);
  }
  product(small, d, d, n, 1, plain(q, n), turned(q, n), false);
  product(left, n, d, d, 1, turned(g, n), plain(small, d), false); // G'PP'
  product(small, d, d, n, 1, plain(q, n), turned(g, n), false);
  product(right, n, d, d, 1, turned(q, n), plain(small, d), false); // P'PG'
  __syncthreads();
  EACH(i, size) sum[i] = left[i] + right[i];
  product(small, d, d, n, 1, plain(q, n), plain(left, d), false);
  product(sum, n, d, d, -1, plain(m, d), plain(small, d), true);
  product(small, d, d, n, 1, plain(q, n), plain(m, d), false);
  product(sum, n, d, d, -1, plain(right, d), plain(small, d), true);
  product(small, d, d, n, 1, plain(g, n), turned(q, n), false);
  product(sum, n, d, d, -1, turned(q, n), plain(small, d), true);
  __syncthreads();
  EACH(i, size) GIVE(da, from + i / d, i % d, (float)sum[i]);
}
