// Scores and weights: rows are (sequence, head, query), columns keys. A causal query i sees keys 0..i.

__device__ inline int seen_by(int row, int queries, int keys, int causal) {
  if (!causal) return keys;
  const int seen = row % queries + 1;
  return seen < keys ? seen : keys;
}

// A block each row: softmax over the keys seen, of scores plus perhaps something of the key, among those shown perhaps.
// write: (B·keys, H) or null: in training log sigmoid of it is added, else keys below zero are hidden but the query's own.
extern "C" __global__ void softmax_forward(
    const Scalars *step, IN(s), IN(visible), IN(write), OUT(y), int heads, int queries, int keys, int causal) {
  __shared__ float part[32];
  const int r = blockIdx.x, seen = seen_by(r, queries, keys, causal);
  const int h = r / queries % heads, b = r / queries / heads, own = r % queries;
  const bool learning = write && step->training;
  float most = -3.0e38f;
  EACH(j, seen) {
    const float z = write ? AT(write, (long long)b * keys + j, h) : 0.0f;
    const bool shown = (!visible || AT(visible, r, j) != 0) && (!write || learning || z >= 0 || j == own);
    const float v = shown ? AT(s, r, j) - (learning ? softplus(-z) : 0.0f) : -3.0e38f;
    AT(y, r, j) = v;
    most = fmaxf(most, v);
  }
  most = block_max(most, part);
  float sum = 0;
  EACH(j, seen) {
    const float v = AT(y, r, j);
    const float e = v < -2.9e38f ? 0.0f : expf(v - most); // NaN shows
    AT(y, r, j) = e;
    sum += e;
  }
  const float all = block_sum(sum, part);
  EACH(j, keys) AT(y, r, j) = j < seen ? AT(y, r, j) / all : 0.0f;
}

// ds = factor w (dw - w·dw). w may be the surrogate's weights.
extern "C" __global__ void softmax_backward(
    const float *factor, IN(w), IN(dw), SINK(ds), int queries, int keys, int causal) {
  __shared__ float part[32];
  const int r = blockIdx.x, seen = seen_by(r, queries, keys, causal);
  float along = 0;
  EACH(j, seen) along += AT(w, r, j) * AT(dw, r, j);
  along = block_sum(along, part);
  const float f = factor ? factor[0] : 1.0f;
  EACH(j, keys) GIVE(ds, r, j, j < seen ? f * AT(w, r, j) * (AT(dw, r, j) - along) : 0.0f);
}

// For each key of a head the sum over queries of ds, times a slope where there is a z: -1 for d log sigmoid(z). (B·keys, H)
extern "C" __global__ void key_sums(
    IN(ds), IN(z), SINK(to), int heads, int queries, int keys, int rows, int columns) {
  ELEMENT;
  const int h = c, b = r / keys, j = r % keys;
  float sum = 0;
  for (int q = 0; q < queries; q++) sum += AT(ds, ((long long)b * heads + h) * queries + q, j);
  GIVE(to, r, h, z ? sum * sigmoid(-AT(z, r, h)) : sum);
}

#define PLACE                                             \
  const long long i_ = INDEX;                             \
  if (i_ >= (long long)rows * keys) return;               \
  const int r = row_of(i_, keys), j = (int)(i_ - (long long)r * keys)

// A block's part of all `rows` of scores that a gradient is summed over: a warp has a row at a time, its lanes the keys.
#define ROWS_OF_A_PART(n, rows, parts)                                            \
  for (long long n = blockIdx.x % (parts) * (long long)(blockDim.x >> 5) + (threadIdx.x >> 5); n < (rows); \
       n += (long long)(parts) * (blockDim.x >> 5))
#define KEYS_OF_A_LANE(j, keys) for (int j = threadIdx.x & 31; j < (keys); j += 32)

// What a query does not see is zero; the adjoint is the same.
extern "C" __global__ void visible(
    float factor, IN(s), SINK(y), int queries, int causal, int rows, int keys) {
  PLACE;
  GIVE(y, r, j, j < seen_by(r, queries, keys, causal) ? factor * AT(s, r, j) : 0.0f);
}

