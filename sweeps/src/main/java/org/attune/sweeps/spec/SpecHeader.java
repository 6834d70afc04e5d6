package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.attune.api.catalog.Chosen;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;

/** Makes the durable header of a sweep from its spec. */
public final class SpecHeader {

  private static final int ID_DIGITS = 8;

  /** Stands in a table's label between a cell's name and its axis values. */
  private static final String BETWEEN = " / ";

  private SpecHeader() {}

  /** The header of a sweep that starts now, with a new id. */
  public static SweepHeader of(
      SweepSpec spec, long trials, int threadsPerTrial, Map<String, String> provenance) {
    String id = UUID.randomUUID().toString().substring(0, ID_DIGITS);
    return new SweepHeader(
        spec.name() + "-" + id,
        spec.name(),
        CanonicalText.of(spec),
        design(spec),
        spec.seed(),
        trials,
        spec.objectives(),
        spec.execution().retries(),
        spec.budget().wallTime(),
        spec.budget().runTime(),
        threadsPerTrial,
        new TreeMap<>(provenance),
        cells(spec),
        spec.comparison().tuned(),
        new TreeMap<>());
  }

  /** Whether a header's sweep has the given spec. */
  public static boolean has(SweepHeader header, SweepSpec spec) {
    return header.hasSpec(CanonicalText.of(spec));
  }

  /** The design that a file describes. */
  private static Design design(SweepSpec spec) {
    Chosen search = spec.search();
    SearchMethod method = SearchMethods.named(search.name());
    return new Design(
        method.name(),
        method.looksAtResults(search.settings()),
        method.exhaustive(),
        new TreeMap<>(search.settings().values()),
        !spec.stop().isEmpty(),
        Optional.of(spec.replicates()),
        new TreeSet<>(),
        Optional.empty(),
        Optional.of(HeaderAxes.of(spec)));
  }

  /** The cells that a spec names, in the file's order; empty if it names none. */
  private static List<NamedCell> cells(SweepSpec spec) {
    Map<String, String> controls = new LinkedHashMap<>();
    spec.comparison()
        .layout()
        .controls()
        .forEach((cell, control) -> controls.putIfAbsent(name(cell), name(control)));
    List<NamedCell> cells = new ArrayList<>();
    for (Axis axis : spec.axes()) {
      for (int i = 0; i < axis.names().size(); i++) {
        String name = axis.names().get(i);
        cells.add(
            new NamedCell(
                name,
                settings(axis.branches().get(i)),
                Optional.ofNullable(controls.get(name)).filter(other -> !other.equals(name))));
      }
    }
    return cells;
  }

  /** A table label starts with the cell's name; axis values follow. */
  private static String name(String label) {
    int end = label.indexOf(BETWEEN);
    return end < 0 ? label : label.substring(0, end);
  }

  private static SortedMap<String, String> settings(Branch branch) {
    SortedMap<String, String> settings = new TreeMap<>();
    branch
        .values()
        .forEach((key, values) -> settings.put(key, ((Values.Listed) values).values().get(0)));
    return settings;
  }
}
