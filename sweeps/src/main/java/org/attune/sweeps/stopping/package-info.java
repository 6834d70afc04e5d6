/**
 * Stopping rules: they observe the reports of running trials, and end or pause trials early.
 *
 * <p>Start with {@link StoppingRules}, the list, then {@link PatienceRule}, the shortest. {@link
 * AshaRule} and {@link HyperbandRule} share {@link Rungs}, which decide at a few steps who goes on.
 *
 * <pre>{@code
 * stop:
 *   asha: {min-steps: 100, reduction: 3}
 *   divergence: {}
 * }</pre>
 *
 * <p>A rule sees reports in the journal's order and keeps its own memory, so a resumed run decides
 * alike. Claims and stopping exclude each other: stopped seeds would be missing.
 *
 * <p>This package must not know trials' slots or the scheduler, which calls it: {@code TestWalls}
 * forbids the circle.
 */
package org.attune.sweeps.stopping;
