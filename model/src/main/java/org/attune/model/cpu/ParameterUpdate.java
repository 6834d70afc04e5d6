package org.attune.model.cpu;

import java.util.Arrays;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.learning.config.Adam;

/**
 * Update rules over all parameters of a network at once, in one pass over flat float32 arrays of
 * the same length: parameters, their gradient, and what a rule keeps from step to step. The rules
 * are ND4J's, to rounding.
 *
 * <p>The gradient is scaled by a factor first; weight decay takes a share of each parameter away,
 * after the rule.
 */
public final class ParameterUpdate {

  private static final int CHUNK = 2048; // floats, of which four arrays fit the first-level cache

  private final Floats parameters;
  private final Floats gradient;
  private final Floats[] kept;
  private final int size;
  private final float[] p = new float[CHUNK];
  private final float[] g = new float[CHUNK];
  private final float[] m = new float[CHUNK];
  private final float[] v = new float[CHUNK];

  /**
   * @param kept between steps: nothing, Nesterov's velocity, or Adam's first and second moments
   */
  public ParameterUpdate(INDArray parameters, INDArray gradient, INDArray... kept) {
    this.parameters = Floats.of(parameters);
    this.gradient = Floats.of(gradient);
    this.kept = Arrays.stream(kept).map(Floats::of).toArray(Floats[]::new);
    size = this.parameters.columns;
  }

  /** The gradient's Euclidean norm. */
  public double gradientNorm() {
    double sum = 0;
    for (int i = 0; i < size; i += CHUNK) {
      int n = Math.min(CHUNK, size - i);
      gradient.read(i, g, 0, n);
      sum += Functions.dot(g, g, 0, n);
    }
    return Math.sqrt(sum);
  }

  /** {@code p -= rate g + decay p}. */
  public void descend(double scale, double rate, double decay) {
    for (int i = 0; i < size; i += CHUNK) {
      int n = Math.min(CHUNK, size - i);
      load(i, n);
      descend((float) (scale * rate), (float) decay, p, g, n);
      parameters.write(i, p, 0, n);
    }
  }

  /**
   * {@code m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g²; p -= rate m / (sqrt v + eps) + decay p},
   * with the rate corrected for the moments' start at zero (Kingma and Ba 2015, section 2).
   *
   * @param step steps done before
   */
  public void adam(double scale, double rate, Adam rule, double decay, int step) {
    double beta1 = rule.getBeta1();
    double beta2 = rule.getBeta2();
    double corrected =
        rate * Math.sqrt(1 - Math.pow(beta2, step + 1)) / (1 - Math.pow(beta1, step + 1));
    for (int i = 0; i < size; i += CHUNK) {
      int n = Math.min(CHUNK, size - i);
      load(i, n);
      kept[0].read(i, m, 0, n);
      kept[1].read(i, v, 0, n);
      mix((float) beta1, (float) ((1 - beta1) * scale), g, m, n);
      mixSquares((float) beta2, (float) ((1 - beta2) * scale * scale), g, v, n);
      adam((float) corrected, (float) rule.getEpsilon(), (float) decay, p, m, v, n);
      parameters.write(i, p, 0, n);
      kept[0].write(i, m, 0, n);
      kept[1].write(i, v, 0, n);
    }
  }

  /** {@code v' = momentum v - rate g; p += (1 + momentum) v' - momentum v - decay p}. */
  public void nesterov(double scale, double rate, double momentum, double decay) {
    for (int i = 0; i < size; i += CHUNK) {
      int n = Math.min(CHUNK, size - i);
      load(i, n);
      kept[0].read(i, v, 0, n);
      nesterov((float) (scale * rate), (float) momentum, (float) decay, p, g, v, n);
      parameters.write(i, p, 0, n);
      kept[0].write(i, v, 0, n);
    }
  }

  private void load(int from, int count) {
    gradient.read(from, g, 0, count);
    parameters.read(from, p, 0, count);
  }

  private static void descend(float rate, float decay, float[] p, float[] g, int n) {
    for (int i = 0; i < n; i++) {
      p[i] -= Math.fma(rate, g[i], decay * p[i]);
    }
  }

  private static void mix(float keep, float share, float[] g, float[] m, int n) {
    for (int i = 0; i < n; i++) {
      m[i] = Math.fma(keep, m[i], share * g[i]);
    }
  }

  private static void mixSquares(float keep, float share, float[] g, float[] v, int n) {
    for (int i = 0; i < n; i++) {
      v[i] = Math.fma(keep, v[i], share * g[i] * g[i]);
    }
  }

  private static void adam(
      float rate, float epsilon, float decay, float[] p, float[] m, float[] v, int n) {
    for (int i = 0; i < n; i++) {
      float step = rate * m[i] / ((float) Math.sqrt(v[i]) + epsilon);
      p[i] -= Math.fma(decay, p[i], step);
    }
  }

  private static void nesterov(
      float rate, float momentum, float decay, float[] p, float[] g, float[] v, int n) {
    for (int i = 0; i < n; i++) {
      float before = v[i];
      float after = Math.fma(momentum, before, -rate * g[i]);
      v[i] = after;
      p[i] += Math.fma(1f + momentum, after, Math.fma(-momentum, before, -decay * p[i]));
    }
  }
}
