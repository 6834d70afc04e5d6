package org.attune.jobs.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.io.function.IOSupplier;
import org.attune.api.catalog.ShortList;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.api.storage.Storage;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.store.Storages;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.analysis.FurtherLook;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.NoSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.reuse.Copies;
import org.attune.sweeps.reuse.EarlierSweep;
import org.attune.sweeps.reuse.EarlierSweeps;
import org.attune.sweeps.scheduler.Reuse;
import org.attune.sweeps.scheduler.SlotLocation;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.ThisHost;
import org.attune.sweeps.verdict.ClaimEntry;

/**
 * The sweeps whose trials a sweep adopts.
 *
 * @param sweeps in the order of preference
 * @param named whether the user named them; else they are those of the sweep's lab
 */
public record ReusedSweeps(List<EarlierSweep> sweeps, boolean named) {

  /** No sweeps. */
  static final ReusedSweeps NONE = new ReusedSweeps(List.of(), true);

  /**
   * The sweeps of a lab that have a seed. Leaves out a sweep that it cannot read, with a warning.
   */
  static ReusedSweeps ofLab(List<Path> directories, long seed) {
    List<EarlierSweep> sweeps = new ArrayList<>();
    for (Path directory : directories) {
      Storage storage = new LocalStorage(directory);
      try {
        SweepView sweep = SweepJournal.read(storage);
        if (sweep.header().seed() == seed) {
          sweeps.add(new EarlierSweep(Storages.absolute(directory.toString()), storage, sweep));
        }
      } catch (NoSweepException starting) { // it has no trials yet
      } catch (IOException | RuntimeException unreadable) {
        System.err.printf(
            "warning: no trial of %s is reused: %s%n", directory, unreadable.getMessage());
      }
    }
    return new ReusedSweeps(sweeps, false);
  }

  /**
   * Reads the sweeps in directories.
   *
   * @param directories of sweeps, or of folders that hold sweeps
   * @param ownDirectory the directory of the sweep that adopts; empty if it has none yet
   */
  static ReusedSweeps read(List<String> directories, String ownDirectory) throws IOException {
    String itself = ownDirectory.isEmpty() ? "" : Storages.absolute(ownDirectory);
    List<String> all = new ArrayList<>();
    for (String directory : directories) {
      if (directory.isBlank()) {
        throw new InputException("A directory to reuse is empty; name that of a sweep.");
      }
      String absolute = Storages.absolute(directory);
      if (absolute.equals(itself)) {
        throw new InputException(
            "Cannot reuse %s: it is the sweep's own directory, whose trials it has anyway; name another."
                .formatted(directory));
      }
      List<String> inside = inside(absolute);
      all.addAll(inside.isEmpty() ? List.of(absolute) : inside);
    }
    List<EarlierSweep> sweeps = new ArrayList<>();
    for (String directory :
        all.stream().distinct().filter(other -> !other.equals(itself)).toList()) {
      sweeps.add(new EarlierSweep(directory, Sweeps.storage(directory), Sweeps.read(directory)));
    }
    return new ReusedSweeps(sweeps, true);
  }

  /** The sweeps directly in a folder of this disk that is not a sweep's. */
  private static List<String> inside(String folder) throws IOException {
    Storage storage = Sweeps.storage(folder);
    Optional<Path> local = storage.localFolder();
    List<String> sweeps = new ArrayList<>();
    if (local.isPresent() && !SweepLayout.holdsSweep(storage)) {
      for (String name : storage.list("")) {
        String directory = local.get().resolve(name).toString();
        Storage otherStorage = Sweeps.storage(directory);
        if (SweepLayout.holdsSweep(otherStorage) && !SweepLayout.holdsTablesOnly(otherStorage)) {
          sweeps.add(directory);
        }
      }
    }
    return sweeps;
  }

  /** What a run of the sweep adopts. */
  Reuse adoptable(Workload workload, SweepJournal journal, Storage storage) {
    return sweeps.isEmpty() || unusable(workload).isPresent()
        ? Reuse.NONE
        : new EarlierSweeps(
            sweeps,
            journal.state().header(),
            required(workload),
            new Copies(storage, journal.epoch()));
  }

