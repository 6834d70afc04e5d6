package org.attune.bench.driver;

import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;

/** Proposes like an adaptive search that waits for a result before each further proposal. */
final class OneByOne implements Search {

  private final Search search;
  private final int atOnce;
  private int out;

  OneByOne(Search search, int atOnce) {
    this.search = search;
    this.atOnce = atOnce;
  }

  @Override
  public long trials() {
    return search.trials();
  }

  @Override
  public Proposal ask() {
    if (out == atOnce) {
      return Proposal.LATER;
    }
    Proposal proposal = search.ask();
    if (proposal instanceof Proposal.Run) {
      out++;
    }
    return proposal;
  }

  @Override
  public void tell(Observation observation) {
    out--;
    search.tell(observation);
  }
}
