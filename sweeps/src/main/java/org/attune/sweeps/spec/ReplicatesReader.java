package org.attune.sweeps.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.attune.sweeps.statistics.Looks;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads {@code replicates}: a number, or {@code {at-least: 3, at-most: 12, until: decided}}. */
final class ReplicatesReader {

  private static final int MOST = 10_000;

  private static final Key<OptionalInt> ALL = Key.count("replicates", 1, MOST, "seeds a cell");
  private static final Key<OptionalInt> LEAST =
      Key.count("at-least", 2, MOST, "seeds of every cell");
  private static final Key<OptionalInt> AT_MOST =
      Key.count("at-most", 2, MOST, "no cell gets more");
  private static final Key<Optional<String>> UNTIL =
      Key.word("until", Set.of("decided"), "seeds are added until every claim is decided");
  private static final Key<OptionalInt> TUNING =
      Key.count("tuning", 1, 100, "seeds on which each setting of a tuned arm is tried");
  private static final List<Key<?>> KEYS = List.of(LEAST, AT_MOST, UNTIL, TUNING);

  private ReplicatesReader() {}

  /** The file's replicates; the default is one seed. */
  static Replicates read(Problems problems, Fields top) {
    if (!(top.node("replicates").orElse(null) instanceof MappingNode mapping)) {
      return Replicates.of(ALL.in(top).orElse(1));
    }
    Fields fields = new Fields(problems, "replicates", mapping, Key.names(KEYS));
    int least = LEAST.in(fields).orElse(Looks.STANDARD.seeds().get(0));
    int most = AT_MOST.in(fields).orElse(Looks.STANDARD.last());
    int tuning = TUNING.in(fields).orElse(Replicates.TUNING);
    UNTIL.in(fields);
    if (fields.node(UNTIL.name()).isEmpty()) {
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

  static Map<String, Object> schema() {
    Map<String, Object> decided = JsonSchemas.object(Key.schemas(KEYS));
    decided.put("required", List.of(UNTIL.name()));
    return JsonSchemas.described("seeds a cell", Map.of("anyOf", List.of(ALL.schema(), decided)));
  }
}
