// What all kernels begin with. No header is included: the compiler's built-ins are enough. Matrices are rows of columns; a row
// starts stride elements after the one before it. A sink is where a gradient goes: put there, or added to what is there. Every
// block is one-dimensional and of whole warps; every sum is formed in an order that no run changes.
#define ALL 0xffffffffu
#define NOT_A_NUMBER sqrt(-1.0)
#define IN(x) const float *x, const int x##_stride
#define OUT(x) float *x, const int x##_stride
#define SINK(x) float *x, const int x##_stride, const int x##_adds
#define AT(x, row, column) x[(long long)(row) * x##_stride + (column)]
#define GIVE(x, row, column, v)                      \
  do {                                               \
    float *to_ = &AT(x, row, column);                \
    const float v_ = (v);                            \
    *to_ = x##_adds ? *to_ + v_ : v_;                \
  } while (0)
#define INDEX (blockIdx.x * (long long)blockDim.x + threadIdx.x)
#define ELEMENT                                \
  const long long i_ = INDEX;                  \
  if (i_ >= (long long)rows * columns) return; \
  const int r = row_of(i_, columns), c = (int)(i_ - (long long)r * columns); \
  (void)r, (void)c
#define EACH(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)
#ifndef SHARED
#define SHARED(type, name) extern __shared__ type name[]
#endif

// Four numbers side by side in a row, those within it, and zeros beyond.
__device__ inline float4 take_four(IN(x), int r, int c, int rows, int columns) {
  float4 v = {0, 0, 0, 0};
  if (r >= rows || c >= columns) return v;
  const float *from = &AT(x, r, c);
  if (c + 3 < columns && ((unsigned long long)from & 15) == 0) return *(const float4 *)from;
  v.x = from[0];
  if (c + 1 < columns) v.y = from[1];
  if (c + 2 < columns) v.z = from[2];
  if (c + 3 < columns) v.w = from[3];
  return v;
}

// Gives four numbers side by side in a row, those within it.
__device__ inline void give_four(SINK(x), int r, int c, int rows, int columns, float4 v) {
  if (r >= rows || c >= columns) return;
  float *to = &AT(x, r, c);
  if (c + 3 < columns && ((unsigned long long)to & 15) == 0) {
    if (x_adds) {
      const float4 before = *(float4 *)to;
      v.x += before.x, v.y += before.y, v.z += before.z, v.w += before.w;
    }
    *(float4 *)to = v;
    return;
  }
  GIVE(x, r, c, v.x);
  if (c + 1 < columns) GIVE(x, r, c + 1, v.y);
  if (c + 2 < columns) GIVE(x, r, c + 2, v.z);
  if (c + 3 < columns) GIVE(x, r, c + 3, v.w);
}

// Four numbers side by side that lie on 16 bytes.
__device__ inline void four_of(float *to, const float *from) {
  const float4 v = *(const float4 *)from;
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

// The row of an element. A division of 32 bits takes a fifth of the instructions of one of 64, and nearly all matrices fit.
__device__ inline int row_of(long long element, int columns) {
  return element <= 0x7fffffff ? (int)((unsigned)element / (unsigned)columns) : (int)(element / columns);
}

// What changes from step to step, as the host writes it before each pass.
struct Scalars {
  unsigned long long noise;   // the step's key
  long long first_example;    // where this part of the batch begins
  double progress;            // share of training done
  int training;               // 1 while gradients are taken
  int padding;
};

// What a kernel may find wrong; the host says it in words when it next reads. Any block may put a one there.
enum { NOT_POSITIVE, SINGULAR, NOT_FINITE, EXCLUDED, NO_MEMBERS };
#define FAULT(which) \
  if (threadIdx.x == 0) faults[which] = 1

__device__ inline float warp_sum(float v) {
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(ALL, v, o);
  return v;
}

__device__ inline double warp_sum(double v) {
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(ALL, v, o);
  return v;
}

__device__ inline float warp_max(float v) {
  for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(ALL, v, o));
  return v;
}

// The sum over a block's threads, known to all of them. part: 32 floats that the block shares.
__device__ inline float block_sum(float v, float *part) {
  v = warp_sum(v);
  __syncthreads(); // the last sum has been read
  if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
  __syncthreads();
  float sum = 0;
  for (int w = 0; w < (int)(blockDim.x >> 5); w++) sum += part[w];
  return sum;
}

