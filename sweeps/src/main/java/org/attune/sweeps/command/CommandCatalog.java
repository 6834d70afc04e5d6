package org.attune.sweeps.command;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;

/**
 * A declared program's parameters. The command itself is one of them, so it appears in each trial's
 * row and is part of the sweep's identity.
 *
 * @param run the command
 * @param environment its variables, one per line
 * @param report the source of its metrics: {@code output} or {@code file}
 * @param declared the parameters that the sweep file declares
 * @param reported the metrics that the program reports
 */
record CommandCatalog(
    String run, String environment, String report, List<Parameter> declared, List<Metric> reported)
    implements AxisCatalog {

  /** The name of this kind of task. */
  static final String KIND = "command";

  /** The key of the command in a trial's configuration. */
  static final String RUN = "task.run";

  static final String ENVIRONMENT = "task.environment";
  static final String REPORT = "task.report";

  private static final Domain.Text ANY = new Domain.Text("(?s).*", "a text");

  @Override
  public List<Parameter> parameters() {
    Parameter command =
        new Parameter(RUN, "command", ANY, run, "the program and its arguments", "");
    Parameter variables =
        new Parameter(
            ENVIRONMENT, "environment", ANY, environment, "variables that the program gets", "");
    Parameter source =
        new Parameter(
            REPORT,
            "report",
            new Domain.Text("output|file", "output or file"),
            report,
            "where the program's metrics come from",
            "");
    List<Parameter> all = new ArrayList<>();
    all.add(
        Parameter.choice(
            "task",
            "task",
            "what is trained",
            List.of(Option.of(KIND, "a program of yours", "", command, variables, source))));
    all.addAll(declared);
    return all;
  }

  @Override
  public List<String> conflicts(Configuration configuration) {
    if (configuration.text(RUN).isEmpty()) {
      return List.of(); // the client that asks for the trial runs it
    }
    return Template.problemsOf(configuration.text(RUN), configuration.values().keySet());
  }

  @Override
  public List<Metric> metrics(Configuration configuration) {
    return reported;
  }

  /** The cost of a program is unknown, so all numbers are 0. */
  @Override
  public Cost cost(Configuration configuration) {
    return new Cost(0, 0, 0, 0);
  }
}
