package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.orNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.LookNotes;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.TestedEffects;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.Rounded;

/**
 * The table of paired comparisons that {@code run} and {@code analyze} print.
 *
 * @param pairs the rows
 * @param metric that they compare
 * @param header of the sweep
 */
public record PairTable(CellPairs pairs, String metric, SweepHeader header) {

  private static final Shape<CellPair.PairSetting> SETTING =
      Shape.<CellPair.PairSetting>of(CellPair.PairSetting.class)
          .with("held", TEXT, CellPair.PairSetting::held)
          .with("cell_at", TEXT, CellPair.PairSetting::at)
          .with("control_at", TEXT, CellPair.PairSetting::controlAt)
          .with("config_hash", TEXT, CellPair.PairSetting::hash)
          .with("control_config_hash", TEXT, CellPair.PairSetting::controlHash);

  /** The numbers of a pair of cells, in one sweep or across sweeps. */
  static final Shape<CellPair> DIFFERENCE =
      Shape.<CellPair>of(CellPair.class)
          .with("difference", NUMBER, CellPair::difference)
          .with("low", NUMBER, pair -> pair.interval().low())
          .with("high", NUMBER, pair -> pair.interval().high())
          .with("level", NUMBER, CellPair::level)
          .with("test", TEXT, pair -> pair.ranks() ? "ranks" : "means")
          .with("why_ranks", orNull(TEXT), CellPair::whyRanks)
          .with("two_modes", list(TEXT), pair -> labels(pair.twoModes()))
          .with("n", WHOLE, CellPair::n)
          .with("failed", WHOLE, CellPair::failed)
          .with("stopped", WHOLE, CellPair::stopped)
          .with("failed_elsewhere", WHOLE, CellPair::failedElsewhere)
          .with(
              "p",
              NUMBER,
              pair ->
                  pair.tested() && !Double.isNaN(pair.adjusted()) ? pair.probability() : Double.NaN)
          .with("p_is_least", FLAG, CellPair::least)
          .with("p_adjusted", NUMBER, CellPair::adjusted);

  /** Arms for programs, in the order of the arms. */
  public static List<String> labels(Set<Arm> arms) {
    return arms.stream().sorted().map(Arm::label).toList();
  }

  /** A pair with its verdict in words. */
  record LabelledPair(CellPair pair, String verdict) {}

  static final Shape<LabelledPair> LABELLED =
      Shape.<LabelledPair>of(LabelledPair.class)
          .with("cell", TEXT, row -> row.pair().cell())
          .with("control", TEXT, row -> row.pair().control())
          .including(DIFFERENCE, LabelledPair::pair)
          .with("cell_at", TEXT, row -> row.pair().at())
          .with("control_at", TEXT, row -> row.pair().controlAt())
          .with("settings", list(SETTING), row -> row.pair().settings())
          .with("verdict", TEXT, LabelledPair::verdict);

  /** The rows of a sweep's objective; empty with several objectives, whose front it has instead. */
  public static Optional<CellPairs> pairs(SweepView sweep) {
    return FrontTable.suits(sweep)
        ? Optional.empty()
        : CellPairs.of(Observations.ofObjective(sweep));
  }

  /** The table at the end of a run; empty when no pair shares two seeds or failed. */
  static String ofRun(Optional<CellPairs> rows, SweepView sweep) {
    return rows.filter(
            pairs -> pairs.all().stream().anyMatch(pair -> pair.paired() || pair.bothFailed()))
        .map(
            pairs ->
                new PairTable(pairs, sweep.header().objective().metric(), sweep.header()).text()
                    + together(pairs, sweep)
                    + "\n")
        .orElse("");
  }

  /**
   * Says that rows which average over settings hide an interaction of axes that is shown, since a
   * difference may then hold at some of the settings alone.
   */
  private static String together(CellPairs pairs, SweepView sweep) {
    if (pairs.pairs().stream().allMatch(pair -> pair.settings().size() < 2)) {
      return "";
    }
    Observations observations = Observations.ofObjective(sweep);
    return lines(
        TestedEffects.of(observations).interactions().stream()
            .filter(Effect::shown)
            .map(
                effect ->
                    "%s act together (p %s): a difference that is averaged need not hold at each setting; 'attune analyze' has the means, and named cells get a row each"
                        .formatted(
                            effect.axes().stream()
                                .map(observations::axisLabel)
                                .collect(Collectors.joining(" and ")),
                            Rounded.probability(effect.adjusted()))));
  }

  String text() {
    List<String[]> rows = pairs.pairs().stream().map(this::marked).toList();
    return rows.isEmpty() ? lines(pairs.unpaired().stream()) : table(rows);
  }

  private String table(List<String[]> rows) {
    return lines(title().stream())
        + TextTable.of(heading().toArray(String[]::new), rows).aligned()
        + footnotes()
        + lines(least().stream());
  }

  /** What is compared, and how. A second line says at which setting of the other swept keys. */
  public List<String> title() {
    String compared =
        "%s, cell less control, paired by seed%s"
            .formatted(metric, pairs.tuning().map(", "::concat).orElse(""));
    return Stream.concat(
            Stream.of(compared), pairs.where().map("each difference is %s"::formatted).stream())
        .toList();
  }

  /** The headings of the columns of {@link #rows}. */
  public List<String> heading() {
    return Stream.of(
            pairs.tuned().isEmpty()
                ? List.of("cell", "beside")
                : List.of("cell", "beside", "cell at", "control at"),
            List.of("difference", "interval", "level", "seeds", "p (Holm-adjusted)", "verdict"))
        .flatMap(List::stream)
        .toList();
  }

