package org.attune.sweeps.claim;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.sweeps.catalog.Configuration;

/**
 * One thing that a paper, or a user, says about two cells, or about a cell and a number, stated
 * before anything is run: that the metric of {@code subject} is {@code relation} that of {@code
 * reference} by more than a margin.
 *
 * @param says the claim in a sentence
 * @param subject the cell it is about
 * @param relation which way
 * @param reference what the cell is compared with
 * @param by the margin as the file states it, in the metric's unit, or in shares of seeds where
 *     solved ones are counted; at least 0. A claim with an {@code effect} has 0: its {@linkplain
 *     #margin margin} follows from the effect
 * @param outcome what of each seed counts
 * @param paper the paper's numbers as it prints them; empty when it has none
 * @param where they stand: the paper, and the section, table or figure in it; empty when there is
 *     none
 * @param source who states it; empty in files of version 0.1.0
 * @param effect the paper's difference; empty where only the direction is stated
 * @param nullCell the cell without what is claimed: a {@code near} claim must fail for it
 * @param notTestable why no verdict is possible at this size; empty where one is
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
    Optional<Source> source,
    Optional<StatedEffect> effect,
    Optional<Measure> nullCell,
    Optional<String> notTestable) {

  /**
   * The share of the paper's effect that must be exceeded to count as reproduced. No other place
   * sets it. Below one, for a difference of exactly the paper's effect must be decidable; above
   * zero, for a trace of an effect is no reproduction of it.
   */
  public static final double MARGIN = 0.25;

  /** A claim that states a margin and nothing of a paper's effect. */
  public Claim(
      String says,
      Measure subject,
      Relation relation,
      Reference reference,
      double by,
      Outcome outcome,
      String paper,
      String where) {
    this(
        says,
        subject,
        relation,
        reference,
        by,
        outcome,
        paper,
        where,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * What a difference must exceed, or for {@link Relation#NEAR} not reach, in the unit of {@link
   * #expected}: {@link #MARGIN} of the paper's effect, or what the file states.
   */
  public double margin() {
    return effect.map(of -> MARGIN * of.size()).orElse(by);
  }

  /**
   * The paper's effect: in the metric's unit, or as a share of the control's distance from its
   * floor, where the file gives the floor. Without an effect, the margin that is claimed.
   */
  public double expected() {
    return effect.map(StatedEffect::size).orElse(by);
  }

  /** The floor of the control at our size, where effects are compared as shares. */
  public Optional<Layout.Floor> floor() {
    return effect.flatMap(StatedEffect::floor);
  }

  /** Whether a verdict is possible at this size. */
  public boolean testable() {
    return notTestable.isEmpty();
  }

  /** The measures of the subject and of the cell that it is compared with. */
  public List<Measure> measures() {
    return reference instanceof Reference.OfCell cell
        ? List.of(subject, cell.measure())
        : List.of(subject);
  }

  /**
   * The cells that the claim needs: one or two; none while a tuned arm's values are not chosen.
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

  /** All cells that the claim may need: of a tuned arm, each of its settings. */
  public Stream<Configuration> candidates() {
    return measures().stream().flatMap(measure -> measure.settings().stream()).distinct();
  }

  /** The claim's arms as files name them, whatever it says of them. */
  public String compares() {
    return "%s %s / %s"
        .formatted(subject.label(), subject.metric(), reference.toString())
        .concat(reference instanceof Reference.OfCell cell ? " " + cell.measure().metric() : "");
  }
}
