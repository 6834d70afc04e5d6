package org.attune.jobs.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.report.JsonObject;

/**
 * A line of a table's {@link ClaimRecord}: a run of the table, or a claim as that run judged it.
 * Each line has a hash of itself and of the line before it, so that a change shows.
 *
 * @param json all of the line but the hash
 * @param sha256 the hash that the line has
 */
record RecordLine(ObjectNode json, String sha256) {

  static final String RUN = "run";
  static final String CLAIM = "claim";
  static final String ENTRY = "entry";
  static final String RESULT = "result";

  private static final String SHA256 = "sha256";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The line after another, whose hash is given; the first line comes after an empty one. */
  static RecordLine after(String before, JsonObject content) {
    ObjectNode json = MAPPER.valueToTree(content);
    return new RecordLine(json, hash(before, json));
  }

  /**
   * Reads a line.
   *
   * @throws IOException if it is none
   */
  static RecordLine read(String line) throws IOException {
    try {
      ObjectNode json = (ObjectNode) MAPPER.readTree(line);
      String hash = json.path(SHA256).asText();
      json.remove(SHA256);
      return new RecordLine(json, hash);
    } catch (JsonProcessingException | ClassCastException | NullPointerException broken) {
      throw new IOException(
          "no line of a record: " + line.substring(0, Math.min(60, line.length())));
    }
  }

  String text() {
    return json.deepCopy().put(SHA256, sha256).toString();
  }

  /** Whether the line is as it was written after the other. */
  boolean follows(String before) {
    return sha256.equals(hash(before, json));
  }

  private static String hash(String before, ObjectNode json) {
    return Configuration.sha256(before + "\n" + json);
  }

  boolean isRun() {
    return json.has(RUN) && !isClaim();
  }

  boolean isClaim() {
    return json.has(CLAIM);
  }

  /** The number of the run that the line is about, from 1. */
  int run() {
    return json.path(RUN).asInt();
  }

  /** The line of others that is about the same claim. Sentences may occur twice; entries do not. */
  Optional<RecordLine> sameClaim(List<RecordLine> others) {
    return others.stream().filter(other -> other.text(ENTRY).equals(text(ENTRY))).findFirst();
  }

  /** A text of the line; empty if it has none. */
  Optional<String> text(String key) {
    return Optional.ofNullable(json.path(key).textValue());
  }

  /** A time of the line; empty if it has none. */
  Optional<Instant> time(String key) {
    return text(key).map(Instant::parse);
  }
}
