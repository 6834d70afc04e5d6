package org.attune.api.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The settings of a trial: values by key, sorted by key.
 *
 * <p>A cell of a sweep is {@linkplain #of complete}: defaults are written out, numbers are
 * canonical, and parameters of options not chosen are absent. A {@linkplain Traits#quiet quiet}
 * parameter is present only if it is set. Two such configurations are equal if they train the same
 * model in the same way. Reading by {@link Parameter} gives the default of an absent value.
 *
 * <pre>{@code
 * Parameter width = Parameter.integer("model.width", "width", 1, 4096, 64, "features per token");
 * new Configuration(Map.of("model.width", "128")).integer(width); // 128
 * new Configuration(Map.of()).integer(width); // 64
 * }</pre>
 */
public final class Configuration {

  private final SortedMap<String, String> values;
  private final SortedMap<String, String> holes;

  /** Takes values unchanged, such as those that a trial's row records. */
  public Configuration(Map<String, String> values) {
    this(new TreeMap<>(values), Collections.emptySortedMap());
  }

  private Configuration(SortedMap<String, String> values, SortedMap<String, String> holes) {
    this.values = new PackedTexts(values);
    this.holes = holes;
  }

  /**
   * Completes settings with the catalog's defaults.
   *
   * @param settings values by key; values of options not chosen are dropped
   * @throws IllegalArgumentException if a key is unknown or a value is outside its domain
   */
  public static Configuration of(ParameterTree tree, Map<String, String> settings) {
    return new Configuration(tree.complete(settings), Collections.emptySortedMap());
  }

  /** A copy with one value changed or added. */
  public Configuration with(String key, Object value) {
    Map<String, String> changed = new TreeMap<>(values);
    changed.put(key, String.valueOf(value));
    return new Configuration(changed);
  }

  /** The values by key; read-only. */
  public SortedMap<String, String> values() {
    return values;
  }

  /**
   * Returns this configuration with what the file put into its formulas' holes.
   *
   * @param holes see {@link #holes}
   */
  public Configuration filled(Map<String, String> holes) {
    return holes.isEmpty()
        ? this
        : new Configuration(new TreeMap<>(values), new PackedTexts(new TreeMap<>(holes)));
  }

  /**
   * The holes of its formulas, which a sweep file filled; empty for most configurations. A
   * formula's key has its text with open holes. That key, a dot and a hole's name have what fills
   * the hole. Holes describe {@link #values} and are no part of equality and hash.
   */
  public SortedMap<String, String> holes() {
    return holes;
  }

  /**
   * Its values by axis, for analysis: a formula with holes stands with its holes open, beside what
   * is in each.
   */
  public Map<String, String> axes() {
    if (holes.isEmpty()) {
      return values;
    }
    Map<String, String> axes = new TreeMap<>(values);
    axes.putAll(holes);
    return axes;
  }

  /** Whether a value is present. */
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

  /**
   * The value as text, or the default; checked, except for formulas, which their language checks.
   *
   * @throws IllegalArgumentException if the value is outside the parameter's domain; the message
   *     gives the key, the value and the allowed ones
   */
  public String text(Parameter parameter) {
    String given = values.get(parameter.key());
    if (given == null) {
      return parameter.defaultValue();
    }
    if (parameter.domain() instanceof Domain.Formula) {
      return given;
    }
    try {
      return parameter.domain().canonical(given.trim());
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(parameter.key() + ": " + invalid.getMessage(), invalid);
    }
  }

  /** The name of the chosen option, or of the default. Fails as {@link #text(Parameter)}. */
  public String choice(Parameter parameter) {
    return text(parameter);
  }

  /** The chosen constant, or the default. Fails as {@link #text(Parameter)}. */
  public <E extends Enum<E>> E choice(Choice<E> choice) {
    return choice.constant(text(choice.parameter()));
  }

  /** The whole number, or the default. Fails as {@link #text(Parameter)}. */
  public int integer(Parameter parameter) {
    return Math.toIntExact(Long.parseLong(text(parameter)));
  }

  /** The real number, or the default. Fails as {@link #text(Parameter)}. */
  public double real(Parameter parameter) {
    return Double.parseDouble(text(parameter));
  }

  /** True or false, or the default. Fails as {@link #text(Parameter)}. */
  public boolean flag(Parameter parameter) {
    return Boolean.parseBoolean(text(parameter));
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
