package org.attune.model.attention;

/** A feature that one part of a model may need and another may lack. */
public enum Feature {
  QUERY("reads heads' queries", "has none of a head's width"),
  KEY("reads heads' keys", "has none of a head's width"),
  VALUE("reads heads' values", "has none of a head's width"),
  /** A head's output has the same columns as the head's own query, key and value. */
  SAME_HEADS("sets queries, keys or values beside what heads read", "reads with wider heads"),
  /** Queries have their own matrix and can come from any token. */
  OWN_QUERY("makes queries from other tokens", "takes each token itself for its query"),
  /** The length of a query or key matters. */
  LENGTHS("scales a head's whole query or key", "gives each the same length afterwards"),
  /** Weights come from scores. */
  SCORES("changes scores", "looks at none"),
  /** Each query weighs the keys that it sees. */
  WEIGHTS("changes how keys are weighed", "weighs no keys"),
  /**
   * A sufficiently lowered score takes its weight to 0, as when the score is the weight's
   * logarithm.
   */
  LOGITS("lowers logits", "has none"),
  /** Tokens have an order, and none sees a later one. */
  ORDER("is for sequences", "is for sets"),
  /** Every query sees every key. */
  SET("is for sets", "is for sequences"),
  /** Linear maps are matrices of floats. */
  FLOATS("works on maps of floats", "has maps of signs"),
  /** Values are class indicators, as the task supplies them. */
  INDICATORS("tells classes apart by their bare indicators", "has none for it");

  private final String needed; // what a part does that needs it, as a verb for messages
  private final String lacking; // what a part does instead that lacks it

  Feature(String needed, String lacking) {
    this.needed = needed;
    this.lacking = lacking;
  }

  /** Returns why two parts are incompatible: one needs the feature that the other lacks. */
  String between(String needing, String without) {
    return "%s %s, and %s %s: change one of them".formatted(needing, needed, without, lacking);
  }
}
