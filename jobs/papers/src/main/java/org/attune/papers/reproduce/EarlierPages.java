package org.attune.papers.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.claims.JudgedTable;
import org.attune.jobs.claims.StoredTable;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.spec.form.SpecException;

/** Tables whose pages and raw results an earlier run left in a folder. */
final class EarlierPages {

  private EarlierPages() {}

  /**
   * The tables of a folder of pages that are not among the known ones.
   *
   * @param among the tables that may be there
   * @param data the user's data on which they ran; empty for tables on generated data
   */
  static List<ReproducedTable> others(
      Path folder,
      List<PaperTable> among,
      List<ReproducedTable> known,
      String scale,
      Optional<DataFile> data,
      AxisCatalog catalog)
      throws IOException, SpecException {
    List<ReproducedTable> others = new ArrayList<>();
    for (PaperTable table : among) {
      if (known.stream().noneMatch(other -> other.table().equals(table))) {
        of(folder, table, scale, data, catalog).ifPresent(others::add);
      }
    }
    return others;
  }

  /**
   * A table of a folder of pages.
   *
   * @param folder of the pages
   * @return empty if the folder has no page of it at this scale, or no raw results, or results on
   *     other data or of cells that its file no longer has
   */
  private static Optional<ReproducedTable> of(
      Path folder, PaperTable table, String scale, Optional<DataFile> data, AxisCatalog catalog)
      throws IOException, SpecException {
    Path results = folder.resolve(RawResults.DATA).resolve(table.key());
    Path page = folder.resolve(table.key() + ".md");
    String written = Files.exists(page) ? Files.readString(page) : "";
    if (!Files.isDirectory(results)
        || !written.startsWith(TablePage.title(table.key(), scale, data))) {
      return Optional.empty();
    }
    Optional<JudgedTable> judged = StoredTable.judged(results, table.key(), scale, catalog);
    if (judged.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(ReproducedTable.of(table, judged.get(), results, ""))
        .filter(
            stored -> stored.facts().data().map(DataFile::hash).equals(data.map(DataFile::hash)));
  }
}
