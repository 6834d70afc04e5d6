package org.attune.jobs.mcp;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The arguments of a call, checked when a tool reads them. */
record GivenArguments(String tool, Map<String, Object> values) {

  /** Refuses an argument that the tool does not take. */
  GivenArguments requireKnown(List<ToolArgument> known) {
    List<String> keys = known.stream().map(ToolArgument::key).toList();
    for (String key : values.keySet()) {
      if (!keys.contains(key)) {
        throw RefusedCallException.unknown(
            "There is no argument '%s'; the tool takes: %s"
                .formatted(key, keys.isEmpty() ? "none" : String.join(", ", keys)),
            key,
            keys,
            "%s {}".formatted(tool));
      }
    }
    return this;
  }

  String text(ToolArgument argument) {
    return optional(argument)
        .orElseThrow(() -> missing("The argument '%s' is missing, or no text.", argument, "TEXT"));
  }

  Optional<String> optional(ToolArgument argument) {
    Object value = values.get(argument.key());
    if (value != null && !(value instanceof String)) {
      throw missing("The argument '%s' is missing, or no text.", argument, "TEXT");
    }
    return Optional.ofNullable((String) value);
  }

  boolean flag(ToolArgument argument) {
    Object value = values.getOrDefault(argument.key(), false);
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw missing("The argument '%s' is not true or false.", argument, true);
  }

  int whole(ToolArgument argument) {
    Object value = values.getOrDefault(argument.key(), 0);
    if (value instanceof Integer whole) {
      return whole;
    }
    throw missing("The argument '%s' is not a whole number.", argument, 60);
  }

  private RefusedCallException missing(String message, ToolArgument argument, Object example) {
    return RefusedCallException.of(
        message.formatted(argument.key()),
        "%s {\"%s\": %s}"
            .formatted(
                tool, argument.key(), example instanceof String ? "\"" + example + "\"" : example));
  }
}
