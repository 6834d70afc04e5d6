package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.Source;
import org.attune.sweeps.claim.StatedEffect;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code claims}: a file's predictions about its cells, made before any cell runs. */
final class ClaimsReader {

  static final Set<String> CLAIM =
      ordered(
          "says",
          "cell",
          "metric",
          "is",
          "of",
          "effect",
          "by",
          "test",
          "source",
          "paper",
          "where",
          "null-cell",
          "not-testable");
  static final Set<String> REFERENCE = ordered("cell", "best-over", "metric", "times");
  static final Set<String> ARM = ordered("cell", "best-over");
  static final Set<String> EFFECT = ordered("difference", "control", "floor");
  static final Set<String> SOURCES = ordered("paper", "ours");
  static final Set<String> SOLVED = ordered("at-least", "at-most");
  static final Set<String> RELATIONS = ordered("above", "below", "near");
  static final List<String> REQUIRED = List.of("says", "cell", "is", "of");

  /** An effect is positive: {@code is} gives its direction. */
  private static final double SMALLEST = 1e-12;

  private final Problems problems;
  private final CellWords words;
  private final String objective;
  private final Arms arms;
  private final Layout layout;

  /**
   * Creates a reader of claims about the given cells.
   *
   * @param objective the metric of claims that do not name one
   * @param arms builds tuned arms
   * @param layout of the table; effects are shares of its floors
   */
  ClaimsReader(Problems problems, CellWords words, String objective, Arms arms, Layout layout) {
    this.problems = problems;
    this.words = words;
    this.objective = objective;
    this.arms = arms;
    this.layout = layout;
  }

  List<Claim> read(Node node) {
    List<Claim> claims = new ArrayList<>();
    int number = 0;
    for (Node element : words.elements("claims", node)) {
      String path = "claims[" + number++ + "]";
      words.mapping(path, element).flatMap(claim -> claim(path, claim)).ifPresent(claims::add);
    }
    return claims.stream().map(arms::tuned).toList();
  }

  private Optional<Claim> claim(String path, MappingNode node) {
    Fields fields = new Fields(problems, path, node, CLAIM);
    for (String key : REQUIRED) {
      if (fields.node(key).isEmpty()) {
        problems.add(node, Document.join(path, key), "is missing");
      }
    }
    Optional<Relation> relation =
        fields.word("is", RELATIONS).map(word -> Relation.valueOf(word.toUpperCase(Locale.ROOT)));
    String metric = fields.text("metric").orElse(objective);
    Optional<Measure> subject =
        fields.node("cell").flatMap(cell -> arm(Document.join(path, "cell"), cell, metric));
    Outcome outcome =
        fields.node("test").flatMap(test -> outcome(path + ".test", test)).orElse(Outcome.VALUE);
    Optional<Reference> reference =
        fields.node("of").flatMap(of -> reference(path + ".of", of, metric, outcome));
    double margin = fields.real("by", 0, 1e12).orElse(0);
    Optional<StatedEffect> effect =
        fields.node("effect").flatMap(of -> effect(path, of, fields, metric));
    checkMargin(path, fields, relation, margin, effect, outcome);
    Optional<Source> source =
        fields.word("source", SOURCES).map(word -> Source.valueOf(word.toUpperCase(Locale.ROOT)));
    Optional<Measure> nullCell =
        fields.node("null-cell").flatMap(cell -> arm(path + ".null-cell", cell, metric));
    Optional<String> notTestable = fields.text("not-testable");
    Optional<String> says = fields.text("says");
    Optional<String> paper = fields.text("paper");
    Optional<String> where = fields.text("where");
    if (says.isEmpty() || subject.isEmpty() || relation.isEmpty() || reference.isEmpty()) {
      return Optional.empty();
    }
    checkMetrics(path, node, subject.get(), reference.get());
    checkTuned(path, node, subject.get(), reference.get());
    return Optional.of(
        new Claim(
            says.get(),
            subject.get(),
            relation.get(),
            reference.get(),
            margin,
            outcome,
            paper.orElse(""),
            where.orElse(""),
            source,
            effect,
            nullCell,
            notTestable));
  }

