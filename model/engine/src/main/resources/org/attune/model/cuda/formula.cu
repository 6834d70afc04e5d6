// What formulas reduce and carry along. The order of these is the host's.
enum { ALONG_SUM, ALONG_MEAN, ALONG_MAX };

// Columns of a group that count; queries: tokens of a sequence where a row sees no later column, else 0.
#define COUNTED(row) (queries && (row) % queries + 1 < width ? (row) % queries + 1 : width)

// A block reduces a group of a row's columns.
extern "C" __global__ void along_forward(int kind, IN(x), OUT(y), int groups, int width, int queries) {
  __shared__ float part[32];
  const int row = blockIdx.x / groups, group = blockIdx.x % groups, count = COUNTED(row);
  float out = kind == ALONG_MAX ? -3.4e38f : 0.0f, none = 0; // how many are no numbers
  EACH(c, count) {
    const float own = AT(x, row, group * width + c);
    none += own != own;
    out = kind == ALONG_MAX ? fmaxf(out, own) : out + own;
  }
  none = block_sum(none, part);
  out = kind != ALONG_MAX ? block_sum(out, part) : none > 0 ? NOT_A_NUMBER : block_max(out, part);
  if (threadIdx.x == 0) AT(y, row, group) = kind == ALONG_MEAN ? out / count : out;
}

// The slope of a largest number goes to the first of its size.
extern "C" __global__ void along_backward(
    int kind, IN(x), IN(dy), SINK(dx), int groups, int width, int queries) {
  __shared__ float part[32];
  const int row = blockIdx.x / groups, group = blockIdx.x % groups, count = COUNTED(row);
  const float own = AT(dy, row, group);
  int first = -1;
  if (kind == ALONG_MAX) {
    float most = -3.4e38f;
    EACH(c, count) most = fmaxf(most, AT(x, row, group * width + c));
    most = block_max(most, part);
    float before = -3.4e38f; // less the place of the first
    EACH(c, count) if (AT(x, row, group * width + c) == most) before = fmaxf(before, (float)-c);
    first = (int)-block_max(before, part);
  }
  EACH(c, width) {
    const float slope = kind == ALONG_MAX ? (c == first ? own : 0.0f) : kind == ALONG_MEAN ? own / count : own;
    GIVE(dx, row, group * width + c, c < count ? slope : 0.0f);
  }
}

// y of a token is f times y of the one before, plus x. A thread goes along a sequence: r its number, c the column.
extern "C" __global__ void recurrence_forward(IN(x), IN(f), OUT(y), int length, int rows, int columns) {
  ELEMENT;
  float out = 0.0f;
  for (int t = 0; t < length; t++) {
    const long long row = (long long)r * length + t;
    out = AT(x, row, c) + (t ? AT(f, row, c) * out : 0.0f);
    AT(y, row, c) = out;
  }
}

extern "C" __global__ void recurrence_backward(
    IN(f), IN(y), IN(dy), SINK(dx), SINK(df), int length, int rows, int columns) {
  ELEMENT;
  float d = 0.0f;
  for (int t = length - 1; t >= 0; t--) {
    const long long row = (long long)r * length + t;
    d = AT(dy, row, c) + (t < length - 1 ? AT(f, row + 1, c) * d : 0.0f);
    if (dx) GIVE(dx, row, c, d);
    if (df) GIVE(df, row, c, t ? d * AT(y, row - 1, c) : 0.0f);
  }
}
