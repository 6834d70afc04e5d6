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
 * of claims and ledgers are chains of such lines. The hash covers the line's own text, because
 * another Java may write a number in other digits.
 *
 * @param json all of the line but the hash
 * @param sha256 the hash that the line has
 * @param text the line as files have it
 */
public record ChainedLine(ObjectNode json, String sha256, String text) {

  private static final String SHA256 = "sha256";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Makes the line that follows the line with the hash {@code before}; empty for the first line.
   */
  public static ChainedLine after(String before, Map<String, ?> content) {
    ObjectNode json = MAPPER.valueToTree(content);
    String written = json.toString();
    String hash = hash(before, written);
    return new ChainedLine(json, hash, written.substring(0, written.length() - 1) + end(hash));
  }

  /** How a line with a hash ends. */
  private static String end(String hash) {
    return ",\"%s\":\"%s\"}".formatted(SHA256, hash);
  }

  /**
   * Reads a line.
   *
   * @throws IOException if the text is not such a line
   */
  public static ChainedLine read(String line) throws IOException {
    try {
      ObjectNode json = (ObjectNode) MAPPER.readTree(line);
      String hash = json.path(SHA256).asText();
      json.remove(SHA256);
      return new ChainedLine(json, hash, line);
    } catch (JsonProcessingException | ClassCastException | NullPointerException broken) {
      throw new IOException(
          "not a line of a record: " + line.substring(0, Math.min(60, line.length())));
    }
  }

  /** Whether the line is unchanged and follows the line with the hash {@code before}. */
  public boolean follows(String before) {
    String end = end(sha256);
    return text.endsWith(end)
        && sha256.equals(hash(before, text.substring(0, text.length() - end.length()) + "}"));
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

  private static String hash(String before, String content) {
    return Configuration.sha256(before + "\n" + content);
  }
}
