package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.stat.descriptive.moment.Kurtosis;
import org.attune.sweeps.statistics.Order;
import org.attune.sweeps.statistics.Subspace;

/**
 * Analysis of variance over cells: the variance that each axis explains beyond all others, and that
 * each pair explains beyond its two main effects (type II sums of squares; Yates, J. Am. Stat.
 * Assoc. 29, 1934). Each cell's mean over seeds is weighted by its number of seeds.
 *
 * <p>An axis that some cells lack, as an option's own axes, is tested among the cells that have it.
 *
 * <p>The error is the spread between seeds, or the model's residual between cells if that is
 * larger. If the model misses the shape of an axis, seeds alone would be too optimistic. With too
 * few cells for a joint model, each axis is tested separately. The test whether cells differ at all
 * uses only the seeds, independent of the axes.
 *
 * <p>F holds for normal values. Two modes and diverged trials are common, and of them F says too
 * much. So no p is below the probability that two modes separate all levels by chance. Where cells
 * spread with heavier tails than a normal, permutations must confirm a p: of the residuals of the
 * model without the effect (Freedman and Lane, J. Bus. Econ. Stat. 1, 1983), and of the values.
 */
final class Effects {

  /** The fewest cells per independent column for a joint model. */
  private static final int CELLS_PER_COLUMN = 2;

  /**
   * With fewer degrees of freedom between cells, the error is taken from the seeds, if there are
   * any.
   */
  private static final int LEAST_DEGREES = 3;

  /**
   * The most axes tested for interactions: beyond this, most pairs would be noise and would weaken
   * the adjustment.
   */
  private static final int MOST_PAIRED = 8;

  /** An axis is tied to others where they explain more of its variance than it has of its own. */
  private static final double TIED = 0.5;

  /**
   * With this number of permutations, an effect of many can still be shown after the adjustment.
   */
  private static final int PERMUTATIONS = 1999;

  /** With more excess kurtosis than this, tails are heavier than those of a normal sample. */
  private static final double HEAVY = 1;

  private static final long SEED = 19_830_401;

  private final List<Factor> factors;
  private final CellFit fit;
  private final double[] roots;
  private final double[] values;
  private final double total;
  private final List<double[][]> columns = new ArrayList<>();
  private final Subspace mean;
  private final boolean together;
  private final int trials;

  Effects(List<Factor> factors, CellFit fit) {
    this.factors = factors;
    this.fit = fit;
    int n = fit.cells().size();
    trials = IntStream.range(0, n).map(fit::trials).sum();
    roots = new double[n];
    values = new double[n];
    double[] ones = new double[n];
    for (int i = 0; i < n; i++) {
      roots[i] = Math.sqrt(fit.trials(i));
      ones[i] = roots[i];
      values[i] = roots[i] * fit.mean(i);
    }
    mean = Subspace.empty().with(ones);
    total = mean.squaredResidual(values);
    int rank = 1;
    for (Factor factor : factors) {
      columns.add(weighted(factor.columns(fit.cells())));
      rank += columns.get(columns.size() - 1).length - 1;
    }
    boolean levels = factors.stream().noneMatch(Factor::continuous);
    boolean bySeeds = levels && rank <= n && fit.degrees() >= LEAST_DEGREES;
    together = (long) rank * CELLS_PER_COLUMN <= n || bySeeds || factors.size() <= 1;
  }

  /** Whether all axes were tested in a joint model, not separately. */
  boolean together() {
    return together;
  }

  /** The axes whose values go with those of other axes: a share of one may be another's. */
  List<String> tied() {
    return IntStream.range(0, factors.size())
        .filter(this::isTied)
        .mapToObj(i -> factors.get(i).key())
        .toList();
  }

  private boolean isTied(int axis) {
    Subspace alone = mean.with(presence(factors.get(axis)));
    Subspace others = alone;
    for (int j = 0; j < factors.size(); j++) {
      Subspace present = Subspace.empty().with(presence(factors.get(j)));
      for (double[] column : j == axis ? new double[0][] : columns.get(j)) {
        others = others.with(present.residual(column));
      }
    }
    double ofAxis = variance(axis, alone);
    return ofAxis > 0 && variance(axis, others) <= (1 - TIED) * ofAxis;
  }

  /** The variance of an axis's columns that a space leaves, by its degrees of freedom. */
  private double variance(int axis, Subspace space) {
    double rest = Arrays.stream(columns.get(axis)).mapToDouble(space::squaredResidual).sum();
    return rest / Math.max(1, roots.length - space.dimension());
  }

  /** Whether cells differ by more than seeds do; empty if no cell varies by seed. */
  Optional<Effect> anyCell() {
    int degrees = values.length - 1;
    if (degrees == 0 || !fit.varies()) {
      return Optional.empty();
    }
    return Optional.of(tested(List.of(), 1, total, degrees, fit.variance(), fit.degrees()));
  }

  /** One effect per factor, sorted by share, largest first. */
  List<Effect> main() {
    List<Effect> effects = new ArrayList<>();
    for (int i = 0; i < factors.size(); i++) {
      Subspace others = mean.with(presence(factors.get(i)));
      for (int j = 0; together && j < factors.size(); j++) {
        others = j == i ? others : others.with(columns.get(j));
      }
      effects.add(effect(List.of(factors.get(i).key()), others, others.with(columns.get(i))));
    }
    effects.sort(Comparator.comparingDouble(Effect::share).reversed());
    return effects;
  }

