package org.attune.model.attention;

/** Something that one part of a model may need and another may be without. */
public enum Feature {
  QUERY("reads heads' queries", "has none of a head's width"),
  KEY("reads heads' keys", "has none of a head's width"),
  VALUE("reads heads' values", "has none of a head's width"),
  /** That what a head reads stands in the columns of its own query, key and value. */
  SAME_HEADS("sets queries, keys or values beside what heads read", "reads with wider heads"),
  /** That a query is made by a matrix of its own, from what tokens one likes. */
  OWN_QUERY("makes queries from other tokens", "takes each token itself for its query"),
  /** That the length of a query or key counts. */
  LENGTHS("scales a head's whole query or key", "gives each the same length afterwards"),
  /** That weights come from scores. */
  SCORES("changes scores", "looks at none"),
  /** That to lower a score far enough takes its weight to 0, as where it is a logarithm of it. */
  LOGITS("lowers logits", "has none"),
  /** That tokens stand in an order and none sees a later one. */
  ORDER("is for sequences", "is for sets"),
  /** That every query sees every key. */
  SET("is for sets", "is for sequences"),
  /** That linear maps are matrices of floats. */
  FLOATS("works on maps of floats", "has maps of signs"),
  /** That values are indicators of classes, as the task gives them. */
  INDICATORS("tells classes apart by their bare indicators", "has none for it");

  private final String needed;
  private final String lacking;

  Feature(String needed, String lacking) {
    this.needed = needed;
    this.lacking = lacking;
  }

  /** Why two parts do not go together, one of which needs what the other is without. */
  String between(String needing, String without) {
    return "%s %s, and %s %s: change one of them".formatted(needing, needed, without, lacking);
  }
}
