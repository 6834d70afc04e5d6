package org.attune.jobs.lab;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.attune.sweeps.lab.Entries;
import org.attune.sweeps.lab.Wealth;

/** A lab as JSON, for programs. */
final class LabJson {

  private LabJson() {}

  static Map<String, Object> of(Entries entries) {
    Wealth wealth = entries.wealth();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("lab", entries.lab());
    json.put("rate", wealth.rate());
    json.put("claims", wealth.claims());
    json.put("discoveries", wealth.discoveries());
    json.put("expected_wrong", wealth.rate() * wealth.discoveries());
    json.put("wealth_left", wealth.left());
    json.put("next_level", wealth.level(1));
    json.put(
        "entries",
        entries.all().stream()
            .map(
                entry -> ((ObjectNode) entry.line().json().deepCopy()).put("entry", entry.number()))
            .toList());
    return json;
  }
}
