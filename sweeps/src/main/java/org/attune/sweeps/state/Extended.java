package org.attune.sweeps.state;

import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A map of texts with the entries of two: many attempts share the first, and few entries are their
 * own. Neither changes.
 */
final class Extended extends AbstractMap<String, String> {

  private final Map<String, String> shared;
  private final Map<String, String> replacing;

  /**
   * @param replacing its entries replace shared ones of the same key
   */
  Extended(Map<String, String> shared, Map<String, String> replacing) {
    this.shared = shared;
    this.replacing = replacing;
  }

  @Override
  public String get(Object key) {
    String value = replacing.get(key);
    return value == null ? shared.get(key) : value;
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    Map<String, String> both = new HashMap<>(shared);
    both.putAll(replacing);
    return Map.copyOf(both).entrySet();
  }
}
