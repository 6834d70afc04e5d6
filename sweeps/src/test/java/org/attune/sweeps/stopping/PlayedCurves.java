package org.attune.sweeps.stopping;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;
import org.attune.sweeps.SampleCatalog;

/**
 * Learning curves of a sweep's trials. A number of them report in turn.
 *
 * @param curves loss by trial and report
 * @param every steps between reports
 * @param slots trials at a time
 */
record PlayedCurves(double[][] curves, int every, int slots) {

  /**
   * What came of them.
   *
   * @param best the lowest last loss of a trial that trained to its end
   * @param steps of all trials
   * @param finished trials that trained to their end
   */
  record Outcome(double best, long steps, int finished) {}

  /** Under no rule. */
  Outcome run() {
    return run(new Never());
  }

  /** Under a rule. */
  Outcome run(StoppingRule rule) {
    List<Integer> running = new ArrayList<>();
    Map<Integer, Integer> at = new HashMap<>();
    int next = 0;
    long steps = 0;
    int finished = 0;
    double best = Double.POSITIVE_INFINITY;
    while (next < curves.length || !running.isEmpty()) {
      while (running.size() < slots && next < curves.length) {
        running.add(next++);
      }
      for (Integer trial : List.copyOf(running)) {
        int report = at.merge(trial, 1, Integer::sum);
        double value = curves[trial][report - 1];
        steps += every;
        boolean stopped =
            rule.report(trial(trial), 1, (long) report * every, value) instanceof Verdict.Stop;
        boolean done = report == curves[trial].length;
        if (done && !Double.isNaN(value)) {
          best = Math.min(best, value);
        }
        finished += done ? 1 : 0;
        if (stopped || done) {
          running.remove(trial);
        }
      }
    }
    return new Outcome(best, steps, finished);
  }

  static Trial trial(int index) {
    Map<String, String> cell = new TreeMap<>(Map.of("train.steps", Integer.toString(index + 1)));
    return Trial.of(index, Configuration.of(SampleCatalog.TREE, cell), 0, 7);
  }

  static StoppingRule rule(String name, long longest, Map<String, String> settings) {
    StoppingKind kind = Choosable.find(StoppingRules.all(), name).orElseThrow();
    return StoppingRules.begin(
        new Chosen(name, Settings.of(kind, settings)),
        new Objective("loss", Objective.Goal.MINIMIZE),
        parameter -> OptionalLong.of(longest));
  }

  /** Ends nothing. */
  private static final class Never implements StoppingRule {
    @Override
    public String metric() {
      return "loss";
    }

    @Override
    public Verdict report(Trial trial, int attempt, long step, double value) {
      return Verdict.GO_ON;
    }
  }
}
