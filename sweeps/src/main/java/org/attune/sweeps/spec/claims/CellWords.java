package org.attune.sweeps.spec.claims;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.identity.QuotedWord;
import org.attune.sweeps.spec.axes.FormulaNodes;
import org.attune.sweeps.spec.form.Given;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * The words by which claims and tables name cells and their metrics.
 *
 * @param cells by their label
 */
record CellWords(AxisCatalog catalog, Map<String, Configuration> cells) {

  private static final String BETWEEN = " / ";

  /** Between the parts of a name: as in tables, or as in labels. */
  private static final Pattern SEPARATOR = Pattern.compile(", | / ");

  /** The keys of a name, each with its sign. */
  private static final Pattern KEYS = Pattern.compile("[\\w.-]+=");

  /**
   * Whether a value in a name is that of a cell, the strictest first: as typed, as a number, and as
   * a table rounds it. A looser one counts only where no cell fits a stricter one.
   */
  private static final List<BiPredicate<String, String>> ALIKE =
      List.of(
          (word, value) -> word.equals(value) || word.equals(QuotedWord.of(value)),
          (word, value) ->
              Numbers.real(word).isPresent() && Numbers.real(word).equals(Numbers.real(value)),
          (word, value) -> Numbers.shown(word).equals(Numbers.shown(value)));

  /** The value that cells have of a parameter where their configurations leave it out. */
  Optional<String> defaultOf(String key) {
    return catalog.tree().parameter(key).map(Parameter::defaultValue);
  }

  /** The label that a word names, or the only one that it fits; reports a problem if none. */
  Optional<String> label(Given word) {
    Optional<String> label = word.text();
    if (label.isPresent() && !cells.containsKey(label.get())) {
      List<String> tables = fittingLabels(label.get());
      if (tables.size() == 1) {
        return Optional.of(tables.get(0));
      }
      refuse(word, label.get());
      return Optional.empty();
    }
    return label;
  }

  /** Reports that a word names no cell. */
  void refuse(Given word, String label) {
    word.refuse("there is no cell '%s'; the cells are %s%s".formatted(label, shown(), hint(label)));
  }

  /** The cell that was probably meant; a name as in tables is compared by its values alone. */
  private String hint(String word) {
    String hint = Spelling.hint(word, cells.keySet());
    if (!hint.isEmpty() || !word.contains("=")) {
      return hint;
    }
    Map<String, String> labels = new LinkedHashMap<>();
    cells.keySet().forEach(label -> labels.putIfAbsent(values(label), label));
    return Spelling.nearest(values(word), labels.keySet())
        .map(near -> "; did you mean '%s'?".formatted(labels.get(near)))
        .orElse("");
  }

  /** A name without its keys: {@code learned / 128} for {@code gate=learned, width=128}. */
  private static String values(String word) {
    return SEPARATOR.matcher(KEYS.matcher(word).replaceAll("")).replaceAll(BETWEEN);
  }

  /** Reports that a cell's settings stand where its name is due, and names the first they fit. */
  void refuseSettings(Given settings) {
    List<Given.Member> entries = settings.entries();
    String meant =
        cells.keySet().stream()
            .filter(label -> entries.stream().allMatch(entry -> isSetting(entry, cells.get(label))))
            .findFirst()
            .orElse("NAME");
    String key = settings.path().substring(settings.path().lastIndexOf('.') + 1);
    settings.refuse(
        "must be a cell's name, not its settings; the cells are %s; write %s: %s"
            .formatted(shown(), key, meant));
  }

  private static boolean isSetting(Given.Member entry, Configuration cell) {
    return entry.value().node() instanceof ScalarNode value
        && isSetting(entry.key() + "=" + value.getValue(), cell, ALIKE.get(2));
  }

  /** The cells that have all that a name says. */
  List<Configuration> fitting(String word) {
    return fittingLabels(word).stream().map(cells::get).toList();
  }

  private List<String> fittingLabels(String word) {
    return ALIKE.stream()
        .map(alike -> cells.keySet().stream().filter(l -> fits(word, l, alike)).toList())
        .filter(labels -> !labels.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /**
   * Whether a cell has all that a name as in tables says: {@code gate=learned, width=128}. What
   * separates the parts of a name may also stand in a formula.
   */
  private boolean fits(String word, String label, BiPredicate<String, String> alike) {
    Matcher between = SEPARATOR.matcher(word);
    while (between.find()) {
      if (has(word.substring(0, between.start()), label, alike)
          && fits(word.substring(between.end()), label, alike)) {
        return true;
      }
    }
    return has(word, label, alike);
  }

  private boolean has(String part, String label, BiPredicate<String, String> alike) {
    return (BETWEEN + label + BETWEEN).contains(BETWEEN + part + BETWEEN)
        || isSetting(part, cells.get(label), alike);
  }

  /**
   * Whether a cell has a setting such as {@code learning-rate=1e-4}, under the key's last words. A
   * part that is a formula has it as its value.
   */
  private static boolean isSetting(
      String part, Configuration cell, BiPredicate<String, String> alike) {
    int equals = part.indexOf('=');
    if (equals < 0) {
      return false;
    }
    String end = "." + part.substring(0, equals);
    String value = part.substring(equals + 1);
    return cell.values().keySet().stream()
        .filter(key -> ("." + key).endsWith(end))
        .flatMap(key -> Stream.of(key, key + "." + FormulaNodes.FORMULA))
        .anyMatch(key -> cell.has(key) && alike.test(value, cell.text(key)));
  }

  /**
   * The labels that a word names: one cell, or all cells that a name without some axes' values
   * fits. Reports a problem if there is none.
   */
  List<String> labels(Given given) {
    Optional<String> word = given.text();
    if (word.isEmpty() || cells.containsKey(word.get())) {
      return word.stream().toList();
    }
    List<String> fitting =
        cells.keySet().stream().filter(label -> rest(word.get(), label).isPresent()).toList();
    return fitting.isEmpty() ? label(given).stream().toList() : fitting;
  }

  /** The parts of a label beyond those of a word; empty if the label lacks a part of the word. */
  static Optional<List<String>> rest(String word, String label) {
    List<String> parts = new ArrayList<>(List.of(label.split(BETWEEN)));
    for (String part : word.split(BETWEEN)) {
      if (!parts.remove(part)) {
        return Optional.empty();
      }
    }
    return Optional.of(parts);
  }

  /** The first labels, as examples of how labels are written. */
  private String shown() {
    return ShortList.of(cells.keySet(), "");
  }

  /** The measure of a cell by a metric. */
  Measure measure(String label, String metric) {
    Configuration cell = cells.get(label);
    return new Measure(label, cell, metric, better(cell, metric), Optional.empty());
  }

  /** Whether higher or lower values of a cell's metric are better; the task declares it. */
  Better better(Configuration cell, String metric) {
    return catalog.metrics(cell).stream()
        .filter(known -> known.covers(metric))
        .map(Metric::better)
        .findFirst()
        .orElse(Better.NEITHER);
  }

  /** Whether a cell reports a metric; reports a problem if not. */
  boolean requireMetric(Given place, String metric, String label, Configuration cell) {
    return MetricNames.isReported(place, metric, catalog.metrics(cell), " in cell " + label);
  }

  void requireMetricSomewhere(Given place, String metric) {
    List<Metric> metrics =
        cells.values().stream().flatMap(cell -> catalog.metrics(cell).stream()).distinct().toList();
    MetricNames.isReported(place, metric, metrics, "");
  }
}
