package org.attune.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;

/**
 * Sweeps that no one plans and everyone has one day, with journals and tables.
 *
 * @param runs where they are, each in a folder of its name; tests write nothing there
 */
public record OddSweeps(Path runs) {

  /** None of its trials has ended; one runs. */
  public static final String BEGUN = "begun";

  public static final String ONE = "one";
  public static final String FAILED = "all-failed";

  /** Metrics that are not numbers, beside one that is. */
  public static final String NAN = "nan";

  public static final String WIDE = "wide";
  public static final int AXES = 400;

  /** Each of {@link OddNames}, two seeds, the first best. */
  public static final String NAMES = "names";

  public static final List<String> ALL = List.of(BEGUN, ONE, FAILED, NAN, WIDE, NAMES);

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  /** Writes all of them. */
  static OddSweeps write(Path runs) throws IOException {
    try (RecordedSweep sweep = begin(runs, BEGUN)) {
      sweep.running(Map.of("gate", "none"), 0, 3, 2).published();
    }
    try (RecordedSweep sweep = begin(runs, ONE)) {
      sweep.finished(Map.of("gate", "none"), 0, loss(1.25), 3, 1.25).completed().published();
    }
    try (RecordedSweep sweep = begin(runs, FAILED)) {
      for (int i = 0; i < OddNames.ALL.size(); i++) {
        sweep.failed(
            Map.of("gate", "g" + i, "width", "64"), 0, Cause.TRIAL_FAULT, OddNames.ALL.get(i));
      }
      sweep.completed().published();
    }
    try (RecordedSweep sweep = begin(runs, NAN)) {
      double[] losses = {Double.NaN, Double.POSITIVE_INFINITY, 0.5, Double.NEGATIVE_INFINITY};
      for (int i = 0; i < losses.length; i++) {
        Map<String, Double> metrics = new HashMap<>(loss(losses[i]));
        metrics.put("accuracy", Double.NaN);
        sweep.finished(Map.of("gate", "g" + i), 0, metrics, 2, losses[i]);
      }
      sweep.completed().published();
    }
    try (RecordedSweep sweep = begin(runs, WIDE)) {
      for (int i = 0; i < 8; i++) {
        Map<String, String> cell = new TreeMap<>();
        for (int axis = 0; axis < AXES; axis++) {
          cell.put("axis-" + axis, String.valueOf((i >> (axis % 3)) % 2));
        }
        sweep.finished(cell, 0, loss(i * 0.1));
      }
      sweep.completed().published();
    }
    try (RecordedSweep sweep = begin(runs, NAMES)) {
      for (int i = 0; i < OddNames.ALL.size(); i++) {
        for (int seed = 0; seed < 2; seed++) {
          double loss = i + 0.01234567 * seed;
          sweep.finished(
              Map.of("name", OddNames.ALL.get(i), "width", "64"), seed, loss(loss), loss + 1, loss);
        }
      }
      sweep.completed().published();
    }
    return new OddSweeps(runs);
  }

  /** The directory of one of them. */
  public Path run(String name) {
    return runs.resolve(name);
  }

  private static RecordedSweep begin(Path runs, String name) throws IOException {
    return RecordedSweep.in(runs.resolve(name), name, LOSS);
  }

  private static Map<String, Double> loss(double value) {
    return Map.of("validation_loss", value);
  }
}
