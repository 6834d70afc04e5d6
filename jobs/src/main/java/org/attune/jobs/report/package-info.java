/**
 * What a finished sweep shows: the analysis, the fronts, the claims and their verdicts, the page of
 * HTML, and what a run prints at its end.
 *
 * <p>Start with {@link AnalyzeCommand} for the terminal and {@link ReportCommand} for the page.
 * {@link ReportData} is all that the page knows of a sweep; {@link ClaimText} and {@link PairTable}
 * put tests into words and rows.
 *
 * <pre>{@code
 * ./attune analyze runs/quickstart
 * ./attune report runs/quickstart --to page.html
 * }</pre>
 *
 * <p>Numbers come from {@code sweeps.analysis} and {@code sweeps.claim}: a statistic computed here
 * is a defect. This package must not know {@code jobs.run}, {@code jobs.watch} or {@code
 * jobs.export}, which know it: {@code TestWalls} forbids the circle.
 */
package org.attune.jobs.report;
