package org.attune.model.attention.source;

import org.attune.model.attention.Place;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;

/** In which layers a source looks back; the others take the current token. */
public enum Layers {
  ALL,
  FIRST;

  static final Parameter OF_QUERIES = parameter("attention.query.layers", "query_layers");
  static final Parameter OF_KEYS = parameter("attention.key.layers", "key_layers");

  private static Parameter parameter(String key, String column) {
    return Parameter.choice(
        key,
        column,
        "the layers that look back",
        java.util.List.of(
            Option.of("all", "every layer", ""), Option.of("first", "the first layer alone", "")));
  }

  static Layers of(Configuration settings, Parameter parameter) {
    return settings.choice(parameter).equals("first") ? FIRST : ALL;
  }

  boolean hold(Place place) {
    return this == ALL || place.layer() == 0;
  }
}
