package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Spelling;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads a mapping with a fixed set of keys, such as {@code objective}. */
final class Fields {

  private static final Pattern DURATION =
      Pattern.compile("(?:(\\d{1,4})d)?(?:(\\d{1,6})h)?(?:(\\d{1,8})m)?(?:(\\d{1,9})s)?");

  private final Problems problems;
  private final String path;
  private final Map<String, Node> values = new LinkedHashMap<>();

  /**
   * Reads a mapping's keys.
   *
   * @param path of the mapping; empty for the file
   */
  Fields(Problems problems, String path, MappingNode mapping, Set<String> allowed) {
    this(problems, path, mapping, allowed, Set.of());
  }

  /**
   * Reads a mapping's keys.
   *
   * @param path of the mapping; empty for the file
   * @param elsewhere keys that are allowed too, and that another reader has taken out
   */
  Fields(
      Problems problems,
      String path,
      MappingNode mapping,
      Set<String> allowed,
      Set<String> elsewhere) {
    Set<String> all = new LinkedHashSet<>(allowed);
    all.addAll(elsewhere);
    this.problems = problems;
    this.path = path;
    for (NodeTuple tuple : mapping.getValue()) {
      String key = Document.key(tuple);
      if (allowed.contains(key)) {
        values.put(key, tuple.getValueNode());
      } else {
        problems.add(
            tuple.getKeyNode(),
            Document.join(path, key),
            "unknown key; allowed here: " + String.join(", ", all) + Spelling.hint(key, all));
      }
    }
  }

  Optional<Node> node(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** A nested mapping; reports a problem if the value is something else. */
  Optional<MappingNode> section(String key) {
    Optional<Node> node = node(key);
    if (node.isPresent() && !(node.get() instanceof MappingNode)) {
      problems.add(
          node.get(), Document.join(path, key), "must be a mapping, not " + kind(node.get()));
      return Optional.empty();
    }
    return node.map(MappingNode.class::cast);
  }

  /** The fields of a nested mapping with these keys. */
  Optional<Fields> section(String key, Set<String> allowed) {
    return section(key).map(node -> new Fields(problems, Document.join(path, key), node, allowed));
  }

  Optional<String> text(String key) {
    return node(key).flatMap(node -> text(problems, node, Document.join(path, key)));
  }

  OptionalLong integer(String key, long min, long max) {
    return canonical(key, new Domain.IntegerRange(min, max))
        .map(text -> OptionalLong.of(Long.parseLong(text)))
        .orElse(OptionalLong.empty());
  }

  OptionalInt count(String key, int min, int max) {
    return canonical(key, new Domain.IntegerRange(min, max))
        .map(text -> OptionalInt.of(Integer.parseInt(text)))
        .orElse(OptionalInt.empty());
  }

  OptionalDouble real(String key, double min, double max) {
    return canonical(key, Domain.RealRange.closed(min, max))
        .map(text -> OptionalDouble.of(Double.parseDouble(text)))
        .orElse(OptionalDouble.empty());
  }

  private Optional<String> canonical(String key, Domain domain) {
    return text(key)
        .flatMap(
            given -> {
              try {
                return Optional.of(domain.canonical(given));
              } catch (IllegalArgumentException invalid) {
                problems.add(values.get(key), Document.join(path, key), invalid.getMessage());
                return Optional.empty();
              }
            });
  }

  /** The word under a key; it must be one of those allowed. */
  Optional<String> word(String key, Set<String> allowed) {
    Optional<String> given = text(key);
    if (given.isPresent() && !allowed.contains(given.get())) {
      problems.add(
          values.get(key),
          Document.join(path, key),
          "'%s' must be %s%s"
              .formatted(
                  given.get(),
                  (allowed.size() == 1 ? "" : "one of ") + String.join(", ", allowed),
                  Spelling.hint(given.get(), allowed)));
      return Optional.empty();
    }
    return given;
  }

  Optional<Duration> duration(String key) {
    Optional<String> given = text(key);
    if (given.isEmpty()) {
      return Optional.empty();
    }
    Matcher parts = DURATION.matcher(given.get());
    Duration duration = Duration.ZERO;
    if (parts.matches()) {
      duration =
          Duration.ofDays(number(parts.group(1)))
              .plusHours(number(parts.group(2)))
              .plusMinutes(number(parts.group(3)))
              .plusSeconds(number(parts.group(4)));
    }
    if (duration.isZero()) {
      problems.add(
          values.get(key),
          Document.join(path, key),
          "'" + given.get() + "' must be a time above 0, such as 90s, 30m, 2h or 1d12h");
      return Optional.empty();
    }
    return Optional.of(duration);
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /** A scalar's text; reports a problem if the node is not a scalar or is empty. */
  static Optional<String> text(Problems problems, Node node, String path) {
    if (!(node instanceof ScalarNode scalar)) {
      problems.add(node, path, "must be a single value, not " + kind(node));
      return Optional.empty();
    }
    if (node.getTag().equals(Tag.NULL) || scalar.getValue().isEmpty()) {
      problems.add(node, path, "has no value; give it one, or remove the key");
      return Optional.empty();
    }
    return Optional.of(scalar.getValue());
  }

  static String kind(Node node) {
    return switch (node.getNodeId()) {
      case mapping -> "a mapping";
      case sequence -> "a list";
      default -> "a single value";
    };
  }
}
