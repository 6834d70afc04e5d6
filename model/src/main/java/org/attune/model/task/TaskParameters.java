package org.attune.model.task;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;

/** The parameters of tasks. A key is {@code task.} and the words of its column. */
final class TaskParameters {

  private static final int MOST_VALIDATED = 1_000_000;

  private TaskParameters() {}

  private static String column(String key) {
    return key.substring("task.".length()).replace('-', '_').replace('.', '_');
  }

  /** A whole number in [min, max]. */
  static Parameter integer(String key, long min, long max, long defaultValue, String describes) {
    return Parameter.integer(key, column(key), min, max, defaultValue, describes);
  }

  /** A real number in [min, max]. */
  static Parameter real(String key, double min, double max, double defaultValue, String describes) {
    return Parameter.real(key, column(key), min, max, defaultValue, describes);
  }

  /** A choice among an enum's constants; the first option is the default. */
  static <E extends Enum<E>> Choice<E> choice(
      Class<E> type, String key, String describes, Option... options) {
    return Choice.of(type, key, column(key), describes, List.of(options));
  }

  /** The number of sets for validation. */
  static Parameter validationSets(int defaultValue, String describes) {
    return integer("task.validation-sets", 1, MOST_VALIDATED, defaultValue, describes);
  }

  /** The number of examples for validation. */
  static Parameter validationExamples(int defaultValue, String describes) {
    return integer("task.validation-examples", 1, MOST_VALIDATED, defaultValue, describes);
  }

  /** The tokens of a sequence, in [min, max]. */
  static Parameter tokens(int min, int max, int defaultValue, String describes) {
    return integer("task.length", min, max, defaultValue, describes)
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
    return integer("task.context", min, max, defaultValue, describes).sizing();
  }
}
