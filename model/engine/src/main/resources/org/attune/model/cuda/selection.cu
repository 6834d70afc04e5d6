// Which keys a query sees, chosen by data: one or zero for each of (B, H, T, T). Nothing flows back. A block for each query; scores
// are compared in double, of equal ones the first is the larger. What is no number counts as infinite, so that the loss shows it.

#define QUERY                                                                             \
  const int r = blockIdx.x, i = r % length, h = r / length % heads, b = r / length / heads; \
  (void)h, (void)b

__device__ inline double size_of(double number) { return number != number ? 1.0e308 * 10 : number; }

// Of the first n numbers, how many come before number j.
__device__ inline int rank_of(const double *numbers, int n, int j) {
  int rank = 0;
  const double own = size_of(numbers[j]);
  for (int o = 0; o < n; o++) {
    const double other = size_of(numbers[o]);
    rank += other > own || (other == own && o < j);
  }
  return rank;
}

// The keys with the largest scores.
extern "C" __global__ void select_largest(int count, IN(s), OUT(y), int length) {
  const int r = blockIdx.x, i = r % length;
  EACH(j, length) {
    int rank = 0;
    const double own = size_of(AT(s, r, j));
    for (int o = 0; o <= i; o++) {
      const double other = size_of(AT(s, r, o));
      rank += other > own || (other == own && o < j);
    }
    AT(y, r, j) = j <= i && rank < count ? 1.0f : 0.0f;
  }
}

// The mean key of each complete block of tokens: (B, H, blocks, width).
extern "C" __global__ void block_means(
    IN(k), double *means, int heads, int length, int size, int blocks, int rows, int columns) {
  ELEMENT;
  const int n = r % blocks, h = r / blocks % heads, b = r / blocks / heads;
  double mean = 0;
  for (int t = 0; t < size; t++) mean += (double)AT(k, (long long)b * length + n * size + t, h * columns + c) / size;
  means[i_] = mean;
}

// What x answers to rows of centres.
__device__ inline void affinities(double *to, const float *x, const double *centres, int count, int width) {
  EACH(n, count) {
    double sum = 0;
    for (int c = 0; c < width; c++) sum += centres[(long long)n * width + c] * x[c];
    to[n] = sum;
  }
}

// The past blocks whose mean answers best, and the query's own. work: blocks numbers for each query.
extern "C" __global__ void select_blocks(
    int count, IN(q), const double *means, double *work, OUT(y), int heads, int length, int width, int size, int blocks) {
  QUERY;
  const int own = i / size;
  double *affinity = work + (long long)r * blocks;
  const double *centres = means + ((long long)b * heads + h) * blocks * width;
  affinities(affinity, &AT(q, (long long)b * length + i, h * width), centres, own, width);
  __syncthreads();
  EACH(j, length) {
    const bool seen = j <= i && (j / size == own || rank_of(affinity, own, j / size) < count);
    AT(y, r, j) = seen ? 1.0f : 0.0f;
  }
}

// The cluster that each row of a head is nearest to, and the row's length: (B T, H). numbers: the centres, head by head.
extern "C" __global__ void homes(
    IN(x), IN(centres), int *home, double *lengths, int clusters, int width, int rows, int columns) {
  ELEMENT;
  int best = 0;
  double most = 0, square = 0;
  for (int n = 0; n < clusters; n++) {
    double sum = 0;
    for (int i = 0; i < width; i++) sum += (double)AT(centres, c * clusters + n, i) * AT(x, r, c * width + i);
    if (n == 0 || size_of(sum) > most) {
      best = n;
      most = size_of(sum);
    }
  }
  for (int i = 0; i < width; i++) square += (double)AT(x, r, c * width + i) * AT(x, r, c * width + i);
  home[i_] = best;
  lengths[i_] = sqrt(square);
}

// The keys in the clusters nearest to the query, and its own token. work: clusters numbers for each query.
extern "C" __global__ void select_clusters(
    int count, IN(q), IN(centres), const int *home, double *work, OUT(y), int heads, int length, int width, int clusters) {
  QUERY;
  double *affinity = work + (long long)r * clusters;
  EACH(n, clusters) {
    double sum = 0;
    for (int c = 0; c < width; c++)
      sum += (double)AT(centres, h * clusters + n, c) * AT(q, (long long)b * length + i, h * width + c);
    affinity[n] = sum;
  }
  __syncthreads();
  EACH(j, length) {
    const int its = j <= i ? home[((long long)b * length + j) * heads + h] : 0;
    AT(y, r, j) = j <= i && (j == i || rank_of(affinity, clusters, its) < count) ? 1.0f : 0.0f;
  }
}

// For each cluster, a row, the sum of its members' directions and, in the last column, their number.
extern "C" __global__ void members(
    IN(q), IN(k), const int *home_q, const int *home_k, const double *lengths_q, const double *lengths_k, double *seen,
    int heads, int clusters, int tokens, int rows, int columns) {
  ELEMENT;
  const int h = r / clusters, own = r % clusters, width = columns - 1;
  double sum = 0;
  for (int side = 0; side < 2; side++)
    for (int t = 0; t < tokens; t++) {
      const long long place = (long long)t * heads + h;
      if ((side ? home_k : home_q)[place] != own) continue;
      const double norm = (side ? lengths_k : lengths_q)[place];
      const double v = c == width ? 1.0 : side ? AT(k, t, h * width + c) : AT(q, t, h * width + c);
      sum += c == width || norm == 0 ? v : v / norm;
    }
  seen[c == width ? (long long)rows * width + r : (long long)r * width + c] = sum;
}

// A share of the tokens so far, those that ask most to be read, and the query's own.
extern "C" __global__ void select_written(double share, IN(write), OUT(y), int heads, int length) {
  QUERY;
  const int count = (int)ceil(share * (i + 1));
  EACH(j, length) {
    int rank = 0;
    const double own = size_of(AT(write, (long long)b * length + j, h));
    for (int o = 0; o <= i; o++) {
      const double other = size_of(AT(write, (long long)b * length + o, h));
      rank += other > own || (other == own && o < j);
    }
    AT(y, r, j) = j == i || (j < i && rank < count) ? 1.0f : 0.0f;
  }
}

// The tokens so far that are marked, and the query's own.
extern "C" __global__ void select_marked(IN(mark), OUT(y), int heads, int length) {
  QUERY;
  EACH(j, length)
    AT(y, r, j) = j == i || (j < i && AT(mark, (long long)b * length + j, h) > 0.5f) ? 1.0f : 0.0f;
}

// Messages v W at least `threshold` times as long as their head's median, a block for each token's in each head; seen: how long,
// head by head.
extern "C" __global__ void strong_messages(
    double threshold, IN(v), IN(w), IN(median), OUT(y), float *seen, int heads, int tokens, int width, int columns) {
  __shared__ float part[32];
  const int r = blockIdx.x / heads, h = blockIdx.x % heads;
  float square = 0;
  EACH(c, columns) {
    float message = 0;
    for (int i = 0; i < width; i++) message += AT(v, r, h * width + i) * AT(w, h * width + i, c);
    square += message * message;
  }
  const float norm = sqrtf(block_sum(square, part));
  if (threadIdx.x == 0) {
    seen[(long long)h * tokens + r] = norm;
    AT(y, r, h) = norm < threshold * AT(median, 0, h) ? 0.0f : 1.0f;
  }
}
