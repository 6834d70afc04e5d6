package org.attune.api.catalog;

import java.util.Collection;

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

  /** So many words are one or two lines on a terminal. */
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
   * The first words, at most a number of them and one: for a single further word takes no more room
   * than its count.
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
   * All words in their order if they are few, otherwise those nearest to a word that somebody gave.
   *
   * @param shown as above
   */
  public static String near(String given, Collection<String> words, String shown) {
    return words.size() <= MOST + 1
        ? String.join(", ", words)
        : of(Spelling.nearest(given, words, words.size()), shown);
  }
}
