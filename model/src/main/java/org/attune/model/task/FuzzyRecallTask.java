package org.attune.model.task;

import org.attune.api.catalog.Parameter;

/** Recall where keys and values have several tokens. (MAD, Poli et al. 2024.) */
final class FuzzyRecallTask extends SyntheticTask {

  static final Parameter LENGTH = TaskParameters.tokens(16, 65536, 128, "tokens of a sequence");
  static final Parameter SYMBOLS =
      TaskParameters.integer(
          "task.symbols",
          8,
          65536,
          16,
          "distinct tokens: half for keys, half for values, one to pad");
  static final Parameter KEY_TOKENS =
      TaskParameters.integer("task.key-tokens", 1, 8, 3, "tokens of a key, at most");
  static final Parameter VALUE_TOKENS =
      TaskParameters.integer("task.value-tokens", 1, 8, 3, "tokens of a value, at most");

  FuzzyRecallTask() {
    super(
        "fuzzy-recall",
        "in-context-recall with keys and values of several tokens",
        "MAD, Poli et al. 2024, arXiv 2403.17844",
        settings ->
            new FuzzyPairs(
                settings.integer(SYMBOLS),
                settings.integer(LENGTH),
                settings.integer(KEY_TOKENS),
                settings.integer(VALUE_TOKENS)),
        LENGTH,
        SYMBOLS,
        KEY_TOKENS,
        VALUE_TOKENS);
  }
}
