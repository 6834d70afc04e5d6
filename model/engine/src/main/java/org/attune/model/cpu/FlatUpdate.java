package org.attune.model.cpu;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.attune.model.program.ParameterSpec;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Update rules in one pass over all parameters of a network, which lie in one array. */
final class FlatUpdate implements ParameterUpdate {

  private static final double SMALLEST_SCALE = 1e-12;

  private final UpdateRule rule;
  private final Floats values;
  private final float[] parameters;
  private final float[] gradient;
  private final float[][] kept;
  private final int size;
  private final List<ParameterStore.Range> trainable; // the norm covers their gradient
  private final List<Group> updated; // the trainable ranges, split by decay and by rate
  private @Nullable Step step; // the prepared step

  FlatUpdate(ParameterStore<Floats> store, UpdateRule rule, Predicate<ParameterSpec> decays) {
    this(store, rule, List.of(new Group(store.trainable(decays), 1, 1)));
  }

  /**
   * Parts of the row that share a step size.
   *
   * @param rate their step size, over that of the step
   * @param decay their weight decay, over that of the step
   */
  record Group(List<ParameterStore.Range> ranges, double rate, double decay) {}

  /** Returns Adam with step sizes of their own for some parameters. */
  static FlatUpdate of(
      ParameterStore<Floats> store, UpdateRule.GroupedAdam rule, Predicate<ParameterSpec> decays) {
    Set<UpdateRule.RateShare> shares = new LinkedHashSet<>(List.of(UpdateRule.RateShare.WHOLE));
    rule.shares().keySet().stream().sorted().map(rule.shares()::get).forEach(shares::add);
    List<Group> groups = new ArrayList<>();
    for (UpdateRule.RateShare share : shares) {
      Predicate<ParameterSpec> takes =
          spec -> rule.shares().getOrDefault(spec.name(), UpdateRule.RateShare.WHOLE).equals(share);
      groups.add(new Group(store.trainable(takes, decays), share.rate(), share.decay()));
    }
    return new FlatUpdate(store, rule.adam(), groups);
  }

  /**
   * @param updated the parts of the row that the rule changes
   */
  FlatUpdate(ParameterStore<Floats> store, UpdateRule rule, List<Group> updated) {
    this.rule = rule;
    values = store.values();
    parameters = values.data;
    gradient = store.gradients().data;
    size = Math.toIntExact(store.size());
    kept = new float[rule.kept()][size];
    trainable = store.trainable();
    this.updated = updated;
  }

  @Override
  public void adopt(List<INDArray> arrays) {
    for (int i = 0; i < kept.length; i++) {
      row(kept[i]).load(arrays.get(i), 0);
    }
  }

  @Override
  public void publish(List<INDArray> arrays) {
    for (int i = 0; i < kept.length; i++) {
      row(kept[i]).store(arrays.get(i));
    }
  }

  private Floats row(float[] array) {
    return values.alike(array);
  }

  private double gradientNorm() {
    double sum = 0;
    for (ParameterStore.Range range : trainable) {
      for (int from = range.from(); from < range.to(); from += Scratch.CHUNK) {
        int to = Math.min(range.to(), from + Scratch.CHUNK);
        float part = ArrayMath.dot(gradient, gradient, from, to);
        sum += Float.isFinite(part) ? part : squares(from, to);
      }
    }
    return Math.sqrt(sum);
  }

