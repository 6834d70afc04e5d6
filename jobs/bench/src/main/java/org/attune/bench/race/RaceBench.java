package org.attune.bench.race;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.attune.jobs.console.InputException;
import org.attune.jobs.report.ClaimsFile;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.state.SweepView;

/**
 * Compares seeds-until-decided with ten seeds a cell: the trials spent and the rate of false
 * verdicts.
 */
public final class RaceBench {

  private static final int SIMULATED = 10_000;
  private static final int SEEDS = 10;
  private static final int FINITE = 2_000; // tables on finite test sets
  private static final int[] TEST_SETS = {256, 2_048}; // examples

  private RaceBench() {}

  /**
   * Simulates tables, or judges real ones.
   *
   * @param directories directories of finished tables; empty to simulate
   */
  public static void run(List<String> directories) throws IOException, SpecException {
    if (directories.isEmpty()) {
      simulate();
    } else {
      judge(directories);
    }
  }

  private static void simulate() {
    Race.Result result = Race.run(SIMULATED, 0);
    System.err.printf(
        "ten seeds a cell: %.2f %% of tables with a false verdict; the same verdict on %.1f %% of"
            + " claims%n",
        100 * result.falseFixed(), 100 * result.same());
    result
        .falseByKind()
        .forEach(
            (kind, share) ->
                System.err.printf(
                    "%s: %.2f %% of tables with a false verdict%n", kind, 100 * share));
    System.out.printf("race.trials %.3f ratio%n", result.trials());
    System.out.printf("race.trials.decided %.3f ratio%n", result.decided());
    System.out.printf("race.false %.2f %%%n", 100 * result.falseTables());
    System.out.printf("race.false.all %.2f %%%n", 100 * result.falseVerdicts());
    for (int examples : TEST_SETS) {
      double wrong = new FiniteTestSet(examples, false).wrong(FINITE, 0);
      double shared = new FiniteTestSet(examples, true).wrong(FINITE, 0);
      System.out.printf("race.testset.%d %.2f %%%n", examples, 100 * wrong);
      System.out.printf("race.testset.%d.shared %.2f %%%n", examples, 100 * shared);
    }
  }

  private static void judge(List<String> directories) throws IOException, SpecException {
    List<SeedRace> races = new ArrayList<>();
    for (String directory : directories) {
      SweepView sweep = Sweeps.read(directory);
      SeedRace race = race(directory, sweep);
      print(sweep.header().name(), List.of(race));
      races.add(race);
    }
    print("all", races);
  }

  private static SeedRace race(String directory, SweepView sweep)
      throws IOException, SpecException {
    SweepSpec spec =
        ClaimsFile.thatRan(sweep, Sweeps.storage(directory))
            .map(ClaimsFile::spec)
            .orElseThrow(
                () ->
                    new InputException(
                        "Cannot judge %s: it has no claims that this version reads; see attune list papers."
                            .formatted(directory)));
    try {
      return SeedRace.of(spec, sweep, SEEDS);
    } catch (IllegalArgumentException tooFew) {
      throw new InputException(
          "Cannot judge %s: %s; run it with --set replicates=%d."
              .formatted(directory, tooFew.getMessage(), SEEDS));
    }
  }

  private static void print(String name, List<SeedRace> races) {
    double spent = races.stream().mapToInt(SeedRace::spent).sum();
    System.out.printf(
        "race.%s.trials %.3f ratio%n",
        name, spent / races.stream().mapToInt(SeedRace::fixed).sum());
    System.out.printf(
        "race.%s.same %d of %d claims%n",
        name,
        races.stream().mapToInt(SeedRace::same).sum(),
        races.stream().mapToInt(race -> race.plain().size()).sum());
  }
}
