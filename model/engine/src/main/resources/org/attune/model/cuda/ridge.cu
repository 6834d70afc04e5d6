// Queries divided by the Gram matrix of the keys so far and lambda, token by token, in double: a block for each head of each
// sequence, with its matrix in shared memory.

// y_t = (lambda I + sum over j <= t of k_j k_j')^-1 x_t, by the inverse's own recursion (Sherman and Morrison 1950); to: the same as
// a contribution, or null.
extern "C" __global__ void divide_causal(
    float fixed, IN(rho), int rho_rows, int rho_columns, IN(x), IN(k), OUT(y), SINK(to), int heads, int length, int width) {
  SHARED(double, memory);
  double *inverse = memory, *scaled = inverse + width * width, *key = scaled + width, *row = key + width;
  const int b = blockIdx.x / heads, h = blockIdx.x % heads;
  const double lambda = lambda_of(fixed, rho, rho_stride, rho_rows, rho_columns, b, h);
  EACH(i, width * width) inverse[i] = i / width == i % width ? 1.0 / lambda : 0.0;
  for (int t = 0; t < length; t++) {
    const long long r = (long long)b * length + t;
    EACH(c, width) {
      key[c] = AT(k, r, h * width + c);
      row[c] = AT(x, r, h * width + c);
    }
    __syncthreads();
    EACH(i, width) {
      double sum = 0;
      for (int c = 0; c < width; c++) sum += inverse[i * width + c] * key[c];
      scaled[i] = sum;
    }
    __syncthreads();
    double denominator = 1;
    for (int c = 0; c < width; c++) denominator += key[c] * scaled[c];
    EACH(i, width * width) inverse[i] -= scaled[i / width] * scaled[i % width] / denominator;
    __syncthreads();
    EACH(i, width) {
      double sum = 0;
      for (int c = 0; c < width; c++) sum += inverse[i * width + c] * row[c];
      AT(y, r, h * width + i) = (float)sum;
      if (to) GIVE(to, r, h * width + i, (float)sum);
    }
    __syncthreads(); // the row has been read
  }
}

// dk_j = -sum over t >= j of (z_t (u_t·k_j) + u_t (z_t·k_j)), the sum grown from the end.
extern "C" __global__ void divide_causal_keys(IN(u), IN(z), IN(k), SINK(dk), int heads, int length, int width) {
  SHARED(double, memory);
  double *sums = memory, *own = sums + width * width, *other = own + width, *key = other + width;
  const int b = blockIdx.x / heads, h = blockIdx.x % heads;
  EACH(i, width * width) sums[i] = 0;
  for (int t = length - 1; t >= 0; t--) {
    const long long r = (long long)b * length + t;
    EACH(c, width) {
      own[c] = AT(u, r, h * width + c);
      other[c] = AT(z, r, h * width + c);
      key[c] = AT(k, r, h * width + c);
    }
    __syncthreads();
    EACH(i, width * width) sums[i] -= other[i / width] * own[i % width] + own[i / width] * other[i % width];
    __syncthreads();
    EACH(i, width) {
      double sum = 0;
      for (int c = 0; c < width; c++) sum += sums[i * width + c] * key[c];
      GIVE(dk, r, h * width + i, (float)sum);
    }
    __syncthreads();
  }
}
