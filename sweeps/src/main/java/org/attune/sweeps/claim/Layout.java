package org.attune.sweeps.claim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.attune.api.catalog.Configuration;

/**
 * How to show a sweep's cells next to a paper's.
 *
 * @param title of the table; empty if it has none
 * @param source the paper, and its table or figure; empty if there is none
 * @param columns shown for each cell, one or more
 * @param controls for each cell's label, the label of the cell with equally many parameters but
 *     without its part
 * @param notes printed below the table
 * @param settings the authors', beside which ours are shown
 * @param ladder the sweep over sizes that predicts its effects; empty if it names none
 */
public record Layout(
    String title,
    String source,
    List<LayoutColumn> columns,
    Map<String, String> controls,
    List<String> notes,
    List<LayoutSetting> settings,
    Optional<Ladder> ladder) {

  public Layout {
    columns = List.copyOf(columns);
    controls = Collections.unmodifiableMap(new LinkedHashMap<>(controls));
    notes = List.copyOf(notes);
    settings = List.copyOf(settings);
  }

  /** A table of one metric, without a paper's numbers. */
  public static Layout of(String metric) {
    LayoutColumn column = new LayoutColumn(metric, Map.of(), Optional.empty());
    return new Layout("", "", List.of(column), Map.of(), List.of(), List.of(), Optional.empty());
  }

  /**
   * A metric of every cell.
   *
   * @param metric its name
   * @param paper the paper's printed numbers, by cell label
   * @param floor the value of chance, or the best possible value
   */
  public record LayoutColumn(String metric, Map<String, String> paper, Optional<Floor> floor) {

    public LayoutColumn {
      paper = Collections.unmodifiableMap(new LinkedHashMap<>(paper));
    }
  }

  /**
   * A setting of the authors' experiment.
   *
   * @param what its name
   * @param authors its value
   * @param inferred from what it was inferred; empty if the source states it
   * @param ours the key of our setting, or our value in words
   */
  public record LayoutSetting(String what, String authors, Optional<String> inferred, Ours ours) {}

  /** Our side of a setting. */
  public sealed interface Ours {

    /**
     * The value of a key.
     *
     * @param key in the configuration of cells
     * @param cells in which it is read
     * @param otherwise the value of cells that leave it out
     */
    record OfKey(String key, List<Configuration> cells, String otherwise) implements Ours {

      public OfKey {
        cells = List.copyOf(cells);
      }
    }

    /** A text, where no key says it. */
    record OfText(String value) implements Ours {}
  }

  /** A metric's baseline. */
  public sealed interface Floor {

    /**
     * The value.
     *
     * @param reported the value of a metric that trials report
     */
    default OptionalDouble value(Function<String, OptionalDouble> reported) {
      return this instanceof OfNumber number
          ? OptionalDouble.of(number.value())
          : reported.apply(((OfMetric) this).metric());
    }

    /** A metric that trials report, such as {@code floor_noise}. */
    record OfMetric(String metric) implements Floor {}

    /** A number known in advance. */
    record OfNumber(double value) implements Floor {}
  }
}
