package org.attune.papers.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.jobs.claims.ClaimRecord;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.verdict.AuthorsSettings;
import org.attune.sweeps.verdict.SweepOutcomes;

/**
 * The page of a reproduced table: the drawing, the verdicts, the numbers, how they came about, and
 * the queries from which they follow.
 *
 * @param table the table
 * @param place of the page
 * @param untrained what the papers' cells score before their first step
 * @param record of the table, with this run
 */
record TablePage(
    ReproducedTable table, PagePlace place, UntrainedNetworks untrained, ClaimRecord record) {

  /** The heading after the section about lambda. */
  static final String CONFIGURATION = "\n### configuration\n\n";

  /** The first line of a table's page. */
  static String title(String table, String scale, Optional<DataFile> data) {
    return "# %s (%s%s)"
        .formatted(table, scale, data.map(file -> ", on " + file.name()).orElse(""));
  }

  /** The page as Markdown, without remarks. */
  String markdown() {
    Outcomes outcomes = new SweepOutcomes(table.facts().sweep());
    StringBuilder page = new StringBuilder();
    page.append(title(table.table().key(), table.scale(), table.facts().data())).append("\n\n");
    page.append("![The paper's numbers and ours](%s)\n\n".formatted(drawing()));
    page.append(
        "Blue: ours; a dot for each seed, the mean and the standard deviation. Orange: the paper."
            + " Grey: the floor. Green: the oracle.\n\n");
    AuthorsSettings settings = AuthorsSettings.of(table.facts().spec().comparison().layout());
    String second =
        table.atThePapersSize().map(text -> text.markdown(ladder(), place::link)).orElse("");
    page.append(table.report().markdown(second + new SettingsText(settings).markdown()));
    String tuning = new TuningText(table.facts().spec().comparison(), outcomes).markdown();
    if (!tuning.isEmpty()) {
      page.append("\n### tuning\n\n").append(tuning);
    }
    String nulls = new NullText(table.facts().spec().comparison(), outcomes, untrained).markdown();
    if (!nulls.isEmpty()) {
      page.append(
          "\n### null results\n\nNo claim may be reproduced where nothing was learned.\n\n");
      page.append(nulls);
    }
    table.lambda().ifPresent(sweep -> page.append(sweep.markdown(place.results(sweep.name()))));
    page.append(CONFIGURATION).append(table.facts().markdown());
    page.append("\nCells, claims and scales: %s.\n".formatted(place.link(table.table().file())));
    page.append(new RecordText(record, place.results(table.table().key())).markdown());
    page.append(queries(outcomes));
    return page.toString();
  }

  /** The file of the drawing. */
  String drawing() {
    return table.table().key() + ".svg";
  }

  /** The file of the ladder's drawing. */
  String ladder() {
    return table.table().key() + "-ladder.svg";
  }

  private String queries(Outcomes outcomes) {
    List<String> lines = new ArrayList<>();
    for (Finding finding : table.findings()) {
      Optional<String> query = new ClaimQuery(finding, outcomes).sql();
      query.ifPresent(
          sql -> {
            lines.add("# " + finding.claim().says());
            lines.add(
                "./attune sql --out %s \"%s\"".formatted(place.results(table.table().key()), sql));
          });
    }
    return lines.isEmpty()
        ? ""
        : "\n### raw results\n\nOne row per trial is in `%s/%s`. Each claim's number follows by one query:\n\n```\n%s\n```\n"
            .formatted(RawResults.DATA, table.table().key(), String.join("\n", lines));
  }
}
