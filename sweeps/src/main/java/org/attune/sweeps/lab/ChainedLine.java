package org.attune.sweeps.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;

/**
 * A JSON object with a hash of itself and of the object before it, so that a change shows. Records
 * of claims and ledgers are chains of such lines.
 *
 * @param json all of the line but the hash
 * @param sha256 the hash that the line has
 */
public record ChainedLine(ObjectNode json, String sha256) {

  private static final String SHA256 = "sha256";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The line after another, whose hash is given; the first line comes after an empty one. */
  public static ChainedLine after(String before, Map<String, ?> content) {
    ObjectNode json = MAPPER.valueToTree(content);
    return new ChainedLine(json, hash(before, json));
  }

  /**
   * Reads a line.
   *
   * @throws IOException if it is none
   */
  public static ChainedLine read(String line) throws IOException {
    try {
      ObjectNode json = (ObjectNode) MAPPER.readTree(line);
      String hash = json.path(SHA256).asText();
      json.remove(SHA256);
      return new ChainedLine(json, hash);
    } catch (JsonProcessingException | ClassCastException | NullPointerException broken) {
      throw new IOException(
          "no line of a record: " + line.substring(0, Math.min(60, line.length())));
    }
  }

  /** The line as files have it. */
  public String text() {
    return json.deepCopy().put(SHA256, sha256).toString();
  }

  /** Whether the line is as it was written after the other. */
  public boolean follows(String before) {
    return sha256.equals(hash(before, json));
  }

  /** The lines that were changed, or that follow a line that was removed. */
  public static List<ChainedLine> changed(List<ChainedLine> lines) {
    List<ChainedLine> changed = new ArrayList<>();
    String before = "";
    for (ChainedLine line : lines) {
      if (!line.follows(before)) {
        changed.add(line);
      }
      before = line.sha256();
    }
    return changed;
  }

  private static String hash(String before, ObjectNode json) {
    return Configuration.sha256(before + "\n" + json);
  }
}
