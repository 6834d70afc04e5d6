package org.attune.papers.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.claims.ClaimRecord;
import org.attune.jobs.console.Counted;
import org.attune.jobs.report.PredictedText;
import org.attune.jobs.session.KnownPapers;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.spec.form.SpecException;

/**
 * Writes tables as pages of a folder: one page per table with its drawing and raw results, and one
 * with every verdict. It overwrites pages, but keeps the remarks that readers have added, and the
 * section about lambda while nobody has run that sweep again.
 */
final class ReproductionPages {

  private static final String OVERVIEW = "README.md";
  private static final String COSTS = "costs.md";
  private static final String FOREST = "effects.svg";
  private static final String REMARKS = "\n## Remarks\n";

  private ReproductionPages() {}

  /**
   * Writes the pages of these tables, the overview, and the costs of all tables. The overview also
   * counts tables whose pages and raw results on the same data an earlier run left in the folder.
   * Tables on a user's data get no page of costs, because the costs are those of the generated
   * data.
   */
  static void write(Path folder, String scale, List<ReproducedTable> tables, AxisCatalog catalog)
      throws IOException, SpecException {
    Files.createDirectories(folder);
    RawResults raw = new RawResults(folder);
    List<PaperTable> all = KnownPapers.beside(tables.stream().map(ReproducedTable::table).toList());
    UntrainedNetworks untrained = UntrainedNetworks.read();
    for (ReproducedTable table : tables) {
      ClaimRecord record = raw.record(table.table().key()).with(table.record());
      TablePage page = new TablePage(table, PagePlace.of(folder, table.table()), untrained, record);
      Path file = folder.resolve(page(table.table()));
      write(file, table.lambda().isPresent() ? page.markdown() : withLambda(page.markdown(), file));
      Files.writeString(
          folder.resolve(page.drawing()),
          new TableDrawing(table.judged(), table.report().shown()).svg());
      Optional<String> ladder = table.atThePapersSize().flatMap(PredictedText::svg);
      if (ladder.isPresent()) {
        Files.writeString(folder.resolve(page.ladder()), ladder.get());
      }
      raw.store(table.table().key(), table.directory());
      raw.store(table.table().key(), table.file(), record);
      if (table.lambda().isPresent()) {
        LambdaSweep lambda = table.lambda().get();
        Files.writeString(folder.resolve(lambda.name() + ".svg"), lambda.svg());
        raw.store(lambda.name(), lambda.directory());
      }
    }
    Optional<DataFile> data = tables.get(0).facts().data();
    List<ReproducedTable> counted = new ArrayList<>(tables);
    counted.addAll(EarlierPages.others(folder, all, tables, scale, data, catalog));
    Verdicts verdicts = new Verdicts(inOrder(all, counted));
    AuthorsSize size =
        new AuthorsSize(
            counted,
            EarlierPages.others(
                folder.resolve(AuthorsSize.FOLDER),
                all,
                List.of(),
                PaperTable.PAPER,
                data,
                catalog));
    Optional<String> forest = new ForestPlot(inOrder(all, counted)).svg();
    if (forest.isPresent()) {
      Files.writeString(folder.resolve(FOREST), forest.get());
    }
    if (data.isEmpty()) {
      write(folder.resolve(COSTS), new ScaleCosts(all, catalog, folder).markdown());
    }
    write(
        folder.resolve(OVERVIEW),
        "# The papers' tables at the %s scale%s\n\n%s%s%s\n\n%s%s"
            .formatted(
                scale,
                data.map(dataFile -> ", on " + dataFile.name()).orElse(""),
                forest.isPresent() ? effects() : "",
                size.sentence(),
                predicted(inOrder(all, counted)),
                verdicts.byPaper(
                    table -> "[%s](%s)".formatted(table.table().key(), page(table.table()))),
                data.isPresent()
                    ? ""
                    : others(folder, all, counted)
                        + "\n[What each table costs](%s)\n".formatted(COSTS)));
  }

  private static String effects() {
    return """
![Effects found beside the papers' effects](%s)

The unit is the paper's effect, at the orange mark. Green: reproduced (ours: shown) or larger. Red: opposite. Brown: smaller or no difference.
Grey: inconclusive, or the control differs. Filled: the paper's claim. Italic and hollow: ours. The shaded band is the margin. Claims that state a direction
alone have no unit; they are in the tables below.

"""
        .formatted(FOREST);
  }

  /** How many claims have a second verdict; the counts are of the first ones. */
  private static String predicted(List<ReproducedTable> counted) {
    List<ReproducedTable> tables =
        counted.stream().filter(table -> table.predicted().isPresent()).toList();
    long claims =
        tables.stream().mapToLong(table -> table.predicted().orElseThrow().claims().size()).sum();
    return tables.isEmpty()
        ? ""
        : " %s %s also judged as predicted at the paper's size, apart from all counts here: %s."
            .formatted(
                Counted.of(claims, "claim"),
                claims == 1 ? "is" : "are",
                tables.stream()
                    .map(table -> "[%s](%s)".formatted(table.table().key(), page(table.table())))
                    .collect(Collectors.joining(", ")));
  }

  private static List<ReproducedTable> inOrder(List<PaperTable> all, List<ReproducedTable> tables) {
    return all.stream()
        .flatMap(paperTable -> tables.stream().filter(table -> table.table().equals(paperTable)))
        .toList();
  }

  private static String page(PaperTable table) {
    return table.key() + ".md";
  }

  /** The tables that are not among these: those with a page of an earlier run, and the rest. */
  private static String others(Path folder, List<PaperTable> all, List<ReproducedTable> tables) {
    List<PaperTable> others =
        all.stream()
            .filter(
                paperTable -> tables.stream().noneMatch(table -> table.table().equals(paperTable)))
            .toList();
    String earlier =
        others.stream()
            .filter(paperTable -> Files.exists(folder.resolve(page(paperTable))))
            .map(paperTable -> "[%s](%s)".formatted(paperTable.key(), page(paperTable)))
            .collect(Collectors.joining(", "));
    String missing =
        others.stream()
            .filter(paperTable -> !Files.exists(folder.resolve(page(paperTable))))
            .map(PaperTable::key)
            .collect(Collectors.joining(", "));
    return (earlier.isEmpty()
            ? ""
            : "\nNot in these counts, with a page of an earlier run: " + earlier + ".\n")
        + (missing.isEmpty() ? "" : "\nNot run yet: " + missing + ".\n");
  }

  /** A page, with the section about lambda of the page that it replaces, if that has one. */
  private static String withLambda(String text, Path page) throws IOException {
    String before = Files.exists(page) ? Files.readString(page) : "";
    int from = before.indexOf(LambdaSweep.HEADING);
    int to = before.indexOf(TablePage.CONFIGURATION, Math.max(from, 0));
    return from < 0 || to < 0
        ? text
        : text.replace(
            TablePage.CONFIGURATION, before.substring(from, to) + TablePage.CONFIGURATION);
  }

  private static void write(Path page, String text) throws IOException {
    String remarks = "";
    if (Files.exists(page)) {
      String before = Files.readString(page);
      int at = before.indexOf(REMARKS);
      remarks = at < 0 ? "" : before.substring(at);
    }
    Files.writeString(page, text + remarks);
  }
}
