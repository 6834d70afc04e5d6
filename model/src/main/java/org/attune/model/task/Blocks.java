package org.attune.model.task;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Strings in which a block is to be found: {@code abcd.efgh. ... .wxyz#fe} and then the answer.
 * Tokens are the letters from 0, then the full stop, then the hash.
 *
 * @param blocks in a string
 * @param letters in a block, all different
 * @param asked letters of the block that are asked with
 * @param alphabet letters there are
 * @param answer what is asked for
 */
record Blocks(int blocks, int letters, int asked, int alphabet, Answer answer) {

  /** What is asked for of the block. */
  enum Answer {
    ALL,
    FIRST,
    LAST;

    static Answer of(String name) {
      return valueOf(name.toUpperCase(Locale.ROOT));
    }
  }

  private static final int SPARE = 4; // possible distractors for each that is drawn

  Blocks {
    if (letters > alphabet) {
      throw new IllegalArgumentException(
          "Invalid task.block-letters: %d different letters cannot be drawn from task.alphabet %d"
              .formatted(letters, alphabet));
    }
    if (asked > letters) {
      throw new IllegalArgumentException(
          "Invalid task.query-letters: %d of a block of %d (task.block-letters)"
              .formatted(asked, letters));
    }
    if (distractors(alphabet, letters, asked) < SPARE * (double) blocks) {
      throw new IllegalArgumentException(
          ("Invalid task.blocks: %d different blocks of %d letters without all %d letters asked"
                  + " with are too many for task.alphabet %d")
              .formatted(blocks, letters, asked, alphabet));
    }
  }

  /** How many ordered blocks do not have all letters asked with. */
  private static double distractors(int alphabet, int letters, int asked) {
    double all = 1;
    for (int i = 0; i < letters; i++) {
      all *= alphabet - i;
    }
    double withAll = 1; // the share of blocks that have all letters asked with
    for (int i = 0; i < asked; i++) {
      withAll *= (letters - i) / (double) (alphabet - i);
    }
    return all * (1 - withAll);
  }

  /** The letters, the full stop and the hash. */
  int vocabulary() {
    return alphabet + 2;
  }

  /** Tokens of an answer. */
  int answerLength() {
    return answer == Answer.ALL ? letters : 1;
  }

  /** Tokens of a string up to its answer. */
  int promptLength() {
    return blocks * (letters + 1) + asked; // after the last block the hash stands for the stop
  }

  /** Tokens of a string with its answer. */
  int length() {
    return promptLength() + answerLength();
  }

  /** A string with its answer. */
  int[] draw(SplittableRandom random) {
    int[] target = block(random);
    int[] query = shuffled(target, random, asked);
    Set<String> taken = new HashSet<>(Set.of(Arrays.toString(target)));
    int place = random.nextInt(blocks);
    int[] string = new int[length()];
    int at = 0;
    for (int b = 0; b < blocks; b++) {
      int[] block = b == place ? target : distractor(query, taken, random);
      System.arraycopy(block, 0, string, at, letters);
      at += letters;
      string[at++] = b == blocks - 1 ? alphabet + 1 : alphabet;
    }
    System.arraycopy(query, 0, string, at, asked);
    at += asked;
    switch (answer) {
      case ALL -> System.arraycopy(target, 0, string, at, letters);
      case FIRST -> string[at] = target[0];
      case LAST -> string[at] = target[letters - 1];
    }
    return string;
  }

  private int[] block(SplittableRandom random) {
    int[] all = new int[alphabet];
    Arrays.setAll(all, letter -> letter);
    return shuffled(all, random, letters);
  }

  /** The first {@code count} of the numbers in random order. */
  private static int[] shuffled(int[] numbers, SplittableRandom random, int count) {
    int[] all = numbers.clone();
    for (int i = 0; i < count; i++) {
      int j = i + random.nextInt(all.length - i);
      int taken = all[j];
      all[j] = all[i];
      all[i] = taken;
    }
    return Arrays.copyOf(all, count);
  }

  private int[] distractor(int[] query, Set<String> taken, SplittableRandom random) {
    while (true) {
      int[] block = block(random);
      boolean all = Arrays.stream(query).allMatch(q -> Arrays.stream(block).anyMatch(b -> b == q));
      if (!all && taken.add(Arrays.toString(block))) {
        return block;
      }
    }
  }
}
