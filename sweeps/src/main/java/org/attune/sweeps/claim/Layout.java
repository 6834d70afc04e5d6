package org.attune.sweeps.claim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a sweep's cells are shown beside a paper's.
 *
 * @param title of the table; empty when it has none
 * @param source the paper, and the table or figure in it; empty when there is none
 * @param columns what is shown of each cell, one or more
 * @param controls by a cell's label that of the cell with as many parameters and without its part
 * @param notes to be printed below the table
 */
public record Layout(
    String title,
    String source,
    List<Column> columns,
    Map<String, String> controls,
    List<String> notes) {

  public Layout {
    columns = List.copyOf(columns);
    controls = Collections.unmodifiableMap(new LinkedHashMap<>(controls));
    notes = List.copyOf(notes);
  }

  /** One metric, and nothing of a paper's. */
  public static Layout of(String metric) {
    Column column = new Column(metric, Map.of(), Optional.empty());
    return new Layout("", "", List.of(column), Map.of(), List.of());
  }

  /**
   * One metric of every cell.
   *
   * @param metric its name
   * @param paper the paper's number by cell label, as the paper prints it
   * @param floor what chance, or the best there is, gives
   */
  public record Column(String metric, Map<String, String> paper, Optional<Floor> floor) {

    public Column {
      paper = Collections.unmodifiableMap(new LinkedHashMap<>(paper));
    }
  }

  /** What a metric is to be held against. */
  public sealed interface Floor {

    /** A metric that trials report, such as {@code floor_noise}. */
    record OfMetric(String metric) implements Floor {}

    /** A number known beforehand. */
    record OfNumber(double value) implements Floor {}
  }
}
