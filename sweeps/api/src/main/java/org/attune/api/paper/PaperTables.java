package org.attune.api.paper;

import java.util.List;

/**
 * Tables of papers that {@code attune reproduce} runs. Name your class in {@code
 * META-INF/services/org.attune.api.paper.PaperTables} of its jar:
 *
 * <pre>{@code
 * public final class OurPapers implements PaperTables {
 *
 *   @Override
 *   public String name() {
 *     return "ours";
 *   }
 *
 *   @Override
 *   public List<PaperTable> tables() {
 *     return List.of(
 *         PaperTable.of(OurPapers.class, "sweeps/ours/copying.yaml", "Our paper", "Table 2"));
 *   }
 * }
 * }</pre>
 */
public interface PaperTables {

  /** A word that stands for all the tables on the command line; no table has it as its key. */
  String name();

  /** The tables, in the papers' order. */
  List<PaperTable> tables();

  /**
   * What the tables' cells score before their first step: a claim that these results reproduce says
   * nothing. A line has the first 12 digits of a configuration's hash, a metric, a word that nobody
   * reads, and the values by seed, with tabs between. Empty if nobody stored any.
   */
  default String untrained() {
    return "";
  }
}
