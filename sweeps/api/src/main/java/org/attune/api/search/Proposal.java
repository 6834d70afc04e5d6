package org.attune.api.search;

/**
 * A search's answer to {@link Search#ask}.
 *
 * <pre>{@code
 * Optional<Trial> started(Search search) {
 *   Proposal proposal = search.ask();
 *   return proposal instanceof Proposal.Run run ? Optional.of(run.trial()) : Optional.empty();
 * }
 * }</pre>
 */
public sealed interface Proposal {

  /** No trial until a running trial ends. */
  Proposal LATER = new Later();

  /** No more trials. */
  Proposal DONE = new Done();

  /** Run this trial. */
  record Run(Trial trial) implements Proposal {
    public Run {
      if (trial == null) {
        throw new IllegalArgumentException("The proposed trial is null; answer DONE or LATER");
      }
    }
  }

  /** Ask again after the next observation. Only a search with running trials answers this. */
  record Later() implements Proposal {}

  /** Nothing is left to run; the answer stays the same from now on. */
  record Done() implements Proposal {}
}
