package org.attune.api.catalog;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Words as a message lists them: all if they are few, otherwise some and the number of the others.
 *
 * <pre>{@code
 * List<String> words = List.of("softmax", "ridge", "sparse");
 * ShortList.of(words, ""); // softmax, ridge, sparse
 * ShortList.of(words, 1, "'attune list axes'"); // softmax and 2 more ('attune list axes' shows all)
 * }</pre>
 */
public final class ShortList {

  /** The most words that fit on one or two lines of a terminal. */
  private static final int MOST = 12;

  private ShortList() {}

  /**
   * The first words.
   *
   * @param shown what shows all words, such as {@code 'attune list axes'}; empty if nothing does
   */
  public static String of(Collection<String> words, String shown) {
    return of(words, MOST, shown);
  }

  /**
   * The first words, up to a number of them. One word more than that is listed too: its count would
   * take as much room.
   *
   * @param shown what shows all words, such as {@code 'attune list axes'}; empty if nothing does
   */
  public static String of(Collection<String> words, int most, String shown) {
    if (words.size() <= most + 1) {
      return String.join(", ", words);
    }
    return "%s and %d more%s"
        .formatted(
            String.join(", ", words.stream().limit(most).toList()),
            words.size() - most,
            shown.isEmpty() ? "" : " (" + shown + " shows all)");
  }

  /**
   * All words in their order if they are few, otherwise those like a word that somebody gave, the
   * nearest first, and then the first of the others.
   *
   * @param shown as above
   */
  public static String near(String given, Collection<String> words, String shown) {
    if (words.size() <= MOST + 1) {
      return String.join(", ", words);
    }
    Set<String> sorted = new LinkedHashSet<>();
    Spelling.nearest(given, words, words.size()).stream()
        .filter(word -> like(given, word))
        .forEach(sorted::add);
    sorted.addAll(words);
    return of(sorted, shown);
  }

  /** Nearly the same; a list may show what is too far for a hint. */
  private static boolean like(String given, String word) {
    return word.contains(given)
        || given.contains(word)
        || Spelling.distance(given, word) <= Math.max(1, word.length() / 2);
  }
}
