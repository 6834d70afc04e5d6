package org.attune.model.layer;

import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.model.layer.Training.Optimizer;
import org.attune.model.network.HiddenMatrices;
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
    Optimizer rule = settings.choice(Training.OPTIMIZER);
    if (rule == Optimizer.MUON && HiddenMatrices.of(program).isEmpty()) {
      return Optional.of(
          "train.optimizer muon orthogonalises the matrices of a network's blocks, and this"
              + " network has none: choose adamw");
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
