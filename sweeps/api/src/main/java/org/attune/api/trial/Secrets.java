package org.attune.api.trial;

import java.io.Serializable;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Secret values that a user's program gets as variables. Attune stores them nowhere: they exist
 * only in the memory of the driver and of the process that runs the trial.
 *
 * <pre>{@code
 * Secrets secrets = new Secrets(new TreeMap<>(Map.of("API_KEY", "0123456789")));
 * secrets.hide("the key is 0123456789"); // the key is ***
 * }</pre>
 *
 * @param values by the variable's name
 */
public record Secrets(SortedMap<String, String> values) implements Serializable {

  /** No secrets. */
  public static final Secrets NONE = new Secrets(new TreeMap<>());

  /**
   * The minimum length of a secret in characters: a shorter one may occur in other words by chance.
   */
  public static final int LEAST_CHARACTERS = 8;

  private static final String HIDDEN = "***";

  public Secrets {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /**
   * The text with all secrets hidden, also as JSON, an address, hexadecimal digits or Base64 spell
   * them. For a secret of several lines, each long line is hidden.
   */
  public String hide(String text) {
    if (values.isEmpty()) {
      return text;
    }
    String hidden = text;
    for (String line : lines()) {
      hidden = hidden.replace(line, HIDDEN);
    }
    return hidden;
  }

  private List<String> lines() {
    return values.values().stream()
        .flatMap(String::lines)
        .filter(line -> line.length() >= LEAST_CHARACTERS)
        .flatMap(SecretSpellings::of)
        .distinct()
        .sorted(Comparator.comparing(String::length).reversed())
        .toList();
  }

  /** Only the names: messages and logs print this. */
  @Override
  public String toString() {
    return values.keySet().toString();
  }
}
