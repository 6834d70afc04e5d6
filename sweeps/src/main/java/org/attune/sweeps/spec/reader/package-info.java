/**
 * Reads a whole sweep file into a {@code SweepSpec}, or reports all its problems by line. Writes
 * sweep files too, where one sweep confirms another.
 *
 * <p>Start with {@link SpecFile}, the only door. {@link SpecReader} is the order in which sections
 * are read and checked, and {@link Sections} lists the keys. A new key is a {@code Key} there or in
 * a section's reader; {@link SweepSchema}, the editor's schema, follows from the same declaration.
 *
 * <pre>{@code
 * try {
 *   SweepSpec spec = SpecFile.read("sweep.yaml", yaml, Map.of("seed", "7"), catalog);
 * } catch (SpecException wrong) {
 *   wrong.problems().forEach(problem -> System.err.println(problem));
 * }
 * }</pre>
 *
 * <p>This package is above all others of {@code sweeps.spec}. It must not know what happens to a
 * spec afterwards, such as {@code sweeps.journal} or {@code sweeps.study}: {@code
 * TestArchitecturePage} holds the map of docs/architecture.md.
 */
package org.attune.sweeps.spec.reader;
