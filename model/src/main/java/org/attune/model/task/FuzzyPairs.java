package org.attune.model.task;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Pairs of a key and a value with several different tokens each. One pair comes twice at least: the
 * second time ends the sequence. Values of keys seen before are asked for, token by token. Keys
 * have any size in training and the largest in validation. Padding fills the beginning. Training
 * predicts every token. (MAD, Poli et al. 2024, arXiv 2403.17844.)
 *
 * @param vocabulary tokens: keys, values, and the last to pad
 * @param length T
 * @param keySize most tokens of a key
 * @param valueSize most tokens of a value
 */
record FuzzyPairs(int vocabulary, int length, int keySize, int valueSize)
    implements SyntheticSequences {

  FuzzyPairs {
    int half = (vocabulary - 1) / 2;
    if (Math.max(keySize, valueSize) > half) {
      throw new IllegalArgumentException(
          "Invalid task.symbols: %d tokens do not give %d different ones to a key or a value (at least %d)"
              .formatted(
                  vocabulary, Math.max(keySize, valueSize), 2 * Math.max(keySize, valueSize) + 1));
    }
    if (length < 3 * (keySize + valueSize)) {
      throw new IllegalArgumentException(
          "Invalid task.length: %d has no room for three pairs of %d tokens"
              .formatted(length, keySize + valueSize));
    }
  }

  private int keys() {
    return (vocabulary - 1) / 2;
  }

  @Override
  public AskedSequence draw(SplittableRandom random) {
    return draw(random, 1);
  }

  @Override
  public AskedSequence drawHeldOut(SplittableRandom random) {
    return draw(random, keySize);
  }

  private AskedSequence draw(SplittableRandom random, int smallestKey) {
    int longest = keySize + valueSize;
    int[] all = new int[length + 1];
    boolean[] asked = new boolean[all.length];
    int[] probe = motif(random, smallestKey, keySize, 0, keys());
    int[] answer = motif(random, 1, valueSize, keys(), vocabulary - 1);
    int end = all.length - probe.length - answer.length; // the probe comes again from here on
    int shownFrom = random.nextInt(end - longest - longest + 1);
    Map<List<Integer>, int[]> values = new HashMap<>();
    boolean shown = false;
    int at = 0;
    while (at + longest <= end) {
      boolean probed = !shown && at >= shownFrom;
      int[] key = probed ? probe : motif(random, smallestKey, keySize, 0, keys());
      boolean known = values.containsKey(boxed(key));
      boolean same = Arrays.equals(key, probe);
      shown |= same;
      int[] value =
          values.computeIfAbsent(
              boxed(key), k -> same ? answer : motif(random, 1, valueSize, keys(), vocabulary - 1));
      at = put(all, asked, at, key, value, known);
    }
    int used = put(all, asked, at, probe, answer, true);
    return AskedSequence.predicting(padded(all, used), paddedAsked(asked, used));
  }

  private static int put(
      int[] all, boolean[] asked, int at, int[] key, int[] value, boolean known) {
    System.arraycopy(key, 0, all, at, key.length);
    System.arraycopy(value, 0, all, at + key.length, value.length);
    Arrays.fill(asked, at + key.length, at + key.length + value.length, known);
    return at + key.length + value.length;
  }

  /** Moves the first {@code used} tokens to the end and pads the beginning. */
  private int[] padded(int[] all, int used) {
    int[] moved = new int[all.length];
    Arrays.fill(moved, vocabulary - 1);
    System.arraycopy(all, 0, moved, all.length - used, used);
    return moved;
  }

  private static boolean[] paddedAsked(boolean[] asked, int used) {
    boolean[] moved = new boolean[asked.length];
    System.arraycopy(asked, 0, moved, asked.length - used, used);
    return moved;
  }

  /** Draws {@code least} to {@code most} different tokens from {@code from} to {@code below}. */
  private static int[] motif(SplittableRandom random, int least, int most, int from, int below) {
    int size = least + random.nextInt(most - least + 1);
    return Draws.distinct(random, size, from, below);
  }

  private static List<Integer> boxed(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  /** Reads pairs as runs of key tokens and value tokens. */
  @Override
  public int[] solve(int[] tokens) {
    Map<List<Integer>, List<Integer>> values = new HashMap<>();
    int[] answers = new int[tokens.length];
    int keyFrom = 0;
    int valueFrom = 0; // after keyFrom while a value is read
    for (int t = 0; t < tokens.length; t++) {
      boolean padding = tokens[t] == vocabulary - 1;
      boolean isKey = tokens[t] < keys();
      if (padding || isKey && valueFrom > keyFrom) {
        if (valueFrom > keyFrom) {
          values.put(
              boxed(Arrays.copyOfRange(tokens, keyFrom, valueFrom)), read(tokens, valueFrom, t));
        }
        keyFrom = padding ? t + 1 : t;
        valueFrom = keyFrom;
      }
      if (padding) {
        continue;
      }
      valueFrom = isKey ? keyFrom : valueFrom == keyFrom ? t : valueFrom;
      int keyUntil = valueFrom > keyFrom ? valueFrom : t + 1;
      List<Integer> value = values.get(boxed(Arrays.copyOfRange(tokens, keyFrom, keyUntil)));
      int place = t + 1 - keyUntil;
      answers[t] = value != null && place < value.size() ? value.get(place) : 0;
    }
    return answers;
  }

  private static List<Integer> read(int[] tokens, int from, int until) {
    return boxed(Arrays.copyOfRange(tokens, from, until));
  }

  @Override
  public double chance() {
    return 1.0 / (vocabulary - 1 - keys());
  }

  @Override
  public boolean trainsOnAll() {
    return true;
  }
}
