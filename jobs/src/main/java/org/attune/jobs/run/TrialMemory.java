package org.attune.jobs.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.Cost;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.spec.SweepSpec;

/**
 * The planned memory of a sweep's largest trial.
 *
 * @param bytes bytes of the heap
 * @param cell the configuration that takes them
 * @param sizes the keys that it grows with
 */
record TrialMemory(long bytes, Configuration cell, List<String> sizes) {

  /** The most cells to price, and the most of the largest to plan, since planning takes longer. */
  private static final int MOST_PRICED = 300;

  private static final int MOST_PLANNED = 4;

  /** Heap that Spark, the journal and the tasks' examples take beside the trials. */
  private static final long REST = 200L << 20;

  private static final double MEGABYTE = 1 << 20;

  private record Priced(Configuration cell, Cost cost) {}

  /** Plans the largest trials of a sweep; empty when the catalog cannot plan them. */
  static Optional<TrialMemory> of(SweepSpec spec, AxisCatalog catalog) {
    List<Priced> priced = new ArrayList<>();
    Set<Configuration> seen = new LinkedHashSet<>();
    Search search = spec.newSearch(catalog);
    while (seen.size() < MOST_PRICED && search.ask() instanceof Proposal.Run next) {
      Configuration cell = next.trial().configuration();
      if (!seen.add(cell)) {
        break; // all cells seen; their further seeds follow
      }
      priced.add(new Priced(cell, catalog.cost(cell)));
    }
    Set<Configuration> largest = new LinkedHashSet<>();
    Comparator<Priced> byFlops = Comparator.comparingDouble(p -> -p.cost().flopsPerStep());
    Comparator<Priced> byParameters = Comparator.comparingLong(p -> -p.cost().parameters());
    for (Comparator<Priced> order : List.of(byFlops, byParameters)) {
      priced.stream().sorted(order).limit(MOST_PLANNED).forEach(p -> largest.add(p.cell()));
    }
    ParameterTree tree = catalog.tree();
    List<String> sizing =
        tree.keys().stream()
            .filter(key -> tree.parameter(key).orElseThrow().traits().sizing())
            .toList();
    Optional<TrialMemory> most = Optional.empty();
    for (Configuration cell : largest) {
      OptionalLong bytes = catalog.memory(cell);
      if (bytes.isPresent() && (most.isEmpty() || bytes.getAsLong() > most.get().bytes())) {
        most = Optional.of(new TrialMemory(bytes.getAsLong(), cell, sizing));
      }
    }
    return most;
  }

  /** A size in words: {@code 12 MB}, {@code 3.4 GB}. */
  static String describe(long bytes) {
    double megabytes = bytes / MEGABYTE;
    return megabytes < 1_000
        ? "%.0f MB".formatted(Math.max(1, megabytes))
        : "%.1f GB".formatted(megabytes / 1_024);
  }

  /**
   * Refuses trials that do not fit into the heap of this JVM, which runs them.
   *
   * @param slots number of trials that run at a time
   * @param heap size of the heap in bytes
   */
  void requireRoom(int slots, long heap) {
    long room = Math.max(0, heap - REST) / slots;
    if (bytes <= room) {
      return;
    }
    boolean alone = slots > 1 && bytes <= heap - REST;
    throw new InputException(
        ("A trial does not fit into memory: the largest takes about %s (%s), and there are %s for"
                + " each of %d at a time in a heap of %s. %s; or make %s"
                + " smaller.")
            .formatted(
                describe(bytes),
                settings(),
                describe(room),
                slots,
                describe(heap),
                alone
                    ? "Run fewer at a time with --set execution.slots=%d, or give the JVM more with ATTUNE_HEAP=%s"
                        .formatted(Math.max(1, (heap - REST) / bytes), enough(slots))
                    : "Give the JVM more with ATTUNE_HEAP=" + enough(slots),
                grown().reduce((one, other) -> one + " or " + other).orElse("it")));
  }

  private String enough(int slots) {
    return (long) Math.ceil((bytes * slots + REST) * 1.1 / MEGABYTE / 1_024) + "g";
  }

  private String settings() {
    return grown().map(key -> key + "=" + cell.text(key)).collect(Collectors.joining(", "));
  }

  private Stream<String> grown() {
    return sizes.stream().filter(cell::has);
  }
}
