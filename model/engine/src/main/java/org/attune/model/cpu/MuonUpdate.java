package org.attune.model.cpu;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.attune.model.cpu.linear.NewtonSchulz;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.attune.model.program.ParameterSpec;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;

/** {@link UpdateRule.MuonRule}: matrix by matrix, and Adam for all other parameters. */
final class MuonUpdate implements ParameterUpdate {

  private final UpdateRule.MuonRule rule;
  private final FlatUpdate others;
  private final List<ParameterStore.Matrix> matrices;
  private final float[] parameters;
  private final float[] gradient;
  private final float[] velocity; // Adam's first moments lie in it too, each in its own place
  private final float[] work; // the largest matrix
  private final NewtonSchulz roots = new NewtonSchulz();
  private @Nullable Step step; // the prepared step

  MuonUpdate(
      ParameterStore<Floats> store, UpdateRule.MuonRule rule, Predicate<ParameterSpec> decays) {
    this.rule = rule;
    Predicate<ParameterSpec> isMatrix = spec -> rule.matrices().contains(spec.name());
    FlatUpdate.Group group = new FlatUpdate.Group(store.trainable(isMatrix.negate(), decays), 1, 1);
    others = new FlatUpdate(store, rule.others(), List.of(group));
    matrices = store.matrices(isMatrix, decays);
    parameters = store.values().data;
    gradient = store.gradients().data;
    velocity = others.first();
    work = new float[matrices.stream().mapToInt(m -> m.rows() * m.columns()).max().orElse(0)];
  }

  @Override
  public void adopt(List<INDArray> kept) {
    others.adopt(kept);
  }

  @Override
  public void publish(List<INDArray> kept) {
    others.publish(kept);
  }

  @Override
  public void prepare(Step next) {
    step = next;
    double ratio = rule.ratio();
    others.prepare(new Step(next.limit(), ratio * next.rate(), ratio * next.decay(), next.done()));
  }

  @Override
  public void take() {
    Step next = Objects.requireNonNull(step, "no step is prepared");
    double scale = others.scale(next.limit());
    others.take(scale);
    for (ParameterStore.Matrix matrix : matrices) {
      take(next, matrix, (float) scale);
    }
  }

  private void take(Step step, ParameterStore.Matrix matrix, float scale) {
    int columns = matrix.columns();
    float keep = (float) rule.momentum();
    float share = (float) (1 - rule.momentum()) * scale;
    for (int r = 0; r < matrix.rows(); r++) {
      int from = matrix.first() + r * matrix.stride();
      for (int c = 0; c < columns; c++) {
        float g = share * gradient[from + c];
        float v = Math.fma(keep, velocity[from + c], g);
        velocity[from + c] = v;
        work[r * columns + c] = Math.fma(keep, v, g);
      }
    }
    roots.orthogonalise(work, matrix.rows(), columns);
    double wide = Math.sqrt(Math.max(1, columns / (double) matrix.rows()));
    float rate = (float) (step.rate() * wide);
    float decay = matrix.decays() ? (float) step.decay() : 0;
    for (int r = 0; r < matrix.rows(); r++) {
      int from = matrix.first() + r * matrix.stride();
      for (int c = 0; c < columns; c++) {
        float p = parameters[from + c];
        parameters[from + c] = p - Math.fma(rate, work[r * columns + c], decay * p);
      }
    }
  }
}
