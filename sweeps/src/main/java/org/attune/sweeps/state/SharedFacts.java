package org.attune.sweeps.state;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.attune.api.catalog.SharedText;

/** Makes equal provenance of attempts one map; it remembers as many maps as a cluster has slots. */
final class SharedFacts {

  private static final int MOST = 1 << 14;

  private final Map<Map<String, String>, Map<String, String>> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Map<String, String>, Map<String, String>> e) {
          return size() > MOST;
        }
      };

  /** A map equal to this one, shared with earlier attempts. */
  Map<String, String> of(Map<String, String> facts) {
    return known.computeIfAbsent(facts, SharedFacts::ofSharedTexts);
  }

  /** A copy with shared texts, for maps that all differ. */
  static Map<String, String> ofSharedTexts(Map<String, String> facts) {
    Map<String, String> copy = new HashMap<>();
    facts.forEach((key, value) -> copy.put(SharedText.of(key), SharedText.of(value)));
    return Map.copyOf(copy);
  }
}
