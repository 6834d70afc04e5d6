package org.attune.jobs.export;

import static org.attune.sweeps.table.Column.Type.BOOLEAN;
import static org.attune.sweeps.table.Column.Type.DOUBLE;
import static org.attune.sweeps.table.Column.Type.LONG;
import static org.attune.sweeps.table.Column.Type.STRING;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.attune.jobs.report.ClaimText;
import org.attune.jobs.report.FoundText;
import org.attune.jobs.report.PairTable;
import org.attune.jobs.report.ReproductionJson;
import org.attune.jobs.report.ReproductionJson.Found;
import org.attune.jobs.report.ReproductionJson.Judged;
import org.attune.jobs.report.ReproductionReport;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.table.TableRows;
import org.attune.sweeps.verdict.Reproduction;

/**
 * A sweep's claims with their verdicts. CSV and files have the columns of the pairs, in the same
 * direction: the cell less its control. What a pair lacks is named as in {@code analyze --json}.
 */
record ClaimsExport(String sweep, Reproduction claims) implements PrintedTable {

  private static final List<String> HEADING = List.of("claim", "found", "seeds", "p", "verdict");

  private static final ExportedTable<Judged> TABLE =
      ExportedTable.<Judged>of("claims")
          .with("says", STRING, row -> claim(row).says())
          .with("metric", STRING, row -> claim(row).subject().metric())
          .with("cell", STRING, row -> claim(row).subject().label())
          .with("control", STRING, row -> claim(row).reference().toString())
          .with("control_metric", STRING, ClaimsExport::controlMetric)
          .with("claimed", STRING, row -> claim(row).relation().label())
          .with("difference", DOUBLE, row -> row.found().map(found -> found.lessControl().mean()))
          .with("low", DOUBLE, row -> row.found().map(found -> found.lessControl().low()))
          .with("high", DOUBLE, row -> row.found().map(found -> found.lessControl().high()))
          .with("level", DOUBLE, row -> row.found().map(Found::level))
          .with("seeds", LONG, row -> row.finding().seeds())
          .with("failed", LONG, row -> row.found().map(found -> found.difference().failed()))
          .with("p_adjusted", DOUBLE, row -> row.finding().probability())
          .with("verdict", STRING, row -> row.finding().verdict().label())
          .with("verdict_words", STRING, row -> ClaimText.words(row.finding()))
          .with("found", STRING, row -> FoundText.of(row.finding()))
          .with("margin", DOUBLE, row -> claim(row).margin())
          .with("effect", DOUBLE, row -> claim(row).effect().map(StatedEffect::size))
          .with("effect_of_floor", BOOLEAN, row -> claim(row).floor().isPresent())
          .with("source", STRING, row -> claim(row).source().map(ClaimSource::label))
          .with("paper", STRING, row -> claim(row).paper())
          .with("paper_where", STRING, row -> claim(row).where())
          .with("stated", STRING, row -> row.table().stated().get(row.index()).label())
          .with("remark", STRING, ClaimsExport::remark)
          .with(
              "two_modes",
              STRING,
              row ->
                  row.found()
                      .map(
                          found -> String.join(" ", PairTable.labels(found.difference().modes()))));

  /** The claims for a file; no rows where none is judged. */
  static TableRows rows(String sweepId, Optional<Reproduction> claims) {
    return TABLE.rows(sweepId, claims.map(ReproductionJson::judged).orElse(List.of()));
  }

  private static Claim claim(Judged row) {
    return row.finding().claim();
  }

  private static Optional<String> controlMetric(Judged row) {
    return claim(row).reference() instanceof Reference.OfCell cell
        ? Optional.of(cell.measure().metric())
        : Optional.empty();
  }

  private static String remark(Judged row) {
    return row.table().stated().get(row.index()).remark();
  }

  @Override
  public String csv() {
    return TABLE.csv(ReproductionJson.judged(claims));
  }

  @Override
  public String markdown() {
    StringBuilder text = new StringBuilder();
    MarkdownTable.line(text, HEADING);
    List<String> rule = new ArrayList<>(Collections.nCopies(HEADING.size(), "---"));
    Collections.fill(rule.subList(2, HEADING.size() - 1), "---:");
    MarkdownTable.line(text, rule);
    printed()
        .forEach(row -> MarkdownTable.line(text, row.stream().map(MarkdownTable::escape).toList()));
    return text.append('\n').append(MarkdownTable.escape(basis())).append('\n').toString();
  }

  @Override
  public String latex() {
    return LatexTable.fitted(
        LatexTable.escape("%s: claims. %s".formatted(sweep, basis())),
        LatexTable.label(sweep) + "-claims",
        "llrrl",
        HEADING,
        printed().stream().map(row -> row.stream().map(LatexTable::escape).toList()).toList());
  }

  private List<List<String>> printed() {
    return ReproductionJson.judged(claims).stream()
        .map(
            row ->
                List.of(
                    claim(row).says(),
                    FoundText.of(row.finding()),
                    ClaimText.seeds(row.finding(), claims.looks()),
                    Rounded.probability(row.finding().probability()),
                    ClaimText.words(row.finding())
                        + (remark(row).isEmpty() ? "" : " (" + remark(row) + ")")))
        .toList();
  }

  private String basis() {
    return new ReproductionReport(claims).basis();
  }
}
