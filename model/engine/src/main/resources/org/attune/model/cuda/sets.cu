// What only networks of sets have: similarities, and what is solved set by set, in double.

// Each column over its sum, of matrices of `height` rows; sums: (matrices, columns).
extern "C" __global__ void shares(
    IN(x), OUT(y), float *sums, int *faults, int height, int rows, int columns) {
  ELEMENT; // of the sums
  float sum = 0;
  for (int i = 0; i < height; i++) sum += AT(x, (long long)r * height + i, c);
  sums[i_] = sum;
  if (sum == 0) faults[NO_MEMBERS] = 1;
  for (int i = 0; i < height; i++) {
    const long long row = (long long)r * height + i;
    AT(y, row, c) = AT(x, row, c) / sum;
  }
}

extern "C" __global__ void shares_backward(
    IN(y), IN(dy), const float *sums, SINK(dx), int height, int rows, int columns) {
  ELEMENT;
  float along = 0;
  for (int i = 0; i < height; i++) {
    const long long row = (long long)r * height + i;
    along += AT(dy, row, c) * AT(y, row, c);
  }
  for (int i = 0; i < height; i++) {
    const long long row = (long long)r * height + i;
    GIVE(dx, row, c, (AT(dy, row, c) - along) / sums[i_]);
  }
}

// e^(-gamma |q - k|²) of every query with every key of its head.
extern "C" __global__ void gaussian(
    float gamma, IN(q), IN(k), OUT(s), int heads, int queries, int width, int rows, int columns) {
  ELEMENT;
  const int h = r / queries % heads, b = r / queries / heads;
  const long long own = (long long)b * queries + r % queries, other = (long long)b * columns + c;
  float square = 0;
  for (int i = 0; i < width; i++) {
    const float d = AT(q, own, h * width + i) - AT(k, other, h * width + i);
    square += d * d;
  }
  AT(s, r, c) = expf(-gamma * square);
}

// What rows x are given by rows z that they are compared with: 2 gamma times the sum of ds s (z - x). turned: x are the keys.
extern "C" __global__ void gaussian_backward(
    int turned, float gamma, IN(x), IN(z), IN(s), IN(ds), SINK(dx), int heads, int length, int others, int rows,
    int columns) {
  ELEMENT;
  const int width = columns / heads, h = c / width, b = r / length, own = r % length;
  const long long first = ((long long)b * heads + h) * (turned ? others : length);
  float sum = 0;
  for (int j = 0; j < others; j++) {
    const long long row = first + (turned ? j : own);
    const int column = turned ? own : j;
    sum += AT(ds, row, column) * AT(s, row, column) * (AT(z, (long long)b * others + j, c) - AT(x, r, c));
  }
  GIVE(dx, r, c, 2.0f * gamma * sum);
}

