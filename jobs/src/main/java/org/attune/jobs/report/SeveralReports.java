package org.attune.jobs.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.JsonObject;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.SweepSide;
import org.attune.sweeps.state.CellSummary;
import org.jspecify.annotations.Nullable;

/**
 * The data of a page that shows several sweeps: that of each sweep's own page, with the sweep as
 * one more axis, and what {@code attune compare} says of them.
 */
final class SeveralReports {

  private static final String SWEEP = "sweep";

  private final List<String> directories;
  private final String from;
  private final List<SweepSide> sides;
  private final AcrossSweeps across;
  private final List<Map<String, Object>> pages;

  /** Each cell's number on this page, by sweep and by its number on the sweep's own page. */
  private final List<Map<Integer, Integer>> numbers = new ArrayList<>();

  /** The sweep and the number there of each cell, the best first. */
  private final List<int[]> ranked;

  /** What a page of one sweep has of its claims, for each sweep. */
  private final List<Map<String, Object>> claims;

  SeveralReports(
      List<String> directories, List<SweepSide> sides, List<Map<String, Object>> claims) {
    this.directories = named(directories, sides);
    this.from = ReportPage.from(directories);
    this.claims = claims;
    this.sides =
        IntStream.range(0, sides.size())
            .mapToObj(
                i ->
                    isOfMachine(sides.get(i).label())
                        ? new SweepSide(
                            this.directories.get(i), sides.get(i).sweep(), sides.get(i).observed())
                        : sides.get(i))
            .toList();
    this.across = AcrossSweeps.of(this.sides, true);
    this.pages =
        sides.stream()
            .map(
                side ->
                    new ReportData(
                            side.sweep(),
                            false,
                            side.sweep().ran().last(),
                            side.observed(),
                            Map.of(),
                            Optional.empty(),
                            Optional.empty(),
                            "",
                            List.of())
                        .json())
            .toList();
    Comparator<CellSummary> best = CellSummary.bestFirst(sides.get(0).observed().goal());
    this.ranked =
        IntStream.range(0, sides.size())
            .boxed()
            .flatMap(
                side ->
                    IntStream.range(0, sides.get(side).observed().summaries().size())
                        .mapToObj(cell -> new int[] {side, cell}))
            .sorted(Comparator.comparing(this::summary, best))
            .toList();
    sides.forEach(side -> numbers.add(new LinkedHashMap<>()));
    for (int i = 0; i < ranked.size(); i++) {
      numbers.get(ranked.get(i)[0]).put(ranked.get(i)[1], i);
    }
  }

  /**
   * What the page calls directories: as named, or by their labels where that is no relative path.
   */
  private static List<String> named(List<String> directories, List<SweepSide> sides) {
    List<String> named =
        IntStream.range(0, sides.size())
            .mapToObj(
                i ->
                    isOfMachine(directories.get(i))
                        ? ReportPage.named(sides.get(i).label())
                        : directories.get(i))
            .toList();
    return named.stream().distinct().count() == named.size() ? named : directories;
  }

  private static boolean isOfMachine(String directory) {
    return !ReportPage.named(directory).equals(directory);
  }

  private CellSummary summary(int[] cell) {
    return sides.get(cell[0]).observed().summaries().get(cell[1]);
  }

  /** All data as one object. */
  JsonObject json() {
    List<String> keys = keys();
    List<String> metrics =
        pages.stream().flatMap(page -> strings(page.get("metrics")).stream()).distinct().toList();
    Map<String, Object> first = pages.get(0);
    return new JsonObject()
        .with("generated", Instant.now().toString())
        .with("sweep", overview())
        .with("metric", first.get("metric"))
        .with("goal", first.get("goal"))
        .with("objectives", first.get("objectives"))
        .with("axes", Stream.concat(Stream.of(sweepAxis()), keys.stream().map(this::axis)).toList())
        .with("fixed", fixed(keys))
        .with("cells", ranked.stream().map(cell -> values(cell, keys)).toList())
        .with("names", ranked.stream().map(this::name).toList())
        .with("metrics", metrics)
        .with("goals", goals())
        .with("trials", trials(metrics))
        .with("provenance", pages.stream().flatMap(page -> list(page, "provenance")).toList())
        .with("attempts", List.of())
        .with("curves", curves())
        .with("from", from)
        .with("claims_of", claims)
        .with(
            "compared", new ComparedSweeps(ReportPage.PROGRAM, directories, sides, across).json());
  }

  /** A metric's direction is that of the first sweep that knows it. */
  private JsonObject goals() {
    JsonObject goals = new JsonObject();
    pages.forEach(page -> object(page, "goals").forEach(goals::putIfAbsent));
    return goals;
  }

  private JsonObject overview() {
    JsonObject all = new JsonObject();
    all.with("name", sides.stream().map(SweepSide::label).collect(Collectors.joining(", ")));
    all.with("id", ids());
    for (String count : List.of("total", "finished", "stopped", "running", "pending", "failed")) {
      all.with(
          count,
          pages.stream()
              .mapToLong(page -> ((Number) object(page, SWEEP).get(count)).longValue())
              .sum());
    }
    return all.with(
        "spec",
        IntStream.range(0, sides.size())
            .mapToObj(
                i ->
                    "# %s%n%s"
                        .formatted(directories.get(i), object(pages.get(i), SWEEP).get("spec")))
            .collect(Collectors.joining("\n")));
  }

  private String ids() {
    return sides.stream()
        .map(side -> side.sweep().header().sweepId())
        .collect(Collectors.joining(", "));
  }

