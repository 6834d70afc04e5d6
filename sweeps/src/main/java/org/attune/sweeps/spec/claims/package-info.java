/**
 * The sections {@code claims} and {@code table} of a sweep file: predictions about cells, and the
 * table that shows them.
 *
 * <p>Start with {@link ComparisonReader}. It labels the cells of the grid and hands the sections
 * on: {@link ClaimsReader} reads one claim after another, and {@link LayoutReader} the table.
 * {@link CellWords} says which words name a cell, and {@link MetricNames} whether a trial reports a
 * metric.
 *
 * <pre>{@code
 * claims:
 *   - {says: A gate lowers the loss, cell: gated, is: below, of: plain}
 * }</pre>
 *
 * <p>Claims as data and the verdicts on them are in {@code sweeps.claim}; this package only makes
 * them from a file. It must not know {@code sweeps.spec.reader}, which calls it: {@code TestWalls}
 * forbids the circle.
 */
package org.attune.sweeps.spec.claims;
