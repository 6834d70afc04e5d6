/**
 * What a journal holds: the header of a sweep, then its events. This is the durable format in Java;
 * {@code sweeps.journal} encodes it.
 *
 * <p>Start with {@link Event}: each kind is a record with its time. A class that folds over events
 * lists its handlers with {@link EventHandlers} and names the kinds that it ignores, so a new kind
 * is never ignored in silence. {@link SweepHeader} has the facts that the first driver fixes for
 * all later ones.
 *
 * <pre>{@code
 * Design design = header.design(); // how cells and seeds are chosen
 * boolean resumes = header.sameSpec(header);
 * }</pre>
 *
 * <p>Journals of 0.1.0 and 0.2.0 are read into these records: a new component is empty for them,
 * and its Javadoc says so. This package must not know {@code sweeps.spec} or any reader of files.
 * {@code spec.SpecHeader} makes a header from a spec; {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.event;
