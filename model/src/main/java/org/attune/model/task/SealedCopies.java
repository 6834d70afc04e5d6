package org.attune.model.task;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds sealed splits that are copies: each of their examples is a validation example too. */
final class SealedCopies {

  private static final int BATCH = 64;

  private SealedCopies() {}

  /**
   * Whether no example of a sealed split is new to someone who knows the validation examples, in
   * whatever order the examples come.
   */
  static boolean isCopy(Examples sealed, Examples validated) {
    Set<DoubleBuffer> known = new HashSet<>();
    rows(validated.validation(BATCH)).forEach(known::add);
    return rows(sealed.validation(BATCH)).allMatch(known::contains);
  }

  private static Stream<DoubleBuffer> rows(List<Batch> batches) {
    return batches.stream()
        .flatMap(batch -> IntStream.range(0, batch.size()).mapToObj(row -> row(batch, row)));
  }

  /** An example's features, labels and weights. */
  private static DoubleBuffer row(Batch batch, int row) {
    double[] content =
        Stream.of(batch.features(), batch.labels(), batch.weights())
            .flatMapToDouble(array -> Arrays.stream(array.slice(row).dup('c').data().asDouble()))
            .toArray();
    return DoubleBuffer.wrap(content);
  }
}
