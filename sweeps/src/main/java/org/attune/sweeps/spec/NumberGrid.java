package org.attune.sweeps.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.space.Values;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads the forms that stand for many numbers: {@code {log-uniform: [lo, hi], points: n}}, {@code
 * {uniform: [lo, hi], points: n}} and {@code {range: [lo, hi], step: s}}.
 */
final class NumberGrid {

  private static final String LOG_UNIFORM = "log-uniform";
  private static final String UNIFORM = "uniform";
  private static final String RANGE = "range";
  static final Set<String> FORMS = Set.of(LOG_UNIFORM, UNIFORM, RANGE);
  private static final int MAX_POINTS = 10_000;

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

  Optional<Values> read(Parameter parameter, MappingNode node) {
    String key = parameter.key();
    List<String> forms =
        node.getValue().stream().map(Document::key).filter(FORMS::contains).toList();
    if (forms.size() != 1) {
      String given = node.getValue().isEmpty() ? "" : Document.key(node.getValue().get(0));
      problems.add(
          node,
          key,
          "must be "
              + parameter.domain().describe()
              + ", or {log-uniform: [lo, hi], points: n}, {uniform: [lo, hi], points: n} or {range:"
              + " [lo, hi], step: s}"
              + Spelling.hint(given, FORMS));
      return Optional.empty();
    }
    String form = forms.get(0);
    Fields fields =
        new Fields(problems, key, node, Set.of(form, form.equals(RANGE) ? "step" : "points"));
    Optional<double[]> ends = ends(parameter, fields.node(form).orElseThrow());
    if (ends.isEmpty()) {
      return Optional.empty();
    }
    double low = ends.get()[0];
    double high = ends.get()[1];
    if (form.equals(RANGE)) {
      return range(parameter, fields, node, low, high);
    }
    if (form.equals(LOG_UNIFORM) && low <= 0) {
      problems.add(node, key, "log-uniform needs ends above 0, not " + Numbers.canonical(low));
      return Optional.empty();
    }
    return interval(
        parameter, fields, node, new Values.Interval(low, high, form.equals(LOG_UNIFORM)));
  }

  private Optional<double[]> ends(Parameter parameter, Node node) {
    String key = parameter.key();
    if (!(node instanceof SequenceNode sequence) || sequence.getValue().size() != 2) {
      problems.add(node, key, "must be two numbers, [lo, hi]");
      return Optional.empty();
    }
    double[] ends = new double[2];
    for (int i = 0; i < ends.length; i++) {
      Node end = sequence.getValue().get(i);
      Optional<String> text = Fields.text(problems, end, key);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      try {
        ends[i] = Double.parseDouble(parameter.domain().canonical(text.get()));
      } catch (IllegalArgumentException outside) {
        problems.add(end, key, outside.getMessage());
        return Optional.empty();
      }
    }
    if (ends[0] >= ends[1]) {
      problems.add(node, key, "the first number must be below the second");
      return Optional.empty();
    }
    return Optional.of(ends);
  }

  private Optional<Values> interval(
      Parameter parameter, Fields fields, MappingNode node, Values.Interval interval) {
    boolean given = fields.node("points").isPresent();
    OptionalInt points = fields.count("points", 2, MAX_POINTS);
    if (points.isEmpty()) {
      if (grid && !given) {
        problems.add(
            node,
            parameter.key(),
            "a grid needs 'points: n' here; or use search: {method: random}");
      }
      return given || grid ? Optional.empty() : Optional.of(interval);
    }
    int last = points.getAsInt() - 1;
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

  private Optional<Values> range(
      Parameter parameter, Fields fields, MappingNode node, double low, double high) {
    Optional<String> given = fields.text("step");
    Optional<Double> step = given.flatMap(Numbers::real).filter(number -> number > 0);
    if (step.isEmpty() || (high - low) / step.get() > MAX_POINTS) {
      problems.add(
          fields.node("step").orElse(node),
          parameter.key(),
          "a range needs 'step: s', above 0 and not below a %,dth of the range"
              .formatted(MAX_POINTS));
      return Optional.empty();
    }
    // Decimal arithmetic makes 0.1, 0.2, ... reach the stated end.
    BigDecimal end = BigDecimal.valueOf(high);
    List<String> listed = new ArrayList<>();
    for (BigDecimal value = BigDecimal.valueOf(low);
        value.compareTo(end) <= 0;
        value = value.add(BigDecimal.valueOf(step.get()))) {
      try {
        listed.add(parameter.domain().canonical(value.toString()));
      } catch (IllegalArgumentException fraction) {
        problems.add(fields.node("step").orElseThrow(), parameter.key(), fraction.getMessage());
        return Optional.empty();
      }
    }
    return Optional.of(new Values.Listed(listed));
  }
}
