package org.attune.cluster.slot;

import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.trial.TrialContext;
import org.attune.cluster.LocalSpark;
import org.attune.sweeps.spec.form.SpecException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of slots on a real Spark in this process. Trials are serialised on their way, so what they
 * share with the test is static.
 */
abstract class LocalSlots {

  static final int SLOTS = 12;

  /** The trials that were run, as {@code number.attempt}, in the order they began. */
  static final Queue<String> RUNS = new ConcurrentLinkedQueue<>();

  static JavaSparkContext spark;

  @TempDir Path directory;

  @BeforeAll
  static void startSpark() {
    spark = LocalSpark.start("slots", SLOTS);
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @BeforeEach
  void forgetRuns() {
    RUNS.clear();
  }

  /** A sweep over that number of values in the test's directory, on two slots. */
  DrivenSweep sweep(int trials, String... more) throws SpecException {
    return new DrivenSweep(spark, directory, trials, more);
  }

  /** Notes the run; returns the trial's number. */
  static int began(TrialContext trial) {
    int number = Integer.parseInt(trial.configuration().get(NumberCatalog.NUMBER));
    RUNS.add(number + "." + trial.attempt());
    return number;
  }
}
