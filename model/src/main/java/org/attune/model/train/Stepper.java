package org.attune.model.train;

import org.deeplearning4j.nn.graph.ComputationGraph;

/**
 * Takes a trial's training steps outside the trial's own thread, for example on several workers
 * whose parameters are averaged.
 */
public interface Stepper {

  /**
   * Returns the maximum number of steps per call of {@link #train}. Nobody reads the graph in
   * between.
   */
  int stride();

  /**
   * Trains a graph further. Afterwards its parameters, updater state and iteration count are those
   * of the last step.
   *
   * @param graph the graph after step {@code from}
   * @param from steps done before
   * @param to steps done afterwards
   * @return the last step's loss
   * @throws InterruptedException if the thread is interrupted
   */
  double train(ComputationGraph graph, long from, long to) throws InterruptedException;
}
