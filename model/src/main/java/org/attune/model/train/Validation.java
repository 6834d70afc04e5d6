package org.attune.model.train;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Network;
import org.attune.model.task.Batch;
import org.attune.model.task.HeldOut;
import org.attune.model.task.Metrics;

/** Measures a network on its validation examples. */
final class Validation {

  private final NetworkOutputLayer network;
  private final HeldOut examples;
  private final List<Batch> batches;
  private final boolean watched;

  Validation(NetworkOutputLayer network, HeldOut examples, int batchSize) {
    this.network = network;
    this.examples = examples;
    batches = examples.validation(batchSize);
    watched = network.isSequential() && network.runner().canBeWatched();
  }

  /**
   * Allocates the memory it needs. Without this call, the first batch allocates it.
   *
   * @throws org.attune.model.engine.NoRoomException if it does not fit the trial's share of a
   *     device
   */
  void reserve() {
    boolean probing = examples.metrics().probing();
    for (Batch batch : batches) {
      int size = Math.toIntExact(batch.features().size(0));
      network.runner().reserve(size, false, probing || batch == batches.get(0) && watched);
    }
  }

  /**
   * Returns the mean loss, the task's measures, and what heads do ({@link HeadMeans}, {@link
   * OutputNorms}). Attention weights are read in the first batch only, unless the task always needs
   * them. They are not read if an example has too many.
   */
  Map<String, Double> measure() {
    Metrics metrics = examples.metrics();
    HeadMeans heads = new HeadMeans();
    OutputNorms norms = new OutputNorms(network.isSequential() ? network.length() : 0);
    double loss = 0;
    double rows = 0;
    for (Batch batch : batches) {
      double weight = batch.weights().sumNumber().doubleValue();
      double[] sum = new double[1];
      boolean first = batch == batches.get(0);
      network
          .runner()
          .evaluate(
              batch.features(),
              batch.labels(),
              batch.weights(),
              metrics.probing() || first && watched,
              (example, execution) -> {
                sum[0] += execution.number(Network.LOSS);
                metrics.observe(batch, example, execution::array);
                heads.observe(execution);
                norms.observe(execution);
              });
      loss += sum[0] * weight;
      rows += weight;
    }
    Map<String, Double> measured = new LinkedHashMap<>();
    measured.put("validation_loss", loss / rows);
    measured.putAll(heads.result());
    measured.putAll(norms.result());
    measured.putAll(metrics.result());
    return measured;
  }
}
