package org.attune.sweeps.analysis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.ShortList;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.identity.SpecText;
import org.attune.sweeps.space.Axis;

/**
 * What one sweep's file says: the values of its axes, and what decides how many trials run, and
 * which, but not what a trial of a given configuration and seed computes.
 */
record FileSettings(SweepHeader header, SpecText text) {

  static FileSettings of(SweepHeader header) {
    return new FileSettings(header, SpecText.of(header.specText()));
  }

  /**
   * The values that the file gives a key, such as {@code 0.001, 0.01} or {@code log-uniform 0.001
   * to 0.1}; empty if the file does not vary it. A named cell that does not set it has the file's
   * own value.
   */
  Optional<String> varied(String key) {
    SortedSet<String> values = sorted();
    for (String axis : text.axes()) {
      for (Map<String, String> branch : text.branches(axis)) {
        String given = branch.get(axis.equals(key) ? "" : key);
        if (given != null && !given.isEmpty()) {
          values.addAll(given.contains("(") ? List.of(given) : List.of(given.split(", ")));
        }
      }
    }
    List<Map<String, String>> cells = text.branches(Axis.CELLS);
    if (cells.stream().anyMatch(cell -> cell.containsKey(key))
        && !cells.stream().allMatch(cell -> cell.containsKey(key))) {
      Optional.ofNullable(header.axes().base().get(key)).ifPresent(values::add);
    }
    return values.isEmpty() ? Optional.empty() : Optional.of(text(values));
  }

  /** Several values of a key, sorted, for people; of many, some and the number of the others. */
  static String text(Iterable<String> values) {
    SortedSet<String> all = sorted();
    values.forEach(all::add);
    return ShortList.of(all, "");
  }

  /** Numbers by size, before words. */
  private static SortedSet<String> sorted() {
    return new TreeSet<>(
        Comparator.comparingDouble(FileSettings::size).thenComparing(Comparator.naturalOrder()));
  }

  private static double size(String value) {

    return Numbers.real(value).orElse(Double.POSITIVE_INFINITY);
  }

  /** Each rule of the file by its key there; a rule that the file lacks says so. */
  Map<String, String> rules() {
    Map<String, String> rules = new LinkedHashMap<>();
    rules.put("search", text.value("search").orElse(header.design().method()));
    rules.put("replicates", text.value("replicates").orElse(""));
    rules.put("stop", orNone(text.values("stop")));
    rules.put("constraints", orNone(text.value("constraints").stream().toList()));
    rules.put("try-first", orNone(text.value("try-first").stream().toList()));
    rules.put("looks", text.value("looks").orElse("once"));
    rules.put(
        "objective",
        header.objectives().stream()
            .map(objective -> "%s %s".formatted(objective.goal().label(), objective.metric()))
            .collect(Collectors.joining(", ")));
    rules.put("cells", orNone(header.cells().stream().map(NamedCell::name).toList()));
    rules.put("execution.retries", String.valueOf(header.retries()));
    rules.put("execution.threads-per-trial", String.valueOf(header.threadsPerTrial()));
    rules.put("budget.wall-time", text(header.wallTime()));
    rules.put("budget.run-time", text(header.runTime()));
    return rules;
  }

  private static String orNone(List<String> values) {
    return values.isEmpty() ? "none" : String.join("; ", values);
  }

  private static String text(Optional<Duration> time) {
    return time.map(FileSettings::text).orElse("none");
  }

  /** A time as a sweep file spells it. */
  private static String text(Duration time) {
    List<String> parts = new ArrayList<>();
    add(parts, time.toHours(), "h");
    add(parts, time.toMinutesPart(), "m");
    add(parts, time.toSecondsPart(), "s");
    return parts.isEmpty() ? time.toMillis() + "ms" : String.join(" ", parts);
  }

  private static void add(List<String> parts, long count, String unit) {
    if (count > 0) {
      parts.add(count + unit);
    }
  }
}
