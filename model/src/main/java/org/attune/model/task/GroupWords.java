package org.attune.model.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Words of the symmetric group S_n. Tokens number its permutations; the answer at each token is the
 * product so far, the newest permutation applied last. S_2 is parity.
 *
 * @param points n, 2 to 5
 * @param length T
 */
record GroupWords(int points, int length) implements SyntheticSequences {

  private static final Map<Integer, int[][]> TABLES = new HashMap<>();

  /** Returns n factorial. */
  @Override
  public int vocabulary() {
    int order = 1;
    for (int i = 2; i <= points; i++) {
      order *= i;
    }
    return order;
  }

  @Override
  public AskedSequence draw(SplittableRandom random) {
    int[] tokens = IntStream.generate(() -> random.nextInt(vocabulary())).limit(length).toArray();
    return AskedSequence.everywhere(tokens, solve(tokens));
  }

  @Override
  public int[] solve(int[] tokens) {
    int[][] products = products(points);
    int[] answers = new int[length];
    int state = 0; // the identity
    for (int t = 0; t < length; t++) {
      state = products[tokens[t]][state];
      answers[t] = state;
    }
    return answers;
  }

  @Override
  public double chance() {
    return 1.0 / vocabulary();
  }

  /** Returns the number of b after a at [b][a]. */
  private static synchronized int[][] products(int points) {
    return TABLES.computeIfAbsent(points, GroupWords::table);
  }

  private static int[][] table(int points) {
    List<List<Integer>> all = new ArrayList<>();
    permutations(points, new ArrayList<>(), all);
    Map<List<Integer>, Integer> numbers = new HashMap<>();
    all.forEach(permutation -> numbers.put(permutation, numbers.size()));
    int[][] table = new int[all.size()][all.size()];
    for (int b = 0; b < all.size(); b++) {
      for (int a = 0; a < all.size(); a++) {
        List<Integer> second = all.get(b);
        List<Integer> product = all.get(a).stream().map(second::get).toList();
        table[b][a] = numbers.get(product);
      }
    }
    return table;
  }

  /** Lists the permutations in lexical order: the identity first. */
  private static void permutations(int points, List<Integer> begun, List<List<Integer>> all) {
    if (begun.size() == points) {
      all.add(List.copyOf(begun));
    }
    for (int p = 0; p < points; p++) {
      if (!begun.contains(p)) {
        begun.add(p);
        permutations(points, begun, all);
        begun.remove(begun.size() - 1);
      }
    }
  }
}
