// Kernels that take each element by itself, a thread each, and the copies and sums that go with them.

// A thread has four elements side by side: fours of them in a row.
#define FOUR_ELEMENTS                           \
  const long long i_ = INDEX;                   \
  if (i_ >= (long long)rows * fours) return;    \
  const int r = row_of(i_, fours), c = (int)(i_ - (long long)r * fours) * 4
#define TAKE(x) take_four(x, x##_stride, r, c, rows, columns)
#define GIVE_FOUR(x, a, b, d, e) give_four(x, x##_stride, x##_adds, r, c, rows, columns, float4{a, b, d, e})

extern "C" __global__ void apply_forward(int f, IN(x), OUT(y), int columns, int rows, int fours) {
  FOUR_ELEMENTS;
  const int y_adds = 0;
  const float4 v = TAKE(x);
  GIVE_FOUR(y, value(f, v.x), value(f, v.y), value(f, v.z), value(f, v.w));
}

extern "C" __global__ void apply_backward(int f, IN(x), IN(dy), SINK(dx), int columns, int rows, int fours) {
  FOUR_ELEMENTS;
  const float4 v = TAKE(x), d = TAKE(dy);
  GIVE_FOUR(dx, slope(f, v.x) * d.x, slope(f, v.y) * d.y, slope(f, v.z) * d.z, slope(f, v.w) * d.w);
}

extern "C" __global__ void gated_forward(int f, IN(gate), IN(x), OUT(y), int columns, int rows, int fours) {
  FOUR_ELEMENTS;
  const int y_adds = 0;
  const float4 g = TAKE(gate), v = TAKE(x);
  GIVE_FOUR(y, value(f, g.x) * v.x, value(f, g.y) * v.y, value(f, g.z) * v.z, value(f, g.w) * v.w);
}

extern "C" __global__ void gated_backward(
    int f, IN(gate), IN(x), IN(dy), SINK(dgate), SINK(dx), int columns, int rows, int fours) {
  FOUR_ELEMENTS;
  const float4 g = TAKE(gate), v = TAKE(x), d = TAKE(dy);
  if (dx) GIVE_FOUR(dx, value(f, g.x) * d.x, value(f, g.y) * d.y, value(f, g.z) * d.z, value(f, g.w) * d.w);
  if (dgate)
    GIVE_FOUR(
        dgate, slope(f, g.x) * v.x * d.x, slope(f, g.y) * v.y * d.y, slope(f, g.z) * v.z * d.z, slope(f, g.w) * v.w * d.w);
}

// y = x + b or x * b; b's rows and columns come again and again where it has fewer: a row for all, a place's, a head's, a number.
extern "C" __global__ void combine(
    int times, IN(x), IN(b), int b_rows, int b_columns, OUT(y), int rows, int columns) {
  ELEMENT;
  const float other = AT(b, r % b_rows, c % b_columns);
  AT(y, r, c) = times ? AT(x, r, c) * other : AT(x, r, c) + other;
}

// dx = dy b, b as above.
extern "C" __global__ void combine_backward(
    IN(dy), IN(b), int b_rows, int b_columns, SINK(dx), int rows, int columns) {
  ELEMENT;
  GIVE(dx, r, c, AT(dy, r, c) * AT(b, r % b_rows, c % b_columns));
}

// The same for stacks, (n0, n1, n2, columns), of which b has each size or 1.
extern "C" __global__ void combine_stacks(
    int times, IN(x), IN(b), SINK(y), int n1, int n2, int b0, int b1, int b2, int b_columns, int rows, int columns) {
  ELEMENT;
  const int i0 = r / n2 / n1 % b0, i1 = r / n2 % n1 % b1, i2 = r % n2 % b2;
  const float other = AT(b, ((long long)i0 * b1 + i1) * b2 + i2, c % b_columns);
  GIVE(y, r, c, times ? AT(x, r, c) * other : AT(x, r, c) + other);
}

