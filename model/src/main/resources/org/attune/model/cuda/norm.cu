// y = gain x / sqrt(mean(x²) + epsilon) over each group of a row's columns: a block each.

extern "C" __global__ void rms_forward(
    float epsilon, IN(x), IN(gain), OUT(y), float *unit, float *inverse, int groups, int width) {
  __shared__ float part[32];
  const int r = blockIdx.x / groups, from = blockIdx.x % groups * width;
  float squares = 0;
  EACH(i, width) squares += AT(x, r, from + i) * AT(x, r, from + i);
  const float root = 1.0f / sqrtf(block_sum(squares, part) / width + epsilon);
  EACH(i, width) {
    const float u = AT(x, r, from + i) * root;
    if (unit) unit[(long long)blockIdx.x * width + i] = u;
    AT(y, r, from + i) = u * AT(gain, 0, i);
  }
  if (inverse && threadIdx.x == 0) inverse[blockIdx.x] = root;
}

extern "C" __global__ void rms_backward(
    IN(gain), IN(dy), const float *unit, const float *inverse, SINK(dx), int groups, int width) {
  __shared__ float part[32];
  const int r = blockIdx.x / groups, from = blockIdx.x % groups * width;
  const float *u = unit + (long long)blockIdx.x * width;
  float along = 0;
  EACH(i, width) along += AT(dy, r, from + i) * AT(gain, 0, i) * u[i];
  along = block_sum(along, part) / width;
  EACH(i, width)
    GIVE(dx, r, from + i, (AT(dy, r, from + i) * AT(gain, 0, i) - u[i] * along) * inverse[blockIdx.x]);
}
