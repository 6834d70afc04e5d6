package org.attune.papers.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.paper.PaperTable;
import org.attune.api.storage.ShellWord;

/**
 * Where a table's page lies, as the page tells it. It names no path of the machine, however its
 * folder was typed.
 *
 * @param folder of the page, without links
 * @param project the nearest folder at or above the page that has the table's sweep file; empty if
 *     the page lies elsewhere
 */
record PagePlace(Path folder, Optional<Path> project) {

  /**
   * The place of a table's page.
   *
   * @param folder of the page, which is there
   */
  static PagePlace of(Path folder, PaperTable table) throws IOException {
    Path real = folder.toRealPath();
    return new PagePlace(
        real,
        Stream.iterate(real, above -> above != null, Path::getParent)
            .filter(above -> Files.isRegularFile(above.resolve(table.file())))
            .findFirst());
  }

  /** A file of the project, as Markdown: with a link to it, if the page lies in the project. */
  String link(String file) {
    return project
        .map(root -> "[`%s`](%s)".formatted(file, folder.relativize(root.resolve(file))))
        .orElse("`" + file + "`");
  }

  /** A folder of raw results as a word of a command: from the project, or from beside the page. */
  String results(String name) {
    Path from = project.map(root -> root.relativize(folder)).orElse(Path.of(""));
    return ShellWord.path(from.resolve(RawResults.DATA).resolve(name).toString());
  }
}
