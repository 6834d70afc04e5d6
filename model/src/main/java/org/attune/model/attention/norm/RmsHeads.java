package org.attune.model.attention.norm;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.HeadwiseMatmul.headwiseMatmul;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.elementwise.Fused.headScale;

import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.HeadNorm;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * RMS norm of each head with a gain of length d_h shared by all heads, then a scale: the group norm
 * of multi-token attention (arXiv 2504.00927).
 */
public record RmsHeads(Then then, double epsilon) implements HeadNorm {

  /** The scale after the norm. */
  public enum Then {
    /** No scale. */
    NOTHING,
    /** Times 1 - lambda_0 of the layer, as in the Differential Transformer. */
    DEPTH,
    /** Times sigmoid(o·u + b), a number per head and token. */
    SCALAR_GATE,
    /** Divided by the root of the layer's number, from 1. */
    LAYER
  }

  private static final String PAPER = "multi-token attention, arXiv 2504.00927";

  /** The number added to the mean square. */
  public static final Parameter EPSILON =
      Parameter.real(
          "attention.head-norm.epsilon",
          "head_norm_epsilon",
          1e-12,
          1,
          1e-5,
          "added to the mean square of what a head reads");

  public static final Option RMS = Option.of("rms", "RMS norm of each head", PAPER, EPSILON);
  public static final Option DEPTH_SCALED =
      Option.of(
          "depth-scaled",
          "RMS norm, times 0.2 + 0.6 e^(-0.3 layer)",
          "arXiv 2410.05258; " + PAPER,
          EPSILON);
  public static final Option SCALAR_GATED =
      Option.of("scalar-gated", "RMS norm, times a gate of one number per head", PAPER, EPSILON);
  public static final Option LAYER_SCALED =
      Option.of(
          "layer-scaled",
          "RMS norm, over the root of the layer's number",
          "arXiv 2502.05795",
          EPSILON);

  @Override
  public Value norm(Value y, Place place) {
    Program p = Program.of(y);
    int d = place.headWidth();
    Value gain = p.parameter("head-gain", Init.constant(1), 1, d);
    Value o = rmsNorm(y, gain, place.heads(), epsilon); // (B·T, H·d)
    return switch (then) {
      case NOTHING -> o;
      case DEPTH -> scale(o, 1 - initialLambda(place.layer()));
      case LAYER -> scale(o, 1 / Math.sqrt(place.layer() + 1));
      case SCALAR_GATE -> {
        Value u = p.parameter("head-gate", Init.fanIn(), d, 1);
        Value b = p.parameter("head-gate-bias", Init.constant(0), 1, 1);
        Value open = apply(Pointwise.SIGMOID, headwiseMatmul(o, u, b, place.heads())); // (B·T, H)
        yield headScale(o, open);
      }
    };
  }

  /** {@code lambda_0 = 0.8 - 0.6 e^(-0.3 layer)}, layers from 0 (arXiv 2410.05258). */
  public static double initialLambda(int layer) {
    return 0.8 - 0.6 * Math.exp(-0.3 * layer);
  }
}
