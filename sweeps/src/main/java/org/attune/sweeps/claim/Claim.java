package org.attune.sweeps.claim;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;

/**
 * One statement by a paper or a user about two cells, or about a cell and a number, made before
 * anything runs. Its content: the metric of {@code subject} is {@code relation} that of {@code
 * reference} by more than a margin.
 *
 * @param says the claim in a sentence
 * @param subject the cell it is about
 * @param relation the claimed direction
 * @param reference the cell or number to compare with
 * @param by the margin as stated in the file, in the metric's unit, or in shares of seeds for
 *     counts of solved seeds; at least 0. A claim with an {@code effect} has 0: its {@linkplain
 *     #margin margin} follows from the effect
 * @param outcome how each seed's metric counts
 * @param paper the paper's numbers as printed; empty if it has none
 * @param where the numbers are printed: the paper, and its section, table or figure; empty if there
 *     is none
 * @param source who states the claim; empty in files of version 0.1.0
 * @param effect the paper's difference; empty if only the direction is stated
 * @param nullCell the cell without the claimed effect: a {@code near} claim must fail for it
 * @param notTestable why no verdict is possible at this size; empty if one is possible
 */
public record Claim(
    String says,
    Measure subject,
    Relation relation,
    Reference reference,
    double by,
    Outcome outcome,
    String paper,
    String where,
    Optional<ClaimSource> source,
    Optional<StatedEffect> effect,
    Optional<Measure> nullCell,
    Optional<String> notTestable) {

  /**
   * A difference must exceed this share of the paper's effect to count as reproduced. No other
   * place sets it. It is below one, because a difference of exactly the paper's effect must be
   * decidable. It is above zero, because a trace of an effect does not reproduce it.
   */
  public static final double MARGIN = 0.25;

  /** The same claim about other measures. */
  public Claim about(
      Measure other,
      Reference otherReference,
      Optional<StatedEffect> otherEffect,
      Optional<Measure> otherNullCell) {
    return new Claim(
        says,
        other,
        relation,
        otherReference,
        by,
        outcome,
        paper,
        where,
        source,
        otherEffect,
        otherNullCell,
        notTestable);
  }

  /** The same claim about arms that are tuned otherwise. */
  public Claim tunedBy(UnaryOperator<Tuning> tuning) {
    UnaryOperator<Measure> tuned = measure -> measure.tunedBy(tuning);
    return about(tuned.apply(subject), reference.about(tuned), effect, nullCell.map(tuned));
  }

  /**
   * The margin that a difference must exceed, or for {@link Relation#NEAR} must stay within, in the
   * unit of {@link #expected}: {@link #MARGIN} of the paper's effect, or the file's margin.
   */
  public double margin() {
    return effect.map(statedEffect -> MARGIN * statedEffect.size()).orElse(by);
  }

  /**
   * The paper's effect: in the metric's unit, or as a share of the control's distance from its
   * floor if the file gives the floor. Without an effect, it is the claimed margin.
   */
  public double expected() {
    return effect.map(StatedEffect::size).orElse(by);
  }

  /** The control's floor at our size, if effects are compared as shares. */
  public Optional<Layout.Floor> floor() {
    return effect.flatMap(StatedEffect::floor);
  }

  /** Whether the user claims it, not a paper: the file says so, or it cites no paper. */
  public boolean own() {
    return source.map(ClaimSource.OURS::equals).orElse(paper.isEmpty() && where.isEmpty());
  }

  /** Whether a verdict is possible at this size. */
  public boolean testable() {
    return notTestable.isEmpty();
  }

  /** The measures of the subject and of the reference cell. */
  public List<Measure> measures() {
    return reference instanceof Reference.OfCell cell
        ? List.of(subject, cell.measure())
        : List.of(subject);
  }

  /**
   * The tuned arms of its measures and of its null cell: a null is tuned as the judged arm is, and
   * gets as many seeds.
   */
  public Stream<Measure> tuned() {
    return Stream.concat(measures().stream(), nullCell.stream())
        .filter(measure -> measure.tuning().isPresent());
  }

  /** The claim about the chosen settings alone; empty until they are chosen. */
  public Optional<Claim> chosen(Outcomes outcomes) {
    return cells(outcomes).isEmpty()
        ? Optional.empty()
        : Optional.of(
            about(
                subject.at(outcomes),
                reference.about(measure -> measure.at(outcomes)),
                effect,
                nullCell));
  }

  /**
   * The one or two cells that the claim needs; empty until a tuned arm's setting is chosen.
   *
   * @param outcomes by which tuned arms choose
   */
  public List<Configuration> cells(Outcomes outcomes) {
    List<Optional<Configuration>> cells =
        measures().stream().map(measure -> measure.chosen(outcomes)).toList();
    return cells.stream().allMatch(Optional::isPresent)
        ? cells.stream().flatMap(Optional::stream).distinct().toList()
        : List.of();
  }

  /** All cells that the claim may need, including every setting of a tuned arm. */
  public Stream<Configuration> candidates() {
    return measures().stream().flatMap(measure -> measure.settings().stream()).distinct();
  }

  /** The claim's arms as files name them, without its relation. */
  public String compares() {
    return "%s %s / %s"
        .formatted(subject.label(), subject.metric(), reference.toString())
        .concat(reference instanceof Reference.OfCell cell ? " " + cell.measure().metric() : "");
  }
}
