package org.attune.sweeps.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.space.Values;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * Reads the forms that stand for many numbers: {@code {log-uniform: [lo, hi], points: n}}, {@code
 * {uniform: [lo, hi], points: n}} and {@code {range: [lo, hi], step: s}}.
 */
final class NumberGrid {

  private static final int MAX_POINTS = 10_000;
  private static final Form<String> NUMBER =
      new Form<>(JsonSchemas.number(Map.of("type", "number")), Given::text);
  private static final Form<Given> ENDS =
      Form.list(NUMBER, "").with("minItems", 2).with("maxItems", 2).raw();
  private static final Key<Given> LOG_UNIFORM =
      new Key<>("log-uniform", ENDS, "all numbers between two, by equal ratios");
  private static final Key<Given> UNIFORM =
      new Key<>("uniform", ENDS, "all numbers between two, by equal distances");
  private static final Key<Given> RANGE = new Key<>("range", ENDS, "numbers from one to another");
  private static final Key<Integer> POINTS =
      new Key<>("points", Form.count(2, MAX_POINTS), "how many of them");
  private static final Key<String> STEP =
      new Key<>("step", NUMBER, "from each to the next; 1 for whole numbers if it is left out");
  private static final List<Key<Given>> FORMS = List.of(LOG_UNIFORM, UNIFORM, RANGE);

  static final Form<Fields> FORM = Key.section(LOG_UNIFORM, UNIFORM, RANGE, POINTS, STEP);

  /** Rounds points between the ends to numbers that a person would write. */
  private static final MathContext DIGITS = new MathContext(6);

  private final Problems problems;
  private final boolean grid;

  /**
   * Creates a reader.
   *
   * @param grid whether every cell is run, so an interval needs points
   */
  NumberGrid(Problems problems, boolean grid) {
    this.problems = problems;
    this.grid = grid;
  }

  /** Whether a mapping gives an interval or a range, as numbers have and groups of keys do not. */
  static boolean isIn(MappingNode node) {
    return FORMS.stream().anyMatch(form -> Nodes.find(node, form.name()).isPresent());
  }

  Optional<Values> read(Parameter parameter, MappingNode node) {
    Given whole = new Given(problems, node, parameter.key());
    List<Key<Given>> forms =
        FORMS.stream().filter(form -> Nodes.find(node, form.name()).isPresent()).toList();
    if (forms.size() != 1) {
      String given = node.getValue().isEmpty() ? "" : Document.key(node.getValue().get(0));
      return whole.refuse(
          "must be %s, not %s; for many numbers write {log-uniform: [lo, hi], points: n}, {uniform: [lo, hi], points: n} or {range: [lo, hi], step: s} under axes%s"
              .formatted(
                  parameter.domain().describe(),
                  forms.isEmpty()
                      ? given.isEmpty()
                          ? "an empty mapping"
                          : "a mapping with the key '" + given + "'"
                      : "several of these at once",
                  Spelling.hint(given, FORMS.stream().map(Key::name).toList())));
    }
    Key<Given> form = forms.get(0);
    List<Key<?>> keys = List.of(form, form == RANGE ? STEP : POINTS);
    Fields fields = Key.fields(whole, keys, Key.names(keys));
    Optional<double[]> ends = ends(parameter.domain(), form.at(fields).as(whole.path()));
    if (ends.isEmpty()) {
      return Optional.empty();
    }
    double low = ends.get()[0];
    double high = ends.get()[1];
    if (form == RANGE) {
      return range(parameter, fields, low, high);
    }
    if (form == LOG_UNIFORM && low <= 0) {
      return whole.refuse("log-uniform needs ends above 0, not " + Numbers.canonical(low));
    }
    return interval(parameter, fields, new Values.Interval(low, high, form == LOG_UNIFORM));
  }

  private static Optional<double[]> ends(Domain domain, Given given) {
    if (given.elements().size() != 2) {
      return given.refuse("must be two numbers, [lo, hi]");
    }
    double[] ends =
        given.elements().stream()
            .flatMap(end -> end.text(domain).stream())
            .mapToDouble(Double::parseDouble)
            .toArray();
    if (ends.length == 2 && ends[0] >= ends[1]) {
      given.refuse("the first number must be below the second");
    }
    return ends.length == 2 && ends[0] < ends[1] ? Optional.of(ends) : Optional.empty();
  }

  private Optional<Values> interval(Parameter parameter, Fields fields, Values.Interval interval) {
    boolean given = POINTS.isIn(fields);
    Optional<Integer> points = POINTS.in(fields);
    if (points.isEmpty()) {
      if (grid && !given) {
        fields.whole().refuse("a grid needs 'points: n' here; or use search: {method: random}");
      }
      return given || grid ? Optional.empty() : Optional.of(interval);
    }
    int last = points.get() - 1;
    List<String> listed = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      double exact = interval.at(i / (double) last);
      boolean whole = parameter.domain() instanceof Domain.IntegerRange;
      double value =
          i == 0 || i == last
              ? exact
              : whole ? Math.rint(exact) : new BigDecimal(exact, DIGITS).doubleValue();
      String text = Numbers.canonical(value);
      if (!listed.contains(text)) {
        listed.add(text);
      }
    }
    return Optional.of(new Values.Listed(listed));
  }

  private Optional<Values> range(Parameter parameter, Fields fields, double low, double high) {
    Given given = STEP.at(fields).as(parameter.key());
    boolean whole = parameter.domain() instanceof Domain.IntegerRange;
    Optional<Double> step =
        whole && !STEP.isIn(fields)
            ? Optional.of(1.0)
            : STEP.in(fields).flatMap(Numbers::real).filter(number -> number > 0);
    if (step.isEmpty() || (high - low) / step.get() > MAX_POINTS) {
      return given.refuse(
          "a range needs 'step: s', above 0, for at most %,d numbers".formatted(MAX_POINTS));
    }
    // Decimal arithmetic makes 0.1, 0.2, ... reach the stated end.
    BigDecimal end = BigDecimal.valueOf(high);
    List<String> listed = new ArrayList<>();
    for (BigDecimal value = BigDecimal.valueOf(low);
        value.compareTo(end) <= 0;
        value = value.add(BigDecimal.valueOf(step.get()))) {
      Optional<String> number = given.canonical(parameter.domain(), value.toString());
      if (number.isEmpty()) {
        return Optional.empty();
      }
      listed.add(number.get());
    }
    return Optional.of(new Values.Listed(listed));
  }
}
