package org.attune.sweeps.claim;

import java.util.List;
import java.util.stream.Stream;
import org.attune.sweeps.catalog.Configuration;

/**
 * One thing that a paper, or a user, says about two cells, or about a cell and a number, fixed
 * before anything is run: that the metric of {@code subject} is {@code relation} that of {@code
 * reference} by {@code margin}.
 *
 * @param says the claim in a sentence
 * @param subject the cell it is about
 * @param relation which way
 * @param reference what the cell is compared with
 * @param margin in the metric's unit, or in shares of seeds where solved ones are counted; at least
 *     0, and above it for {@link Relation#NEAR}
 * @param outcome what of each seed counts
 * @param paper the paper's numbers as it prints them; empty when it has none
 * @param where they stand: the paper, and the table or figure in it; empty when there is none
 */
public record Claim(
    String says,
    Measure subject,
    Relation relation,
    Reference reference,
    double margin,
    Outcome outcome,
    String paper,
    String where) {

  /** The cells that the claim needs: one or two. */
  public List<Configuration> cells() {
    Stream<Configuration> other =
        reference instanceof Reference.OfCell cell
            ? Stream.of(cell.measure().cell())
            : Stream.empty();
    return Stream.concat(Stream.of(subject.cell()), other).distinct().toList();
  }
}