// Parameters after a few steps of descent on each set's pairs (Finn et al. 2017, first order): a block for each set. sizes: of the
// layers' inputs and the last one's output. theta: `parameters` numbers for each set; work: twice pairs x units.
extern "C" __global__ void adapt(
    double rate, int steps, const float *start, IN(x), IN(y), const int *sizes, int layers, int units, double *all,
    double *work, OUT(adapted), int pairs, int parameters) {
  const int b = blockIdx.x;
  const long long first = (long long)b * pairs;
  double *theta = all + (long long)b * parameters;
  double *values = work + 2 * first * units, *slopes = values + (long long)pairs * units;
  EACH(i, parameters) theta[i] = start[i];
  EACH(i, pairs * sizes[0]) values[i] = AT(x, first + i / sizes[0], i % sizes[0]);
  for (int step = 0; step < steps; step++) {
    int at = 0; // of a layer's parameters
    long long in = 0; // of its inputs among the values
    for (int l = 0; l < layers; l++) {
      const int ins = sizes[l], outs = sizes[l + 1];
      const long long out = in + (long long)pairs * ins;
      __syncthreads();
      EACH(i, pairs * outs) {
        const int n = i / outs, o = i % outs;
        double z = theta[at + ins * outs + o];
        for (int c = 0; c < ins; c++) z += values[in + n * ins + c] * theta[at + c * outs + o];
        values[out + i] = l < layers - 1 ? fmax(z, 0.0) : z;
      }
      at += (ins + 1) * outs;
      in = out;
    }
    const int last = sizes[layers];
    __syncthreads();
    EACH(i, pairs * last) slopes[in + i] = 2 * (values[in + i] - AT(y, first + i / last, i % last)) / (pairs * last);
    for (int l = layers - 1; l >= 0; l--) {
      const int ins = sizes[l], outs = sizes[l + 1];
      const long long out = in;
      in -= (long long)pairs * ins;
      at -= (ins + 1) * outs;
      __syncthreads();
      if (l > 0)
        EACH(i, pairs * ins) {
          const int n = i / ins, c = i % ins;
          double sum = 0;
          for (int o = 0; o < outs; o++) sum += theta[at + c * outs + o] * slopes[out + n * outs + o];
          slopes[in + i] = values[in + i] > 0 ? sum : 0.0;
        }
      __syncthreads(); // the layer's parameters have been read
      EACH(i, (ins + 1) * outs) {
        const int c = i / outs, o = i % outs;
        double sum = 0;
        for (int n = 0; n < pairs; n++) sum += (c < ins ? values[in + n * ins + c] : 1.0) * slopes[out + n * outs + o];
        theta[at + i] -= rate * sum;
      }
    }
  }
  __syncthreads();
  EACH(i, parameters) AT(adapted, b, i) = (float)theta[i];
}

// Which constraints push, and how much, for one right-hand side: a thread has that (Lawson and Hanson 1974, as ActiveSet has it).
#define MOST_CHANGES 1000
#define ROUNDING 1e-12

struct Constraints {
  const float *t; // what a push of each does to each
  int t_stride, n;
  double *on, *a, *x; // n, n x n, n
};

// x = T^-1 x on the constraints that push, 0 on the others, by elimination; false where that is singular.
__device__ bool solve(const Constraints &s) {
  const int n = s.n, t_stride = s.t_stride;
  const float *t = s.t;
  for (int r = 0; r < n; r++) {
    if (s.on[r] == 0) s.x[r] = 0;
    for (int c = 0; c < n; c++)
      s.a[r * n + c] = s.on[r] != 0 && s.on[c] != 0 ? (double)AT(t, r, c) : r == c ? 1.0 : 0.0;
  }
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int r = k + 1; r < n; r++)
      if (fabs(s.a[r * n + k]) > fabs(s.a[p * n + k])) p = r;
    for (int c = 0; c < n; c++) {
      const double upper = s.a[k * n + c];
      s.a[k * n + c] = s.a[p * n + c];
      s.a[p * n + c] = upper;
    }
    const double other = s.x[k];
    s.x[k] = s.x[p];
    s.x[p] = other;
    if (!(fabs(s.a[k * n + k]) > 2.2250738585072014e-308)) return false;
    for (int r = k + 1; r < n; r++) {
      const double share = s.a[r * n + k] / s.a[k * n + k];
      for (int c = k; c < n; c++) s.a[r * n + c] -= share * s.a[k * n + c];
      s.x[r] -= share * s.x[k];
    }
  }
  for (int r = n - 1; r >= 0; r--) {
    for (int c = r + 1; c < n; c++) s.x[r] -= s.a[r * n + c] * s.x[c];
    s.x[r] /= s.a[r * n + r];
    if (!(fabs(s.x[r]) < 1.7e308)) return false;
  }
  return true;
}

