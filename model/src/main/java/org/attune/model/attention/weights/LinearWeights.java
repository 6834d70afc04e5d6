package org.attune.model.attention.weights;

import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.HeadQuotient.headQuotient;
import static org.attune.model.primitive.LinearAttention.linearAttention;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Regroup.regroup;
import static org.attune.model.primitive.elementwise.Fused.visible;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.Recipe;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * {@code a_ij = φ(q_i)·φ(k_j)}. A feature map φ other than the identity also divides weights by
 * their sum over the keys that the query sees.
 *
 * @param features φ
 * @param width columns of each head that φ reads, by learned maps that heads share; 0 for all
 *     columns as they are
 */
public record LinearWeights(FeatureMap features, int width) implements Weights {

  private static final double EPSILON = 1e-6; // in the code of Katharopoulos et al. 2020

  private static final Choice<FeatureMap> FEATURES =
      Choice.of(
              FeatureMap.class,
              "attention.weights.features",
              "linear_features",
              "what is done to queries and keys",
              FeatureMap.options())
          .added();

  private static final Parameter WIDTH =
      Parameter.integer(
              "attention.weights.feature-width",
              "feature_width",
              0,
              4096,
              0,
              "columns that two learned maps make of each head's query and key first; 0 for no"
                  + " maps")
          .added();

  private static final PlacedFormula SHARES =
      PlacedFormula.of(FormulaPlace.WEIGHTS, "s / (sum(s, keys) + 0.000001)");

  public static final Option OPTION =
      Option.of(
          "linear",
          "the products themselves, Q K' V",
          "Katharopoulos et al. 2020",
          FEATURES.parameter(),
          WIDTH);

  public LinearWeights(Configuration settings) {
    this(settings.choice(FEATURES), settings.integer(WIDTH));
  }

  /** Whether a key of zeros has a weight of zero. */
  public static boolean leavesZerosOut(Configuration settings) {
    return !settings.choice(FEATURES).normalised();
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.QUERY, Feature.KEY).lacking(Feature.LOGITS);
  }

  @Override
  public Value scores(Value q, Value k, Value v, Place place) {
    return Scores.scores(
        mapped(q, "query-features", place), mapped(k, "key-features", place), place.heads(), 1);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    if (!features.normalised()) {
      return visible(scores, place.mask());
    }
    Sizes sizes = new Sizes(scores.size(2), place.heads(), place.headWidth(), place.mask());
    return Lowering.describe(
        SHARES, Program.of(scores), "weights", sizes, Map.of("s", scores)); // (B, H, T, T)
  }

  @Override
  public Optional<Value> read(Value q, Value k, Value v, Place place) {
    int heads = place.heads();
    Value phiQ = mapped(q, "query-features", place); // (B·T, H·features)
    Value phiK = mapped(k, "key-features", place);
    if (!features.normalised()) {
      return Optional.of(linearAttention(phiQ, phiK, v, heads, 1, place.mask()));
    }
    Value wide = linearAttention(phiQ, phiK, withOnes(v, heads), heads, 1, place.mask());
    return Optional.of(headQuotient(wide, heads, EPSILON));
  }

  /** Queries or keys as the products read them: (B·T, H·features). */
  private Value mapped(Value x, String name, Place place) {
    Program p = Program.of(x);
    record Key(String name, Value x) {}
    return p.shared(new Key(p.scope() + name, x), () -> features.of(narrow(x, name, place), place));
  }

  private Value narrow(Value x, String name, Place place) {
    if (width == 0) {
      return x;
    }
    int headWidth = x.columns() / place.heads();
    Value map = Program.of(x).parameter(name, Init.fanIn(), headWidth, width);
    return regroup(matmul(regroup(x, headWidth), map), place.heads() * width); // (B·T, H·width)
  }

  /** A column of ones after each head's values, whose products sum the weights: (B·T, H·(e+1)). */
  private static Value withOnes(Value v, int heads) {
    int depth = v.columns() / heads;
    Grid grid = new Grid(false, false, v.batch(), v.length() * heads, 1, 1);
    Recipe.Builder builder = new Recipe.Builder();
    Recipe one = Recipe.of(builder, builder.number(1));
    Program p = Program.of(v);
    Value ones = Elementwise.elementwise(p, grid, one, List.of(), List.of(), false);
    return regroup(beside(regroup(v, depth), ones), heads * (depth + 1));
  }
}
