package org.attune.model.network;

import static org.attune.model.primitive.AdaptedParameters.adaptedParameters;
import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Regroup.regroup;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.StackProduct.product;
import static org.attune.model.primitive.Unstack.unstack;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * MAML, first order (Finn et al. 2017): a few steps of gradient descent fit an MLP to each set
 * before it answers. The outer gradient is taken at the adapted parameters as if they were the
 * initial ones. If a set has fewer rows than others, stand-ins repeat its rows, so some rows count
 * twice in its descent.
 */
public final class MamlNetwork implements Network {

  static final Parameter STEPS =
      Parameter.integer(
          "model.kind.inner-steps", "inner_steps", 0, 1000, 3, "steps of descent on each set");
  static final Parameter RATE =
      Parameter.real(
          "model.kind.inner-rate", "inner_rate", 1e-8, 100, 0.1, "step size on each set");

  public static final Option OPTION =
      Option.of(
          "maml-first-order",
          "an MLP of model.layers layers, adapted to each set by descent; first-order gradient; for"
              + " sets",
          "Finn et al. 2017",
          STEPS,
          RATE);

  private final Configuration settings;
  private final Signature signature;
  private final int layers;
  private final int width;

  public MamlNetwork(Configuration settings, Signature signature) {
    SetRows.require(signature, "maml-first-order");
    SetRows.requireRows(signature, "maml-first-order");
    this.settings = settings;
    this.signature = signature;
    layers = settings.integer(Decoder.LAYERS);
    width = settings.integer(Decoder.WIDTH);
  }

  @Override
  public Value describe(Program p) {
    SetRows set = SetRows.of(p, signature);
    List<Value> weights = new ArrayList<>();
    List<Value> biases = new ArrayList<>();
    int in = signature.columns();
    for (int layer = 0; layer < layers; layer++) {
      int out = layer == layers - 1 ? signature.outputs() : width;
      Init init = Init.uniform(1 / Math.sqrt(in));
      weights.add(p.parameter("weight" + layer, init, in, out));
      biases.add(p.parameter("bias" + layer, init, 1, out));
      in = out;
    }
    int steps = settings.integer(STEPS);
    double rate = settings.real(RATE);
    Value adapted =
        adaptedParameters(weights, biases, set.keys(), set.values(), steps, rate); // (B, P)
    Value h = stack(set.asked(), 1); // (B, 1, T, columns)
    int from = 0;
    for (int layer = 0; layer < layers; layer++) {
      Value initial = weights.get(layer);
      Value w = matrix(adapted, from, initial.rows(), initial.columns()); // (B, 1, in, out)
      from += initial.rows() * initial.columns();
      Value b = matrix(adapted, from, 1, initial.columns()); // (B, 1, 1, out)
      from += initial.columns();
      h = add(product(h, w), b); // (B, 1, T, out)
      h = layer == layers - 1 ? h : apply(Pointwise.RELU, h);
    }
    return SetRows.loss(p, unstack(h), signature);
  }

  /** Each set's own matrix, from its row of numbers: (B, 1, rows, columns). */
  private static Value matrix(Value adapted, int from, int rows, int columns) {
    return stack(regroup(adapted.columns(from, from + rows * columns), columns), 1);
  }
}
