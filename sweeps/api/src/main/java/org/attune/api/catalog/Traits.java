package org.attune.api.catalog;

import java.util.List;
import java.util.stream.Stream;

/**
 * The optional properties of a parameter.
 *
 * <pre>{@code
 * Parameter rate =
 *     Parameter.real("train.learning-rate", "learning_rate", 0, 1, 1e-3, "length of a step")
 *         .alsoCalled("lr");
 * rate.traits().foreign().get(0).word(); // lr
 * }</pre>
 *
 * @param quiet whether configurations omit it unless it is set, for parameters added after sweeps
 *     had been recorded: those sweeps keep their trials' ids and can be resumed
 * @param sizing whether the memory of a trial grows with it, so that a trial that does not fit may
 *     fit with a smaller value
 * @param foreign what other tools call it
 */
public record Traits(boolean quiet, boolean sizing, List<Foreign> foreign) {

  /** Nothing else. */
  public static final Traits NONE = new Traits(false, false, List.of());

  /**
   * A word of other tools.
   *
   * @param word lower-case, with {@code -} for {@code _}: {@code weight-decay}
   * @param note what to write here instead, if it is not just another name; else empty
   */
  public record Foreign(String word, String note) {}

  public Traits {
    foreign = List.copyOf(foreign);
  }

  Traits asQuiet() {
    return new Traits(true, sizing, foreign);
  }

  Traits asSizing() {
    return new Traits(quiet, true, foreign);
  }

  Traits with(String note, String... words) {
    Stream<Foreign> added = Stream.of(words).map(word -> new Foreign(word, note));
    return new Traits(quiet, sizing, Stream.concat(foreign.stream(), added).toList());
  }
}
