package org.attune.sweeps.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Cost;
import org.attune.sweeps.catalog.Domain;
import org.attune.sweeps.catalog.Metric;
import org.attune.sweeps.catalog.Option;
import org.attune.sweeps.catalog.Parameter;

/**
 * A declared program's parameters. The command itself is one of them, so that it is in each trial's
 * row and part of the sweep's identity.
 */
record CommandCatalog(CommandTask task) implements AxisCatalog {

  private static final Domain.Text ANY = new Domain.Text("(?s).*", "a text");

  @Override
  public List<Parameter> parameters() {
    Parameter run =
        new Parameter(
            CommandTask.RUN, "command", ANY, task.run(), "the program and its arguments", "");
    Parameter environment =
        new Parameter(
            CommandTask.ENVIRONMENT,
            "environment",
            ANY,
            CommandTask.spelled(task.environment()),
            "variables that the program gets",
            "");
    Parameter report =
        new Parameter(
            CommandTask.REPORT,
            "report",
            new Domain.Text("output|file", "output or file"),
            task.report().name().toLowerCase(Locale.ROOT),
            "where the program's metrics come from",
            "");
    List<Parameter> all = new ArrayList<>();
    all.add(
        new Parameter(
            "task",
            "task",
            Domain.Choice.of(
                new Option(
                    CommandTask.KIND, "a program of yours", "", List.of(run, environment, report))),
            CommandTask.KIND,
            "what is trained",
            ""));
    all.addAll(task.parameters());
    return all;
  }

  @Override
  public List<String> conflicts(Configuration configuration) {
    if (configuration.text(CommandTask.RUN).isEmpty()) {
      return List.of(); // whoever asks for the trial runs it
    }
    return CommandTask.problemsOf(
        configuration.text(CommandTask.RUN), configuration.values().keySet());
  }

  @Override
  public List<Metric> metrics(Configuration configuration) {
    return task.metrics();
  }

  /** Nothing is known of what a program costs. */
  @Override
  public Cost cost(Configuration configuration) {
    return new Cost(0, 0, 0, 0);
  }
}
