package org.attune.jobs.report;

import static org.attune.jobs.report.ClaimText.NONE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.Modes;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.Summary;
import org.attune.sweeps.verdict.Reproduction;
import org.attune.sweeps.verdict.Reproduction.CellEntry;
import org.attune.sweeps.verdict.Reproduction.Row;
import org.attune.sweeps.verdict.StatedWhen;

/**
 * A paper's table beside ours, with the verdicts, as text or Markdown.
 *
 * @param reproduction the table
 * @param beside says how verdicts differ from those of the {@linkplain ClaimsBesideRows rows} that
 *     are printed too
 */
public record ReproductionReport(Reproduction reproduction, List<String> beside) {

  private static final String OURS = "ours (mean ± std)";
  private static final String[] CELLS = {
    "cell", "paper", OURS, "n", "floor", "oracle", "control", "parameters", "w/o embedding"
  };
  private static final String[] VERDICTS = {
    "verdict", "claim", "source", "paper", "found", "seeds", "p", "stated", "test"
  };

  /** A table without rows of cells beside it. */
  public ReproductionReport(Reproduction reproduction) {
    this(reproduction, List.of());
  }

  /** The table of a sweep whose cells are printed too, each beside its control. */
  public static ReproductionReport of(Reproduction reproduction, SweepView sweep) {
    return new ReproductionReport(
        reproduction, ClaimsBesideRows.notes(reproduction, Observations.ofObjective(sweep)));
  }

  /** The line on claims of a journal whose sweep file has none. */
  public static String allDropped(int dropped) {
    return "The journal has %s; the file has none.\n".formatted(Counted.of(dropped, "claim"));
  }

  /** For the terminal. Here as in pages, a column in which no row has anything is left out. */
  public String text() {
    return title(false) + tables(false) + verdicts(false) + notes(false);
  }

  /** The claims alone, for the terminal: what {@link #text} says of them. */
  String claims() {
    return verdicts(false);
  }

  /** What the verdicts rest on, for below a table of them. */
  public String basis() {
    ClaimNotes notes = new ClaimNotes(reproduction);
    return notes.split() + " " + notes.rule();
  }

  /** For pages: the verdicts first, with their values. */
  public String markdown() {
    return markdown("");
  }

  /** For pages, with a section between the verdicts and the tables. */
  public String markdown(String section) {
    return title(true) + verdicts(true) + section + tables(true) + notes(true);
  }

  private String title(boolean markdown) {
    return Stream.of(reproduction.layout().title(), reproduction.layout().source())
        .filter(line -> !line.isEmpty())
        .map(line -> line + "\n" + between(markdown))
        .collect(Collectors.joining());
  }

  private static String between(boolean markdown) {
    return markdown ? "\n" : "";
  }