  /** The paper's difference: a number, or a share of something. */
  private Optional<StatedEffect> effect(String claim, Node node, Fields of, String metric) {
    String path = claim + ".effect";
    if (of.node("by").isPresent()) {
      problems.add(
          of.node("by").get(),
          claim + ".by",
          "follows from effect: a claim must exceed %s of it; remove by"
              .formatted(Numbers.canonical(Claim.MARGIN)));
    }
    if (!(node instanceof MappingNode mapping)) {
      OptionalDouble difference = of.real("effect", SMALLEST, 1e12);
      return difference.isPresent()
          ? Optional.of(StatedEffect.of(difference.getAsDouble()))
          : Optional.empty();
    }
    Fields fields = new Fields(problems, path, mapping, EFFECT);
    for (String key : EFFECT) {
      if (fields.node(key).isEmpty()) {
        problems.add(node, path + "." + key, "is missing");
      }
    }
    OptionalDouble difference = fields.real("difference", SMALLEST, 1e12);
    OptionalDouble control = fields.real("control", -1e12, 1e12);
    OptionalDouble floor = fields.real("floor", -1e12, 1e12);
    Optional<Layout.Floor> ours =
        layout.columns().stream()
            .filter(column -> column.metric().equals(metric))
            .findFirst()
            .flatMap(Layout.Column::floor);
    if (ours.isEmpty()) {
      problems.add(
          node,
          path + ".floor",
          "the table's column of %s has no floor, so the effect cannot be compared as a share of the distance from it"
              .formatted(metric));
    }
    if (difference.isEmpty() || control.isEmpty() || floor.isEmpty() || ours.isEmpty()) {
      return Optional.empty();
    }
    if (control.getAsDouble() == floor.getAsDouble()) {
      problems.add(node, path + ".floor", "must differ from control");
      return Optional.empty();
    }
    return Optional.of(
        StatedEffect.share(
            difference.getAsDouble(), control.getAsDouble(), floor.getAsDouble(), ours.get()));
  }

  private void checkMargin(
      String path,
      Fields fields,
      Optional<Relation> relation,
      double margin,
      Optional<StatedEffect> effect,
      Outcome outcome) {
    Optional<Node> by = fields.node("by");
    if (relation.equals(Optional.of(Relation.NEAR))
        && margin <= 0
        && fields.node("effect").isEmpty()) {
      fields
          .node("is")
          .ifPresent(
              node ->
                  problems.add(
                      node,
                      path + ".by",
                      "'near' needs a margin above 0: how far off still counts; or the effect beside"
                          + " which the difference is to be small"));
    } else if (outcome instanceof Outcome.Solved
        && effect.isPresent()
        && (effect.get().size() >= 1 || effect.get().floor().isPresent())) {
      problems.add(
          fields.node("effect").orElseThrow(),
          path + ".effect",
          "is a difference of shares of seeds here; it must be a number below 1");
    } else if (outcome instanceof Outcome.Solved && margin >= 1 && by.isPresent()) {
      problems.add(
          by.get(), path + ".by", "is a difference of shares of seeds here; it must be below 1");
    }
  }

  private Optional<Measure> measure(String path, Node node, String metric) {
    return words.label(path, node).map(label -> words.measure(label, metric));
  }

  /** Reads a cell, or {@code {cell: LABEL, best-over: [KEY, ...]}}. */
  private Optional<Measure> arm(String path, Node node, String metric) {
    if (!(node instanceof MappingNode mapping)) {
      return measure(path, node, metric);
    }
    return arm(path, new Fields(problems, path, mapping, ARM), mapping, metric);
  }

