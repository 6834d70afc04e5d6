package org.attune.jobs.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.sweeps.paper.PaperTable;

/**
 * Writes tables as pages of a folder: one page per table, and one with every verdict. It overwrites
 * pages, but keeps the remarks that readers have added.
 */
final class ReproductionPages {

  private static final String OVERVIEW = "README.md";
  private static final String REMARKS = "\n## Remarks\n";

  private ReproductionPages() {}

  /** Writes the pages of these tables, and the overview. */
  static void write(Path folder, String scale, List<ReproducedTable> tables) throws IOException {
    Files.createDirectories(folder);
    for (ReproducedTable table : tables) {
      write(folder.resolve(page(table)), "# " + table.markdown().substring("## ".length()));
    }
    Verdicts verdicts = new Verdicts(tables);
    write(
        folder.resolve(OVERVIEW),
        "# The papers' tables at the %s scale\n\n%s%s"
            .formatted(
                scale,
                verdicts.markdown(table -> "[%s](%s)".formatted(table.table().key(), page(table))),
                notRun(tables)));
  }

  private static String page(ReproducedTable table) {
    return table.table().key() + ".md";
  }

  private static String notRun(List<ReproducedTable> tables) {
    Set<PaperTable> run = new HashSet<>();
    tables.forEach(table -> run.add(table.table()));
    String others =
        PaperTable.all().stream()
            .filter(table -> !run.contains(table))
            .map(PaperTable::key)
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? "" : "\nNot run yet: " + others + ".\n";
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
