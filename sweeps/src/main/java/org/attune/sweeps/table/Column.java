package org.attune.sweeps.table;

/**
 * A column of a result table.
 *
 * @param name lower case, with underscores
 * @param type of its values
 * @param required whether every row has a value
 */
public record Column(String name, Type type, boolean required) {

  /** The type of a column, and the Java class of its values. */
  public enum Type {
    /** {@link String}. */
    STRING,
    /** {@link Long}. */
    LONG,
    /** {@link Double}. */
    DOUBLE,
    /** {@link Boolean}. */
    BOOLEAN,
    /** {@link java.time.Instant}, to the microsecond. */
    TIMESTAMP,
    /** {@code Map<String, String>}, without null values. */
    STRING_MAP
  }

  static Column optional(String name, Type type) {
    return new Column(name, type, false);
  }
}
