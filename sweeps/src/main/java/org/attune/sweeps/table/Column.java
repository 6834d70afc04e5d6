package org.attune.sweeps.table;

/**
 * A column of a stored table. {@link Table} declares the columns that every sweep has.
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

  /**
   * What a column says.
   *
   * @param unit its unit; empty for a plain number or a non-quantity
   * @param text a one-line description
   */
  public record Note(String unit, String text) {}
}