// x: a state of `height` rows for each chunk of each sequence; each becomes the sum of those before it, or after it. A thread has one
// element of a sequence's states: r the row among the rows of all sequences' states, c the column.
extern "C" __global__ void states_beside(OUT(x), int chunks, int height, int after, int rows, int columns) {
  ELEMENT;
  const long long first = (long long)(r / height) * chunks * height + r % height;
  float sum = 0.0f;
  for (int t = 0; t < chunks; t++) {
    const long long row = first + (long long)(after ? chunks - 1 - t : t) * height;
    const float own = AT(x, row, c);
    AT(x, row, c) = sum;
    sum += own;
  }
}

// Each head as a mixture of its group; `transposed` mixes with the weights turned round, as the adjoint does.
extern "C" __global__ void mix_heads(
    int transposed, IN(s), IN(mixing), SINK(y), int heads, int size, int queries, int rows, int keys) {
  PLACE;
  const int q = r % queries, h = r / queries % heads, b = r / queries / heads;
  const int first = h / size * size, within = h - first;
  float sum = 0;
  for (int g = 0; g < size; g++) {
    const float w = transposed ? AT(mixing, first + g, within) : AT(mixing, h, g);
    sum += w * AT(s, ((long long)b * heads + first + g) * queries + q, j);
  }
  GIVE(y, r, j, sum);
}

// The weights' gradient: a block for each part of each, over all sequences and places.
extern "C" __global__ void mix_heads_weights(
    IN(s), IN(dy), SINK(dmixing), int parts, int heads, int size, int batch, int queries, int keys) {
  __shared__ float part[32];
  const int own = blockIdx.x / parts, h = own / size, g = own % size, other = h / size * size + g;
  float sum = 0;
  ROWS_OF_A_PART(n, (long long)batch * queries, parts) {
    const int b = row_of(n, queries), q = (int)(n - (long long)b * queries);
    const long long to = ((long long)b * heads + h) * queries + q, from = ((long long)b * heads + other) * queries + q;
    KEYS_OF_A_LANE(j, keys) sum += AT(dy, to, j) * AT(s, from, j);
  }
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) GIVE(dmixing, h, g * parts + blockIdx.x % parts, sum);
}

// y_h = a_h - factor a_(h + half); which 0: forward, 1: the adjoint.
extern "C" __global__ void head_difference(
    int which, IN(a), const float *factor, SINK(to), int half, int queries, int rows, int keys) {
  PLACE;
  if (which == 0) {
    const int h = r / queries % half, b = r / queries / half, q = r % queries;
    const long long first = ((long long)b * 2 * half + h) * queries + q;
    GIVE(to, r, j, AT(a, first, j) - factor[0] * AT(a, first + (long long)half * queries, j));
  } else {
    const int h = r / queries % (2 * half), b = r / queries / (2 * half), q = r % queries;
    const float d = AT(a, ((long long)b * half + h % half) * queries + q, j);
    GIVE(to, r, j, h < half ? d : -factor[0] * d);
  }
}

// The factor's gradient: a block for each part.
extern "C" __global__ void head_difference_factor(
    IN(a), IN(dy), SINK(to), int parts, int half, int queries, int rows, int keys) {
  __shared__ float part[32];
  float sum = 0;
  ROWS_OF_A_PART(n, rows, parts) {
    const int r = (int)n, h = r / queries % half, b = r / queries / half, q = r % queries;
    const long long from = ((long long)b * 2 * half + half + h) * queries + q;
    KEYS_OF_A_LANE(j, keys) sum -= AT(dy, r, j) * AT(a, from, j);
  }
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) GIVE(to, 0, blockIdx.x, sum);
}

// The key-query convolution (Golovneva et al. 2025), forward (direction 1) or its adjoint by the scores (-1).
extern "C" __global__ void convolve(
    int direction, IN(s), IN(kernel), SINK(y), int heads, int taps_q, int taps_k, int length, int rows, int keys) {
  PLACE;
  const int i = r % length, h = r / length % heads;
  const long long top = r - i;
  float sum = 0;
  if (j <= i)
    for (int a = 0; a < taps_q; a++)
      for (int b = 0; b < taps_k; b++) {
        const int row = i - direction * a, column = j - direction * (b - taps_k / 2);
        if (row >= 0 && row < length && column >= 0 && column <= row)
          sum += AT(kernel, h, a * taps_k + b) * AT(s, top + row, column);
      }
  GIVE(y, r, j, sum);
}

