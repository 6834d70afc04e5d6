package org.attune.jobs.session;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.attune.api.paper.PaperTable;
import org.attune.api.paper.PaperTables;
import org.attune.sweeps.search.OwnAnswers;

/**
 * The papers whose tables are known: those of the jars on the class path, such as {@code
 * attune-papers.jar}, and of {@code --jars}.
 */
public final class KnownPapers {

  /** How to have Attune's own papers, where they are missing. */
  public static final String MISSING =
      "There are no papers here: attune.jar has none. Add attune-papers.jar to the class path, under"
          + " spark-submit by --jars; ./attune finds it in a checkout and in the distribution.";

  private KnownPapers() {}

  /**
   * All papers.
   *
   * @throws IllegalArgumentException if two tables, or papers, have the same name
   */
  public static List<PaperTables> all() {
    List<PaperTables> all = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (PaperTables brought : ServiceLoader.load(PaperTables.class)) {
      PaperTables papers = OwnAnswers.of(PaperTables.class, brought);
      requireFree(names, papers.name(), brought);
      papers.tables().forEach(table -> requireFree(names, table.key(), brought));
      all.add(papers);
    }
    return all;
  }

  private static void requireFree(Set<String> names, String name, PaperTables brought) {
    if (!names.add(name)) {
      throw new IllegalArgumentException(
          "%s has papers or a table named '%s', and there is one already; give it another name"
              .formatted(brought.getClass().getName(), name));
    }
  }

  /** The tables of all papers, in their order. */
  public static List<PaperTable> tables() {
    return all().stream().flatMap(papers -> papers.tables().stream()).toList();
  }

  /** The tables of all papers that have one of these. */
  public static List<PaperTable> beside(Collection<PaperTable> tables) {
    return all().stream()
        .map(PaperTables::tables)
        .filter(ofThesePapers -> !Collections.disjoint(ofThesePapers, tables))
        .flatMap(List::stream)
        .toList();
  }

  /** The tables for which a word stands: one by its key, or all of some papers by their name. */
  public static List<PaperTable> named(String word) {
    return all().stream()
        .flatMap(
            papers ->
                papers.tables().stream()
                    .filter(table -> papers.name().equals(word) || table.key().equals(word)))
        .toList();
  }

  /** The table with a key. */
  public static Optional<PaperTable> table(String key) {
    return tables().stream().filter(table -> table.key().equals(key)).findFirst();
  }
}
