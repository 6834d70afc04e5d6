package org.attune.model.task;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What two sets of examples may have in common: whole examples, or runs of tokens. */
final class HeldOutRows {

  private HeldOutRows() {}

  /** The numbers of each example's features, to be compared. */
  static List<DoubleBuffer> rows(List<Batch> batches) {
    List<DoubleBuffer> rows = new ArrayList<>();
    for (Batch batch : batches) {
      for (int i = 0; i < batch.size(); i++) {
        rows.add(DoubleBuffer.wrap(batch.features().slice(i).dup('c').data().asDouble()));
      }
    }
    return rows;
  }

  /** All runs of eight tokens of some windows. */
  static Set<String> pieces(List<Batch> batches) {
    Set<String> all = new HashSet<>();
    for (Batch batch : batches) {
      for (int i = 0; i < batch.size(); i++) {
        int[] row = batch.features().getRow(i).toIntVector();
        for (int from = 0; from + 8 <= row.length; from++) {
          all.add(Arrays.toString(Arrays.copyOfRange(row, from, from + 8)));
        }
      }
    }
    return all;
  }
}
