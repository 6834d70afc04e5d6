package org.attune.model.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.model.engine.Natives;

/**
 * Times steps on sequences whose length is not a multiple of the block of {@value #BLOCK} queries.
 * It alternates them with steps on sequences of one block, at about the same number of tokens. For
 * each length it prints the time per token relative to the block's.
 */
final class RaggedBench {

  private static final int BLOCK = 64;
  private static final int TOKENS = 2048;
  private static final int[] LENGTHS = {63, 65, 100};
  private static final int WARM_UP = 40;
  private static final int STEPS = 15; // per round

  private RaggedBench() {}

  static void run(int rounds) {
    Natives.selectFastest();
    Natives.useThreads(1);
    Map<Integer, TimedStep> all = new LinkedHashMap<>();
    all.put(BLOCK, new TimedStep(shape(BLOCK)));
    for (int length : LENGTHS) {
      all.put(length, new TimedStep(shape(length)));
    }
    all.values().forEach(step -> step.run(WARM_UP));
    Map<Integer, List<Double>> millis = new LinkedHashMap<>();
    for (int i = 0; i < rounds * STEPS; i++) {
      all.forEach(
          (length, step) ->
              millis.computeIfAbsent(length, l -> new ArrayList<>()).add(step.millis()));
    }
    double whole = perToken(BLOCK, millis);
    for (int length : LENGTHS) {
      Figure.print("%.3f", "step.ragged." + length, perToken(length, millis) / whole, "x");
    }
    all.values().forEach(TimedStep::close);
  }

  private static double perToken(int length, Map<Integer, List<Double>> millis) {
    StepShape shape = shape(length);
    return Median.of(millis.get(length)) / (shape.batch() * shape.length());
  }

  private static StepShape shape(int length) {
    return new StepShape("block", 128, 2, length, Math.round((float) TOKENS / length), 64);
  }
}
