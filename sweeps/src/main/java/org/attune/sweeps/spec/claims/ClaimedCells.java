package org.attune.sweeps.spec.claims;

import java.util.Optional;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads the cells, arms and numbers that a claim compares. */
record ClaimedCells(CellWords words, ArmReader arms) {

  private static final Key<Given> NAME =
      new Key<>("cell", Form.SCALAR.raw(), "a cell's name").required("");
  static final Key<String> METRIC = new Key<>("metric", Form.TEXT, "a final metric");
  private static final Key<Given> BEST_OVER =
      new Key<>(
          "best-over",
          Form.list(Form.TEXT, "").with("minItems", 1).raw(),
          "keys whose best values are chosen on tuning seeds");
  private static final Key<Double> TIMES =
      new Key<>("times", Form.real(1e-12, 1e12), "a number by which its value is multiplied");
  private static final Form<Fields> ARM = Key.section(NAME, BEST_OVER);
  static final Form<Fields> OTHER_CELL = Key.section(NAME, BEST_OVER, METRIC, TIMES);
  static final Form<Given> ANY_CELL = Form.either(Form.SCALAR, ARM);

  private Optional<Measure> measure(Given cell, String metric) {
    return words.label(cell).map(label -> words.measure(label, metric));
  }

  /** Reads a cell, or {@code {cell: LABEL, best-over: [KEY, ...]}}. */
  Optional<Measure> cell(Given given, String metric) {
    return given.node() instanceof MappingNode
        ? fields(given, ARM).flatMap(arm -> arm(arm, metric))
        : measure(given, metric);
  }

  /** The keys of a mapping that names a cell; empty if it has a cell's settings instead. */
  private Optional<Fields> fields(Given given, Form<Fields> form) {
    if (given.entry(NAME.name()).isEmpty() && given.entry(BEST_OVER.name()).isEmpty()) {
      words.refuseSettings(given);
      return Optional.empty();
    }
    return form.in(given);
  }

  private Optional<Measure> arm(Fields fields, String metric) {
    return NAME.in(fields)
        .flatMap(
            name ->
                BEST_OVER.isIn(fields)
                    ? arms.read(name, BEST_OVER.at(fields), metric)
                    : measure(name, metric));
  }

  /** Reads a cell, a number, or {@code {cell: LABEL, metric: M, times: X}}. */
  Optional<Reference> reference(Given given, String metric, Outcome outcome) {
    if (given.node() instanceof MappingNode) {
      return fields(given, OTHER_CELL)
          .flatMap(
              other ->
                  arm(other, METRIC.in(other).orElse(metric))
                      .map(measure -> new Reference.OfCell(measure, TIMES.in(other).orElse(1.0))));
    }
    Optional<String> text = given.text();
    Optional<Double> number =
        text.filter(word -> !words.cells().containsKey(word)).flatMap(Numbers::real);
    if (outcome instanceof Outcome.Solved && number.filter(n -> n < 0 || n > 1).isPresent()) {
      given.refuse("is a share of seeds here; it must be from 0 to 1");
    }
    return number.isPresent()
        ? number.map(Reference.OfNumber::new)
        : text.flatMap(word -> measure(given, metric))
            .map(measure -> new Reference.OfCell(measure, 1));
  }
}
