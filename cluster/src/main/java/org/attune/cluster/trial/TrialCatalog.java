package org.attune.cluster.trial;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.model.ModelCatalog;
import org.attune.model.layer.Training;

/** What a cluster can train: the model's catalog, and how trials share the machines. */
public final class TrialCatalog implements AxisCatalog {

  private final AxisCatalog model = new ModelCatalog();

  private final List<Parameter> parameters =
      Stream.concat(model.parameters().stream(), Stream.of(Averaging.mode())).toList();

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public List<String> conflicts(Configuration configuration) {
    return model.conflicts(configuration);
  }

  @Override
  public List<Metric> metrics(Configuration configuration) {
    return Stream.concat(
            model.metrics(configuration).stream(), ModelSize.metrics(configuration).stream())
        .toList();
  }

  /** Estimates the cost of training the configuration that a trial's row records. */
  static Cost costOf(Map<String, String> recorded) {
    return new TrialCatalog().cost(new Configuration(recorded));
  }

  @Override
  public Cost cost(Configuration configuration) {
    Cost cost = model.cost(configuration);
    int workers = Averaging.of(configuration.values()).map(Averaging::workers).orElse(1);
    return new Cost(
        cost.parameters(),
        cost.nonEmbedding(),
        workers * cost.flopsPerStep(),
        cost.steps(),
        cost.stateBytes());
  }

  /** Workers meet after each mean only. */
  @Override
  public long stride(Configuration configuration) {
    return Averaging.of(configuration.values()).map(Averaging::frequency).orElse(1);
  }

  @Override
  public boolean begins(Configuration shorter, Configuration longer) {
    return model.begins(shorter, longer) && shorter.integer(Training.STEPS) % stride(shorter) == 0;
  }

  @Override
  public Optional<String> heldOut(Configuration configuration) {
    return model.heldOut(configuration);
  }

  @Override
  public OptionalLong memory(Configuration configuration) {
    return model.memory(configuration);
  }
}
