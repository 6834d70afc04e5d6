/**
 * What a sweep's events add up to: its trials, attempts, metrics and phases.
 *
 * <p>Start with {@link SweepState}; equal events give an equal state, live or replayed. {@link
 * TrialRecord} alone says which events of a trial count. Everyone else reads a {@link SweepView}, a
 * snapshot that never changes.
 *
 * <pre>{@code
 * SweepState state = new SweepState(opened); // the journal's first event
 * SweepView now = state.view(); // shares arrays with the state: cheap, and immutable
 * }</pre>
 *
 * <p>A sweep has up to a million trials and many more metrics, so records are small and metrics lie
 * in flat arrays. Measure {@code bench driver} when you add a field to an attempt.
 *
 * <p>This package must not know the journal's bytes, nor who decides what runs: {@code
 * sweeps.journal} and {@code sweeps.scheduler} know it, and {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.state;
