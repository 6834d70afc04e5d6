// Tokens: the rows of a table that they name, and how well rows of logits foretell them.

extern "C" __global__ void gather(
    IN(table), const int *tokens, OUT(y), int rows, int columns) {
  ELEMENT;
  AT(y, r, c) = AT(table, tokens[r], c);
}

// A block for each row of the table: the sum of dy over the tokens that name it, in their order. The threads compare a token
// each, 256 at a time, and list those that name the row.
extern "C" __global__ void gather_backward(
    const int *tokens, IN(dy), SINK(dtable), int rows, int columns) {
  __shared__ unsigned named[8];
  __shared__ int list[256];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int start = 0; start < columns; start += blockDim.x) {
    const int c = start + threadIdx.x;
    float sum = 0;
    for (int from = 0; from < rows; from += 256) {
      const int i = from + threadIdx.x;
      const unsigned bits = __ballot_sync(ALL, i < rows && tokens[i] == (int)blockIdx.x);
      if (lane == 0) named[warp] = bits;
      __syncthreads(); // all bits are here, and the last list has been read
      int count = 0, before = 0;
      for (int w = 0; w < 8; w++) {
        if (w == warp) before = count;
        count += __popc(named[w]);
      }
      if (bits >> lane & 1) list[before + __popc(bits & ((1u << lane) - 1))] = i;
      __syncthreads();
      if (c < columns) {
#pragma unroll 8
        for (int n = 0; n < count; n++) sum += AT(dy, list[n], c);
      }
    }
    if (c < columns) GIVE(dtable, blockIdx.x, c, sum);
  }
}

// losses: what each row adds to the loss; logs: log of the sum of its exponentials. A warp has a row if it is narrow, else a block.
// The last block sums the losses, if done is not null.
extern "C" __global__ void cross_entropy_forward(
    IN(logits), const int *labels, IN(weights), float *losses, float *logs, int *done, float *loss, int narrow, int rows,
    int columns) {
  __shared__ float part[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int r = narrow ? blockIdx.x * (blockDim.x >> 5) + warp : blockIdx.x, columns_of_row = r < rows ? columns : 0;
  const int first = narrow ? lane : threadIdx.x, step = narrow ? 32 : blockDim.x;
  float most = -3.0e38f;
  for (int c = first; c < columns_of_row; c += step) most = fmaxf(most, AT(logits, r, c));
  most = narrow ? warp_max(most) : block_max(most, part);
  float sum = 0;
  for (int c = first; c < columns_of_row; c += step) sum += expf(AT(logits, r, c) - most);
  sum = narrow ? warp_sum(sum) : block_sum(sum, part);
  if (first == 0 && r < rows) {
    const float weight = AT(weights, r, 0), log = logf(sum) + most;
    logs[r] = log;
    losses[r] = weight == 0 ? 0.0f : weight * (log - AT(logits, r, labels[r]));
  }
  if (!done || !last_of(done, gridDim.x)) return;
  float all = 0;
#pragma unroll 8
  EACH(i, rows) all += __ldcg(losses + i);
  all = block_sum(all, part);
  if (threadIdx.x == 0) loss[0] = all;
}

extern "C" __global__ void cross_entropy_backward(
    IN(logits), const int *labels, IN(weights), const float *logs, const float *dy, SINK(dlogits), int rows, int columns) {
  ELEMENT;
  const float weight = AT(weights, r, 0) * dy[0];
  const float share = expf(AT(logits, r, c) - logs[r]) - (c == labels[r] ? 1.0f : 0.0f);
  GIVE(dlogits, r, c, weight == 0 ? 0.0f : weight * share);
}

// to = factor dy[0] x: the gradient of a weighted total.
extern "C" __global__ void weigh(IN(x), const float *dy, SINK(to), int rows, int columns) {
  ELEMENT;
  GIVE(to, r, c, AT(x, r, c) * dy[0]);
}
