package org.attune.model.attention.reading;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StateRecurrence.Update;
import org.attune.model.program.Value;

/**
 * Retention: {@code S_t = g_h S_{t-1} + k_tᵀ v_t} with a fixed decay {@code g_h = 1 - 2^(-5-h)} for
 * head h. (Sun et al. 2023, arXiv 2307.08621, equations 5 and 8; the group norm and the gate after
 * it are {@code attention.head-norm} and {@code attention.gate}.)
 */
public record Retention() implements StateReading {

  public static final Option OPTION =
      Option.of(
          "retention",
          "a state per head that decays at the head's fixed rate",
          "Sun et al. 2023, arXiv 2307.08621");

  @Override
  public Value read(Signals signals, Place place) {
    List<Double> rates =
        IntStream.range(0, place.heads()).mapToObj(h -> 1 - Math.pow(2, -5 - h)).toList();
    return new StateRecurrence(
            signals.query(),
            signals.key(),
            signals.value(),
            Optional.empty(),
            Optional.empty(),
            place.heads(),
            place.scale(),
            rates,
            Update.ADD)
        .value();
  }
}
