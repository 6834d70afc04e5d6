// Pixels of square images, row by row, image after image; a row of a matrix has a pixel's channels. A thread for each element.

// The row of a pixel's neighbour, k from 0 to 8; negative beyond an edge.
__device__ inline int neighbour(int r, int k, int side) {
  const int pixel = r % (side * side), down = pixel / side + k / 3 - 1, right = pixel % side + k % 3 - 1;
  return down >= 0 && down < side && right >= 0 && right < side ? r - pixel + down * side + right : -1;
}

extern "C" __global__ void patches(IN(x), OUT(y), int side, int channels, int rows, int columns) {
  ELEMENT;
  const int of = neighbour(r, c / channels, side);
  AT(y, r, c) = of < 0 ? 0.0f : AT(x, of, c % channels);
}

// A pixel's share of all patches that it is in.
extern "C" __global__ void patches_backward(IN(dy), SINK(dx), int side, int rows, int columns) {
  ELEMENT;
  float sum = 0;
  for (int k = 0; k < 9; k++) {
    const int in = neighbour(r, 8 - k, side); // that has this one as its k-th
    if (in >= 0) sum += AT(dy, in, k * columns + c);
  }
  GIVE(dx, r, c, sum);
}

// The largest of four pixels, the first of equals; which: 0 to 3.
extern "C" __global__ void pool(IN(x), OUT(y), float *which, int side, int rows, int columns) {
  ELEMENT;
  const int half = side / 2, image = r / (half * half), pixel = r % (half * half);
  const long long corner = (long long)image * side * side + 2 * (pixel / half) * side + 2 * (pixel % half);
  float most = AT(x, corner, c);
  int best = 0;
  for (int k = 1; k < 4; k++) {
    const float other = AT(x, corner + k / 2 * side + k % 2, c);
    if (other > most || other != other) {
      most = other;
      best = k;
    }
  }
  AT(y, r, c) = most;
  if (which) which[i_] = (float)best;
}

extern "C" __global__ void pool_backward(IN(dy), const float *which, SINK(dx), int side, int rows, int columns) {
  ELEMENT;
  const int half = side / 2, image = r / (side * side), down = r % (side * side) / side, right = r % side;
  const bool inside = down / 2 < half && right / 2 < half; // the last row of an odd side is left out
  const long long into = (long long)image * half * half + down / 2 * half + right / 2;
  const bool chosen = inside && (int)which[into * columns + c] == 2 * (down % 2) + right % 2;
  GIVE(dx, r, c, chosen ? AT(dy, into, c) : 0.0f);
}
