package org.attune.model.task;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.api.Metric;

/** Draws strings that hold a block to find. */
final class BlockExamples extends DrawnExamples {

  private static final double SOLVED = 5; // per cent

  private final Blocks blocks;

  BlockExamples(Blocks blocks, int examples, long seed) {
    super(examples, seed);
    this.blocks = blocks;
  }

  @Override
  Batch batch(SplittableRandom random, int size) {
    int[][] strings = new int[size][];
    Arrays.setAll(strings, i -> blocks.draw(random));
    return Batch.following(strings, blocks.promptLength() - 1); // from the answer's first token on
  }

  /**
   * Computes {@code error_percent}, the percentage of strings with a wrong token in the answer, and
   * {@code letter_accuracy}, the share of the answers' tokens that are right.
   */
  @Override
  public Metrics metrics() {
    return new AskedMetrics((tokens, asked) -> "") {
      @Override
      public Map<String, Double> result() {
        double wrong = 100.0 * (seen() - exact()) / seen();
        return Map.of("error_percent", wrong, "letter_accuracy", accuracy());
      }
    };
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
    return blocks + ", examples " + validated;
  }
}
