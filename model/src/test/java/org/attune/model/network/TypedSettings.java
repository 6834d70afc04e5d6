package org.attune.model.network;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;

/** Settings as they are typed: {@code key=value}, with a space between two. */
final class TypedSettings {

  private TypedSettings() {}

  /** Why they are refused. */
  static List<String> conflicts(String settings) {
    Map<String, String> all = new HashMap<>();
    for (String setting : settings.split(" ")) {
      String[] pair = setting.split("=");
      all.put(pair[0], pair[1]);
    }
    return new ModelCatalog().conflicts(new Configuration(all));
  }
}