  /**
   * Interactions between the axes with the largest main effects; empty if axes were tested
   * separately.
   */
  List<Effect> interactions(List<Effect> main) {
    List<Effect> effects = new ArrayList<>();
    if (!together || factors.size() < 2) {
      return effects;
    }
    Subspace additive = mean;
    for (double[][] ofFactor : columns) {
      additive = additive.with(ofFactor);
    }
    List<String> strongest =
        main.stream().limit(MOST_PAIRED).map(effect -> effect.axes().get(0)).toList();
    for (int i = 0; i < factors.size(); i++) {
      for (int j = i + 1; j < factors.size(); j++) {
        String first = factors.get(i).key();
        String second = factors.get(j).key();
        if (strongest.contains(first) && strongest.contains(second)) {
          Subspace with = additive.with(products(columns.get(i), columns.get(j)));
          if (with.dimension() > additive.dimension()) {
            effects.add(effect(List.of(first, second), additive, with));
          }
        }
      }
    }
    effects.sort(Comparator.comparingDouble(Effect::share).reversed());
    return effects;
  }

  private Effect effect(List<String> axes, Subspace without, Subspace with) {
    int degrees = with.dimension() - without.dimension();
    double rest = with.squaredResidual(values);
    double explained = Math.max(0, without.squaredResidual(values) - rest);
    double share = total > fit.rounding() ? explained / total : 0;
    int left = values.length - with.dimension();
    double betweenCells = left > 0 ? rest / left : Double.NaN;
    double betweenSeeds = fit.variance();
    boolean seeds = fit.varies() && !(left >= LEAST_DEGREES && betweenCells > betweenSeeds);
    double error = seeds ? betweenSeeds : betweenCells;
    int errorDegrees = seeds ? fit.degrees() : left;
    if (degrees == 0 || errorDegrees == 0) {
      return new Effect(axes, share, Double.NaN, degrees, errorDegrees, Double.NaN, Double.NaN);
    }
    Effect byF = tested(axes, share, explained, degrees, error, errorDegrees);
    return seeds || left < LEAST_DEGREES || byF.probability() > Effect.LEVEL
        ? byF
        : byF.atLeast(permuted(without, with, explained / Math.max(rest, Double.MIN_NORMAL)));
  }

  /**
   * A probability by permutations; 0 where the residuals' tails are no heavier than a normal's. The
   * larger of two counts: permuted residuals of the model without the effect allow for the other
   * axes; permuted values are exact where no axis does anything, which one huge value at the edge
   * of the space needs (Manly, Randomization and Monte Carlo Methods in Biology, 1991).
   *
   * @param ratio of what the effect explains to what is left
   */
  private double permuted(Subspace without, Subspace with, double ratio) {
    double[] residual = without.residual(values);
    return new Kurtosis().evaluate(residual) > HEAVY
        ? Math.max(
            reached(without, with, ratio, residual), reached(without, with, ratio, values.clone()))
        : 0;
  }

  /** How often permutations of a vector reach a ratio; 0 if they never do. */
  private static double reached(Subspace without, Subspace with, double ratio, double[] vector) {
    Random random = new Random(SEED);
    int reached = 0;
    for (int i = 0; i < PERMUTATIONS; i++) {
      Order.shuffle(vector, random);
      double rest = with.squaredResidual(vector);
      reached += without.squaredResidual(vector) - rest >= ratio * rest ? 1 : 0;
    }
    return reached == 0 ? 0 : (1.0 + reached) / (1 + PERMUTATIONS);
  }

  private Effect tested(
      List<String> axes,
      double share,
      double explained,
      int degrees,
      double error,
      int errorDegrees) {
    // Rounding leaves a trace of fully explained variance, which is not an error to divide by.
    double floor = Math.max(1e-20 * Math.max(total, Double.MIN_NORMAL), fit.rounding());
    double f = explained <= floor ? 0 : explained / degrees / Math.max(error, floor);
    double probability =
        1 - new FDistribution(null, degrees, errorDegrees).cumulativeProbability(f);
    return new Effect(axes, share, f, degrees, errorDegrees, probability, Double.NaN)
        .atLeast(Effect.separated(degrees, trials));
  }

  /**
   * Which cells have a parameter. That some lack it is the effect of the option that it belongs to,
   * not its own.
   */
  private double[] presence(Factor factor) {
    double[] presence = new double[roots.length];
    for (int i = 0; i < presence.length; i++) {
      boolean absent = factor.level(fit.cells().get(i)).equals(Factor.ABSENT);
      presence[i] = absent ? 0 : roots[i];
    }
    return presence;
  }

  private double[][] weighted(double[][] unweighted) {
    for (double[] column : unweighted) {
      for (int i = 0; i < column.length; i++) {
        column[i] *= roots[i];
      }
    }
    return unweighted;
  }

  /** All products of a column of one factor and a column of the other, weighted once. */
  private double[][] products(double[][] a, double[][] b) {
    double[][] products = new double[a.length * b.length][];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        double[] product = new double[roots.length];
        for (int k = 0; k < product.length; k++) {
          product[k] = a[i][k] * b[j][k] / roots[k];
        }
        products[i * b.length + j] = product;
      }
    }
    return products;
  }
}
