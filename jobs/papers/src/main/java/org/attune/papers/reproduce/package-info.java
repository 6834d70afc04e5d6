/**
 * {@code attune reproduce}: tables of papers run again, with a verdict on each claim and a page for
 * each table.
 *
 * <p>Start with {@link ReproduceCommand}; docs/architecture.md walks {@code reproduce mta-toy} from
 * its arguments to the verdict. {@code ReproductionPages} writes the pages, {@code UntilDecided}
 * spends more seeds where claims are open.
 *
 * <pre>{@code
 * ./attune reproduce mta-toy --scale small
 * }</pre>
 *
 * <p>The tables come from {@code jobs.session.KnownPapers}, whoever's jar has them; the record that
 * {@code claims verify} checks is in {@code jobs.claims}. Verdicts come from {@code
 * sweeps.claim.Judge}. This package must not know the tables of {@code org.attune.papers}, and
 * {@code jobs} must not know this package: its pom has no such dependency.
 */
package org.attune.papers.reproduce;
