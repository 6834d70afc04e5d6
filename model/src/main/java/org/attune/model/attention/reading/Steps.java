package org.attune.model.attention.reading;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Scale.scale;

import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * The step sizes of selective state spaces: {@code dt = softplus(x W + b)} per head, and the decays
 * {@code e^(-r dt)} with a learned rate r of each head. (Gu and Dao 2023; Dao and Gu 2024.)
 *
 * @param sizes (B·T, H): dt
 * @param decays (B·T, H)
 */
record Steps(Value sizes, Value decays) {

  private static final double SHORTEST = 0.001;
  private static final double LONGEST = 0.1;

  /** The biases at which softplus gives the heads' first step sizes. */
  static final Init SPREAD =
      (values, rows, columns, random) -> {
        for (int h = 0; h < columns; h++) {
          double place = (h + 0.5) / columns;
          values[h] = Math.log(Math.expm1(SHORTEST * Math.pow(LONGEST / SHORTEST, place)));
        }
      };

  static Steps of(Value x, int heads) {
    Program p = Program.of(x);
    Value bias = p.parameter("step-bias", SPREAD, 1, heads);
    Value z = add(project(x, "step", Init.fanIn(), heads), bias);
    Value sizes = apply(Pointwise.SOFTPLUS, z); // (B·T, H)
    Value rates = apply(Pointwise.EXP, p.parameter("decay-rate", Init.constant(0), 1, heads));
    return new Steps(sizes, apply(Pointwise.EXP, scale(multiply(sizes, rates), -1)));
  }
}
