// One step of all parameters: the gradient's norm, then clipping, the rule and weight decay in one pass.

struct Step {
  double limit;  // of the gradient's norm; infinite: none
  float rate;    // Adam's is corrected for the moments' start
  float decay;   // share of each parameter taken away after the rule
};

#define BLOCKS 256 // of partial sums, and threads of each, whatever the size: the same digits on every card

// What all threads of a block have of a sum, in pairs.
__device__ inline double sum_of_block(double own, double *part) {
  part[threadIdx.x] = own;
  __syncthreads();
  for (int half = BLOCKS / 2; half; half /= 2) {
    if ((int)threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  return part[0];
}

// Ranges of what is trained: from, to, and 1 where weight decay takes its share, else 0.
extern "C" __global__ void squares(const float *g, const long long *ranges, int count, double *sums) {
  __shared__ double part[BLOCKS];
  double sum = 0;
  for (int n = 0; n < count; n++)
    for (long long i = ranges[3 * n] + INDEX; i < ranges[3 * n + 1]; i += (long long)BLOCKS * blockDim.x)
      sum += (double)g[i] * g[i];
  sum = sum_of_block(sum, part);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__device__ inline float clipping(const Step *step, const double *sums, double *part) {
  const double norm = sqrt(sum_of_block(sums[threadIdx.x], part));
  return norm > step->limit ? (float)(step->limit / norm) : 1.0f;
}

#define TRAINED                                                                       \
  __shared__ double part[BLOCKS];                                                     \
  const float factor = clipping(step, sums, part);                                    \
  for (int n = 0; n < count; n++)                                                     \
    for (long long i = ranges[3 * n] + INDEX; i < ranges[3 * n + 1]; i += (long long)gridDim.x * blockDim.x)

#define DECAY (ranges[3 * n + 2] ? step->decay : 0.0f)

extern "C" __global__ void adam(
    const Step *step, const double *sums, const long long *ranges, int count, float beta1, float beta2, float epsilon,
    const float *g, float *m, float *v, float *p) {
  TRAINED {
    const float d = factor * g[i];
    m[i] = beta1 * m[i] + (1 - beta1) * d;
    v[i] = beta2 * v[i] + (1 - beta2) * d * d;
    // Not a number where v overflowed: the step would be 0 for good.
    p[i] -= DECAY * p[i] + step->rate * m[i] / (sqrtf(v[i]) + epsilon) + 0 * v[i];
  }
}

extern "C" __global__ void nesterov(
    const Step *step, const double *sums, const long long *ranges, int count, float momentum, const float *g, float *v,
    float *p) {
  TRAINED {
    const float before = v[i], after = momentum * before - step->rate * factor * g[i];
    v[i] = after;
    p[i] += (1 + momentum) * after - momentum * before - DECAY * p[i];
  }
}

extern "C" __global__ void heavy_ball(
    const Step *step, const double *sums, const long long *ranges, int count, float momentum, const float *g, float *v,
    float *p) {
  TRAINED {
    v[i] = momentum * v[i] + factor * g[i];
    p[i] -= step->rate * v[i] + DECAY * p[i];
  }
}

extern "C" __global__ void descend(
    const Step *step, const double *sums, const long long *ranges, int count, const float *g, float *p) {
  TRAINED { p[i] -= step->rate * factor * g[i] + DECAY * p[i]; }
}
