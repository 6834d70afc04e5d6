package org.attune.jobs.report;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.console.TimeText;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.Effect;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.SealedSplit;
import org.attune.sweeps.claim.Source;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.claim.Verdict;
import org.attune.sweeps.paper.Reproduction;
import org.attune.sweeps.paper.Reproduction.Entry;
import org.attune.sweeps.paper.Reproduction.Row;
import org.attune.sweeps.paper.StatedWhen;
import org.attune.sweeps.statistics.Modes;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.Summary;

/** A paper's table beside ours, with the verdicts, as text, Markdown or JSON. */
public record ReproductionReport(Reproduction of) {

  private static final String NONE = "n/a";
  private static final String STEPS = "train.steps";
  private static final String[] CELLS = {
    "cell",
    "paper",
    "ours (mean ± std)",
    "n",
    "floor",
    "oracle",
    "control",
    "parameters",
    "w/o embedding"
  };
  private static final String[] VERDICTS = {
    "verdict", "claim", "source", "paper", "found", "seeds", "p", "stated", "test"
  };

  /** The finest precision of a printed effect, as a share of the effect. */
  private static final double FINEST = 1e-3;

  /** For the terminal: without columns in which no row has anything. */
  public String text() {
    return print(Style.TEXT);
  }

  /** For pages: every table has the same columns, and verdicts have their values. */
  public String markdown() {
    return print(Style.MARKDOWN);
  }

  private enum Style {
    TEXT,
    MARKDOWN;

    String print(String[] heading, List<String[]> rows) {
      return this == MARKDOWN
          ? TextTable.of(heading, rows).markdown()
          : alone(TextTable.of(heading, rows).without(NONE)).aligned();
    }

    /** Without a paper's column, our numbers need no name. */
    private static TextTable alone(TextTable table) {
      String[] heading = table.heading().clone();
      if (!List.of(heading).contains("paper")) {
        for (int i = 0; i < heading.length; i++) {
          heading[i] = heading[i].replace("ours (mean ± std)", "mean ± std");
        }
      }
      return TextTable.of(heading, table.rows());
    }
  }

  private String print(Style style) {
    String head = style == Style.MARKDOWN ? "### " : "";
    String between = style == Style.MARKDOWN ? "\n" : "";
    Layout layout = of.layout();
    StringBuilder text = new StringBuilder();
    List.of(layout.title(), layout.source()).stream()
        .filter(line -> !line.isEmpty())
        .forEach(line -> text.append(line).append('\n').append(between));
    for (int i = 0; i < layout.columns().size(); i++) {
      text.append('\n').append(head).append(layout.columns().get(i).metric()).append('\n');
      text.append(between).append(style.print(CELLS, rows(i)));
      String seeds = seeds(i);
      text.append(seeds.isEmpty() ? "" : between + seeds);
    }
    if (!of.findings().isEmpty()) {
      text.append('\n').append(head).append("claims\n").append(between);
      text.append(style.print(VERDICTS, verdicts(style)));
      text.append(between).append(split()).append('\n');
      text.append(between).append(rule()).append('\n');
    }
    layout.notes().forEach(note -> text.append(between).append("Note: ").append(note).append('\n'));
    return text.toString();
  }

  private List<String[]> rows(int column) {
    List<String[]> rows = new ArrayList<>();
    for (Row row : shown()) {
      Entry entry = row.entries().get(column);
      rows.add(
          new String[] {
            Numbers.readableLabel(row.label()),
            entry.paper().orElse(NONE),
            summary(entry.ours()) + (row.failed() == 0 ? "" : " (" + row.failed() + " failed)"),
            String.valueOf(entry.ours().n()),
            entry.floor().isPresent() ? number(entry.floor().getAsDouble()) : NONE,
            entry.oracle().isPresent() ? number(entry.oracle().getAsDouble()) : NONE,
            entry
                .control()
                .map(name -> Numbers.readableLabel(name) + ": " + summary(entry.controls()))
                .orElse(NONE),
            String.format(Locale.ROOT, "%,d", row.parameters()),
            String.format(Locale.ROOT, "%,d", row.nonEmbedding())
          });
    }
    return rows;
  }

  /** The cells with fresh seeds: all but the settings that tuned arms did not choose. */
  public List<Row> shown() {
    return of.rows().stream().filter(row -> !row.passedOver()).toList();
  }

  /** The seeds' values, for cells with bimodal outcomes or with a claim about solved seeds. */
  private String seeds(int column) {
    String metric = of.layout().columns().get(column).metric();
    return of.rows().stream()
        .filter(row -> twoModes(row.entries().get(column).seeds()) || counted(row.label(), metric))
        .map(
            row ->
                "seeds of %s: %s\n"
                    .formatted(
                        Numbers.readableLabel(row.label()),
                        listed(row.entries().get(column).seeds())))
        .collect(Collectors.joining());
  }

