package org.attune.model.train;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.network.Network;
import org.attune.model.task.Batch;
import org.attune.model.task.HeldOut;
import org.attune.model.task.Metrics;

/** Measures a network on its validation examples. */
final class Validation {

  /** As many whatever the batch is, so that no metric depends on it. */
  private static final int WATCHED = 16;

  private final NetworkOutputLayer network;
  private final HeldOut examples;
  private final List<Batch> batches;
  private final Set<String> always; // what each evaluation shows
  private final int[] watched; // examples of each batch whose attention weights are read

  Validation(NetworkOutputLayer network, HeldOut examples, int batchSize) {
    this.network = network;
    this.examples = examples;
    batches = examples.validation(batchSize);
    always = network.runner().shown(false);
    boolean unseen =
        network.isSequential()
            && network.runner().canBeWatched()
            && !always.containsAll(network.runner().shown(true));
    int left = unseen ? WATCHED : 0;
    watched = new int[batches.size()];
    for (int i = 0; i < watched.length; i++) {
      watched[i] = Math.min(left, Math.toIntExact(batches.get(i).features().size(0)));
      left -= watched[i];
    }
  }

  /**
   * Allocates the memory it needs. Without this call, the first batch allocates it.
   *
   * @throws org.attune.model.engine.NoRoomException if it does not fit the trial's share of a
   *     device
   */
  void reserve() {
    boolean probing = examples.metrics().probing();
    for (int i = 0; i < watched.length; i++) {
      int size = Math.toIntExact(batches.get(i).features().size(0));
      network.runner().reserve(size, false, probing || watched[i] > 0);
    }
  }

  /**
   * Returns the mean loss, the task's measures, and what heads do ({@link HeadMeans}, {@link
   * OutputNorms}, {@link StreamChanges}). Where the network reads without attention weights in
   * memory, these are computed for the first {@value #WATCHED} examples only, unless the task
   * always needs them. They are not computed if an example has too many.
   */
  Map<String, Double> measure() {
    Metrics metrics = examples.metrics();
    HeadMeans heads = new HeadMeans(always);
    OutputNorms norms = new OutputNorms(network.isSequential() ? network.length() : 0);
    StreamChanges changes = new StreamChanges(network.isSequential() ? network.length() : 0);
    double loss = 0;
    double rows = 0;
    for (int i = 0; i < watched.length; i++) {
      Batch batch = batches.get(i);
      int seen = watched[i];
      int most = metrics.probing() || seen == 0 ? Integer.MAX_VALUE : seen;
      double weight = batch.weights().sumNumber().doubleValue();
      double[] sum = new double[1];
      network
          .runner()
          .evaluate(
              batch.features(),
              batch.labels(),
              batch.weights(),
              metrics.probing() || seen > 0,
              (example, execution) -> {
                sum[0] += execution.number(Network.LOSS);
                metrics.observe(batch, example, execution::array);
                heads.observe(execution, most - example);
                norms.observe(execution);
                changes.observe(execution.outputs(), execution::array, seen - example);
              });
      loss += sum[0] * weight;
      rows += weight;
    }
    Map<String, Double> measured = new LinkedHashMap<>();
    measured.put("validation_loss", loss / rows);
    measured.putAll(heads.result());
    measured.putAll(norms.result());
    measured.putAll(changes.result());
    measured.putAll(metrics.result());
    return measured;
  }
}