// work: n x n + 2 n numbers for each right-hand side; on: n of them, kept for the adjoint. rows and columns are those of excess.
extern "C" __global__ void multipliers(
    int inequality, IN(t), IN(excess), OUT(mu), double *pushing, double *work, int *faults, int n, int rows, int columns) {
  const long long i = INDEX;
  if (i >= (long long)(rows / n) * columns) return;
  const long long first = i / columns * n;
  const int column = (int)(i % columns);
  double *own = work + i * ((long long)n * n + 2 * n), *now = own + (long long)n * n + n;
  const Constraints s = {&AT(t, first, 0), t_stride, n, pushing + i * n, own, own + (long long)n * n};
  for (int r = 0; r < n; r++) {
    s.on[r] = inequality ? 0.0 : 1.0;
    now[r] = 0;
  }
  bool solved = true, done = !inequality;
  if (!inequality) {
    for (int r = 0; r < n; r++) s.x[r] = AT(excess, first + r, column);
    solved = solve(s);
    for (int r = 0; r < n; r++) now[r] = s.x[r];
  }
  for (int change = 0; solved && !done && change < MOST_CHANGES; change++) {
    int most = -1;
    double beyond = 0;
    for (int r = 0; r < n; r++) {
      double left = AT(excess, first + r, column);
      for (int c = 0; c < n; c++) left -= AT(t, first + r, c) * now[c];
      if (s.on[r] == 0 && left > fmax(beyond, ROUNDING * fabs((double)AT(excess, first + r, column)))) {
        most = r;
        beyond = left;
      }
    }
    if (most < 0) {
      done = true;
      break;
    }
    s.on[most] = 1;
    bool pulls = true;
    for (int turn = 0; pulls && solved && turn <= 2 * n; turn++) {
      for (int r = 0; r < n; r++) s.x[r] = AT(excess, first + r, column);
      solved = solve(s);
      double step = 1; // from now towards x, until one would pull
      pulls = false;
      for (int r = 0; r < n; r++)
        if (s.on[r] != 0 && s.x[r] <= 0) {
          pulls = true;
          step = fmin(step, now[r] / (now[r] - s.x[r]));
        }
      for (int r = 0; r < n; r++) {
        const double there = pulls ? now[r] + step * (s.x[r] - now[r]) : s.x[r];
        const bool off = pulls && s.on[r] != 0 && s.x[r] <= 0 && there <= ROUNDING * now[r];
        if (off) s.on[r] = 0;
        now[r] = off ? 0.0 : there;
      }
    }
    if (pulls) break;
  }
  if (!solved) faults[SINGULAR] = 1;
  if (solved && !done) faults[EXCLUDED] = 1;
  for (int r = 0; r < n; r++) AT(mu, first + r, column) = solved && done ? (float)now[r] : (float)NOT_A_NUMBER;
}

// z = T^-1 dy on the rows that push: the gradient of what is exceeded, and kept for that of the matrix.
extern "C" __global__ void multipliers_backward(
    IN(t), IN(dy), OUT(z), double *pushing, double *work, int n, int rows, int columns) {
  const long long i = INDEX;
  if (i >= (long long)(rows / n) * columns) return;
  const long long first = i / columns * n;
  double *own = work + i * ((long long)n * n + 2 * n);
  const Constraints s = {&AT(t, first, 0), t_stride, n, pushing + i * n, own, own + (long long)n * n};
  for (int r = 0; r < n; r++) s.x[r] = AT(dy, first + r, i % columns);
  solve(s);
  for (int r = 0; r < n; r++) AT(z, first + r, i % columns) = (float)s.x[r];
}

// dT = -z mu' of each matrix.
extern "C" __global__ void multipliers_matrix(IN(z), IN(mu), SINK(dt), int count, int rows, int columns) {
  ELEMENT;
  const long long other = r / columns * (long long)columns + c;
  double sum = 0;
  for (int i = 0; i < count; i++) sum -= (double)AT(z, r, i) * AT(mu, other, i);
  GIVE(dt, r, c, (float)sum);
}

// The sum of x's rows, seen as a matrix of rows of `columns`.
extern "C" __global__ void sum_of_sets(IN(x), SINK(to), int sets, int rows, int columns) {
  ELEMENT;
  float sum = 0;
  for (int b = 0; b < sets; b++) sum += AT(x, b, i_);
  GIVE(to, r, c, sum);
}
