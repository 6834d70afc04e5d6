package org.attune.jobs.mcp;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attune.api.catalog.AxisCatalog;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.claim.EnoughSeeds;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.lab.Wealth;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.verdict.StatedWhen;

/**
 * A sweep file that an agent proposes.
 *
 * @param catalog by which it was read
 */
record ProposedFile(SweepSpec spec, AxisCatalog catalog) {

  /** What messages call it. */
  private static final String FILE = "proposal.yaml";

  /** The argument by which an agent spends wealth on claims that no result can decide. */
  static final String ANYWAY = "even_if_undecidable";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][-.\\w]*");

  /** A claim compares two cells, and a difference of one seed has no interval. */
  private static final int LEAST_CELLS = 2;

  private static final int LEAST_SEEDS = 2;
  private static final int MAX_CHARACTERS = 1_000_000;

  /**
   * Reads it.
   *
   * @param lab of the server
   * @throws RefusedCallException if it runs a program, names another lab, or states no claim that a
   *     test can judge
   */
  static ProposedFile read(String text, Path lab, Allowance allowance) throws SpecException {
    if (text.length() > MAX_CHARACTERS) {
      throw RefusedCallException.of(
          "The sweep file has more than a million characters.", "propose a shorter file");
    }
    if (!allowance.programs() && SpecFile.asked(FILE, text).isPresent()) {
      throw RefusedCallException.of(
          "The task runs a program, which this server must not; propose a task of Attune's, or"
              + " have the server started with --allow-programs.",
          "describe {\"what\": \"tasks\"}");
    }
    AxisCatalog catalog =
        SpecFile.command(FILE, text)
            .<AxisCatalog>map(CommandTask::catalog)
            .orElseGet(TrialCatalog::new);
    SweepSpec spec = SpecFile.read(FILE, text, Map.of(), catalog);
    if (!NAME.matcher(spec.name()).matches()) {
      throw RefusedCallException.of(
          "Invalid sweep '%s'; the name of a proposal must begin with a letter or a digit"
              .formatted(spec.name()),
          "sweep: a" + spec.name());
    }
    requireSameLab(SpecFile.lab(text).folder(), lab);
    if (StatedWhen.testable(spec).isEmpty()) {
      throw RefusedCallException.of(
          "The sweep file states no claim that a test can judge; state under 'claims' what you"
              + " expect.",
          "claims: [{says: TEXT, cell: CELL, is: below, of: CONTROL}]");
    }
    return new ProposedFile(spec, catalog);
  }

  private static void requireSameLab(Optional<String> named, Path lab) {
    if (named.isPresent() && !Path.of(named.get()).toAbsolutePath().normalize().equals(lab)) {
      throw RefusedCallException.of(
          "The sweep file names the lab %s, and this server states claims in %s alone; leave out 'lab'."
              .formatted(named.get(), lab),
          "leave out the line 'lab: %s'".formatted(named.get()));
    }
  }

  /** The trials that it has at most. */
  long trials() {
    return spec.newSearch(catalog).trials();
  }

  /** The number of its claims in the lab. */
  int claims() {
    return StatedWhen.testable(spec).size();
  }

  /**
   * Refuses claims that no result of their seeds can decide: they would spend wealth in vain.
   *
   * @param wealth of the lab now
   */
  void requireDecidable(Wealth wealth) {
    undecidable(wealth)
        .ifPresent(
            seeds -> {
              throw RefusedCallException.of(
                  "%s; the lab would spend %s of its wealth on it in vain; to run it all the same: %s: true"
                      .formatted(
                          seeds.says(),
                          String.format(Locale.ROOT, "%.2g %%", 100 * wealth.share(claims())),
                          ANYWAY),
                  seeds.enough().isPresent()
                      ? fix(seeds.enough().getAsInt())
                      : "state fewer claims, or propose with %s: true".formatted(ANYWAY));
            });
  }

  private Optional<EnoughSeeds.Undecidable> undecidable(Wealth wealth) {
    return EnoughSeeds.undecidable(
        spec.comparison().claims(), wealth.level(claims()), spec.replicates().looks());
  }

  /**
   * Warns of claims that its seeds can decide now, and no longer when it starts. A lab's level
   * falls with each claim that is stated before.
   *
   * @param before claims of proposals that wait
   */
  Optional<String> later(Wealth now, int before) {
    Wealth then = new Wealth(now.rate(), now.claims() + before, now.discoveries());
    return undecidable(now).isPresent()
        ? Optional.empty()
        : undecidable(then)
            .map(
                seeds ->
                    "%s before it; if none of them is shown, %s"
                        .formatted(
                            Counted.of(before, "claim") + (before == 1 ? " waits" : " wait"),
                            seeds.says()));
  }

  /**
   * How the sweep would fit into fewer trials: with fewer seeds, else with fewer cells; empty if no
   * sweep with a claim would.
   */
  Optional<String> fitting(long trials) {
    int seeds = (int) (trials * spec.replicates().atMost() / trials());
    int least = spec.replicates().untilDecided() ? spec.replicates().atLeast() : LEAST_SEEDS;
    if (seeds >= least) {
      return Optional.of(fix(seeds));
    }
    return trials < LEAST_CELLS * LEAST_SEEDS ? Optional.empty() : Optional.of("fewer cells");
  }

  private String fix(int enough) {
    return spec.replicates().untilDecided()
        ? "replicates: {at-least: %d, at-most: %d, until: decided}"
            .formatted(spec.replicates().atLeast(), enough)
        : "replicates: " + enough;
  }
}
