package org.attune.model.task;

import org.attune.api.catalog.Parameter;

/** The parameters that say how long a task's examples are. */
final class Lengths {

  private Lengths() {}

  /** The tokens of a sequence, in [min, max]. */
  static Parameter tokens(int min, int max, int defaultValue, String describes) {
    return Parameter.integer("task.length", "length", min, max, defaultValue, describes)
        .sizing()
        .alsoCalled(
            "seq-len",
            "sequence-length",
            "block-size",
            "context-length",
            "max-length",
            "max-seq-len",
            "n-ctx",
            "ctx");
  }

  /** The rows of a set that are given, in [min, max]. */
  static Parameter rows(int min, int max, int defaultValue, String describes) {
    return Parameter.integer("task.context", "context", min, max, defaultValue, describes).sizing();
  }
}
