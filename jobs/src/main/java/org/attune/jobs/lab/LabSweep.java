package org.attune.jobs.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.lab.Entries;
import org.attune.sweeps.lab.Entry;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.verdict.StatedWhen;

/**
 * A sweep that is to run in a lab. Its claims are stated in the ledger once, before its first
 * trial. Then the lab draws the sweep's seed, so that nobody can know the results of its trials:
 * that is what the proof of {@link org.attune.sweeps.lab.Wealth} needs.
 *
 * @param ledger of the lab
 * @param directory of the sweep, as the user named it
 * @param began the sweep in the directory; empty if there is none yet
 */
public record LabSweep(Ledger ledger, String directory, Optional<SweepHeader> began) {

  /** The message for a sweep whose results may have been known before its claims. */
  static final String OUTSIDE =
      "lab: this sweep began outside the lab, so its claims are no evidence there; to test them,"
          + " run them in a new directory.";

  private static final long SEEDS = 1L << 53; // every JSON reader has them exactly

  /** The sweep of a directory. */
  public static LabSweep of(Ledger ledger, String directory, Storage storage) throws IOException {
    boolean hasSweep = SweepLayout.holdsSweep(storage) && !SweepLayout.holdsTablesOnly(storage);
    return new LabSweep(
        ledger,
        directory,
        hasSweep ? Optional.of(Sweeps.read(directory).header()) : Optional.empty());
  }

  /**
   * The work with the seed and the level that the lab gave a sweep, or with the level that it would
   * give a new one.
   *
   * @throws InputException if the claims are not those that were stated
   */
  public Workload planned(Workload workload) throws IOException {
    List<String> claims = StatedWhen.testable(workload.spec());
    if (began.isEmpty()) {
      return claims.isEmpty()
          ? workload
          : workload.inLab(workload.spec().seed(), ledger.read().wealth().level(claims.size()));
    }
    Optional<Standing> standing = standing();
    if (standing.isEmpty()) {
      return workload;
    }
    Entry entry =
        ledger
            .read()
            .of(standing.get())
            .orElseThrow(
                () ->
                    new InputException(
                        "The ledger of %s has no entry %d with the claims of %s; check it: lab verify"
                            .formatted(
                                ledger.storage().describe(), standing.get().entry(), directory)));
    requireStated(claims, entry);
    return workload.inLab(began.get().seed(), standing.get().level());
  }

  /** Whether its claims are still to be stated. */
  public boolean isNew() {
    return began.isEmpty();
  }

  private Optional<Standing> standing() {
    return began.flatMap(header -> Standing.of(header.provenance()));
  }

  private void requireStated(List<String> claims, Entry entry) {
    List<String> stated = entry.claims();
    List<String> added = claims.stream().filter(claim -> !stated.contains(claim)).toList();
    if (!added.isEmpty()) {
      throw new InputException(
          ("Cannot add or reword claims of %s: a lab's sweep has the claims that it began with, and"
                  + " %s not among them; state %s in a sweep with a directory of its own.")
              .formatted(
                  directory,
                  Counted.of(added.size(), "claim") + (added.size() == 1 ? " is" : " are"),
                  added.size() == 1 ? "it" : "them"));
    }
  }

  /** Whether the sweep has claims in the lab: then its trials are new. */
  public boolean needsNewTrials(SweepSpec spec) {
    return standing().isPresent() || began.isEmpty() && !StatedWhen.testable(spec).isEmpty();
  }

  /** The directories of the lab's other sweeps; warns of folders that cannot be read. */
  public List<Path> others() throws IOException {
    Optional<Path> folder = Sweeps.storage(directory).localFolder().filter(Files::exists);
    List<Path> others = new ArrayList<>();
    for (Path sweep :
        LabFolder.sweeps(
            ledger.storage(),
            (unreadable, why) ->
                System.err.printf("warning: no trial below %s is reused: %s%n", unreadable, why))) {
      if (folder.isEmpty() || !Files.isSameFile(folder.get(), sweep)) {
        others.add(sweep);
      }
    }
    return others;
  }

  /**
   * Refuses to adopt trials of other sweeps: their results were known before the claims.
   *
   * @throws InputException if the sweep has claims in the lab
   */
  public void requireNewTrials(SweepSpec spec) {
    if (needsNewTrials(spec)) {
      throw new InputException(
          ("Cannot reuse trials for the claims of %s: a lab judges claims on new seeds, whose"
                  + " results nobody knows; leave out the reuse, or the claims.")
              .formatted(directory));
    }
  }

  /** The work with the seed and level of claims that this method states in the ledger. */
  public Workload stated(Workload planned) throws IOException {
    SweepSpec spec = planned.spec();
    List<String> claims = StatedWhen.testable(spec);
    if (began.isPresent() || claims.isEmpty()) {
      return planned;
    }
    long seed = new SecureRandom().nextLong(SEEDS);
    Entry entry =
        ledger
            .add(
                before ->
                    Optional.of(
                        Entry.stated(spec.name(), directory, seed, claims, before.wealth())))
            .orElseThrow();
    Standing standing =
        new Standing(
            ledger.lab(),
            entry.number(),
            entry.line().sha256(),
            entry.level(),
            ledger.storage().describe());
    return planned.inLab(seed, entry.level()).standing(standing);
  }

  /** What the user should know before the sweep runs; empty if the lab has no part in it. */
  public Optional<String> notice(Workload planned) throws IOException {
    int claims = StatedWhen.testable(planned.spec()).size();
    if (claims == 0) {
      return Optional.empty();
    }
    if (began.isPresent()) {
      return standing().isPresent() ? Optional.empty() : Optional.of(OUTSIDE);
    }
    Entries entries = ledger.read();
    return Optional.of(
        "lab %s: %s at the level %s, for %s of the lab's wealth; the lab draws the seed"
            .formatted(
                ledger.storage().describe(),
                Counted.of(claims, "claim"),
                Rounded.level(entries.wealth().level(claims)),
                LabText.share(entries.wealth().share(claims))));
  }
}
