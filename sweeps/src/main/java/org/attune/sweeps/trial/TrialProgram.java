package org.attune.sweeps.trial;

import java.util.List;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Metric;
import org.attune.sweeps.catalog.Parameter;

/**
 * A kind of trial of somebody else's: what can be set and varied, what it measures, and how one is
 * run. {@code task: NAME} in a sweep file chooses it.
 *
 * <p>Found by {@link java.util.ServiceLoader}: a jar for {@code --jars} names its implementations,
 * public classes with a public constructor without arguments, in {@code
 * META-INF/services/org.attune.sweeps.trial.TrialProgram}.
 */
public interface TrialProgram {

  /** What a sweep file calls it, kebab-case. */
  String name();

  /** What it trains, in a line. */
  String describes();

  /**
   * What can be set and varied. Keys below {@code task.} are written with the task's name ({@code
   * task: {name: NAME, size: 3}}), others at the top of the file or under axes.
   */
  List<Parameter> parameters();

  /** What its trials report. */
  List<Metric> metrics();

  /** Why a combination of valid values makes no sense, a sentence a reason; empty when it does. */
  default List<String> conflicts(Configuration configuration) {
    return List.of();
  }

  /** How a trial is run; sent to executors. */
  TrialWork work();
}
