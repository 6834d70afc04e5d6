package org.attune.model.attention.weights;

import static org.attune.model.primitive.Pointer.pointer;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Value;

/**
 * Each query points at one key: the one with the largest {@code q·k}, not divided by {@code
 * sqrt(d_h)}, with Gumbel noise in training. The gradient is that of the softmax, at a temperature
 * that falls linearly.
 */
public record HardPointer(double warm, double cold) implements Weights {

  private static final Parameter WARM =
      Parameter.real(
          "attention.weights.warm", "pointer_warm", 1e-3, 100, 1, "temperature at the start");
  private static final Parameter COLD =
      Parameter.real(
          "attention.weights.cold", "pointer_cold", 1e-3, 100, 0.3, "temperature at the end");

  public static final Option OPTION =
      Option.of(
          "pointer",
          "one key per query, chosen with Gumbel noise, trained by the softmax",
          "split-Q synthetic induction; arXiv 1611.01144",
          WARM,
          COLD);

  public HardPointer(Configuration settings) {
    this(settings.real(WARM), settings.real(COLD));
  }

  /** Returns {@code q_i·k_j}, unscaled: a pointer only compares scores. */
  @Override
  public Value scores(Value q, Value k, Value v, Place place) {
    return Scores.scores(q, k, place.heads(), 1);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return pointer(scores, place.mask(), warm, cold);
  }
}
