package org.attune.sweeps.statistics;

import java.util.List;
import java.util.TreeSet;

/**
 * The numbers of seeds at which a claim is tested, and the correction for repeated looks.
 *
 * <p>Looking after every seed and stopping at p below .05 gives a wrong result far more often than
 * one time in twenty. With looks at 3, 5, 8 and 12 seeds, a one-sided t-test has an overall error
 * of 5 % if each look requires p &le; .0168 (the idea of Pocock, Biometrika 64, 1977, for t at few
 * seeds). {@link #overall} converts the smallest probability of the looks so far into one that is
 * valid over all looks. It only falls from look to look, so a decided claim stays decided.
 *
 * @param seeds numbers of seeds at the looks, ascending, each at least 1
 */
public record Looks(List<Integer> seeds) implements LookCost {

  /** Science's four looks: 3, 5, 8 and 12 seeds. */
  public static final Looks STANDARD = new Looks(List.of(3, 5, 8, 12));

  /** The growth factor between looks beyond the standard ones. */
  private static final double GROWTH = 1.5;

  /** The standard looks' share of the error; each later look uses half of the remainder. */
  private static final double STANDARD_SHARE = 0.8;

  /**
   * The smallest p of the four looks, and the probability of one as small under the null
   * hypothesis, from 40 million simulated series of normal values. Values between two lines are
   * interpolated in logarithms.
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

  /** A single look, after all seeds. */
  public static Looks once(int seeds) {
    return new Looks(List.of(seeds));
  }

  /**
   * The standard looks between two numbers of seeds, which are both looks too. Beyond 12, each look
   * has half as many seeds again.
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

  /** The looks reached with a number of seeds, in order. */
  public List<Integer> reached(int number) {
    return seeds.stream().filter(n -> n <= number).toList();
  }

  /**
   * These looks where the first seeds do not count. If they are all the seeds, seeds that are added
   * get the looks.
   */
  public Looks without(int first) {
    List<Integer> later = seeds.stream().map(n -> n - first).filter(n -> n > 0).toList();
    return first == 0 || later.isEmpty() ? this : new Looks(later);
  }

  /**
   * The looks that pay for every test where these follow planned ones. {@linkplain #open Open}
   * looks pay for seeds that are added. Others have spent all of the error, so the planned ones
   * remain.
   */
  public Looks after(Looks planned) {
    return open() && planned.open() ? this : planned;
  }

  /** The most seeds used. */
  public int last() {
    return seeds.get(seeds.size() - 1);
  }

  /**
   * A t-test's probability at one look, corrected for all looks, including looks added later. The
   * standard looks share {@value #STANDARD_SHARE} of the error. Each later look, at 18, 27, 41, ...
   * seeds, takes half of the remainder. So seeds may be added to a table with undecided claims any
   * number of times. The smallest corrected probability over the looks counts.
   *
   * @param look one of the numbers in {@link #seeds}
   */
  @Override
  public double paid(int look, double probability) {
    if (open() && STANDARD.seeds.contains(look)) {
      return Math.min(1, overall(probability) / STANDARD_SHARE);
    }
    return paidOfAny(look, probability);
  }

  /** Like {@link #paid}, for any kind of test: each look has a fixed share of the error. */
  @Override
  public double paidOfAny(int look, double probability) {
    if (seeds.size() == 1) {
      return probability;
    }
    return Math.min(1, probability / share(look));
  }

  @Override
  public double multiplier() {
    return 1;
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
   * Whether looks may be added later without extra correction: all looks are at 3, 5, 8, 12, 18,
   * 27, 41, ... seeds. Other looks are corrected by their number.
   */
  public boolean open() {
    return seeds.size() > 1 && seeds.stream().allMatch(n -> n == next(n - 1));
  }

  /** The next number of seeds in the sequence of open looks. */
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

  /**
   * The probability that the t-test's probability is as small as this at any standard look.
   *
   * @param least the smallest probability of the looks so far
   */
  static double overall(double least) {
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
