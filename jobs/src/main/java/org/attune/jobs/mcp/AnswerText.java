package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.Refusal;

/**
 * A tool's answer in a sentence. The data is in {@code structuredContent}; a text that repeated it
 * would cost its tokens twice.
 */
final class AnswerText {

  private AnswerText() {}

  /** The sentence for what a tool answers. */
  static String of(String tool, JsonNode data) {
    if (Refusal.isOne(data)) {
      return RefusalText.of(data);
    }
    return switch (tool) {
      case "describe" -> described(data);
      case "validate" ->
          "%s is valid: %s, %s at the level %s%s."
              .formatted(
                  name(data),
                  Counted.of(data.path("trials").asLong(), "trial"),
                  Counted.of(data.path("claims").asLong(), "claim"),
                  number(data.path("level")),
                  warned(data));
      case "propose" ->
          "%s is kept and %s: %s%s."
              .formatted(
                  name(data),
                  state(data),
                  Counted.of(data.path("trials").asLong(), "trial"),
                  warned(data));
      case "status" -> status(data);
      case "verdict" -> verdict(data);
      case "ledger" ->
          "%s, %s; the next level is %s."
              .formatted(
                  Counted.of(data.path("claims").asLong(), "claim"),
                  data.path("discoveries").asLong() + " shown",
                  number(data.path("next_level")));
      default -> "%s: %s.".formatted(name(data), data.path("message").asText("done"));
    };
  }

  private static String name(JsonNode data) {
    return data.path("sweep").asText();
  }

  private static String state(JsonNode data) {
    return data.path("state").asText();
  }

  private static String warned(JsonNode data) {
    return data.path("warnings").isEmpty()
        ? ""
        : StreamSupport.stream(data.path("warnings").spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.joining("; ", "; warning: ", ""));
  }

  private static String described(JsonNode data) {
    if (data.has("text")) {
      return "The page '%s'%s."
          .formatted(
              data.path("name").asText(),
              data.path("sections_left").isEmpty()
                  ? ""
                  : ", with %s left out".formatted(counted(data.path("sections_left"), "section")));
    }
    String what = data.fieldNames().next();
    long rest = data.path("left_out").asLong();
    return "%s of '%s'%s."
        .formatted(
            counted(data.path(what), "line"),
            what,
            rest == 0 ? "" : ", with %,d left out; %s".formatted(rest, data.path("more").asText()));
  }

  private static String counted(JsonNode list, String what) {
    return Counted.of(list.size(), what);
  }

  private static String status(JsonNode data) {
    if (data.has("proposals")) {
      return "%s; %d trials and %d s are left."
          .formatted(
              Counted.of(
                  data.path("proposals").size() + data.path("left_out").asLong(), "proposal"),
              data.path("trials_left").asLong(),
              data.path("seconds_left").asLong());
    }
    JsonNode best = data.path("status").path("best");
    return "%s is %s: %d of %s ended%s."
        .formatted(
            name(data),
            state(data),
            data.path("done").asLong(),
            Counted.of(data.path("trials").asLong(), "trial"),
            best.path("mean").isNumber()
                ? "; best: %s, %s".formatted(best.path("cell").asText(), number(best.path("mean")))
                : "");
  }

  private static String verdict(JsonNode data) {
    if (data.path("claims").isEmpty()) {
      return "%s is %s: %s".formatted(name(data), state(data), wait(data));
    }
    return JudgedClaims.text(name(data), data.path("claims"));
  }

  private static String wait(JsonNode data) {
    return data.path("claims_wait").asText("no claim");
  }

  private static String number(JsonNode value) {
    return value.isNumber() ? String.format(Locale.ROOT, "%.4g", value.asDouble()) : "unknown";
  }
}