// The sum of x, or of x z, over all elements that one of b's counts for; rows and columns are b's.
extern "C" __global__ void sum_of_stack(
    IN(x), IN(z), SINK(to), int n0, int n1, int n2, int n3, int b1, int b2, int rows, int columns) {
  ELEMENT;
  float sum = 0;
  for (int i0 = r / b2 / b1; i0 < n0; i0 += rows / b2 / b1)
    for (int i1 = r / b2 % b1; i1 < n1; i1 += b1)
      for (int i2 = r % b2; i2 < n2; i2 += b2)
        for (int i3 = c; i3 < n3; i3 += columns) {
          const long long row = ((long long)i0 * n1 + i1) * n2 + i2;
          sum += z ? AT(x, row, i3) * AT(z, row, i3) : AT(x, row, i3);
        }
  GIVE(to, r, c, sum);
}

// to = factor x + shift
extern "C" __global__ void scale(float factor, float shift, IN(x), SINK(to), int rows, int columns) {
  ELEMENT;
  GIVE(to, r, c, factor * AT(x, r, c) + shift);
}

// Rows of one matrix at other places in another: row r = (a, t) of to comes from (a, t + offset) of x, zero outside.
extern "C" __global__ void move_rows(
    IN(x), int x_length, SINK(to), int to_length, int offset, int first, int rows, int columns) {
  ELEMENT;
  const int a = r / to_length, t = r % to_length, from = c < first ? t : t + offset;
  const bool inside = from >= 0 && from < x_length;
  GIVE(to, r, c, inside ? AT(x, (long long)a * x_length + from, c) : 0.0f);
}

extern "C" __global__ void fill(float number, OUT(to), int rows, int columns) {
  ELEMENT;
  AT(to, r, c) = number;
}

extern "C" __global__ void sign_forward(IN(x), OUT(y), int rows, int columns) {
  ELEMENT;
  AT(y, r, c) = AT(x, r, c) >= 0 ? 1.0f : -1.0f;
}

extern "C" __global__ void sign_backward(
    float edge, IN(x), IN(dy), SINK(dx), int rows, int columns) {
  ELEMENT;
  GIVE(dx, r, c, fabsf(AT(x, r, c)) <= edge ? AT(dy, r, c) : 0.0f);
}

// Each element lost with a chance of `rate` while gradients are taken (Srivastava et al. 2014), the same ones forward and back.
extern "C" __global__ void drop(
    const Scalars *step, int node, double rate, IN(x), SINK(to), int batch, int rows, int columns) {
  ELEMENT;
  const long long before = step->first_example * (rows / batch) * columns;
  const bool lost = step->training && uniform(step->noise, node, before + i_) < rate;
  GIVE(to, r, c, step->training ? lost ? 0.0f : AT(x, r, c) * (float)(1 / (1 - rate)) : AT(x, r, c));
}

// The numbers of x, row by row, in rows of another length.
extern "C" __global__ void regroup(IN(x), int x_columns, SINK(to), int rows, int columns) {
  ELEMENT;
  GIVE(to, r, c, AT(x, i_ / x_columns, i_ % x_columns));
}

// The same rows again and again.
extern "C" __global__ void cycle_rows(IN(x), int x_rows, OUT(to), int rows, int columns) {
  ELEMENT;
  AT(to, r, c) = AT(x, r % x_rows, c);
}

// One row for each of `length` places: the sum of dy over sequences; zero for places beyond.
extern "C" __global__ void sum_sequences(
    float factor, IN(dy), SINK(to), int length, int batch, int rows, int columns) {
  ELEMENT;
  float sum = 0;
  if (r < length)
    for (int b = 0; b < batch; b++) sum += AT(dy, (long long)b * length + r, c);
  GIVE(to, r, c, factor * sum);
}

// The sum over a sequence's rows, one row each.
extern "C" __global__ void sum_rows(float factor, IN(x), SINK(to), int length, int rows, int columns) {
  ELEMENT;
  float sum = 0;
  for (int t = 0; t < length; t++) sum += AT(x, (long long)r * length + t, c);
  GIVE(to, r, c, factor * sum);
}

// The reverse: each row `length` times.
extern "C" __global__ void repeat_rows(
    float factor, IN(x), SINK(to), int length, int rows, int columns) {
  ELEMENT;
  GIVE(to, r, c, factor * AT(x, r / length, c));
}

