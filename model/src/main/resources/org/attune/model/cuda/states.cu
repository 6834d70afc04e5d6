// Values read through a matrix per head that each token updates, token by token: a block for each head of each sequence. Columns of
// the matrix do not need each other: forward a thread has some of them to itself.

__device__ inline float decay_of(IN(decay), int decays, float rate, long long r, int h, int c) {
  return decays == 0 ? rate : rate * AT(decay, r, decays == 1 ? h : h * decays + c);
}

// Takes a column of the matrix over a token that writes u at its key, less what the key reads if it corrects; returns what it writes.
__device__ inline float step(
    const float *from, float *to, int depth, int width, const float *by, const float *key, float weight, float u, int corrects) {
  if (corrects)
    for (int i = 0; i < width; i++) u -= key[i] * by[i] * from[i * depth];
  for (int i = 0; i < width; i++) to[i * depth] = by[i] * from[i * depth] + weight * key[i] * u;
  return u;
}

// y_t = scale q_t S_t. kept: the state before each chunk of tokens, or null. decays: numbers that a head has for its decay, 0, 1 or width.
extern "C" __global__ void read_states(
    IN(q), IN(k), IN(v), IN(decay), IN(write), const float *rates, OUT(y), float *kept, int heads, int length, int width, int depth,
    int decays, int corrects, float scale, int chunk) {
  SHARED(float, memory);
  const int b = blockIdx.x / heads, h = blockIdx.x % heads, size = width * depth, chunks = (length + chunk - 1) / chunk;
  float *state = memory, *key = state + size, *query = key + width, *by = query + width;
  EACH(j, depth)
    for (int i = 0; i < width; i++) state[i * depth + j] = 0;
  for (int t = 0; t < length; t++) {
    const long long r = (long long)b * length + t;
    const float weight = write ? AT(write, r, h) : 1.0f;
    EACH(c, width) {
      key[c] = AT(k, r, h * width + c);
      query[c] = scale * AT(q, r, h * width + c);
      by[c] = decay_of(decay, decay_stride, decays, rates[h], r, h, c);
    }
    __syncthreads();
    EACH(j, depth) {
      if (kept && t % chunk == 0) {
        float *to = kept + ((long long)blockIdx.x * chunks + t / chunk) * size;
        for (int i = 0; i < width; i++) to[i * depth + j] = state[i * depth + j];
      }
      step(state + j, state + j, depth, width, by, key, weight, AT(v, r, h * depth + j), corrects);
      float sum = 0;
      for (int i = 0; i < width; i++) sum += query[i] * state[i * depth + j];
      AT(y, r, h * depth + j) = sum;
    }
    __syncthreads(); // the token has been read
  }
}

// The adjoint, from the last token to the first. states and written: memory of each block for a chunk's states, computed again, and
// what its tokens wrote. later: the derivative by the state after a token.
extern "C" __global__ void read_states_back(
    IN(q), IN(k), IN(v), IN(decay), IN(write), const float *rates, IN(dy), const float *kept, float *states, float *written, SINK(dq),
    SINK(dk), SINK(dv), SINK(dd), SINK(dw), int heads, int length, int width, int depth, int decays, int corrects, float scale,
    int chunk) {
  SHARED(float, memory);
  const int b = blockIdx.x / heads, h = blockIdx.x % heads, size = width * depth, chunks = (length + chunk - 1) / chunk;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, warps = blockDim.x >> 5;
  float *later = memory, *key = later + size, *query = key + width, *by = query + width, *along = by + width, *faded = along + width;
  float *change = faded + width, *u = change + depth, *du = u + depth;
  states += (long long)blockIdx.x * (chunk + 1) * size;
  written += (long long)blockIdx.x * chunk * depth;
  EACH(i, size) later[i] = 0;
  for (int n = chunks - 1; n >= 0; n--) {
    const int first = n * chunk, count = length - first < chunk ? length - first : chunk;
    const float *start = kept + ((long long)blockIdx.x * chunks + n) * size;
    EACH(j, depth)
      for (int i = 0; i < width; i++) states[i * depth + j] = start[i * depth + j];
    for (int t = 0; t < count; t++) {
      const long long r = (long long)b * length + first + t;
      const float weight = write ? AT(write, r, h) : 1.0f;
      EACH(c, width) {
        key[c] = AT(k, r, h * width + c);
        by[c] = decay_of(decay, decay_stride, decays, rates[h], r, h, c);
      }
      __syncthreads();
      EACH(j, depth) {
        float *from = states + (long long)t * size + j;
        written[t * depth + j] = step(from, from + size, depth, width, by, key, weight, AT(v, r, h * depth + j), corrects);
      }
      __syncthreads();
    }
    for (int t = count - 1; t >= 0; t--) {
      const long long r = (long long)b * length + first + t;
      const float weight = write ? AT(write, r, h) : 1.0f;
      EACH(c, width) {
        key[c] = AT(k, r, h * width + c);
        query[c] = scale * AT(q, r, h * width + c);
        by[c] = decay_of(decay, decay_stride, decays, rates[h], r, h, c);
      }
      EACH(j, depth) {
        change[j] = AT(dy, r, h * depth + j);
        u[j] = written[t * depth + j];
      }
      __syncthreads();
      EACH(j, depth) {
        float sum = 0;
        for (int i = 0; i < width; i++) {
          later[i * depth + j] += query[i] * change[j];
          sum += key[i] * later[i * depth + j];
        }
        du[j] = weight * sum;
        if (dv) GIVE(dv, r, h * depth + j, du[j]);
      }
      __syncthreads();
      for (int i = warp; i < width; i += warps) {
        const float *before = states + (long long)t * size + i * depth, *after = before + size;
        float read = 0, wrote = 0, corrected = 0, decayed = 0;
        for (int j = lane; j < depth; j += 32) {
          float g = later[i * depth + j];
          read += after[j] * change[j];
          wrote += g * u[j];
          if (corrects) {
            corrected += before[j] * du[j];
            g -= key[i] * du[j];
          }
          decayed += g * before[j];
          later[i * depth + j] = by[i] * g;
        }
        read = warp_sum(read), wrote = warp_sum(wrote), corrected = warp_sum(corrected), decayed = warp_sum(decayed);
        if (lane == 0) {
          if (dq) GIVE(dq, r, h * width + i, scale * read);
          if (dk) GIVE(dk, r, h * width + i, weight * wrote - by[i] * corrected);
          if (dd && decays > 1) GIVE(dd, r, h * decays + i, rates[h] * decayed);
          along[i] = key[i] * wrote;
          faded[i] = decayed;
        }
      }
      __syncthreads();
      if (threadIdx.x == 0) {
        float sum = 0, decayed = 0;
        for (int i = 0; i < width; i++) sum += along[i], decayed += faded[i];
        if (dw) GIVE(dw, r, h, sum);
        if (dd && decays == 1) GIVE(dd, r, h, rates[h] * decayed);
      }
    }
  }
}
