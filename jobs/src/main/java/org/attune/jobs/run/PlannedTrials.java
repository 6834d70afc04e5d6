package org.attune.jobs.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.sweeps.search.SeedsUntilDecided;

/**
 * The trials by which a sweep is priced, by cell. A search that follows results proposes only its
 * first round before any trial ends; where claims decide on seeds, the plan of all rounds is known.
 *
 * @param most trials of each cell at the most
 * @param least trials of each cell if no best value lies at an edge and the first look decides
 *     every claim
 * @param known the number of trials that these stand for: all, or a sample
 */
record PlannedTrials(
    Map<Configuration, Double> most, Map<Configuration, Double> least, long known) {

  /** Pricing visits cells one by one; a sample is enough for an estimate. */
  private static final int MOST_PRICED = 2_000;

  /**
   * The plan of a search.
   *
   * @param trials that run, at the most
   */
  static PlannedTrials of(Search search, long trials) {
    if (search instanceof SeedsUntilDecided seeds) {
      Map<Configuration, Double> most = seeds.trialsByCell(true);
      double all = most.values().stream().mapToDouble(Double::doubleValue).sum();
      List<Configuration> cells = spread(List.copyOf(most.keySet()));
      double share = trials / all * most.size() / cells.size();
      return new PlannedTrials(
          chosen(most, cells, share),
          chosen(seeds.trialsByCell(false), cells, share),
          cells.size() == most.size() ? trials : cells.size());
    }
    Map<Configuration, Double> asked = new LinkedHashMap<>();
    long count = 0;
    long limit = Math.min(trials, MOST_PRICED);
    while (count < limit && search.ask() instanceof Proposal.Run next) {
      asked.merge(next.trial().configuration(), 1.0, Double::sum);
      count++;
    }
    double share = (double) trials / Math.max(1, count);
    Map<Configuration, Double> all = chosen(asked, List.copyOf(asked.keySet()), share);
    return new PlannedTrials(all, all, count);
  }

  /** The cells whose price is computed: at most {@code most}, evenly spread. */
  private static List<Configuration> spread(List<Configuration> cells) {
    if (cells.size() <= MOST_PRICED) {
      return cells;
    }
    List<Configuration> spread = new ArrayList<>();
    for (int i = 0; i < MOST_PRICED; i++) {
      spread.add(cells.get((int) ((long) i * cells.size() / MOST_PRICED)));
    }
    return spread;
  }

  private static Map<Configuration, Double> chosen(
      Map<Configuration, Double> trials, List<Configuration> cells, double share) {
    Map<Configuration, Double> chosen = new LinkedHashMap<>();
    cells.forEach(cell -> chosen.put(cell, trials.getOrDefault(cell, 0.0) * share));
    return chosen;
  }
}
