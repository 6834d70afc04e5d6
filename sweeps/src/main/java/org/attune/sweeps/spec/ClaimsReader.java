package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code claims}: what a file says of its cells before any is run. */
final class ClaimsReader {

  static final Set<String> CLAIM =
      ordered("says", "cell", "metric", "is", "of", "by", "test", "paper", "where");
  static final Set<String> REFERENCE = ordered("cell", "metric", "times");
  static final Set<String> SOLVED = ordered("at-least", "at-most");
  static final Set<String> RELATIONS = ordered("above", "below", "near");
  static final List<String> REQUIRED = List.of("says", "cell", "is", "of");

  private final Problems problems;
  private final CellWords words;
  private final String objective;

  /**
   * Reads against cells.
   *
   * @param objective the metric of claims that name none
   */
  ClaimsReader(Problems problems, CellWords words, String objective) {
    this.problems = problems;
    this.words = words;
    this.objective = objective;
  }

  List<Claim> read(Node node) {
    List<Claim> claims = new ArrayList<>();
    int number = 0;
    for (Node element : words.elements("claims", node)) {
      String path = "claims[" + number++ + "]";
      words.mapping(path, element).flatMap(claim -> claim(path, claim)).ifPresent(claims::add);
    }
    return claims;
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
        fields.node("cell").flatMap(cell -> measure(Document.join(path, "cell"), cell, metric));
    Outcome outcome =
        fields.node("test").flatMap(test -> outcome(path + ".test", test)).orElse(Outcome.VALUE);
    Optional<Reference> reference =
        fields.node("of").flatMap(of -> reference(path + ".of", of, metric, outcome));
    double margin = fields.real("by", 0, 1e12).orElse(0);
    checkMargin(path, fields, relation, margin, outcome);
    Optional<String> says = fields.text("says");
    Optional<String> paper = fields.text("paper");
    Optional<String> where = fields.text("where");
    if (says.isEmpty() || subject.isEmpty() || relation.isEmpty() || reference.isEmpty()) {
      return Optional.empty();
    }
    checkMetrics(path, node, subject.get(), reference.get());
    return Optional.of(
        new Claim(
            says.get(),
            subject.get(),
            relation.get(),
            reference.get(),
            margin,
            outcome,
            paper.orElse(""),
            where.orElse("")));
  }

  private void checkMargin(
      String path, Fields fields, Optional<Relation> relation, double margin, Outcome outcome) {
    Optional<Node> by = fields.node("by");
    if (relation.equals(Optional.of(Relation.NEAR)) && margin <= 0) {
      fields
          .node("is")
          .ifPresent(
              node ->
                  problems.add(
                      node,
                      path + ".by",
                      "'near' needs a margin above 0: how far off still counts"));
    } else if (outcome instanceof Outcome.Solved && margin >= 1 && by.isPresent()) {
      problems.add(
          by.get(), path + ".by", "is a difference of shares of seeds here; it must be below 1");
    }
  }

  private Optional<Measure> measure(String path, Node node, String metric) {
    return words
        .label(path, node)
        .map(label -> new Measure(label, words.cells().get(label), metric));
  }

  /** Refuses metrics that are not reported; one that both cells lack is told of once. */
  private void checkMetrics(String path, MappingNode claim, Measure subject, Reference reference) {
    boolean reported = require(path, claim, subject);
    if (reference instanceof Reference.OfCell of
        && (reported || !of.measure().metric().equals(subject.metric()))) {
      require(path, claim, of.measure());
    }
  }

  private boolean require(String path, MappingNode claim, Measure measure) {
    return words.requireMetric(claim, path + ".metric", measure.metric(), measure.label());
  }

  private Optional<Reference> reference(String path, Node node, String metric, Outcome outcome) {
    if (node instanceof MappingNode mapping) {
      Fields fields = new Fields(problems, path, mapping, REFERENCE);
      if (fields.node("cell").isEmpty()) {
        problems.add(node, path + ".cell", "is missing");
        return Optional.empty();
      }
      double times = fields.real("times", 1e-12, 1e12).orElse(1);
      String own = fields.text("metric").orElse(metric);
      return measure(path + ".cell", fields.node("cell").get(), own)
          .map(measure -> new Reference.OfCell(measure, times));
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
