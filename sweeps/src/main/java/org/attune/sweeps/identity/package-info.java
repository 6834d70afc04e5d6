/**
 * What makes two sweeps one: the keys that a spec varies, its seeds per cell, and whether a changed
 * spec may go on with the trials of the one before.
 *
 * <p>Start with {@link SpecExtension}, which {@code run --extend} asks. It compares two canonical
 * texts entry by entry, so it needs no sweep file: journals of every version have such a text.
 * {@link SpecText} reads one back, {@link CanonicalAxes} its varied keys and {@link Replicates} its
 * seeds. {@link SpecDifference} shows where two differ.
 *
 * <pre>{@code
 * String refusal =
 *     SpecExtension.refusal("replicates: 3\n", "replicates: 5\n");
 * // empty: more seeds extend the existing trials
 * }</pre>
 *
 * <p>Journals keep what these classes read. So they must not know {@code sweeps.spec} or any reader
 * of sweep files; {@code sweeps.event} knows this package, and {@code TestWalls} forbids the
 * circle. A change here must still read the texts in journals of 0.1.0 and 0.2.0.
 */
package org.attune.sweeps.identity;
