package org.attune.model.formula;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.attune.model.primitive.Mask;

/**
 * Checks by perturbation that no number of a formula depends on a later token. It changes each
 * token's inputs in turn; the outputs of earlier tokens must not change. If the formula's constants
 * name farther distances, it also checks a longer sequence. There it changes all tokens from a
 * place on, for each distance named and for some between.
 */
final class Causality {

  private static final int FEW = 7; // tokens
  private static final int MOST = 4_096;
  private static final int MOST_WITH_KEYS = 160; // they take the square of it
  private static final int POINTS = 12; // in long sequences, beside those that constants name
  private static final int HEADS = 2;
  private static final int CHANNELS = 3;
  private static final int WIDTH = 4;
  private static final int MOST_FEATURES = 3; // a few of a wide map's features suffice

  private final int tokens;
  private final int[] sizes; // by axis
  private final Map<String, Tensor> learned = new HashMap<>();

  private Causality(int tokens) {
    this.tokens = tokens;
    sizes = new Sizes(tokens, HEADS, CHANNELS, Mask.CAUSAL).byAxis();
    sizes[TermAxis.WIDTH.ordinal()] = WIDTH;
    sizes[TermAxis.FEATURE.ordinal()] = MOST_FEATURES;
  }

  /**
   * Refuses a formula that reads a later token.
   *
   * @param text the formula's text
   * @throws FormulaException if it does; the exception names the innermost part that does
   */
  static void require(Term formula, String text) {
    Term term = narrow(formula);
    boolean mixes =
        term.anywhere(Word.SHIFT, Word.CUMSUM, Word.DECAY, Word.AT_KEY, Word.SOFTMAX)
            || term.anywhere(Word.TOTAL, Word.MEAN, Word.LARGEST, Word.SMALLEST);
    if (!mixes) {
      return;
    }
    new Causality(FEW).checkEach(term, text);
    int far = Reach.tokens(term, keys(term) ? MOST_WITH_KEYS : MOST);
    if (far > FEW) {
      new Causality(far).checkFar(term, text);
    }
  }

  private static boolean keys(Term term) {
    return term.axes().has(TermAxis.KEY) || term.arguments().stream().anyMatch(Causality::keys);
  }

  /** Replaces wide maps by narrow ones. */
  private static Term narrow(Term term) {
    int features = Math.min(term.axes().features(), MOST_FEATURES);
    return term.with(Causality::narrow).with(new TermAxes(term.axes().axes(), features));
  }

  private void checkEach(Term term, String text) {
    FormulaEvaluator plain = evaluation(tokens, tokens);
    for (int changed = 1; changed < tokens; changed++) {
      FormulaEvaluator other = evaluation(changed, changed + 1);
      int seen = leaks(term, plain, other, changed);
      if (seen >= 0) {
        throw refused(innermost(term, plain, other, changed), text, seen, changed);
      }
    }
  }

  private void checkFar(Term term, String text) {
    FormulaEvaluator plain = evaluation(tokens, tokens);
    for (int from : points(term)) {
      FormulaEvaluator other = evaluation(from, tokens);
      int seen = leaks(term, plain, other, from);
      if (seen >= 0) {
        Term guilty = innermost(term, plain, other, from);
        throw refused(guilty, text, seen, lastRead(term, plain, seen, from));
      }
    }
  }

  /** Tokens from which on inputs change: the last, those that constants name, and some between. */
  private TreeSet<Integer> points(Term term) {
    TreeSet<Integer> points = new TreeSet<>();
    points.add(tokens - 1);
    for (int point = 1; point < tokens; point += Math.max(1, tokens / POINTS)) {
      points.add(point);
    }
    for (int named : Reach.distances(term, tokens - 1)) {
      points.add(named); // i == named - 1 reads the next
      points.add(named + 1);
      points.add(Math.min(named + 2, tokens - 1)); // so does the first i > named
    }
    return points;
  }