// Turns pairs of columns of each head by the angle of the row's place (Su et al. 2021); table: (length, d), cosines then sines.
extern "C" __global__ void turn(
    float direction, IN(x), IN(table), SINK(y), int length, int width, int rows, int columns) {
  ELEMENT;
  const int half = width / 2, within = c % width, i = within % half, start = c - within;
  const float cosine = AT(table, r % length, i), sine = direction * AT(table, r % length, half + i);
  const float a = AT(x, r, start + i), b = AT(x, r, start + half + i);
  GIVE(y, r, c, within < half ? a * cosine - b * sine : b * cosine + a * sine);
}

// The sum over a value's rows and groups of columns, of x or of x z: to has a row of `columns` for each part of the rows. A block
// has 32 columns of a part, its warps every so many rows of it, four at a time.
extern "C" __global__ void column_sums(
    float factor, IN(x), IN(z), SINK(to), int parts, int rows, int groups, int columns) {
  __shared__ float part[32][33];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  const int own = blockIdx.x % parts, c = blockIdx.x / parts * 32 + lane;
  const long long all = (long long)rows * groups, end = all * (own + 1) / parts;
  float sums[4] = {0, 0, 0, 0};
  if (c < columns)
    for (long long n = all * own / parts + warp; n < end; n += 4 * warps) {
#pragma unroll
      for (int i = 0; i < 4; i++) {
        const long long m = n + (long long)i * warps;
        if (m >= end) continue;
        const int r = groups == 1 ? (int)m : row_of(m, groups);
        const int at = (int)(m - (long long)r * groups) * columns + c;
        const float v = AT(x, r, at);
        sums[i] += z ? v * AT(z, r, at) : v;
      }
    }
  part[warp][lane] = sums[0] + sums[1] + (sums[2] + sums[3]);
  __syncthreads();
  if (warp == 0 && c < columns) {
    float total = 0;
    for (int w = 0; w < warps; w++) total += part[w][lane];
    GIVE(to, own, c, factor * total);
  }
}

// The sum over each stretch of `width` columns of x or x z: to has one column for each; a block each.
extern "C" __global__ void stretch_sums(
    float factor, IN(x), IN(z), SINK(to), int stretches, int width) {
  __shared__ float part[32];
  const int r = blockIdx.x / stretches, s = blockIdx.x % stretches;
  float sum = 0;
  EACH(i, width) {
    const float v = AT(x, r, s * width + i);
    sum += z ? v * AT(z, r, s * width + i) : v;
  }
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) GIVE(to, r, s, factor * sum);
}

// The sum of everything, of x or of x z, by a block for each part: to has a column for each.
extern "C" __global__ void total(float factor, IN(x), IN(z), SINK(to), int parts, int rows, int columns) {
  __shared__ float part[32];
  const long long all = (long long)rows * columns;
  float sum = 0;
  for (long long i = INDEX; i < all; i += (long long)parts * blockDim.x) {
    const int r = row_of(i, columns), c = (int)(i - (long long)r * columns);
    sum += z ? AT(x, r, c) * AT(z, r, c) : AT(x, r, c);
  }
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) GIVE(to, 0, blockIdx.x, factor * sum);
}

// Groups of columns given to several heads each, or summed back: times > 0 repeats, times < 0 sums.
extern "C" __global__ void repeat_heads(
    float factor, IN(x), SINK(to), int width, int times, int rows, int columns) {
  ELEMENT;
  if (times > 0) {
    GIVE(to, r, c, factor * AT(x, r, c / (width * times) * width + c % width));
  } else {
    float sum = 0;
    for (int t = 0; t < -times; t++) sum += AT(x, r, (c / width * -times + t) * width + c % width);
    GIVE(to, r, c, factor * sum);
  }
}

