package org.attune.bench.lab;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * How many discoveries of labs are wrong, and how many true effects they find, in 1,000 labs of
 * 1,000 claims each; nine tenths of the claims have no effect.
 */
public final class LabBench {

  private static final int LABS = 1_000;
  private static final int CLAIMS = 1_000;

  private LabBench() {}

  /** Simulates the labs and prints the figures. */
  public static void run() {
    Result result = result(LABS, CLAIMS);
    System.err.printf(
        "%d labs of %d claims: the share of wrong discoveries is %.2f %% in random order and"
            + " %.2f %% in runs; %.0f %% of the true effects are found, offline %.0f %%%n",
        LABS,
        CLAIMS,
        100 * result.random(),
        100 * result.runs(),
        100 * result.power(),
        100 * result.offline());
    System.out.printf("lab.fdr %.2f %%%n", 50 * (result.random() + result.runs()));
    System.out.printf("lab.fdr.adversary %.2f %%%n", 100 * result.adversary());
    System.out.printf("lab.power.ratio %.3f ratio%n", result.power() / result.offline());
  }

  /**
   * What labs show.
   *
   * @param random mean share of wrong discoveries where effects come in random order
   * @param runs the same where they come in runs
   * @param adversary the same of labs of an agent that wants something to show
   * @param power share of the true effects that are found
   * @param offline share that Benjamini and Hochberg find, who see all claims at once
   */
  record Result(double random, double runs, double adversary, double power, double offline) {}

  /** Equal arguments give equal results. */
  static Result result(int labs, int claims) {
    List<SimulatedLab> random = labs(labs / 2, 1, seed -> SimulatedLab.honest(claims, false, seed));
    List<SimulatedLab> runs = labs(labs / 2, 2, seed -> SimulatedLab.honest(claims, true, seed));
    List<SimulatedLab> adversary = labs(labs, 3, seed -> SimulatedLab.adversary(claims, seed));
    double effects = effects(random) + effects(runs);
    return new Result(
        falseShare(random),
        falseShare(runs),
        falseShare(adversary),
        (found(random) + found(runs)) / effects,
        (offline(random) + offline(runs)) / effects);
  }

  private static List<SimulatedLab> labs(
      int labs, int kind, Function<Random, SimulatedLab> simulate) {
    return IntStream.range(0, labs)
        .parallel()
        .mapToObj(lab -> simulate.apply(new Random(1_000_000L * kind + lab)))
        .toList();
  }

  private static double falseShare(List<SimulatedLab> labs) {
    return labs.stream().mapToDouble(SimulatedLab::falseShare).average().orElse(0);
  }

  private static double effects(List<SimulatedLab> labs) {
    return labs.stream().mapToDouble(SimulatedLab::effects).sum();
  }

  private static double found(List<SimulatedLab> labs) {
    return labs.stream().mapToDouble(SimulatedLab::found).sum();
  }

  private static double offline(List<SimulatedLab> labs) {
    return labs.stream().mapToDouble(SimulatedLab::offline).sum();
  }
}