  /** Returns the last token that an output reads, which lies at a place or after it. */
  private int lastRead(Term term, FormulaEvaluator plain, int output, int from) {
    int read = from;
    int unread = tokens;
    while (unread - read > 1) {
      int middle = (read + unread) / 2;
      boolean changes = leaks(term, plain, evaluation(middle, tokens), output, output + 1) >= 0;
      read = changes ? middle : read;
      unread = changes ? unread : middle;
    }
    return read;
  }

  private static FormulaException refused(Term guilty, String text, int output, int input) {
    return new FormulaException(
        guilty.column(),
        "%s reads a later token: output %d changes with input %d; look back with shift(a, 1), past_mean(a) or cumsum(a)"
            .formatted(text(guilty, text), output + 1, input + 1));
  }

  private static String text(Term term, String whole) {
    return term.to() <= whole.length()
        ? whole.substring(term.from(), term.to())
        : CanonicalFormula.order(term);
  }

  /**
   * Returns the first part, from the inside out, that leaks; the whole formula if no part leaks by
   * itself.
   */
  private Term innermost(Term term, FormulaEvaluator plain, FormulaEvaluator other, int changed) {
    return find(term, plain, other, changed).orElse(term);
  }

  private Optional<Term> find(
      Term term, FormulaEvaluator plain, FormulaEvaluator other, int changed) {
    return term.arguments().stream()
        .map(part -> find(part, plain, other, changed))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> leaks(term, plain, other, changed) >= 0 ? Optional.of(term) : Optional.empty());
  }

  /** Returns the first token before the changed one whose numbers changed; -1 if none did. */
  private int leaks(Term term, FormulaEvaluator plain, FormulaEvaluator other, int changed) {
    return leaks(term, plain, other, 0, changed);
  }

  private int leaks(
      Term term, FormulaEvaluator plain, FormulaEvaluator other, int from, int changed) {
    double[] before = plain.of(term).numbers();
    double[] after = other.of(term).numbers();
    boolean has = term.axes().has(TermAxis.TOKEN);
    int stride = before.length / (has ? tokens : 1); // tokens come first
    int rows = has ? changed : term.axes().has(TermAxis.KEY) ? 0 : 1;
    for (int t = Math.min(from, rows); t < rows; t++) {
      for (int e = 0; e < stride; e++) {
        boolean hidden = term.axes().has(TermAxis.KEY) && e % tokens > t; // keys come last
        if (!hidden
            && before[t * stride + e] != after[t * stride + e]
            && !(Double.isNaN(before[t * stride + e]) && Double.isNaN(after[t * stride + e]))) {
          return t;
        }
      }
    }
    return -1;
  }

  /** Returns an evaluation with other inputs at the tokens from one up to before another. */
  private FormulaEvaluator evaluation(int from, int to) {
    Map<String, Tensor> inputs = new HashMap<>();
    return new FormulaEvaluator(
        sizes,
        true,
        term ->
            term.word() == Word.INPUT
                ? inputs.computeIfAbsent(term.name(), name -> input(term, from, to))
                : learned.computeIfAbsent(term.name(), name -> parameter(term)));
  }

  private Tensor input(Term term, int from, int to) {
    SplittableRandom random = new SplittableRandom(term.name().hashCode());
    return new Tensor(
        term.axes(),
        sizes,
        at -> {
          double number = random.nextDouble() * 2 - 1;
          int token = at[TermAxis.TOKEN.ordinal()];
          int key = at[TermAxis.KEY.ordinal()]; // 0 where there are no keys
          boolean touched = (token >= from && token < to) || (key >= from && key < to);
          return touched ? number * 0.5 + 0.7 : number;
        });
  }

  private Tensor parameter(Term term) {
    SplittableRandom random = new SplittableRandom(term.name().hashCode());
    int[] extents = sizes.clone();
    extents[TermAxis.TOKEN.ordinal()] = 64; // more rows than any map's inputs
    extents[TermAxis.FEATURE.ordinal()] = Math.max(1, term.axes().features());
    return new Tensor(term.axes(), extents, at -> random.nextDouble() - 0.5);
  }
}
