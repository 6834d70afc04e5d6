package org.attune.model.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.api.Metric;

/** Draws sequences that repeat. */
final class InductionExamples extends DrawnExamples {

  private static final double SOLVED = 0.95;

  private final Repeats repeats;
  private final int layers;
  private final int heads;
  private final boolean copying;

  /**
   * @param copying whether the network exposes the map from the heads' outputs to the logits
   */
  InductionExamples(
      Repeats repeats, int windows, int layers, int heads, boolean copying, long seed) {
    super(windows, seed);
    this.repeats = repeats;
    this.layers = layers;
    this.heads = heads;
    this.copying = copying;
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    int length = repeats.length();
    int[][] features = new int[size][];
    int[][] labels = new int[size][length];
    float[][] weights = new float[size][length];
    for (int i = 0; i < size; i++) {
      features[i] = repeats.draw(random);
      int first = repeats.repeatedOnly() ? repeats.periodOf(features[i]) : 0;
      for (int t = 0; t < length - 1; t++) {
        labels[i][t] = features[i][t + 1];
        weights[i][t] = t >= first ? 1 : 0;
      }
    }
    return Batch.of(features, labels, weights);
  }

  @Override
  public Metrics metrics() {
    return new InductionMetrics(repeats, layers, copying);
  }

  @Override
  public Map<String, Double> floors() {
    List<int[]> sequences = new ArrayList<>();
    SplittableRandom random = heldOutRandom();
    for (int i = 0; i < validated; i++) {
      sequences.add(repeats.draw(random));
    }
    Map<String, Double> floors = new LinkedHashMap<>(PointerFloors.of(sequences, repeats, heads));
    floors.put("copy_accuracy", 1.0 / repeats.symbols());
    return floors;
  }

  @Override
  public Map<String, Double> oracles() {
    return Map.of("copy_accuracy", 1.0, "ipmr", 1.0, "ipmr_top", 1.0);
  }

  @Override
  public List<Milestone> milestones() {
    return List.of(
        new Milestone(
            "copy_accuracy", SOLVED, Metric.Better.HIGHER, "steps_to_95_percent_copied", "solved"));
  }

  @Override
  String description() {
    StringBuilder drawn = new StringBuilder();
    SplittableRandom random = validationRandom();
    for (int i = 0; i < validated; i++) {
      drawn.append(Arrays.toString(repeats.draw(random)));
    }
    return drawn.toString();
  }
}
