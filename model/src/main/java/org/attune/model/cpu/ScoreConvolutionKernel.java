package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Key-query convolution of causal scores, computed directly: a row of the result is the weighted
 * sum of the last rows, each as many times as a kernel has keys, shifted. The kernel's own gradient
 * is a product of the last rows of scores with the shifted rows of the result's gradient.
 */
public final class ScoreConvolutionKernel implements Kernel {

  private static final int LANES = 1024; // elements of a row that keep its shifts in cache

  private final Value scores;
  private final Value kernel;
  private final int batch;
  private final int heads;
  private final int length;
  private final int queries;
  private final int keys;
  private final int together; // sequences worked on at once
  private final Floats theta;
  private final Floats thetaGradient;
  private final Planes values;
  private final Planes result;
  private final Planes valueGradient;
  private final Planes resultGradient;
  private final float[] weights; // of one head: row a, column b
  private final float[][][] shifts; // the last rows, shifted by each key
  private final float[] padded;
  private final float[] sum;
  private final WeightedSum taps;
  private final Memory recentScores; // (c_q - 1 + T, T·together): rows of scores after zeros
  private final Memory shiftedGradients; // (c_k, T·together)
  private final Memory products; // (c_q, c_k)

  public ScoreConvolutionKernel(Value scores, Value kernel, int queries, int keys, Value y) {
    this.scores = scores;
    this.kernel = kernel;
    this.queries = queries;
    this.keys = keys;
    batch = scores.size(0);
    heads = scores.size(1);
    length = scores.size(2);
    together = Math.max(1, Math.min(batch, LANES / length));
    theta = Floats.of(kernel.array());
    int margin = keys / 2;
    values = new Planes(Floats.of(scores.array()), heads, margin);
    result = new Planes(Floats.of(y.array()), heads, margin);
    boolean backward = y.gradient() != null;
    boolean learns = backward && kernel.wantsGradient();
    boolean passes = backward && scores.wantsGradient();
    thetaGradient = learns ? Floats.of(kernel.gradient()) : null;
    valueGradient = passes ? new Planes(Floats.of(scores.gradient()), heads, margin) : null;
    resultGradient = backward ? new Planes(Floats.of(y.gradient()), heads, margin) : null;
    weights = new float[queries * keys];
    int size = length * together;
    shifts = new float[queries][keys][size];
    padded = new float[size + 2 * margin * together];
    sum = new float[size];
    taps = new WeightedSum(queries * keys, size);
    recentScores = learns ? new Memory((long) (queries - 1 + length) * size) : null;
    shiftedGradients = learns ? new Memory((long) keys * size) : null;
    products = learns ? new Memory((long) queries * keys) : null;
  }

  @Override
  public void forward(Pass pass) {
    for (int h = 0; h < heads; h++) {
      theta.read(h, 1, weights);
      for (int first = 0; first < batch; first += together) {
        int count = Math.min(together, batch - first);
        values.select(first, count, h);
        result.select(first, count, h);
        for (int i = 0; i < length; i++) {
          values.read(i, padded);
          shift(i, count, -1);
          taps.clear();
          for (int a = 0; a < queries && a <= i; a++) {
            addTaps(a, i - a);
          }
          taps.into(sum, result.seen(i));
          result.write(i, sum);
        }
      }
    }
  }

  @Override
  public void backward() {
    float passBeta = valueGradient == null ? 0 : scores.beta();
    float learnBeta = thetaGradient == null ? 0 : kernel.beta();
    for (int h = 0; h < heads; h++) {
      theta.read(h, 1, weights);
      clear(products);
      for (int first = 0; first < batch; first += together) {
        int count = Math.min(together, batch - first);
        resultGradient.select(first, count, h);
        values.select(first, count, h);
        if (thetaGradient != null) {
          keepScores(count);
        }
        if (valueGradient != null) {
          valueGradient.select(first, count, h);
        }
        for (int i = length - 1; i >= 0; i--) {
          resultGradient.read(i, padded);
          shift(i, count, 1);
          if (thetaGradient != null) {
            learn(i, count);
          }
          if (valueGradient != null) {
            pass(i, passBeta);
          }
        }
      }
      if (thetaGradient != null) {
        give(h, learnBeta);
      }
    }
  }

  /** The gradient of row i of the scores, from the result's rows i to i + c_q - 1. */
  private void pass(int i, float beta) {
    taps.clear();
    for (int a = 0; a < queries && i + a < length; a++) {
      addTaps(a, i + a);
    }
    taps.into(sum, valueGradient.seen(i));
    if (beta == 0) {
      valueGradient.write(i, sum);
    } else {
      valueGradient.add(i, sum);
    }
  }

  /** Adds what row i of the result's gradient says about the kernel. */
  private void learn(int i, int count) {
    int seen = (i + 1) * count;
    int stride = length * together;
    float[][] shifted = shifts[i % queries];
    for (int b = 0; b < keys; b++) {
      shiftedGradients.write((long) b * stride, shifted[b], seen);
    }
    // rows i - c_q + 1 to i of the scores, after c_q - 1 rows of zeros
    Blas.productTransposedB(
        queries,
        keys,
        seen,
        1,
        recentScores.at((long) i * stride),
        stride,
        shiftedGradients.at(0),
        stride,
        1,
        products.at(0),
        keys);
  }

  /** Copies all rows of the scores, without margins, to where products can be taken of them. */
  private void keepScores(int count) {
    int stride = length * together;
    java.util.Arrays.fill(sum, 0);
    for (int i = 0; i < queries - 1; i++) {
      recentScores.write((long) i * stride, sum, stride);
    }
    for (int i = 0; i < length; i++) {
      values.read(i, padded);
      System.arraycopy(padded, values.start(), sum, 0, length * count);
      recentScores.write((long) (queries - 1 + i) * stride, sum, length * count);
    }
  }

  /** Products hold the earliest row first: a counts back from the last. */
  private void give(int h, float beta) {
    products.read(0, weights, queries * keys);
    float[] gradient = new float[queries * keys];
    for (int tap = 0; tap < gradient.length; tap++) {
      int a = queries - 1 - tap / keys;
      gradient[a * keys + tap % keys] = weights[tap];
    }
    if (beta == 1) {
      float[] old = new float[gradient.length];
      thetaGradient.read(h, 1, old);
      Functions.add(old, gradient, gradient.length);
    }
    thetaGradient.write(h, 1, gradient);
  }

  /** Shifts row i, now padded, by each of the kernel's keys, later or earlier. */
  private void shift(int i, int count, int direction) {
    int reach = Math.min(length, i + queries) * count;
    for (int b = 0; b < keys; b++) {
      int from = (keys / 2 + direction * (b - keys / 2)) * count;
      System.arraycopy(padded, from, shifts[i % queries][b], 0, reach);
    }
  }

  private void addTaps(int a, int row) {
    float[][] shifted = shifts[row % queries];
    for (int b = 0; b < keys; b++) {
      taps.add(weights[a * keys + b], shifted[b]);
    }
  }

  private void clear(Memory memory) {
    if (memory != null) {
      memory.write(0, new float[queries * keys], queries * keys);
    }
  }
}
