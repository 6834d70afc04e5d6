/**
 * Decides what a sweep does next, and runs the loop. Time and slots are interfaces, so the same
 * code drives Spark, this process and simulated time.
 *
 * <p>Start with {@link Scheduler}, a fold over events without threads or clock, then {@link
 * SweepLoop}, the one thread that journals a decision before anyone acts on it. {@link Slots} is
 * the interface to whatever runs trials, {@link Timeline} that to time.
 *
 * <pre>{@code
 * Scheduler scheduler = new Scheduler(spec, spec.newSearch(catalog));
 * Optional<Scheduler.Next> next = scheduler.next(Instant.EPOCH); // what to start, if anything
 * }</pre>
 *
 * <p>A resumed driver replays the events and must come to the same decisions. So nothing here may
 * read a clock, a random number or a map without order.
 *
 * <p>This package must not know {@code sweeps.journal}, where its {@link EventLog} writes, nor
 * {@code cluster.slot}: {@code TestWalls} of {@code sweeps} forbids both.
 */
package org.attune.sweeps.scheduler;
