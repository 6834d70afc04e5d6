package org.attune.model.attention.weights;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.HeadDifference.headDifference;
import static org.attune.model.primitive.Matmul.matmulTransposed;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.Softmax.softmax;

import java.util.List;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.attention.norm.RmsHeads;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * The Differential Transformer's weights (Ye et al. 2024, arXiv 2410.05258): {@code softmax(s_1) -
 * lambda softmax(s_2)} for H/2 heads, each with two queries and keys of width d_h and values of
 * width 2 d_h. Head h is paired with head h + H/2. The paper's head norm is 'depth-scaled'.
 */
public record Differential() implements Weights {

  public static final Option OPTION =
      Option.of(
          "differential",
          "the difference of two softmaxes, for half as many heads",
          "DIFF Transformer, arXiv 2410.05258");

  private static final double DEVIATION = 0.1; // of lambda's initial vectors

  @Override
  public List<String> limits(Place place, int length) {
    return place.heads() % 2 == 0
        ? List.of()
        : List.of(
            "attention.weights differential pairs heads, and model.heads %d is odd"
                .formatted(place.heads()));
  }

  @Override
  public Declaration declares() {
    return Declaration.lacks(Feature.SAME_HEADS);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    Value both = softmax(scores, place.mask()); // (B, H, T, T)
    return headDifference(both, lambda(Program.of(both), place)); // (B, H/2, T, T)
  }

  @Override
  public Place readers(Place place) {
    if (place.heads() % 2 != 0) {
      throw new IllegalArgumentException(
          "Cannot pair %d heads: attention.weights 'differential' needs an even model.heads"
              .formatted(place.heads()));
    }
    return place.with(place.heads() / 2, 2 * place.headWidth());
  }

  /** Returns {@code exp(l_q1·l_k1) - exp(l_q2·l_k2) + lambda_0}. */
  private static Value lambda(Program p, Place place) {
    Value first = exponential(p, place, 1);
    Value second = exponential(p, place, 2);
    double initial = RmsHeads.initialLambda(place.layer());
    return scale(add(first, scale(second, -1)), 1, initial); // (1, 1)
  }

  private static Value exponential(Program p, Place place, int which) {
    Init init = Init.normal(DEVIATION);
    Value q = p.parameter("lambda-query" + which, init, 1, place.headWidth());
    Value k = p.parameter("lambda-key" + which, init, 1, place.headWidth());
    return apply(Pointwise.EXP, matmulTransposed(q, k)); // (1, 1)
  }
}
