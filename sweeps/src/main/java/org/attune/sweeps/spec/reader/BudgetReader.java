package org.attune.sweeps.spec.reader;

import java.time.Duration;
import java.util.OptionalLong;
import org.attune.sweeps.spec.Budget;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Key;

/** Reads {@code budget}: where the sweep ends early. */
final class BudgetReader {

  private static final Key<Long> TRIALS =
      new Key<>("trials", Form.integer(1, SweepSpec.MAX_TRIALS), "most trials, replicates counted");
  private static final Key<Duration> WALL_TIME =
      Key.time("wall-time", "since the sweep's first start, breaks included");
  private static final Key<Duration> RUN_TIME =
      Key.time("run-time", "in which the sweep runs, breaks excluded");

  static final Key<Fields> BUDGET =
      Key.section("budget", "where the sweep ends early", TRIALS, WALL_TIME, RUN_TIME);

  private BudgetReader() {}

  static Budget read(Fields top) {
    return BUDGET
        .in(top)
        .map(
            fields ->
                new Budget(
                    TRIALS.in(fields).map(OptionalLong::of).orElse(OptionalLong.empty()),
                    WALL_TIME.in(fields),
                    RUN_TIME.in(fields)))
        .orElse(Budget.unlimited());
  }
}
