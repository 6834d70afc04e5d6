package org.attune.sweeps.statistics;

import java.util.List;
import java.util.TreeSet;

/**
 * After how many seeds a claim is tested, and what that many looks cost.
 *
 * <p>Whoever looks after every seed and stops when p is below .05 is wrong far more often than one
 * time in twenty. With looks at 3, 5, 8 and 12 seeds a one-sided t-test keeps 5 % over all of them
 * when each look asks for p &le; .0168 (the idea of Pocock, Biometrika 64, 1977, for t at few
 * seeds). {@link #overall} turns the least probability of the looks so far into one that holds over
 * all looks; it only falls from look to look, so what is once decided stays decided.
 *
 * @param seeds after how many of them is looked, rising, each at least 1
 */
public record Looks(List<Integer> seeds) {

  /** Science's four looks: 3, 5, 8 and 12 seeds. */
  public static final Looks STANDARD = new Looks(List.of(3, 5, 8, 12));

  /** From one look to the next beyond the standard ones. */
  private static final double GROWTH = 1.5;

  /**
   * Of the error that is allowed, the share of the standard looks; later ones halve what is left.
   */
  private static final double STANDARD_SHARE = 0.8;

  /**
   * The least p of the four looks, and the chance that it is as small when there is nothing: 40
   * million simulated series of normal values. Between two lines, interpolated in logarithms.
   */
  private static final double[][] STANDARD_OVERALL = {
    {1e-4, 4e-4},
    {2e-4, 7.51e-4},
    {3.5e-4, .001295},
    {6e-4, .002197},
    {.001, .0036},
    {.0017, .00598},
    {.0028, .00958},
    {.0042, .01404},
    {.0056, .01835},
    {.0084, .0266},
    {.012, .0368},
    {.0168, .0498},
    {.025, .0706},
    {.04, .1059},
    {.06, .1489},
    {.1, .2256},
    {.16, .3258},
    {.25, .4545},
    {.4, .6309},
    {1, 1}
  };

  public Looks {
    seeds = List.copyOf(seeds);
    int before = 0;
    for (int look : seeds) {
      if (look <= before) {
        throw new IllegalArgumentException(
            "Invalid looks: %s must rise from 1 or more".formatted(seeds));
      }
      before = look;
    }
    if (before == 0) {
      throw new IllegalArgumentException("Invalid looks: there are none");
    }
  }

  /** One look, after all seeds. */
  public static Looks once(int seeds) {
    return new Looks(List.of(seeds));
  }

  /**
   * The standard looks between two numbers of seeds, both of which are looks too; beyond 12 each is
   * half as many again.
   */
  public static Looks between(int least, int most) {
    TreeSet<Integer> looks = new TreeSet<>(List.of(least, most));
    STANDARD.seeds.stream().filter(n -> n > least && n < most).forEach(looks::add);
    for (int n = (int) (12 * GROWTH); n < most; n = (int) Math.ceil(n * GROWTH)) {
      if (n > least) {
        looks.add(n);
      }
    }
    return new Looks(List.copyOf(looks));
  }

  /** The looks that a number of seeds has reached, in order. */
  public List<Integer> reached(int number) {
    return seeds.stream().filter(n -> n <= number).toList();
  }

  /** The most seeds that are spent. */
  public int last() {
    return seeds.get(seeds.size() - 1);
  }

  /**
   * The chance, over these looks and no more, that a t-test's probability is at any of them as
   * small as this.
   *
   * @param least of the probabilities of the looks so far
   */
  public double overall(double least) {
    if (seeds.size() == 1) {
      return least;
    }
    return STANDARD.seeds.containsAll(seeds) ? standard(least) : overallOfAny(least);
  }

  /**
   * The same for a test of any kind: as many times the probability as there are looks (Bonferroni).
   */
  public double overallOfAny(double least) {
    return Math.min(1, seeds.size() * least);
  }

  /**
   * What a t-test's probability at one look comes to, all looks paid for, those included that may
   * be added later: the standard looks share {@value #STANDARD_SHARE} of the error, and each later
   * one, at 18, 27, 41, ... seeds, takes half of what is left. So seeds may be added to a table
   * whose claims are open, as often as anyone likes. The least over the looks counts.
   *
   * @param look a number of seeds of {@link #seeds}
   */
  public double paid(int look, double probability) {
    if (open() && STANDARD.seeds.contains(look)) {
      return Math.min(1, standard(probability) / STANDARD_SHARE);
    }
    return paidOfAny(look, probability);
  }

  /** Like {@link #paid}, for a test of any kind: each look has a fixed share of the error. */
  public double paidOfAny(int look, double probability) {
    if (seeds.size() == 1) {
      return probability;
    }
    return Math.min(1, probability / share(look));
  }

  private double share(int look) {
    if (!open()) {
      return 1.0 / seeds.size();
    }
    double share = STANDARD_SHARE / STANDARD.seeds.size();
    double left = 1 - STANDARD_SHARE;
    for (int n = STANDARD.last(); n < look; n = next(n)) {
      left /= 2;
      share = left;
    }
    return share;
  }

  /**
   * Whether looks may be added later at no cost: all are at 3, 5, 8, 12, 18, 27, 41, ... seeds.
   * Others are paid for by their number.
   */
  public boolean open() {
    return seeds.size() > 1 && seeds.stream().allMatch(n -> n == next(n - 1));
  }

  /** The first number of seeds beyond another at which open looks may be. */
  public static int next(int after) {
    for (int n : STANDARD.seeds) {
      if (n > after) {
        return n;
      }
    }
    int n = STANDARD.last();
    while (n <= after) {
      n = (int) Math.ceil(n * GROWTH);
    }
    return n;
  }

  private static double standard(double least) {
    double[][] table = STANDARD_OVERALL;
    if (least <= table[0][0]) {
      return least * table[0][1] / table[0][0];
    }
    int above = 1;
    while (above < table.length - 1 && table[above][0] < least) {
      above++;
    }
    double[] low = table[above - 1];
    double[] high = table[above];
    double share = Math.log(least / low[0]) / Math.log(high[0] / low[0]);
    return Math.min(1, low[1] * Math.pow(high[1] / low[1], share));
  }
}
