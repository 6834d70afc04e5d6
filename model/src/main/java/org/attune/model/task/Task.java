package org.attune.model.task;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/**
 * Something to learn. Implementations have a public constructor without arguments, for {@link
 * java.util.ServiceLoader}, and no state.
 */
public interface Task {

  /** Its name, description, source and settings; keys start with {@code task.}. */
  Option option();

  /** The shapes it asks of a network, known before any data is read. */
  Signature signature(Configuration settings);

  /**
   * What its examples measure and what chance reaches ({@code floor_...}), beside the losses of
   * every trial: all that {@link Examples#metrics} and {@link Examples#floors} ever give, for any
   * settings. A sweep's objective must be one of these.
   */
  List<Metric> metrics();

  /**
   * What of the user's data it reads under these settings, in words for messages: {@code a text
   * file in UTF-8}. Empty where it makes all that it needs.
   */
  default Optional<String> reads(Configuration settings) {
    return Optional.empty();
  }

  /**
   * Why the data that it makes by itself cannot be had with these settings, found by making it;
   * empty where it can, or where the user's data is read.
   */
  default Optional<String> shortage(Configuration settings) {
    return Optional.empty();
  }

  /**
   * Whether its measures look at attention weights ({@link Metrics#probing}), known before any data
   * is read: memory is planned by it.
   */
  default boolean probing() {
    return false;
  }

  /**
   * What else is run after a training ({@link Examples#evaluations}, {@link Examples#timedBeside}),
   * known before any data is read: memory is planned by it.
   */
  default List<ForwardRun> runAfterwards(Configuration settings) {
    return List.of();
  }

  /**
   * Makes or reads the data.
   *
   * @param seed of the trial: the training examples and their order follow from it; what is
   *     validated on must not where something is learned ({@link HeldOut#validation})
   * @param data opens what the user pointed to
   */
  Examples open(Configuration settings, long seed, DataOpener data) throws IOException;
}
