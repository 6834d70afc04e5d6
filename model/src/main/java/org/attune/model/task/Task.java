package org.attune.model.task;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/**
 * A task to learn. Implementations are stateless and have a public constructor without arguments,
 * for {@link java.util.ServiceLoader}.
 */
public interface Task {

  /** Returns the task's name, description, source and settings. Keys start with {@code task.}. */
  Option option();

  /** Returns the shapes it needs of a network, known before any data is read. */
  Signature signature(Configuration settings);

  /**
   * Returns all metrics that {@link Examples#metrics} and {@link Examples#floors} can give under
   * any settings; chance scores are named {@code floor_...}. Every trial reports its losses besides
   * these. A sweep's objective must be one of these metrics.
   */
  List<Metric> metrics();

  /**
   * Returns a description, for messages, of the user's data that it reads under these settings:
   * {@code a text file in UTF-8}. Empty if it generates all its data.
   */
  default Optional<String> reads(Configuration settings) {
    return Optional.empty();
  }

  /**
   * Returns why it cannot generate its data with these settings; it finds out by generating the
   * data. Empty if it can, or if it reads the user's data.
   */
  default Optional<String> shortage(Configuration settings) {
    return Optional.empty();
  }

  /**
   * Whether its measures need attention weights ({@link Metrics#probing}), known before any data is
   * read. Memory planning depends on it.
   */
  default boolean probing() {
    return false;
  }

  /**
   * Returns the forward runs after a training ({@link Examples#evaluations}, {@link
   * Examples#timedBeside}), known before any data is read. Memory planning depends on them.
   */
  default List<ForwardRun> runAfterwards(Configuration settings) {
    return List.of();
  }

  /**
   * Returns what each replicate is validated and judged on that no other need be, such as {@code
   * new examples of this task} ({@link Examples#heldOut}). Empty, the default, if all replicates
   * share the held-out examples.
   */
  default Optional<String> heldOut(Configuration settings) {
    return Optional.empty();
  }

  /**
   * Generates or reads the data.
   *
   * @param seed the trial's seed. It determines the training examples and their order. It must not
   *     affect the validation examples of a task that learns, unless a replicate's own are asked
   *     for ({@link Examples#heldOut})
   * @param data opens the user's files
   */
  Examples open(Configuration settings, long seed, DataOpener data) throws IOException;
}
