package org.attune.papers.reproduce;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.console.TimeText;
import org.attune.sweeps.claim.Finding;

/**
 * Spends a budget of processor time on more seeds for tables with open claims: always for the table
 * whose next seeds are expected to decide most claims per second. Every step is an extension of the
 * table's sweep, so an interrupted run resumes.
 *
 * @param budget the most processor time to spend
 * @param out receives progress, one line each
 */
record UntilDecided(Duration budget, PrintStream out) {

  private static final String[] PLAN = {
    "table", "open claims", "seeds a cell", "expects to decide", "processor time"
  };

  /** Gives a table more seeds. */
  interface Extension {
    /**
     * Runs the table with up to this many seeds a cell.
     *
     * @return the table afterwards; empty if the run was interrupted
     */
    Optional<ReproducedTable> run(ReproducedTable table, int seeds) throws Exception;
  }

  /**
   * Extends tables while an offer fits the budget.
   *
   * @return the tables afterwards, in order; empty if a run was interrupted
   */
  Optional<List<ReproducedTable>> spend(List<ReproducedTable> tables, Extension extension)
      throws Exception {
    Map<String, ReproducedTable> now = new LinkedHashMap<>();
    tables.forEach(table -> now.put(table.table().key(), table));
    double left = budget.toSeconds();
    out.print(plan(now.values(), left));
    for (Optional<SeedOffer> best = best(now.values(), left);
        best.isPresent();
        best = best(now.values(), left)) {
      SeedOffer offer = best.get();
      Optional<ReproducedTable> after = extension.run(offer.table(), offer.seeds());
      if (after.isEmpty()) {
        return Optional.empty();
      }
      double spent = after.get().facts().computeSeconds() - offer.table().facts().computeSeconds();
      left -= Math.max(spent, 1);
      now.put(after.get().table().key(), after.get());
      out.print(done(offer, after.get(), spent));
    }
    out.printf(
        "spent %s of %s; %s%n",
        time(budget.toSeconds() - left), TimeText.of(budget), rest(now.values()));
    return Optional.of(List.copyOf(now.values()));
  }

  /** The offer with the most decisions per second that fits. */
  static Optional<SeedOffer> best(Collection<ReproducedTable> tables, double seconds) {
    return tables.stream()
        .flatMap(table -> SeedOffer.of(table).stream())
        .filter(offer -> offer.seconds() <= seconds)
        .max(Comparator.comparingDouble(SeedOffer::worth));
  }

  /** The offers in the order in which they would be taken, as far as the budget goes. */
  private static String plan(Collection<ReproducedTable> tables, double seconds) {
    List<SeedOffer> offers =
        tables.stream()
            .flatMap(table -> SeedOffer.of(table).stream())
            .sorted(Comparator.comparingDouble(SeedOffer::worth).reversed())
            .toList();
    TextTable table = TextTable.of(PLAN);
    double left = seconds;
    for (SeedOffer offer : offers) {
      boolean fits = offer.seconds() <= left;
      left -= fits ? offer.seconds() : 0;
      table.add(
          offer.table().table().key(),
          String.valueOf(offer.open().size()),
          String.valueOf(offer.seeds()),
          String.valueOf(offer.decides().size()),
          time(offer.seconds()) + (fits ? "" : ", not within the budget"));
    }
    return offers.isEmpty()
        ? "No claim is open for which a number of seeds is known to help.\n"
        : "Planned, by decisions per second of processor time:\n" + table.aligned();
  }

  private static String done(SeedOffer offer, ReproducedTable after, double spent) {
    List<Finding> findings = after.findings();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < findings.size(); i++) {
      Finding before = offer.table().findings().get(i);
      Finding now = findings.get(i);
      if (before.verdict() != now.verdict()) {
        lines.add("  %s: %s%n".formatted(now.verdict().words(now.claim()), now.claim().says()));
      }
    }
    return "%s, up to %s a cell: %d of %s decided for %s%n%s"
        .formatted(
            after.table().key(),
            Counted.of(offer.seeds(), "seed"),
            offer.open().size() - after.open().size(),
            Counted.of(offer.open().size(), "open claim"),
            time(spent),
            String.join("", lines));
  }

  private static String rest(Collection<ReproducedTable> tables) {
    int open = tables.stream().mapToInt(table -> table.open().size()).sum();
    return open == 0
        ? "no claim is open"
        : open + (open == 1 ? " claim is" : " claims are") + " open";
  }

  private static String time(double seconds) {
    return TimeText.of(Duration.ofSeconds(Math.round(seconds)));
  }
}
