package org.attune.model.train;

import org.deeplearning4j.nn.graph.ComputationGraph;

/**
 * Takes the training steps of a trial somewhere else than on the trial's own thread, such as on
 * several workers whose parameters are averaged.
 */
public interface Stepper {

  /** How many steps are taken at once, at most: the graph is not looked at in between. */
  int stride();

  /**
   * Trains a graph on; its parameters, the state of its updater and its iteration count are those
   * after the last step then.
   *
   * @param graph as it was left after step {@code from}
   * @param from steps done before
   * @param to steps done afterwards
   * @return the last step's loss
   * @throws InterruptedException if the thread is interrupted
   */
  double train(ComputationGraph graph, long from, long to) throws InterruptedException;
}