  private Optional<Measure> arm(String path, Fields fields, Node node, String metric) {
    if (fields.node("cell").isEmpty()) {
      problems.add(node, path + ".cell", "is missing");
      return Optional.empty();
    }
    Node cell = fields.node("cell").get();
    return fields.node("best-over").isPresent()
        ? arms.read(path, cell, fields.node("best-over").get(), metric)
        : measure(path + ".cell", cell, metric);
  }

  /** Refuses to compare a tuned arm with an untuned cell. */
  private void checkTuned(String path, Node claim, Measure subject, Reference reference) {
    if (reference instanceof Reference.OfCell of
        && of.measure().tuning().isPresent() != subject.tuning().isPresent()) {
      boolean tuned = subject.tuning().isPresent();
      problems.add(
          claim,
          path + (tuned ? ".of" : ".cell"),
          "'%s' is not tuned and '%s' is; give both best-over"
              .formatted(
                  tuned ? of.measure().label() : subject.label(),
                  tuned ? subject.label() : of.measure().label()));
    }
  }

  /**
   * Refuses metrics that a cell does not report; reports a metric that both cells lack only once.
   */
  private void checkMetrics(String path, MappingNode claim, Measure subject, Reference reference) {
    boolean reported = require(path, claim, subject);
    if (reference instanceof Reference.OfCell of
        && (reported || !of.measure().metric().equals(subject.metric()))) {
      require(path, claim, of.measure());
    }
  }

  private boolean require(String path, MappingNode claim, Measure measure) {
    return words.requireMetric(
        claim, path + ".metric", measure.metric(), measure.label(), measure.cell());
  }

  private Optional<Reference> reference(String path, Node node, String metric, Outcome outcome) {
    if (node instanceof MappingNode mapping) {
      Fields fields = new Fields(problems, path, mapping, REFERENCE);
      double times = fields.real("times", 1e-12, 1e12).orElse(1);
      String own = fields.text("metric").orElse(metric);
      return arm(path, fields, node, own).map(measure -> new Reference.OfCell(measure, times));
    }
    Optional<String> text = Fields.text(problems, node, path);
    if (text.isPresent() && !words.cells().containsKey(text.get())) {
      Optional<Double> number = CellWords.number(text.get());
      if (number.isPresent()) {
        checkShare(path, node, number.get(), outcome);
        return number.map(Reference.OfNumber::new);
      }
    }
    return text.flatMap(word -> measure(path, node, metric))
        .map(measure -> new Reference.OfCell(measure, 1));
  }

  private void checkShare(String path, Node node, double number, Outcome outcome) {
    if (outcome instanceof Outcome.Solved && (number < 0 || number > 1)) {
      problems.add(node, path, "is a share of seeds here; it must be from 0 to 1");
    }
  }

  private Optional<Outcome> outcome(String path, Node node) {
    if (!(node instanceof MappingNode mapping)) {
      Optional<String> word = Fields.text(problems, node, path);
      if (word.isPresent() && !word.get().equals("mean")) {
        problems.add(
            node, path, "'" + word.get() + "' must be mean, or {solved: {at-least: NUMBER}}");
      }
      return Optional.empty();
    }
    Optional<MappingNode> solved =
        new Fields(problems, path, mapping, ordered("solved"))
            .node("solved")
            .flatMap(below -> words.mapping(path + ".solved", below));
    if (solved.isEmpty()) {
      return Optional.empty();
    }
    Fields fields = new Fields(problems, path + ".solved", solved.get(), SOLVED);
    OptionalDouble atLeast = fields.real("at-least", -1e300, 1e300);
    OptionalDouble atMost = fields.real("at-most", -1e300, 1e300);
    if (fields.node("at-least").isPresent() == fields.node("at-most").isPresent()) {
      problems.add(solved.get(), path + ".solved", "needs at-least or at-most, one of them");
      return Optional.empty();
    }
    return Optional.of(
        new Outcome.Solved(atLeast.orElse(atMost.orElse(0)), fields.node("at-least").isPresent()));
  }

  private static Set<String> ordered(String... words) {
    return new LinkedHashSet<>(List.of(words));
  }
}
