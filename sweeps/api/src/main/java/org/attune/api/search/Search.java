package org.attune.api.search;

import java.util.Optional;

/**
 * A running search method: it proposes trials and observes their results.
 *
 * <p><b>Exact replay.</b> A search is a function of the calls made to it: equal calls in equal
 * order give equal proposals, in every process. The journal stores, with each suggestion, how many
 * observations its search had received. A resumed sweep repeats the same calls. So a search draws
 * its random numbers from the seed of its problem, reads no clock, and iterates over no map in the
 * map's own order. An {@link #ask} that returns no trial changes nothing.
 *
 * <p>Trials run in parallel: the caller asks again while earlier trials are running, and reports
 * their ends in any order. One thread at a time uses a search.
 *
 * <pre>{@code
 * // proposes each cell of a finite space once
 * final class InOrder implements Search {
 *   private final SearchSpace space;
 *   private int asked;
 *
 *   InOrder(SearchSpace space) {
 *     this.space = space;
 *   }
 *
 *   public long trials() {
 *     return space.cells();
 *   }
 *
 *   public Proposal ask() {
 *     return asked < trials()
 *         ? new Proposal.Run(space.trial(asked, space.cell(asked++), 0))
 *         : Proposal.DONE;
 *   }
 *
 *   public void tell(Observation observation) {}
 * }
 * }</pre>
 */
public interface Search {

  /**
   * The total number of trials it proposes, counting replicates, as far as it knows now; never
   * lower than the actual number.
   */
  long trials();

  /**
   * The next trial to run. No trial is proposed twice: a cell and a replicate identify a trial.
   *
   * <p>The caller may stop asking at any point because of a budget; the search does not know about
   * it.
   */
  Proposal ask();

  /**
   * Accepts the next proposal from the journal, if that is cheaper than computing it again. The
   * search then continues as if it had been asked.
   *
   * @return false if the caller must ask instead; then nothing has changed
   */
  default boolean recall(Trial proposed) {
    return false;
  }

  /**
   * Reports how a trial ended. It is called once, and again each time a user retries a failed
   * trial; the last call counts.
   */
  void tell(Observation observation);

  /**
   * The number of times, in this process, that it drew a cell it had already proposed. It then
   * chose another, because equal cells are one trial.
   */
  default long duplicates() {
    return 0;
  }

  /**
   * Whether {@link #ask} may take longer than a few milliseconds. A run then asks on another thread
   * than its loop's, and makes no other call meanwhile.
   */
  default boolean thinks() {
    return false;
  }

  /**
   * A short note for users about how the search works, such as the method picked and why; empty if
   * the name says it all.
   */
  default String note() {
    return "";
  }

  /**
   * Whether {@link #report} is called, for methods that use running trials. Each report counts as
   * an observation, so request reports only if they are useful.
   */
  default boolean wantsReports() {
    return false;
  }

  /** Passes on a running trial's measurements, in journal order. */
  default void report(Report report) {}

  /**
   * Whether a proposal may resume another trial's training ({@link Trial#from}). Then trials write
   * a checkpoint when they end.
   */
  default boolean carriesOn() {
    return false;
  }

  /**
   * Why the method cannot do its work with its settings over these cells, with what to change: the
   * sweep file is refused with it. Empty by default. Attune asks a method that is {@link #cutBy
   * cut} into parts.
   */
  default Optional<String> conflict() {
    return Optional.empty();
  }

  /**
   * The parameter for a training's last step, for methods whose trials are parts of a training: a
   * trial sets it to the end of its part. Every cell must have this parameter, with the same value.
   */
  default Optional<String> cutBy() {
    return Optional.empty();
  }

  /**
   * Whether a later proposal may start from a checkpoint; if not, its file may be deleted. The call
   * changes nothing, and may concern a trial whose end the search has not observed yet. A
   * proposal's own origin is kept until that trial has a checkpoint itself, or has ended.
   */
  default boolean mayCarryOn(Trial.Origin checkpoint) {
    return carriesOn();
  }
}