// Each head's 1, its columns u = root x, and the products u_i u_j with i up to j, the squares over the root of 2.
extern "C" __global__ void taylor_features(
    IN(x), OUT(to), float root, int width, int count, int rows, int columns) {
  ELEMENT;
  const int from = c / count * width;
  int f = c % count - 1, i = 0;
  float y = 1.0f;
  if (f >= width) {
    for (f -= width; f >= width - i; i++) f -= width - i;
    y = root * AT(x, r, from + i) * root * AT(x, r, from + i + f) * (f == 0 ? 0.70710678f : 1.0f);
  } else if (f >= 0) {
    y = root * AT(x, r, from + f);
  }
  AT(to, r, c) = y;
}

extern "C" __global__ void taylor_features_back(
    IN(x), IN(dy), SINK(to), float root, int width, int count, int rows, int columns) {
  ELEMENT;
  const int from = c / width * width, i = c % width, start = c / width * count + 1;
  float sum = 0;
  for (int j = 0; j < width; j++) {
    const int a = i < j ? i : j, b = i < j ? j : i;
    const float slope = AT(dy, r, start + width + a * width - a * (a - 1) / 2 + b - a);
    sum += (i == j ? 1.41421356f : 1.0f) * slope * AT(x, r, from + j);
  }
  GIVE(to, r, c, root * (AT(dy, r, start + i) + root * sum));
}

// Each head's columns over its last one.
extern "C" __global__ void head_quotient(IN(x), OUT(to), float epsilon, int width, int rows, int columns) {
  ELEMENT;
  const int from = c / width * (width + 1);
  AT(to, r, c) = AT(x, r, from + c % width) / (AT(x, r, from + width) + epsilon);
}

extern "C" __global__ void head_quotient_back(
    IN(x), IN(y), IN(dy), SINK(to), float epsilon, int width, int rows, int columns) {
  ELEMENT;
  const int own = c / (width + 1) * width, place = c % (width + 1);
  float sum = 0;
  if (place < width) {
    sum = AT(dy, r, own + place);
  } else {
    for (int i = 0; i < width; i++) sum -= AT(dy, r, own + i) * AT(y, r, own + i);
  }
  GIVE(to, r, c, sum / (AT(x, r, c - place + width) + epsilon));
}

// The mean of a row's heads, or each head's share of it.
extern "C" __global__ void mean_heads(IN(x), SINK(to), int heads, int rows, int columns) {
  ELEMENT;
  float sum = 0;
  for (int h = 0; h < heads; h++) sum += AT(x, r, h * columns + c);
  GIVE(to, r, c, sum / heads);
}

// (B·T, H·w) as (B, H, T, w), or back: a row of the stack is (b, h, t).
extern "C" __global__ void to_stack(
    IN(x), SINK(to), int heads, int length, int width, int rows, int columns) {
  ELEMENT;
  const int t = r % length, h = r / length % heads, b = r / length / heads;
  GIVE(to, r, c, AT(x, (long long)b * length + t, h * width + c));
}

extern "C" __global__ void from_stack(
    IN(x), SINK(to), int heads, int length, int width, int rows, int columns) {
  ELEMENT;
  const int t = r % length, b = r / length, h = c / width;
  GIVE(to, r, c, AT(x, ((long long)b * heads + h) * length + t, c % width));
}

// Copies up to six ranges of words from the host's memory, whose addresses are the card's too. The last block says that all have been
// read, and the host may write the next step's: arrived counts calls. done is 0 before and after.
#define RANGE(n) unsigned *to##n, const unsigned *from##n, const int words##n
// A thread begins where the range before has left off, so that few wait for the host's memory twice.
#define RECEIVE(n)                                                                        \
  for (long long i = INDEX >= begin ? INDEX - begin : INDEX - begin + all; i < words##n; i += all) to##n[i] = from##n[i]; \
  begin = (begin + words##n) % all
extern "C" __global__ void receive(
    RANGE(0), RANGE(1), RANGE(2), RANGE(3), RANGE(4), RANGE(5), int *done, volatile int *arrived) {
  const long long all = (long long)gridDim.x * blockDim.x;
  long long begin = 0;
  RECEIVE(0);
  RECEIVE(1);
  RECEIVE(2);
  RECEIVE(3);
  RECEIVE(4);
  RECEIVE(5);
  if (last_of(done, gridDim.x) && threadIdx.x == 0) {
    __threadfence_system();
    *arrived = *arrived + 1;
  }
}
