package org.attune.model.task;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.api.Metric;

/** Examples of synthetic sequences. */
final class AskedExamples extends DrawnExamples {

  private static final double SOLVED = 0.99; // share of asked tokens

  private final SyntheticSequences sequences;
  private final Optional<Epochs> epochs;

  /**
   * @param examples validation sequences
   * @param training training sequences; 0 for new ones at every step
   */
  AskedExamples(SyntheticSequences sequences, int examples, int training, long seed) {
    super(examples, seed);
    this.sequences = sequences;
    epochs = training == 0 ? Optional.empty() : Optional.of(new Epochs(training, seed));
  }

  @Override
  public Batch training(long step, int size) {
    return epochs
        .map(set -> Arrays.stream(set.batch(step, size)).mapToObj(set::random))
        .map(each -> each.map(sequences::draw).toArray(AskedSequence[]::new))
        .map(drawn -> batch(drawn, sequences.trainsOnAll()))
        .orElseGet(() -> super.training(step, size));
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    AskedSequence[] drawn = new AskedSequence[size];
    Arrays.setAll(drawn, i -> sequences.draw(random));
    return batch(drawn, sequences.trainsOnAll());
  }

  /** Validation weighs the asked tokens only. */
  @Override
  Batch heldOut(SplittableRandom random, int size) {
    AskedSequence[] drawn = new AskedSequence[size];
    Arrays.setAll(drawn, i -> sequences.drawHeldOut(random));
    return batch(drawn, false);
  }

  private Batch batch(AskedSequence[] drawn, boolean all) {
    int length = sequences.length();
    int[][] features = new int[drawn.length][];
    int[][] labels = new int[drawn.length][length];
    float[][] weights = new float[drawn.length][length];
    for (int i = 0; i < drawn.length; i++) {
      features[i] = drawn[i].tokens();
      for (int t = 0; t < length; t++) {
        boolean weighed = drawn[i].asked()[t] || all && drawn[i].labels()[t] >= 0;
        labels[i][t] = Math.max(0, drawn[i].labels()[t]);
        weights[i][t] = weighed ? 1 : 0;
      }
    }
    return Batch.of(features, labels, weights);
  }

  @Override
  public Metrics metrics() {
    return new AskedMetrics(sequences::group);
  }

  @Override
  public Map<String, Double> floors() {
    return Map.of("accuracy", sequences.chance());
  }

  /** Returns what the solver gets right of the validation sequences. */
  @Override
  public Map<String, Double> oracles() {
    SplittableRandom random = heldOutRandom();
    long right = 0;
    long asked = 0;
    for (int i = 0; i < validated; i++) {
      AskedSequence sequence = sequences.drawHeldOut(random);
      int[] answers = sequences.solve(sequence.tokens());
      for (int t = 0; t < answers.length; t++) {
        if (sequence.asked()[t]) {
          right += answers[t] == sequence.labels()[t] ? 1 : 0;
          asked++;
        }
      }
    }
    return Map.of("accuracy", (double) right / asked);
  }

  @Override
  public List<Milestone> milestones() {
    return List.of(
        new Milestone(
            "accuracy", SOLVED, Metric.Better.HIGHER, "steps_to_99_percent_right", "solved"));
  }

  @Override
  String description() {
    String set = epochs.map(e -> ", training sequences " + e.examples()).orElse("");
    return sequences + ", examples " + validated + set;
  }
}
