package org.attune.model.primitive.elementwise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Computes numbers from an element's operands, step by step; a step reads earlier steps. All steps
 * are distinct.
 *
 * @param steps in execution order
 * @param results the steps that give the results
 */
public record Recipe(List<Step> steps, List<Integer> results) {

  /**
   * One step.
   *
   * @param op its operation
   * @param a the first step read; the operand of an {@link Op#INPUT}, the {@link Grid}'s axis of an
   *     {@link Op#INDEX}
   * @param b the second
   * @param c the third
   * @param number of a {@link Op#NUMBER}
   */
  public record Step(Op op, int a, int b, int c, double number) {

    /** The number of an operation on earlier steps' numbers. */
    public double of(double[] made) {
      return op.of(made[a], op.arity() > 1 ? made[b] : 0, op.arity() > 2 ? made[c] : 0);
    }

    /** The i-th step that it reads. */
    public int argument(int i) {
      return i == 0 ? a : i == 1 ? b : c;
    }

    /** The copies of the steps that it reads. */
    public int[] arguments(IntUnaryOperator copy) {
      return IntStream.range(0, op.arity()).map(i -> copy.applyAsInt(argument(i))).toArray();
    }
  }

  public Recipe {
    steps = List.copyOf(steps);
    results = List.copyOf(results);
  }

  /** A recipe with one result. */
  public static Recipe of(Builder builder, int result) {
    return builder.recipe(List.of(result));
  }

  /** Whether the recipe reads an operand. */
  public boolean reads(int operand) {
    return steps.stream().anyMatch(step -> step.op() == Op.INPUT && step.a() == operand);
  }

  /** How many steps compute with operands; the others depend on an element's place alone. */
  long stepsOfOperands() {
    boolean[] reads = new boolean[steps.size()];
    int count = 0;
    for (int i = 0; i < reads.length; i++) {
      Step s = steps.get(i);
      reads[i] = s.op() == Op.INPUT;
      for (int a = 0; a < s.op().arity(); a++) {
        reads[i] |= reads[s.argument(a)];
      }
      count += reads[i] && s.op() != Op.INPUT ? 1 : 0;
    }
    return count;
  }

  /** Whether a result is an operand's own number. */
  boolean gives(int result, int operand) {
    Step step = steps.get(results.get(result));
    return step.op() == Op.INPUT && step.a() == operand;
  }

  /** The numbers of all steps for one element. */
  public double[] evaluate(double[] operands, double[] places) {
    double[] made = new double[steps.size()];
    for (int i = 0; i < made.length; i++) {
      Step s = steps.get(i);
      made[i] =
          switch (s.op()) {
            case INPUT -> operands[s.a()];
            case INDEX -> places[s.a()];
            case NUMBER -> s.number();
            default -> s.of(made);
          };
    }
    return made;
  }

  /** Builds steps. It makes a repeated step once and omits steps without effect. */
  public static final class Builder {

    private final List<Step> steps = new ArrayList<>();
    private final Map<Step, Integer> known = new HashMap<>();

    private int step(Op op, int a, int b, int c, double number) {
      Step step = new Step(op, a, b, c, number);
      return known.computeIfAbsent(
          step,
          s -> {
            steps.add(s);
            return steps.size() - 1;
          });
    }

    /** The i-th operand's number. */
    public int input(int operand) {
      return step(Op.INPUT, operand, 0, 0, 0);
    }

    /** The element's place along an axis of the {@link Grid}. */
    public int index(int axis) {
      return step(Op.INDEX, axis, 0, 0, 0);
    }

    public int number(double value) {
      return step(Op.NUMBER, 0, 0, 0, value == 0 ? 0.0 : value); // no -0.0
    }

    private boolean is(int step, double value) {
      Step s = steps.get(step);
      return s.op() == Op.NUMBER && s.number() == value;
    }

    private boolean known(int step) {
      return steps.get(step).op() == Op.NUMBER;
    }

    /** Applies an operation to one, two or three steps. */
    public int of(Op op, int... arguments) {
      int a = arguments[0];
      int b = arguments.length > 1 ? arguments[1] : 0;
      int c = arguments.length > 2 ? arguments[2] : 0;
      if (Arrays.stream(arguments).allMatch(this::known)) {
        return number(op.of(steps.get(a).number(), steps.get(b).number(), steps.get(c).number()));
      }
      return switch (op) {
        case ADD -> is(a, 0) ? b : is(b, 0) ? a : step(op, a, b, 0, 0);
        case SUBTRACT -> is(b, 0) ? a : is(a, 0) ? of(Op.NEGATE, b) : step(op, a, b, 0, 0);
        case MULTIPLY ->
            is(a, 0) || is(b, 0) ? number(0) : is(a, 1) ? b : is(b, 1) ? a : step(op, a, b, 0, 0);
        case DIVIDE -> is(b, 1) ? a : is(a, 0) ? number(0) : step(op, a, b, 0, 0);
        case NEGATE -> steps.get(a).op() == Op.NEGATE ? steps.get(a).a() : step(op, a, 0, 0, 0);
        case WHERE -> b == c ? b : step(op, a, b, c, 0);
        default -> step(op, a, b, c, 0);
      };
    }

    List<Step> steps() {
      return steps;
    }

    /** The recipe of all steps that the results need, renumbered. */
    public Recipe recipe(List<Integer> results) {
      boolean[] needed = new boolean[steps.size()];
      results.forEach(r -> needed[r] = true);
      for (int i = steps.size() - 1; i >= 0; i--) {
        Step s = steps.get(i);
        for (int a = 0; needed[i] && a < s.op().arity(); a++) {
          needed[s.argument(a)] = true;
        }
      }
      int[] place = new int[steps.size()];
      List<Step> kept = new ArrayList<>();
      for (int i = 0; i < needed.length; i++) {
        if (needed[i]) {
          Step s = steps.get(i);
          int arity = s.op().arity();
          place[i] = kept.size();
          kept.add(
              new Step(
                  s.op(),
                  arity > 0 ? place[s.a()] : s.a(),
                  arity > 1 ? place[s.b()] : 0,
                  arity > 2 ? place[s.c()] : 0,
                  s.number()));
        }
      }
      return new Recipe(kept, results.stream().map(r -> place[r]).toList());
    }
  }
}
