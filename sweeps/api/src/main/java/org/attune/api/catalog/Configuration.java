package org.attune.api.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Everything that defines one cell of a sweep: a canonical value for every parameter that applies.
 *
 * <p>Two configurations are equal if they train the same model in the same way. Defaults are
 * written out, numbers are canonical, and parameters of options not chosen are absent. A
 * {@linkplain Parameter#quiet quiet} parameter is present only if it is set.
 */
public final class Configuration {

  private final SortedMap<String, String> values;

  private Configuration(SortedMap<String, String> values) {
    this.values = new PackedTexts(values);
  }

  /**
   * Completes settings with the catalog's defaults.
   *
   * @param settings values by key; values of options not chosen are dropped
   * @throws IllegalArgumentException if a key is unknown or a value is outside its domain
   */
  public static Configuration of(ParameterTree tree, Map<String, String> settings) {
    return new Configuration(tree.complete(settings));
  }

  /** Restores a configuration from recorded {@link #values}, without a catalog. */
  public static Configuration recorded(Map<String, String> values) {
    return new Configuration(new TreeMap<>(values));
  }

  /** Every applicable parameter's value by key. */
  public SortedMap<String, String> values() {
    return values;
  }

  /** Whether a parameter applies. */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  /**
   * The value as text; for a choice, the option's name.
   *
   * @throws IllegalArgumentException if the parameter does not apply
   */
  public String text(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("Cannot read '" + key + "': it is not among " + values);
    }
    return value;
  }

  /** The value of an {@link Domain.IntegerRange}. */
  public long integer(String key) {
    return Long.parseLong(text(key));
  }

  /** The value of a {@link Domain.RealRange}. */
  public double real(String key) {
    return Double.parseDouble(text(key));
  }

  /** The value of a {@link Domain.Flag}. */
  public boolean flag(String key) {
    return Boolean.parseBoolean(text(key));
  }

  /** One {@code key=value} line per parameter, sorted by key. */
  public String canonicalText() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** SHA-256 of {@link #canonicalText}, 64 hexadecimal digits. */
  public String hash() {
    return sha256(canonicalText());
  }

  /** SHA-256 of a text's UTF-8 bytes, 64 hexadecimal digits. */
  public static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Configuration that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
