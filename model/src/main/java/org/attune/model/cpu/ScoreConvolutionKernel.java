package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.ScoreConvolution;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Key-query convolution of causal scores, computed directly: a row of the result is the weighted
 * sum of the last rows, each as many times as a kernel has keys, shifted. The kernel's own gradient
 * is a product of the last rows of scores with the shifted rows of the result's gradient.
 */
final class ScoreConvolutionKernel implements Kernel {

  private static final int LANES = 1024; // elements of a row that keep its shifts in cache

  private final int batch;
  private final int heads;
  private final int length;
  private final int queries;
  private final int keys;
  private final int together; // sequences worked on at once
  private final Floats theta;
  private final Sink<Floats> thetaGradient;
  private final Sink<Floats> scoreGradient;
  private final Planes values;
  private final Planes result;
  private final Planes valueGradient;
  private final Planes resultGradient;
  private final float[] weights; // of one head: row a, column b
  private final float[][][] shifts; // the last rows, shifted by each key
  private final float[] padded;
  private final float[] sum;
  private final WeightedSum taps;
  private final Floats recentRows;
  private final Panel recentScores; // (c_q - 1 + T, T·together): rows of scores after zeros
  private final Floats shiftedRows;
  private final Panel shiftedGradients; // (c_k, T·together)
  private final Panel products; // (c_q, c_k)

  ScoreConvolutionKernel(ScoreConvolution primitive, Operands<Floats> at) {
    Value scores = primitive.scores();
    queries = primitive.queries();
    keys = primitive.keys();
    batch = scores.size(0);
    heads = scores.size(1);
    length = scores.size(2);
    together = Math.max(1, Math.min(batch, LANES / length));
    theta = at.in(1);
    int margin = keys / 2;
    values = new Planes(at.in(0), heads, margin);
    result = new Planes(at.out(), heads, margin);
    thetaGradient = at.sink(1);
    scoreGradient = at.sink(0);
    valueGradient =
        scoreGradient.wanted() ? new Planes(scoreGradient.buffer(), heads, margin) : null;
    resultGradient = at.backward() ? new Planes(at.outGradient(), heads, margin) : null;
    weights = new float[queries * keys];
    int size = length * together;
    shifts = new float[queries][keys][size];
    padded = new float[size + 2 * margin * together];
    sum = new float[size];
    taps = new WeightedSum(queries * keys, size);
    boolean learns = thetaGradient.wanted();
    recentRows = kept(at, learns ? queries - 1 + length : 0, size);
    recentScores = recentRows.panel(queries, size);
    shiftedRows = kept(at, learns ? keys : 0, size);
    shiftedGradients = shiftedRows.panel(keys, size);
    products = Floats.kept(at, 1, queries, keys);
  }

  private static Floats kept(Operands<Floats> at, int rows, int columns) {
    return at.keep((long) rows * columns).sharing(0, rows, columns, columns);
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
    for (int h = 0; h < heads; h++) {
      theta.read(h, 1, weights);
      products.zero();
      for (int first = 0; first < batch; first += together) {
        int count = Math.min(together, batch - first);
        resultGradient.select(first, count, h);
        values.select(first, count, h);
        if (thetaGradient.wanted()) {
          keepScores(count);
        }
        if (valueGradient != null) {
          valueGradient.select(first, count, h);
        }
        for (int i = length - 1; i >= 0; i--) {
          resultGradient.read(i, padded);
          shift(i, count, 1);
          if (thetaGradient.wanted()) {
            learn(i, count);
          }
          if (valueGradient != null) {
            pass(i);
          }
        }
      }
      if (thetaGradient.wanted()) {
        give(h);
      }
    }
  }

  /** The gradient of row i of the scores, from the result's rows i to i + c_q - 1. */
  private void pass(int i) {
    taps.clear();
    for (int a = 0; a < queries && i + a < length; a++) {
      addTaps(a, i + a);
    }
    taps.into(sum, valueGradient.seen(i));
    if (scoreGradient.adds()) {
      valueGradient.add(i, sum);
    } else {
      valueGradient.write(i, sum);
    }
  }

  /** Adds what row i of the result's gradient says about the kernel. */
  private void learn(int i, int count) {
    int seen = (i + 1) * count;
    float[][] shifted = shifts[i % queries];
    for (int b = 0; b < keys; b++) {
      shiftedRows.write(b, 0, shifted[b], 0, seen);
    }
    // rows i - c_q + 1 to i of the scores, after c_q - 1 rows of zeros
    products.productNT(
        1,
        1,
        recentScores.moveTo(i, 0).rows(queries).columns(seen),
        shiftedGradients.rows(keys).columns(seen));
  }

  /** Copies all rows of the scores, without margins, to where products can be taken of them. */
  private void keepScores(int count) {
    int stride = length * together;
    java.util.Arrays.fill(sum, 0);
    for (int i = 0; i < queries - 1; i++) {
      recentRows.write(i, 0, sum, 0, stride);
    }
    for (int i = 0; i < length; i++) {
      values.read(i, padded);
      System.arraycopy(padded, values.start(), sum, 0, length * count);
      recentRows.write(queries - 1 + i, 0, sum, 0, length * count);
    }
  }

  /** Products hold the earliest row first: a counts back from the last. */
  private void give(int h) {
    float[] gradient = new float[queries * keys];
    for (int a = 0; a < queries; a++) {
      for (int b = 0; b < keys; b++) {
        gradient[a * keys + b] = products.get(queries - 1 - a, b);
      }
    }
    Floats.give(thetaGradient, h, 1, gradient);
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
}