  private boolean counted(String label, String metric) {
    return of.findings().stream()
        .map(Finding::claim)
        .filter(claim -> claim.outcome() instanceof Outcome.Solved)
        .anyMatch(
            claim ->
                (claim.subject().label().equals(label) && claim.subject().metric().equals(metric))
                    || (claim.reference() instanceof Reference.OfCell cell
                        && cell.measure().label().equals(label)
                        && cell.measure().metric().equals(metric)));
  }

  private static boolean twoModes(List<OptionalDouble> seeds) {
    return Modes.areTwo(seeds.stream().flatMapToDouble(OptionalDouble::stream).toArray());
  }

  private static String listed(List<OptionalDouble> seeds) {
    return seeds.stream()
        .map(seed -> seed.isPresent() ? number(seed.getAsDouble()) : "failed")
        .collect(Collectors.joining(" "));
  }

  private List<String[]> verdicts(Style style) {
    List<String[]> rows = new ArrayList<>();
    for (int i = 0; i < of.findings().size(); i++) {
      Finding finding = of.findings().get(i);
      StatedWhen stated = of.stated().get(i);
      Claim claim = finding.claim();
      String paper =
          List.of(claim.paper(), claim.where()).stream()
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining("; "));
      rows.add(
          new String[] {
            marked(
                style == Style.TEXT
                    ? words(finding, of.prices().get(i))
                    : verdict(finding, of.prices().get(i)),
                stated),
            claim.says(),
            claim.source().map(Source::label).orElse(NONE),
            paper.isEmpty() ? NONE : paper,
            found(finding),
            String.valueOf(finding.seeds()),
            finding.seeds() == 0 ? NONE : Rounded.probability(finding.probability()),
            stated.label(),
            test(claim)
          });
    }
    return rows;
  }

  /** A verdict with a remark, if the claim was stated or reworded after the results. */
  static String marked(String verdict, StatedWhen stated) {
    return stated.remark().isEmpty() ? verdict : verdict + " (" + stated.remark() + ")";
  }

  /**
   * The verdict, with the number of seeds that would decide it and their price, or why it is not
   * testable.
   *
   * @param price in processor seconds; empty if unknown
   */
  public static String verdict(Finding finding, OptionalDouble price) {
    return verdict(finding, finding.verdict().label(), price);
  }

  /** Like {@link #verdict}; a user's own claim is shown, not reproduced. */
  static String words(Finding finding, OptionalDouble price) {
    return verdict(finding, finding.verdict().words(finding.claim()), price);
  }

  private static String verdict(Finding finding, String label, OptionalDouble price) {
    if (finding.effect() instanceof Effect.Unreported missing) {
      return "not yet judged: no finished trial of %s has the metric %s; run it in a new folder"
          .formatted(Numbers.readableLabel(missing.cell()), missing.metric());
    }
    return switch (finding.verdict()) {
      case INCONCLUSIVE ->
          finding.needed().isPresent()
              ? "%s%s; some %d seeds a cell would decide it%s"
                  .formatted(
                      label,
                      otherWay(finding) ? ", and the means go the other way" : "",
                      finding.needed().getAsInt(),
                      price.isPresent()
                          ? ", " + time(price.getAsDouble()) + " of processor time more"
                          : "")
              : label + (otherWay(finding) ? ", and the means go the other way" : "");
      case NOT_TESTABLE -> label + ": " + finding.claim().notTestable().orElse("");
      case SMALLER -> maybeNone(finding) ? label + ", or none" : label;
      default -> label;
    };
  }

  /** Whether the interval of an effect that is smaller than the paper's includes no effect. */
  private static boolean maybeNone(Finding finding) {
    return finding.effect() instanceof Effect.Difference found && found.low() <= 0;
  }

  /** Whether the difference found has the direction opposite to the claimed one. */
  private static boolean otherWay(Finding finding) {
    return finding.claim().relation() != Relation.NEAR
        && finding.effect() instanceof Effect.Difference found
        && found.mean() < 0;
  }

  private static String time(double seconds) {
    return TimeText.of(Duration.ofSeconds(Math.round(seconds)));
  }

  /**
   * The effect in words: {@code 0.85 above (0.84 to 0.86)}, or {@code 0.02 above (-0.01 to 0.05);
   * claimed: below}.
   */
  public static String found(Finding finding) {
    if (finding.seeds() == 0) {
      return NONE;
    }
    if (finding.effect() instanceof Effect.Solved solved) {
      String own = solved.solved() + " of " + solved.of() + " seeds";
      return solved.otherOf() == 0
          ? own
          : own + " against " + solved.otherSolved() + " of " + solved.otherOf();
    }
    Effect.Difference found = (Effect.Difference) finding.effect();
    String failed = found.failed() == 0 ? "" : found.failed() + " seeds failed";
    if (found.seeds() == 0) {
      return failed.isEmpty() ? NONE : failed;
    }
    boolean turned = otherWay(finding);
    Relation relation = finding.claim().relation();
    String way =
        (finding.claim().floor().isPresent() ? " of the distance to the floor" : "")
            + switch (relation) {
              case NEAR -> " apart";
              case ABOVE, BELOW -> " " + (turned ? relation.opposite() : relation).label();
            };
    String ranks = found.test() == Finding.Test.RANKS ? "by ranks" : "";
    String interval =
        found.seeds() == 1
            ? ""
            : "%s to %s"
                .formatted(
                    within(turned ? -found.high() : found.low(), found),
                    within(turned ? -found.low() : found.high(), found));
    String more =
        Stream.of(interval, ranks, failed)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    return within(turned ? -found.mean() : found.mean(), found)
        + way
        + (more.isEmpty() ? "" : " (" + more + ")")
        + (turned ? "; claimed: " + relation.label() : "");
  }

  /** A value rounded to the decimal place that half of the interval's width supports. */
  private static String within(double value, Effect.Difference found) {
    double spread = (found.high() - found.low()) / 2;
    double finest = FINEST * Math.abs(found.mean());
    return Rounded.number(value, Double.isFinite(spread) ? Math.max(spread, finest) : Double.NaN);
  }

  /** A claim's test in words: the metric, the cells, the direction and the margin. */
  public static String test(Claim claim) {
    String margin =
        claim.margin() == 0
            ? ""
            : " by %s%s"
                .formatted(
                    stated(claim.margin()),
                    claim.floor().isPresent() ? " of its distance to the floor" : "");
    String measured =
        claim.outcome() instanceof Outcome.Solved solved
            ? "seeds with %s %s %s"
                .formatted(
                    claim.subject().metric(),
                    solved.atLeast() ? ">=" : "<=",
                    stated(solved.threshold()))
            : claim.subject().metric();
    return "%s: %s %s %s%s"
        .formatted(
            measured, arm(claim.subject()), claim.relation().label(), reference(claim), margin);
  }

  /**
   * The reference that the claim compares a cell with. It names the reference's metric if that
   * differs from the cell's.
   */
  private static String reference(Claim claim) {
    if (!(claim.reference() instanceof Reference.OfCell cell)) {
      return claim.reference().toString();
    }
    return "%s%s%s"
        .formatted(
            cell.times() == 1 ? "" : stated(cell.times()) + " times ",
            cell.measure().metric().equals(claim.subject().metric())
                ? ""
                : cell.measure().metric() + " of ",
            arm(cell.measure()));
  }

  /** A cell's label; for a tuned arm, with the number of its settings and tuning trials. */
  private static String arm(Measure measure) {
    return Numbers.readableLabel(measure.label())
        + measure
            .tuning()
            .map(
                tuning ->
                    " (best of %d settings, %d tuning trials)"
                        .formatted(tuning.settings().size(), tuning.trials()))
            .orElse("");
  }

  /** On which split the claims are judged, and how often it was opened. */
  private String split() {
    long sealed =
        of.findings().stream().filter(finding -> SealedSplit.isRead(finding.claim())).count();
    if (sealed == 0) {
      boolean trains =
          of.findings().stream()
              .flatMap(finding -> finding.claim().candidates())
              .anyMatch(cell -> !"0".equals(cell.values().get(STEPS)));
      return trains
          ? "Judged on the validation split, which tuning and stopping also used: these results"
              + " have no sealed split."
          : "Nothing is trained and nothing chosen, so there is no sealed split.";
    }
    int openings = of.openings().size();
    return ("%s judged on the sealed split: examples that no trial trained on and no search,"
            + " stopping rule or tuning read. It was opened %s.")
        .formatted(
            sealed == of.findings().size()
                ? "Claims are"
                : "%d of %d claims are".formatted(sealed, of.findings().size()),
            openings == 1 ? "once" : openings + " times");
  }

  /** How the p and the verdicts come about. */
  private String rule() {
    String seeds =
        of.looks().seeds().stream().map(String::valueOf).collect(Collectors.joining(", "));
    List<Claim> effects =
        of.findings().stream()
            .map(Finding::claim)
            .filter(claim -> claim.effect().isPresent())
            .toList();
    return ("p is two-sided and paired by seed. It is adjusted for the tests after %s seeds and, by"
            + " Holm, for all claims of the table. A verdict needs p <= .05: at most five tables in"
            + " a hundred have a wrong one. Verdicts follow from the intervals in brackets, which"
            + " have the level of the test.%s%s")
        .formatted(
            seeds,
            effects.isEmpty()
                ? ""
                : " A difference must exceed %s of the %s effect."
                    .formatted(
                        stated(Claim.MARGIN),
                        effects.stream().allMatch(Claim::own) ? "stated" : "paper's"),
            added());
  }

  /** What seeds that are added do for the claims, if they cannot decide any. */
  private String added() {
    if (of.looks().open()) {
      return "";
    }
    if (of.ignored()) {
      return " More seeds were added after results were known: they do not count here. To test"
          + " again, run new seeds in a new sweep.";
    }
    return of.findings().stream().anyMatch(each -> each.verdict() == Verdict.INCONCLUSIVE)
        ? " Seeds that are added now do not count: to decide an open claim, run new seeds in a new"
            + " sweep, with until: decided."
        : "";
  }

  /** The whole report, for programs. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("title", of.layout().title());
    json.put("source", of.layout().source());
    json.put("rows", of.rows().stream().flatMap(row -> jsonRows(row).stream()).toList());
    List<Map<String, Object>> claims = new ArrayList<>();
    for (int i = 0; i < of.findings().size(); i++) {
      Map<String, Object> claim = jsonClaim(of.findings().get(i));
      claim.put("stated", of.stated().get(i).label());
      claim.put("earlier_wordings", of.stated().get(i).earlier());
      OptionalDouble price = of.prices().get(i);
      claim.put("needed_seconds", price.isPresent() ? finite(price.getAsDouble()) : null);
      claims.add(claim);
    }
    json.put("claims", claims);
    json.put("sealed_openings", of.openings().size());
    json.put("looks", of.looks().seeds());
    json.put("notes", of.layout().notes());
    return json;
  }

  private List<Map<String, Object>> jsonRows(Row row) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < row.entries().size(); i++) {
      Entry entry = row.entries().get(i);
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("cell", row.label());
      json.put("metric", of.layout().columns().get(i).metric());
      json.put("paper", entry.paper().orElse(null));
      json.put("mean", finite(entry.ours().mean()));
      json.put("std", finite(entry.ours().std()));
      json.put("n", entry.ours().n());
      json.put(
          "seeds",
          entry.seeds().stream()
              .map(seed -> seed.isPresent() ? finite(seed.getAsDouble()) : null)
              .toList());
      json.put("floor", entry.floor().isPresent() ? finite(entry.floor().getAsDouble()) : null);
      json.put("oracle", entry.oracle().isPresent() ? finite(entry.oracle().getAsDouble()) : null);
      json.put("control", entry.control().orElse(null));
      json.put("control_mean", finite(entry.controls().mean()));
      json.put("parameters", row.parameters());
      json.put("parameters_non_embedding", row.nonEmbedding());
      json.put("failed", row.failed());
      rows.add(json);
    }
    return rows;
  }

  private static Map<String, Object> jsonClaim(Finding finding) {
    Map<String, Object> json = new LinkedHashMap<>();
    Claim claim = finding.claim();
    json.put("says", claim.says());
    json.put("verdict", finding.verdict().label());
    json.put("verdict_words", finding.verdict().words(claim));
    json.put("source", claim.source().map(Source::label).orElse(null));
    json.put("effect", claim.effect().map(StatedEffect::size).orElse(null));
    json.put("effect_of_floor", claim.floor().isPresent());
    json.put("margin", claim.margin());
    json.put("not_testable", claim.notTestable().orElse(null));
    json.put("needed", finding.needed().isPresent() ? finding.needed().getAsInt() : null);
    if (finding.effect() instanceof Effect.Difference found) {
      json.put("difference", finite(found.mean()));
      json.put("low", finite(found.low()));
      json.put("high", finite(found.high()));
      json.put("failed", found.failed());
    }
    json.put("paper", claim.paper());
    json.put("where", claim.where());
    json.put("test", test(claim));
    json.put("found", found(finding));
    json.put("seeds", finding.seeds());
    json.put("probability", finding.probability());
    json.put("unadjusted", finding.unadjusted());
    return json;
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? (Double) value : null;
  }

  private static String summary(Summary of) {
    return of.n() == 0 ? NONE : Rounded.meanAndDeviation(of);
  }

  /** A number as a sweep file states it. */
  private static String stated(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** A number without a known spread, with four digits. */
  private static String number(double value) {
    return Rounded.number(value, Double.NaN);
  }
}