  /** Keys of the pages' axes, and settings of the model, task or training that differ. */
  private List<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    pages.forEach(page -> objects(page, "axes").forEach(axis -> keys.add(text(axis, "key"))));
    across.differing().keySet().stream()
        .filter(key -> pages.stream().anyMatch(page -> object(page, "fixed").containsKey(key)))
        .forEach(keys::add);
    return List.copyOf(keys);
  }

  private JsonObject sweepAxis() {
    return new JsonObject()
        .with("key", SWEEP)
        .with("numeric", false)
        .with("log", false)
        .with("levels", sides.stream().map(SweepSide::label).toList());
  }

  /** An axis of some pages; the others have one value of it, or none. */
  private JsonObject axis(String key) {
    List<Map<String, Object>> ofSweep =
        pages.stream()
            .flatMap(page -> objects(page, "axes").stream())
            .filter(axis -> text(axis, "key").equals(key))
            .toList();
    Set<String> values = new LinkedHashSet<>();
    ranked.forEach(cell -> value(cell, key).ifPresent(values::add));
    boolean numeric =
        values.stream().allMatch(SeveralReports::isNumber)
            && ofSweep.stream().allMatch(axis -> Boolean.TRUE.equals(axis.get("numeric")));
    boolean scale =
        numeric && ofSweep.stream().anyMatch(axis -> strings(axis.get("levels")).isEmpty());
    Set<String> levels =
        numeric ? new TreeSet<>(Comparator.comparingDouble(Double::parseDouble)) : new TreeSet<>();
    levels.addAll(values);
    return new JsonObject()
        .with("key", key)
        .with("numeric", numeric)
        .with("log", ofSweep.stream().anyMatch(axis -> Boolean.TRUE.equals(axis.get("log"))))
        .with(
            "levels",
            numeric && (scale || levels.size() > ReportData.MOST_LEVELS) ? List.of() : levels);
  }

  /** A cell's value of an axis, or its sweep's one value. */
  private Optional<String> value(int[] cell, String key) {
    Map<String, Object> page = pages.get(cell[0]);
    List<String> keys = objects(page, "axes").stream().map(axis -> text(axis, "key")).toList();
    int at = keys.indexOf(key);
    return Optional.ofNullable(
            at >= 0
                ? ((List<?>) ((List<?>) page.get("cells")).get(cell[1])).get(at)
                : object(page, "fixed").get(key))
        .map(String::valueOf);
  }

  private List<String> values(int[] cell, List<String> keys) {
    List<String> values = new ArrayList<>(List.of(sides.get(cell[0]).label()));
    keys.forEach(key -> values.add(value(cell, key).orElse(null)));
    return values;
  }

  private String name(int[] cell) {
    return sides.get(cell[0]).label()
        + ", "
        + strings(pages.get(cell[0]).get("names")).get(cell[1]);
  }

  /** What all cells of all sweeps share. */
  private Map<String, Object> fixed(List<String> keys) {
    Map<String, Object> fixed = new LinkedHashMap<>(object(pages.get(0), "fixed"));
    pages.forEach(page -> fixed.entrySet().retainAll(object(page, "fixed").entrySet()));
    fixed.keySet().removeAll(keys);
    return fixed;
  }

  private List<JsonObject> trials(List<String> metrics) {
    List<JsonObject> all = new ArrayList<>();
    int provenances = 0;
    for (int i = 0; i < pages.size(); i++) {
      List<String> reported = strings(pages.get(i).get("metrics"));
      for (Map<String, Object> trial : objects(pages.get(i), "trials")) {
        JsonObject json = new JsonObject();
        json.putAll(trial);
        json.with("id", sides.get(i).label() + "/" + trial.get("id"))
            .with("directory", directories.get(i))
            .with("cell", numbers.get(i).get(trial.get("cell")));
        if (trial.get("values") instanceof List<?> values) {
          json.with(
              "values", metrics.stream().map(name -> at(values, reported.indexOf(name))).toList());
          json.with("provenance", provenances + (Integer) trial.get("provenance"));
        }
        all.add(json);
      }
      provenances += (int) list(pages.get(i), "provenance").count();
    }
    return all;
  }

  private static boolean isNumber(String value) {
    return Numbers.real(value).isPresent();
  }

  private static @Nullable Object at(List<?> values, int index) {
    return index < 0 ? null : values.get(index);
  }

  private JsonObject curves() {
    JsonObject metrics = new JsonObject();
    int shown = 0;
    for (int i = 0; i < pages.size(); i++) {
      Map<String, Object> curves = object(pages.get(i), "curves");
      shown += (Integer) curves.get("shown");
      Map<Integer, Integer> cells = numbers.get(i);
      object(curves, "metrics")
          .forEach(
              (name, series) -> {
                List<Object> merged = new ArrayList<>();
                if (metrics.get(name) instanceof List<?> before) {
                  merged.addAll(before);
                }
                for (Object one : (List<?>) series) {
                  JsonObject curve = new JsonObject();
                  ((Map<?, ?>) one).forEach((key, value) -> curve.put((String) key, value));
                  merged.add(curve.with("cell", cells.get(curve.get("cell"))));
                }
                metrics.put(name, merged);
              });
    }
    return new JsonObject()
        .with("cells", ranked.size())
        .with("shown", shown)
        .with("metrics", metrics);
  }

  private static Stream<?> list(Map<String, Object> object, String key) {
    return ((List<?>) object.get(key)).stream();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> objects(Map<String, Object> object, String key) {
    return (List<Map<String, Object>>) object.get(key);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Map<String, Object> object, String key) {
    return (Map<String, Object>) object.get(key);
  }

  private static String text(Map<String, Object> object, String key) {
    return String.valueOf(object.get(key));
  }

  private static List<String> strings(Object list) {
    return ((Collection<?>) list).stream().map(String::valueOf).toList();
  }
}
