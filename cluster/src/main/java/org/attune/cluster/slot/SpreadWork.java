package org.attune.cluster.slot;

import org.apache.spark.api.java.JavaSparkContext;
import org.attune.sweeps.trial.TrialContext;
import org.attune.sweeps.trial.TrialWork;

/** Work that runs some trials on several workers at once, from a thread of the driver's. */
public interface SpreadWork extends TrialWork {

  /** How many workers a trial is spread over; 0 when it runs in one slot. */
  int workers(TrialContext trial);

  /**
   * Runs one attempt of a trial that is spread, as {@link #run} does others. The room of its
   * workers is free or about to be; the calling thread's Spark jobs are in a group of their own,
   * which is cancelled when the attempt is to end.
   *
   * @throws Exception as {@link #run}
   */
  Result spread(JavaSparkContext spark, TrialContext trial, Reporter reporter) throws Exception;
}
