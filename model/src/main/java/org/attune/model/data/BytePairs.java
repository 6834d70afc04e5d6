package org.attune.model.data;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;

/**
 * Byte-level byte-pair encoding. Bytes are tokens 0 to 255. Each further token is the most frequent
 * adjacent pair within words, after all earlier merges. (Sennrich et al. 2016; over bytes as in
 * GPT-2, Radford et al. 2019.)
 *
 * <p>A word is a run of letters, of digits, of blanks or of other characters, with the one space
 * before it if there is one. It has at most 256 bytes; no token crosses words. If pairs are equally
 * frequent, the one with the smaller ids is merged first. The same text thus always gives the same
 * tokens.
 */
public final class BytePairs {

  /** Tokens that are single bytes. */
  public static final int BYTES = 256;

  private static final int LARGEST = 1 << 16;
  private static final int LONGEST = 256; // maximum number of bytes per word: longer runs are cut

  /** A distinct word with its current tokens and its frequency. */
  private static final class Word {
    private char[] ids;
    private final long count;

    Word(char[] ids, long count) {
      this.ids = ids;
      this.count = count;
    }
  }

  /** A pair with its count when it was queued. */
  private record Candidate(int pair, long count) {}

  private final List<Word> words = new ArrayList<>();
  private final Map<Integer, Long> counts = new HashMap<>(); // of pairs: left << 16 | right
  private final Map<Integer, TreeSet<Integer>> holders = new HashMap<>(); // words that hold a pair
  private final PriorityQueue<Candidate> queue =
      new PriorityQueue<>(
          Comparator.comparingLong(Candidate::count)
              .reversed()
              .thenComparing(Candidate::pair, Integer::compareUnsigned));

  private BytePairs() {}

  /**
   * Learns the merges from a text, and encodes this text and a further one with them.
   *
   * @param text bytes of UTF-8
   * @param further follows the text in the result, and has no part in what is learned
   * @param vocabulary number of tokens in all, from {@value #BYTES} to 65,536
   * @throws IllegalArgumentException if the text runs out of pairs first
   */
  public static Tokens encode(byte[] text, byte[] further, int vocabulary) {
    if (vocabulary < BYTES || vocabulary > LARGEST) {
      throw new IllegalArgumentException(
          "Invalid vocabulary: %d (from %d to %d)".formatted(vocabulary, BYTES, LARGEST));
    }
    BytePairs pairs = new BytePairs();
    int[] order = pairs.read(text, further);
    int[] lengths = pairs.learn(vocabulary);
    return pairs.write(order, lengths);
  }

