package org.attune.jobs.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.api.storage.Storage;
import org.attune.cluster.store.Storages;
import org.attune.jobs.console.Counted;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.analysis.FurtherLook;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.identity.SpecExtension;
import org.attune.sweeps.reuse.Copies;
import org.attune.sweeps.reuse.EarlierSweep;
import org.attune.sweeps.reuse.LongerTrainings;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.state.SweepView;

/**
 * What {@code --extend} makes of a sweep.
 *
 * @param before the sweep so far
 * @param workload of the extended sweep
 */
record Extension(SweepView before, Workload workload) {

  /** What the user should know before it runs: what verdicts pay, and where no trials start. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    FurtherLook.warning(before, header()).map("warning: "::concat).ifPresent(warnings::add);
    List<String> axes =
        SpecExtension.losing(before.header().specText(), CanonicalText.of(workload.spec()));
    if (!axes.isEmpty()) {
      warnings.add(
          "note: the file has no longer all values of %s; trials elsewhere stay, and no others start there"
              .formatted(String.join(", ", axes)));
    }
    return warnings;
  }

  private SweepHeader header() {
    long trials = workload.spec().newSearch(workload.catalog()).trials();
    return SpecHeader.of(workload.spec(), trials, 1, Map.of());
  }

  /**
   * Lines of the plan: the number of trials that the sweep has not had before, and how many of them
   * go on from shorter ones.
   */
  String plan(String directory, Storage storage) {
    Optional<Long> steps =
        SpecExtension.longerTraining(before.header().specText(), CanonicalText.of(workload.spec()));
    if (!SearchMethods.named(workload.spec().search().name()).exhaustive()
        || workload.spec().seedsFollowClaims()) {
      long trials = workload.spec().newSearch(workload.catalog()).trials();
      long more = Math.max(0, trials - before.counts().total());
      return line(more)
          + steps
              .map(
                  to ->
                      "longer      these train %,d steps; the %s before stay as they are%n"
                          .formatted(to, Counted.of(before.counts().total(), "trial")))
              .orElse("");
    }
    List<Trial> left = left();
    return line(left.size()) + (steps.isPresent() ? longer(left, directory, storage) : "");
  }

  private static String line(long trials) {
    return "new         %s%n".formatted(Counted.of(trials, "trial"));
  }

  private List<Trial> left() {
    Set<String> known =
        before.trials().stream().map(trial -> trial.trial().id()).collect(Collectors.toSet());
    Search search = workload.spec().newSearch(workload.catalog());
    List<Trial> left = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run next) {
      if (!known.contains(next.trial().id())) {
        left.add(next.trial());
      }
    }
    return left;
  }

  private String longer(List<Trial> left, String directory, Storage storage) {
    LongerTrainings trainings =
        new LongerTrainings(
            new EarlierSweep(Storages.absolute(directory), storage, before),
            workload.catalog(),
            new Copies(storage, before.epoch() + 1));
    return "longer      %,d of these go on from kept checkpoints, the others begin anew%n"
        .formatted(trainings.of(left));
  }
}
