package org.attune.model.attention.reading;

import static org.attune.model.primitive.Mix.mix;

import java.util.List;
import java.util.Optional;
import org.attune.model.attention.Place;
import org.attune.model.attention.Reading;
import org.attune.model.attention.ScoreMap;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Reads values by weights that come from scores: {@code y = post(weights(pre(scores(q, k)))) v}.
 *
 * @param before maps of the scores, in order: positions, convolution, head mixing
 * @param weights turns scores into weights
 * @param after maps of the weights, in order
 */
public record ByScores(List<ScoreMap> before, Weights weights, List<ScoreMap> after)
    implements Reading {

  public ByScores {
    before = before.stream().filter(m -> m != ScoreMap.NONE).toList();
    after = after.stream().filter(m -> m != ScoreMap.NONE).toList();
  }

  @Override
  public Value read(Signals signals, Place place) {
    Value q = signals.query();
    Value k = signals.key();
    Value v = signals.value();
    Program p = Program.of(q);
    Optional<Value> direct = direct(q, k, v, place); // (B·T, d)
    if (direct.isPresent() && !p.probing()) {
      return direct.get();
    }
    Value s = weights.scores(q, k, v, place); // (B, H, T, T)
    for (ScoreMap map : before) {
      Value in = s;
      s = p.within("scores", () -> map.map(in, signals.of(map), place)); // (B, H, T, T)
    }
    Value a = weights.from(s, signals.of(weights), place); // (B, H, T, T)
    for (ScoreMap map : after) {
      Value in = a;
      a = p.within("weights", () -> map.map(in, readers(place))); // (B, H, T, T)
    }
    p.probe("weights", a);
    Value read = a;
    return direct.orElseGet(() -> mix(read, v)); // (B·T, H·d_v): probing changes no digit
  }

  /** Reads without scores in memory, where no map needs them or the only map hides keys. */
  private Optional<Value> direct(Value q, Value k, Value v, Place place) {
    if (!after.isEmpty() || before.size() > 1) {
      return Optional.empty();
    }
    return before.isEmpty()
        ? weights.read(q, k, v, place)
        : before.get(0).mask(k.length(), place).flatMap(m -> weights.read(q, k, v, m, place));
  }

  @Override
  public Place readers(Place place) {
    return weights.readers(place);
  }
}
