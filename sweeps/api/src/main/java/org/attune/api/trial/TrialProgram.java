package org.attune.api.trial;

import java.util.List;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;

/**
 * A user-defined kind of trial: its parameters, its metrics and its work. A sweep file selects it
 * by {@code task: NAME}.
 *
 * <p>{@link java.util.ServiceLoader} finds it: a jar for {@code --jars} lists its implementations
 * in {@code META-INF/services/org.attune.api.trial.TrialProgram}. Implementations are public
 * classes with a public no-argument constructor.
 *
 * <pre>{@code
 * public final class Parabola implements TrialProgram {
 *   public String name() {
 *     return "parabola";
 *   }
 *
 *   public String describes() {
 *     return "how far x is from 3";
 *   }
 *
 *   public List<Parameter> parameters() {
 *     return List.of(Parameter.real("x", "x", -10, 10, 0, "where to look"));
 *   }
 *
 *   public List<Metric> metrics() {
 *     return List.of(Metric.lower("loss", "", "squared distance"));
 *   }
 *
 *   public TrialWork work() {
 *     return (trial, reporter) -> {
 *       double x = Double.parseDouble(trial.configuration().get("x"));
 *       return new TrialWork.Result(Map.of("loss", (x - 3) * (x - 3)), Map.of());
 *     };
 *   }
 * }
 * }</pre>
 */
public interface TrialProgram {

  /** Its kebab-case name in sweep files. */
  String name();

  /** A one-line description of what it trains. */
  String describes();

  /**
   * The parameters to set and vary. Files give keys under {@code task.} together with the task's
   * name ({@code task: {name: NAME, size: 3}}), and other keys at the top of the file or under
   * axes.
   */
  List<Parameter> parameters();

  /** The metrics that its trials report. */
  List<Metric> metrics();

  /**
   * The reasons why a combination of valid values is inconsistent, one sentence each; empty if it
   * is consistent.
   */
  default List<String> conflicts(Configuration configuration) {
    return List.of();
  }

  /** The work of a trial; sent to executors. */
  TrialWork work();
}
