package org.attune.api.catalog;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the word that was probably meant.
 *
 * <pre>{@code
 * List<String> words = List.of("softmax", "ridge");
 * Spelling.nearest("sofmax", words); // Optional[softmax]
 * Spelling.hint("sofmax", words); // ; did you mean 'softmax'?
 * Spelling.hint("linear", words).isEmpty(); // true
 * }</pre>
 */
public final class Spelling {

  private Spelling() {}

  /**
   * The nearest word, if it is near enough to be a typing error: at most a third of its letters,
   * and at least one, may be inserted, omitted, replaced or swapped.
   */
  public static Optional<String> nearest(String given, Collection<String> words) {
    Optional<String> abbreviated = OtherWords.unabbreviated(given).filter(words::contains);
    if (abbreviated.isPresent()) {
      return abbreviated;
    }
    return words.stream()
        .filter(word -> distance(given, word) <= Math.max(1, word.length() / 3))
        .min(Comparator.comparingInt(word -> distance(given, word)));
  }

  /** The words nearest to one, nearest first, however far they are. */
  public static List<String> nearest(String given, Collection<String> words, int count) {
    String whole = OtherWords.unabbreviated(given).orElse(given);
    return words.stream()
        .sorted(
            Comparator.comparing((String word) -> !word.equals(whole))
                .thenComparing(word -> !word.contains(given) && !given.contains(word))
                .thenComparing(word -> distance(given, word)))
        .limit(count)
        .toList();
  }

  /**
   * {@code "; did you mean 'softmax'?"}; for a word with another name here {@code "; 'lr' is called
   * 'train.learning-rate' here"}; empty if no word is near.
   */
  public static String hint(String given, Collection<String> words) {
    Optional<String> elsewhere = OtherWords.explain(given, words);
    if (elsewhere.isPresent()) {
      return "; " + elsewhere.get();
    }
    return nearest(given, words).map(word -> "; did you mean '" + word + "'?").orElse("");
  }

  /** The edit distance with swaps of neighbours (optimal string alignment). */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replace, 1 + Math.min(last[j], row[j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }
}
