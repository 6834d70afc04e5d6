package org.attune.sweeps.spec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attune.sweeps.statistics.Looks;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads {@code replicates}: a number, or {@code {at-least: 3, at-most: 12, until: decided}}. */
final class ReplicatesReader {

  static final int MAX_REPLICATES = 10_000;
  static final int MAX_TUNING = 100;
  static final Set<String> KEYS =
      new LinkedHashSet<>(List.of("at-least", "at-most", "until", "tuning"));

  private ReplicatesReader() {}

  /** The file's replicates; the default is one seed. */
  static Replicates read(Problems problems, Fields top) {
    if (!(top.node("replicates").orElse(null) instanceof MappingNode mapping)) {
      return Replicates.of(top.count("replicates", 1, MAX_REPLICATES).orElse(1));
    }
    Fields fields = new Fields(problems, "replicates", mapping, KEYS);
    int least = fields.count("at-least", 2, MAX_REPLICATES).orElse(Looks.STANDARD.seeds().get(0));
    int most = fields.count("at-most", 2, MAX_REPLICATES).orElse(Looks.STANDARD.last());
    int tuning = fields.count("tuning", 1, MAX_TUNING).orElse(Replicates.TUNING);
    fields.word("until", Set.of("decided"));
    if (fields.node("until").isEmpty()) {
      problems.add(mapping, "replicates.until", "is missing; it must be decided");
    }
    if (most < least) {
      problems.add(
          mapping,
          "replicates.at-most",
          "%d must not be below at-least, %d".formatted(most, least));
      return Replicates.of(least);
    }
    return new Replicates(least, most, true, tuning);
  }
}
