// Divisions by matrices, in double: each matrix inverted by a block, in shared memory where it has room there, and kept for the
// adjoint; what multiplies by inverses has a thread for each element. Matrix i is that of head i % heads of sequence i / heads.

// Inverts m, n x n, in place (Gauss and Jordan). order: memory for n pivots' rows; null for a symmetric positive matrix, which
// needs none, and of which log becomes the determinant's logarithm. False where m is singular, not positive or not finite.
__device__ bool invert(double *m, int n, int *order, double *log_) {
  double sum = 0;
  for (int k = 0; k < n; k++) {
    __syncthreads();
    int p = k;
    for (int i = k + 1; order && i < n; i++)
      if (fabs(m[i * n + k]) > fabs(m[p * n + k])) p = i;
    const double pivot = m[p * n + k], size = order ? fabs(pivot) : pivot;
    if (!(size > 2.2250738585072014e-308 && size < 1.7e308)) return false;
    sum += log(size);
    __syncthreads(); // all have found it
    if (order) { // each thread exchanges what it goes on with
      if (threadIdx.x == 0) order[k] = p;
      EACH(c, n) {
        const double upper = m[k * n + c];
        m[k * n + c] = m[p * n + c];
        m[p * n + c] = upper;
      }
    }
    EACH(c, n) m[k * n + c] = (c == k ? 1.0 : m[k * n + c]) / pivot;
    __syncthreads();
    EACH(i, n * n) {
      const int r = i / n, c = i % n;
      if (r != k && c != k) m[i] -= m[r * n + k] * m[k * n + c];
    }
    __syncthreads();
    EACH(r, n) if (r != k) m[r * n + k] *= -m[k * n + k];
  }
  __syncthreads();
  for (int r = threadIdx.x; order && r < n; r += blockDim.x)
    for (int k = n - 1; k >= 0; k--) { // what rows were exchanged, columns are
      const double left = m[r * n + k];
      m[r * n + k] = m[r * n + order[k]];
      m[r * n + order[k]] = left;
    }
  __syncthreads();
  *log_ = sum;
  return true;
}

// (A + lambda I)^-1 of each matrix of a stack, or with A the products of a head's features, k'k: features > 0. logs may be null.
extern "C" __global__ void inverses(
    float fixed, IN(rho), int rho_rows, int rho_columns, IN(x), double *kept, int *orders, float *logs, int *faults,
    int features, int heads, int length, int n, int shares) {
  SHARED(double, memory);
  const int b = blockIdx.x / heads, h = blockIdx.x % heads;
  const double lambda = lambda_of(fixed, rho, rho_stride, rho_rows, rho_columns, b, h);
  double *own = kept + (long long)blockIdx.x * n * n, *m = shares ? memory : own;
  int *order = orders ? orders + (long long)blockIdx.x * n : 0;
  EACH(i, n * n) {
    const int r = i / n, c = i % n;
    double sum = r == c ? lambda : 0.0;
    if (features) {
      for (int t = 0; t < length; t++) {
        const long long row = (long long)b * length + t;
        sum += (double)AT(x, row, h * n + r) * AT(x, row, h * n + c);
      }
    } else {
      sum += AT(x, (long long)blockIdx.x * n + r, c);
    }
    m[i] = sum;
  }
  double log = 0;
  const bool solved = invert(m, n, order, &log);
  if (!solved) FAULT(order ? SINGULAR : NOT_POSITIVE);
  __syncthreads();
  if (shares || !solved) EACH(i, n * n) own[i] = solved ? m[i] : NOT_A_NUMBER;
  if (logs && threadIdx.x == 0) logs[blockIdx.x] = solved ? (float)log : (float)NOT_A_NUMBER;
}

// Rows of n columns for each head, times the head's matrix or, turned, its transpose; y, and the same as a contribution: either
// may be null.
extern "C" __global__ void times_matrix(
    int turned, IN(x), const double *matrices, OUT(y), SINK(to), int heads, int length, int n, int rows, int columns) {
  ELEMENT;
  const int h = c / n, i = c % n;
  const double *m = matrices + ((long long)(r / length) * heads + h) * n * n;
  double sum = 0;
  for (int l = 0; l < n; l++) sum += AT(x, r, h * n + l) * m[turned ? i * n + l : l * n + i];
  if (y) AT(y, r, c) = (float)sum;
  if (to) GIVE(to, r, c, (float)sum);
}

// The sum of x z over each head of each sequence: a block each.
extern "C" __global__ void totals_of_heads(IN(x), IN(z), double *totals, int heads, int length, int width) {
  __shared__ double part[32];
  const int b = blockIdx.x / heads, h = blockIdx.x % heads;
  double sum = 0;
  EACH(i, length * width) {
    const long long row = (long long)b * length + i / width;
    sum += (double)AT(x, row, h * width + i % width) * AT(z, row, h * width + i % width);
  }
  sum = warp_sum(sum);
  if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    double all = 0;
    for (int w = 0; w < (int)(blockDim.x >> 5); w++) all += part[w];
    totals[blockIdx.x] = all;
  }
}

