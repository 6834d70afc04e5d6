package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.lang3.StringUtils;

/**
 * What {@code attune list} names, cut to what a model reads at once. The whole list of axes has a
 * hundred thousand characters.
 *
 * @param what its kind, such as {@code axes}
 * @param lines the list's JSON
 */
record ListedKeys(String what, JsonNode lines) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_LINES = 60;
  private static final String AXES = "axes";
  private static final String KEY = "key";
  private static final String OPTION = "option";
  private static final String METRIC = "metric";
  private static final String WHERE = "where";

  /** Keys that tell an agent nothing that it could use. */
  private static final List<String> SPARED = List.of("column", "source");

  /**
   * The top of the list: of axes those that stand alone, of others the choices with their options.
   */
  ObjectNode top() {
    return cut(
        line -> !line.has(WHERE) && (!what.equals(AXES) || !line.has(OPTION)),
        lines.size(),
        "for the options of one: describe {\"what\": \"%s\", \"name\": KEY}; for lines with a word: word");
  }

  /** The lines with a word. */
  ObjectNode with(String word) {
    Predicate<JsonNode> wanted = line -> StringUtils.containsIgnoreCase(line.toString(), word);
    return cut(
        wanted, count(wanted), "for fewer lines: name, with a key of these; or a longer word");
  }

  /** A key or an option with what stands below it. */
  ObjectNode named(String name) {
    Predicate<JsonNode> wanted = line -> isOf(line, name);
    ObjectNode found =
        cut(wanted, count(wanted), "for fewer lines: name, with a longer key of these");
    if (found.path(what).isEmpty()) {
      Set<String> names = new LinkedHashSet<>();
      each()
          .flatMap(line -> Stream.of(KEY, OPTION, METRIC).map(key -> line.path(key).asText()))
          .filter(each -> !each.isEmpty())
          .forEach(names::add);
      throw RefusedCallException.unknown(
          "Nothing of '%s' is called '%s'.".formatted(what, name),
          name,
          names,
          "describe {\"what\": \"%s\", \"word\": \"%s\"}".formatted(what, name));
    }
    return found;
  }

  private static boolean isOf(JsonNode line, String name) {
    String where = line.path(WHERE).asText();
    return Stream.of(KEY, OPTION, METRIC).anyMatch(key -> line.path(key).asText().equals(name))
        || line.path(KEY).asText().startsWith(name + ".")
        || where.startsWith(name + ": ")
        || where.endsWith(": " + name);
  }

  private Stream<JsonNode> each() {
    return StreamSupport.stream(lines.spliterator(), false);
  }

  private long count(Predicate<JsonNode> wanted) {
    return each().filter(wanted).count();
  }

  /**
   * The first lines that are wanted.
   *
   * @param all the number of lines to count; what is not shown is left out
   */
  private ObjectNode cut(Predicate<JsonNode> wanted, long all, String more) {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode shown = answer.putArray(what);
    each()
        .filter(wanted)
        .limit(MOST_LINES)
        .forEach(line -> shown.add(((ObjectNode) line.deepCopy()).remove(SPARED)));
    long rest = all - shown.size();
    answer.put("left_out", rest);
    return rest == 0 ? answer : answer.put("more", more.formatted(what));
  }
}
