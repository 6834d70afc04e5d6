package org.attune.model.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.api.expression.Expression;

/**
 * Rewrites formulas by small random changes: it swaps a function or an operand, inserts a factor,
 * or drops one. A rewrite is read like a formula that a user typed, so it is well typed and reads
 * no later token.
 */
public final class FormulaGrowth {

  private static final Expression NOWHERE = new Expression.Number(0, 0, 0);
  private static final List<Word> FUNCTIONS =
      List.of(
          Word.SIGMOID,
          Word.TANH,
          Word.SILU,
          Word.GELU,
          Word.RELU,
          Word.SOFTPLUS,
          Word.SIN,
          Word.COS);

  private enum Change {
    FUNCTION,
    OPERAND,
    INSERT,
    DROP
  }

  private final FormulaPlace place;
  private final SplittableRandom random;
  private int anonymous;

  private FormulaGrowth(FormulaPlace place, SplittableRandom random) {
    this.place = place;
    this.random = random;
  }

  /**
   * Returns a formula that differs from another in one change; empty if the change drawn has no
   * place in it, or makes no formula.
   *
   * @param most the largest {@linkplain #size size} of the result
   */
  public static Optional<PlacedFormula> rewrite(
      PlacedFormula formula, int most, SplittableRandom random) {
    FormulaGrowth growth = new FormulaGrowth(formula.place(), random);
    Term term = formula.term();
    Change change = Change.values()[random.nextInt(Change.values().length)];
    List<Term> at = new ArrayList<>();
    parts(term, at);
    at.removeIf(t -> t.truth() || !suits(change, t));
    if (at.isEmpty()) {
      return Optional.empty();
    }
    Term old = at.get(random.nextInt(at.size()));
    return growth
        .changed(change, old)
        .map(with -> CanonicalFormula.of(replaced(term, old, with)))
        .flatMap(text -> read(formula.place(), text))
        .filter(f -> size(f) <= most && !f.canonical().equals(formula.canonical()));
  }

  /**
   * Returns a formula's size: its functions, signs and learned numbers. Inputs and plain numbers
   * count nothing.
   */
  public static int size(PlacedFormula formula) {
    return size(formula.term());
  }

  private static int size(Term term) {
    int size =
        switch (term.word()) {
          case INPUT, NUMBER -> 0;
          case SUM, PRODUCT -> Math.max(1, term.arguments().size() - 1);
          default -> 1;
        };
    return size + term.arguments().stream().mapToInt(FormulaGrowth::size).sum();
  }

  private static boolean suits(Change change, Term term) {
    return switch (change) {
      case FUNCTION -> FUNCTIONS.contains(term.word()) || isExtreme(term);
      case OPERAND -> term.word() == Word.INPUT || term.isNumber();
      case INSERT -> !term.isNumber();
      case DROP -> term.word() == Word.PRODUCT && term.arguments().size() > 1;
    };
  }

  private static boolean isExtreme(Term term) {
    return term.word() == Word.MIN || term.word() == Word.MAX;
  }

  private Optional<Term> changed(Change change, Term old) {
    return switch (change) {
      case FUNCTION ->
          Optional.of(
              old.with(
                  isExtreme(old) ? old.word() == Word.MIN ? Word.MAX : Word.MIN : any(FUNCTIONS)));
      case OPERAND -> old.isNumber() ? Optional.of(number(old)) : operand();
      case INSERT -> factor().map(f -> OperandOrder.product(old, f, false, old.axes(), NOWHERE));
      case DROP -> dropped(old);
    };
  }

  private Term number(Term old) {
    double by = random.nextBoolean() ? 2 : 0.5;
    return Term.number(old.number() == 0 ? by : old.number() * by, NOWHERE);
  }

  private Optional<Term> dropped(Term product) {
    int at = random.nextInt(product.arguments().size());
    List<Term> rest = new ArrayList<>(product.arguments());
    List<Boolean> turned = new ArrayList<>(product.turned());
    rest.remove(at);
    turned.remove(at);
    return Optional.of(Term.chain(Word.PRODUCT, rest, turned, product.axes(), NOWHERE));
  }

  /** Returns what the place's formulas may read, at random: an input, a map of it, or its past. */
  private Optional<Term> operand() {
    String name = input();
    return read(
        switch (random.nextInt(6)) {
          case 0, 1 -> name;
          case 2, 3 -> "linear(" + name + ")";
          case 4 -> "shift(" + name + ", 1)";
          default -> "past_mean(" + name + ")";
        });
  }

  private Optional<Term> factor() {
    String function = any(FUNCTIONS).text();
    return read(
        switch (random.nextInt(5)) {
          case 0 -> function + "(" + input() + ")";
          case 1 -> function + "(linear(" + input() + "))";
          case 2 -> function + "(linear(" + input() + ", heads))";
          case 3 -> "learned(1, per: head)";
          default -> "learned(1, per: channel)";
        });
  }

  private String input() {
    List<String> data =
        place.names().stream()
            .filter(FormulaPlace.Name::isData)
            .map(FormulaPlace.Name::text)
            .toList();
    return data.get(random.nextInt(data.size()));
  }

  /** Reads a part; it has learned terms of its own. Empty if the place has no such part. */
  private Optional<Term> read(String text) {
    try {
      return Optional.of(withNewNames(new FormulaReader(place, text, java.util.Map.of()).part()));
    } catch (FormulaException refused) {
      return Optional.empty();
    }
  }

  private Term withNewNames(Term term) {
    boolean learned = term.word() == Word.LINEAR || term.word() == Word.LEARNED;
    return term.with(this::withNewNames)
        .with(term.number(), learned ? "new " + ++anonymous : term.name());
  }

  private <T> T any(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  private static Optional<PlacedFormula> read(FormulaPlace place, String text) {
    try {
      return Optional.of(PlacedFormula.of(place, PlacedFormula.of(place, text).canonical()));
    } catch (FormulaException refused) {
      return Optional.empty();
    }
  }

  private static void parts(Term term, List<Term> found) {
    found.add(term);
    term.arguments().forEach(a -> parts(a, found));
  }

  /** Returns a term with one part, found by identity, replaced. */
  private static Term replaced(Term term, Term old, Term with) {
    return term == old ? with : term.with(a -> replaced(a, old, with));
  }
}