// drho = factor lambda times the totals of the heads that read it, lambda being e^rho.
extern "C" __global__ void learn_lambda(
    float factor, IN(rho), const double *totals, SINK(drho), int batch, int heads, int rows, int columns) {
  ELEMENT;
  double sum = 0;
  for (int b = 0; b < batch; b++)
    for (int h = 0; h < heads; h++)
      if ((rows == 1 || b == r) && (columns == 1 || h == c)) sum += totals[b * heads + h];
  GIVE(drho, r, c, (float)(factor * exp((double)AT(rho, r, c)) * sum));
}

// dk = -k (u'z + z'u): of queries divided by the keys' products. cross: n x n for each head.
extern "C" __global__ void cross_products(IN(u), IN(z), double *cross, int heads, int length, int n, int rows, int columns) {
  ELEMENT; // of all heads' matrices, (B H n, n)
  const int i = r % n, h = r / n % heads, b = r / n / heads;
  double sum = 0;
  for (int t = 0; t < length; t++) {
    const long long row = (long long)b * length + t;
    sum -= (double)AT(u, row, h * n + i) * AT(z, row, h * n + c) + (double)AT(z, row, h * n + i) * AT(u, row, h * n + c);
  }
  cross[i_] = sum;
}

// The derivative of log|A + lambda I|: dy times the inverse, and its trace.
extern "C" __global__ void log_determinant_backward(
    const double *inverse, IN(dy), SINK(da), int n, int rows, int columns) {
  ELEMENT;
  GIVE(da, r, c, (float)(AT(dy, r / n, 0) * inverse[i_]));
}

extern "C" __global__ void traces(const double *inverse, IN(dy), double *totals, int n, int rows, int columns) {
  ELEMENT;
  double sum = 0;
  for (int d = 0; d < n; d++) sum += inverse[((long long)r * n + d) * n + d];
  totals[r] = AT(dy, r, 0) * sum;
}

// Ridge regression (Garnelo and Czarnecki 2023): weights w of each head, d x e. First factor x'v, x being keys or queries.
extern "C" __global__ void feature_products(
    float factor, IN(x), IN(v), double *to, int heads, int length, int d, int rows, int columns) {
  ELEMENT; // of all heads' matrices, (B H d, e)
  const int i = r % d, h = r / d % heads, b = r / d / heads;
  double sum = 0;
  for (int t = 0; t < length; t++) {
    const long long row = (long long)b * length + t;
    sum += (double)AT(x, row, h * d + i) * AT(v, row, h * columns + c);
  }
  to[i_] = factor * sum;
}

// w = inverse x: the solution for each head.
extern "C" __global__ void solutions(const double *inverse, const double *x, double *w, int d, int rows, int columns) {
  ELEMENT;
  const long long head = r / d;
  double sum = 0;
  for (int l = 0; l < d; l++) sum += inverse[(long long)r * d + l] * x[(head * d + l) * columns + c];
  w[i_] = sum;
}

// y = factor x w: predictions at x's rows.
extern "C" __global__ void predictions(
    float factor, IN(x), const double *w, SINK(y), int heads, int length, int d, int e, int rows, int columns) {
  ELEMENT;
  const int h = c / e, i = c % e;
  const double *own = w + ((long long)(r / length) * heads + h) * d * e;
  double sum = 0;
  for (int l = 0; l < d; l++) sum += AT(x, r, h * d + l) * own[l * e + i];
  GIVE(y, r, c, (float)(factor * sum));
}

// dx = factor dy w'.
extern "C" __global__ void predictions_backward(
    float factor, IN(dy), const double *w, SINK(dx), int heads, int length, int d, int e, int rows, int columns) {
  ELEMENT;
  const int h = c / d, i = c % d;
  const double *own = w + (((long long)(r / length) * heads + h) * d + i) * e;
  double sum = 0;
  for (int l = 0; l < e; l++) sum += AT(dy, r, h * e + l) * own[l];
  GIVE(dx, r, c, (float)(factor * sum));
}

// dk = (v - k w) z' - (k z) w'; kw and kz are those products.
extern "C" __global__ void ridge_keys(
    IN(v), IN(kw), IN(kz), const double *w, const double *z, SINK(dk), int heads, int length, int d, int e, int rows,
    int columns) {
  ELEMENT;
  const int h = c / d, i = c % d;
  const long long own = (((long long)(r / length) * heads + h) * d + i) * e;
  double sum = 0;
  for (int l = 0; l < e; l++) {
    const int there = h * e + l;
    sum += ((double)AT(v, r, there) - AT(kw, r, there)) * z[own + l] - (double)AT(kz, r, there) * w[own + l];
  }
  GIVE(dk, r, c, (float)sum);
}

// The sum of w z over each head's matrices, of `size` numbers.
extern "C" __global__ void totals_of_matrices(
    const double *w, const double *z, double *totals, int size, int rows, int columns) {
  ELEMENT;
  double sum = 0;
  for (int i = 0; i < size; i++) sum += w[(long long)r * size + i] * z[(long long)r * size + i];
  totals[r] = sum;
}