  /**
   * Collects the distinct words of both texts, and returns the number of each word in order. Only
   * words of the first text count.
   */
  private int[] read(byte[] first, byte[] further) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    List<Integer> occurrences = new ArrayList<>();
    int[] order = new int[16];
    int found = 0;
    for (byte[] text : List.of(first, further)) {
      for (int from = 0; from < text.length; ) {
        int to = end(text, from);
        String bytes = new String(text, from, to - from, StandardCharsets.ISO_8859_1);
        int number = numbers.computeIfAbsent(bytes, b -> numbers.size());
        if (number == occurrences.size()) {
          occurrences.add(0);
        }
        occurrences.set(number, occurrences.get(number) + (text == first ? 1 : 0));
        order = found == order.length ? Arrays.copyOf(order, 2 * found) : order;
        order[found++] = number;
        from = to;
      }
    }
    numbers.forEach((w, n) -> words.add(new Word(w.toCharArray(), occurrences.get(n))));
    return Arrays.copyOf(order, found);
  }

  private static int end(byte[] text, int from) {
    int at = from;
    if (text[at] == ' ' && at + 1 < text.length && kind(text[at + 1]) != Kind.BLANK) {
      at++;
    }
    Kind kind = kind(text[at]);
    at++;
    while (at < text.length
        && at - from < LONGEST
        && kind(text[at]) == kind
        && !leadsAWord(text, at, kind)) {
      at++;
    }
    return at;
  }

  /** Whether a space in a run of blanks belongs to the next word. */
  private static boolean leadsAWord(byte[] text, int at, Kind run) {
    return run == Kind.BLANK
        && text[at] == ' '
        && at + 1 < text.length
        && kind(text[at + 1]) != Kind.BLANK;
  }

  private enum Kind {
    LETTER,
    DIGIT,
    BLANK,
    OTHER
  }

  private static Kind kind(byte b) {
    if (b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b < 0) {
      return Kind.LETTER; // includes bytes of other scripts
    }
    if (b >= '0' && b <= '9') {
      return Kind.DIGIT;
    }
    return b == ' ' || b >= 9 && b <= 13 ? Kind.BLANK : Kind.OTHER;
  }

  /** Merges until the vocabulary is full, and returns each token's number of bytes. */
  private int[] learn(int vocabulary) {
    int[] lengths = new int[vocabulary];
    Arrays.fill(lengths, 0, BYTES, 1);
    for (int w = 0; w < words.size(); w++) {
      count(w, 1);
    }
    List.copyOf(counts.keySet()).forEach(this::enqueue);
    for (int token = BYTES; token < vocabulary; token++) {
      int pair = mostFrequent(token, vocabulary);
      lengths[token] = lengths[pair >>> 16] + lengths[pair & 0xFFFF];
      Set<Integer> touched = new TreeSet<>();
      for (int w : List.copyOf(holders.get(pair))) {
        touched.addAll(count(w, -1));
        words.get(w).ids = merged(words.get(w).ids, pair, (char) token);
        touched.addAll(count(w, 1));
      }
      touched.forEach(this::enqueue);
    }
    return lengths;
  }

  private int mostFrequent(int token, int vocabulary) {
    while (true) {
      Candidate next = queue.poll();
      if (next == null) {
        throw new IllegalArgumentException(
            ("Cannot learn %d tokens: the text has pairs for %d only; lower the vocabulary"
                    + " (task.tokens.vocabulary) or take a longer text")
                .formatted(vocabulary, token));
      }
      long now = counts.getOrDefault(next.pair, 0L);
      if (now == next.count && now > 0) {
        return next.pair;
      }
    }
  }

  private void enqueue(int pair) {
    long count = counts.get(pair);
    if (count > 0) {
      queue.add(new Candidate(pair, count));
    }
  }

  /** Adds a word's pairs to the counts, or subtracts them, and returns these pairs. */
  private Set<Integer> count(int number, int sign) {
    Word word = words.get(number);
    Set<Integer> pairs = new TreeSet<>();
    for (int i = 0; i + 1 < word.ids.length; i++) {
      int pair = word.ids[i] << 16 | word.ids[i + 1];
      counts.merge(pair, sign * word.count, Long::sum);
      pairs.add(pair);
      if (sign > 0) {
        holders.computeIfAbsent(pair, p -> new TreeSet<>()).add(number);
      } else {
        holders.get(pair).remove(number);
      }
    }
    return pairs;
  }

  private static char[] merged(char[] ids, int pair, char token) {
    char[] all = new char[ids.length];
    int count = 0;
    for (int i = 0; i < ids.length; i++) {
      boolean merges = i + 1 < ids.length && (ids[i] << 16 | ids[i + 1]) == pair;
      all[count++] = merges ? token : ids[i];
      i += merges ? 1 : 0;
    }
    return Arrays.copyOf(all, count);
  }

  private Tokens write(int[] order, int[] lengths) {
    char[] ids = new char[Arrays.stream(order).map(w -> words.get(w).ids.length).sum()];
    int at = 0;
    for (int number : order) {
      char[] word = words.get(number).ids;
      System.arraycopy(word, 0, ids, at, word.length);
      at += word.length;
    }
    return new Tokens(ids, Arrays.stream(lengths).asDoubleStream().toArray());
  }
}
