/**
 * A checked sweep as a value, and the two durable things made of it: its canonical text and the
 * header of its journal.
 *
 * <p>Start with {@link SweepSpec}. Its components are the sections of a sweep file after all
 * checks, with defaults in place. {@link CanonicalText} writes what affects a sweep's numbers, one
 * line per entry; {@link SpecHeader} adds what a resumed run must find again.
 *
 * <pre>{@code
 * SweepSpec spec = SpecFile.read("sweep.yaml", yaml, Map.of(), catalog);
 * SweepHeader header = SpecHeader.of(spec, 12, 1, Map.of());
 * boolean resumes = SpecHeader.has(header, spec); // true: equal texts
 * }</pre>
 *
 * <p>The packages below read a file: {@code form} knows how a value may be written, {@code axes}
 * the varied parameters, {@code claims} the predictions, {@code reader} the whole. This package
 * must not know them, nor YAML: {@code TestWalls} forbids the circle, and {@code reader} knows this
 * package. A line that {@link CanonicalText} writes is in users' journals, so its spelling never
 * changes.
 */
package org.attune.sweeps.spec;
