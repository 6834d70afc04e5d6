package org.attune.model.primitive.elementwise;

import java.util.Arrays;
import java.util.List;
import org.attune.model.primitive.elementwise.Recipe.Builder;
import org.attune.model.primitive.elementwise.Recipe.Step;

/**
 * Symbolic derivatives of recipes, derived from the result back to the operands. Where no gradient
 * arrives, none is given, even by an operation whose slope there is infinite: {@code where(v > 0,
 * log(v), 0)} has the slope 0 at 0.
 */
public final class Slopes {

  private final Builder builder = new Builder();
  private final int[] adjoints; // of each step, in the builder; -1 for none
  private boolean choice; // whether some gradients may be 0, since another argument was chosen

  private Slopes(Recipe recipe) {
    adjoints = new int[recipe.steps().size()];
    Arrays.fill(adjoints, -1);
  }

  /**
   * The derivative of a one-result recipe by each operand, times the gradient that reaches the
   * result.
   *
   * @param operands their number; the gradient is one more operand, after them
   * @return a recipe with a result for each operand, 0 for one that does not affect the result
   */
  public static Recipe of(Recipe recipe, int operands) {
    return new Slopes(recipe).adjoint(recipe, operands);
  }

  private Recipe adjoint(Recipe recipe, int operands) {
    List<Step> steps = recipe.steps();
    int[] copy = new int[steps.size()];
    for (int i = 0; i < copy.length; i++) {
      Step s = steps.get(i);
      copy[i] =
          switch (s.op()) {
            case INPUT -> builder.input(s.a());
            case INDEX -> builder.index(s.a());
            case NUMBER -> builder.number(s.number());
            default -> builder.of(s.op(), s.arguments(a -> copy[a]));
          };
    }
    int[] ofOperands = new int[operands];
    Arrays.fill(ofOperands, builder.number(0));
    adjoints[recipe.results().get(0)] = builder.input(operands);
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step s = steps.get(i);
      if (adjoints[i] >= 0 && s.op() == Op.INPUT) {
        ofOperands[s.a()] = adjoints[i];
      } else if (adjoints[i] >= 0) {
        back(s, copy, i);
      }
    }
    return builder.recipe(Arrays.stream(ofOperands).boxed().toList());
  }

  private void give(int step, int slope) {
    adjoints[step] = adjoints[step] < 0 ? slope : builder.of(Op.ADD, adjoints[step], slope);
  }

  /** A slope that may be infinite, or 0 where no gradient arrives. */
  private int guarded(int d, int slope) {
    return of(Op.WHERE, of(Op.EQUAL, d, number(0)), number(0), slope);
  }

  /** A gradient times a factor, which may be infinite where another argument was chosen. */
  private int times(int d, int factor) {
    int product = of(Op.MULTIPLY, d, factor);
    return choice && mayBeInfinite(factor) ? guarded(d, product) : product;
  }

  private boolean mayBeInfinite(int step) {
    Step s = builder.steps().get(step);
    return switch (s.op()) {
      case INPUT, DIVIDE, POWER, LOG, EXP -> true;
      case INDEX, NUMBER, SIGMOID, TANH, SIN, COS, NORMAL, LESS, AT_MOST, EQUAL -> false;
      default -> Arrays.stream(s.arguments(a -> a)).anyMatch(this::mayBeInfinite);
    };
  }

  private int of(Op op, int... arguments) {
    return builder.of(op, arguments);
  }

  private int number(double value) {
    return builder.number(value);
  }

  /** Distributes a step's gradient to its arguments. */
  private void back(Step s, int[] copy, int i) {
    int d = adjoints[i];
    int y = copy[i];
    int a = s.op().arity() > 0 ? copy[s.a()] : 0;
    int b = s.op().arity() > 1 ? copy[s.b()] : 0;
    switch (s.op()) {
      case ADD -> {
        give(s.a(), d);
        give(s.b(), d);
      }
      case SUBTRACT -> {
        give(s.a(), d);
        give(s.b(), of(Op.NEGATE, d));
      }
      case MULTIPLY -> {
        give(s.a(), times(d, b));
        give(s.b(), times(d, a));
      }
      case DIVIDE -> {
        int q = of(Op.DIVIDE, d, b);
        boolean known = builder.steps().get(b).op() == Op.NUMBER;
        give(s.a(), known ? q : guarded(d, q));
        give(s.b(), known ? number(0) : guarded(d, of(Op.NEGATE, of(Op.MULTIPLY, q, y))));
      }
      case REMAINDER -> {
        give(s.a(), d);
        if (builder.steps().get(b).op() != Op.NUMBER) { // -floor(a / b) = (y - a) / b
          give(s.b(), of(Op.MULTIPLY, d, of(Op.DIVIDE, of(Op.SUBTRACT, y, a), b)));
        }
      }
      case POWER -> {
        int less = of(Op.POWER, a, of(Op.SUBTRACT, b, number(1)));
        give(s.a(), guarded(d, of(Op.MULTIPLY, d, of(Op.MULTIPLY, b, less))));
        if (builder.steps().get(b).op() != Op.NUMBER) {
          int slope = of(Op.MULTIPLY, y, of(Op.LOG, a)); // 0 where y is 0, and so a
          int zero = number(0);
          int known = of(Op.WHERE, of(Op.EQUAL, y, zero), zero, slope);
          give(s.b(), guarded(d, of(Op.MULTIPLY, d, known)));
        }
      }
      case MIN, MAX -> {
        choice = true;
        int first = s.op() == Op.MIN ? of(Op.AT_MOST, a, b) : of(Op.AT_MOST, b, a);
        give(s.a(), of(Op.WHERE, first, d, number(0)));
        give(s.b(), of(Op.WHERE, first, number(0), d));
      }
      case WHERE -> {
        choice = true;
        give(s.b(), of(Op.WHERE, a, d, number(0)));
        give(s.c(), of(Op.WHERE, a, number(0), d));
      }
      case NEGATE -> give(s.a(), of(Op.NEGATE, d));
      case ABS -> give(s.a(), of(Op.WHERE, of(Op.LESS, a, number(0)), of(Op.NEGATE, d), d));
      case EXP -> give(s.a(), times(d, y));
      case LOG -> give(s.a(), guarded(d, of(Op.DIVIDE, d, a)));
      case SQRT -> give(s.a(), guarded(d, of(Op.DIVIDE, of(Op.MULTIPLY, d, number(0.5)), y)));
      case SIN -> give(s.a(), of(Op.MULTIPLY, d, of(Op.COS, a)));
      case COS -> give(s.a(), of(Op.NEGATE, of(Op.MULTIPLY, d, of(Op.SIN, a))));
      case SIGMOID ->
          give(s.a(), of(Op.MULTIPLY, d, of(Op.MULTIPLY, y, of(Op.SUBTRACT, number(1), y))));
      case TANH ->
          give(s.a(), of(Op.MULTIPLY, d, of(Op.SUBTRACT, number(1), of(Op.MULTIPLY, y, y))));
      case SOFTPLUS -> give(s.a(), of(Op.MULTIPLY, d, of(Op.SIGMOID, a)));
      case NORMAL -> {
        int density = of(Op.EXP, of(Op.MULTIPLY, number(-0.5), of(Op.MULTIPLY, a, a)));
        give(
            s.a(),
            of(Op.MULTIPLY, d, of(Op.MULTIPLY, number(1 / Math.sqrt(2 * Math.PI)), density)));
      }
      case LESS, AT_MOST, EQUAL, INPUT, INDEX, NUMBER -> {
        // a choice has no gradient
      }
    }
  }
}
