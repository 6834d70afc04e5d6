package org.attune.sweeps.spec.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads {@code claims}: a file's predictions about its cells, made before any cell runs. */
public final class ClaimsReader {

  private static final Form<Double> ANY_NUMBER = Form.real(-1e12, 1e12);

  /** An effect is positive: {@code is} gives its direction. */
  private static final Form<Double> SIZE = Form.real(1e-12, 1e12);

  private static final Form<Double> THRESHOLD = Form.real(-1e300, 1e300);

  private static final Key<Double> DIFFERENCE = new Key<>("difference", SIZE, "the paper's");
  private static final Key<Double> CONTROL =
      new Key<>("control", ANY_NUMBER, "the paper's number of its control");
  private static final Key<Double> FLOOR =
      new Key<>("floor", ANY_NUMBER, "the floor at the paper's size");
  private static final Key<Double> OF_DISTANCE =
      new Key<>(
          "share",
          SIZE,
          "the paper's difference as a share of its control's distance from its floor, where"
              + " corpus or metric differ");
  private static final Form<Fields> SHARE =
      Key.section(DIFFERENCE, CONTROL, FLOOR, OF_DISTANCE).with("minProperties", 1);

  private static final Key<Double> AT_LEAST =
      new Key<>("at-least", THRESHOLD, "a seed is solved from here on");
  private static final Key<Double> AT_MOST =
      new Key<>("at-most", THRESHOLD, "a seed is solved down from here");
  private static final Key<Fields> SOLVED =
      new Key<>(
          "solved",
          Key.section(AT_LEAST, AT_MOST).with("minProperties", 1).with("maxProperties", 1),
          "whether a seed reaches a number");
  private static final Form<Fields> SOLVES = Key.section(SOLVED);

  private static final Key<String> SAYS =
      new Key<>("says", Form.TEXT, "the claim in a sentence").required("");
  private static final Key<Given> CELL =
      new Key<>("cell", ClaimedCells.ANY_CELL, "a cell, or an arm").required("");
  private static final Key<Relation> IS =
      new Key<>("is", Form.oneOf(Relation.class), "which way, or 'near' for a margin on both sides")
          .required("");
  private static final Key<Given> OF =
      new Key<>(
              "of",
              Form.either(Form.WORD, ClaimedCells.OTHER_CELL),
              "a cell's name, a number, or {cell: NAME, metric: M, times: X}")
          .required("");
  private static final Key<Given> EFFECT =
      new Key<>(
          "effect",
          Form.either(SIZE, SHARE),
          "the paper's difference, above 0; the margin follows from it");
  private static final Key<Double> BY =
      new Key<>("by", Form.real(0, 1e12), "the margin, in the metric's unit");
  private static final Key<Given> TEST =
      new Key<>(
          "test",
          Form.either(new Form<>(Map.of("const", "mean"), Given::text), SOLVES),
          "what of each seed counts: its value, or whether it was solved");
  private static final Key<ClaimSource> SOURCE =
      new Key<>("source", Form.oneOf(ClaimSource.class), "who states it");
  private static final Key<String> PAPER =
      new Key<>("paper", Form.SCALAR, "the paper's numbers, as it prints them");
  private static final Key<String> WHERE =
      new Key<>("where", Form.SCALAR, "the paper, and the table or figure in it");
  private static final Key<Given> NULL_CELL =
      new Key<>(
          "null-cell",
          ClaimedCells.ANY_CELL,
          "a cell for which a claim of 'near' must fail: tests of the papers' tables judge it, verdicts do not");
  private static final Key<String> WHY_NOT =
      new Key<>("not-testable", Form.TEXT, "why no verdict is possible at this size");
  private static final Form<Fields> CLAIM =
      Key.section(
          SAYS,
          CELL,
          ClaimedCells.METRIC,
          IS,
          OF,
          EFFECT,
          BY,
          TEST,
          SOURCE,
          PAPER,
          WHERE,
          NULL_CELL,
          WHY_NOT);

  public static final Key<List<Given>> CLAIMS =
      new Key<>("claims", Form.list(CLAIM, ""), "what is claimed of cells before any is run");

  private final CellWords words;
  private final ClaimedCells cells;
  private final String objective;
  private final ArmReader arms;
  private final Layout layout;

