package org.attune.sweeps.state;

/** The number of trials in each state. */
public record Counts(
    int pending, int running, int finished, int stopped, int failed, int abandoned) {

  /** All trials suggested so far. */
  public int total() {
    return pending + running + finished + stopped + failed + abandoned;
  }
}
