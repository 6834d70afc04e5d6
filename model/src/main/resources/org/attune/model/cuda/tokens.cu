// Tokens: the rows of a table that they name, and how well rows of logits foretell them.

extern "C" __global__ void gather(
    IN(table), const int *tokens, OUT(y), int rows, int columns) {
  ELEMENT;
  AT(y, r, c) = AT(table, tokens[r], c);
}

// A block for each row of the table: the sum of dy over the tokens that name it, in their order. The threads compare a token
// each, 256 at a time, and a bit for each that names the row says where to look.
extern "C" __global__ void gather_backward(
    const int *tokens, IN(dy), SINK(dtable), int rows, int columns) {
  __shared__ unsigned named[8];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int start = 0; start < columns; start += blockDim.x) {
    const int c = start + threadIdx.x;
    float sum = 0;
    for (int from = 0; from < rows; from += 256) {
      const int i = from + threadIdx.x;
      const unsigned bits = __ballot_sync(ALL, i < rows && tokens[i] == (int)blockIdx.x);
      __syncthreads(); // the last bits have been read
      if (lane == 0) named[warp] = bits;
      __syncthreads();
      if (c < columns)
        for (int w = 0; w < 8; w++)
          for (unsigned left = named[w]; left; left &= left - 1)
            sum += AT(dy, from + 32 * w + __ffs(left) - 1, c);
    }
    if (c < columns) GIVE(dtable, blockIdx.x, c, sum);
  }
}

// losses: what each row adds to the loss; logs: log of the sum of its exponentials. A block each; the last sums the losses, if done
// is not null.
extern "C" __global__ void cross_entropy_forward(
    IN(logits), const int *labels, IN(weights), float *losses, float *logs, int *done, float *loss, int columns) {
  __shared__ float part[32];
  const int r = blockIdx.x;
  float most = -3.0e38f;
  EACH(c, columns) most = fmaxf(most, AT(logits, r, c));
  most = block_max(most, part);
  float sum = 0;
  EACH(c, columns) sum += expf(AT(logits, r, c) - most);
  const float log = logf(block_sum(sum, part)) + most;
  if (threadIdx.x == 0) {
    const float weight = AT(weights, r, 0);
    logs[r] = log;
    losses[r] = weight == 0 ? 0.0f : weight * (log - AT(logits, r, labels[r]));
  }
  if (!done || !last_of(done, gridDim.x)) return;
  float all = 0;
  EACH(i, (int)gridDim.x) all += ((const volatile float *)losses)[i];
  all = block_sum(all, part);
  if (threadIdx.x == 0) loss[0] = all;
}

extern "C" __global__ void cross_entropy_backward(
    IN(logits), const int *labels, IN(weights), const float *logs, const float *dy, SINK(dlogits), int columns) {
  const int r = blockIdx.x;
  const float weight = AT(weights, r, 0) * dy[0];
  const int label = labels[r];
  EACH(c, columns) {
    const float share = expf(AT(logits, r, c) - logs[r]) - (c == label ? 1.0f : 0.0f);
    GIVE(dlogits, r, c, weight == 0 ? 0.0f : weight * share);
  }
}

// to = factor dy[0] x: the gradient of a weighted total.
extern "C" __global__ void weigh(IN(x), const float *dy, SINK(to), int rows, int columns) {
  ELEMENT;
  GIVE(to, r, c, AT(x, r, c) * dy[0]);
}
