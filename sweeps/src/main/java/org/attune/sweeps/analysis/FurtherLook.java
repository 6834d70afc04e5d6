package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.event.SweepPlan;
import org.attune.sweeps.state.SweepView;

/** The cost of an extension for the verdicts of a sweep whose results are known. */
public final class FurtherLook {

  private FurtherLook() {}

  /**
   * A warning for the user; empty before the first result, after a search that looks at results,
   * and for an extension that adds no look, such as one of the budget.
   *
   * @param extended the header of the extended sweep
   */
  public static Optional<String> warning(SweepView sweep, SweepHeader extended) {
    if (!sweep.hasResults() || sweep.header().design().looksAtResults()) {
      return Optional.empty();
    }
    return extended.design().looksAtResults()
        ? Optional.of(
            "with --extend, results choose cells from now on, so no comparison that is open now gets a"
                + " verdict; to test what the search finds, confirm it in a new sweep: attune best"
                + " DIR --confirm 3")
        : warning(SeedLooks.of(sweep), extended.plan(), "--extend");
  }

  /**
   * A warning for the user of a sweep that adopts trials of others; empty if it adds no look.
   *
   * @param others whose trials it adopts
   * @param plan of the sweep
   * @param option why it adopts them
   */
  public static Optional<String> ofReuse(List<SweepView> others, SweepPlan plan, String option) {
    List<LookPlan> known =
        others.stream()
            .filter(SweepView::hasResults)
            .flatMap(other -> SeedLooks.of(other).plans().stream())
            .toList();
    return known.isEmpty() ? Optional.empty() : warning(new SeedLooks(known), plan, option);
  }

  private static Optional<String> warning(SeedLooks known, SweepPlan further, String option) {
    List<LookPlan> plans = new ArrayList<>(known.plans());
    plans.add(LookPlan.of(further));
    SeedLooks before = known.ofRows(1);
    SeedLooks after = new SeedLooks(plans).ofRows(1);
    if (after.count() <= before.count()) {
      return Optional.empty();
    }
    return Optional.of(
        after.spent()
            ? ("with %s, no comparison that is open now gets a verdict in this sweep, because"
                    + " results are known: what it shows later is only marked '%s'; for a verdict, run a"
                    + " new sweep with another seed instead")
                .formatted(option, SeedLooks.TO_CONFIRM)
            : ("with %s, p of each comparison that is open now is multiplied by %d instead of %d,"
                    + " because results are known; to pay nothing, run a new sweep with another seed"
                    + " instead")
                .formatted(option, after.multiplier(), before.multiplier()));
  }
}
