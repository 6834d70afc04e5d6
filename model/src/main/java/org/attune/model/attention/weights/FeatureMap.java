package org.attune.model.attention.weights;

import static org.attune.model.primitive.TaylorFeatures.taylorFeatures;

import java.util.List;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.primitive.elementwise.Op;
import org.attune.model.primitive.elementwise.Recipe;
import org.attune.model.program.Value;

/** What linear attention does to queries and keys before it multiplies them. */
enum FeatureMap {
  /** The numbers themselves. */
  IDENTITY,
  /** elu(x) + 1: x + 1 where x is positive, else e^x. */
  ELU,
  /** Products are 1 + s + s²/2 of the scaled products s. */
  TAYLOR;

  static List<Option> options() {
    return List.of(
        Option.of(IDENTITY, "queries and keys themselves; weights are not divided", ""),
        Option.of(ELU, "elu + 1; weights are divided by their sum", "Katharopoulos et al. 2020"),
        Option.of(
            TAYLOR,
            "1 + s + s²/2 of a score s; weights are divided by their sum",
            "Arora et al. 2024, arXiv 2402.18668"));
  }

  /** Whether weights are divided by their sum. */
  boolean normalised() {
    return this != IDENTITY;
  }

  /**
   * Returns the features of each head.
   *
   * @param x queries or keys, (B·T, H·d)
   * @return (B·T, H·features)
   */
  Value of(Value x, Place place) {
    return switch (this) {
      case IDENTITY -> x;
      case ELU -> elu(x);
      case TAYLOR -> {
        double width = (double) x.columns() / place.heads();
        yield taylorFeatures(x, place.heads(), place.sharpness() / Math.sqrt(width));
      }
    };
  }

  /** Below 0, e^x is computed as s / (1 - s) with s = sigmoid(x), whose loops are vectors. */
  private static Value elu(Value x) {
    Recipe.Builder builder = new Recipe.Builder();
    int in = builder.input(0);
    int zero = builder.number(0);
    int one = builder.number(1);
    int s = builder.of(Op.SIGMOID, builder.of(Op.MIN, in, zero)); // up to 1/2
    int rest = builder.of(Op.DIVIDE, s, builder.of(Op.SUBTRACT, one, s));
    int line = builder.of(Op.ADD, in, one);
    int result = builder.of(Op.WHERE, builder.of(Op.LESS, zero, in), line, rest);
    return Elementwise.each(x, Recipe.of(builder, result));
  }
}
