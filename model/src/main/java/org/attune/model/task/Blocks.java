package org.attune.model.task;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Strings that hold a block to find: {@code abcd.efgh. ... .wxyz#fe}, then the answer. Tokens
 * number the letters from 0, then the full stop, then the hash.
 *
 * @param blocks blocks in a string
 * @param letters letters in a block, all different
 * @param asked letters in the query
 * @param alphabet letters in the alphabet
 * @param answer the part of the block that the answer gives
 */
record Blocks(int blocks, int letters, int asked, int alphabet, Answer answer) {

  /** The part of the block that the answer gives. */
  enum Answer {
    ALL,
    FIRST,
    LAST
  }

  private static final int SPARE = 4; // possible distractors needed per block

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
          ("Invalid task.blocks: %d blocks of %d letters are too many; too few different blocks"
                  + " lack one of the %d letters of a query with task.alphabet %d")
              .formatted(blocks, letters, asked, alphabet));
    }
  }

  /** Returns the number of ordered blocks that lack at least one letter of the query. */
  private static double distractors(int alphabet, int letters, int asked) {
    double all = 1;
    for (int i = 0; i < letters; i++) {
      all *= alphabet - i;
    }
    double withAll = 1; // the share of blocks that have all letters of the query
    for (int i = 0; i < asked; i++) {
      withAll *= (letters - i) / (double) (alphabet - i);
    }
    return all * (1 - withAll);
  }

  /** Returns the vocabulary size: the letters, the full stop and the hash. */
  int vocabulary() {
    return alphabet + 2;
  }

  /** Returns the number of tokens in an answer. */
  int answerLength() {
    return answer == Answer.ALL ? letters : 1;
  }

  /** Returns the number of tokens in a string before its answer. */
  int promptLength() {
    return blocks * (letters + 1) + asked; // the hash replaces the full stop after the last block
  }

  /** Returns the number of tokens in a string with its answer. */
  int length() {
    return promptLength() + answerLength();
  }

  /** Draws a string with its answer. */
  int[] draw(SplittableRandom random) {
    int[] target = block(random);
    int[] query = Draws.some(random, asked, target);
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
    return Draws.distinct(random, letters, 0, alphabet);
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
