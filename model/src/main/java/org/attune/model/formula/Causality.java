package org.attune.model.formula;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Checks by perturbation that no number of a formula depends on a later token. It changes each
 * token's inputs in turn; the outputs of earlier tokens must not change.
 */
final class Causality {

  private static final int TOKENS = 7;
  private static final int HEADS = 2;
  private static final int CHANNELS = 3;
  private static final int WIDTH = 4;
  private static final int MOST_FEATURES = 3; // a few of a wide map's features suffice

  private final int[] sizes = new int[Axis.values().length];
  private final Map<String, Tensor> learned = new HashMap<>();

  private Causality() {
    sizes[Axis.TOKEN.ordinal()] = TOKENS;
    sizes[Axis.KEY.ordinal()] = TOKENS;
    sizes[Axis.HEAD.ordinal()] = HEADS;
    sizes[Axis.CHANNEL.ordinal()] = CHANNELS;
    sizes[Axis.WIDTH.ordinal()] = WIDTH;
    sizes[Axis.FEATURE.ordinal()] = MOST_FEATURES;
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
    if (mixes) {
      new Causality().check(term, text);
    }
  }

  /** Replaces wide maps by narrow ones. */
  private static Term narrow(Term term) {
    Axes axes =
        term.axes().features() > MOST_FEATURES
            ? new Axes(term.axes().of(), MOST_FEATURES)
            : term.axes();
    return new Term(
        term.word(),
        term.arguments().stream().map(Causality::narrow).toList(),
        term.turned(),
        term.number(),
        term.name(),
        axes,
        term.truth(),
        term.from(),
        term.to());
  }

  private void check(Term term, String text) {
    Evaluation plain = evaluation(-1);
    for (int changed = 1; changed < TOKENS; changed++) {
      Evaluation other = evaluation(changed);
      int seen = leaks(term, plain, other, changed);
      if (seen >= 0) {
        Term guilty = innermost(term, plain, other, changed);
        throw new FormulaException(
            guilty.column(),
            "%s reads a later token: output %d changes with input %d; look back with shift(a, 1), past_mean(a) or cumsum(a)"
                .formatted(text(guilty, text), seen + 1, changed + 1));
      }
    }
  }

  private static String text(Term term, String whole) {
    return term.to() <= whole.length()
        ? whole.substring(term.from(), term.to())
        : CanonicalText.order(term);
  }

  /**
   * Returns the first part, from the inside out, that leaks; the whole formula if no part leaks by
   * itself.
   */
  private static Term innermost(Term term, Evaluation plain, Evaluation other, int changed) {
    return find(term, plain, other, changed).orElse(term);
  }

  private static Optional<Term> find(Term term, Evaluation plain, Evaluation other, int changed) {
    return term.arguments().stream()
        .map(part -> find(part, plain, other, changed))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> leaks(term, plain, other, changed) >= 0 ? Optional.of(term) : Optional.empty());
  }

  /** Returns the first token before the changed one whose numbers changed; -1 if none did. */
  private static int leaks(Term term, Evaluation plain, Evaluation other, int changed) {
    double[] before = plain.of(term).numbers();
    double[] after = other.of(term).numbers();
    boolean tokens = term.axes().has(Axis.TOKEN);
    int stride = before.length / (tokens ? TOKENS : 1); // tokens come first
    int rows = tokens ? changed : term.axes().has(Axis.KEY) ? 0 : 1;
    for (int t = 0; t < rows; t++) {
      for (int e = 0; e < stride; e++) {
        boolean hidden = term.axes().has(Axis.KEY) && e % TOKENS > t; // keys come last
        if (!hidden
            && before[t * stride + e] != after[t * stride + e]
            && !(Double.isNaN(before[t * stride + e]) && Double.isNaN(after[t * stride + e]))) {
          return t;
        }
      }
    }
    return -1;
  }

  private Evaluation evaluation(int changed) {
    Map<String, Tensor> inputs = new HashMap<>();
    return new Evaluation(
        sizes,
        true,
        term ->
            term.word() == Word.INPUT
                ? inputs.computeIfAbsent(term.name(), name -> input(term, changed))
                : learned.computeIfAbsent(term.name(), name -> parameter(term)));
  }

  /** Returns an input's numbers, with different ones for the changed token. */
  private Tensor input(Term term, int changed) {
    SplittableRandom random = new SplittableRandom(term.name().hashCode());
    return new Tensor(
        term.axes(),
        sizes,
        at -> {
          double own = random.nextDouble() * 2 - 1;
          boolean touched =
              at[Axis.TOKEN.ordinal()] == changed
                  || (term.axes().has(Axis.KEY) && at[Axis.KEY.ordinal()] == changed);
          return touched ? own * 0.5 + 0.7 : own;
        });
  }

  private Tensor parameter(Term term) {
    SplittableRandom random = new SplittableRandom(term.name().hashCode());
    int[] own = sizes.clone();
    own[Axis.TOKEN.ordinal()] = 64; // more rows than any map's inputs
    own[Axis.FEATURE.ordinal()] = Math.max(1, term.axes().features());
    return new Tensor(term.axes(), own, at -> random.nextDouble() - 0.5);
  }
}