  /** The sum of squares that float32 cannot hold. */
  private double squares(int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += (double) gradient[i] * gradient[i];
    }
    return sum;
  }

  @Override
  public void prepare(Step next) {
    step = next;
  }

  @Override
  public void take() {
    take(scale(prepared().limit()));
  }

  /**
   * Returns the number to scale the gradient by, so that its norm keeps to a limit. If float32
   * cannot hold that number's square, the gradient is scaled here, and the number is 1.
   */
  double scale(double limit) {
    if (limit == Double.POSITIVE_INFINITY) {
      return 1;
    }
    double norm = gradientNorm();
    double scale = norm > limit ? limit / norm : 1;
    if (scale > SMALLEST_SCALE || !Double.isFinite(norm)) {
      return scale;
    }
    for (ParameterStore.Range range : trainable) {
      for (int i = range.from(); i < range.to(); i++) {
        gradient[i] = (float) (gradient[i] * scale);
      }
    }
    return 1;
  }

  /** The first array of the rule's state, as long as all parameters. */
  float[] first() {
    return kept[0];
  }

  /** Takes the prepared step with a scaled gradient. */
  void take(double scale) {
    Step next = prepared();
    updated.forEach(group -> take(next, scale, group));
  }

  private Step prepared() {
    return Objects.requireNonNull(step, "no step is prepared");
  }

  private void take(Step step, double scale, Group group) {
    double rate = group.rate() * step.rate();
    for (ParameterStore.Range range :
        group.ranges()) { // a chunk at a time, so that its loops find it in cache
      float decay = range.decays() ? (float) (group.decay() * step.decay()) : 0;
      for (int from = range.from(); from < range.to(); from += Scratch.CHUNK) {
        int to = Math.min(range.to(), from + Scratch.CHUNK);
        step(scale, rate, decay, step.done(), from, to);
      }
    }
  }

  private void step(double scale, double rate, float decay, long step, int from, int to) {
    if (rule instanceof UpdateRule.Adam adam) {
      float corrected = (float) adam.corrected(rate, step);
      double b1 = adam.beta1();
      double b2 = adam.beta2();
      mix((float) b1, (float) ((1 - b1) * scale), gradient, kept[0], from, to);
      mixSquares((float) b2, (float) ((1 - b2) * scale * scale), gradient, kept[1], from, to);
      float epsilon = (float) adam.epsilon();
      adam(corrected, epsilon, decay, parameters, kept[0], kept[1], from, to);
    } else if (rule instanceof UpdateRule.Nesterov nesterov) {
      float momentum = (float) nesterov.momentum();
      float down = (float) (scale * rate);
      nesterov(down, momentum, decay, parameters, gradient, kept[0], from, to);
    } else if (rule instanceof UpdateRule.HeavyBallRule ball) {
      float[] p = parameters;
      float momentum = (float) ball.momentum();
      heavyBall((float) rate, (float) scale, momentum, decay, p, gradient, kept[0], from, to);
    } else {
      descend((float) (scale * rate), decay, parameters, gradient, from, to);
    }
  }

  private static void descend(float rate, float decay, float[] p, float[] g, int from, int to) {
    for (int i = from; i < to; i++) {
      p[i] -= Math.fma(rate, g[i], decay * p[i]);
    }
  }

  private static void mix(float keep, float share, float[] g, float[] m, int from, int to) {
    for (int i = from; i < to; i++) {
      m[i] = Math.fma(keep, m[i], share * g[i]);
    }
  }

  private static void mixSquares(float keep, float share, float[] g, float[] v, int from, int to) {
    for (int i = from; i < to; i++) {
      v[i] = Math.fma(keep, v[i], share * g[i] * g[i]);
    }
  }

  private static void adam(
      float rate, float epsilon, float decay, float[] p, float[] m, float[] v, int from, int to) {
    for (int i = from; i < to; i++) {
      // Not a number where v overflowed: the step would be 0 for good.
      float step = rate * m[i] / ((float) Math.sqrt(v[i]) + epsilon) + 0 * v[i];
      p[i] -= Math.fma(decay, p[i], step);
    }
  }

  private static void nesterov(
      float rate, float momentum, float decay, float[] p, float[] g, float[] v, int from, int to) {
    for (int i = from; i < to; i++) {
      float before = v[i];
      float after = Math.fma(momentum, before, -rate * g[i]);
      v[i] = after;
      p[i] += Math.fma(1f + momentum, after, Math.fma(-momentum, before, -decay * p[i]));
    }
  }

  private static void heavyBall(
      float rate,
      float scale,
      float momentum,
      float decay,
      float[] p,
      float[] g,
      float[] v,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      float after = Math.fma(momentum, v[i], scale * g[i]);
      v[i] = after;
      p[i] -= Math.fma(rate, after, decay * p[i]);
    }
  }
}
