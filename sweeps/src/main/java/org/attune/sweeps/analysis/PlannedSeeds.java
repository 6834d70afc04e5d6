package org.attune.sweeps.analysis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.claim.EnoughSeeds;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepState;

/** Whether the seeds that a sweep file plans can decide what it compares, before anything runs. */
public final class PlannedSeeds {

  /** More trials are a search, not a comparison. */
  private static final int MOST_TRIALS = 10_000;

  private PlannedSeeds() {}

  /**
   * A warning for the user; empty if the seeds can decide the file's claims, or without claims a
   * row of the table of cells beside a control. Cells without a control ask for no verdict.
   */
  public static Optional<String> warning(SweepSpec spec, AxisCatalog catalog) {
    if (!spec.comparison().claims().isEmpty()) {
      return EnoughSeeds.warning(
          spec.comparison().claims(), spec.comparison().level(), spec.replicates().looks());
    }
    if (!SearchMethods.named(spec.search().name()).exhaustive()) {
      return Optional.empty();
    }
    return Optional.of(observed(spec, catalog))
        .filter(planned -> !new Arms(planned).controls().isEmpty())
        .flatMap(CellPairs::of)
        .flatMap(CellPairs::tooFewPlanned)
        .map("replicates: "::concat);
  }

  /**
   * The number of comparisons that share the error: the file's claims, or without claims the rows
   * of its table of cells.
   */
  public static int comparisons(SweepSpec spec, AxisCatalog catalog) {
    int claims = EnoughSeeds.compared(spec.comparison().claims());
    return claims > 0
        ? claims
        : CellPairs.of(observed(spec, catalog)).map(pairs -> pairs.all().size()).orElse(0);
  }

  /** The sweep's cells and seeds, as if each had ended with the same value. */
  private static Observations observed(SweepSpec spec, AxisCatalog catalog) {
    Search search = spec.newSearch(catalog);
    List<Run> runs = new ArrayList<>();
    while (runs.size() < MOST_TRIALS && search.ask() instanceof Proposal.Run next) {
      Trial trial = next.trial();
      runs.add(new Run(trial.id(), trial.configuration(), trial.replicate(), 0));
    }
    SweepHeader header = SpecHeader.of(spec, runs.size(), 1, Map.of());
    SweepState state = new SweepState(new Event.Opened(header, 1, Instant.EPOCH));
    CellNames names = CellNames.of(state.view());
    return new Observations(
        spec.objective().metric(),
        Optional.of(spec.objective().goal()),
        Factors.of(runs, names, false),
        runs,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new Observations.Excluded(0, 0, 0, true, 0, 0),
        names,
        false,
        false,
        SeedLooks.of(state.view()),
        Optional.empty(),
        Optional.empty());
  }
}
