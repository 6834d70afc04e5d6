package org.attune.model.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Reach;
import org.attune.model.formula.Sizes;
import org.attune.model.formula.TermAxis;

/**
 * The sizes at which a formula is tried: a few tokens for the exact checks, and the cell's own
 * heads and tokens for finite numbers, as far as a second or two allows.
 *
 * @param cell the cell's own sizes
 * @param width columns of the stream, for places that read the stream directly
 */
record Extent(FormulaPlace place, Sizes cell, int width) {

  static final int TOKENS = 9;
  static final int MOST_CHANNELS = 6;

  private static final int FEW_HEADS = 4;
  private static final int FEW_CHANNELS = 2; // of many heads
  private static final int MOST_HEADS = 16; // of the exact checks
  private static final int MOST_TOKENS = 1_024; // of a sequence that shows far distances
  private static final int MOST_KEYS = 160; // the same where each query has scores
  private static final int LONGEST = 4_096; // where only finite numbers are asked
  private static final int SURE_KEYS = 512; // the same where each query has scores
  private static final int MOST_SCORES = 2_000_000; // of a sequence

  private boolean keys() {
    return place.result().has(TermAxis.KEY);
  }

  private Sizes of(int tokens, int heads) {
    int channels = Math.min(cell.channels(), heads > FEW_HEADS ? FEW_CHANNELS : MOST_CHANNELS);
    return new Sizes(tokens, heads, channels, cell.mask());
  }

  /** Returns a few tokens. */
  Sizes few() {
    return of(Math.min(cell.tokens(), TOKENS), Math.min(cell.heads(), MOST_HEADS));
  }

  /** Returns a longer sequence, which shows the distances that a formula names. */
  Optional<Sizes> far(PlacedFormula formula) {
    int most = keys() ? MOST_KEYS : MOST_TOKENS;
    int tokens = Math.min(cell.tokens(), Reach.tokens(formula.term(), most));
    return tokens > TOKENS
        ? Optional.of(of(tokens, Math.min(cell.heads(), FEW_HEADS)))
        : Optional.empty();
  }

  /**
   * Returns the cell's own heads and tokens. Of many heads it is a shorter sequence, and one of the
   * first heads that is longer.
   */
  List<Sizes> whole() {
    List<Sizes> whole = new ArrayList<>();
    int tokens = longest(cell.heads());
    whole.add(of(tokens, cell.heads()));
    if (tokens < Math.min(cell.tokens(), SURE_KEYS)) {
      whole.add(of(longest(FEW_HEADS), FEW_HEADS));
    }
    return whole;
  }

  private int longest(int heads) {
    int most = keys() ? (int) Math.sqrt((double) MOST_SCORES / heads) : LONGEST;
    return Math.min(cell.tokens(), most);
  }

  /** Says where it was tried. */
  String tried() {
    return "sequences of %,d tokens%s and inputs of size 0.02, 1 and 50"
        .formatted(
            longest(cell.heads()),
            place.heads()
                ? ", %d head%s".formatted(cell.heads(), cell.heads() == 1 ? "" : "s")
                : "");
  }
}