  private String tables(boolean markdown) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < reproduction.layout().columns().size(); i++) {
      String metric = reproduction.layout().columns().get(i).metric();
      TextTable cells = cells(markdown, i);
      if (markdown && cells.rows().isEmpty()) {
        continue; // no cell has it
      }
      text.append('\n').append(markdown ? heading(metric) : metric + "\n");
      text.append(between(markdown)).append(table(markdown, cells));
      String seeds = seeds(i);
      text.append(seeds.isEmpty() ? "" : between(markdown) + seeds);
    }
    new ClaimNotes(reproduction)
        .missing()
        .forEach(note -> text.append(between(markdown)).append(note).append('\n'));
    return text.toString();
  }

  /** A metric in words, and its name below. */
  private static String heading(String metric) {
    String words = Metric.isSealed(metric) ? metric.substring(Metric.SEALED.length()) : metric;
    return "### %s\n\nThe column `%s` of the results.\n".formatted(words.replace('_', ' '), metric);
  }

  private String verdicts(boolean markdown) {
    if (reproduction.findings().isEmpty()) {
      return "";
    }
    String between = between(markdown);
    ClaimNotes notes = new ClaimNotes(reproduction);
    StringBuilder text = new StringBuilder();
    text.append(markdown ? "\n### " : "\n").append("claims\n").append(between);
    text.append(table(markdown, verdictTable(markdown)));
    if (!markdown) {
      text.append(advice());
    }
    text.append(between).append(notes.split()).append('\n');
    text.append(between).append(notes.rule()).append('\n');
    if (!markdown) {
      notes.marks().forEach(note -> text.append(note).append('\n'));
      beside.forEach(note -> text.append(note).append('\n'));
    }
    return text.toString();
  }

  private String notes(boolean markdown) {
    return reproduction.layout().notes().stream()
        .map(note -> between(markdown) + "Note: " + note + "\n")
        .collect(Collectors.joining());
  }

  private static String table(boolean markdown, TextTable table) {
    TextTable left = table.without(NONE);
    if (markdown) {
      return left.markdown();
    }
    List<String> names = new ArrayList<>(List.of(left.heading()));
    if (!names.contains("paper")) { // then our numbers need no name
      names.replaceAll(name -> name.equals(OURS) ? "mean ± std" : name);
    }
    return TextTable.of(names.toArray(String[]::new), left.rows()).aligned();
  }

  private TextTable cells(boolean markdown, int column) {
    TextTable cells = TextTable.of(CELLS);
    for (Row row : shown()) {
      CellEntry entry = row.entries().get(column);
      if (markdown && entry.ours().n() == 0 && entry.paper().isEmpty() && entry.failed() == 0) {
        continue; // neither the paper nor we have a number
      }
      cells.add(
          Numbers.readableLabel(row.label()),
          entry.paper().orElse(NONE),
          summary(entry.ours()),
          entry.count(),
          number(entry.floor(), NONE),
          number(entry.oracle(), NONE),
          entry
              .control()
              .filter(name -> entry.controls().n() > 0)
              .map(name -> Numbers.readableLabel(name) + ": " + summary(entry.controls()))
              .orElse(NONE),
          parameters(row.parameters()),
          parameters(row.nonEmbedding()));
    }
    return cells;
  }

  /** A number of parameters. A user's program has none that are known. */
  private static String parameters(long number) {
    return number == 0 ? NONE : String.format(Locale.ROOT, "%,d", number);
  }

  /** The cells with fresh seeds: all but the settings that tuned arms did not choose. */
  public List<Row> shown() {
    return reproduction.rows().stream().filter(row -> !row.passedOver()).toList();
  }

  /** The seeds' values, for cells with bimodal outcomes or with a claim about solved seeds. */
  private String seeds(int column) {
    String metric = reproduction.layout().columns().get(column).metric();
    StringBuilder text = new StringBuilder();
    for (Row row : reproduction.rows()) {
      List<OptionalDouble> seeds = row.entries().get(column).seeds();
      double[] values = seeds.stream().flatMapToDouble(OptionalDouble::stream).toArray();
      if (Modes.areTwo(values) || isCounted(row.label(), metric)) {
        text.append("seeds of %s: ".formatted(Numbers.readableLabel(row.label())))
            .append(seeds.stream().map(s -> number(s, "failed")).collect(Collectors.joining(" ")))
            .append('\n');
      }
    }
    return text.toString();
  }

  private boolean isCounted(String label, String metric) {
    return reproduction.findings().stream()
        .map(Finding::claim)
        .filter(claim -> claim.outcome() instanceof Outcome.Solved)
        .flatMap(claim -> claim.measures().stream())
        .anyMatch(measure -> measure.label().equals(label) && measure.metric().equals(metric));
  }

  private TextTable verdictTable(boolean markdown) {
    TextTable verdicts = TextTable.of(VERDICTS);
    for (int i = 0; i < reproduction.findings().size(); i++) {
      Finding finding = reproduction.findings().get(i);
      StatedWhen stated = reproduction.stated().get(i);
      Claim claim = finding.claim();
      String paper =
          Stream.of(claim.paper(), claim.where())
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining("; "));
      verdicts.add(
          markdown ? verdict(i) : ClaimText.words(finding),
          claim.says(),
          claim.source().map(ClaimSource::label).orElse(NONE),
          paper.isEmpty() ? NONE : paper,
          FoundText.of(finding),
          ClaimText.seeds(finding, reproduction.looks()),
          finding.seeds() == 0 ? NONE : probability(finding, markdown),
          stated.label(),
          ClaimText.test(claim));
    }
    return verdicts;
  }

  /** A verdict on a page, with what a reader must know of it. */
  private String verdict(int claim) {
    String verdict =
        ClaimText.verdict(
            reproduction.findings().get(claim),
            reproduction.prices().get(claim),
            reproduction.looks());
    String remark = reproduction.stated().get(claim).remark();
    return remark.isEmpty() ? verdict : verdict + " (" + remark + ")";
  }

  /** On the terminal a line for each such claim: they would make its column too wide. */
  private String advice() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < reproduction.findings().size(); i++) {
      Finding finding = reproduction.findings().get(i);
      String told =
          Stream.of(
                  ClaimText.advice(finding, reproduction.prices().get(i), reproduction.looks()),
                  reproduction.stated().get(i).remark())
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining("; "));
      text.append(told.isEmpty() ? "" : "'%s': %s%n".formatted(finding.claim().says(), told));
    }
    return text.toString();
  }

  /** The terminal marks the least p that the seeds can give. */
  private static String probability(Finding finding, boolean markdown) {
    return Rounded.probability(finding.probability()) + (markdown ? "" : LeastP.mark(finding));
  }

  private static String summary(Summary summary) {
    return summary.n() == 0 ? NONE : Rounded.meanAndDeviation(summary);
  }

  /** A number without a known spread, with four digits. */
  private static String number(OptionalDouble value, String none) {
    return value.isPresent() ? Rounded.number(value.getAsDouble(), Double.NaN) : none;
  }
}
