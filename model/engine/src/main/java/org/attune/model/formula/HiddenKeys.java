package org.attune.model.formula;

import java.util.Optional;
import java.util.Set;
import org.attune.model.primitive.KeyMask;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.Recipe;

/**
 * Recognises formulas of scores that hide keys by position and change nothing else: {@code where(i
 * - j < 64, s, -inf)}.
 */
public final class HiddenKeys {

  private static final Set<String> POSITIONS = Set.of("i", "j", "n", "heads");

  private HiddenKeys() {}

  /**
   * Returns the keys that a formula leaves to each query.
   *
   * @return empty if the formula does anything else, or leaves a query without a key
   */
  public static Optional<KeyMask> of(PlacedFormula formula, Sizes sizes) {
    Term term = formula.term();
    if (term.word() != Word.WHERE || !ofPositions(term.first())) {
      return Optional.empty();
    }
    Term yes = term.arguments().get(1);
    Term no = term.arguments().get(2);
    boolean shows = isScore(yes) && isHidden(no);
    if (!shows && !(isHidden(yes) && isScore(no))) {
      return Optional.empty();
    }
    Recipe recipe = Region.ofPositions(term.first(), sizes);
    int result = recipe.results().get(0);
    double[] operands = {};
    double[] places = new double[4];
    KeyMask mask =
        KeyMask.of(
            sizes.tokens(),
            (query, key) -> {
              places[Grid.TOKEN] = query;
              places[Grid.INNER] = key;
              return (recipe.evaluate(operands, places)[result] != 0) == shows;
            });
    return Optional.of(mask).filter(KeyMask::leavesSome);
  }

  private static boolean isScore(Term term) {
    return term.word() == Word.INPUT && term.name().equals("s");
  }

  private static boolean isHidden(Term term) {
    return term.isNumber() && term.number() == Double.NEGATIVE_INFINITY;
  }

  /** Whether a term reads positions and constants only. */
  private static boolean ofPositions(Term term) {
    boolean readsNoScore =
        term.isNumber()
            || term.word().elementwise()
            || (term.word() == Word.INPUT && POSITIONS.contains(term.name()));
    return readsNoScore && term.arguments().stream().allMatch(HiddenKeys::ofPositions);
  }
}
