package org.attune.model.engine;

import java.util.Map;
import java.util.Set;

/**
 * Update rules: ND4J's rules, up to rounding, and plain momentum. The gradient is first scaled by a
 * factor. After the rule, weight decay subtracts a share of each parameter.
 */
public sealed interface UpdateRule {

  /** The number of state elements per parameter. */
  default int kept() {
    if (this instanceof Descent) {
      return 0;
    }
    return this instanceof Nesterov || this instanceof HeavyBallRule ? 1 : 2;
  }

  /** {@code p -= rate g}. */
  record Descent() implements UpdateRule {}

  /**
   * {@code v' = momentum v - rate g; p += (1 + momentum) v' - momentum v} (Nesterov 1983).
   *
   * @param momentum the share of the velocity that is kept
   */
  record Nesterov(double momentum) implements UpdateRule {}

  /**
   * {@code v' = momentum v + g; p -= rate v'} (Polyak 1964).
   *
   * @param momentum the share of the velocity that is kept
   */
  record HeavyBallRule(double momentum) implements UpdateRule {}

  /**
   * {@code m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g²; p -= rate m / (sqrt v + eps)}. The rate
   * is corrected for the moments' start at zero (Kingma and Ba 2015, section 2).
   */
  record Adam(double beta1, double beta2, double epsilon) implements UpdateRule {

    /**
     * The corrected rate.
     *
     * @param step steps done before
     */
    public double corrected(double rate, long step) {
      return rate * Math.sqrt(1 - Math.pow(beta2, step + 1.0)) / (1 - Math.pow(beta1, step + 1.0));
    }
  }

  /**
   * Muon (Jordan et al. 2024): {@code v = b v + (1 - b) g; p -= rate sqrt(max(1, outputs / inputs))
   * U} for matrices. U is the orthogonalised {@code b v + (1 - b) g}. All other parameters follow
   * Adam.
   *
   * <p>A block of columns is a matrix of its own. Queries, keys and values may share a product;
   * each is orthogonalised by itself, over all heads.
   *
   * @param momentum b
   * @param others the rule of all other parameters
   * @param ratio their rate, over that of matrices
   * @param matrices names of the parameters that are matrices, (inputs, outputs)
   */
  record MuonRule(double momentum, Adam others, double ratio, Set<String> matrices)
      implements UpdateRule {

    public MuonRule {
      matrices = Set.copyOf(matrices);
    }
  }

  /**
   * A parameter's step size and weight decay, over those of all other parameters.
   *
   * @param rate ratio of the step sizes
   * @param decay ratio of what decays in a step
   */
  record RateShare(double rate, double decay) {
    public static final RateShare WHOLE = new RateShare(1, 1);
  }

  /**
   * Adam with step sizes of their own for some parameters.
   *
   * @param adam the rule
   * @param shares of these parameters, by name
   */
  record GroupedAdam(Adam adam, Map<String, RateShare> shares) implements UpdateRule {

    public GroupedAdam {
      shares = Map.copyOf(shares);
    }
  }
}
