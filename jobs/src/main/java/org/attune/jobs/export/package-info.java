/**
 * {@code attune export}: a sweep's results in other programs' formats: LaTeX, Markdown, CSV,
 * MLflow, Parquet with DuckDB's SQL.
 *
 * <p>Start with {@link ExportCommand}; {@link CellTable} holds the cells, and {@link LatexTable} or
 * {@link CsvTable} write them. {@link MadeTables} makes pairs, claims and single seeds.
 *
 * <pre>{@code
 * ./attune export runs/quickstart --format latex --to table.tex
 * }</pre>
 *
 * <p>A further format is a class and a word in {@link ExportCommand}. An export replaces only what
 * Attune wrote. This package must not know {@code jobs.query} or {@code jobs.list}, which know it:
 * {@code TestWalls} forbids the circle.
 */
package org.attune.jobs.export;
