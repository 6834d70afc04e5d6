package org.attune.model.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Members of classes as rows of numbers from a network, with their classes.
 *
 * @param rows rows of equal length, finite
 * @param labels the class of each row
 */
public record Embeddings(List<float[]> rows, List<String> labels) {

  public Embeddings {
    rows = List.copyOf(rows);
    labels = List.copyOf(labels);
    if (rows.size() != labels.size()) {
      throw new IllegalArgumentException(
          "Invalid embeddings: %d labels for %d rows".formatted(labels.size(), rows.size()));
    }
  }

  /** Returns the number of columns; 0 if there are no rows. */
  public int columns() {
    return rows.isEmpty() ? 0 : rows.get(0).length;
  }

  /** Returns the rows of each class, by class name. */
  public Map<String, List<float[]>> byClass() {
    Map<String, List<float[]>> classes = new TreeMap<>();
    for (int i = 0; i < rows.size(); i++) {
      classes.computeIfAbsent(labels.get(i), label -> new ArrayList<>()).add(rows.get(i));
    }
    return new LinkedHashMap<>(classes);
  }

  /** Returns a hash of the embeddings. */
  public int fingerprint() {
    int hash = labels.hashCode();
    for (float[] row : rows) {
      hash = 31 * hash + Arrays.hashCode(row);
    }
    return hash;
  }
}
