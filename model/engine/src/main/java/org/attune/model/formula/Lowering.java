package org.attune.model.formula;

import java.util.HashMap;
import java.util.Map;
import org.attune.api.expression.Expression;
import org.attune.model.primitive.Along;
import org.attune.model.primitive.HeadMean;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.Recurrence;
import org.attune.model.primitive.Scale;
import org.attune.model.primitive.Shift;
import org.attune.model.primitive.Softmax;
import org.attune.model.primitive.Standardise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Compiles a formula to primitives. Elementwise parts become one fused primitive; the rest is
 * composed of other primitives.
 */
public final class Lowering implements Region.Parts {

  /** What {@code rms} adds to a mean square. */
  public static final double RMS_EPSILON = 1e-6;

  /** What {@code norm} adds to a variance. */
  public static final double NORM_EPSILON = 1e-5;

  private static final Expression NOWHERE = new Expression.Number(0, 0, 0);

  private final PlacedFormula formula;
  private final Program program;
  private final Sizes sizes;
  private final Map<String, Value> inputs;
  private final Map<String, Made> made = new HashMap<>();
  private final Map<String, String> names; // of parameters, by label

  private Lowering(
      PlacedFormula formula, Program program, String base, Sizes sizes, Map<String, Value> inputs) {
    this.formula = formula;
    this.program = program;
    this.sizes = sizes;
    this.inputs = inputs;
    names = names(formula, base);
  }

  /**
   * Describes a formula.
   *
   * @param program the program to add it to
   * @param base name of the first matrix learned in it
   * @param inputs its inputs by name: matrices of token rows, scores {@code (B, H, T, keys)}
   * @return a value of the place's shape
   * @throws FormulaException if the size of a part does not fit
   */
  public static Value describe(
      PlacedFormula formula, Program program, String base, Sizes sizes, Map<String, Value> inputs) {
    try {
      Lowering lowering = new Lowering(formula, program, base, sizes, inputs);
      return lowering.full(formula.term(), formula.place().result()).value();
    } catch (FormulaException e) {
      throw new FormulaException(formula.place().key() + ": " + e.getMessage());
    }
  }

  /** Returns the names of the learned terms, by label, in the order of parameters. */
  static Map<String, String> names(PlacedFormula formula, String base) {
    Map<String, String> names = new HashMap<>();
    int maps = 0;
    int numbers = 0;
    for (Term term : formula.term().learned()) {
      boolean map = term.word() == Word.LINEAR;
      int count = map ? ++maps : ++numbers;
      names.put(term.name(), base + (map ? "" : "-number") + (count == 1 ? "" : "-" + count));
    }
    return names;
  }

  /** Returns a term's value, broadcast to all axes of a shape. */
  private Made full(Term term, TermAxes axes) {
    Made lowered = lower(term);
    return lowered.axes().axes().equals(axes.axes())
            && !lowered.stacked() == !axes.has(TermAxis.KEY)
        ? lowered
        : region(term, axes);
  }

  private Made lower(Term term) {
    String identity = CanonicalFormula.identity(term);
    Made known = made.get(identity);
    if (known == null) {
      known = make(term);
      made.put(identity, known);
    }
    return known;
  }

  private Made make(Term term) {
    return switch (term.word()) {
      case INPUT -> inputs.containsKey(term.name()) ? input(term) : region(term, term.axes());
      case LEARNED -> learned(term);
      case LINEAR -> linear(term);
      case SHIFT -> shift(term);
      case CUMSUM -> recurrence(term, Term.number(1, NOWHERE));
      case DECAY -> recurrence(term, term.arguments().get(1));
      case TOTAL, MEAN, LARGEST, SMALLEST -> along(term);
      case SOFTMAX -> softmax(term);
      case RMS -> lower(rms(term.first(), term));
      case NORM -> norm(term);
      case AT_KEY -> {
        Made x = rows(term.first());
        yield new Made(x.value(), term.axes(), false);
      }
      default -> region(term, term.axes());
    };
  }

  private Made input(Term term) {
    Value value = inputs.get(term.name());
    boolean scores = value.shape().length == 4;
    int columns = sizes.heads() * sizes.channels();
    if (!scores && term.axes().has(TermAxis.CHANNEL) && value.columns() != columns) {
      throw new FormulaException(
          term.column(),
          "'%s' has %d columns here, and %s has %d heads of %d; map it with linear(%s)"
              .formatted(
                  term.name(),
                  value.columns(),
                  formula.place().key(),
                  sizes.heads(),
                  sizes.channels(),
                  term.name()));
    }
    return new Made(value, term.axes(), scores);
  }

  private Made learned(Term term) {
    int columns =
        (term.axes().has(TermAxis.HEAD) ? sizes.heads() : 1)
            * (term.axes().has(TermAxis.CHANNEL) ? sizes.channels() : 1);
    Value value =
        program.parameter(names.get(term.name()), Init.constant(term.number()), 1, columns);
    return new Made(value, term.axes(), false);
  }

  private Made linear(Term term) {
    Value x = rows(term.first()).value();
    int columns =
        term.axes().has(TermAxis.FEATURE)
            ? term.axes().features()
            : sizes.heads() * (term.axes().has(TermAxis.CHANNEL) ? sizes.channels() : 1);
    Init init = Double.isNaN(term.number()) ? Init.fanIn() : Init.constant(term.number());
    Value y = Matmul.project(x, names.get(term.name()), init, columns);
    return new Made(y, term.axes(), false);
  }

