package org.attune.sweeps.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.SealedSplit;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.Summary;

/**
 * A sweep's results next to a paper's, with a verdict on each claim.
 *
 * @param layout of the table
 * @param rows one per cell, in grid order
 * @param findings one per claim, in the file's order
 * @param stated when each claim was stated, in the file's order
 * @param prices processor seconds that would decide each claim, in the file's order; empty for one
 *     that is decided, has no estimate, or for which seeds that are added do not count
 * @param looks at which the claims were tested: see {@link Replicates#looks(Replicates)}
 * @param dropped testable claims that the journal has and the file no longer has; they still count
 * @param ignored whether a cell has seeds that were added after the last look, and decide nothing
 * @param openings of the sealed split, by what was seen there; this one among them
 * @param coverage what the intervals cover, in a sentence
 * @param level that the claims share: {@link Judge#LEVEL}, or the one that a lab gave them
 */
public record Reproduction(
    Layout layout,
    List<Row> rows,
    List<Finding> findings,
    List<StatedWhen> stated,
    List<OptionalDouble> prices,
    Looks looks,
    int dropped,
    boolean ignored,
    Set<String> openings,
    String coverage,
    double level) {

  /** A task that knows the best possible value of a metric reports it under this prefix. */
  private static final String ORACLE = "oracle_";

  /**
   * One cell.
   *
   * @param label its name in the table
   * @param parameters trainable numbers of its model
   * @param nonEmbedding trainable numbers outside the tables of token embeddings
   * @param passedOver whether it has no fresh seeds as its tuned arm did not choose it, or as its
   *     value is one that only tuned arms may widen to
   * @param entries one per column
   */
  public record Row(
      String label,
      long parameters,
      long nonEmbedding,
      boolean passedOver,
      List<CellEntry> entries) {

    public Row {
      entries = List.copyOf(entries);
    }
  }

  /**
   * A cell's values of one metric.
   *
   * @param paper the paper's number as printed; empty if it has none
   * @param ours over the seeds with a value
   * @param failed seeds without one that count as failed: {@link CellSummary}
   * @param stopped seeds that a rule or a user stopped
   * @param seeds values by seed; empty for a seed without one
   * @param floor the value of chance; empty if the file gives none
   * @param oracle the best possible value, if trials report it; empty otherwise
   * @param control the cell with equally many parameters but without the part; empty if none is
   *     named
   * @param controls that cell's metric
   */
  public record CellEntry(
      Optional<String> paper,
      Summary ours,
      int failed,
      int stopped,
      List<OptionalDouble> seeds,
      OptionalDouble floor,
      OptionalDouble oracle,
      Optional<String> control,
      Summary controls) {

    public CellEntry {
      seeds = List.copyOf(seeds);
    }

    /** The number of values, and what is not among them, as in {@code 4, 1 failed, 2 stopped}. */
    public String count() {
      return ours.n() + CellSummary.missing(failed, stopped);
    }
  }

  public Reproduction {
    rows = List.copyOf(rows);
    findings = List.copyOf(findings);
    stated = List.copyOf(stated);
    prices = List.copyOf(prices);
    openings = Collections.unmodifiableSet(new LinkedHashSet<>(openings));
  }

  /**
   * The number of testable claims that were stated after the results, and may be picked from them.
   */
  public long statedAfter() {
    return IntStream.range(0, findings.size())
        .filter(i -> findings.get(i).claim().testable() && !stated.get(i).before())
        .count();
  }

  /** The level of a claim's interval over all looks, from Holm's method, such as 0.975. */
  public double intervalLevel(int claim) {
    double[] probabilities =
        findings.stream()
            .mapToDouble(finding -> finding.claim().testable() ? finding.unadjusted() : Double.NaN)
            .toArray();
    return 1 - Holm.of(probabilities, dropped, level).levels()[claim];
  }

  /** A sweep's results, laid out and judged as its file specifies. */
  public static Reproduction of(SweepSpec spec, SweepView sweep, AxisCatalog catalog) {
    SweepOutcomes outcomes = new SweepOutcomes(sweep);
    Comparison comparison = onSplits(spec.comparison(), outcomes);
    Set<Configuration> settings =
        comparison.claims().stream()
            .flatMap(Claim::tuned)
            .flatMap(measure -> measure.settings().stream())
            .collect(Collectors.toSet());
    List<Tuning.Widening> first =
        comparison.claims().stream()
            .flatMap(Claim::tuned)
            .flatMap(measure -> measure.tuning().stream())
            .flatMap(arm -> arm.widening().stream())
            .distinct()
            .toList();
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, Configuration> cell : comparison.cells().entrySet()) {
      Cost cost = catalog.cost(cell.getValue());
      rows.add(
          new Row(
              cell.getKey(),
              cost.parameters(),
              cost.nonEmbedding(),
              outcomes.ended(cell.getValue()) == 0
                  && (settings.contains(cell.getValue())
                      || !first.stream().allMatch(range -> range.begins(cell.getValue()))),
              comparison.layout().columns().stream()
                  .map(column -> entry(cell.getKey(), column, comparison, outcomes))
                  .toList()));
    }
    Replicates planned = sweep.plans().get(0).replicates().orElse(spec.replicates());
    Looks looks = spec.replicates().looks(planned);
    int dropped = StatedWhen.dropped(spec, sweep);
    double level = Standing.level(sweep.header().provenance()).orElse(Judge.LEVEL);
    List<Finding> findings =
        Judge.findings(comparison.claims(), level, dropped, looks, outcomes).stream()
            .map(finding -> isOpen(finding, looks, sweep) ? finding.whileOpen() : finding)
            .toList();
    boolean ignored =
        comparison.cells().values().stream().mapToInt(outcomes::ended).max().orElse(0)
            > looks.last();
    Price price = new Price(sweep, outcomes);
    Set<String> openings = new LinkedHashSet<>(sweep.openings());
    Openings.of(findings).ifPresent(openings::add);
    return new Reproduction(
        comparison.layout(),
        rows,
        findings,
        StatedWhen.of(spec, sweep),
        findings.stream()
            .map(finding -> looks.open() ? price.untilDecided(finding) : OptionalDouble.empty())
            .toList(),
        looks,
        dropped,
        ignored,
        openings,
        sweep.header().design().coverage(),
        level);
  }

  /** Whether a claim is undecided and some of its planned seeds have not ended. */
  private static boolean isOpen(Finding finding, Looks looks, SweepView sweep) {
    return finding.verdict() == ClaimVerdict.INCONCLUSIVE
        && finding.seeds() < looks.last()
        && sweep.completed().isEmpty();
  }

  /** The comparison with the columns of the sealed split where results hold it. */
  private static Comparison onSplits(Comparison comparison, SweepOutcomes outcomes) {
    Layout layout = comparison.layout();
    List<Configuration> cells = List.copyOf(comparison.cells().values());
    return new Comparison(
        comparison.cells(),
        comparison.claims(),
        new Layout(
            layout.title(),
            layout.source(),
            layout.columns().stream()
                .map(column -> SealedSplit.column(column, cells, outcomes))
                .toList(),
            layout.controls(),
            layout.notes(),
            layout.settings(),
            layout.ladder()));
  }

  private static CellEntry entry(
      String label, Layout.LayoutColumn column, Comparison comparison, SweepOutcomes outcomes) {
    Configuration cell = comparison.cells().get(label);
    List<OptionalDouble> seeds = outcomes.values(cell, column.metric());
    CellSummary counted = outcomes.counted(cell, column.metric());
    Optional<String> control = Optional.ofNullable(comparison.layout().controls().get(label));
    List<OptionalDouble> controls =
        control
            .map(name -> outcomes.values(comparison.cells().get(name), column.metric()))
            .orElse(List.of());
    return new CellEntry(
        Optional.ofNullable(column.paper().get(label)),
        counted.summary(),
        counted.failed(),
        counted.stopped(),
        seeds,
        column.floor().map(floor -> floor(floor, cell, outcomes)).orElse(OptionalDouble.empty()),
        floor(new Layout.Floor.OfMetric(oracle(column.metric())), cell, outcomes),
        control,
        summary(controls));
  }

  private static String oracle(String metric) {
    return Metric.isSealed(metric)
        ? SealedSplit.name(ORACLE + metric.substring(Metric.SEALED.length()))
        : ORACLE + metric;
  }

  private static OptionalDouble floor(
      Layout.Floor floor, Configuration cell, SweepOutcomes outcomes) {
    if (floor instanceof Layout.Floor.OfNumber number) {
      return OptionalDouble.of(number.value());
    }
    Summary summary = summary(outcomes.values(cell, ((Layout.Floor.OfMetric) floor).metric()));
    return summary.n() == 0 ? OptionalDouble.empty() : OptionalDouble.of(summary.mean());
  }

  private static Summary summary(List<OptionalDouble> seeds) {
    return Summary.of(seeds.stream().flatMapToDouble(OptionalDouble::stream).toArray());
  }
}
