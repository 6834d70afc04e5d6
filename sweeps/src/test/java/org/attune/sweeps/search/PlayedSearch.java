package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;

/** A search that is played to its end on slots, whose trials end in any order. */
final class PlayedSearch {

  private PlayedSearch() {}

  /** The trials, in the order in which they were proposed. */
  static List<Trial> trials(
      Search search, int slots, Random order, Function<Trial, Observation> ended) {
    List<Trial> all = new ArrayList<>();
    List<Trial> out = new ArrayList<>();
    while (true) {
      Proposal proposal = out.size() < slots ? search.ask() : Proposal.LATER;
      if (proposal instanceof Proposal.Run run) {
        all.add(run.trial());
        out.add(run.trial());
      } else if (out.isEmpty()) {
        assertThat(proposal).isEqualTo(Proposal.DONE);
        return all;
      } else {
        search.tell(ended.apply(out.remove(order.nextInt(out.size()))));
      }
    }
  }

  /** What is told of a trial that finished with this loss. */
  static Observation finished(Trial trial, double loss) {
    return new Observation(
        trial, Observation.Outcome.FINISHED, OptionalDouble.of(loss), 1, Map.of("loss", loss));
  }
}
