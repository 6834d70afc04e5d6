package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.primitive.Along.along;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.KeySelection.keySelection;
import static org.attune.model.primitive.MaxPool.maxPool;
import static org.attune.model.primitive.Pointer.pointer;
import static org.attune.model.primitive.RankedWeights.rankedWeights;
import static org.attune.model.primitive.Scores.scores;
import static org.attune.model.primitive.SelectedSoftmax.selectedSoftmax;
import static org.attune.model.primitive.Softmax.softmax;
import static org.attune.model.primitive.StrongMessages.strongMessages;
import static org.attune.model.primitive.WrittenSoftmax.writtenSoftmax;
import static org.attune.model.primitive.elementwise.Fused.keyBias;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Natives;
import org.attune.model.primitive.Along;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.StrongMessages;
import org.attune.model.primitive.selection.LargestScores;
import org.attune.model.primitive.selection.MarkedTokens;
import org.attune.model.primitive.selection.MostWritten;
import org.attune.model.primitive.selection.NearClusters;
import org.attune.model.primitive.selection.PastBlocks;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A number that is none passes through every choice by size, on every backend, so that the loss
 * says that training diverged. No choice hides it, and none fails.
 */
class TestNumbersThatAreNone {

  private static final int TOKENS = 9;
  private static final int HEADS = 2;
  private static final int WIDTH = 4;

  private static final Map<String, BiFunction<Program, Value, Value>> CHOICES =
      new TreeMap<>(
          Map.of(
              "largest scores",
              (p, x) -> {
                Value s = scores(rows(p), x, HEADS, 1);
                return selectedSoftmax(s, keySelection(new LargestScores(s, 6)));
              },
              "the largest score",
              (p, x) -> {
                Value s = scores(x, rows(p), HEADS, 1);
                return selectedSoftmax(s, keySelection(new LargestScores(s, 1)));
              },
              "past blocks",
              (p, x) -> {
                Value q = rows(p);
                Value seen = keySelection(new PastBlocks(q, x, HEADS, 2, 1));
                return selectedSoftmax(scores(q, x, HEADS, 1), seen);
              },
              "near clusters",
              (p, x) -> {
                Value q = rows(p);
                Value centres =
                    p.state("c", Init.normal(1), HEADS * 3, 2, NearClusters.following(1));
                Value seen = keySelection(new NearClusters(q, x, centres, HEADS, 1));
                return selectedSoftmax(scores(q, x, HEADS, 1), seen);
              },
              "most written",
              (p, x) -> {
                Value s = scores(rows(p), rows(p, "k"), HEADS, 1);
                Value seen = keySelection(new MostWritten(x, 0.3));
                return selectedSoftmax(keyBias(s, x), seen);
              },
              "pointers",
              (p, x) -> pointer(scores(rows(p), x, HEADS, 1), Mask.CAUSAL, 1, 0.3),
              "ranks",
              (p, x) -> rankedWeights(scores(rows(p), x, HEADS, 1), Mask.CAUSAL, 2),
              "the largest along a row",
              (p, x) -> along(Along.Kind.MAX, x, 2, Mask.NONE),
              "the largest of four pixels",
              (p, x) -> maxPool(x, 3),
              "strong messages",
              (p, x) -> {
                Value median =
                    p.state("median", Init.constant(0.1), 1, HEADS, StrongMessages::following);
                Value w = p.parameter("w", Init.normal(1), WIDTH, WIDTH);
                Value strong = strongMessages(x, w, median, 1);
                Value s = keyBias(scores(rows(p), rows(p, "k"), HEADS, 1), sums(x));
                return selectedSoftmax(s, keySelection(new MarkedTokens(strong)));
              }));

  private static final Map<String, BiFunction<Program, Value, Value>> FUNCTIONS =
      Map.of(
          "relu", (p, x) -> apply(Pointwise.RELU, x),
          "leaky relu", (p, x) -> apply(Pointwise.LEAKY_RELU, x),
          "softplus", (p, x) -> apply(Pointwise.SOFTPLUS, x),
          "softmax", (p, x) -> softmax(scores(rows(p), x, HEADS, 1), Mask.CAUSAL),
          "written softmax", (p, x) -> writtenSoftmax(scores(rows(p), x, HEADS, 1), sums(x)),
          "causal attention", (p, x) -> causalAttention(rows(p), x, rows(p, "v"), HEADS, 1));

  private static Value rows(Program p) {
    return rows(p, "q");
  }

  private static Value rows(Program p, String name) {
    return p.parameter(name, Init.normal(1), p.batch() * TOKENS, WIDTH);
  }

  private static Value sums(Value x) {
    return along(Along.Kind.SUM, x, HEADS, Mask.NONE);
  }

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> passThroughEveryChoice() {
    return Stream.of(CHOICES, FUNCTIONS)
        .flatMap(all -> all.entrySet().stream())
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> requirePassed(e)));
  }

  private static void requirePassed(Map.Entry<String, BiFunction<Program, Value, Value>> of) {
    requirePassed(of, Backends.reference(), DataType.DOUBLE);
    requirePassed(of, Backends.cpu(), DataType.FLOAT);
    HostCard.here();
    try (CudaSession card = new HostCard().open(true)) {
      requirePassed(of, card, DataType.FLOAT);
    }
  }

  private static void requirePassed(
      Map.Entry<String, BiFunction<Program, Value, Value>> of, Backend<?> on, DataType type) {
    int columns = of.getKey().equals("most written") ? HEADS : WIDTH;
    for (int row : new int[] {0, 4}) {
      INDArray x = Nd4j.createFromArray(new SplitNumbers(row, columns).all()).castTo(type);
      try (Specimen specimen =
          new Specimen(
              1, p -> of.getValue().apply(p, p.input("x", TOKENS, columns, true)), on, type)) {
        specimen.execution().feed("x", x.reshape('c', TOKENS, columns));
        assertThat(specimen.objective())
            .as("%s of row %d on %s", of.getKey(), row, on.getClass().getSimpleName())
            .isNaN();
      }
    }
  }

  /** Numbers of a matrix whose row has no numbers. */
  private record SplitNumbers(int row, int columns) {
    double[] all() {
      double[] all =
          new java.util.SplittableRandom(3).doubles((long) TOKENS * columns, -1, 1).toArray();
      java.util.Arrays.fill(all, row * columns, (row + 1) * columns, Double.NaN);
      return all;
    }
  }
}