  private Made shift(Term term) {
    if (term.number() < 0) {
      throw new FormulaException(
          term.column(), "a shift ahead reads a later token; look back with a number above 0");
    }
    Made x = rows(term.first());
    return new Made(Shift.shift(x.value(), (int) term.number()), x.axes(), false);
  }

  /** Returns a term as a matrix of token rows. */
  private Made rows(Term term) {
    Made x = lower(term);
    if (x.axes().has(TermAxis.KEY)) {
      throw new FormulaException(
          term.column(),
          "scores cannot be shifted or summed over queries here; do it to x, q or k before");
    }
    return x.stacked() ? region(term, term.axes()) : x;
  }

  private Made recurrence(Term term, Term factor) {
    Made x = rows(term.first());
    if (!x.axes().equals(term.axes())) {
      x = region(term.first(), term.axes());
    }
    Made f = region(factor, term.axes());
    return new Made(Recurrence.recurrence(x.value(), f.value()), term.axes(), false);
  }

  private Made along(Term term) {
    TermAxis axis = TermAxis.of(term.name()).orElseThrow();
    Term argument = term.first();
    if (axis == TermAxis.TOKEN) {
      throw new FormulaException(
          term.column(),
          "'%s' goes over later tokens too; write past_mean or cumsum"
              .formatted(term.word().text()));
    }
    if (term.word() == Word.SMALLEST) {
      Term negative = term.with(Word.LARGEST).with(x -> OperandOrder.negative(x, NOWHERE));
      return lower(OperandOrder.negative(negative, NOWHERE));
    }
    if (axis == TermAxis.HEAD) {
      return heads(term, argument);
    }
    Along.Kind kind =
        switch (term.word()) {
          case LARGEST -> Along.Kind.MAX;
          case MEAN -> Along.Kind.MEAN;
          default -> Along.Kind.SUM;
        };
    if (axis == TermAxis.KEY) {
      Value x = full(argument, TermAxes.of(TermAxis.TOKEN, TermAxis.HEAD, TermAxis.KEY)).value();
      Value y = Along.along(kind, x, 1, sizes.mask());
      return new Made(y, TermAxes.of(TermAxis.TOKEN, TermAxis.HEAD), true);
    }
    Made x = lower(argument);
    int groups = x.axes().has(TermAxis.HEAD) ? sizes.heads() : 1;
    return new Made(Along.along(kind, x.value(), groups, Mask.NONE), term.axes(), false);
  }

  private Made heads(Term term, Term argument) {
    if (term.word() == Word.LARGEST || argument.axes().has(TermAxis.KEY)) {
      throw new FormulaException(
          term.column(), "along heads there are sum and mean, of what has no keys");
    }
    Made x = rows(argument);
    Value mean = HeadMean.headMean(x.value(), sizes.heads());
    Value y = term.word() == Word.MEAN ? mean : Scale.scale(mean, sizes.heads());
    return new Made(y, term.axes(), false);
  }

  private Made softmax(Term term) {
    Term x = term.first();
    if (term.name().isEmpty()) {
      Value s = full(x, TermAxes.of(TermAxis.TOKEN, TermAxis.HEAD, TermAxis.KEY)).value();
      return new Made(
          Softmax.softmax(s, sizes.mask()),
          TermAxes.of(TermAxis.TOKEN, TermAxis.HEAD, TermAxis.KEY),
          true);
    }
    TermAxis axis = TermAxis.of(term.name()).orElseThrow();
    Term most = term.reduction(Word.LARGEST, x, axis);
    Term e =
        Term.of(
            Word.EXP, x.axes(), false, NOWHERE, OperandOrder.sum(x, most, true, x.axes(), NOWHERE));
    return lower(
        OperandOrder.product(e, term.reduction(Word.TOTAL, e, axis), true, x.axes(), NOWHERE));
  }

  private Made norm(Term term) {
    Made x = rows(term.first());
    int heads = x.axes().has(TermAxis.HEAD) ? sizes.heads() : 1;
    Value y = Standardise.standardise(x.value(), heads, NORM_EPSILON);
    return new Made(y, term.axes(), false);
  }

  private static Term rms(Term x, Term like) {
    Term square = OperandOrder.product(x, x, false, x.axes(), NOWHERE);
    Term mean = like.reduction(Word.MEAN, square, TermAxis.CHANNEL);
    Term sum =
        OperandOrder.sum(mean, Term.number(RMS_EPSILON, NOWHERE), false, mean.axes(), NOWHERE);
    Term root = Term.of(Word.SQRT, mean.axes(), false, NOWHERE, sum);
    return OperandOrder.product(x, root, true, x.axes(), NOWHERE);
  }

  private Made region(Term term, TermAxes axes) {
    boolean passes = formula.place() == FormulaPlace.SCORES; // what follows are weights
    return new Region(this, sizes, axes, passes).describe(program, term);
  }

  @Override
  public boolean apart(Term term) {
    return !term.word().elementwise() && term.word() != Word.NUMBER && !isPlace(term);
  }

  @Override
  public boolean isPlace(Term term) {
    return term.word() == Word.INPUT && !inputs.containsKey(term.name());
  }

  @Override
  public int width() {
    return formula.place().names().stream()
        .filter(name -> name.axes().has(TermAxis.WIDTH) && inputs.containsKey(name.text()))
        .mapToInt(name -> inputs.get(name.text()).columns())
        .findFirst()
        .orElse(1);
  }

  @Override
  public Made value(Term term) {
    return lower(term);
  }
}
