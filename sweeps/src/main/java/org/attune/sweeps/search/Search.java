package org.attune.sweeps.search;

import java.util.Optional;

/**
 * A search method at work: it is asked for trials and told how they went.
 *
 * <p><b>Exact replay.</b> A search is a function of the calls made to it: the same calls in the
 * same order give the same proposals, in every process. The journal keeps with each suggestion how
 * much its search had been told by then, so a resumed sweep makes the same calls again. So a search
 * draws its random numbers from {@link SearchProblem#seed}, reads no clock and no map in its own
 * order, and an {@link #ask} that brings no trial changes nothing.
 *
 * <p>Trials run side by side: a search is asked again while earlier trials are still out, and is
 * told of their ends in any order. It is used by one thread at a time.
 */
public interface Search {

  /**
   * How many trials it proposes in all, replicates counted, as far as it can tell now; never fewer
   * than it does propose.
   */
  long trials();

  /**
   * What to run next. No trial is proposed twice: equal cells and replicates are one trial.
   *
   * <p>A budget may end the asking at any point; a search does not know of it.
   */
  Proposal ask();

  /**
   * Takes what the journal says that it proposed next, where that costs less than to find it again:
   * then it goes on as if it had been asked.
   *
   * @return false when it has to be asked, and nothing has changed
   */
  default boolean recall(Trial proposed) {
    return false;
  }

  /**
   * Says how a trial ended: once, or once more each time a user had a failed trial tried again, and
   * then the last one counts.
   */
  void tell(Observation observation);

  /**
   * How often, in this process, it came upon a cell that it had proposed before: each time it went
   * on to another, for equal cells are one trial.
   */
  default long duplicates() {
    return 0;
  }

  /**
   * What people should know of how it goes about it, in a few words, such as which method was
   * picked and why; empty when its name says all.
   */
  default String note() {
    return "";
  }

  /**
   * Whether {@link #report} is called, for methods that decide by trials that still run. Each
   * report then counts as something told, so ask for them only where they are of use.
   */
  default boolean wantsReports() {
    return false;
  }

  /** Passes on what a running trial measured, in the order of the journal. */
  default void report(Report report) {}

  /**
   * Whether some proposal may carry another trial on ({@link Trial#from}). Then trials write a
   * checkpoint when they end.
   */
  default boolean carriesOn() {
    return false;
  }

  /**
   * The parameter that says to which step a training goes, for methods whose trials are parts of a
   * training: a trial's is where its part ends. Every cell must have it, at the same value.
   */
  default Optional<String> cutBy() {
    return Optional.empty();
  }

  /**
   * Whether a later proposal may begin from a checkpoint: if not, its file may be deleted. Changes
   * nothing, and may be asked of a trial that the search has not been told the end of yet. A
   * proposal's own origin is kept until that trial has a checkpoint itself, or has ended.
   */
  default boolean mayCarryOn(Trial.Origin checkpoint) {
    return carriesOn();
  }
}