  /**
   * Creates a reader of claims about the given cells.
   *
   * @param objective the metric of claims that do not name one
   * @param arms builds tuned arms
   * @param layout of the table; effects are shares of its floors
   */
  ClaimsReader(CellWords words, String objective, ArmReader arms, Layout layout) {
    this.words = words;
    this.cells = new ClaimedCells(words, arms);
    this.objective = objective;
    this.arms = arms;
    this.layout = layout;
  }

  List<Claim> read(List<Given> elements) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      CLAIM.in(elements.get(i).numbered(i)).flatMap(this::claim).ifPresent(claims::add);
    }
    return claims.stream().map(arms::tuned).toList();
  }

  private Optional<Claim> claim(Fields fields) {
    Optional<Relation> relation = IS.in(fields);
    String metric = ClaimedCells.METRIC.in(fields).orElse(objective);
    Optional<Measure> subject = CELL.in(fields).flatMap(cell -> cells.cell(cell, metric));
    Outcome outcome = TEST.in(fields).flatMap(this::outcome).orElse(Outcome.VALUE);
    Optional<Reference> reference =
        OF.in(fields).flatMap(given -> cells.reference(given, metric, outcome));
    double margin = BY.in(fields).orElse(0.0);
    Optional<StatedEffect> effect = effect(fields, metric);
    checkMargin(fields, relation, margin, effect, outcome);
    Optional<ClaimSource> source = SOURCE.in(fields);
    Optional<Measure> nullCell = NULL_CELL.in(fields).flatMap(cell -> cells.cell(cell, metric));
    Optional<String> notTestable = WHY_NOT.in(fields);
    Optional<String> says = SAYS.in(fields);
    String paper = PAPER.in(fields).orElse("");
    String where = WHERE.in(fields).orElse("");
    if (says.isEmpty() || subject.isEmpty() || relation.isEmpty() || reference.isEmpty()) {
      return Optional.empty();
    }
    checkMetrics(fields, subject.get(), reference.get());
    checkTuned(fields.whole(), subject.get(), reference.get());
    checkOther(fields, subject.get(), reference.get());
    return Optional.of(
        new Claim(
            says.get(),
            subject.get(),
            relation.get(),
            reference.get(),
            margin,
            outcome,
            paper,
            where,
            source,
            effect,
            nullCell,
            notTestable));
  }

  /** The paper's difference: a number, or a share of something. */
  private Optional<StatedEffect> effect(Fields claim, String metric) {
    if (!EFFECT.isIn(claim)) {
      return Optional.empty();
    }
    if (BY.isIn(claim)) {
      BY.at(claim)
          .refuse(
              "follows from effect: a claim must exceed %s of it; remove by"
                  .formatted(Numbers.canonical(Claim.MARGIN)));
    }
    Given given = EFFECT.at(claim);
    return given.node() instanceof MappingNode
        ? SHARE.in(given).flatMap(share -> share(share, metric))
        : SIZE.in(given).map(StatedEffect::of);
  }

  private Optional<StatedEffect> share(Fields fields, String metric) {
    Optional<Double> difference = DIFFERENCE.in(fields);
    Optional<Double> control = CONTROL.in(fields);
    Optional<Double> floor = FLOOR.in(fields);
    Optional<Double> stated = OF_DISTANCE.in(fields);
    boolean share = OF_DISTANCE.isIn(fields);
    if (share == (DIFFERENCE.isIn(fields) && CONTROL.isIn(fields))
        || share && (DIFFERENCE.isIn(fields) || CONTROL.isIn(fields) || FLOOR.isIn(fields))) {
      return fields
          .whole()
          .refuse(
              "must be a number, {share: S}, {difference: D, control: C} or {difference: D,"
                  + " control: C, floor: F}");
    }
    if (!share && !FLOOR.isIn(fields)) {
      return difference.isEmpty() || control.isEmpty()
          ? Optional.empty()
          : Optional.of(StatedEffect.of(difference.get(), control.get()));
    }
    Given place =
        fields.whole().as(share ? OF_DISTANCE.at(fields).path() : FLOOR.at(fields).path());
    Optional<Layout.Floor> ours =
        layout.columns().stream()
            .filter(column -> column.metric().equals(metric))
            .findFirst()
            .flatMap(Layout.LayoutColumn::floor);
    if (ours.isEmpty()) {
      place.refuse(
          "the table's column of %s has no floor, so the effect cannot be compared as a share of the distance from it"
              .formatted(metric));
    }
    if (share) {
      return stated.flatMap(
          number -> ours.map(floorOfOurs -> StatedEffect.share(number, floorOfOurs)));
    }
    if (difference.isEmpty() || control.isEmpty() || floor.isEmpty() || ours.isEmpty()) {
      return Optional.empty();
    }
    if (control.equals(floor)) {
      return place.refuse("must differ from control");
    }
    return Optional.of(
        StatedEffect.share(difference.get(), control.get(), floor.get(), ours.get()));
  }

  private static void checkMargin(
      Fields fields,
      Optional<Relation> relation,
      double margin,
      Optional<StatedEffect> effect,
      Outcome outcome) {
    boolean solved = outcome instanceof Outcome.Solved;
    if (relation.equals(Optional.of(Relation.NEAR)) && margin <= 0 && !EFFECT.isIn(fields)) {
      IS.at(fields)
          .as(BY.at(fields).path())
          .refuse(
              "'near' needs a margin above 0: how far off still counts; or the effect beside"
                  + " which the difference is to be small");
    } else if (solved
        && effect
            .filter(statedEffect -> statedEffect.size() >= 1 || statedEffect.floor().isPresent())
            .isPresent()) {
      EFFECT
          .at(fields)
          .refuse("is a difference of shares of seeds here; it must be a number below 1");
    } else if (solved && margin >= 1) {
      BY.at(fields).refuse("is a difference of shares of seeds here; it must be below 1");
    }
  }

  /** Refuses to compare a tuned arm with an untuned cell. */
  private static void checkTuned(Given claim, Measure subject, Reference reference) {
    if (reference instanceof Reference.OfCell cell
        && cell.measure().tuning().isPresent() != subject.tuning().isPresent()) {
      boolean tuned = subject.tuning().isPresent();
      claim
          .as(claim.path() + (tuned ? ".of" : ".cell"))
          .refuse(
              "'%s' is not tuned and '%s' is; give both best-over"
                  .formatted(
                      tuned ? cell.measure().label() : subject.label(),
                      tuned ? subject.label() : cell.measure().label()));
    }
  }

  /** Refuses to compare a cell's metric with itself. */
  private static void checkOther(Fields claim, Measure subject, Reference reference) {
    if (reference instanceof Reference.OfCell cell && cell.measure().equals(subject)) {
      OF.at(claim)
          .refuse("compares '%s' with itself; name another cell".formatted(subject.label()));
    }
  }

  /**
   * Refuses metrics that a cell does not report; reports a metric that both cells lack only once.
   */
  private void checkMetrics(Fields claim, Measure subject, Reference reference) {
    Given place = ClaimedCells.METRIC.at(claim);
    boolean reported = require(place, subject);
    if (reference instanceof Reference.OfCell cell
        && (reported || !cell.measure().metric().equals(subject.metric()))) {
      Optional<Given.Member> metricEntry = OF.at(claim).entry(ClaimedCells.METRIC.name());
      require(metricEntry.map(Given.Member::value).orElse(place), cell.measure());
    }
  }

  private boolean require(Given place, Measure measure) {
    return words.requireMetric(place, measure.metric(), measure.label(), measure.cell());
  }

  private Optional<Outcome> outcome(Given given) {
    if (given.node() instanceof MappingNode) {
      return SOLVES.in(given).flatMap(SOLVED::in).flatMap(ClaimsReader::solved);
    }
    Optional<String> word = given.text();
    if (word.isPresent() && !word.get().equals("mean")) {
      given.refuse("'" + word.get() + "' must be mean, or {solved: {at-least: NUMBER}}");
    }
    return Optional.empty();
  }

  private static Optional<Outcome> solved(Fields fields) {
    Optional<Double> threshold = AT_LEAST.in(fields).or(() -> AT_MOST.in(fields));
    if (AT_LEAST.isIn(fields) == AT_MOST.isIn(fields)) {
      return fields.whole().refuse("needs at-least or at-most, one of them");
    }
    return Optional.of(new Outcome.Solved(threshold.orElse(0.0), AT_LEAST.isIn(fields)));
  }
}
