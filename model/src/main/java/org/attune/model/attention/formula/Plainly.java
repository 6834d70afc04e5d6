package org.attune.model.attention.formula;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.Standardise.standardise;
import static org.attune.model.primitive.Standardise.unitRms;

import java.util.function.Function;
import org.attune.api.expression.Expression;
import org.attune.api.expression.Expression.Argument;
import org.attune.model.formula.Lowering;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Describes a definition with one primitive for each sign and function, in the order of its text.
 * Trials recorded when the part was written in Java keep their digits.
 *
 * @param inputs the inputs by name, (B·T, d)
 * @param program the program to add it to
 * @param heads H
 * @param columns d
 */
public record Plainly(Function<String, Value> inputs, Program program, int heads, int columns) {

  /** Returns the value of an expression: (B·T, d), or one row if it is learned alone. */
  public Value of(Expression e) {
    if (e instanceof Expression.Name name) {
      return inputs.apply(name.text());
    }
    if (e instanceof Expression.Call call) {
      return call(call);
    }
    Expression.Binary binary = (Expression.Binary) e;
    Value left = of(binary.left());
    Value right = of(binary.right());
    return switch (binary.operator()) {
      case "*" -> smaller(left, right) ? multiply(right, left) : multiply(left, right);
      case "+" -> smaller(left, right) ? add(right, left) : add(left, right);
      case "-" -> add(left, scale(right, -1));
      default -> throw new IllegalArgumentException(binary.operator());
    };
  }

  private static boolean smaller(Value a, Value b) {
    return a.rows() < b.rows() || a.columns() < b.columns();
  }

  private Value call(Expression.Call e) {
    return switch (e.function()) {
      case "learned" -> learned(e);
      case "norm" -> standardise(of(e.arguments().get(0).value()), heads, Lowering.NORM_EPSILON);
      case "rms" -> unitRms(of(e.arguments().get(0).value()), heads, Lowering.RMS_EPSILON);
      default -> apply(Pointwise.of(e.function()), of(e.arguments().get(0).value()));
    };
  }

  private Value learned(Expression.Call e) {
    Expression.Number start = (Expression.Number) e.arguments().get(0).value();
    boolean channels = named(e, "per").equals("channel");
    return program.parameter(
        named(e, "as").replace('_', '-'), Init.constant(start.value()), 1, channels ? columns : 1);
  }

  private static String named(Expression.Call e, String keyword) {
    return e.arguments().stream()
        .filter(a -> a.keyword().filter(keyword::equals).isPresent())
        .map(Argument::value)
        .map(value -> ((Expression.Name) value).text())
        .findFirst()
        .orElse("");
  }
}
