package org.attune.model.task;

import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;

/**
 * State that every token changes: the product of all elements of a group so far, or the majority.
 * (Merrill et al. 2024, "The illusion of state in state-space models".)
 */
final class StateTrackingTask extends SyntheticTask {

  enum Tracks {
    PARITY,
    MAJORITY,
    S3,
    S5
  }

  static final Parameter LENGTH = TaskParameters.tokens(1, 65536, 32, "tokens in a sequence");
  static final Choice<Tracks> TRACKS =
      TaskParameters.choice(
          Tracks.class,
          "task.tracks",
          "what is tracked",
          Option.of(Tracks.PARITY, "the parity of the ones so far", ""),
          Option.of(Tracks.MAJORITY, "whether ones outnumber zeros so far", ""),
          Option.of(Tracks.S3, "the product of permutations of three so far", ""),
          Option.of(Tracks.S5, "the product of permutations of five so far", ""));

  StateTrackingTask() {
    super(
        "state-tracking",
        "the state after each token: parity, majority, products in S3 and S5",
        "Merrill et al. 2024, arXiv 2404.08819",
        StateTrackingTask::generator,
        LENGTH,
        TRACKS.parameter());
  }

  private static SyntheticSequences generator(Configuration settings) {
    int length = settings.integer(LENGTH);
    return switch (settings.choice(TRACKS)) {
      case MAJORITY -> new Majority(length);
      case S3 -> new GroupWords(3, length);
      case S5 -> new GroupWords(5, length);
      case PARITY -> new GroupWords(2, length);
    };
  }
}