  /** Why a sweep can adopt no trial, whichever sweeps there are; empty if it can. */
  static Optional<String> unusable(Workload workload) {
    if (!workload.trainsModels()) {
      return Optional.of(
          "reuse adopts no trial: trials are a program of yours, and Attune does not know the data"
              + " that it reads");
    }
    return workload.spec().newSearch(workload.catalog()).carriesOn()
        ? Optional.of(
            "reuse adopts no trial: the search '%s' starts trials from others' checkpoints, which adopted trials lack"
                .formatted(workload.spec().search().name()))
        : Optional.empty();
  }

  /** If claims decide which cells get seeds, adopted trials must be evidence for them. */
  private static SortedSet<String> required(Workload workload) {
    SortedSet<String> digests = new TreeSet<>();
    if (workload.spec().seedsFollowClaims()) {
      workload.spec().comparison().claims().stream()
          .filter(Claim::testable)
          .forEach(claim -> digests.add(ClaimEntry.digest(claim)));
    }
    return digests;
  }

  /**
   * The trials that a sweep would adopt if it ran on this machine.
   *
   * @param plan a line of the plan; empty if no other sweeps are named
   * @param warning for the user, if any
   */
  record Prospect(String plan, Optional<String> warning) {}

  /**
   * The trials that a sweep would adopt if it ran on this machine.
   *
   * @param ours makes the header that the sweep would have
   */
  Prospect prospect(Workload workload, IOSupplier<SweepHeader> ours) throws IOException {
    Optional<String> unusable = sweeps.isEmpty() ? Optional.empty() : unusable(workload);
    if (sweeps.isEmpty() || unusable.isPresent()) {
      return new Prospect("", unusable);
    }
    SweepHeader header = ours.get();
    List<Trial> trials = trials(workload);
    boolean onGpu = workload.spec().execution().gpusPerTrial().isPresent();
    EarlierSweeps.Stock stock =
        EarlierSweeps.stock(
            sweeps,
            header,
            required(workload),
            trials,
            new SlotLocation("", ThisHost.name(), onGpu ? "gpu" : "cpu", Machine.provenance()));
    return new Prospect(
        text(stock, trials.size(), header.trials()),
        stock.adoptable() == 0
            ? Optional.empty()
            : FurtherLook.ofReuse(
                sweeps.stream()
                    .filter(sweep -> stock.bySweep().containsKey(sweep.directory()))
                    .map(EarlierSweep::view)
                    .toList(),
                header.plan(),
                named ? "--reuse" : "the trials of the lab's other sweeps"));
  }

  /** The trials that the search proposes before it needs a result. */
  private static List<Trial> trials(Workload workload) {
    Search search = workload.spec().newSearch(workload.catalog());
    long most = workload.spec().budget().trialsOf(search);
    List<Trial> trials = new ArrayList<>();
    while (trials.size() < most && search.ask() instanceof Proposal.Run next) {
      trials.add(next.trial());
    }
    return trials;
  }

  private static String text(EarlierSweeps.Stock stock, int looked, long all) {
    int adoptable = stock.adoptable();
    String lookedAt =
        looked < all ? "the first %,d trials".formatted(looked) : Counted.of(all, "trial");
    String where =
        ShortList.of(
            stock.bySweep().entrySet().stream()
                .map(entry -> "%,d in %s".formatted(entry.getValue(), entry.getKey()))
                .toList(),
            "");
    String refused =
        stock.refused().entrySet().stream()
            .map(entry -> "%,d (%s)".formatted(entry.getValue(), entry.getKey()))
            .collect(Collectors.joining(", "));
    return "reuse       %,d of %s %s there already%s%n%s"
        .formatted(
            adoptable,
            lookedAt,
            adoptable == 1 ? "is" : "are",
            where.isEmpty() ? "" : ": " + where,
            refused.isEmpty() ? "" : "            not adopted: %s%n".formatted(refused));
  }
}
