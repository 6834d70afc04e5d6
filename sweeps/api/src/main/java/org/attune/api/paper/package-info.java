/**
 * Papers whose tables Attune reproduces, as a jar brings them.
 *
 * <p>Start with {@link PaperTables}: a name and the tables. A {@link PaperTable} is little more
 * than a sweep file: the file has the cells, the claims and the paper's numbers.
 * docs/your-own-papers.md takes you through a jar of your own.
 *
 * <pre>{@code
 * PaperTable table =
 *     PaperTable.of(PaperTables.class, "ours.yaml", "Ours 2026", "Table 2");
 * String source = table.source(); // as verdicts name it
 * }</pre>
 *
 * <p>This package is stable. Nothing here runs or judges; the command {@code reproduce} does. The
 * package must not know sweeps, claims or commands: {@code TestWalls} refuses everything but Java
 * and {@code api}.
 */
package org.attune.api.paper;
