/**
 * {@code attune lab}: the ledger of a folder's claims, and a sweep's place in it.
 *
 * <p>Start with {@link LabCommand}, then {@link LabSweep}: it states a sweep's claims before the
 * first trial, draws the seed and sets the level. {@code Door} is the one door to sealed numbers;
 * {@link Settlement} records how claims were judged.
 *
 * <pre>{@code
 * ./attune lab init runs --rate 0.1
 * ./attune run sweep.yaml --lab runs
 * }</pre>
 *
 * <p>The ledger's entries are in {@code sweeps.lab}. This package must not know {@code jobs.report}
 * or {@code jobs.run}, which ask it for a sweep's place: {@code TestWalls} forbids the circle.
 */
package org.attune.jobs.lab;
