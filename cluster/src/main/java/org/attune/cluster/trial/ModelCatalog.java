package org.attune.cluster.trial;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.layer.Training;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.attune.model.task.Tasks;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Cost;
import org.attune.sweeps.catalog.Domain;
import org.attune.sweeps.catalog.Option;
import org.attune.sweeps.catalog.Parameter;

/** Everything that {@code model} can train, as sweeps see it. */
public final class ModelCatalog implements AxisCatalog {

  /** A forward pass does two operations for each parameter and row, a backward pass four. */
  private static final double FLOPS_PER_PARAMETER_AND_ROW = 6;

  private final List<Parameter> parameters;

  public ModelCatalog() {
    List<Parameter> all = new ArrayList<>();
    all.add(parameter(Tasks.axis()));
    all.add(parameter(Networks.KIND));
    Training.parameters().forEach(each -> all.add(parameter(each)));
    parameters = List.copyOf(all);
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  /** What the model says when it is described, without being built. */
  @Override
  public List<String> conflicts(Configuration configuration) {
    try {
      describe(settings(configuration));
      return List.of();
    } catch (IllegalArgumentException conflict) {
      return List.of(conflict.getMessage());
    }
  }

  @Override
  public Cost cost(Configuration configuration) {
    org.attune.model.catalog.Configuration settings = settings(configuration);
    long size = describe(settings).parameters().stream().mapToLong(ParameterSpec::size).sum();
    Signature signature = Tasks.of(settings).signature(settings);
    double rows = (double) settings.integer(Training.BATCH) * signature.length();
    return new Cost(
        size, FLOPS_PER_PARAMETER_AND_ROW * size * rows, settings.integer(Training.STEPS));
  }

  private static Program describe(org.attune.model.catalog.Configuration settings) {
    Program program = new Program(1);
    Networks.of(settings, Tasks.of(settings).signature(settings)).describe(program);
    return program;
  }

  private static org.attune.model.catalog.Configuration settings(Configuration configuration) {
    return new org.attune.model.catalog.Configuration(configuration.values());
  }

  private static Parameter parameter(org.attune.model.catalog.Parameter of) {
    return new Parameter(
        of.key(), of.column(), domain(of.domain()), of.standard(), of.description(), of.source());
  }

  private static Domain domain(org.attune.model.catalog.Domain of) {
    if (of instanceof org.attune.model.catalog.Domain.Choice choice) {
      return new Domain.Choice(choice.options().stream().map(ModelCatalog::option).toList());
    }
    if (of instanceof org.attune.model.catalog.Domain.IntegerRange range) {
      return new Domain.IntegerRange(range.from(), range.to());
    }
    if (of instanceof org.attune.model.catalog.Domain.RealRange range) {
      return Domain.RealRange.closed(range.from(), range.to());
    }
    return new Domain.Flag();
  }

  private static Option option(org.attune.model.catalog.Option of) {
    return new Option(
        of.name(),
        of.description(),
        of.source(),
        of.parameters().stream().map(ModelCatalog::parameter).toList());
  }
}
