package org.attune.model.layer;

import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.Training.Optimizer;
import org.attune.model.network.Decoder;
import org.attune.model.network.HiddenMatrices;
import org.attune.model.network.Networks;
import org.attune.model.network.Parametrisation;
import org.attune.model.program.Program;

/** Networks that an optimizer or a parametrisation cannot train. */
public final class OptimizerLimits {

  private OptimizerLimits() {}

  /**
   * Returns why a configuration cannot be trained; empty if it can.
   *
   * @param program its network
   */
  public static Optional<String> conflict(Configuration settings, Program program) {
    int steps = settings.integer(Training.STEPS);
    int whole = settings.integer(Training.SCHEDULE_STEPS);
    if (whole > 0 && whole < steps) {
      return Optional.of(
          "train.schedule-steps %d ends before the training of train.steps %d: set it to %d or more, or remove it"
              .formatted(whole, steps, steps));
    }
    Optimizer rule = settings.choice(Training.OPTIMIZER);
    if (rule == Optimizer.MUON && HiddenMatrices.of(program).isEmpty()) {
      return Optional.of(
          "train.optimizer muon orthogonalises the matrices of a network's blocks, and this"
              + " network has none: choose adamw");
    }
    boolean embeds =
        (rule == Optimizer.ADAM || rule == Optimizer.ADAMW)
            && program.parameters().stream()
                .anyMatch(s -> s.name().equals(Decoder.EMBEDDING_TABLE));
    if (settings.real(Training.EMBEDDING_RATE) > 0 && !embeds) {
      return Optional.of(
          "train.embedding-learning-rate is of a decoder's embedding under adam or adamw, and here"
              + " is %s with model.kind %s: remove it"
                  .formatted(
                      settings.text(Training.OPTIMIZER.parameter()), settings.text(Networks.KIND)));
    }
    if (settings.choice(Parametrisation.KIND) == Parametrisation.Kind.STANDARD) {
      return Optional.empty();
    }
    return rule == Optimizer.ADAM || rule == Optimizer.ADAMW || rule == Optimizer.MUON
        ? Optional.empty()
        : Optional.of(
            "model.parametrisation mup has step sizes for adam, adamw and muon, not for %s"
                .formatted(settings.text(Training.OPTIMIZER.parameter())));
  }
}
