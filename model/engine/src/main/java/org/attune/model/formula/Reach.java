package org.attune.model.formula;

import java.util.ArrayList;
import java.util.List;

/**
 * How many tokens show what a formula says about distances. {@code where(i - j < 64, s, -inf)}
 * shows a hidden key in sequences of more than 64 tokens only.
 */
public final class Reach {

  private static final int NEAR = 5; // distances below this show in any trial
  private static final int MARGIN = 4;

  private Reach() {}

  /**
   * Returns the length of a sequence that shows every distance that a formula's own constants name,
   * alone or added up. It is 0 if a few tokens do, or if the formula says nothing about distances.
   *
   * @param most the longest sequence; constants that are not smaller do not count
   */
  public static int tokens(Term term, int most) {
    boolean places =
        term.reads("i") || term.reads("j") || term.reads("n") || term.anywhere(Word.SHIFT);
    double sum = 0;
    for (int distance : places ? distances(term, most) : List.<Integer>of()) {
      sum += distance;
    }
    return sum < NEAR ? 0 : (int) Math.min(most, sum + MARGIN);
  }

  /**
   * Returns the sizes of the constants from 1 to below a limit, rounded up; constants joined by
   * operations count as one.
   */
  static List<Integer> distances(Term term, int most) {
    List<Integer> found = new ArrayList<>();
    collect(term, most, found);
    return found;
  }

  private static void collect(Term term, int most, List<Integer> found) {
    boolean constant = isConstant(term);
    double size = Math.abs(constant ? value(term) : term.word() == Word.SHIFT ? term.number() : 0);
    if (size >= 1 && size < most) {
      found.add((int) Math.ceil(size));
    }
    if (!constant) {
      term.arguments().forEach(part -> collect(part, most, found));
    }
  }

  private static boolean isConstant(Term term) {
    return term.isNumber()
        || (term.word().elementwise() && term.arguments().stream().allMatch(Reach::isConstant));
  }

  private static double value(Term term) {
    int[] origin = new int[TermAxis.values().length];
    return new FormulaEvaluator(origin, false, leaf -> null).of(term).at(origin);
  }
}