  /** A row of text for each pair. */
  public List<List<String>> rows() {
    return pairs.pairs().stream().map(this::row).toList();
  }

  private List<String> row(CellPair pair) {
    List<String> row = new ArrayList<>(List.of(pair.cell(), pair.control()));
    if (!pairs.tuned().isEmpty()) {
      row.addAll(List.of(pair.at(), pair.controlAt()));
    }
    row.addAll(numbers(pair));
    row.add(pairs.label(pair));
    return row;
  }

  /** A pair's difference, interval, level, seeds and p, as text. */
  static List<String> numbers(CellPair pair) {
    List<String> row = new ArrayList<>();
    double spread = (pair.interval().high() - pair.interval().low()) / 4;
    row.add(pair.n() > 0 ? signed(pair.difference(), spread) : "");
    row.add(interval(pair.interval(), spread, judged(pair.whyRanks(), pair.twoModes())));
    row.addAll(List.of(percent(pair.level()), seeds(pair), Rounded.probability(pair.adjusted())));
    return row;
  }

  /** What judges an interval, for people; empty where t does and there is nothing to say. */
  static String judged(Optional<String> whyRanks, Set<Arm> twoModes) {
    return whyRanks.map("by ranks (%s)"::formatted).orElse(twoModes.isEmpty() ? "" : "two modes");
  }

  /** An interval for people, and what judges it; that alone where no end is known. */
  static String interval(Interval interval, double spread, String ranks) {
    return IntervalNotes.hasEnd(interval)
        ? "%s to %s%s"
            .formatted(
                signedEnd(interval.low(), spread),
                signedEnd(interval.high(), spread),
                ranks.isEmpty() ? "" : ", " + ranks)
        : ranks;
  }

  /** A level as a percentage with two decimals at most: {@code 97.5 %}. */
  static String percent(double level) {
    return Double.isNaN(level)
        ? ""
        : BigDecimal.valueOf(100 * level)
                .setScale(2, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString()
            + " %";
  }

  /** A row that marks the least p; a table for a paper has no room for marks. */
  private String[] marked(CellPair pair) {
    List<String> row = row(pair);
    int p = row.size() - 2;
    row.set(p, row.get(p) + least(pair));
    return row.toArray(String[]::new);
  }

  private static String least(CellPair pair) {
    return LeastP.mark(pair.probability(), pair.least());
  }

  private List<String> least() {
    boolean any = pairs.pairs().stream().anyMatch(pair -> !least(pair).isEmpty());
    return LeastP.note(any, "seeds", LeastP.BEFORE_HOLM);
  }

  /** Cells that have no row, and what the rows rest on: a line each. */
  public String footnotes() {
    return lines(Stream.of(pairs.unpaired(), pairs.edges(), basis()).flatMap(List::stream));
  }

  private static String lines(Stream<String> notes) {
    return notes.map(note -> note + "\n").collect(Collectors.joining());
  }

  /** What intervals, p and verdicts rest on, for people: one line each. */
  List<String> notes() {
    return Stream.of(basis(), least()).flatMap(List::stream).toList();
  }

  private List<String> basis() {
    return Stream.of(
            coverage().stream(),
            IntervalNotes.of(IntervalNotes.students(pairs.pairs().stream())).stream(),
            pairs.pairs().stream().flatMap(pair -> pair.uneven().stream()),
            CellPair.rounding(pairs.pairs()).stream(),
            CellPair.identical(pairs.pairs()).stream(),
            IntervalNotes.modes(pairs.pairs()).stream(),
            pairs.tooFewSeeds().stream(),
            new ClaimRecipe(pairs, metric, header).lines().stream(),
            looks().stream())
        .flatMap(notes -> notes)
        .toList();
  }

  /** What a table for a paper needs below it: a line each. */
  public List<String> below() {
    return Stream.concat(IntervalNotes.cells(pairs.pairs()).stream(), looks().stream()).toList();
  }

  /** What the intervals cover; nothing beside rows without one. */
  private List<String> coverage() {
    return pairs.pairs().stream().anyMatch(pair -> IntervalNotes.hasEnd(pair.interval()))
        ? List.of(header.design().coverage())
        : List.of();
  }

  /** The looks by which p is multiplied; nothing beside rows without a p. */
  private List<String> looks() {
    return pairs.pairs().stream().allMatch(pair -> Double.isNaN(pair.adjusted()))
        ? List.of()
        : new LookNotes(pairs.looks()).ofPairs();
  }

  /** A row's number of seeds, with failed and stopped ones: {@code 4, 1 failed, 2 stopped}. */
  private static String seeds(CellPair pair) {
    return pair.n()
        + (pair.failed() > 0 ? ", " + pair.failed() + " failed" : "")
        + (pair.stopped() > 0 ? ", " + pair.stopped() + " stopped" : "")
        + (pair.failedElsewhere() > 0
            ? "; at other tuned values %d failed".formatted(pair.failedElsewhere())
            : "");
  }

  static String signed(double value, double spread) {
    return signed(value, Rounded.number(value, spread));
  }

  private static String signedEnd(double value, double spread) {
    return signed(value, Rounded.end(value, spread));
  }

  private static String signed(double value, String text) {
    return value > 0 ? "+" + text : text;
  }

  /** The pairs for programs. */
  static List<LabelledPair> withLabels(CellPairs pairs) {
    return pairs.pairs().stream().map(pair -> new LabelledPair(pair, pairs.label(pair))).toList();
  }
}