__device__ inline float block_max(float v, float *part) {
  v = warp_max(v);
  __syncthreads();
  if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
  __syncthreads();
  float most = part[0];
  for (int w = 1; w < (int)(blockDim.x >> 5); w++) most = fmaxf(most, part[w]);
  return most;
}

// Whether a block is the last of some that come here, and sees what the others have written; known to all its threads. done is 0
// before and after.
__device__ inline bool last_of(int *done, int count) {
  __shared__ int last;
  __threadfence();
  __syncthreads(); // all threads have written
  if (threadIdx.x == 0) {
    last = atomicAdd(done, 1) == count - 1;
    if (last) *done = 0;
  }
  __syncthreads();
  __threadfence();
  return last;
}

__device__ inline float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

__device__ inline float softplus(float x) { return fmaxf(x, 0.0f) + log1pf(expf(-fabsf(x))); }

// The smaller and the larger number; not a number where either is none.
__device__ inline float least(float a, float b) { return a != a || a < b ? a : b; }

__device__ inline float most(float a, float b) { return a != a || a > b ? a : b; }

// What is left of a after floor(a / b) times b, with the sign of b.
__device__ inline float remainder_of(float a, float b) {
  const float rest = fmodf(a, b);
  return rest == 0 ? copysignf(rest, b) : (rest < 0) == (b < 0) ? rest : rest + b;
}

// Functions of one number, in the order in which the host counts them.
enum { IDENTITY, SIGMOID, SILU, RELU, LEAKY_RELU, GELU, TANH, HALF_SIGMOID, EXP, SOFTPLUS };

__device__ inline float value(int f, float x) {
  switch (f) {
    case SIGMOID: return sigmoid(x);
    case SILU: return x * sigmoid(x);
    case RELU: return x <= 0 ? 0.0f : x;
    case LEAKY_RELU: return fmaxf(x, 0.01f * x);
    case GELU: return x * 0.5f * (1.0f + erff(x * 0.70710678f));
    case TANH: return tanhf(x);
    case HALF_SIGMOID: return 0.5f * (1.0f + sigmoid(x));
    case EXP: return expf(x);
    case SOFTPLUS: return softplus(x);
    default: return x;
  }
}

__device__ inline float slope(int f, float x) {
  switch (f) {
    case SIGMOID: { const float s = sigmoid(x); return s * (1.0f - s); }
    case SILU: { const float s = sigmoid(x); return s * (1.0f + x * (1.0f - s)); }
    case RELU: return x > 0 ? 1.0f : 0.0f;
    case LEAKY_RELU: return x > 0 ? 1.0f : 0.01f;
    case GELU: return 0.5f * (1.0f + erff(x * 0.70710678f)) + x * 0.39894228f * expf(-0.5f * x * x);
    case TANH: { const float t = tanhf(x); return 1.0f - t * t; }
    case HALF_SIGMOID: { const float s = sigmoid(x); return 0.5f * s * (1.0f - s); }
    case EXP: return expf(x);
    case SOFTPLUS: return sigmoid(x);
    default: return 1.0f;
  }
}

// SplitMix64's finaliser (Steele, Lea and Flood 2014), as engine noise has it on every backend.
__device__ inline unsigned long long mix(unsigned long long z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

#define GOLDEN 0x9E3779B97F4A7C15ULL

// A number drawn evenly from [0, 1), by the step's key, the primitive and the element.
__device__ inline double uniform(unsigned long long key, int node, long long element) {
  const unsigned long long own = mix(key + GOLDEN * (unsigned long long)(node + 1LL));
  return (double)(mix(own + GOLDEN * (unsigned long long)(element + 1)) >> 11) * 0x1p-53;
}

// Lambda of a head: a number, or e^rho where there is a rho: (1 or B, 1 or H).
__device__ inline double lambda_of(float fixed, IN(rho), int rho_rows, int rho_columns, int b, int h) {
  return rho ? exp((double)AT(rho, rho_rows == 1 ? 0 : b, rho_columns == 1 ? 0 : h)) : (double)fixed;
}
