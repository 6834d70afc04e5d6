package org.attune.model.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The options of a benchmark: {@code --name value} pairs. */
record Options(List<String> words) {

  static Options of(String[] arguments) {
    return new Options(List.of(arguments));
  }

  /** The number of rounds of each measurement. */
  int rounds(int standard) {
    return number("--rounds", standard);
  }

  /** The folder of the peer's {@code run} program. */
  Optional<Path> peer() {
    return value("--peer").map(Path::of);
  }

  /** Whether {@code --only} names these figures, or nothing. */
  boolean wants(String figures) {
    return value("--only").map(figures::equals).orElse(true);
  }

  int number(String name, int standard) {
    return value(name).map(Integer::parseInt).orElse(standard);
  }

  private Optional<String> value(String name) {
    int at = words.indexOf(name);
    if (at >= 0 && at + 1 == words.size()) {
      throw new IllegalArgumentException("Missing value after " + name);
    }
    return at < 0 ? Optional.empty() : Optional.of(words.get(at + 1));
  }
}
