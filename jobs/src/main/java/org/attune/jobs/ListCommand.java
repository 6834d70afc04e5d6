package org.attune.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.attune.cluster.trial.ModelCatalog;
import org.attune.sweeps.catalog.Domain;
import org.attune.sweeps.catalog.Option;
import org.attune.sweeps.catalog.Parameter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code attune list}: what can be set and swept. */
@Command(
    name = "list",
    description = "Lists what can be set and swept: axes, tasks, or search methods.",
    mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {

  private static final String TASK = "task";

  /** What can be listed. */
  enum Kind {
    AXES,
    TASKS,
    METHODS
  }

  @Parameters(paramLabel = "axes|tasks|methods")
  private Kind kind;

  @picocli.CommandLine.Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    List<Parameter> parameters = new ModelCatalog().parameters();
    String[] heading = {"key", "values", "default", "column", "what it is", "source"};
    List<String[]> rows = new ArrayList<>();
    switch (kind) {
      case AXES -> {
        for (Parameter parameter : parameters) {
          if (!parameter.key().equals(TASK)) {
            add(parameter, "", rows);
          }
        }
      }
      case TASKS ->
          parameters.stream()
              .filter(parameter -> parameter.key().equals(TASK))
              .forEach(parameter -> add(parameter, "", rows));
      case METHODS -> {
        rows.add(
            new String[] {
              "search.method: grid", "", "", "", "every cell; the last axis varies fastest", ""
            });
        rows.add(
            new String[] {
              "search.method: random",
              "trials: how many cells",
              "",
              "",
              "cells drawn independently, none twice",
              "Bergstra & Bengio 2012"
            });
      }
    }
    System.out.print(json ? Json.objects(heading, rows) : TextTable.of(heading, rows).aligned());
    return ExitCode.DONE;
  }

  private static void add(Parameter parameter, String indent, List<String[]> rows) {
    boolean choice = parameter.domain() instanceof Domain.Choice;
    rows.add(
        new String[] {
          indent + parameter.key(),
          choice ? "" : parameter.domain().describe(),
          parameter.defaultValue(),
          parameter.column(),
          parameter.describes(),
          parameter.source()
        });
    if (parameter.domain() instanceof Domain.Choice options) {
      for (Option option : options.options()) {
        rows.add(
            new String[] {
              indent + "  - " + option.name(), "", "", "", option.describes(), option.source()
            });
        option.parameters().forEach(child -> add(child, indent + "      ", rows));
      }
    }
  }
}
