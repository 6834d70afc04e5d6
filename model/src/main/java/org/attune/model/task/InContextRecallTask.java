package org.attune.model.task;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;

/**
 * Recall of values whose keys the sequence has shown before, and the same amid noise. (Poli et al.
 * 2024, "Mechanistic design and scaling of hybrid architectures": MAD.)
 */
final class InContextRecallTask extends SyntheticTask {

  static final Parameter LENGTH =
      TaskParameters.tokens(4, 65536, 128, "tokens of a sequence, even");
  static final Parameter SYMBOLS =
      TaskParameters.integer(
          "task.symbols", 4, 65536, 16, "distinct tokens: half for keys, half for values");
  static final Parameter NOISE_TOKENS =
      TaskParameters.integer("task.noise-tokens", 1, 65536, 16, "further tokens that are noise");
  static final Parameter NOISE =
      TaskParameters.real("task.noise", 0, 0.99, 0.2, "share of pairs that are noise");

  /**
   * @param noisy whether noise stands between the pairs
   */
  InContextRecallTask(boolean noisy) {
    super(
        noisy ? "noisy-recall" : "in-context-recall",
        noisy
            ? "in-context-recall with noise between the pairs"
            : "keys and values; the values of keys seen before",
        "MAD, Poli et al. 2024, arXiv 2403.17844",
        settings -> generator(settings, noisy),
        noisy
            ? new Parameter[] {LENGTH, SYMBOLS, NOISE_TOKENS, NOISE}
            : new Parameter[] {LENGTH, SYMBOLS});
  }

  private static SyntheticSequences generator(Configuration settings, boolean noisy) {
    return new RecallPairs(
        settings.integer(SYMBOLS),
        settings.integer(LENGTH),
        noisy ? settings.integer(NOISE_TOKENS) : 0,
        noisy ? settings.real(NOISE) : 0);
  }
}
