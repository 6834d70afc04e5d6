package org.attune.api.catalog;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.attune.api.Cost;
import org.attune.api.Metric;

/**
 * Everything that a sweep file can set or vary.
 *
 * <p>The module that knows the model parts implements it. This module reads, expands and checks
 * sweeps against it. A catalog does not change while the program runs.
 *
 * <pre>{@code
 * final class OneAxis implements AxisCatalog {
 *   public List<Parameter> parameters() {
 *     return List.of(Parameter.real("x", "x", -10, 10, 0, "where to look"));
 *   }
 *
 *   public List<String> conflicts(Configuration configuration) {
 *     return List.of();
 *   }
 *
 *   public List<Metric> metrics(Configuration configuration) {
 *     return List.of(Metric.lower("loss", "", "squared distance"));
 *   }
 *
 *   public Cost cost(Configuration configuration) {
 *     return new Cost(1, 1, 2, 1);
 *   }
 * }
 * }</pre>
 */
public interface AxisCatalog {

  /** The parameters that every trial has; each contains the parameters of its options. */
  List<Parameter> parameters();

  /**
   * The parameters by key.
   *
   * @throws IllegalArgumentException if the catalog is inconsistent: a duplicate key or column, or
   *     a default outside its domain
   */
  default ParameterTree tree() {
    return ParameterTree.of(parameters());
  }

  /**
   * The reasons why a combination of valid values is inconsistent, one sentence each, such as "a
   * kernel over 11 keys is wider than the context of 8 tokens". Empty if it is consistent.
   */
  List<String> conflicts(Configuration configuration);

  /**
   * The metrics that a trial of a configuration may report. A sweep is refused if its objective or
   * stopping rules name any other.
   */
  List<Metric> metrics(Configuration configuration);

  /** Estimates the cost of training one configuration. */
  Cost cost(Configuration configuration);

  /**
   * The number of steps that a training takes at a time. A training that is cut into parts has the
   * result of an uncut one only if each part but the last ends at a multiple of it.
   */
  default long stride(Configuration configuration) {
    return 1;
  }

  /**
   * Whether a training of one configuration is the beginning of another's: it takes the same steps
   * and ends earlier. Then the longer one may go on from the shorter one's last state.
   */
  default boolean begins(Configuration shorter, Configuration longer) {
    return false;
  }

  /**
   * Returns what each replicate of a configuration is validated and judged on that no other
   * replicate need be, such as {@code new examples of this task}. Trials then read {@link
   * org.attune.api.trial.TrialContext#heldOut}. Empty if all replicates share the held-out
   * examples, or if that is unknown.
   */
  default Optional<String> heldOut(Configuration configuration) {
    return Optional.empty();
  }

  /**
   * Computes, without allocating, the heap bytes for training one configuration, excluding its
   * examples. Empty if unknown. Slower than {@link #cost}.
   */
  default OptionalLong memory(Configuration configuration) {
    return OptionalLong.empty();
  }
}
