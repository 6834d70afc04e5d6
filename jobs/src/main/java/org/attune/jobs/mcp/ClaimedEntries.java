package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.lang3.StringUtils;
import org.attune.sweeps.verdict.ClaimEntry;

/**
 * A ledger's entries as an agent reads them. Each entry has its sweep's name, also one that the
 * ledger writes only by its number, such as a verdict. A claim is an object.
 */
final class ClaimedEntries {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SWEEP = "sweep";
  private static final String CLAIM = "claim";
  private static final String CLAIMS = "claims";

  private final List<ObjectNode> entries = new ArrayList<>();

  /**
   * The entries.
   *
   * @param written as {@code attune lab status --json} prints them
   */
  ClaimedEntries(JsonNode written) {
    Map<Integer, String> sweeps = new HashMap<>();
    for (JsonNode each : written) {
      ObjectNode entry = each.deepCopy();
      sweeps.put(entry.path("entry").asInt(), entry.path(SWEEP).asText());
      String sweep = sweeps.getOrDefault(stated(entry), "");
      if (!sweep.isEmpty()) {
        entry.put(SWEEP, sweep);
      }
      if (entry.has(CLAIMS)) {
        ArrayNode claims = JSON.createArrayNode();
        entry.path(CLAIMS).forEach(claim -> claims.add(claim(claim)));
        entry.set(CLAIMS, claims);
      }
      for (JsonNode verdict : entry.path("verdicts")) {
        ((ObjectNode) verdict).set(CLAIM, claim(verdict.path(CLAIM)));
      }
      entries.add(entry);
    }
  }

  /** The number of the entry that states the claims that an entry is about. */
  private static int stated(JsonNode entry) {
    return entry.path("of").asInt(entry.path("entry").asInt());
  }

  private static ObjectNode claim(JsonNode written) {
    ClaimEntry claim = ClaimEntry.read(written.asText());
    ObjectNode object = JSON.createObjectNode();
    claim.says().ifPresent(says -> object.put("says", says));
    object.put("compares", claim.compares()).put("test", claim.test());
    claim
        .origin()
        .filter(origin -> !origin.isEmpty())
        .ifPresent(origin -> object.put("origin", origin));
    return object;
  }

  List<ObjectNode> all() {
    return entries;
  }

  /** All entries of a sweep if one of them has the word. */
  List<ObjectNode> with(String word) {
    Set<Integer> found = new HashSet<>();
    for (ObjectNode entry : entries) {
      if (StringUtils.containsIgnoreCase(entry.toString(), word)) {
        found.add(stated(entry));
      }
    }
    return entries.stream().filter(entry -> found.contains(stated(entry))).toList();
  }
}
