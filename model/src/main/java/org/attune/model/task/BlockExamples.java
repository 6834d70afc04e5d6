package org.attune.model.task;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.api.Metric;

/** Draws strings that hold a block to find. */
final class BlockExamples extends DrawnExamples {

  private static final double SOLVED = 5; // per cent

  private final Blocks blocks;
  private final int examples;

  BlockExamples(Blocks blocks, int examples, long seed) {
    super(examples, seed);
    this.blocks = blocks;
    this.examples = examples;
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    int length = blocks.length() - 1;
    int first = blocks.promptLength() - 1; // the row that predicts the answer's first token
    int[][] features = new int[size][length];
    int[][] labels = new int[size][length];
    float[][] weights = new float[size][length];
    for (int i = 0; i < size; i++) {
      int[] string = blocks.draw(random);
      for (int t = 0; t < length; t++) {
        features[i][t] = string[t];
        labels[i][t] = string[t + 1];
        weights[i][t] = t >= first ? 1 : 0;
      }
    }
    return Batch.of(features, labels, weights);
  }

  @Override
  public Metrics metrics() {
    return new BlockMetrics();
  }

  /**
   * Scores of letters drawn at random and, as {@code any_block}, of answering with a random block.
   */
  @Override
  public Map<String, Double> floors() {
    double right = Math.pow(blocks.alphabet(), -blocks.answerLength());
    return Map.of(
        "error_percent",
        100 * (1 - right),
        "letter_accuracy",
        1.0 / blocks.alphabet(),
        "any_block",
        100 * (1 - 1.0 / blocks.blocks()),
        "validation_loss",
        Math.log(blocks.alphabet()));
  }

  @Override
  public Map<String, Double> oracles() {
    return Map.of("error_percent", 0.0, "letter_accuracy", 1.0, "validation_loss", 0.0);
  }

  @Override
  public List<Milestone> milestones() {
    return List.of(
        new Milestone(
            "error_percent", SOLVED, Metric.Better.LOWER, "steps_to_5_percent_error", "solved"));
  }

  @Override
  String description() {
    return blocks + ", examples " + examples;
  }
}
