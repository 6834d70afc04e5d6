package org.attune.model.task;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.SplittableRandom;

/**
 * Writes words of which each depends on the word before, with an entropy that is known. After every
 * word all words are ranked anew, by its own permutation, and the r-th is drawn in proportion to
 * {@code r^-exponent}. So the next word has the same entropy after each word: that of the ranks.
 *
 * <p>A word has two to five letters, and a space follows it. A text's words can be told from its
 * letters, so letters, bytes and byte pairs of one text have the same entropy in all.
 */
final class WordChain implements WrittenText {

  private static final int SHORTEST = 2;
  private static final int LONGEST = 5;
  private static final int LETTERS = 26;

  private final long seed;
  private final String[] words;
  private final int[][] ranked; // [word before][rank] -> word
  private final double[] upTo; // [rank] -> probability of that rank or a better one

  /**
   * @param count of words, at least 2
   * @param exponent at least 0; with 0 all words are equally likely
   * @param seed of the words and their ranks
   */
  WordChain(int count, double exponent, long seed) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    words = words(count, random);
    ranked = new int[count][count];
    for (int[] after : ranked) {
      Arrays.setAll(after, word -> word);
      for (int i = count - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int other = after[i];
        after[i] = after[j];
        after[j] = other;
      }
    }
    upTo = new double[count];
    double sum = 0;
    for (int rank = 0; rank < count; rank++) {
      sum += Math.pow(rank + 1.0, -exponent);
      upTo[rank] = sum;
    }
    for (int rank = 0; rank < count; rank++) {
      upTo[rank] /= sum;
    }
  }

  private static String[] words(int count, SplittableRandom random) {
    LinkedHashSet<String> all = new LinkedHashSet<>();
    while (all.size() < count) {
      char[] letters = new char[SHORTEST + random.nextInt(LONGEST - SHORTEST + 1)];
      for (int i = 0; i < letters.length; i++) {
        letters[i] = (char) ('a' + random.nextInt(LETTERS));
      }
      all.add(new String(letters));
    }
    return all.toArray(new String[0]);
  }

  @Override
  public String write(int characters) {
    return write(characters, new SplittableRandom(~seed));
  }

  @Override
  public String another(int characters, long number) {
    long drawn = new SplittableRandom(number).nextLong(); // numbers in a row give unlike texts
    return write(characters, new SplittableRandom(seed ^ drawn));
  }

  private String write(int characters, SplittableRandom random) {
    StringBuilder text = new StringBuilder(characters + LONGEST + 1);
    int word = random.nextInt(words.length);
    while (text.length() < characters) {
      text.append(words[word]).append(' ');
      word = ranked[word][rank(random.nextDouble())];
    }
    return text.substring(0, characters);
  }

  private int rank(double u) {
    int found = Arrays.binarySearch(upTo, u);
    return Math.min(found < 0 ? -found - 1 : found + 1, upTo.length - 1);
  }

  /** The nats of the next word, if the word before is known. */
  double natsOfAWord() {
    double nats = 0;
    for (int rank = 0; rank < upTo.length; rank++) {
      double p = rank == 0 ? upTo[0] : upTo[rank] - upTo[rank - 1];
      nats -= p > 0 ? p * Math.log(p) : 0;
    }
    return nats;
  }

  @Override
  public double bitsPerByte(String text) {
    long ends = text.chars().filter(letter -> letter == ' ').count();
    return natsOfAWord() / Math.log(2) * ends / text.length();
  }
}