// The taps' gradient: a block for each part of each tap of each head.
extern "C" __global__ void convolve_taps(
    IN(s), IN(dy), SINK(dkernel), int parts, int heads, int taps_q, int taps_k, int batch, int length) {
  __shared__ float part[32];
  const int taps = taps_q * taps_k, own = blockIdx.x / parts, h = own / taps, tap = own % taps;
  const int a = tap / taps_k, shift = tap % taps_k - taps_k / 2;
  float sum = 0;
  ROWS_OF_A_PART(n, (long long)batch * length, parts) {
    const int b = row_of(n, length), i = (int)(n - (long long)b * length), row = i - a;
    const long long top = ((long long)b * heads + h) * length;
    KEYS_OF_A_LANE(j, i + 1) {
      const int column = j - shift;
      if (row >= 0 && column >= 0 && column <= row) sum += AT(dy, top + i, j) * AT(s, top + row, column);
    }
  }
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) GIVE(dkernel, h, tap * parts + blockIdx.x % parts, sum);
}

// Hard pointers (Jang et al. 2016): one where score and noise are largest, the first of equals. soft: the surrogate's weights;
// slope: one over the temperature, for the adjoint.
extern "C" __global__ void pointer_forward(
    const Scalars *step, int node, float warm, float cold, IN(s), OUT(y), OUT(soft), float *slope_, int batch,
    int queries, int keys, int causal) {
  __shared__ float part[32];
  const int r = blockIdx.x, rows = gridDim.x, seen = seen_by(r, queries, keys, causal);
  const long long before = step->first_example * (rows / batch) * keys;
  float most = -3.0e38f;
  EACH(j, seen) {
    float v = AT(s, r, j);
    if (step->training) {
      const double u = fmax(uniform(step->noise, node, before + (long long)r * keys + j), 2.2250738585072014e-308);
      v += (float)-log(-log(u));
    }
    AT(soft, r, j) = v;
    most = fmaxf(most, v);
  }
  most = block_max(most, part);
  float place = 3.0e38f; // the first key that has it
  EACH(j, seen) if (AT(soft, r, j) == most) place = fminf(place, (float)j);
  place = -block_max(-place, part);
  const float heat = (float)(warm + (cold - warm) * step->progress);
  float sum = 0;
  EACH(j, seen) {
    const float e = expf((AT(soft, r, j) - most) / heat);
    AT(soft, r, j) = e;
    sum += e;
  }
  const float all = block_sum(sum, part);
  EACH(j, keys) {
    AT(soft, r, j) = j < seen ? AT(soft, r, j) / all : 0.0f;
    AT(y, r, j) = all != all ? all : j == (int)place ? 1.0f : 0.0f; // without numbers it points nowhere
  }
  if (r == 0 && threadIdx.x == 0) slope_[0] = 1.0f / heat;
}

// Weights by rank: 2^-rank over their sum for the best `count` keys; soft: the softmax over the same keys.
extern "C" __global__ void ranked_forward(
    int count, IN(s), OUT(y), OUT(soft), int queries, int keys, int causal) {
  __shared__ float part[32];
  const int r = blockIdx.x, seen = seen_by(r, queries, keys, causal);
  const int best = count < seen ? count : seen;
  const float all = 2.0f - exp2f(1.0f - best);
  float most = -3.0e38f;
  EACH(j, seen) most = fmaxf(most, AT(s, r, j));
  most = block_max(most, part);
  float sum = 0;
  EACH(j, seen) {
    const float v = AT(s, r, j);
    int rank = 0; // how many come before it
    for (int o = 0; o < seen; o++) {
      const float other = AT(s, r, o);
      rank += other > v || (other == v && o < j) || (other != other && (v == v || o < j)); // what is no number comes first
    }
    const float e = rank < best ? expf(v - most) : 0.0f;
    AT(y, r, j) = rank >= best ? 0.0f : v != v ? v : exp2f(-(float)rank) / all;
    AT(soft, r, j) = e;
    sum += e;
  }
  const float total = block_sum(sum, part);
  EACH(j, keys) {
    if (j >= seen) AT(y, r, j) = 0;
    AT(soft, r, j) = j < seen ? AT(soft, r, j) / total : 0.0f;
  }
}
