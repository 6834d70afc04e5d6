package org.attune.sweeps.state;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.identity.QuotedWord;

/**
 * How the values of each key are written in the names of cells. Two values of a key never look
 * alike: numbers have six digits if these distinguish all of them, else all their digits. A word is
 * written as it was typed, also if it looks like a number; see {@link QuotedWord}.
 */
final class ShownValues {

  /**
   * In a sweep with more cells than this, values are written in full and are not compared. Two
   * numbers then still differ, but a word such as {@code 1E3} is written as the number that it
   * looks like.
   */
  static final int MOST_COMPARED = 100_000;

  /** Ways to write the values of a key, the shortest first. */
  private enum Form {
    ROUNDED {
      @Override
      String of(String value) {
        return Numbers.shown(value);
      }
    },
    WHOLE {
      @Override
      String of(String value) {
        return value.indexOf('E') < 0
            ? value
            : Numbers.real(value).map(Numbers::readable).orElse(value);
      }
    },
    TYPED {
      @Override
      String of(String value) {
        return value;
      }
    };

    abstract String of(String value);
  }

  private final Set<String> words;
  private final SortedMap<String, Form> forms;

  private ShownValues(Set<String> words, SortedMap<String, Form> forms) {
    this.words = Set.copyOf(words);
    this.forms = Collections.unmodifiableSortedMap(forms);
  }

  /**
   * The forms in which these cells' values differ.
   *
   * @param words keys whose values are words
   */
  static ShownValues of(
      Collection<String> keys, Set<String> words, Collection<Configuration> cells) {
    SortedMap<String, Form> forms = new TreeMap<>();
    boolean many = cells.size() > MOST_COMPARED;
    for (String key : keys) {
      forms.put(key, words.contains(key) ? Form.TYPED : many ? Form.WHOLE : form(key, cells));
    }
    return new ShownValues(words, forms);
  }

  private static Form form(String key, Collection<Configuration> cells) {
    Set<String> values = new HashSet<>();
    for (Configuration cell : cells) {
      if (cell.has(key)) {
        values.add(cell.text(key));
      }
    }
    if (areWords(values)) {
      return Form.TYPED;
    }
    Map<Form, Set<String>> shown = new EnumMap<>(Form.class);
    for (Form form : Form.values()) {
      values.forEach(
          value -> shown.computeIfAbsent(form, f -> new HashSet<>()).add(form.of(value)));
      if (shown.getOrDefault(form, Set.of()).size() == values.size()) {
        return form;
      }
    }
    return Form.TYPED;
  }

  /** Whether two values are one number: a number has one spelling, so these are words. */
  private static boolean areWords(Set<String> values) {
    Set<Double> numbers = new HashSet<>();
    return values.stream()
        .flatMap(value -> Numbers.real(value).stream())
        .anyMatch(number -> !numbers.add(number));
  }

  /** Whether a key's values are words, also those that look like numbers. */
  boolean isWord(String key) {
    return words.contains(key) || forms.get(key) == Form.TYPED;
  }

  /** A value of a key. */
  String shown(String key, String value) {
    Form form = isWord(key) ? Form.TYPED : forms.getOrDefault(key, Form.ROUNDED);
    return QuotedWord.of(form.of(value));
  }

  /** The keys whose values are not rounded, each with its form. */
  @Override
  public String toString() {
    Map<String, Form> others = new HashMap<>(forms);
    others.values().removeIf(form -> form == Form.ROUNDED);
    return new TreeMap<>(others).toString();
  }
}
