package org.attune.api.trial;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;

/**
 * The parameters of a sweep over a program: the program's own, and the task itself.
 *
 * <pre>{@code
 * List<String> keys(TrialProgram program) {
 *   return List.copyOf(new ProgramCatalog(program).tree().keys());
 * }
 * }</pre>
 *
 * @param program that runs the trials
 */
public record ProgramCatalog(TrialProgram program) implements AxisCatalog {

  private static final String TASK = "task";

  @Override
  public List<Parameter> parameters() {
    List<Parameter> own = new ArrayList<>();
    List<Parameter> others = new ArrayList<>();
    for (Parameter parameter : program.parameters()) {
      (parameter.key().startsWith(TASK + ".") ? own : others).add(parameter);
    }
    Option option = new Option(program.name(), program.describes(), "", own);
    List<Parameter> all = new ArrayList<>();
    all.add(Parameter.choice(TASK, TASK, "what is trained", List.of(option)));
    all.addAll(others);
    return all;
  }

  @Override
  public List<String> conflicts(Configuration configuration) {
    return program.conflicts(configuration);
  }

  @Override
  public List<Metric> metrics(Configuration configuration) {
    return program.metrics();
  }

  /** The cost of a program is unknown, so all numbers are 0. */
  @Override
  public Cost cost(Configuration configuration) {
    return new Cost(0, 0, 0, 0);
  }
}
