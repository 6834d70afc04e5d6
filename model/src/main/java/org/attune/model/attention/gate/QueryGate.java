package org.attune.model.attention.gate;

import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.HeadwiseMatmul.headwiseMatmul;

import java.util.Set;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** {@code sigmoid(q W_g + b) * y} with one d_h x d_h matrix for all heads (neon010). */
public record QueryGate() implements OutputGate {

  public static final Option OPTION =
      Option.of(
          "from-query",
          "sigmoid of a small map of each head's query, after norm and positions",
          "NeonBench neon010");

  public QueryGate(Configuration settings) {
    this();
  }

  @Override
  public Declaration declares() {
    return Gates.reading(Set.of(Feature.QUERY));
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    Program p = Program.of(y);
    int d = place.headWidth();
    Value w = p.parameter("gate-from-query", Init.fanIn(), d, d);
    Value b = p.parameter("gate-bias", Init.uniform(1 / Math.sqrt(d)), 1, d);
    Value intent = headwiseMatmul(signals.query(), w, b, place.heads()); // (B·T, d)
    Gates.show(Pointwise.SIGMOID, intent, place);
    return gated(Pointwise.SIGMOID, intent, y); // (B·T, d)
  }
}
