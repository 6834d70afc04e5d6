package org.attune.cluster.slot;

import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;

/** Work that runs some trials on several workers at once, from one of the driver's threads. */
public interface SpreadWork extends TrialWork {

  /** The number of workers that a trial is spread over; 0 when it runs in one slot. */
  int workers(TrialContext trial);

  /**
   * Runs one attempt of a spread trial, as {@link #run} does for other trials. The room of its
   * workers is free, or about to be. The calling thread's Spark jobs form their own group; Attune
   * cancels the group to end the attempt.
   *
   * @throws Exception as {@link #run}
   */
  Result spread(JavaSparkContext spark, TrialContext trial, Reporter reporter) throws Exception;
}
