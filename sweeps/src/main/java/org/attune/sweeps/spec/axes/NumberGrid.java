package org.attune.sweeps.spec.axes;

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
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.JsonSchemas;
import org.attune.sweeps.spec.form.Key;
import org.attune.sweeps.spec.form.Nodes;
import org.attune.sweeps.spec.form.Problems;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * Reads the forms that stand for many numbers: {@code {log-uniform: [lo, hi], points: n}}, {@code
 * {uniform: [lo, hi], points: n}} and {@code {range: [lo, hi], step: s}}.
 */
public final class NumberGrid {

  /** The share of a step by which the last number may miss the end and still be the end. */
  private static final BigDecimal ROUNDING = new BigDecimal("1e-9");

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

  public static final Form<Fields> FORM = Key.section(LOG_UNIFORM, UNIFORM, RANGE, POINTS, STEP);

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
    Optional<Ends> ends = ends(parameter.domain(), form.at(fields).as(whole.path()));
    if (ends.isEmpty()) {
      return Optional.empty();
    }
    if (form == RANGE) {
      return range(parameter, fields, ends.get());
    }
    if (form == LOG_UNIFORM && ends.get().low.signum() <= 0) {
      return whole.refuse(
          "log-uniform needs ends above 0, not " + Numbers.canonical(ends.get().low.doubleValue()));
    }
    return interval(parameter, fields, ends.get(), form == LOG_UNIFORM);
  }

  /** The ends of an interval, exactly: doubles have no place for all whole numbers. */
  private record Ends(BigDecimal low, BigDecimal high) {}

  private static Optional<Ends> ends(Domain domain, Given given) {
    if (given.elements().size() != 2) {
      return given.refuse("must be two numbers, [lo, hi]");
    }
    List<BigDecimal> ends =
        given.elements().stream()
            .flatMap(end -> end.text(domain).stream())
            .map(BigDecimal::new)
            .toList();
    if (ends.size() != 2) {
      return Optional.empty();
    }
    return ends.get(0).compareTo(ends.get(1)) < 0
        ? Optional.of(new Ends(ends.get(0), ends.get(1)))
        : given.refuse("the first number must be below the second");
  }

  private Optional<Values> interval(
      Parameter parameter, Fields fields, Ends ends, boolean logarithmic) {
    boolean given = POINTS.isIn(fields);
    Optional<Integer> points = POINTS.in(fields);
    if (points.isEmpty()) {
      if (grid && !given) {
        fields.whole().refuse("a grid needs 'points: n' here; or use search: {method: random}");
      }
      return given || grid
          ? Optional.empty()
          : Optional.of(
              new Values.Interval(ends.low.doubleValue(), ends.high.doubleValue(), logarithmic));
    }
    GridPoints between = new GridPoints(ends.low, ends.high, logarithmic, points.get());
    Optional<List<String>> listed =
        parameter.domain() instanceof Domain.IntegerRange
            ? Optional.of(between.wholeNumbers())
            : between.reals();
    return listed.isPresent()
        ? Optional.of(new Values.Listed(listed.get()))
        : POINTS
            .at(fields)
            .as(parameter.key())
            .refuse(
                "there are no %d different numbers at equal distances between %s and %s; give fewer points"
                    .formatted(
                        points.get(),
                        Numbers.readable(ends.low.doubleValue()),
                        Numbers.readable(ends.high.doubleValue())));
  }

  private Optional<Values> range(Parameter parameter, Fields fields, Ends ends) {
    Given given = STEP.at(fields).as(parameter.key());
    boolean whole = parameter.domain() instanceof Domain.IntegerRange;
    Optional<BigDecimal> step =
        whole && !STEP.isIn(fields)
            ? Optional.of(BigDecimal.ONE)
            : STEP.in(fields)
                .filter(text -> Numbers.real(text).isPresent())
                .map(BigDecimal::new)
                .filter(number -> number.signum() > 0);
    BigDecimal width = ends.high.subtract(ends.low);
    if (step.isEmpty()
        || width.compareTo(step.get().multiply(BigDecimal.valueOf(MAX_POINTS))) > 0) {
      return given.refuse(
          "a range needs 'step: s', above 0, for at most %,d numbers".formatted(MAX_POINTS));
    }
    // Decimal arithmetic makes 0.1, 0.2, ... reach the stated end. A step such as pi / 2 with its
    // last digit rounded may pass the end by a rounding error.
    List<String> listed = new ArrayList<>();
    BigDecimal rounding = step.get().multiply(ROUNDING);
    for (BigDecimal value = ends.low;
        value.subtract(ends.high).compareTo(rounding) <= 0;
        value = value.add(step.get())) {
      Optional<String> number = given.canonical(parameter.domain(), spelled(value.min(ends.high)));
      if (number.isEmpty()) {
        return Optional.empty();
      }
      if (!listed.isEmpty() && listed.get(listed.size() - 1).equals(number.get())) {
        return given.refuse(
            "the step %s is too small to tell numbers at %s apart"
                .formatted(Numbers.readable(step.get().doubleValue()), number.get()));
      }
      listed.add(number.get());
    }
    return Optional.of(new Values.Listed(listed));
  }

  /** A number of at most 64 characters, as a sweep file may have. */
  private static String spelled(BigDecimal value) {
    return value.round(MathContext.DECIMAL128).toString();
  }
}
