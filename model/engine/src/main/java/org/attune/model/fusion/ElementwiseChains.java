package org.attune.model.fusion;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.OperandLayout;
import org.attune.model.primitive.elementwise.Recipe;
import org.attune.model.primitive.elementwise.Slopes;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/**
 * {@code elementwise}: an elementwise node whose output only one other reads becomes part of that
 * one's expression. Chains of any length become one node.
 */
final class ElementwiseChains implements Rule {

  private static final int MOST_OPERANDS = 8;
  private static final int MOST_STEPS = 200;

  @Override
  public String name() {
    return "elementwise";
  }

  @Override
  public boolean apply(Rewriting nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      Value made = nodes.output(i);
      if (nodes.onlyReader(i).isEmpty()) {
        continue;
      }
      int reader = nodes.onlyReader(i).getAsInt();
      Optional<Primitive> joined =
          GridExpression.of(nodes.primitive(i))
              .flatMap(
                  first ->
                      GridExpression.of(nodes.primitive(reader))
                          .flatMap(second -> joined(first, made, second)))
              .filter(nodes::covers);
      if (joined.isPresent()) {
        nodes.replace(List.of(i, reader), joined.get());
        return true;
      }
    }
    return false;
  }

  /** The operands of a joined expression, each once. */
  private static final class Operands {
    private final List<Value> values = new ArrayList<>();
    private final List<OperandLayout> layouts = new ArrayList<>();

    int place(Value value, OperandLayout layout) {
      for (int i = 0; i < values.size(); i++) {
        if (values.get(i) == value && layouts.get(i).equals(layout)) {
          return i;
        }
      }
      values.add(value);
      layouts.add(layout);
      return values.size() - 1;
    }
  }

  /** The second expression with the first in the place of what it made, if their grids allow it. */
  private static Optional<Primitive> joined(
      GridExpression first, Value made, GridExpression second) {
    Optional<Grid> common = first.grid(second);
    if (common.isEmpty()) {
      return Optional.empty();
    }
    Grid grid = common.get();
    OperandLayout whole = OperandLayout.of(grid);
    List<OperandLayout> read = second.layouts(grid);
    for (int a = 0; a < read.size(); a++) {
      if (second.operands().get(a) == made && !read.get(a).equals(whole)) {
        return Optional.empty();
      }
    }
    Operands operands = new Operands();
    Recipe.Builder builder = new Recipe.Builder();
    int inner = copy(first, grid, builder, operands, Optional.empty(), 0);
    int result = copy(second, grid, builder, operands, Optional.of(made), inner);
    Recipe recipe = Recipe.of(builder, result);
    if (operands.values.size() > MOST_OPERANDS || recipe.steps().size() > MOST_STEPS) {
      return Optional.empty();
    }
    return Optional.of(
        new Elementwise(
            grid,
            recipe,
            Slopes.of(recipe, operands.values.size()),
            operands.values,
            operands.layouts,
            second.passes()));
  }

  /**
   * Adds an expression's steps.
   *
   * @param made an operand that a step already gives, if there is one
   * @param given this step
   * @return the step of the result
   */
  private static int copy(
      GridExpression expression,
      Grid grid,
      Recipe.Builder builder,
      Operands operands,
      Optional<Value> made,
      int given) {
    List<OperandLayout> layouts = expression.layouts(grid);
    List<Recipe.Step> steps = expression.recipe().steps();
    int[] copy = new int[steps.size()];
    for (int i = 0; i < copy.length; i++) {
      Recipe.Step step = steps.get(i);
      copy[i] =
          switch (step.op()) {
            case INPUT -> {
              Value value = expression.operands().get(step.a());
              yield made.isPresent() && value == made.get()
                  ? given
                  : builder.input(operands.place(value, layouts.get(step.a())));
            }
            case INDEX -> builder.index(step.a());
            case NUMBER -> builder.number(step.number());
            default -> builder.of(step.op(), step.arguments(a -> copy[a]));
          };
    }
    return copy[expression.recipe().results().get(0)];
  }
}
