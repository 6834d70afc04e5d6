package org.attune.model.primitive.elementwise;

import java.util.Arrays;
import java.util.List;
import org.attune.model.primitive.elementwise.Recipe.Builder;
import org.attune.model.primitive.elementwise.Recipe.Step;

/** Symbolic derivatives of recipes, derived from the result back to the operands. */
public final class Slopes {

  private final Builder builder = new Builder();
  private final int[] adjoints; // of each step, in the builder; -1 for none

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
        give(s.a(), of(Op.MULTIPLY, d, b));
        give(s.b(), of(Op.MULTIPLY, d, a));
      }
      case DIVIDE -> {
        int q = of(Op.DIVIDE, d, b);
        give(s.a(), q);
        give(s.b(), of(Op.NEGATE, of(Op.MULTIPLY, q, y)));
      }
      case REMAINDER -> {
        give(s.a(), d);
        if (builder.steps().get(b).op() != Op.NUMBER) { // -floor(a / b) = (y - a) / b
          give(s.b(), of(Op.MULTIPLY, d, of(Op.DIVIDE, of(Op.SUBTRACT, y, a), b)));
        }
      }
      case POWER -> {
        int less = of(Op.POWER, a, of(Op.SUBTRACT, b, number(1)));
        give(s.a(), of(Op.MULTIPLY, d, of(Op.MULTIPLY, b, less)));
        if (builder.steps().get(b).op() != Op.NUMBER) {
          int slope = of(Op.MULTIPLY, y, of(Op.LOG, a)); // 0 where y is 0, and so a
          int zero = number(0);
          give(s.b(), of(Op.MULTIPLY, d, of(Op.WHERE, of(Op.EQUAL, y, zero), zero, slope)));
        }
      }
      case MIN, MAX -> {
        int first = s.op() == Op.MIN ? of(Op.AT_MOST, a, b) : of(Op.AT_MOST, b, a);
        give(s.a(), of(Op.WHERE, first, d, number(0)));
        give(s.b(), of(Op.WHERE, first, number(0), d));
      }
      case WHERE -> {
        give(s.b(), of(Op.WHERE, a, d, number(0)));
        give(s.c(), of(Op.WHERE, a, number(0), d));
      }
      case NEGATE -> give(s.a(), of(Op.NEGATE, d));
      case ABS -> give(s.a(), of(Op.WHERE, of(Op.LESS, a, number(0)), of(Op.NEGATE, d), d));
      case EXP -> give(s.a(), of(Op.MULTIPLY, d, y));
      case LOG -> give(s.a(), of(Op.DIVIDE, d, a));
      case SQRT -> give(s.a(), of(Op.DIVIDE, of(Op.MULTIPLY, d, number(0.5)), y));
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
